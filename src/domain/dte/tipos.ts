// The document types Timbre issues: one row each. What differs between types is data here, not a branch elsewhere.
// Source: Formato DTE v2.2 §1.1 and XSD (formato-dte.md §1.1, §1.5).

import { RUT_CONSUMIDOR_FINAL, RUT_EXTRANJERO } from '../rut'

/** Root element under `DTE`, which also chooses the schema: a boleta is a `Documento` with a schema of its own. */
export const RAICES = ['Documento', 'Liquidacion', 'Exportaciones', 'Boleta'] as const
export type Raiz = (typeof RAICES)[number]

/** What may cover a guide: an invoice, or the boleta of who took the goods. */
export const COBRAN: ReadonlySet<number> = new Set([33, 34, 39, 41])

/** The two kinds of envelope; each goes to its own SII service. */
export type Sobre = 'EnvioDTE' | 'EnvioBOLETA'

interface Fila {
  codigo: number
  nombre: string
  raiz: Raiz
  sobre: Sobre
  /** Every line is exempt: no neto, no IVA. */
  exento: boolean
  /** Prices carry IVA unless the request says otherwise. */
  preciosBrutos: boolean
  lineasMax: number
  /** Bears a cedible copy (formato-dte.md §6.3). */
  cedible: boolean
  /** A note: it must name the document it acts on, with a `codigo` (§2.10). */
  nota: boolean
  /** Amounts of a foreign currency beside their equivalent in pesos; every line is exempt and says so (§2.12). */
  monedaExtranjera: boolean
  /** Lines have a sign of their own and totals may be negative (§2.13). */
  conSigno: boolean
  /** Without any amount its totals are `MntTotal` 0 and nothing else (§2.9). */
  montosOpcionales: boolean
  /** Who receives it when the request names no RUT (§1.2). */
  rutPorOmision: string | null
  /** The values of `IndExe` its lines may have, as far as its schema knows them (§2.3). */
  indExe: readonly number[]
  /** Blocks of the request that only such documents have, and whether it must bring them (contract §2–4). */
  bloques: Partial<Record<Bloque, 'requerido' | 'opcional'>>
}

/** Blocks of an emission request beyond those every document has. */
export type Bloque = 'exportacion' | 'traslado' | 'liquidacion' | 'compra' | 'georeferencia' | 'madera'

/** What the three export types share. */
const EXPORTACION = {
  raiz: 'Exportaciones',
  exento: true,
  monedaExtranjera: true,
  rutPorOmision: RUT_EXTRANJERO,
  indExe: [1],
  bloques: { exportacion: 'requerido' },
} as const

const ROWS = [
  {
    codigo: 33,
    nombre: 'Factura electrónica',
    raiz: 'Documento',
    cedible: true,
    bloques: { traslado: 'opcional', georeferencia: 'opcional', madera: 'opcional' },
  },
  {
    codigo: 34,
    nombre: 'Factura no afecta o exenta electrónica',
    raiz: 'Documento',
    exento: true,
    cedible: true,
    bloques: { traslado: 'opcional' },
  },
  {
    codigo: 39,
    nombre: 'Boleta electrónica',
    raiz: 'Boleta',
    preciosBrutos: true,
    rutPorOmision: RUT_CONSUMIDOR_FINAL,
    bloques: { georeferencia: 'opcional' },
  },
  {
    codigo: 41,
    nombre: 'Boleta no afecta o exenta electrónica',
    raiz: 'Boleta',
    exento: true,
    preciosBrutos: true,
    rutPorOmision: RUT_CONSUMIDOR_FINAL,
    bloques: { georeferencia: 'opcional' },
  },
  {
    codigo: 43,
    nombre: 'Liquidación factura electrónica',
    raiz: 'Liquidacion',
    cedible: true,
    conSigno: true,
    // Its totals have no place for deposits nor for what is not billed (§2.3).
    indExe: [1, 2],
    bloques: { liquidacion: 'opcional' },
  },
  {
    codigo: 46,
    nombre: 'Factura de compra electrónica',
    raiz: 'Documento',
    cedible: true,
    bloques: { compra: 'opcional', traslado: 'opcional' },
  },
  {
    codigo: 52,
    nombre: 'Guía de despacho electrónica',
    raiz: 'Documento',
    // Only when it is a sale (§6.3): see `constituyeVenta` of its `ind_traslado`.
    cedible: true,
    montosOpcionales: true,
    // `GrntDep` has code 0 in a guide.
    indExe: [1, 2, 4, 5, 6],
    bloques: {
      traslado: 'requerido',
      exportacion: 'opcional',
      georeferencia: 'opcional',
      madera: 'opcional',
    },
  },
  {
    codigo: 56,
    nombre: 'Nota de débito electrónica',
    raiz: 'Documento',
    nota: true,
    bloques: { compra: 'opcional' },
  },
  {
    codigo: 61,
    nombre: 'Nota de crédito electrónica',
    raiz: 'Documento',
    nota: true,
    bloques: { compra: 'opcional' },
  },
  {
    codigo: 110,
    nombre: 'Factura de exportación electrónica',
    ...EXPORTACION,
    bloques: { ...EXPORTACION.bloques, traslado: 'opcional' },
  },
  { codigo: 111, nombre: 'Nota de débito de exportación electrónica', ...EXPORTACION, nota: true },
  { codigo: 112, nombre: 'Nota de crédito de exportación electrónica', ...EXPORTACION, nota: true },
] as const satisfies readonly (Pick<Fila, 'codigo' | 'nombre' | 'raiz'> & Partial<Fila>)[]

/** Code of a document type that Timbre issues. */
export type TipoDte = (typeof ROWS)[number]['codigo']

/** One row of the table. */
export type TipoDocumento = Fila & { codigo: TipoDte }

export const TIPOS: readonly TipoDocumento[] = ROWS.map((row) => ({
  sobre: row.raiz === 'Boleta' ? 'EnvioBOLETA' : 'EnvioDTE',
  exento: false,
  preciosBrutos: false,
  lineasMax: row.raiz === 'Boleta' ? 1000 : 60,
  cedible: false,
  nota: false,
  monedaExtranjera: false,
  conSigno: false,
  montosOpcionales: false,
  rutPorOmision: null,
  indExe: [1, 2, 3, 4, 5, 6],
  ...row,
}))

const BY_CODE = new Map<number, TipoDocumento>(TIPOS.map((tipo) => [tipo.codigo, tipo]))

/** The row of a type that is known to exist. */
export const tipoDocumento = (codigo: TipoDte): TipoDocumento => BY_CODE.get(codigo)!

export const isTipoDte = (codigo: unknown): codigo is TipoDte => BY_CODE.has(codigo as number)

/** Most documents of one envelope (XSD: EnvioDTE 2000, EnvioBOLETA 500). */
export const SOBRE_MAX: Record<Sobre, number> = { EnvioDTE: 2000, EnvioBOLETA: 500 }

// The document types Timbre issues: one row each. What differs between types is data here, not a branch elsewhere.
// Sources: domain/dte §1.

import { RUT_CONSUMIDOR_FINAL, RUT_EXTRANJERO } from '../rut'
import type { Fila, Sobre } from './fila'

/** The fields that the two boletas share. */
const BOLETA = {
  raiz: 'Boleta',
  preciosBrutos: true,
  cobra: true,
  anuladoPor: 61,
  rutPorOmision: RUT_CONSUMIDOR_FINAL,
  rutsGenericos: [RUT_CONSUMIDOR_FINAL, RUT_EXTRANJERO],
  bloques: { georeferencia: 'opcional' },
} as const

/** The fields that the two national notes share. */
const NOTA = {
  raiz: 'Documento',
  foliosVencen: true,
  rutsGenericos: [RUT_CONSUMIDOR_FINAL, RUT_EXTRANJERO],
  bloques: { compra: 'opcional' },
} as const

/** The fields that the three export types share. */
const EXPORTACION = {
  raiz: 'Exportaciones',
  exento: true,
  monedaExtranjera: true,
  rutPorOmision: RUT_EXTRANJERO,
  rutsGenericos: [RUT_EXTRANJERO],
  indExe: [1],
  bloques: { exportacion: 'requerido' },
} as const

const ROWS = [
  {
    codigo: 33,
    nombre: 'Factura electrónica',
    raiz: 'Documento',
    anuladoPor: 61,
    cobra: true,
    cedible: true,
    reclamable: true,
    conTransporte: true,
    foliosVencen: true,
    // A tourist's.
    rutsGenericos: [RUT_EXTRANJERO],
    bloques: { traslado: 'opcional', georeferencia: 'opcional', madera: 'opcional' },
  },
  {
    codigo: 34,
    nombre: 'Factura no afecta o exenta electrónica',
    enPapel: 32,
    raiz: 'Documento',
    exento: true,
    anuladoPor: 61,
    cobra: true,
    cedible: true,
    reclamable: true,
    conTransporte: true,
    bloques: { traslado: 'opcional' },
  },
  {
    codigo: 39,
    nombre: 'Boleta electrónica',
    ...BOLETA,
  },
  {
    codigo: 41,
    nombre: 'Boleta no afecta o exenta electrónica',
    enPapel: 38,
    ...BOLETA,
    exento: true,
  },
  {
    codigo: 43,
    nombre: 'Liquidación factura electrónica',
    raiz: 'Liquidacion',
    cedible: true,
    reclamable: true,
    foliosVencen: true,
    conSigno: true,
    // Its totals have no place for deposits nor for what is not billed (domain/dte §6.3).
    indExe: [1, 2],
    bloques: { liquidacion: 'opcional' },
  },
  {
    codigo: 46,
    nombre: 'Factura de compra electrónica',
    enPapel: 45,
    raiz: 'Documento',
    anuladoPor: 61,
    delComprador: true,
    cedible: true,
    conTransporte: true,
    foliosVencen: true,
    rutsGenericos: [RUT_EXTRANJERO],
    bloques: { compra: 'opcional', traslado: 'opcional' },
  },
  {
    codigo: 52,
    nombre: 'Guía de despacho electrónica',
    enPapel: 50,
    raiz: 'Documento',
    guia: true,
    conTransporte: true,
    // As that of an export (see `requiereGuiaExport` of its `ind_traslado`).
    rutsGenericos: [RUT_EXTRANJERO],
    // Only when it is a sale (pdf §3): see `constituyeVenta` of its `ind_traslado`.
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
    enPapel: 55,
    ...NOTA,
    nota: 'debito',
    anuladoPor: 61,
  },
  {
    codigo: 61,
    nombre: 'Nota de crédito electrónica',
    enPapel: 60,
    ...NOTA,
    nota: 'credito',
    anuladoPor: 56,
  },
  {
    codigo: 110,
    nombre: 'Factura de exportación electrónica',
    ...EXPORTACION,
    anuladoPor: 112,
    bloques: { ...EXPORTACION.bloques, traslado: 'opcional' },
  },
  {
    codigo: 111,
    nombre: 'Nota de débito de exportación electrónica',
    ...EXPORTACION,
    nota: 'debito',
    anuladoPor: 112,
  },
  {
    codigo: 112,
    nombre: 'Nota de crédito de exportación electrónica',
    ...EXPORTACION,
    nota: 'credito',
    anuladoPor: 111,
  },
] as const satisfies readonly (Pick<Fila, 'codigo' | 'nombre' | 'raiz'> & Partial<Fila>)[]

/** Code of a document type that Timbre issues. */
export type TipoDte = (typeof ROWS)[number]['codigo']

/** One row of the table. */
export type TipoDocumento = Fila & { codigo: TipoDte; anuladoPor: TipoDte | null }

export const TIPOS: readonly TipoDocumento[] = ROWS.map((row) => ({
  enPapel: null,
  sobre: row.raiz === 'Boleta' ? 'EnvioBOLETA' : 'EnvioDTE',
  exento: false,
  preciosBrutos: false,
  lineasMax: row.raiz === 'Boleta' ? 1000 : 60,
  cedible: false,
  nota: null,
  anuladoPor: null,
  guia: false,
  cobra: false,
  delComprador: false,
  conTransporte: false,
  reclamable: false,
  foliosVencen: false,
  monedaExtranjera: false,
  conSigno: false,
  montosOpcionales: false,
  rutPorOmision: null,
  rutsGenericos: [],
  indExe: [1, 2, 3, 4, 5, 6],
  ...row,
}))

const BY_CODE = new Map<number, TipoDocumento>(TIPOS.map((tipo) => [tipo.codigo, tipo]))

/** The row of a type that is known to exist. */
export const tipoDocumento = (codigo: TipoDte): TipoDocumento => BY_CODE.get(codigo)!

/** The row of a code as another document or the SII writes it, `33` or `033`; undefined for what Timbre does not issue. */
export const filaDe = (codigo: number | string | undefined): TipoDocumento | undefined =>
  BY_CODE.get(Number(codigo))

/** The same of a code that may be a document on paper: the row of the electronic one. */
export const filaConPapel = (codigo: number | string): TipoDocumento | undefined =>
  filaDe(codigo) ?? TIPOS.find(({ enPapel }) => enPapel === Number(codigo))

/** The types that other rules name: what a document is when nothing says its type, what guides become, a purchase invoice, and a guide. */
export const FACTURA = 33 satisfies TipoDte
export const FACTURA_EXENTA = 34 satisfies TipoDte
export const FACTURA_COMPRA = 46 satisfies TipoDte
export const GUIA = 52 satisfies TipoDte

/** The types that guides may be invoiced with. */
export type TipoFactura = typeof FACTURA | typeof FACTURA_EXENTA

export const isTipoDte = (codigo: unknown): codigo is TipoDte => BY_CODE.has(codigo as number)

/** Most documents of one envelope (XSD: EnvioDTE 2000, EnvioBOLETA 500). */
export const SOBRE_MAX: Record<Sobre, number> = { EnvioDTE: 2000, EnvioBOLETA: 500 }

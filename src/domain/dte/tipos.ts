// The document types Timbre issues: one row each. What differs between types is data here, not a branch elsewhere.
// Source: Formato DTE v2.2 §1.1 and XSD (formato-dte.md §1.1, §1.5).

/** Root element under `DTE`, which also chooses the schema: a boleta is a `Documento` with a schema of its own. */
export type Raiz = 'Documento' | 'Liquidacion' | 'Exportaciones' | 'Boleta'

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
}

const ROWS = [
  { codigo: 33, nombre: 'Factura electrónica', raiz: 'Documento', cedible: true },
  {
    codigo: 34,
    nombre: 'Factura no afecta o exenta electrónica',
    raiz: 'Documento',
    exento: true,
    cedible: true,
  },
  { codigo: 39, nombre: 'Boleta electrónica', raiz: 'Boleta', preciosBrutos: true },
  {
    codigo: 41,
    nombre: 'Boleta no afecta o exenta electrónica',
    raiz: 'Boleta',
    exento: true,
    preciosBrutos: true,
  },
  { codigo: 56, nombre: 'Nota de débito electrónica', raiz: 'Documento', nota: true },
  { codigo: 61, nombre: 'Nota de crédito electrónica', raiz: 'Documento', nota: true },
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
  ...row,
}))

const BY_CODE = new Map<number, TipoDocumento>(TIPOS.map((tipo) => [tipo.codigo, tipo]))

/** The row of a type that is known to exist. */
export const tipoDocumento = (codigo: TipoDte): TipoDocumento => BY_CODE.get(codigo)!

export const isTipoDte = (codigo: unknown): codigo is TipoDte => BY_CODE.has(codigo as number)

/** Most documents of one envelope (XSD: EnvioDTE 2000, EnvioBOLETA 500). */
export const SOBRE_MAX: Record<Sobre, number> = { EnvioDTE: 2000, EnvioBOLETA: 500 }

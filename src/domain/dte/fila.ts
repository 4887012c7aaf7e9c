// The row of a document type (tipos.ts has the rows).

/** Root element under `DTE`, which also chooses the schema: a boleta is a `Documento` with a schema of its own. */
export const RAICES = ['Documento', 'Liquidacion', 'Exportaciones', 'Boleta'] as const
export type Raiz = (typeof RAICES)[number]

/** The two kinds of envelope; each goes to its own SII service. */
export type Sobre = 'EnvioDTE' | 'EnvioBOLETA'

export interface Fila {
  codigo: number
  nombre: string
  /** The same on paper, where a rule treats both alike; null where none does. */
  enPapel: number | null
  raiz: Raiz
  sobre: Sobre
  /** Every line is exempt: no neto, no IVA. */
  exento: boolean
  /** Prices carry IVA unless the request says otherwise. */
  preciosBrutos: boolean
  lineasMax: number
  /** Bears a cedible copy (pdf §3). */
  cedible: boolean
  /** A note must name the document it acts on, with a `codigo` (domain/dte §7.1): a debit adds to what is owed, a credit lowers it. */
  nota: 'debito' | 'credito' | null
  /** The type of the note that leaves it without effect; null where none does (domain/dte §7.1). */
  anuladoPor: number | null
  /** A guide of goods that move. */
  guia: boolean
  /** May cover guides: an invoice, or the boleta of who took the goods. */
  cobra: boolean
  /** Issued by who buys. */
  delComprador: boolean
  /** Its own paper may travel with the goods (domain/dte §4.1). */
  conTransporte: boolean
  /** Its receiver may claim it or accept it at the SII (Ley 19.983). */
  reclamable: boolean
  /** Its folios expire (Res. Ex. SII 58 of 2017). */
  foliosVencen: boolean
  /** Amounts of a foreign currency beside their equivalent in pesos; every line is exempt and says so (domain/dte §6.11). */
  monedaExtranjera: boolean
  /** Lines have a sign of their own and totals may be negative (domain/dte §6.12). */
  conSigno: boolean
  /** Without any amount its totals are `MntTotal` 0 and nothing else (domain/dte §6.10). */
  montosOpcionales: boolean
  /** The receiver when the request names no RUT (domain/dte §3.1). */
  rutPorOmision: string | null
  /** Which RUTs that are nobody's may receive it (domain/dte §3.1). */
  rutsGenericos: readonly string[]
  /** The values of `IndExe` its lines may have, as far as its schema knows them (domain/dte §6.3). */
  indExe: readonly number[]
  /** Blocks of the request that only such documents have, and whether it must bring them (http §2–4). */
  bloques: Partial<Record<Bloque, 'requerido' | 'opcional'>>
}

/** Blocks of an emission request beyond those every document has. */
export type Bloque = 'exportacion' | 'traslado' | 'liquidacion' | 'compra' | 'georeferencia' | 'madera'

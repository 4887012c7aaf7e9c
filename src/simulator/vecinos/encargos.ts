// A letter that a supplier is to write, as the agenda keeps it (simulator §21.6).

/** A neighbour's mistakes in a letter alone: the SII has the correct document. */
export const FALLAS_CARTA = ['carta_firma', 'carta_ajena', 'carta_folio', 'carta_ilegible'] as const
export type FallaCarta = (typeof FALLAS_CARTA)[number]

/** A letter to write; `dte` is the text of a document that is mailed whatever the SII has of it. */
export interface Despacho {
  tipoDte: number
  folio: number
  dte?: string
  falla?: FallaCarta | null
}

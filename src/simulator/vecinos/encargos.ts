// A letter that a supplier is to write, as the agenda keeps it (simulator §21.6).

/** What a neighbour gets wrong in a letter alone: the SII has the document as it should be. */
export const FALLAS_CARTA = ['carta_firma', 'carta_ajena', 'carta_folio', 'carta_ilegible'] as const
export type FallaCarta = (typeof FALLAS_CARTA)[number]

/** A letter to write; `dte` is the text of a document that is mailed whatever the SII has of it. */
export interface Despacho {
  tipoDte: number
  folio: number
  dte?: string
  falla?: FallaCarta | null
}

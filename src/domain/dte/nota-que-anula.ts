// Which note leaves a document without effect, by its type (formato-dte.md §2.10; contract §1).

import type { TipoDte } from './tipos'

/** Which note voids each type; the others say what to do instead. */
const NOTA: Partial<Record<TipoDte, TipoDte>> = {
  33: 61,
  34: 61,
  39: 61,
  41: 61,
  46: 61,
  56: 61,
  61: 56,
  110: 112,
  111: 112,
  112: 111,
}

const REMEDIO: Partial<Record<TipoDte, string>> = {
  43: 'Una liquidación-factura no se anula con una nota: emita otra liquidación (43) con los mismos montos en negativo y una referencia a ella',
  52: 'Una guía de despacho no se anula con una nota: use POST /v1/dte/guias/:folio/anular',
}

/** The type of the note that voids a type, or what to do where there is none. */
export const notaQueAnula = (
  tipo: TipoDte,
): { tipo: TipoDte; remedio?: undefined } | { tipo?: undefined; remedio: string } => {
  const nota = NOTA[tipo]
  return nota ? { tipo: nota } : { remedio: REMEDIO[tipo]! }
}

// Which note leaves a document without effect, by its type (domain/dte §7.1; http §1).

import { type TipoDte, tipoDocumento } from './tipos'

const SIN_NOTA =
  'Una liquidación-factura no se anula con una nota: emita otra liquidación (43) con los mismos montos en negativo y una referencia a ella'
const GUIA_SIN_NOTA = 'Una guía de despacho no se anula con una nota: use POST /v1/dte/guias/:folio/anular'

/** The type of the note that voids a type, or what to do where there is none. */
export const voidingNote = (
  tipo: TipoDte,
): { tipo: TipoDte; remedio?: undefined } | { tipo?: undefined; remedio: string } => {
  const { anuladoPor, guia } = tipoDocumento(tipo)
  return anuladoPor ? { tipo: anuladoPor } : { remedio: guia ? GUIA_SIN_NOTA : SIN_NOTA }
}

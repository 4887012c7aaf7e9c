// The balance that notes may still take: the API's `saldo`, which an accountant would read as a debt
// (dashboard §13).

import { isTipoDte, tipoDocumento } from '../../domain/dte/tipos'
import { voidingNote } from '../../domain/dte/voiding-note'
import type { Fila } from './rows'

/** Said where the word stands. */
export const DISPONIBLE =
  'Lo que las notas de crédito aún pueden rebajar de este documento. No es lo que falta por pagar.'

/** In pesos; null where it says nothing: of notes, of types that no note takes from, and of what the SII rejected. */
export function disponibleOf({
  tipo_dte,
  estado_sii,
  saldo,
}: Pick<Fila, 'tipo_dte' | 'estado_sii' | 'saldo'>) {
  if (estado_sii === 'rechazado' || !isTipoDte(tipo_dte) || tipoDocumento(tipo_dte).nota) return null
  return voidingNote(tipo_dte).tipo === undefined ? null : saldo
}

// The faults of a document by the stock of folios, told with its other faults (http §8).

import type { Clock } from '../../../base/clock'
import { fechaEscrita } from '../../../domain/cifras'
import type { Fault } from '../../../domain/errors'
import { chileDate } from '../../../domain/fecha'
import type { Titular } from '../../../domain/titular'
import type { Folios } from '../../folios'

export const noFolios = (tipoDte: number, fecha: string): string =>
  `No hay folios disponibles del tipo ${tipoDte} para el ${fechaEscrita(fecha)}`

/** Nothing was authorised after today: a document of today that comes before its folios has its date from a wrong clock. */
export const beforeCaf = (authorised: string, fecha: string, now: Date): Fault => {
  const reloj =
    fecha === chileDate(now)
      ? `; el reloj de este servidor marca el ${fechaEscrita(fecha)}: póngalo en hora`
      : ''
  return {
    campo: 'fecha_emision',
    regla: 'antes_del_caf',
    mensaje: `fecha_emision no puede ser anterior al ${fechaEscrita(authorised)}, cuando el SII autorizó los folios que quedan${reloj}`,
  }
}

/** The faults of a document of that date, taking no folio; an undefined date is today's or an unreadable one. */
export const createStockFaults =
  ({ folios, clock }: { folios: Pick<Folios, 'peek'>; clock: Clock }) =>
  (titular: Titular, tipoDte: number, fecha: string | undefined): Fault[] => {
    const day = fecha ?? chileDate(clock())
    const authorised = folios.peek(titular, tipoDte, day)
    if (authorised === null)
      return [{ campo: 'tipo_dte', regla: 'folios', mensaje: noFolios(tipoDte, day), code: 'NO_FOLIOS' }]
    return fecha !== undefined && fecha < authorised ? [beforeCaf(authorised, fecha, clock())] : []
  }

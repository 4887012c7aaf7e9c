// What a day used, as the report counts it (areas/rcof §1).

import type { Ambiente } from '../../domain/ambiente'
import { addDays, chileMidnight } from '../../domain/fecha'
import { BOLETAS, type ResumenRcof, sumRcof, TIPOS_RCOF } from '../../domain/rcof'
import type { Store } from '../../store/store'
import type { Documentos } from '../dte'
import { type NotaRow, prepareCount } from './statements'

/** Of a company, in an environment, on a day of Chile. */
export type CountDay = (empresaId: string, ambiente: Ambiente, fecha: string) => ResumenRcof[]

/** What voids a boleta. */
const NOTA = TIPOS_RCOF.at(-1)!

export function createCountDay({
  store: { client },
  documentos,
}: {
  store: Pick<Store, 'client'>
  documentos: Pick<Documentos, 'byId' | 'contenido'>
}): CountDay {
  const sql = prepareCount(client)

  /** What refers to documents issued elsewhere says so in itself alone. */
  const refersToBoleta = ({ id, sobre_boleta }: NotaRow): boolean =>
    sobre_boleta === null
      ? documentos
          .contenido(documentos.byId(id)!)
          .dte.referencias.some(({ tipoDocumento }) => BOLETAS.includes(Number(tipoDocumento)))
      : sobre_boleta === 1

  return (empresaId, ambiente, fecha) => {
    const notas = sql.notas
      .all(empresaId, ambiente, fecha)
      .filter(refersToBoleta)
      .map(({ folio, neto, exento, iva, total }) => ({
        tipoDte: NOTA,
        desde: folio,
        hasta: folio,
        neto,
        exento,
        iva,
        total,
      }))
    const [desde, hasta] = [fecha, addDays(fecha, 1)].map((day) => chileMidnight(day).toISOString())
    return sumRcof(
      [...sql.boletas.all(empresaId, ambiente, fecha), ...notas],
      sql.anulados.all(empresaId, ambiente, desde!, hasta!),
    )
  }
}

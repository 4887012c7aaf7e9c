// Telling a company of received documents whose time to be accepted or claimed ends soon (http §27.4): looked for every hour, told
// once a company, day of Chile and mark.

import type { Clock } from '../../base/clock'
import { addDays, chileDate, chileMidnight } from '../../domain/fecha'
import type { Store } from '../../store/store'
import type { Eventos } from '../eventos'
import type { Listas } from './listas'
import { pendienteToJson } from './pendiente'

const HOUR = 3_600_000
const PRIMEROS = 10

export function createNotifyPlazos({
  store: { client },
  clock,
  eventos,
  listas,
}: {
  store: Pick<Store, 'client'>
  clock: Clock
  eventos: Pick<Eventos, 'emitOnce'>
  listas: Listas
}): () => void {
  /** Each document that passes a mark during a day is told at the first look of that day: none waits for the next. */
  function look(horas: 24 | 72, from: Date, until: Date, now: Date): void {
    const day = chileDate(now)
    for (const { empresa_id: empresaId, ambiente, documentos, monto_total } of listas.porVencer(
      from,
      until,
    )) {
      const asked = { now: from, until, rut: null, back: false }
      const rows = listas.pendientes({ empresaId, ambiente }, asked).rows(PRIMEROS, 0)
      eventos.emitOnce({ empresaId, ambiente }, `acuse.por_vencer ${ambiente} ${day} ${horas}`, {
        evento: 'acuse.por_vencer',
        data: () => ({
          empresa_id: empresaId,
          ambiente,
          horas,
          documentos,
          monto_total,
          primeros: rows.map((row) => pendienteToJson(row, now)),
        }),
      })
    }
  }
  const lookAll = client.transaction(() => {
    const now = clock()
    const end = chileMidnight(addDays(chileDate(now), 1)).getTime()
    const [day, three] = [new Date(end + 24 * HOUR), new Date(end + 72 * HOUR)]
    look(24, now, day, now)
    look(72, day, three, now)
  })
  return () => lookAll.immediate()
}

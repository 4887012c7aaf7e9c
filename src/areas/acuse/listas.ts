// The documents that wait for acceptance (http §27.4).

import { PLAZO_ACUSE_MS } from '../../domain/acuse'
import type { Titular } from '../../domain/titular'
import { sourceBehind, type Walked } from '../../http/listing'
import type { Store } from '../../store/store'
import { endOf, type FiltroPendientes, type PendienteRow, type Plazo } from './pendiente'
import { prepareListas } from './statements'

/** As the register writes instants, whole seconds; a part of one counts as the next. */
const second = (ms: number): string =>
  new Date(Math.ceil(ms / 1000) * 1000).toISOString().replace('.000Z', 'Z')

/** Beyond every reception. */
const NEVER = '9999'

export type Listas = ReturnType<typeof createListas>

export function createListas({ store: { client } }: { store: Pick<Store, 'client'> }) {
  const sql = prepareListas(client)
  const [byEnd, byEndBackwards] = [sql.pendientes(''), sql.pendientes(' DESC')]
  /** Received so that their time ends at `now` or later, and before `until`. */
  const windowOf = (now: Date, until: Date | null): Plazo => ({
    desde: second(now.getTime() - PLAZO_ACUSE_MS),
    // A mail may come before the SII has the document, though hardly by so much.
    llegado: second(now.getTime() - 2 * PLAZO_ACUSE_MS),
    antes: until ? second(until.getTime() - PLAZO_ACUSE_MS) : NEVER,
  })

  return {
    /** Those whose time is not over at `now` and is before `until`, by when it is; `last` from the end. */
    pendientes(
      { empresaId, ambiente }: Titular,
      { now, until, rut, back }: { now: Date; until: Date | null; rut: string | null; back: boolean },
    ): Walked<PendienteRow & { vence: Date }> {
      const filtro: FiltroPendientes = { empresa_id: empresaId, ambiente, rut, ...windowOf(now, until) }
      const first = { en: back ? NEVER : '', id: '' }
      const read = (limit: number, offset: number, last: PendienteRow | null) => {
        const behind = last ? { en: last.fecha_recepcion, id: last.rcv_id ?? last.recibido_id! } : first
        const rows = (back ? byEndBackwards : byEnd).all({ ...filtro, ...behind, limit, offset })
        return rows.map((row) => ({ ...row, vence: endOf(row) }))
      }
      return sourceBehind(read, () => sql.countPendientes.get(filtro)!)
    },
    /** Companies with documents whose time ends after `from` and before `until`. */
    porVencer: (from: Date, until: Date) => sql.porVencer.all(windowOf(from, until)),
  }
}

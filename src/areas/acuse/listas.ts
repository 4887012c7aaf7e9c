// What waits for its acceptance by the register of purchases, and what was registered from here (http §27.4).

import type { Static } from '@sinclair/typebox'
import { PLAZO_ACUSE_MS } from '../../domain/acuse'
import type { Tenant } from '../../http/tenant'
import type { Store } from '../../store/store'
import type { PendienteJson } from './acuse-json'
import { type FiltroAcuses, type FiltroPendientes, type PendienteRow, prepareListas } from './statements'

type Titular = Pick<Tenant, 'empresaId' | 'ambiente'>

/** As the register writes instants, whole seconds; a part of one counts as the next. */
const second = (ms: number): string =>
  new Date(Math.ceil(ms / 1000) * 1000).toISOString().replace('.000Z', 'Z')

/** Beyond every reception. */
const NEVER = '9999'

export type Listas = ReturnType<typeof createListas>

export function createListas({ store: { client } }: { store: Pick<Store, 'client'> }) {
  const sql = prepareListas(client)
  /** Received so that their time ends at `now` or later, and before `until`. */
  const windowOf = (now: Date, until: Date | null) => ({
    desde: second(now.getTime() - PLAZO_ACUSE_MS),
    antes: until ? second(until.getTime() - PLAZO_ACUSE_MS) : NEVER,
  })

  return {
    /** Those whose time is not over at `now` and is before `until`, by when it is; `last` from the end. */
    pendientes(
      { empresaId, ambiente }: Titular,
      { now, until, rut, last }: { now: Date; until: Date | null; rut: string | null; last: boolean },
      { limite: limit, offset }: { limite: number; offset: number },
    ) {
      const filtro: FiltroPendientes = { empresa_id: empresaId, ambiente, rut, ...windowOf(now, until) }
      const rows = (last ? sql.pendientesLast : sql.pendientes).all({ ...filtro, limit, offset })
      return {
        rows: rows.map((row) => ({ ...row, vence: venceOf(row) })),
        total: sql.countPendientes.get(filtro)!,
      }
    },
    /** Companies with documents whose time ends after `from` and before `until`. */
    porVencer: (from: Date, until: Date) => sql.porVencer.all(windowOf(from, until)),
    /** Newest first. */
    registrados(
      { empresaId, ambiente }: Titular,
      { desde, accion }: { desde: Date | null; accion: string | null },
      { limite: limit, offset }: { limite: number; offset: number },
    ) {
      const filtro: FiltroAcuses = {
        empresa_id: empresaId,
        ambiente,
        desde: desde?.toISOString() ?? null,
        accion,
      }
      return { rows: sql.acuses.all({ ...filtro, limit, offset }), total: sql.countAcuses.get(filtro)! }
    },
  }
}

/** One that waits, as clients see it. */
export const pendienteToJson = (
  { id, rut, fecha_recepcion, vence, ...row }: PendienteRow & { vence: Date },
  now: Date,
): Static<typeof PendienteJson> => ({
  rcv_id: id,
  rut_emisor: rut,
  ...row,
  recibido_sii: fecha_recepcion,
  vence_el: vence.toISOString().replace('.000Z', 'Z'),
  horas_restantes: Math.max(0, Math.floor((vence.getTime() - now.getTime()) / 3_600_000)),
})

const venceOf = ({ fecha_recepcion }: PendienteRow): Date =>
  new Date(Date.parse(fecha_recepcion) + PLAZO_ACUSE_MS)

// The documents that wait for acceptance, and the acts registered from here (http §27.4).

import { PLAZO_ACUSE_MS } from '../../domain/acuse'
import type { Titular } from '../../domain/titular'
import type { Source } from '../../http/listing'
import type { Store } from '../../store/store'
import { endOf, type FiltroPendientes, type Plazo } from './pendiente'
import { type AcuseRow, type FiltroAcuses, prepareListas } from './statements'

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
      { now, until, rut, last }: { now: Date; until: Date | null; rut: string | null; last: boolean },
      { limite: limit, offset }: { limite: number; offset: number },
    ) {
      const filtro: FiltroPendientes = { empresa_id: empresaId, ambiente, rut, ...windowOf(now, until) }
      const rows = (last ? byEndBackwards : byEnd).all({ ...filtro, limit, offset })
      return {
        rows: rows.map((row) => ({ ...row, vence: endOf(row) })),
        total: sql.countPendientes.get(filtro)!,
      }
    },
    /** Companies with documents whose time ends after `from` and before `until`. */
    porVencer: (from: Date, until: Date) => sql.porVencer.all(windowOf(from, until)),
    /** Newest first. */
    registrados(
      { empresaId, ambiente }: Titular,
      { desde, hasta, accion }: { desde: Date | null; hasta: Date | null; accion: string | null },
    ): Source<AcuseRow> {
      const filtro: FiltroAcuses = {
        empresa_id: empresaId,
        ambiente,
        desde: desde?.toISOString() ?? null,
        hasta: hasta?.toISOString() ?? null,
        accion,
      }
      const read = (limit: number, offset: number, last: AcuseRow | null) =>
        sql.acuses.all({ ...filtro, en: last?.registrado_en ?? NEVER, id: last?.id ?? '', limit, offset })
      return {
        rows: (limit, offset) => read(limit, offset, null),
        total: () => sql.countAcuses.get(filtro)!,
        after: (last, limit) => read(limit, 0, last),
      }
    },
  }
}

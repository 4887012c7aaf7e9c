// The canary of the newer format (domain/dte §5.2): the first production envelope of a company with elements that only the
// newer schemas know holds exactly one document. Others that carry them wait unsigned for its verdict, 15 minutes at most: what
// is signed is never written anew, and after a refusal they must be.

import { and, eq, inArray, isNull, ne, notInArray, or, sql } from 'drizzle-orm'
import type { Clock } from '../../../base/clock'
import type { Sobre } from '../../../domain/dte/fila'
import { carriesNewTags, type FormatoDte, writesNewTags } from '../../../domain/dte/formato'
import { tipoDocumento } from '../../../domain/dte/tipos'
import type { Store } from '../../../store/store'
import { documento } from '../../../store/tables/documento'
import { envio } from '../../../store/tables/envio'
import type { Documentos, EmitidoRow } from '../documento/documento-store'
import { RECHAZOS_TOTALES } from '../envio/rechazo'
import type { Gate } from './run'

const ESPERA_MS = 15 * 60_000
/** How often those that wait look again. */
const PAUSA_MS = 30_000

export interface CanaryDeps {
  store: Store
  clock: Clock
  documentos: Documentos
  formatoDte: FormatoDte
}

/** Lets documents through that may travel now, the canary in an envelope of its own; the others look again later. */
export function createCanary({ store: { db }, clock, documentos, formatoDte }: CanaryDeps): Gate {
  const ours = (empresaId: string, sobre: Sobre) =>
    and(
      eq(documento.empresaId, empresaId),
      // In the words of the index that holds these alone.
      sql`${documento.formatoNuevo} = 1 AND ${documento.ambiente} = 'produccion'`,
      eq(envio.sobre, sobre),
    )
  /** Whether the SII looked at a document, whatever it thought of it: its file passed the schema. */
  const passed = (empresaId: string, sobre: Sobre): boolean =>
    db
      .select({ id: documento.id })
      .from(documento)
      .innerJoin(envio, eq(envio.id, documento.envioId))
      .where(
        and(
          ours(empresaId, sobre),
          or(
            inArray(documento.estadoSii, ['aceptado', 'aceptado_con_reparos']),
            and(
              eq(documento.estadoSii, 'rechazado'),
              or(isNull(envio.estadoSii), notInArray(envio.estadoSii, [...RECHAZOS_TOTALES])),
            ),
          ),
        ),
      )
      .limit(1)
      .get() !== undefined
  /** Since when the first of those that wait for their verdict is at the SII. */
  const waiting = (empresaId: string, sobre: Sobre): string | null =>
    db
      .select({ since: sql<string | null>`min(coalesce(${envio.enviadoAt}, ${envio.createdAt}))` })
      .from(documento)
      .innerJoin(envio, eq(envio.id, documento.envioId))
      .where(
        and(
          ours(empresaId, sobre),
          inArray(documento.estadoSii, ['no_enviado', 'enviado', 'en_proceso']),
          ne(envio.estado, 'rehusado'),
        ),
      )
      .get()!.since
  /** Companies whose newer elements the SII took: that does not change. */
  const known = new Set<string>()

  const isPassed = (empresaId: string, sobre: Sobre): boolean => {
    const key = `${empresaId} ${sobre}`
    if (!known.has(key) && passed(empresaId, sobre)) known.add(key)
    return known.has(key)
  }

  const carries = (row: EmitidoRow): boolean =>
    writesNewTags(row.ambiente, row.tipo_dte, row.fecha_emision, formatoDte) &&
    carriesNewTags(documentos.contenido(row).dte)

  return async (rows, way) => {
    const [first] = rows
    if (first?.ambiente !== 'produccion' || formatoDte === '2.2') return rows
    const { empresa_id: empresaId, tipo_dte } = first
    const { sobre } = tipoDocumento(tipo_dte)
    if (isPassed(empresaId, sobre)) return rows
    const nuevos = rows.filter((row) => !row.envio_id && !row.firmado_at && carries(row))
    if (!nuevos.length) return rows
    // The canary may be among those that are being sealed.
    await way.sealed
    if (isPassed(empresaId, sobre)) return rows
    const now = clock().getTime()
    const since = waiting(empresaId, sobre)
    const until = since ? Date.parse(since) + ESPERA_MS : null
    if (until !== null && until <= now) return rows
    const canary = until === null ? nuevos[0]! : null
    const held = new Set(nuevos.filter((row) => row !== canary))
    const runAt = new Date(Math.min(now + PAUSA_MS, until ?? now + PAUSA_MS))
    if (held.size) {
      await way.run.ctx.settle(
        [...held].map(({ job_id: id }) => ({ id, outcome: 'snooze' as const, runAt, error: null })),
      )
    }
    way.solo = canary?.id ?? null
    return rows.filter((row) => !held.has(row))
  }
}

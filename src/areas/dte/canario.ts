// The canary of the newer format (formato-dte.md §1.9): the first production envelope of a company with elements that only the
// newer schemas know holds exactly one document. Others that carry them wait unsigned for its verdict, 15 minutes at most: what
// is signed is never written anew, and after a refusal they must be.

import type { Clock } from '../../domain/ambiente'
import { carriesNewTags, type FormatoDte, writesNewTags } from '../../domain/dte/formato'
import type { Sobre } from '../../domain/dte/tipos'
import { tipoDocumento } from '../../domain/dte/tipos'
import type { JobContext } from '../../jobs/kind'
import type { Store } from '../../store/store'
import { writeContenido } from '../../xml/dte-xml'
import type { DocumentoRow, Documentos } from './documento-store'
import { RECHAZOS_TOTALES } from './rechazo'

const ESPERA_MS = 15 * 60_000
/** How often those that wait look again. */
const PAUSA_MS = 30_000

interface Deps {
  store: Store
  clock: Clock
  documentos: Documentos
  formatoDte: FormatoDte
}

/** What may go on of a batch, and which of it goes in an envelope of its own. */
interface Paso {
  rows: readonly DocumentoRow[]
  solo: string | null
}

export type Canario = ReturnType<typeof createCanario>

export function createCanario({ store: { client }, clock, documentos, formatoDte }: Deps) {
  const ours = `FROM documento d JOIN envio e ON e.id = d.envio_id
    WHERE d.empresa_id = ? AND d.ambiente = 'produccion' AND d.formato_nuevo = 1 AND e.sobre = ?`
  const total = RECHAZOS_TOTALES.map((codigo) => `'${codigo}'`).join(', ')
  /** A document that the SII looked at, whatever it thought of it: its file passed the schema. */
  const passed = client
    .prepare<[string, Sobre]>(
      `SELECT 1 ${ours} AND (d.estado_sii IN ('aceptado', 'aceptado_con_reparos')
         OR (d.estado_sii = 'rechazado' AND coalesce(e.estado_sii, '') NOT IN (${total}))) LIMIT 1`,
    )
    .pluck()
  const waiting = client
    .prepare<[string, Sobre], string | null>(
      `SELECT min(coalesce(e.enviado_at, e.created_at)) ${ours}
         AND d.estado_sii IN ('no_enviado', 'enviado', 'en_proceso') AND e.estado <> 'rehusado'`,
    )
    .pluck()
  /** Companies whose newer elements the SII took: that does not change. */
  const known = new Set<string>()

  const isPassed = (empresaId: string, sobre: Sobre): boolean => {
    const key = `${empresaId} ${sobre}`
    if (!known.has(key) && passed.get(empresaId, sobre)) known.add(key)
    return known.has(key)
  }

  const carries = (row: DocumentoRow): boolean =>
    writesNewTags(row.ambiente, row.tipo_dte, row.fecha_emision, formatoDte) &&
    carriesNewTags(row.tipo_dte, writeContenido(documentos.contenido(row).dte))

  /** Of documents taken together, those that may travel now; the others are settled to look again. `sealed`: those taken before are. */
  return async (rows: readonly DocumentoRow[], ctx: JobContext, sealed: Promise<unknown>): Promise<Paso> => {
    const [first] = rows
    if (first?.ambiente !== 'produccion' || formatoDte === '2.2') return { rows, solo: null }
    const { empresa_id: empresaId, tipo_dte } = first
    const { sobre } = tipoDocumento(tipo_dte)
    if (isPassed(empresaId, sobre)) return { rows, solo: null }
    const nuevos = rows.filter((row) => !row.envio_id && !row.firmado_at && carries(row))
    if (!nuevos.length) return { rows, solo: null }
    // The canary may be among those that are being sealed.
    await sealed
    if (isPassed(empresaId, sobre)) return { rows, solo: null }
    const now = clock().getTime()
    const since = waiting.get(empresaId, sobre)
    const until = since ? Date.parse(since) + ESPERA_MS : null
    if (until !== null && until <= now) return { rows, solo: null }
    const canary = until === null ? nuevos[0]! : null
    const held = new Set(nuevos.filter((row) => row !== canary))
    const runAt = new Date(Math.min(now + PAUSA_MS, until ?? now + PAUSA_MS))
    if (held.size) {
      await ctx.settle(
        [...held].map(({ job_id: id }) => ({ id, outcome: 'snooze' as const, runAt, error: null })),
      )
    }
    return { rows: rows.filter((row) => !held.has(row)), solo: canary?.id ?? null }
  }
}

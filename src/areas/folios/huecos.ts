// Gaps: folios that no document here bears, or none that went to the SII, and that were not taken anew (contract §18). They are
// reused or annulled; what the SII has of another document is neither.

import type { Ambiente, Clock } from '../../domain/ambiente'
import { chileDate } from '../../domain/fecha'
import type { Store } from '../../store/store'

export interface Hueco {
  tipoDte: number
  folio: number
  motivo: string
  /** The job whose document bore it; null when none did. */
  jobId: string | null
  /**
   * `por_anular` at the SII, or `anulado` there; `reutilizable`: the next document of the type takes it; `emitido_fuera`: the SII
   * has a document with it that this database, an older copy, does not know.
   */
  estado: (typeof ESTADOS_HUECO)[number]
}

export const ESTADOS_HUECO = ['por_anular', 'anulado', 'reutilizable', 'emitido_fuera'] as const

interface HuecoRow {
  tipo_dte: number
  folio: number
  job_id: string | null
  /** Of the job, as JSON; of what no document bore, `motivo` says why. */
  error: string | null
  estado_sii: string | null
  glosa_sii: string | null
  motivo: string | null
  estado: Hueco['estado']
}

export type Huecos = ReturnType<typeof createHuecos>

// A folio freed twice has two documents: SQLite takes the bare columns from the row of max(created_at), the later one.
const BORNE = `SELECT d.tipo_dte, d.folio, d.job_id, job.error, d.estado_sii, d.glosa_sii, NULL AS motivo,
    CASE WHEN d.folio_estado = 'por_anular' AND d.conciliar = 2 THEN iif(d.codigo_sii = 'FAN', 'anulado', 'emitido_fuera')
      WHEN libre.folio IS NOT NULL AND (caf.vence_el IS NULL OR caf.vence_el >= @hoy) THEN 'reutilizable'
      ELSE 'por_anular' END AS estado, max(d.created_at)
  FROM documento d
  JOIN caf ON caf.id = d.caf_id
  LEFT JOIN job ON job.id = d.job_id
  LEFT JOIN folio_libre libre ON libre.empresa_id = d.empresa_id AND libre.ambiente = d.ambiente
    AND libre.tipo_dte = d.tipo_dte AND libre.folio = d.folio
  WHERE d.empresa_id = @empresaId AND d.ambiente = @ambiente AND d.folio_estado IN ('por_anular', 'libre')
    AND (d.folio_estado = 'por_anular' OR libre.folio IS NOT NULL)
  GROUP BY d.tipo_dte, d.folio`

const APARTADOS = `FROM folio_apartado a JOIN caf c ON c.id = a.caf_id
  WHERE c.empresa_id = @empresaId AND c.ambiente = @ambiente`

// Set aside by ranges, told one by one: in order, and no further than the page reaches.
const SET_ASIDE = `SELECT tipo_dte, desde AS folio, NULL, NULL, NULL, NULL, motivo, estado, NULL FROM cada`
const CADA = `WITH RECURSIVE cada (tipo_dte, desde, hasta, motivo, estado) AS (
    SELECT c.tipo_dte, a.desde, a.hasta, a.motivo, a.estado ${APARTADOS}
    UNION ALL SELECT tipo_dte, desde + 1, hasta, motivo, estado FROM cada WHERE desde < hasta
    ORDER BY 1, 2 LIMIT @reach)`

export function createHuecos({ store: { client }, clock }: { store: Store; clock: Clock }) {
  const list = client.prepare<[object], HuecoRow>(
    `${CADA} SELECT * FROM (${BORNE} UNION ALL ${SET_ASIDE}) ORDER BY tipo_dte, folio LIMIT @limit OFFSET @offset`,
  )
  const total = client
    .prepare<[object], number>(
      `SELECT (SELECT count(*) FROM (${BORNE})) + (SELECT coalesce(sum(a.hasta - a.desde + 1), 0) ${APARTADOS})`,
    )
    .pluck()
  const key = (empresaId: string, ambiente: Ambiente) => ({ empresaId, ambiente, hoy: chileDate(clock()) })

  return {
    /** One page, by type and folio. A free folio whose range has expired can only be annulled. */
    list(empresaId: string, ambiente: Ambiente, limit: number, offset: number): Hueco[] {
      const rows = list.all({ ...key(empresaId, ambiente), limit, offset, reach: offset + limit })
      return rows.map((row) => ({
        tipoDte: row.tipo_dte,
        folio: row.folio,
        motivo: row.motivo ?? motivoOf(row),
        jobId: row.job_id,
        estado: row.estado,
      }))
    },
    count: (empresaId: string, ambiente: Ambiente): number => total.get(key(empresaId, ambiente)) ?? 0,
  }
}

/** Why no document bears the folio: the SII refused its whole file, or a person gave it up, and what its job last said. */
function motivoOf({ error, estado_sii, glosa_sii }: HuecoRow): string {
  if (estado_sii === 'rechazado') return tell('Documento rechazado por el SII', glosa_sii)
  return tell('Documento descartado', error && (JSON.parse(error) as { error?: string }).error)
}

const tell = (what: string, said: string | null | undefined): string => (said ? `${what}: ${said}` : what)

// Gaps: folios that no document of the SII bears and that were not taken anew (contract §18). They are reused or annulled.

import type { Ambiente, Clock } from '../../domain/ambiente'
import { chileDate } from '../../domain/fecha'
import type { Store } from '../../store/store'

export interface Hueco {
  tipoDte: number
  folio: number
  motivo: string
  jobId: string
  /** `por_anular` at the SII, or `reutilizable`: the next document of the type takes it. */
  estado: 'por_anular' | 'reutilizable'
}

interface HuecoRow {
  tipo_dte: number
  folio: number
  job_id: string
  error: string | null
  estado_sii: string
  glosa_sii: string | null
  reutilizable: 0 | 1
}

export type Huecos = ReturnType<typeof createHuecos>

// A folio freed twice has two documents: SQLite takes the bare columns from the row of max(created_at), the later one.
const FROM = `FROM documento d
  JOIN caf ON caf.id = d.caf_id
  LEFT JOIN job ON job.id = d.job_id
  LEFT JOIN folio_libre libre ON libre.empresa_id = d.empresa_id AND libre.ambiente = d.ambiente
    AND libre.tipo_dte = d.tipo_dte AND libre.folio = d.folio
  WHERE d.empresa_id = @empresaId AND d.ambiente = @ambiente AND d.folio_estado IN ('por_anular', 'libre')
    AND (d.folio_estado = 'por_anular' OR libre.folio IS NOT NULL)`

export function createHuecos({ store: { client }, clock }: { store: Store; clock: Clock }) {
  const list = client.prepare<[object], HuecoRow>(
    `SELECT d.tipo_dte, d.folio, d.job_id, job.error, d.estado_sii, d.glosa_sii, max(d.created_at),
       (libre.folio IS NOT NULL AND (caf.vence_el IS NULL OR caf.vence_el >= @hoy)) AS reutilizable
     ${FROM} GROUP BY d.tipo_dte, d.folio ORDER BY d.tipo_dte, d.folio LIMIT @limit OFFSET @offset`,
  )
  const total = client
    .prepare<[object], number>(`SELECT count(*) FROM (SELECT 1 ${FROM} GROUP BY d.tipo_dte, d.folio)`)
    .pluck()

  return {
    /** One page, by type and folio. A free folio whose range has expired can only be annulled. */
    list(empresaId: string, ambiente: Ambiente, limit: number, offset: number): Hueco[] {
      const hoy = chileDate(clock())
      return list.all({ empresaId, ambiente, hoy, limit, offset }).map((row) => ({
        tipoDte: row.tipo_dte,
        folio: row.folio,
        motivo: motivoOf(row),
        jobId: row.job_id,
        estado: row.reutilizable ? 'reutilizable' : 'por_anular',
      }))
    },
    count: (empresaId: string, ambiente: Ambiente): number => total.get({ empresaId, ambiente }) ?? 0,
  }
}

/** Why no document bears the folio: the SII refused its whole file, or a person gave it up, and what its job last said. */
function motivoOf({ error, estado_sii, glosa_sii }: HuecoRow): string {
  if (estado_sii === 'rechazado') return tell('Documento rechazado por el SII', glosa_sii)
  return tell('Documento descartado', error && (JSON.parse(error) as { error?: string }).error)
}

const tell = (what: string, said: string | null | undefined): string => (said ? `${what}: ${said}` : what)

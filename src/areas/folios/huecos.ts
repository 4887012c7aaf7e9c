// Gaps: folios that no document here bears, or none that went to the SII, and that were not taken anew (http §18). They are
// reused or annulled; what the SII has of another document is neither.

import type { Clock } from '../../base/clock'
import { chileDate } from '../../domain/fecha'
import type { Titular } from '../../domain/titular'
import type { Store } from '../../store/store'
import { type HuecoRow, prepareHuecos } from './statements'

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
  /** When it was known here that it is annulled at the SII; null of others, and where that was not kept. */
  anuladoEn: string | null
  /** The source of `emitido_fuera`: a person may be wrong; null for other folios. */
  dichoPor: 'sii' | 'persona' | null
}

export const ESTADOS_HUECO = ['por_anular', 'anulado', 'reutilizable', 'emitido_fuera'] as const

export type Huecos = ReturnType<typeof createHuecos>

export function createHuecos({ store: { client }, clock }: { store: Store; clock: Clock }) {
  const { list, total } = prepareHuecos(client)
  const key = ({ empresaId, ambiente }: Titular) => ({ empresaId, ambiente, hoy: chileDate(clock()) })

  return {
    /** By type and folio, behind one of them. A free folio whose range has expired can only be annulled. */
    list(titular: Titular, limit: number, offset: number, last: Hueco | null): Hueco[] {
      const behind = { tipo: last?.tipoDte ?? 0, folio: last?.folio ?? 0 }
      const rows = list.all({ ...key(titular), ...behind, limit, offset, reach: offset + limit })
      return rows.map((row) => ({
        tipoDte: row.tipo_dte,
        folio: row.folio,
        motivo: row.motivo ?? motivoOf(row),
        jobId: row.job_id,
        estado: row.estado,
        anuladoEn: row.anulado_en,
        dichoPor: row.estado === 'emitido_fuera' ? (row.dicho_por ?? 'sii') : null,
      }))
    },
    count: (titular: Titular): number => total.get(key(titular)) ?? 0,
  }
}

/** Why no document bears the folio: the SII refused its whole file, or a person gave it up, and what its job last said. */
function motivoOf({ error, estado_sii, glosa_sii }: HuecoRow): string {
  if (estado_sii === 'rechazado') return labelled('Documento rechazado por el SII', glosa_sii)
  return labelled('Documento descartado', error && (JSON.parse(error) as { error?: string }).error)
}

const labelled = (what: string, said: string | null | undefined): string => (said ? `${what}: ${said}` : what)

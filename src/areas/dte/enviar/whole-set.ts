// A set goes whole or not at all (jobs §10): what is here of one waits for the rest, or stops with it.

import type { Clock } from '../../../base/clock'
import { fechaEscrita } from '../../../domain/cifras'
import { chileDate } from '../../../domain/fecha'
import { type JobError, jobError } from '../../../jobs/kind'
import type { EmitidoRow } from '../documento/documento-store'
import type { Envios } from '../envio/envio-store'
import { type MiembroRow, type Sets, setOf } from '../envio/set-store'
import { type Gate, settleStopped } from './run'
import type { Settling } from './settling'

const ACCION = 'Descarte los documentos del set y emítalo de nuevo: tomará otros folios'

const FUERA = 'El envío del set está en el SII sin este documento'

/** A fault that ends a set: nothing of it travels in another envelope. */
export const endSet = (error: JobError): JobError => ({ ...error, accion: ACCION })

const endedSet = (error: string): JobError => endSet(jobError('INVALID_STATE', error, 'envio'))

/** The fault of one document, as that of the whole set. */
export const blameCaso = (row: EmitidoRow, error: JobError): JobError => ({
  ...error,
  error: `Del set falla el documento tipo ${row.tipo_dte} folio ${row.folio}: ${error.error}`,
})

const isStopped = ({ estado }: MiembroRow): boolean =>
  estado === 'failed' || estado === 'dlq' || estado === 'discarded'

function stoppedBy(miembro: MiembroRow): JobError {
  const { tipo_dte, folio, estado, error } = miembro
  const what = `El documento tipo ${tipo_dte} folio ${folio} del set`
  if (estado === 'discarded') return endedSet(`${what} se descartó: el resto no viaja sin él`)
  const said = error ? (JSON.parse(error) as JobError) : null
  return { ...(said ?? endedSet('')), error: `${what} se detuvo${said ? `: ${said.error}` : ''}` }
}

/** How long a part of a set waits for the rest of it, which no time is known of. */
const PAUSA_MS = 1000

export interface WholeSetDeps {
  clock: Clock
  envios: Envios
  sets: Sets
  settling: Settling
}

/** Lets the documents of a set through in its order, if it may travel; none where it may not yet, or ends here. */
export function createWholeSet({ clock, envios, sets, settling: { fail } }: WholeSetDeps): Gate {
  return async (rows, { run }) => {
    const envioId = setOf(run.line)!
    const envio = envios.get(envioId)
    if (!rows.length) return []
    // Frozen and shown to the SII it travels as a whole, whichever of its jobs are here.
    if (envio && envio.estado !== 'armado') {
      const outside = rows.filter(({ envio_id }) => envio_id !== envioId)
      if (outside.length) await fail(run, { rows: outside, parte: null }, endedSet(FUERA))
      return rows.filter((row) => !outside.includes(row))
    }
    const miembros = sets.members(envioId)
    const byId = new Map(rows.map((row) => [row.id, row]))
    const missing = miembros.filter(({ documento_id }) => !byId.has(documento_id))
    const stopped = missing.find(isStopped)
    if (stopped) {
      await fail(run, { rows, parte: null }, stoppedBy(stopped))
      return []
    }
    const now = clock()
    if (missing.length) {
      const last = Math.max(now.getTime() + PAUSA_MS, ...missing.map(({ run_at }) => run_at ?? 0))
      await settleStopped(run, { rows, parte: null }, { outcome: 'snooze', runAt: new Date(last) })
      return []
    }
    const dia = rows.find(({ fecha_emision }) => fecha_emision !== chileDate(now))?.fecha_emision
    if (!envio && dia !== undefined) {
      const why = `El set es del ${fechaEscrita(dia)} y ese día terminó antes de que su envío se armara`
      await fail(run, { rows, parte: null }, endedSet(why))
      return []
    }
    return miembros.map(({ documento_id }) => byId.get(documento_id)!)
  }
}

// The SII out of reach, as one event when it begins to look lasting and one when it is over (http §12.5), not one for each
// document that waits.

import { and, eq, sql } from 'drizzle-orm'
import type { Clock } from '../../../base/clock'
import type { Titular } from '../../../domain/titular'
import type { JobError } from '../../../jobs/kind'
import type { Store } from '../../../store/store'
import { siiIncidente } from '../../../store/tables/envio'
import type { Eventos } from '../../eventos'

/** Temporary faults in a row that make an incident: about a minute by the queue's pauses. */
const INCIDENTE = 3

/** The remedy when the SII refuses the newer elements (domain/dte §5.2). */
export const FRENO =
  'Lleva elementos del formato 2.5: si son la causa, pida a quien administra el servidor que vuelva al formato 2.2 y emita de nuevo con otro folio. Se hace con TIMBRE_FORMATO_DTE=2.2 y un reinicio'

export type Incidentes = ReturnType<typeof createIncidentes>

/** All that write run inside the caller's transaction. */
export function createIncidentes({
  store: { db },
  clock,
  eventos,
}: {
  store: Store
  clock: Clock
  eventos: Pick<Eventos, 'emit'>
}) {
  const of = ({ empresaId, ambiente }: Titular) =>
    and(eq(siiIncidente.empresaId, empresaId), eq(siiIncidente.ambiente, ambiente))

  return {
    /** An envelope did not get through. */
    failed({ empresaId, ambiente }: Titular, { code, error }: JobError): void {
      const { fallas, desde } = db
        .insert(siiIncidente)
        .values({ empresaId, ambiente, fallas: 1, desde: clock().getTime() })
        .onConflictDoUpdate({
          target: [siiIncidente.empresaId, siiIncidente.ambiente],
          set: { fallas: sql`${siiIncidente.fallas} + 1` },
        })
        .returning()
        .get()
      if (fallas !== INCIDENTE) return
      const data = () => ({
        empresa_id: empresaId,
        ambiente,
        desde: new Date(desde).toISOString(),
        code,
        error,
      })
      eventos.emit({ empresaId, ambiente }, [{ evento: 'sii.incidente', data }])
    },
    /** A document with elements of the newer format was refused for its schema: one word to whoever operates (domain/dte §5.2). */
    formato({ empresaId, ambiente }: Titular): void {
      const desde = clock().toISOString()
      const error = `El SII rechazó un documento por esquema. ${FRENO}`
      const data = () => ({ empresa_id: empresaId, ambiente, desde, code: 'SII_ERROR', error })
      eventos.emit({ empresaId, ambiente }, [{ evento: 'sii.incidente', data }])
    },
    /** Since when they do not; null while they do. */
    since({ empresaId, ambiente }: Titular): Date | null {
      const open = db.select().from(siiIncidente).where(of({ empresaId, ambiente })).get()
      return open ? new Date(open.desde) : null
    },
    /** One did. */
    passed({ empresaId, ambiente }: Titular): void {
      const open = db.select().from(siiIncidente).where(of({ empresaId, ambiente })).get()
      if (!open) return
      db.delete(siiIncidente).where(of({ empresaId, ambiente })).run()
      if (open.fallas < INCIDENTE) return
      const span = { desde: new Date(open.desde).toISOString(), hasta: clock().toISOString() }
      const data = () => ({ empresa_id: empresaId, ambiente, ...span })
      eventos.emit({ empresaId, ambiente }, [{ evento: 'sii.recuperado', data }])
    },
  }
}

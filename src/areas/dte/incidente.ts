// The SII out of reach, as one event when it begins to look lasting and one when it is over (contract §12), not one for each
// document that waits.

import type { Ambiente, Clock } from '../../domain/ambiente'
import type { JobError } from '../../jobs/kind'
import type { Store } from '../../store/store'
import type { siiIncidente } from '../../store/tables/envio'
import type { Row } from '../../store/tables/row'
import type { Eventos } from '../eventos'

/** Temporary faults in a row that make an incident: about a minute by the queue's pauses. */
const INCIDENTE = 3

/** What to do when the SII refuses the newer elements (formato-dte.md §1.9). */
export const FRENO =
  'Lleva elementos del formato 2.5: si son la causa, pida a quien administra el servidor que vuelva al formato 2.2 y emita de nuevo con otro folio. Se hace con TIMBRE_FORMATO_DTE=2.2 y un reinicio'

type IncidenteRow = Pick<Row<typeof siiIncidente>, 'fallas' | 'desde'>

export type Incidentes = ReturnType<typeof createIncidentes>

/** All run inside the caller's transaction. */
export function createIncidentes({
  store: { client },
  clock,
  eventos,
}: {
  store: Store
  clock: Clock
  eventos: Pick<Eventos, 'emit'>
}) {
  const count = client.prepare<[string, string, number], IncidenteRow>(
    `INSERT INTO sii_incidente (empresa_id, ambiente, fallas, desde) VALUES (?, ?, 1, ?)
     ON CONFLICT DO UPDATE SET fallas = fallas + 1 RETURNING fallas, desde`,
  )
  const find = client.prepare<[string, string], IncidenteRow>(
    'SELECT fallas, desde FROM sii_incidente WHERE empresa_id = ? AND ambiente = ?',
  )
  const end = client.prepare('DELETE FROM sii_incidente WHERE empresa_id = ? AND ambiente = ?')
  return {
    /** An envelope did not get through. */
    failed(empresaId: string, ambiente: Ambiente, { code, error }: JobError): void {
      const { fallas, desde } = count.get(empresaId, ambiente, clock().getTime())!
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
    /** A document with elements of the newer format was refused for its schema: one word to whoever operates (formato-dte.md §1.9). */
    formato(empresaId: string, ambiente: Ambiente): void {
      const desde = clock().toISOString()
      const error = `El SII rechazó un documento por esquema. ${FRENO}`
      const data = () => ({ empresa_id: empresaId, ambiente, desde, code: 'SII_ERROR', error })
      eventos.emit({ empresaId, ambiente }, [{ evento: 'sii.incidente', data }])
    },
    /** One did. */
    passed(empresaId: string, ambiente: Ambiente): void {
      const open = find.get(empresaId, ambiente)
      if (!open) return
      end.run(empresaId, ambiente)
      if (open.fallas < INCIDENTE) return
      const span = { desde: new Date(open.desde).toISOString(), hasta: clock().toISOString() }
      const data = () => ({ empresa_id: empresaId, ambiente, ...span })
      eventos.emit({ empresaId, ambiente }, [{ evento: 'sii.recuperado', data }])
    },
  }
}

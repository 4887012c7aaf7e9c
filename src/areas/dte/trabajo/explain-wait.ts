// Why a document has not come to the SII yet (http §10.2): since when, what was said last, and when it is tried again.

import { eq } from 'drizzle-orm'
import { chileTimestamp } from '../../../domain/fecha'
import { toRecord } from '../../../jobs/record'
import type { Explicacion } from '../../../sii'
import type { Store } from '../../../store/store'
import { job } from '../../../store/tables/job'
import type { DocumentoRow } from '../documento/documento-store'
import type { Incidentes } from '../envio/incidente'
import { type TrabajoDeps, toJson } from './trabajo-json'

interface Deps extends TrabajoDeps {
  store: Pick<Store, 'db'>
  incidentes: Pick<Incidentes, 'since'>
}

/** Null of one that has come, or that nothing keeps from it. */
export type ExplainWait = (row: DocumentoRow) => Explicacion | null

const at = (when: Date): string => `${chileTimestamp(when).replace('T', ' ')} (hora de Chile)`

export const createExplainWait =
  ({ store: { db }, incidentes, ...deps }: Deps): ExplainWait =>
  (row) => {
    if (row.estado_sii !== 'no_enviado' || row.job_id === null) return null
    const found = db.select().from(job).where(eq(job.id, row.job_id)).get()
    if (!found || found.estado === 'discarded') return null
    const { estado, error, proximo_intento } = toJson(toRecord(found), deps, false)
    if (!error) return null
    if (estado === 'failed' || estado === 'dlq')
      return {
        causa: `Su envío al SII se detuvo. ${error.error}`,
        solucion: error.accion ?? 'Mire su trabajo: reintente o descarte',
      }
    const desde = incidentes.since({ empresaId: row.empresa_id, ambiente: row.ambiente })
    const next = proximo_intento ? `otra vez el ${at(new Date(proximo_intento))}` : 'ahora'
    return {
      causa: `Aún no llega al SII${desde ? `, que no recibe lo de la empresa desde el ${at(desde)}` : ''}. ${error.error}`,
      solucion: [error.sii?.solucion, `Timbre lo intenta ${next}`].filter(Boolean).join('. '),
    }
  }

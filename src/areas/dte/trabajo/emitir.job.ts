// The public job of a document (http §7). No run of its own: its line takes it along (linea.job.ts).

import type { Clock } from '../../../base/clock'
import type { NewId } from '../../../base/id'
import type { Hasten } from '../../../jobs/hasten'
import type { InsertJob } from '../../../jobs/insert'
import { defineJob, type Job } from '../../../jobs/kind'
import type { Requeue } from '../../../jobs/requeue'
import type { Eventos } from '../../eventos'
import type { Folios } from '../../folios'
import type { ScheduledRelease } from '../aceptar/scheduled-release'
import type { Documentos } from '../documento/documento-store'
import type { Programadas } from '../documento/programada-store'
import type { Envios } from '../envio/envio-store'
import { EMITIR, type Lineas, MAX_INTENTOS } from '../envio/linea'
import { type Sets, setOf } from '../envio/set-store'
import type { Guias } from '../referencias/guias'
import type { Reemplazos } from '../referencias/reemplazos'
import type { Referencias } from '../referencias/referencias'
import { eventoDescartado, eventosDeTrabajos } from '../seguir/eventos'
import type { Listeners } from '../seguir/listeners'
import { discardDocumento } from './discard'

interface Deps {
  clock: Clock
  newId: NewId
  insertJob: InsertJob
  lineas: Lineas
  folios: Folios
  documentos: Documentos
  envios: Envios
  referencias: Referencias
  guias: Guias
  reemplazos: Reemplazos
  scheduledRelease: ScheduledRelease
  programadas: Programadas
  eventos: Pick<Eventos, 'emit'>
  sets: Sets
  listeners: Pick<Listeners, 'setMoved'>
  requeue: Requeue
  hasten: Hasten
}

export const emitirJob = (deps: Deps) => {
  const { lineas, documentos, scheduledRelease, eventos, sets, listeners, requeue, hasten } = deps

  function takeUp(job: Job, now: Date): void {
    const row = documentos.byJob(job.id)
    // Its release failed: it has neither folio nor document, and may have both now.
    if (!row) scheduledRelease.accept(job, now)
    else if (row.folio_estado === 'retenido') documentos.setFolioEstado(row.id, 'tomado')
    const set = setOf(job)
    if (set) takeUpRest(set)
    lineas.wake(job)
  }

  /** A set goes whole: the rest of what stopped goes on with the document that somebody retries. */
  function takeUpRest(set: string): void {
    for (const { estado, job_id, documento_id } of sets.members(set)) {
      if (estado !== 'failed' && estado !== 'dlq') continue
      requeue(job_id)
      documentos.setFolioEstado(documento_id, 'tomado')
    }
  }

  function notifySets(jobs: readonly Pick<Job, 'grupo'>[]): void {
    for (const set of new Set(jobs.map(setOf))) if (set) listeners.setMoved(set)
  }

  return defineJob<object>({
    kind: EMITIR,
    maxIntentos: MAX_INTENTOS,
    hurriesAtStart: true,
    release(job: Job, now, due) {
      const stopped = scheduledRelease.release(job, now, due)
      if (!stopped) lineas.wake(job)
      return stopped
    },
    exhausted: (job) => documentos.setFolioEstado(documentos.byJob(job.id)!.id, 'retenido'),
    hurried(job) {
      const set = setOf(job)
      if (set) for (const { job_id } of sets.members(set)) hasten(job_id)
      lineas.wake(job)
    },
    retried: takeUp,
    revived: takeUp,
    ended(ended) {
      const { empresaId, ambiente } = ended[0]!.job
      eventos.emit({ empresaId, ambiente }, eventosDeTrabajos(deps, ended))
      notifySets(ended.map(({ job }) => job))
    },
    discarded(job, now, { liberarFolio }) {
      discardDocumento(deps, job.id, now, liberarFolio === true)
      eventos.emit(job, [eventoDescartado(deps, job.id)])
      notifySets([job])
    },
  })
}

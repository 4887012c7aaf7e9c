// The public job of a document (http §7). No run of its own: its line takes it along (linea.job.ts).

import type { Clock } from '../../../base/clock'
import type { NewId } from '../../../base/id'
import type { InsertJob } from '../../../jobs/insert'
import { defineJob, type Job } from '../../../jobs/kind'
import type { Eventos } from '../../eventos'
import type { Folios } from '../../folios'
import type { ScheduledRelease } from '../aceptar/scheduled-release'
import type { Documentos } from '../documento/documento-store'
import type { Programadas } from '../documento/programada-store'
import type { Envios } from '../envio/envio-store'
import { EMITIR, type Lineas, MAX_INTENTOS } from '../envio/linea'
import type { Guias } from '../referencias/guias'
import type { Reemplazos } from '../referencias/reemplazos'
import type { Referencias } from '../referencias/referencias'
import { eventoDescartado, eventosDeTrabajos } from '../seguir/eventos'
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
}

export const emitirJob = (deps: Deps) => {
  const { lineas, documentos, scheduledRelease, eventos } = deps

  function takeUp(job: Job, now: Date): void {
    const row = documentos.byJob(job.id)
    // Its release failed: it has neither folio nor document, and may have both now.
    if (!row) scheduledRelease.accept(job, now)
    else if (row.folio_estado === 'retenido') documentos.setFolioEstado(row.id, 'tomado')
    lineas.wake(job)
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
    hurried: (job) => lineas.wake(job),
    retried: takeUp,
    revived: takeUp,
    ended(ended) {
      const { empresaId, ambiente } = ended[0]!.job
      eventos.emit({ empresaId, ambiente }, eventosDeTrabajos(deps, ended))
    },
    discarded(job, now, { liberarFolio }) {
      discardDocumento(deps, job.id, now, liberarFolio === true)
      eventos.emit(job, [eventoDescartado(deps, job.id)])
    },
  })
}

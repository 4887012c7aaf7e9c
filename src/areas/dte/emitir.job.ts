// The public job of a document (contract §7). No run of its own: its line takes it along (linea.job.ts).

import type { Clock } from '../../domain/ambiente'
import type { NewId } from '../../domain/id'
import type { InsertJob } from '../../jobs/insert'
import { defineJob, type Job } from '../../jobs/kind'
import type { Eventos } from '../eventos'
import type { Folios } from '../folios'
import { discardDocumento } from './descartar'
import type { Documentos } from './documento-store'
import type { Envios } from './envio-store'
import { eventoDescartado, eventosDeTrabajos } from './eventos'
import type { Guias } from './guias'
import type { Liberar } from './liberar'
import { EMITIR, type Lineas, MAX_INTENTOS } from './linea'
import type { Programadas } from './programada-store'
import type { Referencias } from './referencias'

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
  liberar: Liberar
  programadas: Programadas
  eventos: Pick<Eventos, 'emit'>
}

export const emitirJob = (deps: Deps) => {
  const { lineas, documentos, liberar, eventos } = deps
  return defineJob<object>({
    kind: EMITIR,
    maxIntentos: MAX_INTENTOS,
    hurriesAtStart: true,
    loteMax: () => 1,
    release(job: Job, now, due) {
      const stopped = liberar.release(job, now, due)
      if (!stopped) lineas.wake(job)
      return stopped
    },
    buried: (job) => documentos.setFolioEstado(documentos.byJob(job.id)!.id, 'retenido'),
    retried(job, now) {
      const row = documentos.byJob(job.id)
      // Its release failed: it has neither folio nor document, and may have both now.
      if (!row) liberar.take(job, now)
      else if (row.folio_estado === 'retenido') documentos.setFolioEstado(row.id, 'tomado')
      lineas.wake(job)
    },
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

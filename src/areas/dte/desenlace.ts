// What becomes of documents that travelled together, or could not: settled with their jobs and with the line, and told to whoever
// listens.

import type { Clock } from '../../domain/ambiente'
import type { NewId } from '../../domain/id'
import type { Log } from '../../domain/log'
import type { InsertJob } from '../../jobs/insert'
import type { JobError, Outcome } from '../../jobs/kind'
import type { Requeue } from '../../jobs/requeue'
import { spent } from '../../jobs/settle'
import type { Eventos } from '../eventos'
import type { Documentos } from './documento-store'
import type { EnvioRow, Envios } from './envio-store'
import { eventosFallidos } from './eventos'
import type { Incidentes } from './incidente'
import { type Corrida, jobsOf, MAX_INTENTOS, settleStopped, type Viaje } from './linea'
import type { Reenvios } from './reenvio-store'
import type { Seguimiento } from './seguimiento'
import { insertVeredicto } from './veredicto.job'

interface Deps {
  clock: Clock
  newId: NewId
  documentos: Documentos
  envios: Envios
  reenvios: Reenvios
  eventos: Pick<Eventos, 'emit'>
  insertJob: InsertJob
  requeue: Requeue
  seguimiento: Seguimiento
  incidentes: Incidentes
  log: Log
}

export type Desenlace = ReturnType<typeof createDesenlace>

export function createDesenlace({
  clock,
  newId,
  documentos,
  envios,
  reenvios,
  eventos,
  insertJob,
  requeue,
  seguimiento,
  incidentes,
  log,
}: Deps) {
  /** Settles documents as issued: the SII has the envelope. */
  const received = (corrida: Corrida, envio: EnvioRow, viaje: Viaje, trackId: string | null) => {
    corrida.fallas = 0
    const jobs = jobsOf(viaje)
    return corrida.ctx.settle(
      jobs.map((id): Outcome => ({ id, outcome: 'completed' })),
      () => {
        if (envios.get(envio.id)!.estado === 'recibido') return
        const at = clock().toISOString()
        envios.markReceived(envio.id, trackId, at)
        incidentes.passed(envio.empresa_id, envio.ambiente)
        log.info('dte.enviado', { envio_id: envio.id, track_id: trackId, job_ids: jobs })
        insertVeredicto(insertJob, newId, clock(), envio)
        seguimiento.recibido(envio)
        reenvios.landed(envio.id)
        // What stopped on the way, in an attempt of its own, arrived after all: those jobs run again and find it so.
        for (const id of envios.stoppedJobs(envio.id)) requeue(id)
      },
    )
  }

  /** Documents cannot go on: a person has to mend why. In the transaction that says so of their jobs, or of their part. */
  function stop({ rows, parte }: Viaje, error: JobError): void {
    for (const { id } of rows) documentos.setFolioEstado(id, 'retenido')
    if (!parte) return
    reenvios.stop(parte.parte, error)
    const { empresa_id: empresaId, ambiente } = rows[0]!
    eventos.emit({ empresaId, ambiente }, eventosFallidos({ envios }, rows, error))
  }

  /** A temporary fault stops the line; an attempt of each document. */
  const stopLine = (corrida: Corrida, viaje: Viaje, error: JobError, also: () => void, runAt?: Date) =>
    settleStopped(corrida, viaje, { outcome: 'retry', error, ...(runAt && { runAt }) }, () => {
      also()
      const { rows, parte } = viaje
      log.warn('dte.falla', {
        job_ids: rows.map(({ job_id }) => job_id),
        code: error.code,
        etapa: error.etapa,
        sii_codigo: error.sii?.codigo,
      })
      if (parte && parte.intentos + 1 >= MAX_INTENTOS) stop(viaje, spent(error))
      else if (parte) reenvios.fail(parte.parte)
    })

  /** A fault on the way: a temporary one stops the line, any other ends the documents' jobs, their folios held for a retry. */
  async function faulted(
    corrida: Corrida,
    viaje: Viaje,
    error: JobError,
    also: () => void = () => {},
  ): Promise<void> {
    const { empresa_id, ambiente } = viaje.rows[0]!
    if (error.reintentable)
      return stopLine(corrida, viaje, error, () => {
        also()
        incidentes.failed(empresa_id, ambiente, error)
      })
    await fail(corrida, viaje, error, also)
  }

  /** Ends documents with an error that no wait mends. */
  async function fail(
    corrida: Corrida,
    viaje: Viaje,
    error: JobError,
    also: () => void = () => {},
  ): Promise<void> {
    const ids = jobsOf(viaje)
    await corrida.ctx.settle(
      ids.map((id): Outcome => ({ id, outcome: 'failed', error })),
      () => {
        also()
        stop(viaje, error)
      },
    )
  }

  /** They travel in another envelope, in this run or the next. */
  const again = (corrida: Corrida, viaje: Viaje, write?: () => void) => {
    const runAt = new Date(clock().getTime())
    return corrida.ctx.settle(
      jobsOf(viaje).map((id): Outcome => ({ id, outcome: 'snooze', runAt })),
      write,
    )
  }

  return { received, stopLine, faulted, fail, again }
}

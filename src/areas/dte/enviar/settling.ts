// Settles documents that travelled together, or could not, with their jobs and line, and notifies the
// listeners.

import type { Clock } from '../../../base/clock'
import type { NewId } from '../../../base/id'
import type { Log } from '../../../base/log'
import { pauseMs } from '../../../jobs/backoff'
import type { InsertJob } from '../../../jobs/insert'
import type { JobError, Outcome } from '../../../jobs/kind'
import type { Requeue } from '../../../jobs/requeue'
import { spent } from '../../../jobs/settle'
import type { Eventos } from '../../eventos'
import type { Documentos } from '../documento/documento-store'
import type { EnvioRow, Envios } from '../envio/envio-store'
import type { Incidentes } from '../envio/incidente'
import { MAX_INTENTOS } from '../envio/linea'
import type { Parte, Reenvios } from '../envio/reenvio-store'
import { eventosFallidos } from '../seguir/eventos'
import { insertVeredicto } from '../seguir/insert-veredicto'
import type { Listeners } from '../seguir/listeners'
import { jobsOf, type Run, settleStopped, type Trip } from './run'

interface Deps {
  clock: Clock
  newId: NewId
  documentos: Documentos
  envios: Envios
  reenvios: Reenvios
  eventos: Pick<Eventos, 'emit'>
  insertJob: InsertJob
  requeue: Requeue
  listeners: Pick<Listeners, 'received'>
  incidentes: Incidentes
  log: Log
}

export type Settling = ReturnType<typeof createSettling>

export function createSettling({
  clock,
  newId,
  documentos,
  envios,
  reenvios,
  eventos,
  insertJob,
  requeue,
  listeners,
  incidentes,
  log,
}: Deps) {
  /** Settles documents as issued: the SII has the envelope. */
  const received = (run: Run, envio: EnvioRow, trip: Trip, trackId: string | null) => {
    run.fallas = 0
    const jobs = jobsOf(trip)
    return run.ctx.settle(
      jobs.map((id): Outcome => ({ id, outcome: 'completed' })),
      () => {
        if (envios.get(envio.id)!.estado === 'recibido') return
        const at = clock().toISOString()
        envios.markReceived(envio.id, trackId, at)
        incidentes.passed({ empresaId: envio.empresa_id, ambiente: envio.ambiente })
        log.info('dte.enviado', { envio_id: envio.id, track_id: trackId, job_ids: jobs })
        insertVeredicto(insertJob, newId, clock(), envio)
        listeners.received(envio)
        reenvios.landed(envio.id)
        // An upload that stopped midway, in its own attempt, arrived after all: those jobs run again and
        // find it so.
        for (const id of envios.stoppedJobs(envio.id)) requeue(id)
      },
    )
  }

  /** Documents cannot go on: a person has to mend why. In the transaction that says so of their jobs, or of their part. */
  function stop({ rows, parte }: Trip, error: JobError): void {
    for (const { id } of rows) documentos.setFolioEstado(id, 'retenido')
    if (!parte) return
    reenvios.stop(parte.parte, error)
    const { empresa_id: empresaId, ambiente } = rows[0]!
    eventos.emit({ empresaId, ambiente }, eventosFallidos({ envios }, rows, error))
  }

  /** When a part that failed travels again: with its line as long as it has not failed more often than that. */
  function againAt({ intentos }: Parte, { fallas }: Run, line: Date): Date {
    if (intentos <= fallas) return line
    return new Date(Math.max(line.getTime(), clock().getTime() + pauseMs(intentos + 1, 0.5)))
  }

  /** A temporary fault stops the line; an attempt of each document. */
  const stopLine = (run: Run, trip: Trip, error: JobError, also: () => void, runAt?: Date) =>
    settleStopped(run, trip, { outcome: 'retry', error, ...(runAt && { runAt }) }, (until) => {
      also()
      const { rows, parte } = trip
      log.warn('dte.falla', {
        job_ids: rows.map(({ job_id }) => job_id),
        code: error.code,
        etapa: error.etapa,
        sii_codigo: error.sii?.codigo,
      })
      if (parte && parte.intentos + 1 >= MAX_INTENTOS) stop(trip, spent(error))
      else if (parte) reenvios.fail(parte.parte, runAt ?? againAt(parte, run, until))
    })

  /** A fault on the way: a temporary one stops the line, any other ends the documents' jobs, their folios held for a retry. */
  async function faulted(run: Run, trip: Trip, error: JobError, also: () => void = () => {}): Promise<void> {
    const { empresa_id, ambiente } = trip.rows[0]!
    if (error.reintentable)
      return stopLine(run, trip, error, () => {
        also()
        incidentes.failed({ empresaId: empresa_id, ambiente }, error)
      })
    await fail(run, trip, error, also)
  }

  /** Ends documents with an error that no wait mends. */
  async function fail(run: Run, trip: Trip, error: JobError, also: () => void = () => {}): Promise<void> {
    const ids = jobsOf(trip)
    await run.ctx.settle(
      ids.map((id): Outcome => ({ id, outcome: 'failed', error })),
      () => {
        also()
        stop(trip, error)
      },
    )
  }

  /** They travel in another envelope, in this run or the next. */
  const again = (run: Run, trip: Trip, write?: () => void) => {
    const runAt = new Date(clock().getTime())
    return run.ctx.settle(
      jobsOf(trip).map((id): Outcome => ({ id, outcome: 'snooze', runAt })),
      write,
    )
  }

  return { received, stopLine, faulted, fail, again }
}

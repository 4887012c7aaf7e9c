// An envelope's way through the SII's door. It may have been sent before and its answer lost: then the SII is asked first,
// and what it does not know goes out again unchanged (contract §7, crash rule; protocol-core §3.4).

import type { Clock } from '../../domain/ambiente'
import type { NewId } from '../../domain/id'
import type { Log } from '../../domain/log'
import { ownTurn } from '../../http/own-turn'
import type { InsertJob } from '../../jobs/insert'
import type { JobError, Outcome, Settled } from '../../jobs/kind'
import type { Requeue } from '../../jobs/requeue'
import { type Contexto, type Recepcion, type Sii, SiiFault } from '../../sii'
import type { Store } from '../../store/store'
import type { Folios } from '../folios'
import { consultaFirmada } from './consulta-dte'
import type { DocumentoRow, Documentos } from './documento-store'
import type { FirmanteListo } from './emisor'
import type { EnvioRow, Envios } from './envio-store'
import { jobError, refusedUpload, siiFault } from './fallas'
import type { Incidentes } from './incidente'
import { type Corrida, settleStopped } from './linea'
import { nombreEnvio } from './nombre-archivo'
import type { Seguimiento } from './seguimiento'
import { insertVeredicto } from './veredicto.job'

interface Deps {
  store: Store
  clock: Clock
  newId: NewId
  sii: Sii
  folios: Pick<Folios, 'porConciliar'>
  documentos: Documentos
  envios: Envios
  insertJob: InsertJob
  requeue: Requeue
  seguimiento: Seguimiento
  incidentes: Incidentes
  log: Log
}

type Envio = ReturnType<typeof createEnviar>
export type Enviar = Envio['enviar']
export type Received = Envio['received']

/** What the SII may say of a file as a whole that is the fault of one document in it: schema, signature. */
const FAULT_OF_ONE = new Set(['7', '8'])

/** The job that brings a document to the SII: its own, until its file was refused as a whole. */
const carrierOf = ({ job_id, reenvio_id }: DocumentoRow): string => reenvio_id ?? job_id
const carriersOf = (rows: readonly DocumentoRow[]): string[] => [...new Set(rows.map(carrierOf))]

/**
 * How long an answer that was lost is waited for: the boleta service takes the same file for another one, so it is sent
 * again only when the first would long be known (DTEUpload says STATUS 99 instead).
 */
const ESPERA_BOLETA_MS = 60_000
/** How often it is asked for meanwhile. */
const PREGUNTA_MS = 15_000

/** Sent in a future that a clock put back has taken away is not soon: should both arrive, the SII says which counts (juicio.ts). */
const tooSoon = ({ sobre, enviado_at }: EnvioRow, now: Date): boolean =>
  sobre === 'EnvioBOLETA' && Math.abs(now.getTime() - Date.parse(enviado_at!)) < ESPERA_BOLETA_MS

const titularOf = ({ empresa_id: empresaId, ambiente }: EnvioRow) => ({ empresaId, ambiente })

const WAITING = jobError(
  'SII_UNAVAILABLE',
  'La respuesta del SII se perdió; se espera a que procese el envío',
  'envio',
  { reintentable: true },
)

export function createEnviar({
  store,
  clock,
  newId,
  sii,
  folios,
  documentos,
  envios,
  insertJob,
  requeue,
  seguimiento,
  incidentes,
  log,
}: Deps) {
  const write = (work: () => void): void => store.client.transaction(work).immediate()

  /** Whether the SII has the envelope already, asked by its first document; null when it does not say a Track ID. */
  async function askFirst(ctx: Contexto, envio: EnvioRow): Promise<{ trackId: string | null } | undefined> {
    const first = documentos.byEnvio(envio.id)[0]!
    const found = await sii.queryDteAv(ctx, envio.sobre, consultaFirmada(documentos, first))
    // DNK: the SII holds this folio with other data, so it is not this document that it has (protocol-core §5.2).
    if (!found.recibido || found.codigo === 'DNK') return undefined
    // DTEUpload answers a file that it has with the earlier Track ID (STATUS 99), which the query did not name.
    if (!found.trackId && envio.sobre === 'EnvioDTE') return undefined
    return { trackId: found.trackId }
  }

  /** Settles the given jobs as done: the SII has the envelope. */
  const received = (corrida: Corrida, envio: EnvioRow, jobs: readonly string[], trackId: string | null) => {
    corrida.fallas = 0
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
        envios.landed(envio.id)
        // What stopped on the way, in an attempt of its own, arrived after all: those jobs run again and find it so.
        for (const id of envios.stoppedJobs(envio.id)) requeue(id)
      },
    )
  }

  /** Settles the jobs with a fault; a temporary one stops the line, one that ends the job holds its folio for a retry. */
  async function faulted(
    corrida: Corrida,
    rows: readonly DocumentoRow[],
    error: JobError,
    also: () => void = () => {},
  ): Promise<void> {
    const ids = carriersOf(rows)
    const write = (settled: readonly Settled[]): void => {
      also()
      const { empresa_id, ambiente } = rows[0]!
      if (error.reintentable) incidentes.failed(empresa_id, ambiente, error)
      for (const { id, estado } of settled) {
        log.warn('dte.falla', {
          job_id: id,
          estado,
          code: error.code,
          etapa: error.etapa,
          sii_codigo: error.sii?.codigo,
        })
      }
      const ended = new Set(settled.filter(({ estado }) => estado !== 'pending').map(({ id }) => id))
      for (const row of rows) if (ended.has(carrierOf(row))) documentos.setFolioEstado(row.id, 'retenido')
    }
    if (error.reintentable) await settleStopped(corrida, ids, { outcome: 'retry', error }, write)
    else
      await corrida.ctx.settle(
        ids.map((id): Outcome => ({ id, outcome: 'failed', error })),
        write,
      )
  }

  async function refused(
    corrida: Corrida,
    envio: EnvioRow,
    rows: readonly DocumentoRow[],
    answer: Recepcion,
  ) {
    if (answer.repetido) return void (await received(corrida, envio, carriersOf(rows), null))
    const error = refusedUpload(answer)
    if (answer.reintentable) return void (await faulted(corrida, rows, error))
    // An earlier attempt may have arrived: then a refusal of this one says nothing of that, and no folio may come free.
    // What is wrong with the bytes themselves was wrong with them then.
    if (envio.estado !== 'armado' && !FAULT_OF_ONE.has(answer.codigo))
      return void (await faulted(corrida, rows, error))
    const alone = envio.documentos > 1 && FAULT_OF_ONE.has(answer.codigo)
    const free = () => envios.markRefused(envio.id, answer.codigo, answer.glosa, alone)
    if (!alone) return void (await faulted(corrida, rows, error, free))
    // The SII does not say which document was wrong: each travels alone now, and only the bad one fails.
    const soon = new Date(clock().getTime())
    await corrida.ctx.settle(
      carriersOf(rows).map((id): Outcome => ({ id, outcome: 'snooze', runAt: soon })),
      free,
    )
  }

  /**
   * Brings one envelope to the SII for the given documents of it. Every job is settled when it resolves. Another batch may
   * have settled the matter meanwhile, so the row is read anew.
   */
  const enviar = async (
    corrida: Corrida,
    envioId: string,
    rows: readonly DocumentoRow[],
    firmante: FirmanteListo,
  ): Promise<void> => {
    const envio = envios.get(envioId)!
    const jobs = carriersOf(rows)
    if (envio.estado === 'recibido') return void (await received(corrida, envio, jobs, envio.track_id))
    if (envio.estado === 'rehusado') {
      const soon = new Date(clock().getTime())
      return void (await corrida.ctx.settle(
        jobs.map((id): Outcome => ({ id, outcome: 'snooze', runAt: soon })),
      ))
    }
    const contexto: Contexto = {
      ambiente: envio.ambiente,
      firmante: firmante.firmante,
      rutEmpresa: rows[0]!.rut_emisor,
      signal: corrida.ctx.signal,
    }
    try {
      if (envio.estado === 'enviado') {
        const known = await askFirst(contexto, envio)
        if (known) return void (await received(corrida, envio, jobs, known.trackId))
        if (envio.rut_envia !== firmante.firmante.rut) {
          // Another person cannot upload it: the same documents travel in an envelope of the new signer's.
          const soon = new Date(clock().getTime())
          const outcomes = jobs.map((id): Outcome => ({ id, outcome: 'snooze', runAt: soon }))
          return void (await corrida.ctx.settle(outcomes, () => envios.abandon(envio.id)))
        }
        if (tooSoon(envio, clock())) {
          const runAt = new Date(clock().getTime() + PREGUNTA_MS)
          return void (await settleStopped(corrida, jobs, { outcome: 'retry', error: WAITING, runAt }))
        }
      }
      write(() => envios.markSent(envio.id, clock().toISOString()))
      await ownTurn()
      const answer = await sii.uploadEnvio(contexto, envio.sobre, envios.xml(envio), nombreEnvio(envio))
      // It had come before, though this database never sent it: what did was a later state of it.
      if (answer.repetido && envio.estado === 'armado')
        write(() => void folios.porConciliar.mark(titularOf(envio)))
      if (answer.trackId) await received(corrida, envio, jobs, answer.trackId)
      else await refused(corrida, envio, rows, answer)
    } catch (fault) {
      if (!(fault instanceof SiiFault)) throw fault
      // Signing in failed, so this attempt sent nothing; an earlier one may have.
      const unsent = fault.etapa === 'autenticacion_sii' && envio.estado === 'armado'
      await faulted(corrida, rows, siiFault(fault), () => unsent && envios.markUnsent(envio.id))
    }
  }

  return { enviar, received }
}

// The use case behind POST /v1/dte/emitir: a body becomes a document with a folio and a job, durable before the 202 leaves.

import type { Ambiente, Clock } from '../../domain/ambiente'
import type { Emisor } from '../../domain/dte/dte'
import { montosEnPesos } from '../../domain/dte/pesos'
import { type Documento, readDocumento } from '../../domain/dte/solicitud'
import { tipoDocumento } from '../../domain/dte/tipos'
import { type Advertencia, AppError, faultsError } from '../../domain/errors'
import { chileTimestamp } from '../../domain/fecha'
import type { NewId } from '../../domain/id'
import { RUT_CONSUMIDOR_FINAL } from '../../domain/rut'
import { createBacklog } from '../../jobs/backlog'
import type { InsertJob } from '../../jobs/insert'
import type { GroupCommit } from '../../store/group-commit'
import { StorageUnavailable } from '../../store/storage-fault'
import type { Store } from '../../store/store'
import type { Folios } from '../folios'
import type { Documentos } from './documento-store'
import type { Emisores, EmpresaEmisora } from './emisor'
import { checkEmpresa } from './empresa-apta'
import { beforeCaf, createStockFaults, noFolios } from './existencias'
import type { Guias } from './guias'
import type { Referencias } from './referencias'

export const EMITIR = 'dte.emitir'
/** Attempts of an emission before it ends in `dlq` (contract §7). */
export const MAX_INTENTOS = 30

/** Jobs of one group travel together: one company, one environment, one kind of envelope. */
export const grupoEmision = (empresaId: string, ambiente: Ambiente, sobre: string): string =>
  `${EMITIR}:${empresaId}:${ambiente}:${sobre}`

/** In whose name a document is issued. */
export interface Emisora {
  empresaId: string
  ambiente: Ambiente
}

/** What a 202 says of an accepted document. */
export interface Aceptado {
  jobId: string
  folio: number
  tipoDte: number
  advertencias: Advertencia[]
}

/** A document read and checked, ready to take its folio. */
export interface Revisado {
  empresa: EmpresaEmisora
  ambiente: Ambiente
  documento: Documento
  /** The guides that an invoice built from them covers, by their ids; of any other document, those it refers to. */
  guias?: readonly string[]
}

/** Builds a document from documents issued before, on a day of Chile; throws what is wrong with them. */
export type Armar = (emisor: Emisor, hoy: string, hora: string) => Pick<Revisado, 'documento' | 'guias'>

/** What runs in the accepting transaction around the acceptance, e.g. the record of an idempotency key. */
export interface Acompanante<T> {
  /** An answer given before to the same request: nothing is accepted anew. */
  before(): T | null
  after(aceptado: Aceptado): T
}

interface Deps {
  store: Store
  clock: Clock
  newId: NewId
  commits: GroupCommit
  insertJob: InsertJob
  folios: Folios
  emisores: Emisores
  documentos: Documentos
  referencias: Referencias
  guias: Guias
  queue: { alive(): boolean; wake(): void }
  maxBacklog: number
}

export type Emision = ReturnType<typeof createEmision>

const QUEUE_DOWN = 'La cola de emisión no está disponible; nada se creó, reintente en unos segundos'

const unavailable = (cause?: unknown): AppError =>
  new AppError('QUEUE_UNAVAILABLE', QUEUE_DOWN, { headers: { 'retry-after': '5' }, cause })

export function createEmision(deps: Deps) {
  const { store, clock, newId, commits, insertJob, folios, emisores, documentos, referencias, guias, queue } =
    deps
  const stockFaults = createStockFaults({ folios, clock })
  const admit = createBacklog({ client: store.client, kind: EMITIR, max: deps.maxBacklog, clock })
  const duplicate = store.client
    .prepare(
      `SELECT job_id FROM documento WHERE empresa_id = +? AND ambiente = +? AND rut_receptor = +? AND tipo_dte = +?
         AND monto_total = +? AND created_at > +? AND referencia_externa IS +? ORDER BY created_at DESC LIMIT 1`,
    )
    .pluck()

  /** Builds a document without touching folios. */
  function prepare({ empresaId, ambiente }: Emisora, armar: Armar): Revisado {
    const empresa = emisores.get(empresaId, ambiente)
    const [hoy, hora] = chileTimestamp(clock()).split('T') as [string, string]
    return { empresa, ambiente, ...armar(empresa.emisor, hoy, hora) }
  }

  /**
   * Reads and checks a body without touching folios; throws every fault at once. With `emitting`, those of the stock too: they
   * are no fault of a document that is not to be issued.
   */
  const review = (body: unknown, emisora: Emisora, emitting = false): Revisado =>
    prepare(emisora, (emisor, hoy, hora) => {
      const read = readDocumento(body, emisor, hoy, hora)
      if (read.documento) return { documento: read.documento }
      const { faults, parcial } = read
      if (!parcial) throw faultsError(faults)
      throw faultsError([
        ...faults,
        ...referencias.faultsOf(parcial, emisor.rut, emisora.empresaId, emisora.ambiente),
        ...(emitting ? stockFaults(emisora, parcial.tipoDte, parcial.fechaEmision) : []),
      ])
    })

  function possibleDuplicate(
    { documento: { dte, solicitud }, empresa, ambiente }: Revisado,
    now: Date,
  ): Advertencia[] {
    const externa = solicitud.referenciaExterna ?? null
    // Two coffees in ten minutes are no mistake: without a reference of the client's own, anonymous boletas are let be.
    if (externa === null && dte.receptor.rut === RUT_CONSUMIDOR_FINAL) return []
    const { total } = montosEnPesos(dte)
    const since = new Date(now.getTime() - 600_000).toISOString()
    const key = [empresa.id, ambiente, dte.receptor.rut, dte.idDoc.tipoDte, total, since, externa]
    const other = duplicate.get(...key) as string | undefined
    const mensaje = 'Hace menos de 10 minutos se aceptó un documento igual'
    return other ? [{ code: 'POSSIBLE_DUPLICATE', campo: '', mensaje, job_id: other } as Advertencia] : []
  }

  /** Takes the folio and writes document and job. Runs inside a transaction that the caller commits. */
  function accept(revisado: Revisado, now: Date): Aceptado {
    const { empresa, ambiente, documento } = revisado
    const { dte, impresion, solicitud } = documento
    const { tipoDte, fechaEmision } = dte.idDoc
    admit()
    const { efectos, advertencias } = referencias.check(dte, empresa.id, ambiente, () =>
      stockFaults({ empresaId: empresa.id, ambiente }, tipoDte, fechaEmision),
    )
    const referidas = revisado.guias
      ? { ids: revisado.guias, advertencias: [] }
      : guias.referred(dte, empresa.id, ambiente)
    const repeated = possibleDuplicate(revisado, now)
    const taken = folios.reserve(empresa.id, ambiente, tipoDte, fechaEmision)
    if (!taken) {
      throw new AppError('NO_FOLIOS', noFolios(tipoDte, fechaEmision), {
        detalles: [{ tipo_dte: tipoDte, disponibles: 0 }],
      })
    }
    if (fechaEmision < taken.fechaAutorizacion) {
      throw faultsError([beforeCaf(taken.fechaAutorizacion)])
    }
    dte.idDoc.folio = taken.folio
    const jobId = newId('job')
    const id = newId('doc')
    const grupo = grupoEmision(empresa.id, ambiente, tipoDocumento(tipoDte).sobre)
    insertJob({
      id: jobId,
      kind: EMITIR,
      empresaId: empresa.id,
      ambiente,
      grupo,
      args: {},
      estado: 'pending',
    })
    documentos.insert(
      {
        id,
        jobId,
        cafId: taken.cafId,
        empresaId: empresa.id,
        ambiente,
        contenido: {
          dte,
          impresion,
          resolucion: empresa.resolucion!,
          ...(empresa.sitioWeb && { sitioWeb: empresa.sitioWeb }),
        },
        referenciaExterna: solicitud.referenciaExterna ?? null,
      },
      now.toISOString(),
    )
    referencias.record({ id, dte }, efectos)
    guias.record(id, dte, referidas.ids)
    const all = [...documento.advertencias, ...advertencias, ...referidas.advertencias, ...repeated]
    return { jobId, folio: taken.folio, tipoDte, advertencias: all }
  }

  async function submit<T>(review: () => Revisado, beside: Acompanante<T>): Promise<T> {
    const earlier = beside.before()
    if (earlier) return earlier
    if (!queue.alive()) throw unavailable()
    const now = clock()
    const revisado = review()
    checkEmpresa(revisado.empresa, revisado.ambiente, now)
    try {
      const answer = await commits.commit(() => beside.before() ?? beside.after(accept(revisado, now)))
      queue.wake()
      return answer
    } catch (fault) {
      if (fault instanceof StorageUnavailable) throw unavailable(fault)
      throw fault
    }
  }

  return {
    review,

    /**
     * Accepts one document: when it resolves, folio, job and document are on disk. Throws the faults of the body,
     * NO_FOLIOS, CERTIFICATE_*, and QUEUE_UNAVAILABLE when nothing could be made durable.
     */
    enqueue: <T>(body: unknown, emisora: Emisora, beside: Acompanante<T>): Promise<T> =>
      submit(() => review(body, emisora, true), beside),

    /**
     * The same for a document built from others. What it was built from may change until the transaction: `beside.before`
     * looks at it once more in there, and throws.
     */
    enqueueBuilt: <T>(armar: Armar, emisora: Emisora, beside: Acompanante<T>): Promise<T> =>
      submit(() => prepare(emisora, armar), beside),
  }
}

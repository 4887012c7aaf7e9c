// The use case behind POST /v1/dte/emitir: a body becomes a document with a folio and a job, durable before the 202 leaves.

import type { Ambiente, Clock } from '../../domain/ambiente'
import { montosEnPesos } from '../../domain/dte/pesos'
import { type Documento, readDocumento } from '../../domain/dte/solicitud'
import { tipoDocumento } from '../../domain/dte/tipos'
import { type Advertencia, AppError, type Fault, faultsError } from '../../domain/errors'
import { chileTimestamp } from '../../domain/fecha'
import type { NewId } from '../../domain/id'
import { createBacklog } from '../../jobs/backlog'
import type { InsertJob } from '../../jobs/insert'
import type { GroupCommit } from '../../store/group-commit'
import { StorageUnavailable } from '../../store/storage-fault'
import type { Store } from '../../store/store'
import type { Folios } from '../folios'
import type { Documentos } from './documento-store'
import { createDuplicado } from './duplicado'
import type { Emisores, EmpresaEmisora } from './emisor'
import type { Programadas } from './programada-store'
import { checkProgramacion, programarParaDe } from './programar'
import type { Referencias } from './referencias'
import { checkEmpresa } from './requisitos'

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
  /** Null while it waits for its hour. */
  folio: number | null
  tipoDte: number
  programadoPara: Date | null
  advertencias: Advertencia[]
}

/** A document read and checked, ready to take its folio. */
export interface Revisado {
  empresa: EmpresaEmisora
  ambiente: Ambiente
  documento: Documento
  /** The request as it came. */
  cuerpo: unknown
  /** When it is to be released; null for at once. */
  programarPara: Date | null
}

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
  programadas: Programadas
  queue: { alive(): boolean; wake(): void }
  maxBacklog: number
}

export type Emision = ReturnType<typeof createEmision>

const QUEUE_DOWN = 'La cola de emisión no está disponible; nada se creó, reintente en unos segundos'

const unavailable = (cause?: unknown): AppError =>
  new AppError('QUEUE_UNAVAILABLE', QUEUE_DOWN, { headers: { 'retry-after': '5' }, cause })

export function createEmision(deps: Deps) {
  const {
    store,
    clock,
    newId,
    commits,
    insertJob,
    folios,
    emisores,
    documentos,
    referencias,
    programadas,
    queue,
  } = deps
  const admit = createBacklog({ client: store.client, kind: EMITIR, max: deps.maxBacklog, clock })
  const possibleDuplicate = createDuplicado(store.client)

  function read(cuerpo: unknown, { empresaId, ambiente }: Emisora, others: Fault[]): Revisado {
    const empresa = emisores.get(empresaId, ambiente)
    const now = clock()
    const programarPara = programarParaDe(cuerpo)
    // What is scheduled is a document of the day of its release.
    const at = programarPara && programarPara > now ? programarPara : now
    const [hoy, hora] = chileTimestamp(at).split('T') as [string, string]
    const { documento, faults = [] } = readDocumento(cuerpo, empresa.emisor, hoy, hora)
    if (!documento || others.length) throw faultsError([...faults, ...others])
    return { empresa, ambiente, documento, cuerpo, programarPara: documento.solicitud.programarPara ?? null }
  }

  /** Reads and checks a body without touching folios; throws every fault at once. */
  const review = (cuerpo: unknown, emisora: Emisora): Revisado =>
    read(cuerpo, emisora, checkProgramacion(programarParaDe(cuerpo), clock()))

  /** Takes the folio and writes the document of a job that is there. Runs inside a transaction that the caller commits. */
  function take(revisado: Revisado, jobId: string, now: Date): Aceptado {
    const { empresa, ambiente, documento } = revisado
    const { dte, impresion, solicitud } = documento
    const { tipoDte, fechaEmision } = dte.idDoc
    const { efectos, advertencias } = referencias.check(dte, empresa.id, ambiente)
    const referenciaExterna = solicitud.referenciaExterna ?? null
    const own = { empresaId: empresa.id, ambiente, dte, referenciaExterna }
    const repeated = possibleDuplicate({ tabla: 'documento', ...own }, now)
    const taken = folios.reserve(empresa.id, ambiente, tipoDte, fechaEmision)
    if (!taken) {
      throw new AppError(
        'NO_FOLIOS',
        `No hay folios disponibles del tipo ${tipoDte} para el ${fechaEmision}`,
        {
          detalles: [{ tipo_dte: tipoDte, disponibles: 0 }],
        },
      )
    }
    if (fechaEmision < taken.fechaAutorizacion) {
      const mensaje = `fecha_emision no puede ser anterior al ${taken.fechaAutorizacion}, cuando el SII autorizó el folio ${taken.folio}`
      throw faultsError([{ campo: 'fecha_emision', regla: 'antes_del_caf', mensaje }])
    }
    dte.idDoc.folio = taken.folio
    const id = newId('doc')
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
        referenciaExterna,
      },
      now.toISOString(),
    )
    referencias.record({ id, dte }, efectos)
    const all = [...documento.advertencias, ...advertencias, ...repeated]
    return { jobId, folio: taken.folio, tipoDte, programadoPara: null, advertencias: all }
  }

  /** Writes the job and keeps the request until its hour; what can be known today is checked today. */
  function schedule(revisado: Revisado, jobId: string, para: Date, now: Date): Aceptado {
    const { empresa, ambiente, documento, cuerpo } = revisado
    const { dte, solicitud } = documento
    const { tipoDte } = dte.idDoc
    const { advertencias } = referencias.check(dte, empresa.id, ambiente)
    const own = { empresaId: empresa.id, ambiente, referenciaExterna: solicitud.referenciaExterna ?? null }
    const repeated = possibleDuplicate({ tabla: 'programada', dte, ...own }, now)
    const all = [...documento.advertencias, ...advertencias, ...repeated]
    if (empresa.certificadoHasta! <= para.toISOString()) {
      const mensaje = `El certificado digital vence el ${empresa.certificadoHasta!.slice(0, 10)}, antes de emitir`
      all.push({ code: 'CERTIFICATE_EXPIRES', campo: 'programar_para', mensaje })
    }
    const rutReceptor = dte.receptor.rut
    const montoTotal = montosEnPesos(dte).total
    programadas.insert({ ...own, jobId, tipoDte, rutReceptor, montoTotal, cuerpo }, now.toISOString())
    return { jobId, folio: null, tipoDte, programadoPara: para, advertencias: all }
  }

  /** Writes job and document, or the job alone of what waits for its hour. Inside a transaction that the caller commits. */
  function accept(revisado: Revisado, now: Date): Aceptado {
    const { empresa, ambiente, documento, programarPara } = revisado
    admit()
    const id = newId('job')
    const grupo = grupoEmision(empresa.id, ambiente, tipoDocumento(documento.dte.idDoc.tipoDte).sobre)
    const job = { id, kind: EMITIR, empresaId: empresa.id, ambiente, grupo, args: {} }
    insertJob(
      programarPara ? { ...job, estado: 'scheduled', runAt: programarPara } : { ...job, estado: 'pending' },
    )
    return programarPara ? schedule(revisado, id, programarPara, now) : take(revisado, id, now)
  }

  /** Throws QUEUE_UNAVAILABLE when nothing would be sent. */
  function checkQueue(): void {
    if (!queue.alive()) throw unavailable()
  }

  /** Runs `work` in the shared commit. Throws QUEUE_UNAVAILABLE, nothing written, when the disk takes nothing. */
  async function commit<T>(work: () => T): Promise<T> {
    try {
      const answer = await commits.commit(work)
      queue.wake()
      return answer
    } catch (fault) {
      if (fault instanceof StorageUnavailable) throw unavailable(fault)
      throw fault
    }
  }

  return {
    review,
    /** `review` of a request whose hour has come. */
    reread: (cuerpo: unknown, emisora: Emisora): Revisado => read(cuerpo, emisora, []),
    take,
    accept,
    commit,
    checkQueue,

    /**
     * Accepts one document: when it resolves, folio, job and document are on disk; of a scheduled one, job and request.
     * Throws the faults of the body, NO_FOLIOS, CERTIFICATE_*, and QUEUE_UNAVAILABLE when nothing could be made durable.
     */
    async enqueue<T>(body: unknown, emisora: Emisora, beside: Acompanante<T>): Promise<T> {
      const earlier = beside.before()
      if (earlier) return earlier
      checkQueue()
      const now = clock()
      const revisado = review(body, emisora)
      checkEmpresa(revisado, now)
      return commit(() => beside.before() ?? beside.after(accept(revisado, now)))
    },
  }
}

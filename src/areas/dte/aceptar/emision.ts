// The use case behind POST /v1/dte/emitir: a body becomes a document with a folio and a job, durable before the 202 leaves.

import type { Clock } from '../../../base/clock'
import type { NewId } from '../../../base/id'
import { montosEnPesos } from '../../../domain/dte/pesos'
import { tipoDocumento } from '../../../domain/dte/tipos'
import type { Umbral } from '../../../domain/dte/umbral'
import { type Advertencia, AppError, faultsError } from '../../../domain/errors'
import type { EstadoCuota } from '../../../domain/plan/cuota'
import { vigenciaFault } from '../../../domain/vigencia'
import { createBacklog } from '../../../jobs/backlog'
import type { InsertJob } from '../../../jobs/insert'
import type { GroupCommit } from '../../../store/group-commit'
import { StorageUnavailable } from '../../../store/storage-fault'
import type { Store } from '../../../store/store'
import type { Folios } from '../../folios'
import type { Documentos } from '../documento/documento-store'
import type { Emisores } from '../documento/emisor'
import type { Programadas } from '../documento/programada-store'
import { EMITIR, grupoEmision, type Lineas } from '../envio/linea'
import type { Guias } from '../referencias/guias'
import type { Reemplazos } from '../referencias/reemplazos'
import type { Referencias } from '../referencias/referencias'
import { checkEmpresa } from './check-empresa'
import type { CuotaEmision } from './cuota'
import type { OnBehalfOf } from './on-behalf-of'
import { createPossibleDuplicate, hashLineas, hashPedidas } from './possible-duplicate'
import { numIdOf } from './receptor-cliente'
import type { Reconciliation } from './reconciliation'
import { type Build, createReview, type Reviewed } from './review'
import { beforeCaf, noFolios } from './stock-faults'
import { unavailable } from './unavailable'

export type { Reviewed } from './review'

/** The content of the 202 for an accepted document. */
export interface Accepted {
  jobId: string
  /** Null while it waits for its hour. */
  folio: number | null
  tipoDte: number
  programadoPara: Date | null
  advertencias: Advertencia[]
  /** Where the account stands, this document counted; null while it waits for its hour, when it will be. */
  cuota: EstadoCuota | null
}

/** Hooks of the accepting transaction, e.g. the record of an idempotency key. */
export interface Beside<T> {
  /** An answer given before to the same request: nothing is accepted anew. */
  before(): T | null
  after(accepted: Accepted): T
}

interface Deps {
  store: Store
  clock: Clock
  newId: NewId
  commits: GroupCommit
  insertJob: InsertJob
  lineas: Lineas
  folios: Folios
  emisores: Emisores
  documentos: Documentos
  referencias: Referencias
  guias: Guias
  reemplazos: Reemplazos
  programadas: Programadas
  queue: { alive(): boolean; wake(): void }
  maxBacklog: number
  cuotaEmision: CuotaEmision
  reconciliation: Reconciliation
  umbrales: readonly Umbral[]
}

export type Emision = ReturnType<typeof createEmision>

export function createEmision(deps: Deps) {
  const { store, clock, newId, commits, insertJob, folios, documentos, referencias, guias } = deps
  const { programadas, queue, reemplazos, lineas: queueLines } = deps
  const { review, reread, prepare, stockFaults } = createReview(deps)
  const admit = createBacklog({ client: store.client, kind: EMITIR, max: deps.maxBacklog, clock })
  const possibleDuplicate = createPossibleDuplicate(deps)

  /** Takes the folio and writes the document of a job that is there. Runs inside a transaction that the caller commits. */
  function acceptReviewed(reviewed: Reviewed, jobId: string, now: Date, set: string | null = null): Accepted {
    const { empresa, ambiente, documento } = reviewed
    const titular = { empresaId: empresa.id, ambiente }
    const { dte, impresion, solicitud } = documento
    const { tipoDte, fechaEmision } = dte.idDoc
    const cuota = deps.cuotaEmision.spend(empresa.id, now)
    const { forzarGuia } = solicitud
    const { efectos, ajenos, advertencias } = referencias.check(dte, titular, () => [
      ...guias.faultsOf(dte, titular, forzarGuia),
      ...reemplazos.faultsOf(solicitud, titular),
      ...stockFaults(titular, tipoDte, fechaEmision),
    ])
    const referidas = reviewed.guias
      ? { cubiertas: reviewed.guias.map((id) => ({ id, forzada: false })), advertencias: [] }
      : guias.referred(dte, titular, forzarGuia)
    const reemplazo = reemplazos.check(solicitud, titular)
    const referenciaExterna = solicitud.referenciaExterna ?? null
    const lineas = () => hashLineas(dte.detalle)
    const own = { jobId, ...titular, dte, lineas, solicitud }
    // The SII's sets have notes that are alike.
    const repeated = set ? [] : possibleDuplicate({ tabla: 'documento', ...own }, now)
    const taken = folios.reserve(titular, tipoDte, fechaEmision)
    if (!taken) {
      throw new AppError('NO_FOLIOS', noFolios(tipoDte, fechaEmision), {
        detalles: [{ tipo_dte: tipoDte, disponibles: 0 }],
      })
    }
    if (fechaEmision < taken.fechaAutorizacion)
      throw faultsError([beforeCaf(taken.fechaAutorizacion, fechaEmision, now)])
    dte.idDoc.folio = taken.folio
    const id = newId('doc')
    documentos.insert(
      {
        id,
        jobId,
        cafId: taken.cafId,
        ...titular,
        contenido: {
          dte,
          impresion,
          resolucion: empresa.resolucion!,
          ...(empresa.sitioWeb && { sitioWeb: empresa.sitioWeb }),
        },
        referenciaExterna,
        numIdCliente: reviewed.numIdCliente ?? numIdOf(efectos),
      },
      now.toISOString(),
    )
    referencias.record(id, efectos, ajenos)
    guias.record(id, dte, referidas.cubiertas)
    if (reemplazo) reemplazos.record(id, reemplazo)
    const all = [...documento.advertencias, ...advertencias, ...referidas.advertencias, ...repeated]
    return { jobId, folio: taken.folio, tipoDte, programadoPara: null, advertencias: all, cuota }
  }

  /** Keeps the request of a job until its hour; what can be known today is checked today. */
  function schedule(
    { empresa, ambiente, documento }: Reviewed,
    { para, cuerpo }: NonNullable<Reviewed['programado']>,
    jobId: string,
    now: Date,
  ): Accepted {
    const titular = { empresaId: empresa.id, ambiente }
    const { dte, solicitud } = documento
    const { tipoDte } = dte.idDoc
    const { advertencias } = referencias.check(dte, titular)
    const referidas = guias.referred(dte, titular, solicitud.forzarGuia)
    reemplazos.check(solicitud, titular)
    const own = { ...titular, solicitud, referenciaExterna: solicitud.referenciaExterna ?? null }
    const lineas = () => hashPedidas(cuerpo)
    const repeated = possibleDuplicate({ tabla: 'programada', jobId, dte, lineas, ...own }, now)
    const all = [...documento.advertencias, ...advertencias, ...referidas.advertencias, ...repeated]
    if (vigenciaFault(empresa.vigencia!, para)) {
      const mensaje = `El certificado digital vence el ${empresa.vigencia!.validoHasta.slice(0, 10)}, antes de emitir`
      all.push({ code: 'CERTIFICATE_EXPIRES', campo: 'programar_para', mensaje })
    }
    const { rut: rutReceptor, razonSocial: razonSocialReceptor } = dte.receptor
    const montoTotal = montosEnPesos(dte).total
    const shown = { ...own, jobId, tipoDte, rutReceptor, razonSocialReceptor, montoTotal }
    programadas.insert({ ...shown, cuerpo }, now.toISOString())
    return { jobId, folio: null, tipoDte, programadoPara: para, advertencias: all, cuota: null }
  }

  /** Writes job and document, or the job alone of what waits for its hour; of a `set`, to travel in that envelope. In a transaction. */
  function accept(reviewed: Reviewed, now: Date, set: string | null = null): Accepted {
    const { empresa, ambiente, documento, programado } = reviewed
    const titular = { empresaId: empresa.id, ambiente }
    admit()
    const id = newId('job')
    const grupo = grupoEmision(titular, tipoDocumento(documento.dte.idDoc.tipoDte).sobre, set)
    const job = { id, kind: EMITIR, ...titular, grupo, args: {} }
    insertJob(
      programado ? { ...job, estado: 'scheduled', runAt: programado.para } : { ...job, estado: 'pending' },
    )
    if (programado) return schedule(reviewed, programado, id, now)
    queueLines.wakeSoon(job, now)
    return acceptReviewed(reviewed, id, now, set)
  }

  /** Throws QUEUE_UNAVAILABLE when nothing would be sent. */
  function checkQueue(): void {
    if (!queue.alive()) throw unavailable()
  }

  /**
   * Runs `work` in the shared commit, a long one in one of its own. Throws QUEUE_UNAVAILABLE, nothing written, when the disk takes
   * nothing.
   */
  async function commit<T>(work: () => T, long = false): Promise<T> {
    try {
      const answer = await (long ? commits.commitAlone(work) : commits.commit(work))
      queue.wake()
      return answer
    } catch (fault) {
      if (fault instanceof StorageUnavailable) throw unavailable(fault)
      throw fault
    }
  }

  async function submit<T>(revise: () => Reviewed, beside: Beside<T>): Promise<T> {
    const earlier = beside.before()
    if (earlier) return earlier
    checkQueue()
    const now = clock()
    const reviewed = revise()
    checkEmpresa(reviewed, now)
    return deps.reconciliation.around(() =>
      commit(() => beside.before() ?? beside.after(accept(reviewed, now))),
    )
  }

  return {
    review,
    /** The document that a reviewed one repeats, as its acceptance would say. */
    repeats({ empresa, ambiente, documento: { dte, solicitud }, programado }: Reviewed): Advertencia[] {
      const own = { empresaId: empresa.id, ambiente, solicitud }
      const lineas = () => (programado ? hashPedidas(programado.cuerpo) : hashLineas(dte.detalle))
      const tabla = programado ? 'programada' : 'documento'
      return possibleDuplicate({ tabla, jobId: null, dte, lineas, ...own }, clock())
    },
    reread,
    acceptReviewed,
    accept,
    commit,
    checkQueue,

    /**
     * Accepts one document: when it resolves, folio, job and document are on disk; of a scheduled one, job and request.
     * Throws the faults of the body, NO_FOLIOS, CERTIFICATE_*, QUEUE_UNAVAILABLE when nothing could be made durable, and
     * SII_UNAVAILABLE when it would have to say first which folios it has.
     */
    enqueue: <T>(body: unknown, whose: OnBehalfOf, beside: Beside<T>): Promise<T> =>
      submit(() => review(body, whose, true), beside),

    /**
     * The same for a document built from others. What it was built from may change until the transaction: `beside.before`
     * looks at it once more in there, and throws.
     */
    enqueueBuilt: <T>(build: Build, whose: OnBehalfOf, beside: Beside<T>): Promise<T> =>
      submit(() => prepare(whose, build), beside),
  }
}

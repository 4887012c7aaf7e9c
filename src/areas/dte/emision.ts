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
import { beforeCaf, createStockFaults, noFolios } from './existencias'
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
  queue: { alive(): boolean; wake(): void }
  maxBacklog: number
}

export type Emision = ReturnType<typeof createEmision>

const QUEUE_DOWN = 'La cola de emisión no está disponible; nada se creó, reintente en unos segundos'

const unavailable = (cause?: unknown): AppError =>
  new AppError('QUEUE_UNAVAILABLE', QUEUE_DOWN, { headers: { 'retry-after': '5' }, cause })

// A company named at registration has only its RUT and name (contract §14); the SII wants these of every issuer.
const camposFaltantes = ({ giro, acteco, direccion, comuna }: Emisor): string[] =>
  Object.entries({ giro, actividades_economicas: acteco?.length, direccion, comuna })
    .filter(([, value]) => !value)
    .map(([campo]) => campo)

export function createEmision(deps: Deps) {
  const { store, clock, newId, commits, insertJob, folios, emisores, documentos, referencias, queue } = deps
  const stockFaults = createStockFaults({ folios, clock })
  const admit = createBacklog({ client: store.client, kind: EMITIR, max: deps.maxBacklog, clock })
  const duplicate = store.client
    .prepare(
      `SELECT job_id FROM documento WHERE empresa_id = +? AND ambiente = +? AND rut_receptor = +? AND tipo_dte = +?
         AND monto_total = +? AND created_at > +? AND referencia_externa IS +? ORDER BY created_at DESC LIMIT 1`,
    )
    .pluck()

  /**
   * Reads and checks a body without touching folios; throws every fault at once. With `emitting`, those of the stock too: they
   * are no fault of a document that is not to be issued.
   */
  function review(body: unknown, emisora: Emisora, emitting = false): Revisado {
    const { empresaId, ambiente } = emisora
    const empresa = emisores.get(empresaId, ambiente)
    const [hoy, hora] = chileTimestamp(clock()).split('T') as [string, string]
    const read = readDocumento(body, empresa.emisor, hoy, hora)
    if (read.documento) return { empresa, ambiente, documento: read.documento }
    const { faults, parcial } = read
    if (!parcial) throw faultsError(faults)
    throw faultsError([
      ...faults,
      ...referencias.faultsOf(parcial, empresa.emisor.rut, empresaId, ambiente),
      ...(emitting ? stockFaults(emisora, parcial.tipoDte, parcial.fechaEmision) : []),
    ])
  }

  /** What keeps a company from issuing at all, told before a folio is spent. */
  function checkEmpresa({ empresa, ambiente }: Revisado, now: Date): void {
    const missing = camposFaltantes(empresa.emisor)
    if (missing.length) {
      throw new AppError(
        'INVALID_STATE',
        `Complete los datos de la empresa para emitir: ${missing.join(', ')}`,
        {
          detalles: missing.map((campo) => ({ campo })),
        },
      )
    }
    if (!empresa.certificadoHasta) {
      throw new AppError(
        'CERTIFICATE_MISSING',
        'La empresa no tiene un certificado digital; cárguelo para emitir',
      )
    }
    if (empresa.certificadoHasta <= now.toISOString()) {
      const day = empresa.certificadoHasta.slice(0, 10)
      throw new AppError('CERTIFICATE_EXPIRED', `El certificado digital venció el ${day}; cargue uno vigente`)
    }
    if (!empresa.resolucion) {
      throw new AppError(
        'INVALID_STATE',
        `Falta la resolución del SII de la empresa para el ambiente ${ambiente}`,
      )
    }
  }

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
    const all = [...documento.advertencias, ...advertencias, ...repeated]
    return { jobId, folio: taken.folio, tipoDte, advertencias: all }
  }

  return {
    review,

    /**
     * Accepts one document: when it resolves, folio, job and document are on disk. Throws the faults of the body,
     * NO_FOLIOS, CERTIFICATE_*, and QUEUE_UNAVAILABLE when nothing could be made durable.
     */
    async enqueue<T>(body: unknown, emisora: Emisora, beside: Acompanante<T>): Promise<T> {
      const earlier = beside.before()
      if (earlier) return earlier
      if (!queue.alive()) throw unavailable()
      const now = clock()
      const revisado = review(body, emisora, true)
      checkEmpresa(revisado, now)
      try {
        const answer = await commits.commit(() => beside.before() ?? beside.after(accept(revisado, now)))
        queue.wake()
        return answer
      } catch (fault) {
        if (fault instanceof StorageUnavailable) throw unavailable(fault)
        throw fault
      }
    },
  }
}

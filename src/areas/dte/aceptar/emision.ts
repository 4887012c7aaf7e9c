// A document that was read becomes one with a folio and a job, inside the transaction of whoever accepts it.

import type { NewId } from '../../../base/id'
import { montosEnPesos } from '../../../domain/dte/pesos'
import { tipoDocumento } from '../../../domain/dte/tipos'
import { type Advertencia, AppError, type Fault, faultsError } from '../../../domain/errors'
import type { EstadoCuota } from '../../../domain/plan/cuota'
import { vigenciaFault } from '../../../domain/vigencia'
import { createBacklog } from '../../../jobs/backlog'
import type { InsertJob } from '../../../jobs/insert'
import type { Store } from '../../../store/store'
import type { Programadas } from '../documento/programada-store'
import { EMITIR, grupoEmision, type Lineas } from '../envio/linea'
import type { Guias } from '../referencias/guias'
import type { Reemplazos } from '../referencias/reemplazos'
import type { CuotaEmision } from './cuota'
import { createPossibleDuplicate, hashLineas, hashPedidas } from './possible-duplicate'
import { numIdOf } from './receptor-cliente'
import { createReview, type ReviewDeps, type Reviewed } from './review'
import { prepareProductos } from './statements'
import { beforeCaf, noFolios } from './stock-faults'

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

interface Deps extends ReviewDeps {
  store: Store
  newId: NewId
  insertJob: InsertJob
  lineas: Lineas
  guias: Guias
  reemplazos: Reemplazos
  programadas: Programadas
  maxBacklog: number
  cuotaEmision: CuotaEmision
}

export type Emision = ReturnType<typeof createEmision>

export function createEmision(deps: Deps) {
  const { store, clock, newId, insertJob, folios, documentos, referencias, guias, reemplazos } = deps
  const { programadas, lineas } = deps
  const { stockFaults, ...reading } = createReview(deps)
  const admit = createBacklog({ client: store.client, kind: EMITIR, max: deps.maxBacklog, clock })
  const possibleDuplicate = createPossibleDuplicate(deps)
  const productos = prepareProductos(store.client)

  /** Looks up what a document is about: others, guides, a rejected one. Throws its faults; with those of references also `more`. */
  function relate({ empresa, ambiente, documento, guias: cubre }: Reviewed, more?: () => Fault[]) {
    const titular = { empresaId: empresa.id, ambiente }
    const { dte, solicitud } = documento
    const { efectos, ajenos, advertencias } = referencias.check(dte, titular, more)
    const referidas = cubre
      ? { cubiertas: cubre.map((id) => ({ id, forzada: false })), advertencias: [] }
      : guias.referred(dte, titular, solicitud.forzarGuia)
    const reemplazo = reemplazos.check(solicitud, titular)
    const all = [...documento.advertencias, ...advertencias, ...referidas.advertencias]
    return { efectos, ajenos, cubiertas: referidas.cubiertas, reemplazo, advertencias: all }
  }

  const relationFaults = ({ empresa, ambiente, documento: { dte, solicitud } }: Reviewed): Fault[] => {
    const titular = { empresaId: empresa.id, ambiente }
    return [...guias.faultsOf(dte, titular, solicitud.forzarGuia), ...reemplazos.faultsOf(solicitud, titular)]
  }

  /** The warning of a document that may be there already. `jobId` is its own, null of what is only looked at. */
  function findRepeated(reviewed: Reviewed, jobId: string | null, now: Date): Advertencia[] {
    const { empresa, ambiente, documento, programado } = reviewed
    const { dte, solicitud } = documento
    const lineas = () => (programado ? hashPedidas(programado.cuerpo) : hashLineas(dte.detalle))
    const tabla = programado ? 'programada' : 'documento'
    return possibleDuplicate({ tabla, jobId, empresaId: empresa.id, ambiente, dte, lineas, solicitud }, now)
  }

  /** Takes the folio and writes the document of a job that is there. Runs inside a transaction that the caller commits. */
  function acceptReviewed(reviewed: Reviewed, jobId: string, now: Date, set: string | null = null): Accepted {
    const { empresa, ambiente, documento } = reviewed
    const titular = { empresaId: empresa.id, ambiente }
    const { dte, impresion, solicitud } = documento
    const { tipoDte, fechaEmision } = dte.idDoc
    const cuota = deps.cuotaEmision.spend(empresa.id, now)
    const { efectos, ajenos, cubiertas, reemplazo, advertencias } = relate(reviewed, () => [
      ...relationFaults(reviewed),
      ...stockFaults(titular, tipoDte, fechaEmision),
    ])
    // The SII's sets have notes that are alike.
    if (!set) advertencias.push(...findRepeated(reviewed, jobId, now))
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
          ...(reviewed.valores && { valores: reviewed.valores }),
        },
        referenciaExterna: solicitud.referenciaExterna ?? null,
        numIdCliente: reviewed.numIdCliente ?? numIdOf(efectos),
      },
      now.toISOString(),
    )
    referencias.record(id, efectos, ajenos)
    guias.record(id, dte, cubiertas)
    if (reemplazo) reemplazos.record(id, reemplazo)
    return { jobId, folio: taken.folio, tipoDte, programadoPara: null, advertencias, cuota }
  }

  /** Keeps the request of a job until its hour; what can be known today is checked today. */
  function schedule(
    reviewed: Reviewed,
    { para, cuerpo }: NonNullable<Reviewed['programado']>,
    jobId: string,
    now: Date,
  ): Accepted {
    const { empresa, ambiente, documento } = reviewed
    const { dte, solicitud } = documento
    const { tipoDte } = dte.idDoc
    const advertencias = [...relate(reviewed).advertencias, ...findRepeated(reviewed, jobId, now)]
    if (vigenciaFault(empresa.vigencia!, para)) {
      const mensaje = `El certificado digital vence el ${empresa.vigencia!.validoHasta.slice(0, 10)}, antes de emitir`
      advertencias.push({ code: 'CERTIFICATE_EXPIRES', campo: 'programar_para', mensaje })
    }
    const { rut: rutReceptor, razonSocial: razonSocialReceptor } = dte.receptor
    programadas.insert(
      {
        ...{ jobId, empresaId: empresa.id, ambiente, tipoDte, rutReceptor, razonSocialReceptor, cuerpo },
        montoTotal: montosEnPesos(dte).total,
        referenciaExterna: solicitud.referenciaExterna ?? null,
      },
      now.toISOString(),
    )
    return { jobId, folio: null, tipoDte, programadoPara: para, advertencias, cuota: null }
  }

  return {
    ...reading,
    acceptReviewed,

    /** Writes job and document, or the job alone of what waits for its hour; of a `set`, to travel in that envelope. In a transaction. */
    accept(reviewed: Reviewed, now: Date, set: string | null = null): Accepted {
      const { empresa, ambiente, documento, programado } = reviewed
      const titular = { empresaId: empresa.id, ambiente }
      admit()
      if (reviewed.productos?.length) productos.use.run(now.toISOString(), JSON.stringify(reviewed.productos))
      const id = newId('job')
      const grupo = grupoEmision(titular, tipoDocumento(documento.dte.idDoc.tipoDte).sobre, set)
      const job = { id, kind: EMITIR, ...titular, grupo, args: {} }
      insertJob(
        programado ? { ...job, estado: 'scheduled', runAt: programado.para } : { ...job, estado: 'pending' },
      )
      if (programado) return schedule(reviewed, programado, id, now)
      lineas.wakeSoon(job, now)
      return acceptReviewed(reviewed, id, now, set)
    },

    /** The warnings of a document that is not issued, its likes among them; throws the faults of what it is about. Takes nothing. */
    warn: (reviewed: Reviewed): Advertencia[] => [
      ...relate(reviewed, () => relationFaults(reviewed)).advertencias,
      ...findRepeated(reviewed, null, clock()),
    ],
  }
}

// A set: documents that are accepted together or not at all, and travel to the SII in one envelope of their own, in the order given
// (jobs §10). Their folios are taken in one transaction, and a note may refer to a case that comes before it.

import type { Clock } from '../../../base/clock'
import type { NewId } from '../../../base/id'
import { ownTurn } from '../../../base/turn'
import type { Sobre } from '../../../domain/dte/fila'
import { isTipoDte, tipoDocumento } from '../../../domain/dte/tipos'
import { type Advertencia, AppError, type Fault, faultsError } from '../../../domain/errors'
import { chileDate } from '../../../domain/fecha'
import type { Store } from '../../../store/store'
import type { Folios } from '../../folios'
import type { Documentos } from '../documento/documento-store'
import type { Sets } from '../envio/set-store'
import type { Guias } from '../referencias/guias'
import type { Referencias } from '../referencias/referencias'
import { checkEmpresa } from './check-empresa'
import type { Emision, Reviewed } from './emision'
import type { OnBehalfOf } from './on-behalf-of'
import type { Reconciliation } from './reconciliation'
import { type CasoEmitido, type CasoPedido, resolveCasos } from './set-referencias'
import { fallaDe, type Resultado, refusal } from './whole-refusal'

interface PedidoSet {
  titular: OnBehalfOf
  sobre: Sobre
  /** In the order of the envelope; a reference `{ caso, codigo, razon }` names a case that comes before. */
  solicitudes: readonly CasoPedido[]
}

/** A set that was accepted: the id that its one envelope will have, and its documents in order. */
interface SetEmitido {
  envioId: string
  documentos: { caso: number; id: string; tipoDte: number; folio: number; advertencias: Advertencia[] }[]
}

/**
 * Accepts a set: when it resolves, folios, jobs, documents and what `after` writes are on disk. Throws, with nothing taken, every fault
 * of every case at once under `casos[i]`, NO_FOLIOS with what each type lacks, and what any emission throws.
 */
export type IssueSet = (pedido: PedidoSet, after?: (set: SetEmitido) => void) => Promise<SetEmitido>

interface Deps {
  store: Store
  clock: Clock
  newId: NewId
  emision: Emision
  documentos: Documentos
  referencias: Referencias
  guias: Guias
  folios: Pick<Folios, 'disponibles'>
  sets: Sets
  reconciliation: Reconciliation
}

/** As many as the line of a company has travel together (enviar/linea.job.ts). */
const CASOS_MAX = 200

/** The folios that a type lacks. */
interface Falta {
  tipo_dte: number
  necesarios: number
  disponibles: number
  faltan: number
}

const faltasEscritas = (faltas: readonly Falta[]): string =>
  `Faltan folios para emitir el set entero: ${faltas
    .map(({ tipo_dte, necesarios, faltan }) => `${faltan} de ${necesarios} del tipo ${tipo_dte}`)
    .join(', ')}. No se tomó ninguno`

function checkLista(solicitudes: readonly CasoPedido[]): void {
  const repetidos = solicitudes.flatMap(({ caso }, i): Fault[] =>
    solicitudes.findIndex((other) => other.caso === caso) < i
      ? [{ campo: `casos[${i}].caso`, regla: 'repetido', mensaje: `casos[${i}] repite el caso ${caso}` }]
      : [],
  )
  if (repetidos.length) throw faultsError(repetidos)
  const fault = (regla: Fault['regla'], mensaje: string) => faultsError([{ campo: 'casos', regla, mensaje }])
  if (!solicitudes.length) throw fault('cantidad_min', 'El set no tiene casos')
  if (solicitudes.length > CASOS_MAX)
    throw fault('cantidad_max', `Un set lleva hasta ${CASOS_MAX} documentos en su envío`)
}

function orFault<T>(work: () => T): T | AppError {
  try {
    return work()
  } catch (fault) {
    return fallaDe(fault)
  }
}

/** The faults of a request, but for what is said of its references to cases that have no folio. */
function saidOf({ code, message, detalles = [] }: AppError, unsaid: readonly string[]): Fault[] {
  const own = (detalles as Partial<Fault>[]).filter(({ mensaje }) => mensaje !== undefined) as Fault[]
  if (!own.length) return [{ campo: '', regla: 'documento', mensaje: message, code }]
  return own
    .filter(({ campo }) => !unsaid.some((at) => campo === 'referencias' || campo.startsWith(`${at}.`)))
    .map((one) => ({ ...one, code }))
}

/** Throws what a document may not be in a set, whatever its kind. */
function checkMiembro(reviewed: Reviewed, sobre: Sobre, hoy: string): Reviewed {
  const { documento, programado } = reviewed
  const { tipoDte, fechaEmision } = documento.dte.idDoc
  const faults: Fault[] = []
  if (tipoDocumento(tipoDte).sobre !== sobre) {
    const mensaje = `Un documento tipo ${tipoDte} no viaja en un ${sobre}`
    faults.push({ campo: 'tipo_dte', regla: 'valor', mensaje })
  }
  if (programado) {
    const mensaje = 'programar_para no va en un set: se emite entero, ahora'
    faults.push({ campo: 'programar_para', regla: 'sobra', mensaje })
  } else if (fechaEmision !== hoy) {
    const mensaje = `fecha_emision debe ser la de hoy, ${hoy}, en todos los documentos del set`
    faults.push({ campo: 'fecha_emision', regla: 'valor', mensaje })
  }
  if (faults.length) throw faultsError(faults)
  return reviewed
}

export function createIssueSet(deps: Deps): IssueSet {
  const { store, clock, newId, emision, documentos, referencias, guias, folios, sets, reconciliation } = deps

  function faltasOf(titular: OnBehalfOf, solicitudes: readonly CasoPedido[]): Falta[] {
    const byTipo = Map.groupBy(solicitudes, ({ solicitud }) => solicitud.tipo_dte)
    return [...byTipo].flatMap(([tipo, { length: necesarios }]): Falta[] => {
      if (!isTipoDte(tipo)) return []
      const disponibles = folios.disponibles(titular, tipo)
      const faltan = necesarios - disponibles
      return faltan > 0 ? [{ tipo_dte: tipo, necesarios, disponibles, faltan }] : []
    })
  }

  /** Throws for a document that refers to one of outside the set which the SII may not have: a set waits for nothing. */
  function checkReferidos(id: string, emitidos: readonly CasoEmitido[]): void {
    const own = new Set(emitidos.map((caso) => caso.id))
    const pending = [...referencias.pendingReferidos(id), ...guias.pending(id)].filter(
      (row) => !own.has(row.id),
    )
    if (!pending.length) return
    throw faultsError(
      pending.map(({ tipo_dte, folio }): Fault => {
        const mensaje = `El documento tipo ${tipo_dte} folio ${folio}, de fuera del set, no está aceptado por el SII: espere su veredicto`
        return { campo: 'referencias', regla: 'referencia', mensaje, code: 'INVALID_STATE' }
      }),
    )
  }

  // A savepoint each: what a refused case wrote is no part of what the next ones are told.
  const acceptOne = store.client.transaction(
    (reviewed: Reviewed, now: Date, envioId: string, emitidos: readonly CasoEmitido[]) => {
      const accepted = emision.accept(reviewed, now, envioId)
      const { id } = documentos.byJob(accepted.jobId)!
      checkReferidos(id, emitidos)
      return { ...accepted, id }
    },
  )

  function acceptSet(
    { titular, sobre, solicitudes }: PedidoSet,
    after: (set: SetEmitido) => void,
  ): SetEmitido {
    const now = clock()
    const hoy = chileDate(now)
    const envioId = newId('env')
    const faltas = faltasOf(titular, solicitudes)
    const emitidos = new Map<number, CasoEmitido>()
    const anteriores = new Map<number, unknown>()
    const set: SetEmitido = { envioId, documentos: [] }

    /** Null where it could not be tried: folios lack, or a case that it refers to was refused. */
    function acceptCaso(pedido: CasoPedido): Resultado | null {
      const { cuerpo, firm, faults, unsaid } = resolveCasos(pedido, emitidos, anteriores, hoy)
      anteriores.set(pedido.caso, pedido.solicitud.tipo_dte)
      const reviewed = orFault(() => checkMiembro(emision.review(cuerpo, titular), sobre, hoy))
      const found = [...faults, ...(reviewed instanceof AppError ? saidOf(reviewed, unsaid) : [])]
      if (found.length) return { fault: faultsError(found) }
      if (reviewed instanceof AppError || !firm || faltas.length) return null
      checkEmpresa(reviewed, now)
      const accepted = orFault(() => acceptOne(reviewed, now, envioId, [...emitidos.values()]))
      if (accepted instanceof AppError) return { fault: accepted }
      const { id, tipoDte, advertencias } = accepted
      const folio = accepted.folio!
      emitidos.set(pedido.caso, { caso: pedido.caso, id, tipoDte, folio, fecha: hoy })
      set.documentos.push({ caso: pedido.caso, id, tipoDte, folio, advertencias })
      return { accepted }
    }

    const refused = refusal(solicitudes.map(acceptCaso), 'casos')
    if (refused) throw refused
    if (faltas.length) throw new AppError('NO_FOLIOS', faltasEscritas(faltas), { detalles: faltas })
    sets.insert(envioId, set.documentos)
    after(set)
    return set
  }

  return async (pedido, after = () => {}) => {
    if (pedido.titular.ambiente === 'produccion')
      throw new AppError('INVALID_STATE', 'Un set de pruebas no se emite en producción')
    checkLista(pedido.solicitudes)
    emision.checkQueue()
    return reconciliation.around(async () => {
      await ownTurn()
      return emision.commit(() => acceptSet(pedido, after), true)
    })
  }
}

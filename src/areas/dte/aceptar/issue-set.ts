// A set: documents that are accepted together or not at all, and travel to the SII in one envelope of their own, in the order given
// (jobs §10). Their folios are taken in one transaction, and a note may refer to a case that comes before it.

import type { Clock } from '../../../base/clock'
import type { NewId } from '../../../base/id'
import { isTipoDte } from '../../../domain/dte/tipos'
import { type Advertencia, AppError, type Fault, faultsError } from '../../../domain/errors'
import { chileDate } from '../../../domain/fecha'
import type { Store } from '../../../store/store'
import type { Folios } from '../../folios'
import type { Documentos } from '../documento/documento-store'
import type { Sets } from '../envio/set-store'
import type { Guias } from '../referencias/guias'
import type { Referencias } from '../referencias/referencias'
import { checkEmpresa } from './check-empresa'
import { checkLista, checkMiembro, type Falta, faltasEscritas, type PedidoSet, placeIn } from './check-set'
import type { Commit } from './commit'
import type { Accepted, Emision } from './emision'
import type { OnBehalfOf } from './on-behalf-of'
import type { Reviewed } from './review'
import { type CasoEmitido, type CasoPedido, resolveCasos } from './set-referencias'
import { orFault, refusal } from './whole-refusal'

/** A fault of one case, in the words in which the set would be refused for it. */
export type FaltaCaso = Pick<Fault, 'campo' | 'regla' | 'mensaje'> & Pick<CasoPedido, 'caso'>

/** A set that was accepted: the id that its one envelope will have, and its documents in order. */
interface SetEmitido {
  envioId: string
  documentos: { caso: number; id: string; tipoDte: number; folio: number; advertencias: Advertencia[] }[]
}

/** The caller's part in the transaction of a set: before anything of it is judged, and once all of it is there. */
interface Around {
  before?(): void
  after?(set: SetEmitido): void
}

export interface Conjuntos {
  /**
   * Accepts a set: when it resolves, folios, jobs, documents and what `before` and `after` write are on disk. Throws, with nothing
   * taken, what `before` throws, then every fault of every case at once under its place, NO_FOLIOS with what each type lacks, and what
   * any emission throws.
   */
  issueSet(pedido: PedidoSet, around?: Around): Promise<SetEmitido>
  /**
   * The faults for which `issueSet` would refuse the cases now; nothing is taken. Where folios lack, what takes one to be seen is not
   * seen yet.
   */
  judgeSet(pedido: PedidoSet): FaltaCaso[]
}

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
  commit: Commit
}

/** A case that was accepted. */
type Emitido = Accepted & { id: string }

/** Ends a trial, all that it wrote undone, with what became of each case. */
class Tried extends Error {
  constructor(readonly resultados: readonly (Emitido | AppError | null)[]) {
    super()
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

export function createIssueSet(deps: Deps): Conjuntos {
  const { store, clock, newId, emision, documentos, referencias, guias, folios, sets, commit } = deps

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

  /** Takes a case in, or tells its fault. Throws what keeps the company from issuing anything. */
  function takeCaso(
    reviewed: Reviewed,
    envioId: string,
    emitidos: readonly CasoEmitido[],
  ): Emitido | AppError {
    const now = clock()
    checkEmpresa(reviewed, now)
    return orFault(() => acceptOne(reviewed, now, envioId, emitidos))
  }

  /** The same of a case only looked at: null where the company itself may not issue, which is no fault of the case. */
  function tryCaso(...caso: Parameters<typeof takeCaso>): Emitido | AppError | null {
    try {
      return takeCaso(...caso)
    } catch (fault) {
      if (fault instanceof AppError) return null
      throw fault
    }
  }

  /**
   * The cases of a set in its order, each accepted, refused, or null where it could not be tried: folios lack, the company may not issue,
   * or a case that it refers to was refused.
   */
  function acceptCasos({ titular, sobre, solicitudes }: PedidoSet, envioId: string, take: typeof tryCaso) {
    const hoy = chileDate(clock())
    const faltas = faltasOf(titular, solicitudes)
    const emitidos = new Map<number, CasoEmitido>()
    const anteriores = new Map<number, unknown>()
    const documentos: SetEmitido['documentos'] = []

    function acceptCaso(pedido: CasoPedido): Emitido | AppError | null {
      const { cuerpo, firm, faults, unsaid } = resolveCasos(pedido, emitidos, anteriores, hoy)
      anteriores.set(pedido.caso, pedido.solicitud.tipo_dte)
      const reviewed = orFault(() => checkMiembro(emision.review(cuerpo, titular), sobre, hoy))
      const found = [...faults, ...(reviewed instanceof AppError ? saidOf(reviewed, unsaid) : [])]
      if (found.length) return faultsError(found)
      if (reviewed instanceof AppError || !firm || faltas.length) return null
      const emitido = take(reviewed, envioId, [...emitidos.values()])
      if (!emitido || emitido instanceof AppError) return emitido
      const { id, tipoDte, advertencias } = emitido
      const folio = emitido.folio!
      emitidos.set(pedido.caso, { caso: pedido.caso, id, tipoDte, folio, fecha: hoy })
      documentos.push({ caso: pedido.caso, id, tipoDte, folio, advertencias })
      return emitido
    }

    return { resultados: solicitudes.map(acceptCaso), faltas, documentos }
  }

  function acceptSet(pedido: PedidoSet, { before, after }: Around): SetEmitido {
    before?.()
    const envioId = newId('env')
    const { resultados, faltas, documentos } = acceptCasos(pedido, envioId, takeCaso)
    const refused = refusal(resultados, placeIn(pedido))
    if (refused) throw refused
    if (faltas.length) throw new AppError('NO_FOLIOS', faltasEscritas(faltas), { detalles: faltas })
    const set: SetEmitido = { envioId, documentos }
    sets.insert(envioId, documentos)
    after?.(set)
    return set
  }

  // Accepted to be seen, and undone: nothing else tells what a note would be told once its invoice is there.
  const trySet = store.client.transaction((pedido: PedidoSet): never => {
    throw new Tried(acceptCasos(pedido, newId('env'), tryCaso).resultados)
  })

  return {
    async issueSet(pedido, around = {}) {
      if (pedido.titular.ambiente === 'produccion')
        throw new AppError('INVALID_STATE', 'Un set de pruebas no se emite en producción')
      checkLista(pedido)
      commit.checkQueue()
      return commit.alone(() => acceptSet(pedido, around))
    },
    judgeSet(pedido) {
      try {
        return trySet.immediate(pedido)
      } catch (fault) {
        if (!(fault instanceof Tried)) throw fault
        return fault.resultados.flatMap((resultado, i) => {
          const { caso } = pedido.solicitudes[i]!
          const { detalles = [] } = refusal([resultado], () => placeIn(pedido)(i)) ?? {}
          return (detalles as Fault[]).map(({ campo, regla, mensaje }) => ({ caso, campo, regla, mensaje }))
        })
      }
    },
  }
}

// The use case behind POST /v1/dte/emitir/lote: up to a hundred requests, each accepted or refused by itself, or all or none
// (http §1).

import type { Clock } from '../../../base/clock'
import { ownTurn, pauses } from '../../../base/turn'
import type { Dte } from '../../../domain/dte/dte'
import { AppError, FAULTS_MAX, type Fault, faultsError } from '../../../domain/errors'
import type { Store } from '../../../store/store'
import { checkEmpresa } from './check-empresa'
import type { Accepted, Emision, Reviewed } from './emision'
import type { OnBehalfOf } from './on-behalf-of'
import type { Reconciliation } from './reconciliation'
import { FALTAS_LOTE, fallaDe, type Resultado, refusal } from './whole-refusal'

/** Hooks of the accepting transaction of a batch; see `Beside`. */
interface BesideLote<T> {
  before(): T | null
  after(resultados: readonly Resultado[]): T
}

export interface Lote {
  /** Each request in the name of its own issuer; a fault where it may not be issued by who asks. */
  documentos: readonly { cuerpo: unknown; whose: OnBehalfOf | AppError }[]
  todoONada: boolean
}

interface Deps {
  store: Store
  clock: Clock
  emision: Emision
  reconciliation: Reconciliation
}

export type EmitirLote = ReturnType<typeof createEmitirLote>

/** Own documents of this batch by environment, type and folio: a request could name their folio by a guess alone. */
const claveDe = (ambiente: string, tipo: string, folio: string): string =>
  `${ambiente} ${tipo} ${Number(folio)}`

function checkMismoLote(dte: Dte, ambiente: string, emitidos: ReadonlySet<string>): void {
  const faults = dte.referencias.flatMap((ref, i): Fault[] => {
    const foreign = ref.rutOtro !== undefined && ref.rutOtro !== dte.emisor.rut
    if (foreign || !emitidos.has(claveDe(ambiente, ref.tipoDocumento ?? '', ref.folio ?? ''))) return []
    const mensaje = `El documento tipo ${ref.tipoDocumento} folio ${ref.folio} es de este mismo lote: refiérase a él cuando su folio conste`
    return [{ campo: `referencias[${i}].folio`, regla: 'mismo_lote', mensaje, code: 'REFERENCE_NOT_FOUND' }]
  })
  if (faults.length) throw faultsError(faults)
}

export function createEmitirLote({ store, clock, emision, reconciliation }: Deps) {
  /** Reads what can be read, a little at a time, so that a large batch does not keep the others waiting. */
  async function readAll(documentos: Lote['documentos']): Promise<(Reviewed | AppError)[]> {
    const read: (Reviewed | AppError)[] = []
    const faltas = Math.min(FAULTS_MAX, Math.floor(FALTAS_LOTE / documentos.length))
    const pause = pauses()
    for (const { cuerpo, whose } of documentos) {
      await pause()
      try {
        if (whose instanceof AppError) throw whose
        read.push(emision.review(cuerpo, whose, true, faltas))
      } catch (fault) {
        read.push(fallaDe(fault))
      }
    }
    return read
  }

  // A savepoint each: what is refused after its folio was taken gives it back, and the others keep theirs.
  const acceptOne = store.client.transaction(
    (reviewed: Reviewed, now: Date, emitidos: Set<string>): Accepted => {
      checkMismoLote(reviewed.documento.dte, reviewed.ambiente, emitidos)
      const accepted = emision.accept(reviewed, now)
      const { folio, tipoDte } = accepted
      if (folio !== null) emitidos.add(claveDe(reviewed.ambiente, String(tipoDte), String(folio)))
      return accepted
    },
  )

  function acceptAll(leidos: readonly (Reviewed | AppError)[], now: Date): Resultado[] {
    const emitidos = new Set<string>()
    return leidos.map((leido): Resultado => {
      if (leido instanceof AppError) return { fault: leido }
      try {
        return { accepted: acceptOne(leido, now, emitidos) }
      } catch (fault) {
        return { fault: fallaDe(fault) }
      }
    })
  }

  // One batch at a time is written: many at once would share one transaction and hold the loop for its whole length.
  let last: Promise<unknown> = Promise.resolve()
  function inLine<T>(work: () => Promise<T>): Promise<T> {
    const mine = last.then(work)
    last = mine.catch(() => {})
    return mine
  }

  /**
   * Accepts a batch in one transaction, its idempotency record among it: a request that is repeated after a crash finds
   * all of it or nothing. Throws what keeps the company from issuing at all, QUEUE_UNAVAILABLE and SII_UNAVAILABLE with nothing
   * taken, and, with `todoONada`, every fault of every document.
   */
  return async <T>({ documentos, todoONada }: Lote, beside: BesideLote<T>): Promise<T> => {
    const earlier = beside.before()
    if (earlier) return earlier
    emision.checkQueue()
    const leidos = await readAll(documentos)
    const now = clock()
    for (const leido of leidos) if (!(leido instanceof AppError)) checkEmpresa(leido, now)
    const write = async () => {
      await ownTurn()
      return emision.commit(() => {
        const done = beside.before()
        if (done) return done
        const resultados = acceptAll(leidos, now)
        const refused = todoONada ? refusal(resultados, 'documentos') : null
        if (refused) throw refused
        return beside.after(resultados)
      }, true)
    }
    // A document that waits for the SII leaves the line to others.
    return reconciliation.around(() => inLine(write))
  }
}

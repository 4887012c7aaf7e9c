// The job that reads a company's mailbox (areas/recibidos/buzon §2): at most two hundred letters a run, the next at once while more wait.

import { nextTurn } from '../../../base/turn'
import { AppError } from '../../../domain/errors'
import type { Titular } from '../../../domain/titular'
import type { Tenant } from '../../../http/tenant'
import { type Carta, type Casilla, CasillaFault } from '../../../mail/casilla'
import type { Store } from '../../../store/store'
import { unsynced } from '../../../store/unsynced'
import type { Encargo, TrabajoContext, Trabajos } from '../../trabajos'
import type { Buzon, Buzones } from './buzones'
import { type OpenBox, OtraCaja, refusalOf } from './open-box'
import { prepareBuzon } from './statements'
import { createTakeIn, type TakeInDeps } from './take-in'

export const READ_BOX = 'buzon.leer'

/** Letters of one run, and of one question to the server. */
const CORRIDA = 200
const PARTE = 25
/** Numbers of one question to the store. */
const PREGUNTA = 1000
/** How often all numbers are gone through, and not only those after the last: a server may have told one too late. */
const REVISION_MS = 24 * 3_600_000

export interface ReadBoxDeps extends TakeInDeps {
  store: Pick<Store, 'client'>
  buzones: Buzones
  openBox: OpenBox
  trabajos: Trabajos
}

export const mailboxError = (fault: CasillaFault): AppError =>
  new AppError('MAILBOX_ERROR', fault.message, { cause: fault })

export function createReadBox(deps: ReadBoxDeps) {
  const { store, clock, buzones, openBox, trabajos } = deps
  const { client } = store
  const sql = prepareBuzon(client)
  const takeIn = createTakeIn(deps)

  /** Tells the server of what was read before, until it has all been told. */
  async function settle({ empresaId, ambiente }: Titular, casilla: Casilla): Promise<void> {
    for (;;) {
      const uids = sql.unmarked.all(empresaId, ambiente, CORRIDA)
      if (!uids.length) return
      await casilla.settle(uids)
      unsynced(client, () => void sql.marked.run(empresaId, ambiente, JSON.stringify(uids)))
    }
  }

  /** The numbers to be looked at, and whether a run over the first of them ends a review of all. */
  async function pending(row: Buzon, casilla: Casilla): Promise<{ uids: number[]; reviews: boolean }> {
    const { empresaId, ambiente } = row
    // Not before another `validez` was told.
    const reviewed = buzones.get(row)?.revisadoEn ?? '1970-01-01'
    const age = clock().getTime() - Date.parse(reviewed)
    const last = sql.lastSeen.get(empresaId, ambiente)!
    if (age >= 0 && age < REVISION_MS) return { uids: await casilla.list(last), reviews: false }
    const listed = await casilla.list(0)
    const seen = new Set<number>()
    for (let i = 0; i < listed.length; i += PREGUNTA) {
      const asked = JSON.stringify(listed.slice(i, i + PREGUNTA))
      for (const uid of sql.seenAmong.all(empresaId, ambiente, asked)) seen.add(uid)
      await nextTurn()
    }
    const uids = listed.filter((uid) => !seen.has(uid))
    const next = uids[CORRIDA]
    // Messages above the last known one are found without a scan of a large folder.
    return { uids, reviews: next === undefined || next > last }
  }

  async function readPart(uids: readonly number[], casilla: Casilla, receiver: Taker): Promise<void> {
    const left = new Set(uids)
    for await (const carta of casilla.read(uids)) {
      await receiver.carta(carta)
      // Data already sent comes without a turn for anybody else.
      await nextTurn()
      left.delete(carta.uid)
    }
    // Deleted meanwhile, or the server forgot it once: it is asked for by itself, and then there is none.
    for (const uid of left) {
      let there = false
      for await (const carta of casilla.read([uid])) {
        there = true
        await receiver.carta(carta)
      }
      if (!there) receiver.none(uid)
    }
  }

  function checkCurrent(row: Buzon): void {
    if (!buzones.isCurrent(row)) throw new OtraCaja()
  }

  async function readRun(row: Buzon, casilla: Casilla, ctx: TrabajoContext, jobId: string): Promise<boolean> {
    const { empresaId, ambiente, guardadoEn: guardado_en } = row
    const { cuentaId } = ctx.actor
    checkCurrent(row)
    buzones.opened(row, casilla.validez)
    await settle(row, casilla)
    const { uids, reviews } = await pending(row, casilla)
    const run = uids.slice(0, CORRIDA)
    const receiver: Taker = {
      async carta(carta) {
        await takeIn(cuentaId!, row, carta, jobId)
        checkCurrent(row)
      },
      none(uid) {
        const nobody = { mensaje_id: null, job_id: jobId, repetido: 0, por_marcar: 0 } as const
        const who = { empresa_id: empresaId, ambiente, guardado_en }
        unsynced(client, () => void sql.see.run({ ...who, uid, ...nobody }))
      },
    }
    for (let i = 0; i < run.length; i += PARTE) {
      ctx.signal.throwIfAborted()
      await readPart(run.slice(i, i + PARTE), casilla, receiver)
      const hechos = Math.min(i + PARTE, run.length)
      // On disk before the server is told: what is moved away must not come back as never seen.
      ctx.progress({ paso: 'Leyendo mensajes', hechos, total: uids.length })
      await settle(row, casilla)
    }
    if (reviews) buzones.reviewed(row)
    return uids.length > run.length
  }

  async function read(row: Buzon, ctx: TrabajoContext, jobId: string): Promise<boolean> {
    const casilla = await openBox(row, ctx.actor.cuentaId!, ctx.signal)
    try {
      return await readRun(row, casilla, ctx, jobId)
    } finally {
      await casilla.close()
    }
  }

  const kind = trabajos.define<object>({
    tipo: READ_BOX,
    operacion: null,
    async run({ id, empresaId, ambiente }, ctx) {
      const row = buzones.get({ empresaId, ambiente })
      const refusal = refusalOf(row)
      if (refusal) throw refusal
      try {
        const more = await read(row!, ctx, id)
        if (more) return { again: true, write: () => buzones.ended(row!, null) }
        return { result: sql.ofJob.get(id)!, write: () => buzones.ended(row!, null) }
      } catch (fault) {
        if (ctx.signal.aborted || !(fault instanceof CasillaFault || fault instanceof OtraCaja)) throw fault
        const now = buzones.get({ empresaId, ambiente })
        if (!now)
          throw new AppError('INVALID_STATE', 'El buzón se borró mientras se leía; lo que ya trajo queda')
        // A box that was saved meanwhile is read at once.
        if (now.guardadoEn !== row!.guardadoEn) return { again: true }
        if (fault instanceof OtraCaja)
          throw (
            refusalOf(now) ?? new AppError('INVALID_STATE', 'La empresa se eliminó mientras se leía su buzón')
          )
        if (fault.motivo !== 'clave') buzones.ended(row!, fault.message)
        throw mailboxError(fault)
      }
    },
  })

  return {
    kind,
    /** The order to read a company's box. */
    encargo: (): Encargo => ({ tipo: READ_BOX, operacion: null, clave: 'buzon', objeto: 'buzón', args: {} }),
    /** Opens the box with what is saved and leaves it again. Throws CasillaFault. */
    async probe(
      row: Buzon,
      { cuentaId }: Pick<Tenant, 'cuentaId'>,
      signal: AbortSignal,
    ): Promise<{ mensajes: number }> {
      const casilla = await openBox(row, cuentaId, signal)
      await casilla.close()
      return { mensajes: casilla.total }
    },
  }
}

interface Taker {
  carta(carta: Carta): Promise<void>
  none(uid: number): void
}

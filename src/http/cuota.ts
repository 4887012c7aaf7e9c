// The monthly quota of queries (http §16.3): one counter an account, a row for each period and operation, so that a month's
// turn resets it even when the server was off. A unit is reserved before the question leaves and charged once it is answered.

import type { Database } from 'better-sqlite3'
import type { Clock } from '../base/clock'
import type { Log } from '../base/log'
import { AppError } from '../domain/errors'
import {
  type EstadoCuota,
  eventoDe,
  type NotifyCuota,
  type Operacion,
  periodoDe,
  restantes,
} from '../domain/plan/cuota'
import { planOf } from '../domain/plan/planes'
import type { RateLimits } from './rate-limit'
import type { ReplySet } from './reply'
import { prepareCuota } from './statements'

/** The payer of a question; `set` is the answer that tells what is left, null where nobody waits for one. */
export interface Pagador {
  cuentaId: string
  empresaId: string
  set: ReplySet | null
  /** A write in the transaction of the charge. */
  onCharged?: () => void
}

/** The units that queued jobs will still take for an operation, with the question that one has under way. */
interface Prometidas {
  operacion: Operacion
  units: () => number
}

/** A unit that is spoken for: exactly one of the two is called, once. */
interface Cargo {
  confirm(): void
  release(): void
}

export type Cuota = ReturnType<typeof createCuota>

// They ask what somebody wants to know; the others do something, and may come in a row (folios of twelve types).
const LOOKUPS: ReadonlySet<Operacion> = new Set<Operacion>([
  'consulta_dte',
  'estado_envio',
  'consulta_acuse',
  'contribuyente',
  'situacion',
  'autocompletar',
  'emitidos',
  'recibidos',
])

export function createCuota({
  client,
  clock,
  log,
  rateLimits,
  notify,
}: {
  client: Database
  clock: Clock
  log: Log
  rateLimits: RateLimits
  notify: NotifyCuota
}) {
  const { used, planName, charge } = prepareCuota(client)
  // The operations under way, by account and period: one process serves one database.
  const reserved = new Map<string, readonly Operacion[]>()

  function estado(cuentaId: string, periodo = periodoDe(clock())): EstadoCuota {
    const usadas = used.get(cuentaId, periodo)!
    return { cuentaId, periodo, usadas, limite: planOf(planName.get(cuentaId)!).consultas }
  }

  /** `X-Quota-*` of an answer. */
  function stamp({ headers }: ReplySet, now: EstadoCuota): void {
    headers['x-quota-period'] = now.periodo
    headers['x-quota-limit'] = String(now.limite ?? 'unlimited')
    headers['x-quota-remaining'] = String(restantes(now) ?? 'unlimited')
  }

  const count = client.transaction(
    ({ cuentaId, onCharged }: Pagador, periodo: string, operacion: Operacion): EstadoCuota => {
      onCharged?.()
      charge.run(cuentaId, periodo, operacion)
      const now = estado(cuentaId, periodo)
      const evento = eventoDe(now)
      if (evento) notify(evento, 'consultas', now)
      return now
    },
  )

  function confirmed(pagador: Pagador, operacion: Operacion, periodo: string): void {
    const { cuentaId, set } = pagador
    let now: EstadoCuota
    try {
      now = count.immediate(pagador, periodo, operacion)
    } catch (error) {
      // The answer is here and paid for; a full disk must not take it away from who waits for it.
      log.error('cuota.not_charged', { cuenta_id: cuentaId, operacion, error })
      return
    }
    if (set) stamp(set, now)
  }

  /** Throws PLAN_LIMIT when what is used, under way and promised leaves fewer than `units`. */
  function requireUnits(cuentaId: string, units: number, prometidas?: Prometidas) {
    const { periodo, usadas, limite } = estado(cuentaId)
    const name = `${cuentaId}:${periodo}`
    const underWay = reserved.get(name) ?? []
    if (limite !== null) {
      const promised = prometidas?.units() ?? 0
      const asked = underWay.filter((operacion) => operacion !== prometidas?.operacion).length
      const left = Math.max(limite - usadas - asked - promised, 0)
      if (left < units && promised) throw taken(left, units, promised, periodo)
      if (left < units) throw left && units > 1 ? tooFew(left, units, periodo) : spent(limite, periodo)
    }
    return { name, periodo, underWay }
  }

  return {
    estado,

    /** Throws PLAN_LIMIT when fewer units of the present period are left beside those promised; speaks for none. */
    requireUnits: (cuentaId: string, units: number, prometidas?: Prometidas): void =>
      void requireUnits(cuentaId, units, prometidas),

    /** The headers of a consuming route's answer before anything was asked. */
    announce: (set: ReplySet, cuentaId: string): void => stamp(set, estado(cuentaId)),

    /** Speaks for a unit of the present period. Throws RATE_LIMIT, and PLAN_LIMIT when what is used and under way is all there is. */
    reserve(pagador: Pagador, operacion: Operacion): Cargo {
      const { cuentaId, empresaId, set } = pagador
      if (LOOKUPS.has(operacion)) rateLimits.lookup(set, empresaId)
      const { name, periodo, underWay } = requireUnits(cuentaId, 1)
      reserved.set(name, [...underWay, operacion])
      const give = () => {
        const now = reserved.get(name)!
        const left = now.toSpliced(now.indexOf(operacion), 1)
        if (left.length) reserved.set(name, left)
        else reserved.delete(name)
      }
      return {
        confirm() {
          give()
          confirmed(pagador, operacion, periodo)
        },
        release: give,
      }
    },
  }
}

const needed = (units: number): string =>
  units === 1 ? 'Se necesita 1 consulta' : `Se necesitan ${units} consultas`
const kept = (left: number): string => (left === 1 ? 'le queda 1' : `le quedan ${left}`)

const tooFew = (left: number, units: number, periodo: string): AppError =>
  new AppError(
    'PLAN_LIMIT',
    `${needed(units)} y al plan ${kept(left)} (período ${periodo}); pida menos a la vez o cambie de plan`,
  )

const taken = (left: number, units: number, promised: number, periodo: string): AppError =>
  new AppError(
    'PLAN_LIMIT',
    `${needed(units)} y al plan ${kept(left)}, sin contar ${promised === 1 ? 'la 1 que ocupará' : `las ${promised} que ocuparán`} los trabajos en cola (período ${periodo}); espere a que terminen, pida menos a la vez o cambie de plan`,
  )

const spent = (limite: number, periodo: string): AppError =>
  new AppError(
    'PLAN_LIMIT',
    `Se alcanzó el límite mensual de ${limite} consultas del plan (período ${periodo}); cambie de plan para seguir consultando`,
  )

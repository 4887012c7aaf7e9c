// Operations at the SII as jobs, on a real queue and quota, with one kind whose answers a test gives.

import type { NuevoEvento, Origen } from '../../../src/areas/eventos'
import { createAnswer, createTrabajos } from '../../../src/areas/trabajos'
import { createCuota } from '../../../src/http/cuota'
import { createIdempotency } from '../../../src/http/idempotency'
import type { ReplySet } from '../../../src/http/reply'
import type { Tenant } from '../../../src/http/tenant'
import type { JobKind } from '../../../src/jobs/kind'
import { createCharge } from '../../../src/sii/metered'
import { testQueue, testStore } from '../../jobs/queue'

export const BASE = '/v1/dte/acuse'
const TIPO = 'acuse.registrar'

export const TENANT: Tenant = {
  cuentaId: 'cta_1',
  empresaId: 'emp_1',
  ambiente: 'simulacion',
  usuarioId: 'usr_1',
  apiKeyId: null,
  sesionId: null,
  rol: null,
  permisos: new Set(),
  tiposDte: null,
  empresas: null,
  ip: null,
}

type TrabajoContext = Parameters<Parameters<ReturnType<typeof createTrabajos>['define']>[0]['run']>[1]

/** `plan` names the account's; `wait` is what happens while a request waits for the end of its job. */
export function createBanco({ plan = 'Empresa' } = {}) {
  const store = testStore()
  store.client.prepare('UPDATE cuenta SET plan = ?').run(plan)
  let now = new Date('2026-11-20T12:00:00Z')
  const clock = () => now
  const told: { evento: string; data: object }[] = []
  const cuota = createCuota({
    client: store.client,
    clock,
    log: { error: (name: string) => void told.push({ evento: name, data: {} }) } as never,
    rateLimits: { lookup: () => {} } as never,
    notify: () => {},
  })
  const eventos = {
    emit: (_: Origen, all: readonly NuevoEvento[]) =>
      void told.push(...all.map(({ evento, data }) => ({ evento, data: data() }))),
  }
  let ids = 0
  const trabajos = createTrabajos({
    store,
    clock,
    newId: (prefix) => `${prefix}_${++ids}`,
    cuota,
    charge: createCharge(cuota.reserve),
    eventos,
  })
  /** The SII's answers, one a run; the last goes on. */
  const answers: ((ctx: TrabajoContext) => Promise<object>)[] = []
  let runs = 0
  const kind = trabajos.define<{ n: number }>({
    tipo: TIPO,
    operacion: 'acuse',
    async run(_, ctx) {
      runs++
      const answer = answers.length > 1 ? answers.shift()! : answers[0]!
      return { result: await answer(ctx) }
    },
  })
  const queue = testQueue([kind as JobKind], { store })
  const runner = queue.runner()
  const answer = createAnswer({
    clock,
    trabajos,
    cola: queue.cola,
    queue: { wake: () => {}, ended: () => runner.drain() },
    idempotency: createIdempotency({ store, clock }),
    cuota,
  })
  const set: ReplySet = { headers: {} }
  return {
    store,
    clock,
    cuota,
    eventos,
    cola: queue.cola,
    trabajos,
    runner,
    set,
    told,
    runs: () => runs,
    used: () => cuota.estado('cta_1').usadas,
    /** How the SII answers from now on, run by run. */
    says(...next: typeof answers): void {
      answers.splice(0, answers.length, ...next)
    },
    advance(ms: number): void {
      now = new Date(now.getTime() + ms)
      queue.advance(ms)
    },
    /** The answer of a route that registers number `n`. */
    ask: (
      n: number,
      { esperar, key, tenant = TENANT }: { esperar?: string; key?: string; tenant?: Tenant } = {},
    ) =>
      answer(
        {
          tenant,
          request: new Request(`http://localhost${BASE}`, {
            method: 'POST',
            ...(key && { headers: { 'idempotency-key': key } }),
          }),
          set,
          body: { n },
          query: { ...(esperar !== undefined && { esperar }) },
          base: BASE,
          done: (result: { registrado: boolean }) => ({
            status: 201,
            body: { ok: true as const, data: result },
          }),
        },
        { tipo: TIPO, operacion: 'acuse', clave: String(n), objeto: `33-${n}`, args: { n } },
      ),
    job: (id: string, empresaId = 'emp_1') =>
      queue.cola.get({ kind: TIPO, empresaId, ambiente: 'simulacion', id })!,
  }
}

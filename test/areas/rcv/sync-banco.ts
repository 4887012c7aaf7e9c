// The register's synchronisation over the real client of the portal and the simulated SII, on a queue of its own: documents are put
// into the simulated register row by row, so that a test says in one line what the SII has.

import { randomBytes } from 'node:crypto'
import type { NuevoEvento } from '../../../src/areas/eventos'
import { createRcv } from '../../../src/areas/rcv/create'
import { createAnswer, createTrabajos } from '../../../src/areas/trabajos'
import { createAudit } from '../../../src/http/audit'
import { createCuota } from '../../../src/http/cuota'
import { createIdempotency } from '../../../src/http/idempotency'
import type { ReplySet } from '../../../src/http/reply'
import type { Tenant } from '../../../src/http/tenant'
import type { JobKind } from '../../../src/jobs/kind'
import { createCharge } from '../../../src/sii/metered'
import { type Credencial, createPortal } from '../../../src/sii/portal'
import { createSimulator } from '../../../src/simulator'
import type { Store } from '../../../src/store/store'
import { testQueue, testStore } from '../../jobs/queue'
import { memoria } from '../../sii/keeper'
import { EMPRESA, PERSONA } from '../../simulator/sobres'
import { createRegistrados, type Registrado } from './registrados'

export const PERIODO = '202611'
const TIPO = 'rcv.sincronizar'

export const TENANT: Tenant = {
  cuentaId: 'cta_1',
  empresaId: 'emp_1',
  ambiente: 'simulacion',
  usuarioId: null,
  apiKeyId: null,
  sesionId: null,
  rol: null,
  permisos: new Set(),
  tiposDte: null,
  empresas: null,
  ip: null,
}

export type Banco = ReturnType<typeof createBanco>

export function createBanco({
  store = testStore(),
  plan = 'Empresa',
  cuentaId = 'cta_1',
}: {
  store?: Store
  plan?: string
  cuentaId?: string
} = {}) {
  const { client } = store
  client.prepare('UPDATE cuenta SET plan = ?').run(plan)
  client.prepare("UPDATE empresa SET rut = ? WHERE id = 'emp_1'").run(EMPRESA)
  let now = new Date('2026-11-20T12:00:00Z')
  const clock = () => now
  let ids = Math.floor(Math.random() * 1e9)
  const newId = (prefix: string) => `${prefix}_${(++ids).toString().padStart(12, '0')}`
  const sleep = async (ms: number) => {
    now = new Date(now.getTime() + ms)
  }
  const told: { evento: string; data: Record<string, unknown> }[] = []
  const simulator = createSimulator({ db: client, clock, newId, random: randomBytes })
  /** Methods of the facade that were asked, in order. */
  const asked: string[] = []
  /** A hook in place of a request, or before it. */
  const before: { run: (metodo: string) => Promise<void> | void } = { run: () => {} }
  /** A hook on an answer. */
  const after: { run: ((metodo: string, text: string) => string) | null } = { run: null }
  const keeper = memoria()
  const portal = createPortal({
    clock,
    keeper,
    random: randomBytes,
    sleep,
    fetch: async (url, init) => {
      const metodo = /facadeService\/(\w+)/.exec(url)?.[1]
      if (metodo) {
        asked.push(metodo)
        await before.run(metodo)
      }
      const answer = await simulator.fetch(new Request(url, init as RequestInit))
      if (!metodo || !after.run) return answer
      const { status, headers } = answer
      return new Response(after.run(metodo, await answer.text()), { status, headers })
    },
  })
  const credencial: Credencial = {
    metodo: 'certificado',
    id: 'huella',
    rut: PERSONA.rut,
    firmante: {
      id: 'huella',
      rut: PERSONA.rut,
      llave: PERSONA.llave,
      certificado: PERSONA.certificado.raw.toString('base64'),
    },
  }
  const cuota = createCuota({
    client,
    clock,
    log: { error: () => {} } as never,
    rateLimits: { lookup: () => {} } as never,
    notify: () => {},
  })
  const eventos = {
    emitOnce: () => {},
    emit: (_: object, list: readonly NuevoEvento[]) =>
      void told.push(
        ...list.map(({ evento, data }) => ({ evento, data: data() as Record<string, unknown> })),
      ),
  }
  const trabajos = createTrabajos({
    store,
    clock,
    newId,
    cuota,
    charge: createCharge(cuota.reserve),
    eventos,
  })
  const rcv = createRcv({
    store,
    clock,
    newId,
    log: { error: () => {} } as never,
    documentos: { byFolio: () => null, byEnvio: () => [], contenido: () => null } as never,
    folios: { learnUsed: () => [] },
    referencias: { registro: { saldoDe: () => 0 }, saldos: { refresh() {} } },
    emisores: { get: () => ({ emisor: { rut: EMPRESA } }) } as never,
    eventos,
    audit: createAudit({ store, clock, newId }),
    trabajos,
    portal,
    accesoOf: ({ ambiente }, _, how) => ({
      ...{ ambiente, dueno: cuentaId, para: EMPRESA, credenciales: [credencial], ...how },
    }),
    sleep,
  })
  const queue = testQueue(rcv.kinds as JobKind[], { store, at: now })
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
  const desk = async (method: string, path: string, body?: object) => {
    const response = await simulator.fetch(
      new Request(`http://simulador.invalid/simulador/${path}`, {
        method,
        headers: { 'x-simulador-dueno': cuentaId },
        ...(body && { body: JSON.stringify(body) }),
      }),
    )
    return response.json()
  }

  const registro = createRegistrados(client, cuentaId)

  return {
    store,
    rcv,
    keeper,
    asked,
    before,
    after,
    told,
    runner,
    cola: queue.cola,
    put: (...list: Registrado[]) => registro.put(list),
    /** Removes a document that the SII had. */
    take: registro.take,
    fail: (falla: string, more: object = {}) =>
      desk('POST', 'fallas', { servicio: 'rcv', falla, veces: 1, ...more }),
    settings: (ajustes: object) => desk('PUT', 'ajustes', ajustes),
    used: () => cuota.estado('cta_1').usadas,
    now: () => now,
    advance(ms: number): void {
      now = new Date(now.getTime() + ms)
      queue.advance(ms)
    },
    drain: () => runner.drain(),
    sync(
      periodo = PERIODO,
      {
        tipos = ['compra', 'venta'],
        completa = false,
        esperar,
      }: { tipos?: ('compra' | 'venta')[]; completa?: boolean; esperar?: string } = {},
    ) {
      asked.length = 0
      // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
      return answer<any>(
        {
          tenant: TENANT,
          request: new Request('http://localhost/v1/rcv', { method: 'POST' }),
          set,
          body: {},
          query: { ...(esperar !== undefined && { esperar }) },
          base: '/v1/rcv',
          done: (data: never) => ({ status: 200, body: { ok: true as const, data } }),
        },
        rcv.sync.encargo(TENANT, periodo, tipos, completa),
        // biome-ignore lint/suspicious/noExplicitAny: as above
      ) as Promise<any>
    },
    job: (id: string) => queue.cola.get({ kind: TIPO, empresaId: 'emp_1', ambiente: 'simulacion', id })!,
    estado: (periodo = PERIODO) => rcv.periodos.find(TENANT, periodo)!,
    /** Folios by state of the documents that are there. */
    rows: (periodo = PERIODO) =>
      client
        .prepare<
          [string],
          {
            lado: string
            estado_contable: string
            folio: number
            origen: string
            ausente_desde: string | null
            periodo: string
            datos: string
          }
        >('SELECT * FROM rcv_documento WHERE periodo = ? ORDER BY lado, tipo_dte, folio')
        .all(periodo),
  }
}

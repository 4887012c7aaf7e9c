// What was billed to each customer, after every kind of event, against a slow recount (areas/clientes §3).

import { beforeAll, describe, expect, test } from 'bun:test'
import { fail, heal } from '../../support/emision'
import { boleta, factura, RECEPTOR } from '../../support/emisor'
import { exportacion, guia } from '../../support/solicitudes'
import { loadFolios, type Reply, type Tenant, type TestApp, testAppWithCompany } from '../../support/test-app'

let app: TestApp & { tenant: Tenant }
const RUTS = ['77123456-9', '76192083-9', '78123450-8']
/** The simulator rejects what goes to it. */
const RECHAZA = '90000002-2'

beforeAll(async () => {
  app = await testAppWithCompany()
  await loadFolios(app, app.tenant, { 33: 400, 39: 200, 52: 50, 56: 200, 61: 300, 110: 100, 112: 50 })
})

interface Row {
  id: string
  tipo_dte: number
  folio: number
  fecha_emision: string
  created_at: string
  ambiente: string
  rut_receptor: string
  num_id: string
  monto_total: number
  folio_estado: string
  estado_sii: string
  anulado_por: string | null
}

const COUNTED = [33, 34, 39, 41, 43, 56, 61, 110, 111, 112]

/** From the documents alone, one by one. */
function recount(empresaId: string, ambiente: string, rut: string, numId: string) {
  const all = app.store.client
    .prepare<[string, string], Row>(
      `SELECT *, coalesce(num_id_receptor, '') AS num_id FROM documento WHERE empresa_id = ? AND ambiente = ?`,
    )
    .all(empresaId, ambiente)
  const voiders = new Set(all.map(({ anulado_por }) => anulado_por))
  const own = all.filter(
    (d) =>
      d.rut_receptor === rut &&
      d.num_id === numId &&
      COUNTED.includes(d.tipo_dte) &&
      !['libre', 'por_anular'].includes(d.folio_estado) &&
      d.estado_sii !== 'rechazado' &&
      d.anulado_por === null &&
      !voiders.has(d.id),
  )
  const key = (d: Row) => `${d.fecha_emision} ${d.created_at} ${d.id}`
  const last = own.toSorted((a, b) => (key(a) < key(b) ? 1 : -1))[0]
  return {
    total_facturado: own.reduce(
      (sum, d) => sum + (d.tipo_dte === 61 || d.tipo_dte === 112 ? -1 : 1) * d.monto_total,
      0,
    ),
    num_documentos: own.length,
    ultimo_dte: last ? { tipo_dte: last.tipo_dte, folio: last.folio, fecha: last.fecha_emision } : null,
  }
}

/** Of every living customer, in both environments: what the API says is what a recount does; and the order follows it. */
async function check(): Promise<void> {
  const { empresaId, session } = app.tenant
  for (const ambiente of ['simulacion', 'certificacion']) {
    const headers = { ...session, 'x-ambiente': ambiente }
    const { body } = await app.get('/v1/clientes?limite=100&orden=-total_facturado', headers)
    const totals: number[] = []
    for (const { rut, extranjero, total_facturado, num_documentos, ultimo_dte } of body.data) {
      const slow = recount(empresaId, ambiente, rut, extranjero?.num_id ?? '')
      expect({ rut, total_facturado, num_documentos, ultimo_dte }).toEqual({ rut, ...slow })
      totals.push(total_facturado)
    }
    expect(totals).toEqual(totals.toSorted((a, b) => b - a))
  }
}

/** Lets time pass, until nothing waits or what waits does so for a document that never gets a verdict. */
async function pass(seconds = 12): Promise<void> {
  for (let i = 0; i < seconds; i++) {
    await app.drainJobs()
    app.advance(1000)
  }
}

/** A small generator that repeats. */
function dice(seed: number): (n: number) => number {
  let state = seed
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * n)
  }
}

const ok = (reply: Reply, ...also: number[]) => {
  expect([200, 201, 202, 204, ...also]).toContain(reply.status)
  return reply.body?.data
}

describe('what was billed to a customer', () => {
  test('is null below the plan Profesional, where no order by it is had', async () => {
    const small = await testAppWithCompany({ planInicial: 'Emprendedor' })
    const made = await small.post('/v1/clientes', { rut: RUTS[0], razon_social: 'Uno' })
    expect(made.body.data).toMatchObject({
      total_facturado: null,
      num_documentos: null,
      ultimo_dte: null,
      metricas_al: null,
    })
    const { status, body } = await small.get('/v1/clientes?orden=-ultimo_dte')
    expect([status, body.code, body.detalles[0].campo]).toEqual([403, 'PLAN_FEATURE', 'orden'])
    expect((await small.get('/v1/clientes?orden=-razon_social')).status).toBe(200)
  })

  test('is right after every step of random sequences of events', async () => {
    const roll = dice(20261120)
    const clientes: Record<string, string> = {}
    const facturas: { tipo: number; folio: number; rut: string }[] = []
    const receptorOf = (rut: string) => ({ ...RECEPTOR, rut, razon_social: `Cliente ${rut}` })
    const rut = () => [...RUTS, RECHAZA][roll(4)]!
    const line = () => [{ nombre: 'Algo', cantidad: 1, precio: 1000 + roll(9000) }]
    const pick = () => facturas[roll(facturas.length)]

    const issue = async (body: Record<string, unknown>, headers?: Record<string, string>) => {
      const data = ok(await app.post('/v1/dte/emitir', body, headers), 422, 409)
      return data?.folio as number | undefined
    }
    const actions: Record<string, () => Promise<unknown>> = {
      async factura() {
        const to = rut()
        const folio = await issue(factura({ receptor: receptorOf(to), detalle: line() }))
        if (folio) facturas.push({ tipo: 33, folio, rut: to })
      },
      boleta: () => issue(boleta(roll(2) ? { receptor: { rut: rut(), razon_social: 'X' } } : {})),
      guia: () => issue(guia({}, { receptor: receptorOf(rut()) })),
      exportacion: () =>
        issue(
          exportacion(
            {},
            clientes.extranjero && roll(2) ? { receptor: { cliente_id: clientes.extranjero } } : {},
          ),
        ),
      async anular() {
        const one = pick()
        if (one) ok(await app.post(`/v1/dte/${one.tipo}/${one.folio}/anular`, { motivo: 'Error' }), 409, 422)
      },
      async nota() {
        const one = pick()
        if (!one) return
        const tipo_dte = roll(2) ? 61 : 56
        const folio = await issue({
          tipo_dte,
          receptor: receptorOf(one.rut),
          detalle: [{ nombre: 'Rebaja', cantidad: 1, precio: 100 + roll(300) }],
          referencias: [{ tipo_documento: one.tipo, folio: one.folio, codigo: 3 }],
        })
        if (folio) facturas.push({ tipo: tipo_dte, folio, rut: one.rut })
      },
      async descartada() {
        await fail(app, 'envio', 'sin_permiso')
        const data = ok(
          await app.post('/v1/dte/emitir', factura({ receptor: receptorOf(rut()), detalle: line() })),
          422,
        )
        await app.drainJobs()
        await heal(app)
        if (data)
          ok(
            await app.post(`/v1/dte/emision/${data.job_id}/descartar`, { liberar_folio: roll(2) === 0 }),
            409,
          )
      },
      pasar: () => pass(),
      async borrar() {
        const known = Object.keys(clientes)
        const one = known[roll(known.length)]
        if (one) ok(await app.delete(`/v1/clientes/${clientes[one]}`), 409)
      },
      async restaurar() {
        const known = Object.keys(clientes)
        const one = known[roll(known.length)]
        if (one) ok(await app.post(`/v1/clientes/${clientes[one]}/restaurar`, {}), 409)
      },
      async crear() {
        const to = rut()
        const { status, body } = await app.post('/v1/clientes', { rut: to, razon_social: `Cliente ${to}` })
        if (status === 201) clientes[to] = body.data.id
      },
      async extranjero() {
        const { status, body } = await app.post('/v1/clientes', {
          rut: '55555555-5',
          razon_social: 'Blue Harbor',
          direccion: '1200 Pier 9',
          ciudad: 'Seattle',
          extranjero: { num_id: '98-7654321' },
        })
        if (status === 201) clientes.extranjero = body.data.id
      },
      async otroRut() {
        const one = Object.entries(clientes).find(([name]) => name !== 'extranjero')
        if (!one) return
        const to = rut()
        const { status } = await app.put(`/v1/clientes/${one[1]}`, { rut: to })
        if (status !== 200 || to === one[0]) return
        delete clientes[one[0]]
        clientes[to] = one[1]
      },
    }
    const names = Object.keys(actions)
    for (let step = 0; step < 150; step++) {
      const name =
        step < 4 ? ['crear', 'factura', 'extranjero', 'exportacion'][step]! : names[roll(names.length)]!
      await actions[name]!()
      await check()
    }
    await pass(40)
    await check()
    const { body } = await app.get('/v1/clientes?limite=100')
    expect(body.data.some(({ num_documentos }: { num_documentos: number }) => num_documentos > 5)).toBe(true)
    const states = app.store.client
      .prepare<[], string>('SELECT DISTINCT estado_sii FROM documento')
      .pluck()
      .all()
    expect(states).toContain('rechazado')
    expect(
      app.store.client.prepare('SELECT 1 FROM documento WHERE anulado_por IS NOT NULL').get(),
    ).toBeDefined()
    expect(
      app.store.client.prepare("SELECT 1 FROM documento WHERE folio_estado IN ('libre','por_anular')").get(),
    ).toBeDefined()
  }, 60_000)
})

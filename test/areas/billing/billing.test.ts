// Subscriptions and orders with the gateway where people confirm payments (http §22.4).

import { describe, expect, test } from 'bun:test'
import { PASSWORD, type TestAppOptions, testAppWithCompany } from '../../support/test-app'

/** The owner's session on the plan Gratis; `session()` anew after the clock moved. */
async function scene(options: TestAppOptions = {}) {
  const app = await testAppWithCompany({
    planInicial: 'Gratis',
    publicUrl: 'https://timbre.example.cl',
    ...options,
  })
  let headers = app.tenant.session
  const self = {
    app,
    get: (path: string) => app.get(path, headers),
    post: (path: string, body?: object) => app.post(path, body, headers),
    put: (path: string, body: object) => app.put(path, body, headers),
    delete: (path: string) => app.delete(path, undefined, headers),
    open: async (plan = 'Profesional', ciclo = 'mensual') =>
      (await app.post('/v1/billing/checkout', { plan, ciclo }, headers)).body.data,
    pay: async (plan?: string, ciclo?: string) => {
      const { id } = await self.open(plan, ciclo)
      return app.post(`/v1/billing/checkout/${id}/confirmar`, undefined, headers)
    },
    suscripcion: async () => (await self.get('/v1/billing/suscripcion')).body.data,
    cobros: async () => (await self.get('/v1/billing/cobros')).body.data,
    plan: async () => (await app.get('/v1/cuenta', headers)).body.data.plan,
    /** Lets the server run at an instant; sessions end meanwhile, so the owner logs in again. */
    at: async (iso: string) => {
      app.setNow(iso)
      await app.app.services.billing.run()
      const login = await app.post('/auth/login', { email: 'dueno0@example.cl', password: PASSWORD }, {})
      headers = { authorization: `Bearer ${login.body.access_token}` }
    },
  }
  return self
}

describe('a server of one’s own', () => {
  test('has the plan Empresa for nothing, active for as long as one looks', async () => {
    const s = await scene({ planInicial: 'Empresa' })
    expect(await s.suscripcion()).toEqual({
      plan: 'Empresa',
      estado: 'activa',
      periodo_inicio: '2026-11-01',
      periodo_fin: '2026-11-30',
      monto: 0,
      moneda: 'CLP',
      renovacion: false,
    })
    expect((await s.get('/v1/billing/cobros')).body).toMatchObject({ data: [], paginacion: { total: 0 } })
    expect((await s.post('/v1/billing/cancelar')).body.code).toBe('INVALID_STATE')
    await s.at('2031-03-04T12:00:00Z')
    expect(await s.suscripcion()).toMatchObject({
      plan: 'Empresa',
      estado: 'activa',
      periodo_fin: '2031-03-31',
    })
  })
})

describe('POST /v1/billing/checkout', () => {
  test('opens an order, and paying it gives the plan at once', async () => {
    const s = await scene()
    const order = await s.open()
    expect(order).toMatchObject({
      url: `https://timbre.example.cl/app/plan?orden=${order.id}`,
      estado: 'abierto',
      expira_en: '2026-11-27T14:02:11.000Z',
      plan: 'Profesional',
      ciclo: 'mensual',
      monto: 29_990,
      moneda: 'CLP',
    })
    const paid = await s.post(`/v1/billing/checkout/${order.id}/confirmar`)
    expect([paid.status, paid.body.data.estado]).toEqual([200, 'pagado'])
    expect(await s.plan()).toBe('Profesional')
    expect(await s.suscripcion()).toEqual({
      plan: 'Profesional',
      estado: 'activa',
      periodo_inicio: '2026-11-20',
      periodo_fin: '2026-12-19',
      monto: 29_990,
      moneda: 'CLP',
      renovacion: true,
    })
    expect(await s.cobros()).toMatchObject([
      {
        checkout_id: order.id,
        monto: 29_990,
        estado: 'pagado',
        proveedor: 'manual',
        periodo_inicio: '2026-11-20',
        periodo_fin: '2026-12-19',
      },
    ])
  })

  test('is charged once, however often it is confirmed', async () => {
    const s = await scene()
    const { id } = await s.open()
    const replies = await Promise.all([1, 2, 3].map(() => s.post(`/v1/billing/checkout/${id}/confirmar`)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await s.cobros()).toHaveLength(1)
    expect((await s.suscripcion()).periodo_fin).toBe('2026-12-19')
  })

  test('annuls the one that was open, and what is annulled or expired is paid no more', async () => {
    const s = await scene()
    const first = await s.open()
    const second = await s.open('Empresa', 'anual')
    expect((await s.get(`/v1/billing/checkout/${first.id}`)).body.data.estado).toBe('anulado')
    expect((await s.post(`/v1/billing/checkout/${first.id}/confirmar`)).body.code).toBe('INVALID_STATE')
    await s.at('2026-11-27T14:02:11Z')
    expect((await s.get(`/v1/billing/checkout/${second.id}`)).body.data.estado).toBe('vencido')
    expect((await s.post(`/v1/billing/checkout/${second.id}/confirmar`)).body.code).toBe('INVALID_STATE')
    expect((await s.delete(`/v1/billing/checkout/${second.id}`)).body.code).toBe('INVALID_STATE')
    const third = await s.open()
    expect((await s.delete(`/v1/billing/checkout/${third.id}`)).status).toBe(204)
    expect(await s.cobros()).toEqual([])
    expect(await s.plan()).toBe('Gratis')
  })

  test('repeats its answer under an Idempotency-Key', async () => {
    const s = await scene()
    const headers = { ...s.app.tenant.session, 'idempotency-key': 'compra-1' }
    const body = { plan: 'Profesional', ciclo: 'anual' }
    const first = await s.app.post('/v1/billing/checkout', body, headers)
    expect((await s.app.post('/v1/billing/checkout', body, headers)).body).toEqual(first.body)
  })

  test('names every fault, and charges nothing for what is free', async () => {
    const s = await scene()
    const bad = await s.post('/v1/billing/checkout', { plan: 'Oro', ciclo: 'diario', cupon: 'x' })
    expect([bad.status, bad.body.detalles.map((d: { campo: string }) => d.campo).sort()]).toEqual([
      422,
      ['ciclo', 'cupon', 'plan'],
    ])
    const free = await s.post('/v1/billing/checkout', { plan: 'Gratis', ciclo: 'mensual' })
    expect([free.status, free.body.detalles[0].campo]).toEqual([422, 'plan'])
  })

  test('is nobody else’s, and needs the permission', async () => {
    const s = await scene()
    const { id } = await s.open()
    const other = await s.app.registerCompany()
    for (const [method, path] of [
      ['GET', `/v1/billing/checkout/${id}`],
      ['DELETE', `/v1/billing/checkout/${id}`],
      ['POST', `/v1/billing/checkout/${id}/confirmar`],
    ] as const) {
      expect((await s.app.request(method, path, { headers: other.session })).status).toBe(404)
      expect((await s.app.request(method, path, { headers: s.app.tenant.key })).body.code).toBe(
        'SCOPE_REQUIRED',
      )
    }
  })

  test('is confirmed only by whoever runs the server where that is so', async () => {
    const s = await scene({ cobranza: { tipo: 'operador' } })
    const { id } = await s.open()
    const refused = await s.post(`/v1/billing/checkout/${id}/confirmar`)
    expect([refused.status, refused.body.code]).toEqual([403, 'FORBIDDEN'])
    s.app.app.services.billing.checkouts.confirm(null, id)
    expect(await s.plan()).toBe('Profesional')
  })
})

describe('a subscription', () => {
  test('paid again goes on from its end, and a month keeps to the calendar', async () => {
    const s = await scene()
    await s.pay()
    await s.pay()
    expect(await s.suscripcion()).toMatchObject({ periodo_inicio: '2026-11-20', periodo_fin: '2027-01-19' })
    expect((await s.cobros()).map((c: { periodo_inicio: string }) => c.periodo_inicio)).toEqual([
      '2026-12-20',
      '2026-11-20',
    ])
  })

  test('cancelled lasts to the end of its period and can be taken back until then', async () => {
    const s = await scene()
    await s.pay()
    expect((await s.post('/v1/billing/cancelar')).body.data).toMatchObject({
      estado: 'activa',
      renovacion: false,
    })
    expect((await s.post('/v1/billing/reactivar')).body.data.renovacion).toBe(true)
    await s.post('/v1/billing/cancelar')
    await s.at('2026-12-20T02:59:59Z')
    expect(await s.plan()).toBe('Profesional')
    await s.at('2026-12-20T03:00:00Z')
    expect(await s.suscripcion()).toMatchObject({ plan: 'Gratis', estado: 'cancelada', renovacion: false })
    expect((await s.post('/v1/billing/reactivar')).body.code).toBe('INVALID_STATE')
  })

  test('not paid is morosa for seven days, then the account has the first plan again', async () => {
    const s = await scene()
    await s.pay()
    await s.at('2026-12-26T12:00:00Z')
    expect(await s.suscripcion()).toMatchObject({ plan: 'Profesional', estado: 'morosa' })
    await s.at('2026-12-27T12:00:00Z')
    expect(await s.suscripcion()).toMatchObject({ plan: 'Gratis', estado: 'cancelada' })
    await s.pay()
    expect(await s.suscripcion()).toMatchObject({
      plan: 'Profesional',
      estado: 'activa',
      periodo_inicio: '2026-12-27',
      periodo_fin: '2027-01-26',
    })
  })

  test('for a smaller plan begins when the paid period has ended', async () => {
    const s = await scene()
    await s.pay('Profesional')
    await s.pay('Emprendedor')
    expect(await s.plan()).toBe('Profesional')
    // The paid plan, not the next one.
    expect(await s.suscripcion()).toMatchObject({
      plan: 'Profesional',
      periodo_inicio: '2026-11-20',
      periodo_fin: '2026-12-19',
      monto: 29_990,
      renovacion: false,
    })
    const other = await s.post('/v1/billing/checkout', { plan: 'Empresa', ciclo: 'mensual' })
    expect(other.body.code).toBe('INVALID_STATE')
    await s.at('2026-12-20T03:00:00Z')
    expect(await s.suscripcion()).toMatchObject({
      plan: 'Emprendedor',
      estado: 'activa',
      periodo_inicio: '2026-12-20',
      periodo_fin: '2027-01-19',
    })
  })

  test('follows a plan changed by hand: another price from then on, nothing to renew where it costs nothing', async () => {
    const s = await scene()
    const { client } = s.app.store
    const give = (plan: string) => client.prepare('UPDATE cuenta SET plan = ?').run(plan)
    await s.pay('Profesional')
    give('Emprendedor')
    expect(await s.suscripcion()).toMatchObject({
      plan: 'Emprendedor',
      periodo_fin: '2026-12-19',
      monto: 9_990,
      renovacion: true,
    })
    // Paid at its own price, it goes on from its end.
    await s.pay('Emprendedor')
    expect(await s.suscripcion()).toMatchObject({ monto: 9_990, periodo_fin: '2027-01-19' })
    give('Gratis')
    expect(await s.suscripcion()).toMatchObject({
      plan: 'Gratis',
      estado: 'activa',
      monto: 0,
      renovacion: false,
    })
    expect((await s.post('/v1/billing/cancelar')).body.code).toBe('INVALID_STATE')
  })

  test('ends on the day on which Chile’s clock skips midnight, too', async () => {
    const s = await scene({ now: '2026-08-06T15:00:00Z' })
    await s.pay()
    expect((await s.suscripcion()).periodo_fin).toBe('2026-09-05')
    await s.post('/v1/billing/cancelar')
    await s.at('2026-09-06T03:59:59Z')
    expect(await s.plan()).toBe('Profesional')
    await s.at('2026-09-06T04:00:00Z')
    expect(await s.plan()).toBe('Gratis')
  })

  test('ends on the day on which Chile’s clock has an hour twice, after the second of them', async () => {
    const s = await scene({ now: '2026-03-05T15:00:00Z' })
    await s.pay()
    expect((await s.suscripcion()).periodo_fin).toBe('2026-04-04')
    await s.post('/v1/billing/cancelar')
    // 23:59 of the fourth, for the second time.
    await s.at('2026-04-05T03:59:59Z')
    expect(await s.plan()).toBe('Profesional')
    await s.at('2026-04-05T04:00:00Z')
    expect(await s.plan()).toBe('Gratis')
  })

  test('paid again takes back the smaller plan that was to follow it', async () => {
    const s = await scene()
    await s.pay()
    await s.app.put('/v1/cuenta/plan', { plan: 'Emprendedor' }, s.app.tenant.session)
    await s.pay()
    await s.at('2026-12-21T12:00:00Z')
    expect(await s.suscripcion()).toMatchObject({
      plan: 'Profesional',
      estado: 'activa',
      periodo_fin: '2027-01-19',
    })
  })

  test('PUT /v1/cuenta/plan downward waits for the paid period', async () => {
    const s = await scene()
    await s.pay('Empresa', 'anual')
    const down = await s.app.put('/v1/cuenta/plan', { plan: 'Gratis' }, s.app.tenant.session)
    expect(down.body.data).toEqual({ plan: 'Empresa', plan_siguiente: 'Gratis', vigente_desde: '2027-11-20' })
  })

  test('PUT /v1/cuenta/plan does not undo the smaller plan that is paid and yet to begin', async () => {
    const s = await scene({ cobranza: { tipo: 'operador' } })
    const { checkouts } = s.app.app.services.billing
    for (const plan of ['Empresa', 'Profesional']) checkouts.confirm(null, (await s.open(plan)).id)
    for (const plan of ['Empresa', 'Emprendedor']) {
      const change = await s.put('/v1/cuenta/plan', { plan })
      expect([change.status, change.body.code]).toEqual([409, 'INVALID_STATE'])
    }
    await s.at('2026-12-20T03:00:00Z')
    expect(await s.suscripcion()).toMatchObject({ plan: 'Profesional', periodo_fin: '2027-01-19' })
    expect((await s.put('/v1/cuenta/plan', { plan: 'Gratis' })).body.data).toMatchObject({
      plan_siguiente: 'Gratis',
      vigente_desde: '2027-01-20',
    })
  })
})

// The account's data, its use and its plan (http §16, §17, §22).

import { expect, test } from 'bun:test'
import { nuevaEmpresa, PASSWORD, testAppWithCompany } from '../../support/test-app'

test('PUT /v1/cuenta changes what is sent, by session alone', async () => {
  const app = await testAppWithCompany()
  const changed = await app.put('/v1/cuenta', { nombre: 'Ferretería' }, app.tenant.session)
  expect(changed.body.data).toMatchObject({ nombre: 'Ferretería', email: 'dueno0@example.cl' })
  expect((await app.put('/v1/cuenta', { nombre: 'X' })).body.code).toBe('SESSION_REQUIRED')
  const bad = await app.put('/v1/cuenta', { email: 'nada', plan: 'Gratis' }, app.tenant.session)
  expect([bad.status, bad.body.detalles.map((d: { campo: string }) => d.campo).sort()]).toEqual([
    422,
    ['email', 'plan'],
  ])
})

test('GET /v1/cuenta/uso tells twelve months, the present first, and nobody else’s', async () => {
  const app = await testAppWithCompany()
  const other = await app.registerCompany()
  const insert = app.store.client.prepare(
    'INSERT INTO cuota_consulta (cuenta_id, periodo, operacion, usadas) VALUES (?, ?, ?, ?)',
  )
  insert.run(app.tenant.cuentaId, '202611', 'acuse', 2)
  insert.run(app.tenant.cuentaId, '202611', 'rcv', 3)
  insert.run(app.tenant.cuentaId, '202512', 'rcv', 7)
  insert.run(app.tenant.cuentaId, '202511', 'rcv', 9)
  insert.run(other.cuentaId, '202611', 'rcv', 40)
  const { data } = (await app.get('/v1/cuenta/uso')).body
  expect(data.periodo).toBe('202611')
  expect(data.consultas).toEqual({
    usadas: 5,
    limite: null,
    restantes: null,
    por_operacion: { acuse: 2, rcv: 3 },
  })
  expect(data.historial).toHaveLength(12)
  expect(data.historial[0]).toEqual({ periodo: '202611', consultas: 5, emisiones: 0 })
  expect(data.historial[11]).toEqual({ periodo: '202512', consultas: 7, emisiones: 0 })
})

test('GET /v1/cuenta/planes is the table of http §16 with prices', async () => {
  const app = await testAppWithCompany()
  const { data } = (await app.get('/v1/cuenta/planes')).body
  const caps = data.map((p: Record<string, unknown>) => [
    p.plan,
    p.consultas_mes,
    p.emisiones_mes,
    p.empresas,
    p.usuarios,
    p.metricas_clientes,
    p.actual,
  ])
  expect(caps).toEqual([
    ['Gratis', 50, 100, 1, 1, false, false],
    ['Emprendedor', 500, 1000, 2, 3, false, false],
    ['Profesional', 5000, 10_000, 10, 15, true, false],
    ['Empresa', null, null, null, null, true, true],
  ])
  for (const { precio_mensual, precio_anual } of data)
    expect([precio_mensual, precio_anual].every(Number.isInteger)).toBe(true)
})

test('a smaller plan holds from Chile’s next month on, even when the server was off then', async () => {
  const app = await testAppWithCompany()
  const put = (plan: string) => app.put('/v1/cuenta/plan', { plan }, app.tenant.session)
  expect((await put('Gratis')).body.data).toEqual({
    plan: 'Empresa',
    plan_siguiente: 'Gratis',
    vigente_desde: '2026-12-01',
  })
  const plan = async () => (await app.get('/v1/cuenta')).body.data.plan
  app.setNow('2026-12-01T02:59:59Z')
  await app.app.services.billing.run()
  expect(await plan()).toBe('Empresa')
  app.setNow('2027-02-10T12:00:00Z')
  await app.app.services.billing.run()
  expect(await plan()).toBe('Gratis')
  // The session of last year is over.
  const login = await app.post('/auth/login', { email: 'dueno0@example.cl', password: PASSWORD }, {})
  const session = { authorization: `Bearer ${login.body.access_token}` }
  const up = await app.put('/v1/cuenta/plan', { plan: 'Profesional' }, session)
  expect(up.body.data).toEqual({
    plan: 'Profesional',
    plan_siguiente: null,
    vigente_desde: '2027-02-10',
  })
  expect(await plan()).toBe('Profesional')
})

test('asking for the plan one has takes back the change that was to come', async () => {
  const app = await testAppWithCompany()
  await app.put('/v1/cuenta/plan', { plan: 'Gratis' }, app.tenant.session)
  const back = await app.put('/v1/cuenta/plan', { plan: 'Empresa' }, app.tenant.session)
  expect(back.body.data).toMatchObject({ plan: 'Empresa', plan_siguiente: null })
  app.setNow('2027-01-02T12:00:00Z')
  await app.app.services.billing.run()
  expect((await app.get('/v1/cuenta')).body.data.plan).toBe('Empresa')
})

test('a plan in which the account does not fit is refused, and one that is to come admits no more', async () => {
  const app = await testAppWithCompany()
  const empresa = (rut: string) => app.post('/v1/empresa', nuevaEmpresa(rut), app.tenant.session)
  expect((await empresa('96790240-3')).status).toBe(201)
  const refused = await app.put('/v1/cuenta/plan', { plan: 'Gratis' }, app.tenant.session)
  expect([refused.status, refused.body.code, refused.body.detalles]).toEqual([
    403,
    'PLAN_FEATURE',
    [{ campo: 'empresas', regla: 'plan', maximo: 1, actual: 2 }],
  ])
  expect((await app.put('/v1/cuenta/plan', { plan: 'Emprendedor' }, app.tenant.session)).status).toBe(200)
  const third = await empresa('77123456-9')
  expect([third.status, third.body.code]).toEqual([403, 'PLAN_FEATURE'])
  expect(third.body.error).toContain('admite 2 empresas')
})

test('only the owner’s session changes the plan, and where plans are paid only by paying goes it up', async () => {
  const app = await testAppWithCompany({ cobranza: { tipo: 'operador' }, planInicial: 'Gratis' })
  expect((await app.put('/v1/cuenta/plan', { plan: 'Empresa' })).body.code).toBe('SESSION_REQUIRED')
  const up = await app.put('/v1/cuenta/plan', { plan: 'Empresa' }, app.tenant.session)
  expect([up.status, up.body.code]).toEqual([409, 'INVALID_STATE'])
  expect(up.body.error).toContain('/v1/billing/checkout')
  app.store.client.prepare("UPDATE usuario SET rol = 'administrador'").run()
  const notOwner = await app.put('/v1/cuenta/plan', { plan: 'Gratis' }, app.tenant.session)
  expect([notOwner.status, notOwner.body.code]).toEqual([403, 'FORBIDDEN'])
})

test('up to the plan that the server gives to everybody an account moves by itself, and no further unpaid', async () => {
  const app = await testAppWithCompany({ cobranza: { tipo: 'operador' }, planInicial: 'Emprendedor' })
  const session = app.tenant.session
  const put = (plan: string) => app.put('/v1/cuenta/plan', { plan }, session)
  app.store.client.prepare("UPDATE cuenta SET plan = 'Gratis'").run()
  expect((await put('Emprendedor')).body.data).toMatchObject({ plan: 'Emprendedor' })
  expect((await put('Profesional')).body.code).toBe('INVALID_STATE')
  const order = await app.post('/v1/billing/checkout', { plan: 'Profesional', ciclo: 'mensual' }, session)
  const confirmed = await app.post(`/v1/billing/checkout/${order.body.data.id}/confirmar`, undefined, session)
  expect([confirmed.status, confirmed.body.code]).toEqual([403, 'FORBIDDEN'])
  expect((await app.get('/v1/cuenta')).body.data.plan).toBe('Emprendedor')
})

test('a plan given by hand is not raised unpaid by its account, not even to the one that everybody has', async () => {
  const app = await testAppWithCompany({ cobranza: { tipo: 'operador' }, planInicial: 'Emprendedor' })
  app.store.client.prepare("UPDATE cuenta SET plan = 'Gratis', plan_fijado = 1").run()
  const session = app.tenant.session
  // Asking for the plan that one has does not unfix it.
  expect((await app.put('/v1/cuenta/plan', { plan: 'Gratis' }, session)).status).toBe(200)
  const up = await app.put('/v1/cuenta/plan', { plan: 'Emprendedor' }, session)
  expect([up.status, up.body.code]).toEqual([409, 'INVALID_STATE'])
  const order = await app.post('/v1/billing/checkout', { plan: 'Emprendedor', ciclo: 'mensual' }, session)
  const path = `/v1/billing/checkout/${order.body.data.id}`
  expect((await app.post(`${path}/confirmar`, undefined, session)).status).toBe(403)
  app.app.services.billing.checkouts.confirm(null, order.body.data.id)
  expect((await app.get('/v1/cuenta')).body.data.plan).toBe('Emprendedor')
})

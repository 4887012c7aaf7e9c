// A company's access to the SII's portal (http §28), over the API and the simulator.

import { describe, expect, test } from 'bun:test'
import { bloqueosOf, checkPortal, esperasOf } from '../../../src/cli/doctor-portal'
import { browserOf } from '../../support/navegador'
import { type CompanyApp, nuevaEmpresa, type Tenant, testAppWithCompany } from '../../support/test-app'
import { createReceptor, register } from '../webhooks/receptor'

const MINUTE = 60_000

/** A person's actions on the access of the company. */
function access(app: CompanyApp, tenant: Tenant = app.tenant, empresaId = tenant.empresaId) {
  const base = `/v1/empresa/${empresaId}/portal`
  const { session } = tenant
  return {
    base,
    look: async () => (await app.get(base, session)).body.data,
    load: (body: object) => app.put(`${base}/clave`, body, session),
    forget: () => app.delete(`${base}/clave`, undefined, session),
    probe: (body: object = {}) => app.post(`${base}/probar`, body, session),
    unlock: (metodo: string, over: object = {}) =>
      app.post(`${base}/desbloquear`, { metodo, ...over }, session),
    close: () => app.post(`${base}/cerrar`, undefined, session),
    personas: async () => (await app.get('/simulador/sesiones', session)).body.data.personas,
    sesiones: async () => (await app.get('/simulador/sesiones', session)).body.data.sesiones,
  }
}

async function withCertificate(options = {}): Promise<CompanyApp> {
  const app = await testAppWithCompany(options)
  const { empresaId, session } = app.tenant
  await app.post(`/v1/empresa/${empresaId}/certificado`, { simulado: true }, session)
  return app
}

describe('the access to the portal', () => {
  test('begins with nothing, and tells what each operation lacks', async () => {
    const app = await testAppWithCompany()
    const portal = access(app)
    const data = await portal.look()
    expect(data.metodos).toEqual({
      certificado: { cargado: false, rut: null, vence: null, estado: 'sin_cargar', bloqueo: null },
      clave: {
        cargado: false,
        rut: null,
        cargada_en: null,
        cargada_por: null,
        estado: 'sin_cargar',
        bloqueo: null,
      },
    })
    expect(data.operaciones).toEqual(
      [
        ['rcv', 'Falta un certificado digital vigente o la clave tributaria'],
        ['consultas', 'Falta un certificado digital vigente o la clave tributaria'],
        ['folios', 'Falta un certificado digital vigente'],
        ['contribuyente', 'Falta un certificado digital vigente'],
        ['bte', 'Falta la clave tributaria'],
        ['situacion', null],
      ].map(([operacion, motivo]) => ({ operacion, metodo: null, disponible: motivo === null, motivo })),
    )
    const { status, body } = await portal.probe()
    expect([status, body.code]).toEqual([422, 'PORTAL_CREDENTIALS_MISSING'])
  })

  test('is tried with one login, for one unit, and shows who is in and until when', async () => {
    const app = await withCertificate()
    const portal = access(app)
    const { status, body, headers } = await portal.probe()
    expect([status, body.data.autorizada, headers.get('x-quota-remaining')]).toEqual([
      200,
      true,
      expect.any(String),
    ])
    const at = body.data.sesion.abierta_en
    expect(body.data.sesion).toEqual({
      estado: 'abierta',
      metodo: 'certificado',
      abierta_en: at,
      vence_en: new Date(Date.parse(at) + 90 * MINUTE).toISOString(),
    })
    expect(body.data.operaciones[0]).toEqual({
      operacion: 'rcv',
      metodo: 'certificado',
      disponible: true,
      motivo: null,
    })
    await portal.probe()
    expect(await portal.personas()).toMatchObject([{ rut: '11111111-1', logins: 1, abiertas: 1 }])
    const uso = (await app.get('/v1/cuenta/uso', app.tenant.session)).body.data
    expect(JSON.stringify(uso)).toContain('"portal":2')
    expect((await portal.close()).status).toBe(204)
    expect(await portal.personas()).toMatchObject([{ logins: 1, abiertas: 0, sin_cerrar: 0 }])
    expect((await portal.look()).sesion.estado).toBe('cerrada')
  })

  test('is closed once nobody used it for ten minutes, and when the server stops', async () => {
    const app = await withCertificate()
    const portal = access(app)
    await portal.probe()
    app.advance(9 * MINUTE)
    await app.app.services.portal.closeIdle()
    expect((await portal.look()).sesion.estado).toBe('abierta')
    app.advance(2 * MINUTE)
    await app.app.services.cron.runAll()
    expect(await portal.personas()).toMatchObject([{ abiertas: 0, sin_cerrar: 0 }])
    await portal.probe()
    await app.app.services.portal.closeAll()
    expect(await portal.personas()).toMatchObject([{ logins: 2, sin_cerrar: 0 }])
  })

  test('says that the person may not ask for the company, where the register of the SII says so', async () => {
    const app = await withCertificate()
    const portal = access(app)
    const { rut } = (await app.get(`/v1/empresa/${app.tenant.empresaId}`, app.tenant.session)).body.data
    await app.put(`/simulador/contribuyentes/${rut}`, { personas: ['12345678-5'] }, app.tenant.session)
    const { status, body } = await portal.probe()
    expect([status, body.data.autorizada]).toEqual([200, false])
    expect(body.data.metodos.certificado.estado).toBe('listo')
  })

  test('asks the list of companies where the answer may be that of an empty month (sii §13.1)', async () => {
    const app = await withCertificate()
    const portal = access(app)
    const { rut } = (await app.get(`/v1/empresa/${app.tenant.empresaId}`, app.tenant.session)).body.data
    const probeWith99 = async () => {
      const fault = { servicio: 'rcv', falla: 'cod', codigo: '99', veces: 1 }
      expect((await app.post('/simulador/fallas', fault, app.tenant.session)).status).toBe(201)
      return (await portal.probe()).body.data.autorizada
    }
    expect(await probeWith99()).toBe(false)
    await app.put(`/simulador/contribuyentes/${rut}`, { personas: ['11111111-1'] }, app.tenant.session)
    expect(await probeWith99()).toBe(true)
  })
})

describe('a clave', () => {
  test('is loaded sealed, used where the certificate is not, and never shown', async () => {
    const app = await testAppWithCompany()
    const portal = access(app)
    const { rut } = (await app.get(`/v1/empresa/${app.tenant.empresaId}`, app.tenant.session)).body.data
    const { status, body } = await portal.load({ simulado: true })
    expect([status, body.data.metodos.clave]).toEqual([
      200,
      {
        cargado: true,
        rut,
        cargada_en: app.clock().toISOString(),
        cargada_por: expect.any(String),
        estado: 'listo',
        bloqueo: null,
      },
    ])
    expect((await portal.probe()).body.data.sesion.metodo).toBe('clave')
    const mine = 'una-clave-mía'
    await portal.load({ rut, clave: mine })
    const { claveCifrada } = app.store.client
      .prepare('SELECT clave_cifrada AS claveCifrada FROM portal_clave')
      .get() as { claveCifrada: Buffer }
    expect(claveCifrada.includes(mine)).toBe(false)
    expect(JSON.stringify(await portal.look())).not.toContain(mine)
    const log = JSON.stringify((await app.get('/v1/auditoria', app.tenant.session)).body)
    expect([log.includes('portal.clave_cargada'), log.includes(mine)]).toEqual([true, false])
    // The session of the one before was logged out of.
    expect((await portal.sesiones())[0].estado).toBe('cerrada')
    expect((await portal.forget()).status).toBe(204)
    expect([(await portal.forget()).status, (await portal.look()).metodos.clave.estado]).toEqual([
      404,
      'sin_cargar',
    ])
  })

  test('is refused with all that is wrong with it at once', async () => {
    const app = await testAppWithCompany()
    const portal = access(app)
    const paths = async (body: object) =>
      ((await portal.load(body)).body.detalles ?? []).map((one: { campo: string }) => one.campo)
    expect(await paths({})).toEqual(['rut', 'clave'])
    expect(await paths({ rut: '1-1', clave: 'ñandú €' })).toEqual(['rut', 'clave'])
    expect(await paths({ simulado: true, rut: '76543210-3', clave: 'x' })).toEqual(['rut', 'clave'])
  })

  test('that is wrong is no fault of doctor once another takes its place, and is not tried again if it comes back', async () => {
    const app = await testAppWithCompany()
    const portal = access(app)
    const rut = '76543210-3'
    const { clave } = (await app.post('/simulador/claves', { rut }, app.tenant.session)).body.data
    const faults = () =>
      [...checkPortal(app.store.db, app.clock())].filter(({ estado }) => estado === 'falla')
    for (const wrong of ['mala', 'peor']) {
      await portal.load({ rut, clave: wrong })
      expect((await portal.probe()).body.code).toBe('PORTAL_LOCKED')
      expect(faults()).toHaveLength(1)
    }
    await portal.load({ rut, clave })
    expect([faults(), bloqueosOf(app.store.db, app.clock())]).toEqual([[], []])
    expect((await portal.probe()).status).toBe(200)
    const rejected = async () => (await portal.personas())[0].rechazados
    const before = await rejected()
    await portal.load({ rut, clave: 'mala' })
    expect([(await portal.probe()).body.code, await rejected()]).toEqual(['PORTAL_LOCKED', before])
    expect(faults()).toHaveLength(1)
    await portal.forget()
    expect(faults()).toEqual([])
  })

  test('that is wrong is tried once, blocks itself for every company that holds it, and tells each', async () => {
    const receptor = createReceptor()
    const app = await testAppWithCompany({ receptor: receptor.fetch })
    await register(app, { eventos: ['portal.bloqueado', 'portal.disponible'] })
    const { session } = app.tenant
    const second = (await app.post('/v1/empresa', nuevaEmpresa('96790240-3'), session)).body.data.id
    const [one, two] = [access(app), access(app, app.tenant, second)]
    const rut = '76543210-3'
    for (const portal of [one, two]) await portal.load({ rut, clave: 'mala' })
    await app.post('/simulador/claves', { rut }, session)
    const refused = await one.probe()
    expect([refused.status, refused.body.code, refused.body.detalles[0].motivo]).toEqual([
      409,
      'PORTAL_LOCKED',
      'CLAVE_INCORRECTA',
    ])
    for (const portal of [one, two, one]) expect((await portal.probe()).body.code).toBe('PORTAL_LOCKED')
    expect((await one.personas())[0]).toMatchObject({ logins: 0, rechazados: 1 })
    expect((await two.look()).metodos.clave).toMatchObject({
      estado: 'bloqueado',
      bloqueo: { motivo: 'CLAVE_INCORRECTA', codigo_sii: '01.01.203.500.720.20', hasta: null },
    })
    await app.drainJobs()
    expect(receptor.recibidos.map(({ evento }) => evento)).toEqual(['portal.bloqueado'])

    // Another clave makes one of them ready; the other still holds the bad one until a person lifts it.
    await one.load({ simulado: true })
    expect((await one.look()).metodos.clave.estado).toBe('listo')
    expect((await two.look()).metodos.clave.estado).toBe('bloqueado')
    expect((await two.unlock('clave')).body.data.metodos.clave.estado).toBe('listo')
    expect((await two.unlock('clave')).status).toBe(409)
    await app.drainJobs()
    expect(receptor.recibidos.map(({ evento }) => evento)).toEqual(['portal.bloqueado', 'portal.disponible'])
  })

  test('of a certificate is told to who can open theirs, and over once another is loaded', async () => {
    const receptor = createReceptor()
    const app = await withCertificate({ receptor: receptor.fetch })
    await register(app, { eventos: ['portal.bloqueado', 'portal.disponible'] })
    const { session } = app.tenant
    const second = (await app.post('/v1/empresa', nuevaEmpresa('96790240-3'), session)).body.data.id
    await app.post(`/v1/empresa/${second}/certificado`, { simulado: true }, session)
    app.store.client
      .prepare("UPDATE certificado SET llave_cifrada = x'00', created_at = '2026' WHERE empresa_id = ?")
      .run(second)
    const portal = access(app)
    await app.post(
      '/simulador/fallas',
      { servicio: 'login', falla: 'codigo', codigo: '35', veces: 1 },
      session,
    )
    const refused = await portal.probe()
    expect([refused.status, refused.body.detalles?.[0]?.motivo]).toEqual([409, 'CERTIFICADO_RECHAZADO'])
    expect((await portal.look()).metodos.certificado.estado).toBe('bloqueado')
    app.advance(1000)
    const load = (id: string) => app.post(`/v1/empresa/${id}/certificado`, { simulado: true }, session)
    expect((await load(app.tenant.empresaId)).status).toBe(201)
    expect((await portal.look()).metodos.certificado.estado).toBe('listo')
    expect(bloqueosOf(app.store.db, app.clock())).toEqual([])
    // One that could not be opened is replaced all the same, and lifts nothing.
    expect((await load(second)).status).toBe(201)
    await app.drainJobs()
    const told = receptor.recibidos.map(({ evento, body }) => [evento, JSON.parse(body).data.metodo])
    expect(told).toEqual([
      ['portal.bloqueado', 'certificado'],
      ['portal.disponible', 'certificado'],
    ])
  })

  test('that the SII locked for an hour is not unlocked before it', async () => {
    const app = await testAppWithCompany()
    const portal = access(app)
    await portal.load({ simulado: true })
    const fault = { servicio: 'login', falla: 'clave_bloqueada', veces: 1 }
    await app.post('/simulador/fallas', fault, app.tenant.session)
    const locked = await portal.probe()
    expect([locked.status, locked.headers.get('retry-after')]).toEqual([409, '3600'])
    const early = await portal.unlock('clave')
    expect([early.status, early.body.code, early.headers.get('retry-after')]).toEqual([
      409,
      'INVALID_STATE',
      '3600',
    ])
    app.advance(60 * MINUTE)
    // The person's own session with Timbre ended meanwhile.
    const { bearer: session } = await browserOf(app)
    const later = access(app, { ...app.tenant, session })
    expect((await later.unlock('clave')).status).toBe(200)
    expect((await later.probe()).status).toBe(200)
  })
})

describe('accounts', () => {
  test('with the same RUT share neither clave, nor session, nor refusal', async () => {
    const app = await testAppWithCompany()
    const other = await app.registerCompany()
    const [one, two] = [access(app), access(app, other)]
    await one.load({ simulado: true })
    await two.load({ simulado: true })
    expect([(await one.probe()).status, (await two.probe()).status]).toEqual([200, 200])
    for (const portal of [one, two])
      expect(await portal.personas()).toMatchObject([{ logins: 1, rechazados: 0, abiertas: 1 }])
    expect((await app.get(one.base, other.session)).status).toBe(404)
    await one.load({ rut: '76543210-3', clave: 'mala' })
    expect((await one.probe()).body.code).toBe('PORTAL_LOCKED')
    await two.load({ rut: '76543210-3', clave: 'mala' })
    expect((await two.look()).metodos.clave.estado).toBe('listo')
  })

  test('send envelopes that the simulator knows for theirs', async () => {
    const app = await withCertificate()
    const folios = { tipo_dte: 33, cantidad: 5 }
    await app.post('/v1/dte/folios/solicitar', folios, app.tenant.session)
    const { factura } = await import('../../support/emisor')
    await app.post('/v1/dte/emitir', factura())
    await app.settle()
    const owners = app.store.client.prepare('SELECT DISTINCT dueno FROM sim_envio').pluck().all()
    expect(owners).toEqual([app.tenant.cuentaId])
  })
})

test('a page that is another than it should be is kept sealed for support, and told by its step alone', async () => {
  const app = await withCertificate()
  const fault = { servicio: 'contribuyente', falla: 'pagina_ajena', veces: 1 }
  await app.post('/simulador/fallas', fault, app.tenant.session)
  const { status, body } = await access(app).probe()
  expect([status, body.code, body.detalles]).toEqual([
    502,
    'SII_ERROR',
    [{ paso: 'inicio', esperado: 'los datos de 11111111-1' }],
  ])
  const pages = () => app.store.client.prepare('SELECT paso, html_cifrado AS html FROM portal_pagina').all()
  const [{ paso, html }] = pages() as [{ paso: string; html: Buffer }]
  expect([paso, html.includes('Mesa')]).toEqual(['inicio', false])
  app.advance(31 * 24 * 60 * MINUTE)
  await app.app.services.trimmer.run()
  expect(pages()).toEqual([])
})

test('the front end of the SII stops everything for a quarter of an hour, which the access tells', async () => {
  const app = await withCertificate()
  const portal = access(app)
  const fault = { servicio: 'contribuyente', falla: 'firewall', veces: 1 }
  await app.post('/simulador/fallas', fault, app.tenant.session)
  const walled = await portal.probe()
  expect([walled.status, walled.body.code, walled.headers.get('retry-after')]).toEqual([
    503,
    'SII_UNAVAILABLE',
    '900',
  ])
  const until = new Date(app.clock().getTime() + 15 * MINUTE).toISOString()
  expect((await portal.look()).pausa).toMatchObject({ motivo: 'FIREWALL', hasta: until })
  app.advance(15 * MINUTE)
  expect([(await portal.look()).pausa, (await portal.probe()).status]).toEqual([null, 200])
})

describe('a pause of one way in', () => {
  async function withBoth() {
    const app = await withCertificate()
    const portal = access(app)
    await portal.load({ simulado: true })
    /** The front end of the SII turns one of the two away. */
    const pause = async (metodo: string) => {
      const fault = { servicio: 'contribuyente', falla: 'firewall', veces: 1 }
      await app.post('/simulador/fallas', fault, app.tenant.session)
      expect((await portal.probe({ metodo })).body.code).toBe('SII_UNAVAILABLE')
      return new Date(app.clock().getTime() + 15 * MINUTE)
    }
    return { app, portal, pause }
  }

  test('is told of what goes by it alone, which the other way in bears out', async () => {
    const { app, portal, pause } = await withBoth()
    const waiting = {
      clave: ['bte'],
      certificado: ['rcv', 'consultas', 'folios', 'contribuyente'],
    }
    for (const [metodo, operaciones] of Object.entries(waiting)) {
      const hasta = (await pause(metodo)).toISOString()
      const told = await portal.look()
      const { rut } = told.metodos[metodo]
      expect(told.pausa).toEqual({ motivo: 'FIREWALL', hasta, rut, trabajos: 0 })
      const waits = told.operaciones.filter(({ disponible }: { disponible: boolean }) => !disponible)
      expect(waits).toEqual(
        operaciones.map((operacion) => ({
          operacion,
          metodo,
          disponible: false,
          motivo: expect.stringMatching(/^Hasta .* el SII rechaza por ahora/),
        })),
      )
      const other = metodo === 'clave' ? 'certificado' : 'clave'
      expect((await portal.probe({ metodo: other })).status).toBe(200)
      app.advance(15 * MINUTE)
    }
    expect((await portal.look()).pausa).toBeNull()
  })

  test('keeps what the schedule does by it waiting, and nothing else', async () => {
    const { app, pause } = await withBoth()
    const programacion = `/v1/empresa/${app.tenant.empresaId}/programacion`
    // A schedule begins at its first look.
    await app.app.services.cron.runAll()
    for (const [metodo, tareas] of [
      ['clave', ['bte']],
      ['certificado', ['rcv', 'folios']],
    ] as const) {
      const hasta = (await pause(metodo)).getTime()
      app.store.client.prepare('UPDATE programacion SET proxima = ?').run(app.clock().getTime())
      await app.app.services.cron.runAll()
      const { estado } = (await app.get(programacion)).body.data as {
        estado: { tarea: string; proxima: string }[]
      }
      const waits = estado.filter(({ proxima }) => Date.parse(proxima) === hasta + MINUTE)
      expect(waits.map(({ tarea }) => tarea)).toEqual([...tareas])
      app.advance(15 * MINUTE)
    }
  })
})

test('a person who asked as much as the SII bears is told, with until when, though nobody refused anything', async () => {
  const app = await withCertificate()
  const portal = access(app)
  expect((await portal.look()).pausa).toBeNull()
  const now = app.clock()
  const { rut } = (await portal.look()).metodos.certificado
  const asked = (times: number) =>
    app.store.client
      .prepare('INSERT OR REPLACE INTO portal_ritmo (ambito, rut, hasta, consultas) VALUES (?, ?, ?, ?)')
      .run(`simulacion:${app.tenant.cuentaId}`, rut, now.getTime(), times)
  asked(126)
  expect((await portal.look()).pausa).toBeNull()
  // The next work of twelve requests does not fit in the 138 that jobs have.
  asked(127)
  const hasta = new Date(now.getTime() + 5 * MINUTE).toISOString()
  const folios = await app.post('/v1/dte/folios/solicitar', { tipo_dte: 33, cantidad: 10 }, app.tenant.key)
  expect(folios.status).toBe(202)
  expect(folios.body.data.espera_hasta).toBe(hasta)
  expect(folios.body.data.mensaje).toContain(
    `Ya van las consultas seguidas que el SII admite a una persona (${rut})`,
  )
  const { pausa, operaciones } = await portal.look()
  expect(pausa).toEqual({ motivo: 'RITMO', hasta, rut, trabajos: 1 })
  expect(operaciones[0]).toMatchObject({ operacion: 'rcv', disponible: true })
  expect(operaciones[0].motivo).toMatch(/^Hasta \d{4}-.* \(hora de Chile\) esa persona ya hizo/)
})

test('a person who logged in as often as is prudent is told until when the next must wait', async () => {
  const app = await withCertificate()
  const portal = access(app)
  const first = app.clock().getTime()
  for (let i = 0; i < 4; i++) {
    expect((await portal.look()).pausa).toBeNull()
    expect((await portal.probe()).status).toBe(200)
    await portal.close()
    app.advance(MINUTE)
  }
  const hasta = new Date(first + 10 * MINUTE).toISOString()
  const folios = await app.post('/v1/dte/folios/solicitar', { tipo_dte: 33, cantidad: 10 }, app.tenant.key)
  expect([folios.status, folios.body.data.espera_hasta]).toEqual([202, hasta])
  expect(folios.body.data.mensaje).toMatch(
    /acaba de ingresar varias veces: puede otra vez desde las \d\d:\d\d/,
  )
  expect((await portal.look()).pausa).toMatchObject({ motivo: 'INGRESOS', hasta, trabajos: 1 })
  const told = esperasOf(app.store.db, app.clock())
  expect(told).toEqual([
    expect.stringMatching(/^11111111-1, por 76543210-3, cuenta .* \(simulación\): esa persona ya ingresó/),
  ])
  expect(told[0]).toMatch(/hasta el \d{4}-\d\d-\d\d \d\d:\d\d:\d\d; espera 1 trabajo$/)
  app.advance(7 * MINUTE)
  expect((await portal.look()).pausa).toBeNull()
})

describe('a job that waits for a lock', () => {
  /** Two companies that go in as one person, and a page at the door that nobody knows: a job of each waits for the lock's end. */
  async function waiting(
    falla: object = { falla: 'codigo', codigo: '99' },
    motivo = 'DESCONOCIDO',
    options = {},
  ) {
    const app = await withCertificate(options)
    const { session } = app.tenant
    const second = (await app.post('/v1/empresa', nuevaEmpresa('96790240-3'), session)).body.data.id
    const load = (id: string) => app.post(`/v1/empresa/${id}/certificado`, { simulado: true }, session)
    await load(second)
    const companies = [app.tenant.empresaId, second]
    const fault = { servicio: 'login', ...falla, veces: 1 }
    await app.post('/simulador/fallas', fault, session)
    for (const id of companies) {
      expect((await app.post('/v1/empresa/seleccionar', { empresa_id: id }, session)).status).toBe(200)
      const { status } = await app.post('/v1/rcv/202611/sync', {}, session)
      expect(status).toBe(202)
    }
    const jobs = () =>
      app.store.client
        .prepare("SELECT estado FROM job WHERE kind = 'rcv.sincronizar' ORDER BY rowid")
        .pluck()
        .all()
    expect([jobs(), (await access(app).look()).metodos.certificado.bloqueo?.motivo]).toEqual([
      ['pending', 'pending'],
      motivo,
    ])
    return { app, portal: access(app), load, jobs }
  }

  test('goes on at once when a person lifts it, for every company of the person (http §28.3)', async () => {
    const { app, portal, jobs } = await waiting()
    await app.drainJobs()
    expect(jobs()).toEqual(['pending', 'pending'])
    expect((await portal.unlock('certificado')).status).toBe(200)
    await app.drainJobs()
    expect(jobs()).toEqual(['completed', 'completed'])
  })

  test('goes on at once when another certificate is loaded (http §28.3)', async () => {
    const { app, load, jobs } = await waiting()
    expect((await load(app.tenant.empresaId)).status).toBe(201)
    await app.drainJobs()
    expect(jobs()).toEqual(['completed', 'completed'])
  })

  test('spends no attempt where a certificate is loaded and the lock stands: it is the SII’s own hour', async () => {
    const { app, load, jobs } = await waiting({ falla: 'limite_sesiones' }, 'DEMASIADAS_SESIONES')
    const attempts = () =>
      app.store.client.prepare("SELECT max(intentos) FROM job WHERE kind = 'rcv.sincronizar'").pluck().get()
    const before = attempts()
    for (let i = 0; i < 9; i++) {
      expect((await load(app.tenant.empresaId)).status).toBe(201)
      await app.drainJobs()
    }
    expect([jobs(), attempts()]).toEqual([['pending', 'pending'], before])
    app.advance(65 * MINUTE)
    await app.drainJobs()
    expect(jobs()).toEqual(['completed', 'completed'])
  })

  test('is tried within the SII’s hour once a person says that it is mended, and the answer is believed (http §28.2)', async () => {
    const { app, portal, jobs } = await waiting({ falla: 'limite_sesiones' }, 'DEMASIADAS_SESIONES')
    const { session } = app.tenant
    const early = await portal.unlock('certificado')
    expect([early.status, early.body.error]).toEqual([409, expect.stringContaining('`resuelto: true`')])
    await app.post('/simulador/fallas', { servicio: 'login', falla: 'limite_sesiones', veces: 1 }, session)
    app.advance(10 * MINUTE)
    expect((await portal.unlock('certificado', { resuelto: true })).status).toBe(200)
    await app.drainJobs()
    const { bloqueo } = (await portal.look()).metodos.certificado
    expect([jobs(), Date.parse(bloqueo.hasta) - app.clock().getTime()]).toEqual([
      ['pending', 'pending'],
      60 * MINUTE,
    ])
    const again = await portal.unlock('certificado', { resuelto: true })
    expect([again.status, again.body.error]).toEqual([409, expect.stringContaining('rehusó otra vez')])
    app.advance(60 * MINUTE)
    await app.drainJobs()
    expect(jobs()).toEqual(['completed', 'completed'])
  })

  test('goes on at once where the SII believes the person too (http §28.2)', async () => {
    const { app, portal, jobs } = await waiting({ falla: 'limite_sesiones' }, 'DEMASIADAS_SESIONES')
    expect((await portal.unlock('certificado', { resuelto: true })).status).toBe(200)
    await app.drainJobs()
    expect([jobs(), (await portal.look()).metodos.certificado.estado]).toEqual([
      ['completed', 'completed'],
      'listo',
    ])
  })

  test('goes on at once when the company loads a clave, another way in (http §28.3)', async () => {
    const { app, portal, jobs } = await waiting()
    expect((await portal.load({ simulado: true })).status).toBe(200)
    await app.drainJobs()
    expect(jobs()).toEqual(['completed', 'pending'])
  })

  test('spends none of its attempts, however often the lock comes again', async () => {
    const { app, jobs } = await waiting({ falla: 'limite_sesiones' }, 'DEMASIADAS_SESIONES')
    for (let i = 0; i < 10; i++) {
      await app.post('/simulador/fallas', { servicio: 'login', falla: 'limite_sesiones', veces: 1 })
      app.advance(65 * MINUTE)
      await app.drainJobs()
    }
    const attempts = "SELECT max(intentos) FROM job WHERE kind = 'rcv.sincronizar'"
    expect([jobs(), app.store.client.prepare(attempts).pluck().get()]).toEqual([['pending', 'pending'], 0])
    app.advance(65 * MINUTE)
    await app.drainJobs()
    expect(jobs()).toEqual(['completed', 'completed'])
  })

  test('is tried at once, without another unit, or discarded, as a person says, and told as ended (jobs §6)', async () => {
    const receptor = createReceptor()
    const { app, portal, jobs } = await waiting(undefined, undefined, { receptor: receptor.fetch })
    await register(app, { eventos: ['trabajo.terminado'] })
    const trabajos = '/v1/rcv/trabajos'
    const [{ id, error }] = (await app.get(trabajos, app.tenant.key)).body.data
    expect(error.sii).toMatchObject({ codigo: '01.01.200.500.799.99', glosa: expect.stringMatching(/./) })
    expect((await app.post(`${trabajos}/${id}/reintentar`, undefined, app.tenant.key)).status).toBe(202)
    await app.drainJobs()
    expect(jobs()).toEqual(['pending', 'pending'])
    const uso = (await app.get('/v1/cuenta/uso', app.tenant.session)).body.data
    const { status, body } = await app.post(`${trabajos}/${id}/descartar`, undefined, app.tenant.key)
    expect([status, body.data.estado, body.data.error.code, body.data.proximo_intento]).toEqual([
      200,
      'discarded',
      'PORTAL_LOCKED',
      null,
    ])
    expect((await app.get('/v1/cuenta/uso', app.tenant.session)).body.data).toEqual(uso)
    expect((await portal.unlock('certificado')).status).toBe(200)
    await app.drainJobs()
    expect(jobs()).toEqual(['discarded', 'completed'])
    expect(receptor.recibidos.map(({ body }) => JSON.parse(body).data)).toContainEqual(
      expect.objectContaining({ job_id: id, estado: 'failed' }),
    )
  })

  test('is read by the clave where the certificate alone is locked (http §28.1)', async () => {
    const app = await withCertificate()
    const { session } = app.tenant
    expect((await access(app).load({ simulado: true })).status).toBe(200)
    await app.post('/simulador/fallas', { servicio: 'login', falla: 'limite_sesiones', veces: 1 }, session)
    expect((await app.post('/v1/rcv/202611/sync', {}, session)).status).toBe(200)
    expect((await access(app).look()).metodos.certificado.estado).toBe('bloqueado')
    expect((await access(app).look()).sesion.metodo).toBe('clave')
  })
})

test('another certificate of the person is proven by a login of its own', async () => {
  const app = await withCertificate()
  const portal = access(app)
  await portal.probe()
  const first = (await portal.look()).sesion.abierta_en
  app.advance(MINUTE)
  await portal.probe()
  expect((await portal.look()).sesion.abierta_en).toBe(first)
  const { empresaId, session } = app.tenant
  await app.post(`/v1/empresa/${empresaId}/certificado`, { simulado: true }, session)
  expect((await portal.probe()).status).toBe(200)
  expect((await portal.look()).sesion.abierta_en).not.toBe(first)
})

test('a key looks, and does nothing else; a deleted company keeps no clave', async () => {
  const app = await testAppWithCompany()
  const portal = access(app)
  await portal.load({ simulado: true })
  expect((await app.get(portal.base, app.tenant.key)).status).toBe(200)
  const codes = await Promise.all([
    app.put(`${portal.base}/clave`, { simulado: true }, app.tenant.key),
    app.post(`${portal.base}/probar`, {}, app.tenant.key),
    app.post(`${portal.base}/desbloquear`, { metodo: 'clave' }, app.tenant.key),
    app.post(`${portal.base}/cerrar`, undefined, app.tenant.key),
    app.delete(`${portal.base}/clave`, undefined, app.tenant.key),
  ])
  expect(codes.map(({ body }) => body.code)).toEqual(Array(5).fill('SESSION_REQUIRED'))
  const second = (await app.post('/v1/empresa', nuevaEmpresa('96790240-3'), app.tenant.session)).body.data.id
  await access(app, app.tenant, second).load({ simulado: true })
  await app.delete(`/v1/empresa/${second}`, undefined, app.tenant.session)
  const left = app.store.client.prepare('SELECT empresa_id FROM portal_clave').pluck().all()
  expect(left).toEqual([app.tenant.empresaId])
})

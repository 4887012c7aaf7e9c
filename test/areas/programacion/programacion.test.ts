// The schedule through the API, with the simulator behind it (jobs §7).

import { describe, expect, test } from 'bun:test'
import { chileTimestamp } from '../../../src/domain/fecha'
import { emit } from '../../support/emision'
import { boleta } from '../../support/emisor'
import { invitePerson, siblingOf } from '../../support/personas'
import { type CompanyApp, nuevaEmpresa, testAppWithFolios } from '../../support/test-app'

const DAY = 86_400_000
const path = ({ tenant }: CompanyApp) => `/v1/empresa/${tenant.empresaId}/programacion`
const programacion = async (app: CompanyApp) => (await app.get(path(app))).body.data
const reported = async (app: CompanyApp): Promise<string[]> =>
  (await app.get('/v1/dte/rcof')).body.data.map(({ fecha }: { fecha: string }) => fecha)
const look = async (app: CompanyApp) => {
  await app.app.services.cron.runAll()
  await app.app.services.runner.drain()
}

describe('the schedule of a company', () => {
  test('begins on in simulacion, and says when each task is due', async () => {
    const app = await testAppWithFolios()
    const { rcof, acuse, folios, estado } = await programacion(app)
    expect(rcof).toEqual({ activo: true, hora: '04:10', dias_atras: 7 })
    expect(acuse).toEqual({ activo: true, max_por_dia: 50 })
    expect(folios).toEqual({ activo: true })
    expect(Date.parse(estado[3].proxima) - app.clock().getTime()).toBeWithin(1, 3_600_001)
    const untried = { ultima: null, resultado: null, omitida: null }
    expect(estado).toMatchObject([
      { tarea: 'rcv', ...untried },
      { tarea: 'rcof', ...untried },
      { tarea: 'acuse', ...untried },
      { tarea: 'folios', ...untried },
      { tarea: 'bte', ...untried },
      { tarea: 'buzon', ...untried },
    ])
    expect(chileTimestamp(new Date(estado[0].proxima))).toMatch(/T03:[34]\d:00$/)
    expect(chileTimestamp(new Date(estado[1].proxima))).toMatch(/T04:[12]\d:00$/)
    expect(chileTimestamp(new Date(estado[2].proxima))).toMatch(/T05:[01]\d:00$/)
  })

  test('sends what each missing day used, oldest first, once', async () => {
    const app = await testAppWithFolios({ folios: { 39: 5 } })
    await emit(app, boleta())
    await app.settle()
    await look(app)
    app.advance(2 * DAY)
    await look(app)
    expect(await reported(app)).toEqual([
      ...['2026-11-21', '2026-11-20', '2026-11-19', '2026-11-18', '2026-11-17', '2026-11-16', '2026-11-15'],
    ])
    await app.settle()
    await look(app)
    expect((await programacion(app)).estado).toMatchObject([
      { resultado: 'ok', omitida: null },
      { resultado: 'ok', omitida: null },
      { resultado: 'ok', omitida: null },
      { resultado: 'ok', omitida: null },
      { tarea: 'bte', resultado: null, omitida: null },
      // Nobody has set a mailbox.
      { resultado: null, omitida: 'SIN_CREDENCIAL' },
    ])
    // The register was read too: this month and, as it is before the 25th, the one before.
    const { body } = await app.get('/v1/rcv')
    expect(body.data).toMatchObject([
      { periodo: '202611', estado: 'sincronizado' },
      { periodo: '202610', estado: 'sincronizado' },
    ])
    app.advance(DAY)
    await look(app)
    expect((await reported(app))[0]).toBe('2026-11-22')
    expect(await reported(app)).toHaveLength(8)
  })

  test('takes the last day of a year and its month on the first of the next', async () => {
    const app = await testAppWithFolios({ folios: { 39: 5 } })
    await look(app)
    app.setNow('2026-12-31T09:00:00Z')
    await look(app)
    await app.settle()
    // Half past eleven of the last night, which is another year in UTC.
    app.setNow('2027-01-01T02:30:00Z')
    await emit(app, boleta())
    await app.settle()
    await look(app)
    expect((await reported(app))[0]).toBe('2026-12-30')
    app.setNow('2027-01-01T09:00:00Z')
    await look(app)
    await app.settle()
    const { data } = (await app.get('/v1/dte/rcof')).body
    expect(data[0]).toMatchObject({ fecha: '2026-12-31', estado: 'aceptado', resumen: [{ emitidos: 1 }] })
    const months = (await app.get('/v1/rcv')).body.data.map(({ periodo }: { periodo: string }) => periodo)
    expect(months).toEqual(['202701', '202612'])
  })

  test('is changed in part, and what is off is due no more', async () => {
    const app = await testAppWithFolios()
    const { session } = app.tenant
    const hora = await app.put(path(app), { rcof: { hora: '23:50' } }, session)
    expect(hora.body.data.rcof).toEqual({ activo: true, hora: '23:50', dias_atras: 7 })
    const off = await app.put(path(app), { rcof: { activo: false } }, session)
    expect(off.body.data.rcof).toMatchObject({ activo: false, hora: '23:50' })
    expect(off.body.data.estado[1].proxima).toBeNull()
    app.advance(3 * DAY)
    await look(app)
    expect(await reported(app)).toEqual([])
  })

  test('begins on in an environment that it comes to later too', async () => {
    const app = await testAppWithFolios()
    const { id } = await siblingOf(app, app.tenant, {
      ...nuevaEmpresa('96790240-3'),
      ambiente: 'certificacion',
    })
    await look(app)
    const { session } = app.tenant
    const rows = () =>
      app.store.client
        .prepare('SELECT count(*) FROM programacion WHERE empresa_id = ? AND proxima IS NOT NULL')
        .pluck()
        .get(id)
    const before = rows()
    await app.put(`/v1/empresa/${id}`, { ambiente: 'simulacion' }, session)
    expect([before, rows()]).toEqual([1, 7])
  })

  test('says all that is wrong with a change at once', async () => {
    const app = await testAppWithFolios()
    const { status, body } = await app.put(
      path(app),
      { rcof: { hora: '24:00', dias_atras: 0 } },
      app.tenant.session,
    )
    expect(status).toBe(422)
    expect(body.detalles.map(({ campo }: { campo: string }) => campo).sort()).toEqual([
      'rcof.dias_atras',
      'rcof.hora',
    ])
  })

  test('tells what keeps it from running: a company without a certificate', async () => {
    const app = await testAppWithFolios()
    const { id, key } = await siblingOf(app, app.tenant, nuevaEmpresa('96790240-3'))
    await look(app)
    app.advance(DAY)
    await look(app)
    const { estado } = (await app.get(`/v1/empresa/${id}/programacion`, key)).body.data
    expect(estado).toMatchObject([
      { tarea: 'rcv', omitida: 'SIN_CREDENCIAL', ultima: null },
      { tarea: 'rcof', omitida: 'SIN_CREDENCIAL', ultima: null },
      { tarea: 'acuse', omitida: 'SIN_CREDENCIAL', ultima: null },
      // No type of it is set to ask by itself.
      { tarea: 'folios', omitida: null, resultado: 'ok' },
      { tarea: 'bte', omitida: null, resultado: null },
      { tarea: 'buzon', omitida: 'SIN_CREDENCIAL', ultima: null },
    ])
  })
})

describe('the task of folios', () => {
  test('is on outside simulacion too, lacks nothing for a company that asks for none by itself, and a certificate for one that does', async () => {
    const app = await testAppWithFolios()
    const ambiente = 'certificacion' as const
    const { id, key } = await siblingOf(app, app.tenant, { ...nuevaEmpresa('96790240-3'), ambiente })
    const folios = async () => {
      await look(app)
      app.advance(3_600_000)
      await look(app)
      const { data } = (await app.get(`/v1/empresa/${id}/programacion`, key)).body
      return [data.rcv.activo, data.folios.activo, data.estado[3].resultado, data.estado[3].omitida]
    }
    expect(await folios()).toEqual([false, true, 'ok', null])
    const alerta = { umbral: 9, reposicion_automatica: true }
    expect((await app.put('/v1/dte/folios/33/alerta', alerta, key)).status).toBe(200)
    expect(await folios()).toEqual([false, true, 'ok', 'SIN_CREDENCIAL'])
  })

  test('refuses parameters that it does not know', async () => {
    const app = await testAppWithFolios({ folios: {} })
    const { session } = app.tenant
    for (const { status, body } of [
      await app.put(`${path(app)}?zz=1`, { folios: { activo: false } }, session),
      await app.post(`${path(app)}/rcof/ejecutar?zz=1`, undefined, session),
    ])
      expect([status, body.code, body.detalles[0].campo]).toEqual([400, 'INVALID_PARAMETER', 'zz'])
  })

  test('asks now for who runs it, of the types that have few left alone', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5, 39: 50 } })
    for (const tipo of [33, 39])
      await app.put(`/v1/dte/folios/${tipo}/alerta`, { umbral: 9, reposicion_automatica: true, cantidad: 20 })
    const run = await app.post(`${path(app)}/folios/ejecutar`)
    expect(run.body.data.trabajos).toHaveLength(1)
    await app.drainJobs()
    const { data } = (await app.get('/v1/dte/folios')).body
    expect(data.map(({ tipo_dte, disponibles }: Record<string, number>) => [tipo_dte, disponibles])).toEqual([
      [33, 25],
      [39, 50],
    ])
    expect((await programacion(app)).estado[3]).toMatchObject({ tarea: 'folios', resultado: 'ok' })
  })
})

describe('a task that a person runs now', () => {
  test('queues what its hour would, and joins what is under way', async () => {
    const app = await testAppWithFolios({ folios: { 39: 5 } })
    const run = () => app.post(`${path(app)}/rcof/ejecutar`, undefined, app.tenant.session)
    const first = await run()
    expect(first.status).toBe(202)
    expect(first.body.data).toMatchObject({ tarea: 'rcof' })
    expect(first.body.data.trabajos).toHaveLength(7)
    await app.app.services.runner.drain()
    expect(await reported(app)).toHaveLength(7)
    const { estado } = await programacion(app)
    expect(estado[1]).toMatchObject({ resultado: 'ok', ultima: app.clock().toISOString() })
    expect((await run()).body.data.trabajos).toEqual([])
  })

  test('sends what stopped before it left, since that day has no report still', async () => {
    const app = await testAppWithFolios({ folios: { 39: 5 } })
    const certificado = `/v1/empresa/${app.tenant.empresaId}/certificado`
    const run = async () =>
      (await app.post(`${path(app)}/rcof/ejecutar`, undefined, app.tenant.session)).body.data.trabajos
    const stopped = await run()
    await app.delete(certificado, undefined, app.tenant.session)
    await app.app.services.runner.drain()
    await app.post(certificado, { simulado: true }, app.tenant.session)
    const sent = await run()
    await app.app.services.runner.drain()
    expect([stopped.length, sent.length]).toEqual([7, 7])
    expect(sent).not.toContain(stopped[0])
    const { data } = (await app.get('/v1/dte/rcof')).body
    expect(data).toHaveLength(7)
    expect(data.every((one: { track_id: string | null }) => one.track_id !== null)).toBe(true)
  })

  test('under one Idempotency-Key is one run', async () => {
    const app = await testAppWithFolios()
    const run = () =>
      app.post(`${path(app)}/rcv/ejecutar`, undefined, {
        ...app.tenant.session,
        'idempotency-key': 'noche-1',
      })
    const first = await run()
    await app.app.services.runner.drain()
    const again = await run()
    expect([again.status, again.body]).toEqual([202, first.body])
  })

  test('is refused as its operation is, and leaves no job: a company without a certificate', async () => {
    const app = await testAppWithFolios()
    const { session } = app.tenant
    const { id } = await siblingOf(app, app.tenant, nuevaEmpresa('96790240-3'))
    for (const [tarea, code] of [
      ['rcof', 'CERTIFICATE_MISSING'],
      ['rcv', 'PORTAL_CREDENTIALS_MISSING'],
    ]) {
      const { body } = await app.post(`/v1/empresa/${id}/programacion/${tarea}/ejecutar`, undefined, session)
      expect(body.code).toBe(code)
    }
    expect(app.store.client.prepare('SELECT count(*) FROM job WHERE empresa_id = ?').pluck().get(id)).toBe(0)
  })

  test('needs the permission of its operation, and must be one', async () => {
    const app = await testAppWithFolios()
    expect((await app.post(`${path(app)}/nada/ejecutar`, undefined, app.tenant.session)).status).toBe(404)
    const lector = await invitePerson(app, app.tenant.session, 'lector', { email: 'lector@example.cl' })
    const { status, body } = await app.post(`${path(app)}/rcof/ejecutar`, undefined, lector.session)
    expect(status).toBe(403)
    expect(body.detalles).toEqual([{ permiso: 'rcof:enviar' }])
  })
})

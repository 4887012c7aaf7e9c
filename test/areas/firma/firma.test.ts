// The board of a firm: who sees what of it, how it is narrowed, and that the clock alone turns what should (areas/firma §1).

import { describe, expect, test } from 'bun:test'
import { createKeep } from '../../../src/areas/firma/keep'
import { emit } from '../../support/emision'
import { factura, RECEPTOR } from '../../support/emisor'
import { invitePerson } from '../../support/personas'
import {
  type CompanyApp,
  type Headers0,
  nuevaEmpresa,
  PASSWORD,
  testAppWithCompany,
  testAppWithFolios,
} from '../../support/test-app'
import { pendientes } from '../acuse/escena'
import { archivoDe, importar, rutOf } from '../rcv/archivos'
import { addCompanies } from './empresas'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOVIEMBRE = '2026-11-27T14:00:00.000Z'

const tableros = (app: CompanyApp) => app.app.services.tableros
const login = async (app: CompanyApp, email = 'dueno0@example.cl'): Promise<Headers0> => {
  const { access_token } = (await app.post('/auth/login', { email, password: PASSWORD }, {})).body
  return { authorization: `Bearer ${access_token}` }
}
const board = async (app: CompanyApp, query = '', session?: Headers0) => {
  const { status, body } = await app.get(`/v1/firma/estado${query}`, session ?? (await login(app)))
  expect([status, body.detalles]).toEqual([200, undefined])
  return body
}
// biome-ignore lint/suspicious/noExplicitAny: rows as they come
const rutsOf = ({ data }: any): string[] => data.map((one: any) => one.empresa.rut)

/** The first company with purchases that were received so many hours ago. */
async function waiting(hours: readonly number[]) {
  const app = await testAppWithFolios({ now: NOVIEMBRE })
  await importar(app, '202611', pendientes(app.clock(), hours))
  await tableros(app).look()
  return app
}

describe('who looks at the board', () => {
  test('sees the companies within reach alone, in rows, totals and the file', async () => {
    const app = await testAppWithCompany({ now: NOVIEMBRE })
    const ids = addCompanies(app, 20)
    await tableros(app).look()
    const email = 'lectora@example.cl'
    const empresas = [ids[3]!, ids[7]!, ids[11]!]
    const { session } = await invitePerson(app, app.tenant.session, 'lector', { email, empresas })
    const own = await board(app, '', session)
    expect([own.data.length, own.paginacion.total, own.totales.empresas]).toEqual([3, 3, 3])
    expect(own.data.map((one: { empresa: { id: string } }) => one.empresa.id).toSorted()).toEqual(empresas)
    const csv = await app.get('/v1/firma/estado?formato=csv', session)
    expect(csv.body.trim().split('\n')).toHaveLength(4)
    expect(own.servidor).toBeNull()
    const all = await board(app)
    expect([all.totales.empresas, all.servidor]).toEqual([21, { ultimo_respaldo: null }])
  })

  test('reads null where the right is lacking, and loses at the next look what was taken', async () => {
    const app = await testAppWithCompany({ now: NOVIEMBRE })
    await tableros(app).look()
    const email = 'contadora@example.cl'
    const { session, id } = await invitePerson(app, app.tenant.session, 'contador', { email })
    const [before] = (await board(app, '', session)).data
    expect(before.facetas.acceso).toMatchObject({ severidad: 'mal', certificado: null })
    expect(before.severidad).toBe('mal')
    const body = { permisos_quitados: ['empresa:leer', 'rcv:leer', 'dte:leer', 'folios:leer'] }
    expect((await app.put(`/v1/usuarios/${id}`, body, app.tenant.session)).status).toBe(200)
    const [after] = (await board(app, '', session)).data
    expect([after.severidad, after.vence, Object.values(after.facetas)]).toEqual([
      null,
      null,
      Array(8).fill(null),
    ])
  })

  test('is a person: a key is refused, and of a company that was deleted nothing is told', async () => {
    const app = await testAppWithCompany({ now: NOVIEMBRE })
    expect((await app.get('/v1/firma/estado')).status).toBe(403)
    const second = (await app.post('/v1/empresa', nuevaEmpresa(rutOf(76_500_001)), app.tenant.session)).body
      .data
    expect((await board(app)).totales.empresas).toBe(2)
    await app.delete(`/v1/empresa/${second.id}`, undefined, app.tenant.session)
    expect(rutsOf(await board(app))).toEqual(['76543210-3'])
  })
})

describe('the clock', () => {
  test('turns what is near its end, with nothing read anew', async () => {
    const app = await waiting([100, 10])
    const facet = async () => (await board(app)).data[0].facetas.acuses
    const now = app.clock().getTime()
    const vence = new Date(now + 92 * HOUR).toISOString()
    expect(await facet()).toMatchObject({ severidad: 'bien', pendientes: 2, monto: 2380, vence })
    app.advance(20 * HOUR)
    expect((await facet()).severidad).toBe('aviso')
    app.advance(48 * HOUR)
    expect((await facet()).severidad).toBe('mal')
    app.advance(25 * HOUR)
    expect(await facet()).toMatchObject({ severidad: 'bien', pendientes: 1, monto: 1190 })
    app.advance(6 * DAY)
    expect(await facet()).toMatchObject({ severidad: 'bien', pendientes: 0, vence: null })
  })

  test('makes the F29 of a month due: five days before, and past its day, unless a person marks it', async () => {
    const app = await waiting([100])
    const { empresaId } = app.tenant
    const facet = async () => (await board(app)).data[0].facetas.f29
    // 20 December 2026 is a Sunday.
    expect(await facet()).toMatchObject({
      severidad: 'bien',
      listo: false,
      vence: '2026-12-21',
      sin_pago: '2026-12-28',
    })
    expect((await facet()).falta).toEqual(['NOT_READ_AFTER_END', 'PENDING_DOCUMENTS', 'PARTIAL_PERIOD'])
    app.setNow('2026-12-16T14:00:00.000Z')
    expect((await facet()).severidad).toBe('aviso')
    const session = await login(app)
    const day = await app.put(`/v1/firma/empresas/${empresaId}`, { f29: '12' }, session)
    expect(day.body.data).toEqual({ responsable_id: null, etiquetas: [], f29: '12' })
    // 12 December is a Saturday: the Monday behind it is over too.
    expect(await facet()).toMatchObject({ severidad: 'mal', vence: '2026-12-14' })
    const mark = `/v1/firma/f29/${empresaId}/202611`
    const late = await app.put(mark, { declarado_el: '2026-12-17' }, session)
    expect([late.status, late.body.detalles[0].regla]).toEqual([422, 'futura'])
    expect((await app.put(mark, { declarado_el: '2026-12-15' }, session)).body.data).toEqual({
      periodo: '202611',
      declarado_el: '2026-12-15',
    })
    expect(await facet()).toMatchObject({ severidad: 'bien', declarado_el: '2026-12-15' })
    expect((await app.delete(mark, undefined, session)).status).toBe(204)
    expect((await app.delete(mark, undefined, session)).status).toBe(404)
    expect((await facet()).severidad).toBe('mal')
  })

  test('keeps a month from being ready while one of its books was last read before its end', async () => {
    const app = await waiting([])
    for (const estado of ['REGISTRO', 'RECLAMADO', 'NO_INCLUIR'] as const)
      await importar(app, '202611', archivoDe('compra', estado, []))
    await importar(app, '202611', archivoDe('venta', 'REGISTRO', []))
    app.setNow('2026-12-03T14:00:00.000Z')
    const f29 = async () => {
      await tableros(app).look()
      const { listo, falta } = (await board(app)).data[0].facetas.f29
      return { listo, falta }
    }
    await importar(app, '202611', archivoDe('venta', 'REGISTRO', []))
    expect(await f29()).toEqual({ listo: false, falta: ['NOT_READ_AFTER_END'] })
    for (const estado of ['REGISTRO', 'RECLAMADO', 'NO_INCLUIR'] as const)
      await importar(app, '202611', archivoDe('compra', estado, []))
    expect(await f29()).toEqual({ listo: false, falta: ['NOT_READ_AFTER_END'] })
    await importar(app, '202611', archivoDe('compra', 'PENDIENTE', []))
    expect(await f29()).toEqual({ listo: true, falta: [] })
  })

  test('leaves a month on the board that nobody marked once its day is over, until somebody does', async () => {
    const app = await waiting([100])
    app.setNow('2026-12-22T14:00:00.000Z')
    await tableros(app).look()
    const shown = await board(app)
    expect(shown.periodo).toBe('202612')
    expect(shown.data[0].facetas.f29).toMatchObject({
      severidad: 'mal',
      vence: '2027-01-20',
      vencidos: [{ periodo: '202611', vence: '2026-12-21' }],
    })
    expect(shown.data[0].vence).toBe('2026-12-22T02:59:59.000Z')
    const session = await login(app)
    const dates = async () =>
      (await app.get('/v1/firma/vencimientos?clase=f29', session)).body.data.map(
        ({ fecha, texto }: Record<string, string>) => `${fecha} ${texto}`,
      )
    expect(await dates()).toContain('2026-12-21 F29 de noviembre de 2026, vencido')
    await app.put(`/v1/firma/f29/${app.tenant.empresaId}/202611`, { declarado_el: '2026-12-18' }, session)
    expect((await board(app)).data[0].facetas.f29).toMatchObject({ severidad: 'bien', vencidos: [] })
    expect(await dates()).not.toContain('2026-12-21 F29 de noviembre de 2026, vencido')
  })

  test('asks nobody for the F29 of a month that was over before the company came', async () => {
    const app = await testAppWithFolios({ now: '2026-12-22T14:00:00.000Z' })
    await tableros(app).look()
    expect((await board(app)).data[0].facetas.f29).toMatchObject({ severidad: 'bien', vencidos: [] })
  })

  test('ends a certificate, and has the board show the next month once the last day to pay is over', async () => {
    const app = await testAppWithFolios({ now: '2026-12-21T14:00:00.000Z' })
    await tableros(app).look()
    expect((await board(app)).periodo).toBe('202611')
    expect((await board(app)).data[0].facetas.acceso.severidad).toBe('bien')
    app.setNow('2026-12-22T14:00:00.000Z')
    await tableros(app).look()
    expect((await board(app)).periodo).toBe('202612')
    expect((await board(app, '?periodo=202611')).periodo).toBe('202611')
    expect((await app.get('/v1/firma/estado?periodo=202610', await login(app))).body.detalles[0].campo).toBe(
      'periodo',
    )
    const hasta = (await app.get(`/v1/empresa/${app.tenant.empresaId}/certificado`)).body.data.valido_hasta
    app.setNow(new Date(Date.parse(hasta) - 20 * DAY).toISOString())
    const acceso = async () => (await board(app)).data[0].facetas.acceso.severidad
    expect(await acceso()).toBe('aviso')
    app.advance(21 * DAY)
    expect(await acceso()).toBe('mal')
  })
})

describe('a lock of the portal that a person lifts', () => {
  test('leaves the board of every company that holds the certificate', async () => {
    const app = await testAppWithFolios({ now: NOVIEMBRE })
    const { empresaId, session } = app.tenant
    const twin = (await app.post('/v1/empresa', nuevaEmpresa(rutOf(76_500_001)), session)).body.data.id
    app.store.client
      .prepare(
        `INSERT INTO portal_clave SELECT ?, 'simulacion', rut_titular, 'x', x'00', valido_desde, NULL FROM certificado WHERE empresa_id = ?`,
      )
      .run(twin, empresaId)
    await app.post('/simulador/fallas', { servicio: 'login', falla: 'limite_sesiones', veces: 1 }, session)
    await app.post('/v1/rcv/202611/sync?esperar=0', {})
    await app.drainJobs()
    await tableros(app).look()
    const acceso = async () => (await board(app, '?q=76543210-3')).data[0].facetas.acceso
    expect(await acceso()).toMatchObject({ severidad: 'mal', bloqueos: [{ motivo: 'DEMASIADAS_SESIONES' }] })
    const unlocked = await app.post(
      `/v1/empresa/${empresaId}/portal/desbloquear`,
      { metodo: 'certificado', resuelto: true },
      session,
    )
    expect(unlocked.status).toBe(200)
    const marked = app.store.client.prepare('SELECT empresa_id FROM empresa_tablero WHERE marca = 1').pluck()
    expect(marked.all()).toContain(twin)
    await tableros(app).look()
    expect(await acceso()).toMatchObject({ severidad: 'bien', bloqueos: [] })
  })
})

describe('a board', () => {
  test('has the worst first, and is narrowed by who sees to a company, its words, its severity and a facet', async () => {
    const app = await testAppWithFolios({ now: NOVIEMBRE })
    const [a, b] = addCompanies(app, 2) as [string, string]
    await tableros(app).look()
    const session = await login(app)
    expect(rutsOf(await board(app)).at(-1)).toBe('76543210-3')
    expect(rutsOf(await board(app, '?orden=severidad'))[0]).toBe('76543210-3')
    expect(rutsOf(await board(app, '?orden=razon_social'))).toEqual([
      '76543210-3',
      rutOf(76_400_000),
      rutOf(76_400_001),
    ])
    const { id } = await invitePerson(app, session, 'contador')
    await app.put(`/v1/firma/empresas/${a}`, { responsable_id: id, etiquetas: ['pyme', 'talca'] }, session)
    await app.put(`/v1/firma/empresas/${b}`, { etiquetas: ['pyme'] }, session)
    const found = async (query: string) => rutsOf(await board(app, query))
    expect(await found(`?responsable=${id}`)).toEqual([rutOf(76_400_000)])
    expect(await found('?etiqueta=pyme')).toHaveLength(2)
    expect(await found('?q=talca')).toEqual([rutOf(76_400_000)])
    expect(await found('?ambiente=produccion')).toEqual([])
    expect(await found('?severidad=mal')).toHaveLength(2)
    expect(await found('?faceta=acceso')).toHaveLength(2)
    expect(await found('?faceta=acceso&severidad=bien')).toEqual(['76543210-3'])
    expect((await board(app, '?severidad=mal')).totales).toMatchObject({
      empresas: 3,
      severidades: { mal: 2 },
      facetas: { acceso: { mal: 2, aviso: 0 } },
    })
    expect((await app.get('/v1/firma/estado?severidad=peor', session)).status).toBe(400)
  })

  test('keeps a company to a person of the account who sees it, and to the account', async () => {
    const app = await testAppWithCompany({ now: NOVIEMBRE })
    const [other] = addCompanies(app, 1) as [string]
    const path = `/v1/firma/empresas/${app.tenant.empresaId}`
    const { id } = await invitePerson(app, app.tenant.session, 'lector', { empresas: [other] })
    for (const responsable_id of [id, 'usr_nadie']) {
      const { status, body } = await app.put(path, { responsable_id }, app.tenant.session)
      expect([status, body.detalles[0].campo]).toEqual([422, 'responsable_id'])
    }
    const stranger = await app.registerCompany()
    expect((await app.put(path, { etiquetas: ['mía'] }, stranger.session)).status).toBe(404)
    expect(
      (
        await app.put(
          `/v1/firma/f29/${app.tenant.empresaId}/202611`,
          { declarado_el: '2026-11-20' },
          stranger.session,
        )
      ).status,
    ).toBe(404)
    const row = await app.put(path, { etiquetas: ['pyme'], responsable_id: null }, app.tenant.session)
    expect(row.body.data).toEqual({ responsable_id: null, etiquetas: ['pyme'], f29: '20' })
  })

  test('tells of what is issued within one look, and of a look that a kill cut short at the next', async () => {
    const app = await testAppWithFolios({ now: NOVIEMBRE })
    await tableros(app).look()
    const rejected = async () => (await board(app)).data[0].facetas.documentos
    expect(await rejected()).toMatchObject({ severidad: 'bien', rechazados: 0 })
    await emit(app, factura({ receptor: { ...RECEPTOR, rut: '90000002-2' } }))
    await app.settle()
    // A process that had begun to read the row, and died.
    app.store.client.exec('UPDATE empresa_tablero SET marca = 2')
    await tableros(app).look()
    expect(await rejected()).toMatchObject({ severidad: 'mal', rechazados: 1 })
    expect(app.store.client.prepare('SELECT DISTINCT marca FROM empresa_tablero').pluck().all()).toEqual([0])
  })

  test('has what waits of series and drafts within one look, worth a look and not urgent (areas/firma §2)', async () => {
    const app = await testAppWithCompany({ now: NOVIEMBRE })
    const documentos = async () => {
      await tableros(app).look()
      const { severidad, asuntos } = (await board(app)).data[0].facetas.documentos
      return [severidad, asuntos.map(({ asunto, cantidad }: Record<string, unknown>) => [asunto, cantidad])]
    }
    expect(await documentos()).toEqual(['bien', []])
    const draft = await app.post('/v1/borradores', { solicitud: factura() })
    expect(await documentos()).toEqual(['aviso', [['borradores', 1]]])
    await app.delete(`/v1/borradores/${draft.body.data.id}`)
    expect(await documentos()).toEqual(['bien', []])

    const regla = { cada: 'dia', desde: '2026-11-28', veces: 2 }
    const serie = { nombre: 'Arriendo', modo: 'automatico', regla, solicitud: factura() }
    const { id } = (await app.post('/v1/recurrentes', serie)).body.data
    const series = async () => {
      await tableros(app).look()
      const { body } = await app.get('/v1/firma/vencimientos?clase=serie', await login(app))
      return body.data.map(({ fecha, texto }: Record<string, unknown>) => [fecha, texto])
    }
    expect(await series()).toEqual([['2026-11-28', 'Toca una serie de documentos']])
    // Nothing to issue with is there: the date stops.
    app.setNow('2026-11-28T14:00:00.000Z')
    await app.app.services.recurrentes.look()
    expect(await documentos()).toEqual(['aviso', [['series_detenidas', 1]]])
    expect(await series()).toEqual([['2026-11-29', 'Toca una serie de documentos']])
    await app.put(`/v1/recurrentes/${id}/ocurrencias/2026-11-28`, { omitir: true })
    expect(await documentos()).toEqual(['bien', []])
    await app.delete(`/v1/recurrentes/${id}`)
    expect(await series()).toEqual([])
  })

  test('counts as wrong at night what nothing marked and is not so, mends it, and is silent else', async () => {
    const app = await testAppWithFolios({ now: NOVIEMBRE, metricsToken: 'clave' })
    await tableros(app).look()
    await tableros(app).checkAll()
    expect(tableros(app).desvios()).toBe(0)
    app.store.client.exec(
      `UPDATE empresa_faceta SET datos = '{"desde":"2026-10-01","rechazados":9,"detenidos":0,"sin_veredicto":0}' WHERE faceta = 'documentos'`,
    )
    await tableros(app).checkAll()
    expect(tableros(app).desvios()).toBe(1)
    expect((await board(app)).data[0].facetas.documentos.rechazados).toBe(0)
    const { body } = await app.get('/metrics', { authorization: 'Bearer clave' })
    expect(body).toContain('timbre_firma_desvios 1')
  })

  test('goes on with the others where the row of one cannot be read, and tries that one again', async () => {
    const app = await testAppWithFolios({ now: NOVIEMBRE })
    const ids = addCompanies(app, 2)
    const errors: unknown[] = []
    let broken = true
    const keep = createKeep({
      ...{ store: app.store, clock: app.clock, rest: async () => {} },
      log: { error: (_, fields) => void errors.push(fields?.empresa_id), warn: () => {} },
      async read({ empresaId }) {
        if (broken && empresaId === ids[0]) throw new Error('cannot be read')
        return { facetas: [], valeHasta: '2026-11-28T03:00:00.000Z' }
      },
    })
    await keep.look()
    const left = app.store.client.prepare('SELECT empresa_id FROM empresa_tablero WHERE marca > 0').pluck()
    expect([errors, left.all()]).toEqual([[ids[0]], [ids[0]]])
    // It rests, and holds nobody up; a server that starts anew reads it at once.
    broken = false
    await keep.look()
    expect(left.all()).toEqual([ids[0]])
    await tableros(app).look()
    expect(left.all()).toEqual([])
  })

  test('rests after each row, whosever, four times as long as that one took', async () => {
    const app = await testAppWithFolios({ now: NOVIEMBRE })
    addCompanies(app, 3)
    let at = 0
    const rests: number[] = []
    const keep = createKeep({
      ...{ store: app.store, clock: app.clock, milliseconds: () => at },
      log: { error: () => {}, warn: () => {} },
      rest: async (ms) => void rests.push(ms),
      async read() {
        at += 10
        return { facetas: [], valeHasta: '2026-11-28T03:00:00.000Z' }
      },
    })
    await keep.look()
    expect(rests).toEqual([40, 40, 40, 40])
  })

  test('counts a missed mark of the day where the clock alone has the row read anew, and at midnight none else', async () => {
    const app = await waiting([100])
    app.setNow('2026-11-28T14:00:00.000Z')
    await tableros(app).look()
    expect(tableros(app).desvios()).toBe(0)
    app.store.client.exec(
      `UPDATE empresa_faceta SET datos = json_set(datos, '$.detenidos', 9) WHERE faceta = 'documentos'`,
    )
    app.setNow('2026-11-29T14:00:00.000Z')
    await tableros(app).checkAll()
    await tableros(app).look()
    expect(tableros(app).desvios()).toBe(1)
    expect((await board(app)).data[0].facetas.documentos.detenidos).toBe(0)
  })

  test('says of a company not yet computed that it is, not that it may not be read', async () => {
    const app = await testAppWithCompany({ now: NOVIEMBRE })
    const [before] = (await board(app)).data
    expect([before.sin_calcular, before.severidad]).toEqual([true, null])
    await tableros(app).look()
    expect((await board(app)).data[0].sin_calcular).toBe(false)
  })
})

// GET /v1/resumen: what was issued, and what waits for a person (http §21).

import { describe, expect, test } from 'bun:test'
import type { Database } from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { createFoliosAttention } from '../../../src/areas/folios/attention'
import { createAtencion } from '../../../src/areas/resumen/atencion'
import { createCifras } from '../../../src/areas/resumen/cifras'
import { createOperaciones } from '../../../src/areas/resumen/operaciones'
import { sourceOf } from '../../../src/http/listing'
import { emit, emitRefused, fail, nota, outlastAttempts } from '../../support/emision'
import { boleta, factura, RECEPTOR } from '../../support/emisor'
import { invitePerson, siblingOf } from '../../support/personas'
import { type CompanyApp, nuevaEmpresa, testAppWithFolios } from '../../support/test-app'
import { createReceptor, register } from '../webhooks/receptor'

const DAY = 86_400_000
const malo = (rut: string) => factura({ receptor: { ...RECEPTOR, rut } })
const RECHAZO = malo('90000002-2')
const REPARO = malo('90000004-9')

const resumen = async (app: CompanyApp, query = '', headers = app.tenant.key) => {
  const { status, body } = await app.get(`/v1/resumen${query}`, headers)
  expect(status).toBe(200)
  return body.data
}
const asuntos = (data: { atencion: { asunto: string }[] }) => data.atencion.map(({ asunto }) => asunto)
/** Those of one kind. */
const sobre = (data: { atencion: { asunto: string }[] }, name: string) =>
  data.atencion.filter((one) => one.asunto === name)

describe('the figures', () => {
  test('are those of the list, by day, type and verdict', async () => {
    const app = await testAppWithFolios()
    await emit(app)
    app.advance(2 * DAY)
    await emit(app)
    await emit(app)
    await emit(app, boleta())
    await emit(app, RECHAZO)
    await app.settle()
    await emit(app, nota(3, 1, { detalle: [{ nombre: 'Ajuste', precio: 1000 }] }))
    const data = await resumen(app)
    expect(data).toMatchObject({ desde: '2026-10-24', hasta: '2026-11-22', ambiente: 'simulacion' })
    const key = ({ fecha, tipo_dte, estado_sii, documentos }: Record<string, unknown>) =>
      [fecha, tipo_dte, estado_sii, documentos].join(' ')
    expect(data.documentos.map(key)).toEqual([
      '2026-11-20 33 aceptado 1',
      '2026-11-22 33 aceptado 2',
      '2026-11-22 33 rechazado 1',
      '2026-11-22 39 aceptado 1',
      '2026-11-22 61 no_enviado 1',
    ])
    const facturas = data.documentos[1]
    expect(facturas).toMatchObject({
      monto_neto: 225002,
      monto_iva: 42750,
      monto_exento: 0,
      monto_total: 267752,
    })
    // Each leads to a list that says the same.
    for (const { fecha, tipo_dte, estado_sii, documentos, monto_total } of data.documentos) {
      const query = `tipo_dte=${tipo_dte}&estado_sii=${estado_sii}&fecha_desde=${fecha}&fecha_hasta=${fecha}`
      const { body } = await app.get(`/v1/documentos?${query}`)
      expect(body.paginacion.total).toBe(documentos)
      const sum = body.data.reduce((all: number, row: { monto_total: number }) => all + row.monto_total, 0)
      expect(sum).toBe(monto_total)
    }
  })

  test('are of the dates asked for, both included', async () => {
    const app = await testAppWithFolios()
    for (let day = 20; day < 23; day++) {
      await emit(app)
      app.advance(DAY)
    }
    const days = async (query: string) =>
      (await resumen(app, query)).documentos.map(({ fecha }: { fecha: string }) => fecha)
    expect(await days('?desde=2026-11-21&hasta=2026-11-21')).toEqual(['2026-11-21'])
    expect(await days('?desde=2026-11-21')).toEqual(['2026-11-21', '2026-11-22'])
    expect(await days('?hasta=2026-11-21')).toEqual(['2026-11-20', '2026-11-21'])
  })

  test.each([
    ['desde=ayer&hasta=x', ['desde', 'hasta']],
    ['desde=2026-11-20&hasta=2026-11-19', ['hasta']],
    ['desde=2025-11-19&hasta=2026-11-20', ['desde']],
    ['empresas=si', ['empresas']],
  ])('are refused for %s', async (query, campos) => {
    const app = await testAppWithFolios({ folios: {} })
    const { status, body } = await app.get(`/v1/resumen?${query}`)
    expect(status).toBe(400)
    expect(body.code).toBe('INVALID_PARAMETER')
    expect(body.detalles.map(({ campo }: { campo: string }) => campo)).toEqual(campos)
  })

  test('of jobs are what their list counts', async () => {
    const app = await testAppWithFolios()
    await emit(app)
    await app.settle()
    await emitRefused(app)
    await fail(app, 'envio', 'http_503')
    await emit(app)
    await outlastAttempts(app)
    await emit(app)
    await emit(app, factura({ programar_para: '2026-11-22T12:00:00Z' }))
    const { trabajos } = await resumen(app)
    expect(trabajos).toMatchObject({
      completed: 1,
      failed: 1,
      dlq: 1,
      pending: 1,
      scheduled: 1,
      discarded: 0,
    })
    for (const [estado, jobs] of Object.entries(trabajos)) {
      const { body } = await app.get(`/v1/dte/emision?estado=${estado}`)
      expect({ estado, total: body.paginacion.total }).toEqual({ estado, total: jobs as number })
    }
  })

  test('are of the environment asked for', async () => {
    const app = await testAppWithFolios()
    await emit(app)
    const headers = { ...app.tenant.session, 'x-ambiente': 'certificacion' }
    expect(await resumen(app, '', headers)).toMatchObject({ ambiente: 'certificacion', documentos: [] })
    expect((await resumen(app, '', app.tenant.session)).documentos).toHaveLength(1)
  })
})

describe('what waits for a person', () => {
  test('is nothing where all is well', async () => {
    const app = await testAppWithFolios()
    await emit(app)
    await app.settle()
    expect((await resumen(app)).atencion).toEqual([])
  })

  test('is told in the order of its urgency, each with the way to it', async () => {
    const app = await testAppWithFolios({
      folios: { 33: 10, 39: 1 },
      receptor: createReceptor(() => new Response('', { status: 410 })).fetch,
    })
    const hook = await register(app, {})
    for (const body of [RECHAZO, RECHAZO, REPARO, boleta()]) await emit(app, body)
    await app.settle()
    await emitRefused(app)
    await app.delete(`/v1/empresa/${app.tenant.empresaId}/certificado`, undefined, app.tenant.session)
    const data = await resumen(app)
    expect(asuntos(data)).toEqual([
      'trabajos_detenidos',
      'documentos_rechazados',
      'certificado',
      'folios',
      'webhook_desactivado',
      'documentos_con_reparos',
    ])
    const [trabajos, rechazados, certificado, folios, webhook, reparos] = data.atencion
    expect(trabajos).toMatchObject({ cantidad: 1 })
    expect(rechazados).toMatchObject({ cantidad: 2, tipos: [{ tipo_dte: 33, cantidad: 2 }] })
    expect(certificado).toMatchObject({ estado: 'falta', valido_hasta: null })
    expect(folios).toMatchObject({ tipo_dte: 39, estado: 'agotados', disponibles: 0 })
    expect(webhook).toMatchObject({ webhook_id: hook.id, motivo: expect.stringContaining('410') })
    expect(reparos).toMatchObject({ cantidad: 1, tipos: [{ tipo_dte: 33, cantidad: 1 }] })
    for (const { asunto, cantidad, enlace } of data.atencion) {
      const { status, body } = await app.get(enlace)
      expect({ asunto, status }).toEqual({ asunto, status: asunto === 'certificado' ? 404 : 200 })
      if (cantidad) expect(body.paginacion.total).toBe(cantidad)
    }
  })

  test('is no rejection of another time than the one asked for', async () => {
    const app = await testAppWithFolios()
    await emit(app, RECHAZO)
    await app.settle()
    expect(sobre(await resumen(app, '?desde=2026-11-20'), 'documentos_rechazados')).toHaveLength(1)
    expect(sobre(await resumen(app, '?hasta=2026-11-19'), 'documentos_rechazados')).toEqual([])
  })

  test('is a certificate from 30 days before its end, and after it', async () => {
    const app = await testAppWithFolios({ folios: {} })
    const certificado = async () => sobre(await resumen(app), 'certificado')
    app.advance(334 * DAY)
    expect(await certificado()).toEqual([])
    app.advance(DAY)
    expect(await certificado()).toMatchObject([{ estado: 'por_vencer', dias_restantes: 30 }])
    app.advance(30 * DAY)
    expect(await certificado()).toMatchObject([{ estado: 'vencido', dias_restantes: 0 }])
  })

  test('is a type of which few are left, of one in use, or whose folios are about to expire', async () => {
    const app = await testAppWithFolios({ folios: { 33: 3, 34: 5, 39: 5 } })
    const folios = async () =>
      sobre(await resumen(app), 'folios').map(
        ({ asunto: _, enlace: __, ...rest }: Record<string, unknown>) => rest,
      )
    await app.put('/v1/dte/folios/33/alerta', { umbral: 2 })
    await app.put('/v1/dte/folios/34/alerta', { umbral: 9 })
    expect(await folios()).toEqual([])
    await emit(app)
    const vence = { vence_el: '2027-05-20', dias_estimados: 60 }
    expect(await folios()).toEqual([{ tipo_dte: 33, estado: 'bajos', disponibles: 2, umbral: 2, ...vence }])
    await emit(app)
    await emit(app)
    expect(await folios()).toMatchObject([{ tipo_dte: 33, estado: 'agotados', disponibles: 0 }])
    // Nobody misses what was not issued for ninety days.
    app.advance(91 * DAY)
    expect(await folios()).toEqual([])
    const more = await app.post('/v1/dte/folios/solicitar', { tipo_dte: 33, cantidad: 9 })
    expect(more.status).toBe(201)
    const { vence_el } = (await app.get('/v1/dte/folios')).body.data[0]
    app.setNow(new Date(Date.parse(`${vence_el}T15:00:00Z`) - 15 * DAY).toISOString())
    expect(await folios()).toMatchObject([{ tipo_dte: 33, estado: 'por_vencer', disponibles: 9, vence_el }])
    app.advance(16 * DAY)
    expect(await folios()).toEqual([])
  })

  test('is a type whose folios are many and last less than a week at its pace, as the list of folios reckons', async () => {
    const app = await testAppWithFolios({ folios: { 33: 50 } })
    await app.put('/v1/dte/folios/33/alerta', { umbral: 1 })
    for (let i = 0; i < 42; i++) await emit(app)
    const [stock] = (await app.get('/v1/dte/folios')).body.data
    expect(stock).toMatchObject({ disponibles: 8, dias_estimados: 5 })
    expect(sobre(await resumen(app), 'folios')).toMatchObject([
      { tipo_dte: 33, estado: 'por_agotarse', disponibles: 8, dias_estimados: 5, umbral: 1 },
    ])
  })

  test('is an envelope refused as a whole: its documents are named by their jobs, which are completed', async () => {
    const app = await testAppWithFolios()
    const { empresaId, session } = app.tenant
    const resolucion = { numero: 80, fecha: '2014-08-22' }
    expect((await app.put(`/v1/empresa/${empresaId}`, { resolucion }, session)).status).toBe(200)
    const ids = [await emit(app), await emit(app)]
    await app.settle()
    const data = await resumen(app)
    expect(data.trabajos).toMatchObject({ completed: 2, failed: 0 })
    expect(sobre(data, 'envios_detenidos')).toMatchObject([{ cantidad: 2, job_ids: ids }])
    const { body } = await app.get(`/v1/dte/emision/${ids[0]}`)
    expect(body.data.error.code).toBe('SII_ERROR')
  })

  test('is a quota of the account that is nearly used, or used: with the plan, before the objections', async () => {
    const app = await testAppWithFolios()
    await emit(app, REPARO)
    await app.settle()
    const { client } = app.store
    client.prepare("UPDATE cuenta SET plan = 'Gratis'").run()
    const used = async (usadas: number) => {
      client.prepare('UPDATE cuota_emision SET usadas = ?').run(usadas)
      return (await resumen(app)).atencion
    }
    expect(await used(79)).toMatchObject([{ asunto: 'documentos_con_reparos' }])
    expect(await used(80)).toMatchObject([
      { asunto: 'cuota', cuota: 'emisiones', estado: 'cerca', usadas: 80, limite: 100 },
      { asunto: 'documentos_con_reparos' },
    ])
    expect(await used(100)).toMatchObject([{ estado: 'agotada' }, {}])
  })

  test('is only what the credential may read, and a deleted company has nothing to see to', async () => {
    const app = await testAppWithFolios({
      folios: { 33: 1 },
      receptor: createReceptor(() => new Response('', { status: 410 })).fetch,
    })
    await register(app, {})
    await emit(app, RECHAZO)
    await app.settle()
    const { empresaId, session } = app.tenant
    await app.delete(`/v1/empresa/${empresaId}/certificado`, undefined, session)
    const seen = async (...scopes: string[]) => {
      const body = {
        nombre: `llave ${scopes.join()}`,
        empresa_id: empresaId,
        scopes: ['dte:leer', ...scopes],
      }
      const key = (await app.post('/v1/apikeys', body, session)).body.data.api_key
      return asuntos(await resumen(app, '', { 'x-api-key': key }))
    }
    expect(await seen()).toEqual(['documentos_rechazados'])
    expect(await seen('empresa:leer')).toEqual(['documentos_rechazados', 'certificado'])
    expect(await seen('folios:leer')).toEqual(['documentos_rechazados', 'folios'])
    expect(await seen('webhooks:administrar')).toEqual(['documentos_rechazados', 'webhook_desactivado'])
    expect((await app.delete(`/v1/empresa/${empresaId}`, undefined, session)).status).toBe(204)
    expect((await app.post('/v1/empresa/seleccionar', { empresa_id: empresaId }, session)).status).toBe(200)
    expect(await resumen(app, '', session)).toMatchObject({
      documentos: [{ documentos: 1 }],
      atencion: [],
    })
  })
})

describe('?empresas=true', () => {
  test('tells of every company of the account, each in its own environment, and of no other account', async () => {
    const app = await testAppWithFolios()
    const stranger = await app.registerCompany()
    await emit(app, RECHAZO)
    await app.settle()
    const sister = await siblingOf(app, app.tenant, nuevaEmpresa('96790240-3'))
    const { empresas } = await resumen(app, '?empresas=true', app.tenant.session)
    expect(empresas).toMatchObject([
      {
        id: app.tenant.empresaId,
        documentos: 1,
        atencion: [{ asunto: 'documentos_rechazados', cantidad: 1 }],
      },
      {
        id: sister.id,
        rut: '96790240-3',
        documentos: 0,
        atencion: [{ asunto: 'certificado', estado: 'falta' }],
      },
    ])
    expect(JSON.stringify(empresas)).not.toContain(stranger.empresaId)
    await app.put(`/v1/empresa/${app.tenant.empresaId}`, { ambiente: 'certificacion' }, app.tenant.session)
    const moved = (await resumen(app, '?empresas=true', app.tenant.session)).empresas
    expect(moved[0]).toMatchObject({ ambiente: 'certificacion', documentos: 0 })
    expect((await resumen(app)).empresas).toBeNull()
  })

  test('shows a person or a key the companies within reach alone', async () => {
    const app = await testAppWithFolios()
    const sister = await siblingOf(app, app.tenant, nuevaEmpresa('96790240-3'))
    const ids = async (headers: Record<string, string>) =>
      (await resumen(app, '?empresas=true', headers)).empresas.map(({ id }: { id: string }) => id)
    const person = await invitePerson(app, app.tenant.session, 'lector', { empresas: [sister.id] })
    expect(await ids(person.session)).toEqual([sister.id])
    expect(await ids(sister.key)).toEqual([sister.id])
    expect(await ids(app.tenant.session)).toHaveLength(2)
  })

  test('tells of dozens of companies, a few in each turn of the event loop', async () => {
    const app = await testAppWithFolios({ folios: {} })
    const { client } = app.store
    for (let n = 0; n < 45; n++)
      client
        .prepare(
          `INSERT INTO empresa (id, cuenta_id, rut, razon_social, ambiente, created_at) VALUES (?, ?, ?, 'Otra', 'simulacion', '2026')`,
        )
        .run(`emp_x${n}`, app.tenant.cuentaId, `${77000000 + n}-0`)
    let turns = 0
    let over = false
    const count = () => {
      turns++
      if (!over) setImmediate(count)
    }
    setImmediate(count)
    const { empresas } = await resumen(app, '?empresas=true', app.tenant.session)
    over = true
    expect(empresas).toHaveLength(46)
    expect(turns).toBeGreaterThanOrEqual(4)
  })
})

test('every statement of the summary is served by an index', async () => {
  const app = await testAppWithFolios()
  const statements: string[] = []
  const client = new Proxy(app.store.client, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (name !== 'prepare') return typeof value === 'function' ? value.bind(target) : value
      return (sql: string) => {
        statements.push(sql)
        return target.prepare(sql)
      }
    },
  }) as Database
  const db = drizzle({ client })
  const cifras = createCifras(db)
  createAtencion({
    ...{ db, clock: app.clock, cifras, folios: { attention: () => [] } },
    operaciones: createOperaciones({
      db,
      clock: app.clock,
      listas: { pendientes: () => sourceOf([]) },
    }),
  })
  createFoliosAttention({
    client,
    clock: app.clock,
    disponibles: () => 0,
    alertas: { get: () => null as never },
    forecasts: () => [],
  })
  expect(statements.length).toBeGreaterThan(7)
  for (const sql of statements) {
    const names = [...sql.matchAll(/@(\w+)/g)].map(([, name]) => [name, '1'])
    const values = names.length ? [Object.fromEntries(names)] : Array(sql.split('?').length - 1).fill('1')
    const plan = app.store.client.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values) as { detail: string }[]
    // The table of resendings has few rows.
    const scans = plan.filter(({ detail }) => detail.startsWith('SCAN') && detail !== 'SCAN reenvio')
    expect({ sql, scans }).toEqual({ sql, scans: [] })
  }
})

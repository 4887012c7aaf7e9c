// The folios granted by the SII, and a range of them once more (areas/folios §2).

import { describe, expect, test } from 'bun:test'
import { emit } from '../../../support/emision'
import type { TestApp } from '../../../support/test-app'
import { BASE, company, dieAt, end, loaded, request, used } from './banco'

const RUT = '76543210-3'
const list = async (app: TestApp, tipo = 33) => (await app.get(`${BASE}/sii?tipo_dte=${tipo}`)).body
/** A range that another program was granted. */
const elsewhere = async (app: TestApp, cantidad = 5, tipo_dte = 33) =>
  (await app.post('/simulador/caf', { rut: RUT, tipo_dte, cantidad })).body.data as {
    desde: number
    hasta: number
    caf_base64: string
  }
const again = (app: TestApp, desde: number, hasta: number, query = '') =>
  app.post(`${BASE}/reobtener${query}`, { tipo_dte: 33, desde, hasta })

describe('GET /v1/dte/folios/sii', () => {
  test('lists what the SII granted, whoever asked, and says what of it is here; one unit', async () => {
    const app = await company()
    const other = await elsewhere(app)
    expect([other.desde, other.hasta]).toEqual([11, 15])
    expect((await list(app)).data).toEqual([
      { desde: 1, hasta: 10, fecha: '2026-11-20', cantidad: 10, cargado: true },
      { desde: 11, hasta: 15, fecha: '2026-11-20', cantidad: 5, cargado: false },
    ])
    expect((await used(app)).consulta_folios).toBe(1)
    expect((await list(app, 61)).data).toEqual([])
  })

  test('goes through more than one page, and refuses what is no type', async () => {
    const app = await company()
    for (let i = 0; i < 23; i++) await elsewhere(app, 1)
    const { data } = await list(app)
    expect(data).toHaveLength(24)
    expect(data.at(-1)).toMatchObject({ desde: 33, hasta: 33 })
    for (const query of ['?tipo_dte=30', '?tipo_dte=x', ''])
      expect([query, (await app.get(`${BASE}/sii${query}`)).status]).toEqual([query, 400])
  })
})

describe('POST /v1/dte/folios/reobtener', () => {
  test('downloads a range that another program was granted and loads it; before its first folio the SII is asked', async () => {
    const app = await company()
    const { desde, hasta } = await elsewhere(app)
    const { status, body } = await again(app, desde, hasta)
    expect([status, body.data]).toEqual([
      201,
      {
        ...{ tipo_dte: 33, id: expect.stringMatching(/^caf_/), desde, hasta, usados: 0 },
        ...{ fecha_autorizacion: '2026-11-20', vence_el: '2027-05-20' },
        ...{ estado: 'vigente', origen: 'solicitud', por_conciliar: true, advertencias: [] },
      },
    ])
    expect(await loaded(app)).toEqual([
      [1, 10],
      [11, 15],
    ])
    expect((await used(app)).reobtencion_folios).toBe(1)
    expect((await app.get(BASE)).body.data[0].por_conciliar).toBe(true)
    for (let i = 0; i < 11; i++) await emit(app)
    await app.settle()
    expect((await app.get('/v1/documentos/33/11')).body.data.estado_sii).toBe('aceptado')
    const [line] = (await app.get('/v1/auditoria?accion=folios.reobtenidos', app.tenant.session)).body.data
    expect(line.detalle).toEqual({ tipo_dte: 33, desde: 11, hasta: 15 })
  })

  test('of what is loaded is a conflict, of what was never granted a refusal, of a rest annulled whole too', async () => {
    const app = await company()
    expect((await again(app, 1, 10)).body.code).toBe('CONFLICT')
    expect((await again(app, 5, 12)).body.code).toBe('CONFLICT')
    expect((await again(app, 9, 5)).body.code).toBe('VALIDATION_ERROR')
    expect((await again(app, 50, 60)).body).toMatchObject({
      code: 'SII_REFUSED',
      detalles: [{ operacion: 'reobtención de folios', solucion: expect.stringContaining('/sii') }],
    })
    await request(app, { cantidad: 3 })
    await app.post(`${BASE}/anular`, { tipo_dte: 33, desde: 11, hasta: 13, motivo: 'Sin uso' })
    app.store.client.exec(
      "DELETE FROM folio_anulacion; DELETE FROM folio_apartado; UPDATE folio_solicitud SET paso = 'pedida', caf_id = NULL; DELETE FROM caf WHERE desde = 11",
    )
    const { body } = await again(app, 11, 13)
    expect(body).toMatchObject({
      code: 'SII_REFUSED',
      detalles: [{ glosa: expect.stringMatching(/anulado completamente/i) }],
    })
  })

  for (const moment of ['before', 'after'] as const)
    for (const pagina of [
      'rf_reobtencion1_folios',
      'rf_reobtencion3_folios',
      'rf_genera_folio',
      'rf_genera_archivo',
    ])
      test(`by a process that dies ${moment} ${pagina} loads it once`, async () => {
        const { app, id } = await dieAt(pagina, moment, async (a) => {
          await elsewhere(a)
          return again(a, 11, 15, '?esperar=0')
        })
        expect((await end(app, id)).result).toMatchObject({ desde: 11, hasta: 15 })
        expect(await loaded(app)).toEqual([
          [1, 10],
          [11, 15],
        ])
      })
})

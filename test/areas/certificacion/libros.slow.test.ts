// Books of a set (areas/certificacion §3): built, frozen, sent once, followed, and sent anew by another number.

import { describe, expect, test } from 'bun:test'
import { SIMULADOR_URL } from '../../../src/sii'
import { type CompanyApp, testApp, testAppWithFolios } from '../../support/test-app'
import { emitir, leer, load, open, RECEPTORES, texto } from './escena'

const FOLIOS = { 33: 8, 61: 6, 56: 2, 52: 3 }

const TRASLADO = {
  patente: 'ABCD12',
  rut_transportista: '77123456-9',
  chofer: { rut: '11111111-1', nombre: 'Rosa Soto' },
}

const simulador = (app: CompanyApp, path: string, body?: object) =>
  app.simulator.fetch(
    new Request(`${SIMULADOR_URL}/simulador/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', 'x-simulador-dueno': app.tenant.cuentaId },
      ...(body && { body: JSON.stringify(body) }),
    }),
  )

/** Books as the simulated SII has them, the first one first. */
const enSii = async (app: CompanyApp) => {
  const { data } = (await (await simulador(app, 'libros')).json()) as { data: Record<string, unknown>[] }
  return data.reverse()
}

/** A road with those sets. */
async function onSets(sets: readonly string[]) {
  const app = await testAppWithFolios({ folios: FOLIOS })
  const id = await open(app)
  expect(await load(app, id, await texto(app, sets))).toMatchObject({ status: 201 })
  for (const clase of sets.filter((one) => !one.startsWith('libro')))
    await app.put(`/v1/certificacion/${id}/sets/${clase}/ajustes`, {
      receptores: RECEPTORES,
      ...(clase === 'guia' && { propio: { ...RECEPTORES[0], rut: '76543210-3' }, traslado: TRASLADO }),
    })
  return { app, id }
}

const setOf = async (app: CompanyApp, id: string, clase: string) =>
  (await app.get(`/v1/certificacion/${id}/sets/${clase}`)).body.data

/** Issues a set and has the SII approve it. */
async function approve(app: CompanyApp, id: string, clase: string) {
  expect(await emitir(app, id, clase)).toMatchObject({ status: 202 })
  await app.settle()
  expect(await app.post(`/v1/certificacion/${id}/sets/${clase}/veredicto`, { estado: 'SOK' })).toMatchObject({
    status: 200,
  })
}

const contenidoOf = (app: CompanyApp, trackId: unknown) =>
  JSON.parse(
    app.store.client
      .prepare('SELECT contenido FROM sim_libro WHERE track_id = ?')
      .pluck()
      .get(trackId) as string,
  )

describe('a book of purchases', () => {
  test('is made of the text, closed by the SII, and sent anew by another number once the set is refused', async () => {
    const { app, id } = await onSets(['libro_compras'])
    expect(await emitir(app, id, 'libro_compras')).toMatchObject({
      status: 202,
      body: { data: { estado: 'emitiendo', intento: { numero: 1, documentos: [] } } },
    })
    await app.settle()
    const { atencion, ...validado } = await setOf(app, id, 'libro_compras')
    expect(validado).toMatchObject({ estado: 'validado', intento: { codigo_sii: 'LTC', razones: [] } })
    expect((await leer(app, id)).pendientes).toMatchObject([
      { codigo: 'declarar_avance', datos: { track_id: '1', fecha: '20-11-2026' } },
    ])
    expect(await enSii(app)).toMatchObject([
      {
        clase: 'COMPRA',
        periodo: '2026-11',
        folio_notificacion: atencion,
        estado: 'LTC',
        documentos: 7,
        veces: 1,
      },
    ])

    await app.post(`/v1/certificacion/${id}/sets/libro_compras/veredicto`, {
      estado: 'SRH',
      glosa: 'No cuadra',
    })
    await emitir(app, id, 'libro_compras')
    await app.settle()
    expect(await setOf(app, id, 'libro_compras')).toMatchObject({
      estado: 'validado',
      intento: { numero: 2 },
    })
    expect((await enSii(app))[1]).toMatchObject({ folio_notificacion: `${atencion}1`, estado: 'LTC' })
  })

  test('whose answer was lost goes again with the same bytes, by another server too, and is at the SII once', async () => {
    const { app, id } = await onSets(['libro_compras'])
    await simulador(app, 'fallas', { servicio: 'envio', falla: 'corte_despues_de_guardar', veces: 1 })
    await emitir(app, id, 'libro_compras')
    await app.drainJobs()
    const frozen = () => app.store.client.prepare('SELECT xml_cifrado FROM certificacion_libro').pluck().get()
    const before = frozen()
    expect(before).toBeDefined()
    const next = await testApp({ store: app.store, now: app.clock().toISOString() })
    next.speakAs(app.tenant)
    next.app.services.runner.rescue()
    await next.settle()
    expect(await enSii(app)).toMatchObject([{ veces: 2 }])
    expect(frozen()).toEqual(before)
    expect(await setOf(app, id, 'libro_compras')).toMatchObject({ estado: 'validado' })
  })

  test('is refused with the reason, and nothing is stuck, when the SII closed its number or nobody can sign', async () => {
    const { app, id } = await onSets(['libro_compras'])
    await emitir(app, id, 'libro_compras')
    await app.settle()
    // Another program of the company took the next number already.
    const { atencion } = await setOf(app, id, 'libro_compras')
    app.store.client
      .prepare("UPDATE sim_libro SET folio_notificacion = ? || '1', sha1 = hex(randomblob(20))")
      .run(atencion)
    await app.post(`/v1/certificacion/${id}/sets/libro_compras/veredicto`, { estado: 'SRH', glosa: 'x' })
    await emitir(app, id, 'libro_compras')
    await app.settle()
    expect(await setOf(app, id, 'libro_compras')).toMatchObject({
      estado: 'rechazado',
      intento: { codigo_sii: 'LNC', razones: [{ remedio: expect.stringContaining('uno nuevo') }] },
    })
    await emitir(app, id, 'libro_compras')
    app.store.client.prepare('DELETE FROM certificado').run()
    await app.settle()
    expect(await setOf(app, id, 'libro_compras')).toMatchObject({
      estado: 'rechazado',
      intento: { numero: 3 },
    })
    expect(await emitir(app, id, 'libro_compras')).toMatchObject({
      status: 422,
      body: { code: 'CERTIFICATE_MISSING' },
    })
  })

  test('waits for a silent SII without spending attempts', async () => {
    const { app, id } = await onSets(['libro_compras'])
    const { json } = {
      json: await (await simulador(app, 'fallas', { servicio: 'envio', falla: 'http_503' })).json(),
    }
    expect(json).toMatchObject({ ok: true })
    await emitir(app, id, 'libro_compras')
    for (let day = 0; day < 12; day++) {
      app.advance(86_400_000)
      await app.drainJobs()
    }
    expect(await setOf(app, id, 'libro_compras')).toMatchObject({ estado: 'emitiendo' })
    await app.simulator.fetch(new Request(`${SIMULADOR_URL}/simulador/fallas`, { method: 'DELETE' }))
    app.advance(86_400_000)
    await app.settle()
    expect(await setOf(app, id, 'libro_compras')).toMatchObject({ estado: 'validado' })
  })
})

test('a book of which the SII says nothing but LSO for a week is left to the review of its set (domain/certificacion §8)', async () => {
  const { app, id } = await onSets(['libro_compras'])
  await emitir(app, id, 'libro_compras')
  await app.drainJobs()
  app.store.client.prepare('UPDATE sim_libro SET listo_at = 9e15').run()
  for (let day = 0; day < 20; day++) {
    app.advance(86_400_000)
    await app.drainJobs()
    if (day === 3)
      expect(await setOf(app, id, 'libro_compras')).toMatchObject({
        estado: 'enviado',
        intento: { track_id: '1' },
      })
  }
  expect(await setOf(app, id, 'libro_compras')).toMatchObject({
    estado: 'validado',
    intento: { codigo_sii: 'LSO' },
  })
})

describe('the books of sales and of guides', () => {
  test('are made of what the SII accepted of their approved sets, to the peso', async () => {
    const { app, id } = await onSets(['basico', 'libro_ventas', 'guia', 'libro_guias'])
    expect(await emitir(app, id, 'libro_ventas')).toMatchObject({ status: 409, body: { code: 'CERT_ORDER' } })
    await approve(app, id, 'basico')
    await approve(app, id, 'guia')
    for (const clase of ['libro_ventas', 'libro_guias'])
      expect(await emitir(app, id, clase)).toMatchObject({ status: 202 })
    expect(await emitir(app, id, 'libro_guias')).toMatchObject({
      status: 409,
      body: { code: 'INVALID_STATE' },
    })
    await app.settle()
    const books = await enSii(app)
    expect(books.map(({ clase, estado }) => [clase, estado]).sort()).toEqual([
      ['GUIA', 'LTC'],
      ['VENTA', 'LTC'],
    ])
    const sum = (tipos: number[]) =>
      app.store.client
        .prepare(
          `SELECT count(*) AS n, sum(monto_neto) AS neto, sum(monto_iva) AS iva, sum(monto_total) AS total FROM documento
           WHERE tipo_dte IN (SELECT value FROM json_each(?))`,
        )
        .get(JSON.stringify(tipos)) as Record<'n' | 'neto' | 'iva' | 'total', number>
    const ventas = contenidoOf(app, books.find(({ clase }) => clase === 'VENTA')!.track_id)
    expect(ventas.resumen.map(({ TpoDoc }: { TpoDoc: string }) => TpoDoc)).toEqual(['33', '61', '56'])
    const notas = sum([61])
    expect(ventas.resumen[1]).toMatchObject({
      TotDoc: String(notas.n),
      TotMntNeto: String(notas.neto),
      TotMntIVA: String(notas.iva),
      TotMntTotal: String(notas.total),
    })
    const guias = contenidoOf(app, books.find(({ clase }) => clase === 'GUIA')!.track_id)
    expect(guias.detalle.map(({ TpoOper }: { TpoOper: string }) => TpoOper)).toEqual(['5', '1', '1'])
    expect(guias.detalle.map(({ Anulado }: { Anulado?: string }) => Anulado)).toEqual([
      undefined,
      undefined,
      '2',
    ])
    expect(guias.resumen[0]).toMatchObject({ TotGuiaAnulada: '1', TotGuiaVenta: '1' })
  })
})

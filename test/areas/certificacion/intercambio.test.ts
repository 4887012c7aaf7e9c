import { beforeAll, describe, expect, test } from 'bun:test'
import { type CompanyApp, testAppWithFolios } from '../../support/test-app'
import { enSii, leer, onEtapa, open, texto, unzip } from './escena'

describe('the exchange of a road (areas/certificacion §7)', () => {
  let app: CompanyApp
  let id: string
  let archivo: { nombre: string; archivo_base64: string }
  const answer = (body: object = archivo, to = id) => app.post(`/v1/certificacion/${to}/intercambio`, body)
  const download = async () => {
    const { rut } = (await app.get(`/v1/empresa/${app.tenant.empresaId}`)).body.data
    const { data } = (await (await enSii(app, 'intercambio', { rut })).json()) as {
      data: { nombre: string; xml_base64: string }
    }
    return { nombre: data.nombre, archivo_base64: data.xml_base64 }
  }

  beforeAll(async () => {
    app = await testAppWithFolios({ folios: { 33: 5 } })
    id = await onEtapa(app, 'intercambio')
    await texto(app, ['basico'])
    app.store.client.prepare("UPDATE sim_tramite SET paso = 'INTERCAMBIO'").run()
    archivo = await download()
  })

  test('answers with three files that the simulated SII finds nothing against, kept as evidence', async () => {
    const reply = await answer()
    expect(reply).toMatchObject({
      status: 201,
      body: {
        data: {
          recepcion: { nombre: 'recepcion-1.xml' },
          documentos: [
            { rut_receptor: '76543210-3', recepcion: 0, resultado: 0 },
            { recepcion: 3, resultado: 2 },
          ],
        },
      },
    })
    const { recepcion, recibos, resultado } = reply.body.data
    const judged = await enSii(app, 'intercambio/respuestas', {
      rut: '76543210-3',
      recepcion_base64: recepcion.xml_base64,
      recibos_base64: recibos.xml_base64,
      resultado_base64: resultado.xml_base64,
    })
    expect(await judged.json()).toMatchObject({ data: { conforme: true } })
    const files = await unzip(app, 'GET', `/v1/certificacion/${id}/evidencia`)
    const kept = [...files].flatMap(([name, bytes]) =>
      name.startsWith('archivos/') ? [[name.replace(/.*?-/, ''), bytes.toString('base64')]] : [],
    )
    expect(kept).toEqual([
      [archivo.nombre, archivo.archivo_base64],
      ...[recepcion, recibos, resultado].map(({ nombre, xml_base64 }) => [nombre, xml_base64]),
    ])
  })

  test('gives the same bytes for the same file, and a number of its own to the next', async () => {
    const first = (await answer()).body.data
    app.advance(60_000)
    expect(await answer({ ...archivo, nombre: 'ENVIO_DTE_1001 (1).xml' })).toMatchObject({
      status: 200,
      body: { data: first },
    })
    const next = await answer(await download())
    expect(next).toMatchObject({ status: 201, body: { data: { resultado: { nombre: 'resultado-2.xml' } } } })
    expect((await answer()).body.data).toEqual(first)
    // Two at once: neither takes the other's number.
    const both = [await download(), await download()]
    const replies = await Promise.all(both.map((one) => answer(one)))
    expect(replies.map(({ body }) => body.data.recepcion.nombre).toSorted()).toEqual([
      'recepcion-3.xml',
      'recepcion-4.xml',
    ])
  })

  test('knows a file again that was kept before its fingerprint was written down', async () => {
    const first = (await answer()).body.data
    const { client } = app.store
    const count = client.prepare('SELECT count(*) FROM certificacion_archivo').pluck()
    const before = count.get()
    client.prepare('UPDATE certificacion_archivo SET huella = NULL').run()
    expect(await answer()).toMatchObject({ status: 200, body: { data: first } })
    expect(count.get()).toBe(before)
    const next = await answer(await download())
    expect(next).toMatchObject({ status: 201, body: { data: { recepcion: { nombre: 'recepcion-5.xml' } } } })
  })

  test('refuses what is no such file, and keeps nothing of it', async () => {
    const kept = app.store.client.prepare('SELECT count(*) FROM certificacion_archivo').pluck()
    const before = kept.get()
    for (const bytes of [
      '<A/>',
      'nada',
      Buffer.from(archivo.archivo_base64, 'base64').toString().replaceAll('69507000-4', ''),
    ])
      expect(
        await answer({ ...archivo, archivo_base64: Buffer.from(bytes).toString('base64') }),
      ).toMatchObject({
        status: 422,
        body: { code: 'VALIDATION_ERROR', detalles: [{ campo: 'archivo' }] },
      })
    expect(kept.get()).toBe(before)
  })

  test('is of its stage alone (CERT_ORDER), and of a road that goes on (CERT_CLOSED)', async () => {
    await app.post(`/v1/certificacion/${id}/avanzar`, { etapa: 'muestras' })
    expect(await answer()).toMatchObject({ status: 409, body: { code: 'CERT_ORDER' } })
    await app.post(`/v1/certificacion/${id}/abandonar`)
    expect(await answer()).toMatchObject({ status: 409, body: { code: 'CERT_CLOSED' } })
    const other = await open(app)
    expect(await answer(archivo, other)).toMatchObject({ status: 409, body: { code: 'CERT_ORDER' } })
    expect((await leer(app, other)).estado).toBe('preparacion')
  })
})

// Which documents travel together, what happens to the others when one of them fails, and what becomes of folios that the
// SII may have seen (http §7; sii §3.3–3.4; jobs §3).

import { describe, expect, test } from 'bun:test'
import {
  discard,
  document,
  emit,
  fail,
  heal,
  job,
  libro,
  linea,
  nota,
  outlastAttempts,
  pass,
  retry,
  saldo,
} from '../../support/emision'
import { factura, RECEPTOR } from '../../support/emisor'
import { type CompanyApp, successor, testAppWithFolios, type Wire } from '../../support/test-app'

interface Recibido {
  tipo_dte: number
  folio: number
  track_id: string
  orden: number
  veces: number
  veredicto: string
}

const TOTAL = 133_876
const estados = async (app: CompanyApp, ids: readonly string[]): Promise<string[]> =>
  Promise.all(ids.map(async (id) => (await job(app, id)).estado))
const documentos = async (app: CompanyApp): Promise<Recibido[]> => (await libro(app)).documentos
/** Folios that the SII received, in their order. */
const folios = async (app: CompanyApp): Promise<number[]> =>
  (await documentos(app)).map(({ folio }) => folio).sort((a, b) => a - b)
const huecos = async (app: CompanyApp) => (await app.get('/v1/dte/folios/huecos')).body.data
const isUpload = (url: string): boolean => url.endsWith('/DTEUpload')
const isSeed = (url: string): boolean => url.includes('CrSeed')
const reception = (status: string): Response =>
  new Response(`<?xml version="1.0"?><RECEPCIONDTE><STATUS>${status}</STATUS></RECEPCIONDTE>`)

/** Runs the queue alone: the SII processes nothing meanwhile. */
const runQueue = (app: CompanyApp): Promise<void> => app.app.services.runner.drain()

/** Another person signs from now on. */
async function changeSigner(app: CompanyApp, rut: string): Promise<void> {
  const issued = await app.post('/simulador/certificados', { rut, nombre: 'Otra Persona' })
  const { pfx_base64, clave } = issued.body.data
  app.advance(1000)
  const loaded = await app.post(`/v1/empresa/${app.tenant.empresaId}/certificado`, { pfx_base64, clave })
  expect(loaded).toMatchObject({ status: 201, body: { data: { rut_titular: rut } } })
}

describe('a document that the SII may have (http §7.3)', () => {
  /** Stored by the SII with its answer lost, then refused at the door before the SII has processed the first. */
  async function lostThenRefused(body?: object) {
    const app = await testAppWithFolios({ folios: { 33: 5, 61: 5 } })
    await emit(app)
    await app.settle()
    await fail(app, 'envio', 'corte_despues_de_guardar', 1)
    const id = await emit(app, body)
    await runQueue(app)
    await fail(app, 'envio', 'sin_permiso', 1)
    app.advance(7000)
    await runQueue(app)
    expect(await job(app, id)).toMatchObject({ estado: 'failed', error: { sii: { codigo: '1' } } })
    return { app, id }
  }

  test('keeps its folio when discarded, though a later attempt was refused', async () => {
    const { app, id } = await lostThenRefused()
    expect((await discard(app, id, true)).body.data.folio_estado).toBe('por_anular')
    const next = await app.post('/v1/dte/emitir', factura(linea(999)))
    expect(next.body.data.folio).toBe(3)
    await app.settle()
    expect((await documentos(app)).filter(({ folio }) => folio === 2)).toHaveLength(1)
    expect(await document(app, 33, 3)).toMatchObject({ estado_sii: 'aceptado' })
  })

  test('is not sent twice when retried after such a refusal: what it does stands', async () => {
    const { app, id } = await lostThenRefused(nota(3, 1, linea(10_000)))
    await retry(app, id)
    await app.settle()
    expect((await job(app, id)).estado).toBe('completed')
    expect(await document(app, 61, 1)).toMatchObject({ estado_sii: 'aceptado' })
    expect(await saldo(app, 33, 1)).toBe(TOTAL - 11_900)
    expect((await documentos(app)).filter(({ tipo_dte }) => tipo_dte === 61)).toMatchObject([{ veces: 1 }])
  })

  test('is done when the SII says that it has the file but neither service names the Track ID (STATUS 99)', async () => {
    let uploads = 0
    const wire: Wire = async (url, _, pass) => {
      if (isUpload(url)) {
        const answer = await pass()
        if (uploads++ === 0) throw new TypeError('the answer is lost')
        return (await answer.text()).includes('<STATUS>99<') ? reception('99') : reception('0')
      }
      if (!url.endsWith('/QueryEstDteAv')) return pass()
      return new Response((await (await pass()).text()).replace(/&lt;TRACKID&gt;\d*&lt;\/TRACKID&gt;/, ''))
    }
    const app = await testAppWithFolios({ folios: { 33: 5 }, wire })
    const id = await emit(app)
    await app.drainJobs()
    app.advance(7000)
    await app.drainJobs()
    expect(await job(app, id)).toMatchObject({ estado: 'completed', folio_estado: 'usado' })
    await app.settle()
    expect(await document(app, 33, 1)).toMatchObject({ estado_sii: 'aceptado' })
    expect(uploads).toBe(2)
  })

  test('is another when the SII holds the folio with other data: the envelope still has to go out', async () => {
    const first = await testAppWithFolios({ folios: {} })
    const caf = (await first.post('/simulador/caf', { rut: '76543210-3', tipo_dte: 33, cantidad: 9 })).body
      .data
    // A person says that none was used, and is wrong the second time.
    const load = async (app: CompanyApp) =>
      expect((await app.post('/v1/dte/folios', { caf_base64: caf.caf_base64, siguiente: 1 })).status).toBe(
        201,
      )
    await load(first)
    await emit(first)
    await first.settle()
    const second = await testAppWithFolios({ folios: {}, beside: first })
    await load(second)
    await fail(second, 'envio', 'corte_antes', 1)
    const ids = [1, 2, 3].map((i) => emit(second, factura(linea(700 + i))))
    await Promise.all(ids)
    await second.settle()
    const own = (await libro(second)).envios
    expect(own).toHaveLength(1)
    for (const id of await Promise.all(ids))
      expect((await job(second, id)).result.track_id).toBe(own[0].track_id)
    const verdicts = [1, 2, 3].map(async (folio) => (await document(second, 33, folio)).estado_sii)
    expect(await Promise.all(verdicts)).toEqual(['rechazado', 'aceptado', 'aceptado'])
  })
})

describe('documents of one envelope whose jobs end apart', () => {
  /** An accepted factura; a note and a factura in one envelope that the SII answers with 503 until both jobs gave up. */
  async function sharedEnvelope() {
    const app = await testAppWithFolios({ folios: { 33: 5, 61: 5 } })
    await emit(app)
    await app.settle()
    const note = await emit(app, nota(3, 1, linea(10_000)))
    const sibling = await emit(app)
    await fail(app, 'envio', 'http_503')
    await outlastAttempts(app)
    expect(await estados(app, [note, sibling])).toEqual(['dlq', 'dlq'])
    await heal(app)
    return { app, note, sibling }
  }

  test('end together once it arrives: nobody can discard the other one then', async () => {
    const { app, note, sibling } = await sharedEnvelope()
    await retry(app, sibling)
    await app.settle()
    expect(await job(app, note)).toMatchObject({ estado: 'completed', folio_estado: 'usado' })
    expect(await document(app, 61, 1)).toMatchObject({ estado_sii: 'aceptado' })
    expect(await discard(app, note, true)).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
    expect(await huecos(app)).toEqual([])
  })

  test('one discarded before leaves no gap when the SII got it with the other', async () => {
    const { app, note, sibling } = await sharedEnvelope()
    expect((await discard(app, note, true)).body.data.folio_estado).toBe('por_anular')
    expect(await huecos(app)).toMatchObject([{ tipo_dte: 61, folio: 1 }])
    await retry(app, sibling)
    await app.settle()
    expect((await job(app, note)).folio_estado).toBe('usado')
    expect(await document(app, 61, 1)).toMatchObject({ estado_sii: 'aceptado' })
    expect(await huecos(app)).toEqual([])
  })
})

describe('an envelope that the SII turns away for its schema (STATUS 7; sii §3.3)', () => {
  /** The SII's door refuses every file in which a line `MALO` stands. */
  const malo = (seen: string[]): Wire => {
    return async (url, body, pass) => {
      if (!isUpload(url)) return pass()
      seen.push(body)
      return body.includes('MALO') ? reception('7') : pass()
    }
  }
  const count = (xml: string): number => xml.split('<Documento ').length - 1

  test('is taken apart: each document travels alone and only the bad one fails', async () => {
    const seen: string[] = []
    const app = await testAppWithFolios({ folios: { 33: 9 }, wire: malo(seen) })
    const ids = []
    for (const nombre of ['Bueno', 'MALO', 'Bueno'])
      ids.push(await emit(app, factura({ detalle: [{ nombre, precio: 5 }] })))
    await app.settle()
    expect(seen.map(count)).toEqual([3, 1, 1, 1])
    expect(await estados(app, ids)).toEqual(['completed', 'failed', 'completed'])
    expect(await job(app, ids[1]!)).toMatchObject({
      folio_estado: 'retenido',
      error: { etapa: 'envio', reintentable: false, sii: { codigo: '7' } },
    })
    expect(await folios(app)).toEqual([1, 3])
  })

  test('the bad one stays alone: retried, it takes nobody with it, and its folio is free when discarded', async () => {
    const seen: string[] = []
    const app = await testAppWithFolios({ folios: { 33: 9 }, wire: malo(seen) })
    const bad = await emit(app, factura({ detalle: [{ nombre: 'MALO', precio: 5 }] }))
    await emit(app)
    await app.settle()
    await retry(app, bad)
    const later = await emit(app)
    await app.settle()
    expect(seen.map(count)).toEqual([2, 1, 1, 1, 1])
    expect(await estados(app, [bad, later])).toEqual(['failed', 'completed'])
    expect((await discard(app, bad, true)).body.data.folio_estado).toBe('libre')
  })

  test('what travels alone does so also when its envelope is made anew for another person', async () => {
    const seen: string[] = []
    let down = true
    const door = malo(seen)
    // After the refusal the way breaks: the first alone is on its way, the second only frozen.
    const wire: Wire = async (url, body, pass) =>
      isUpload(url) && seen.length > 0 && down ? new Response('', { status: 503 }) : door(url, body, pass)
    const app = await testAppWithFolios({ folios: { 33: 9 }, wire })
    await emit(app)
    const bad = await emit(app, factura({ detalle: [{ nombre: 'MALO', precio: 5 }] }))
    const third = await emit(app)
    await app.drainJobs()
    app.advance(10)
    await app.drainJobs()
    expect(app.store.client.prepare("SELECT count(*) FROM envio WHERE estado = 'armado'").pluck().get()).toBe(
      2,
    )
    await changeSigner(app, '12345678-5')
    down = false
    app.advance(60_000)
    await app.settle()
    expect(await estados(app, [bad, third])).toEqual(['failed', 'completed'])
    expect(await document(app, 33, 3)).toMatchObject({ estado_sii: 'aceptado' })
    expect(seen.map(count).slice(1)).toEqual([1, 1, 1])
  })
})

describe('an envelope frozen but never sent', () => {
  /** Two documents of one envelope; signing in fails until both jobs gave up. */
  async function unsent(first: object = factura(), wire?: Wire) {
    const app = await testAppWithFolios({ folios: { 33: 5, 61: 5 }, ...(wire && { wire }) })
    await emit(app)
    await app.settle()
    // The token of the company's first days is old by then.
    app.advance(3 * 3_600_000)
    await fail(app, 'semilla', 'http_503')
    const ids = [await emit(app, first), await emit(app)] as const
    await outlastAttempts(app)
    expect(await estados(app, ids)).toEqual(['dlq', 'dlq'])
    return { app, ids }
  }

  test('was not seen by the SII: its folios are free when discarded, and the others travel without it', async () => {
    const { app, ids } = await unsent()
    expect((await discard(app, ids[0], true)).body.data.folio_estado).toBe('libre')
    await heal(app)
    await retry(app, ids[1])
    await app.settle()
    expect(await folios(app)).toEqual([1, 3])
    expect(await document(app, 33, 3)).toMatchObject({ estado_sii: 'aceptado' })
    expect((await app.post('/v1/dte/emitir', factura())).body.data.folio).toBe(2)
  })

  test('is signed anew by the person who signs now, who could not upload that of another', async () => {
    const { app, ids } = await unsent()
    await changeSigner(app, '12345678-5')
    await heal(app)
    for (const id of ids) await retry(app, id)
    await app.settle()
    expect(await estados(app, ids)).toEqual(['completed', 'completed'])
    for (const folio of [2, 3])
      expect(await document(app, 33, folio)).toMatchObject({ estado_sii: 'aceptado' })
    const { body } = await app.get('/v1/dte/xml/33/2?sobre=true')
    expect(body).toContain('<RutEnvia>12345678-5</RutEnvia>')
  })

  test('does not carry along a document that was discarded while it was being sent', async () => {
    let during = async (): Promise<void> => {}
    const { app, ids } = await unsent(factura(), async (url, _, pass) => {
      if (isSeed(url)) await during()
      return pass()
    })
    await retry(app, ids[1])
    during = async () => {
      during = async () => {}
      await discard(app, ids[0], true)
    }
    await app.drainJobs()
    expect(await estados(app, ids)).toEqual(['discarded', 'pending'])
    await heal(app)
    app.advance(60_000)
    await app.settle()
    expect(await folios(app)).toEqual([1, 3])
  })

  test('but sent in an earlier attempt, may have been seen: signing in failed only later', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    await fail(app, 'envio', 'corte_antes', 1)
    const id = await emit(app)
    await app.drainJobs()
    await changeSigner(app, '12345678-5')
    await fail(app, 'semilla', 'http_503')
    await outlastAttempts(app)
    expect((await job(app, id)).error.etapa).toBe('autenticacion_sii')
    expect((await discard(app, id, true)).body.data.folio_estado).toBe('por_anular')
  })
})

test('uploads keep the order of folios, though a small envelope is signed sooner than a large one', async () => {
  const app = await testAppWithFolios({ folios: { 33: 205 } })
  await Promise.all(Array.from({ length: 202 }, () => emit(app, factura(linea(10)))))
  await app.settle()
  const arrived = (await documentos(app)).sort(
    (a, b) => Number(a.track_id) - Number(b.track_id) || a.orden - b.orden,
  )
  expect(new Set(arrived.map(({ track_id }) => track_id)).size).toBe(2)
  expect(arrived.map(({ folio }) => folio)).toEqual(Array.from({ length: 202 }, (_, i) => i + 1))
})

test('long documents travel in several envelopes, none of which holds the others up', async () => {
  const app = await testAppWithFolios({ folios: { 33: 14 } })
  const detalle = Array.from({ length: 60 }, () => ({
    nombre: 'Clavo',
    precio: 100,
    descripcion: '& '.repeat(480),
  }))
  for (let i = 0; i < 14; i++) await emit(app, factura({ detalle }))
  await app.settle()
  const arrived = (await documentos(app)).sort(
    (a, b) => Number(a.track_id) - Number(b.track_id) || a.orden - b.orden,
  )
  expect(arrived.map(({ folio }) => folio)).toEqual(Array.from({ length: 14 }, (_, i) => i + 1))
  expect(new Set(arrived.map(({ track_id }) => track_id)).size).toBe(2)
  expect((await document(app, 33, 14)).estado_sii).toBe('aceptado')
})

test('the carátula names the company’s resolution of today, not that of the day of acceptance (CRT-3-19)', async () => {
  const app = await testAppWithFolios({ folios: { 33: 5 } })
  await emit(app)
  const resolucion = { numero: 80, fecha: '2014-08-22' }
  const put = await app.put(`/v1/empresa/${app.tenant.empresaId}`, { resolucion }, app.tenant.session)
  expect(put.status).toBe(200)
  await app.settle()
  const { body } = await app.get('/v1/dte/xml/33/1?sobre=true')
  expect(body).toContain('<FchResol>2014-08-22</FchResol>')
  expect(body).toContain('<NroResol>80</NroResol>')
})

test('a note waits for the verdict on what it refers to while that is asked for, then stops with its folio held', async () => {
  const app = await testAppWithFolios({ folios: { 33: 5, 61: 5 } })
  await emit(app, factura({ receptor: { ...RECEPTOR, rut: '90000005-7' } }))
  const id = await emit(app, nota(1))
  await pass(app, 7)
  expect(await job(app, id)).toMatchObject({ estado: 'pending', intentos: 0 })
  await pass(app, 2)
  expect(await job(app, id)).toMatchObject({
    estado: 'failed',
    folio_estado: 'retenido',
    error: { code: 'INVALID_STATE', etapa: 'construccion', accion: expect.stringContaining('reintente') },
  })
  expect((await documentos(app)).map(({ tipo_dte }) => tipo_dte)).toEqual([33])
})

describe('a fault of our own', () => {
  const spoil = (app: CompanyApp, table: string, column: string, where = '1 = 1'): void =>
    void app.store.client.prepare(`UPDATE ${table} SET ${column} = x'0102' WHERE ${where}`).run()

  test('while signing ends the job, is told without detail, and stands in the log with its cause', async () => {
    const before = await testAppWithFolios({ folios: { 33: 9 } })
    const id = await emit(before)
    spoil(before, 'documento_contenido', 'contenido_cifrado')
    const app = await successor(before)
    await app.drainJobs()
    expect(await job(app, id)).toMatchObject({
      estado: 'failed',
      folio_estado: 'retenido',
      error: { code: 'INTERNAL_ERROR', etapa: 'firma' },
    })
    expect(app.logs).toMatchObject([
      { level: 'error', event: 'dte.firma', job_id: id, error: expect.anything() },
    ])
  })

  test('in one frozen document spends no attempt of those that wait with it', async () => {
    const app = await testAppWithFolios({ folios: { 33: 9 } })
    await fail(app, 'envio', 'sin_permiso', 1)
    const bad = await emit(app)
    await app.drainJobs()
    spoil(app, 'documento_xml', 'xml_cifrado')
    await retry(app, bad)
    const good = [await emit(app), await emit(app)]
    await app.settle()
    expect((await job(app, bad)).estado).toBe('failed')
    expect(await Promise.all(good.map((id) => job(app, id)))).toMatchObject([
      { estado: 'completed', intentos: 1 },
      { estado: 'completed', intentos: 1 },
    ])
  })

  test('that lasts ends in dlq by the queue itself, and holds the folio all the same', async () => {
    const app = await testAppWithFolios({ folios: { 33: 9 } })
    await fail(app, 'envio', 'http_503', 1)
    const id = await emit(app)
    await app.drainJobs()
    spoil(app, 'documento_xml', 'xml_cifrado')
    await outlastAttempts(app)
    expect(await job(app, id)).toMatchObject({
      estado: 'dlq',
      folio_estado: 'retenido',
      error: { code: 'INTERNAL_ERROR' },
    })
  })
})

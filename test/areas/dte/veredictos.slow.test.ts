// How the SII's words become the verdict of each document: never more than they say (http §7.4; sii §4.2,
// §5.1). The simulator answers; where it never says such a thing, a test puts the words in its mouth.

import { describe, expect, test } from 'bun:test'
import type { DocumentoRow } from '../../../src/areas/dte/documento/documento-store'
import { nextLook, nextTry } from '../../../src/areas/dte/seguir/follow-schedule'
import { judgeByDte, judgeByEnvio } from '../../../src/areas/dte/seguir/judge'
import type { EstadoEnvio } from '../../../src/sii'
import { document, emit, job, linea, nota, pass, saldo } from '../../support/emision'
import { boleta, factura, RECEPTOR } from '../../support/emisor'
import { type CompanyApp, loadFolios, testAppWithFolios, type Wire } from '../../support/test-app'

const HOUR = 3_600_000
const RECHAZADO = { receptor: { ...RECEPTOR, rut: '90000002-2' } }
const verdicts = async (app: CompanyApp, tipo: number, folios: readonly number[]): Promise<string[]> =>
  Promise.all(folios.map(async (folio) => (await document(app, tipo, folio)).estado_sii))
const firstFolios = (n: number): number[] => Array.from({ length: n }, (_, i) => i + 1)
const hours = async (app: CompanyApp, n: number): Promise<void> => {
  for (let hour = 0; hour <= n; hour++) {
    await app.drainJobs()
    if (hour < n) app.advance(HOUR)
  }
}
/** One row of the queue's follow-ups. */
const followUp = (app: CompanyApp) =>
  app.store.client.prepare("SELECT estado, intentos, error FROM job WHERE kind = 'dte.veredicto'").get() as {
    estado: string
    intentos: number
    error: string | null
  }

const isEstUp = (url: string): boolean => url.includes('/QueryEstUp.')
// With the signature and without.
const isEstDte = (url: string): boolean => /\/QueryEstDte(Av)?(\.|$)/.test(url)
const isEnvioBoletas = (url: string): boolean => /\/boleta\.electronica\.envio\/\d/.test(url)
const isBoleta = (url: string): boolean => /\/boleta\.electronica\/.*\/estado/.test(url)

/** The SII's answers with `alter` put into the text of those that `which` names. */
const altered =
  (which: (url: string) => boolean, alter: (text: string) => string): Wire =>
  async (url, _, pass) => {
    const answer = await pass()
    return which(url) ? new Response(alter(await answer.text()), answer) : answer
  }

describe('the verdict is asked for (http §7.4)', () => {
  const MINUTE = 60_000
  /** Minutes from the upload to each look, every one taken at its time. */
  const looks = (ambiente: 'simulacion' | 'certificacion' | 'produccion'): number[] => {
    const minutes = []
    for (let at = nextLook(ambiente, 0); at !== null; at = nextLook(ambiente, at)) minutes.push(at / MINUTE)
    return minutes
  }
  const WEEK = [1, 2, 3, 4, 5, 6, 7].map((day) => day * 24 * 60)

  test('after 1, 5 and 15 minutes, 1 and 4 hours, then daily for a week; sooner too in simulacion', () => {
    for (const ambiente of ['certificacion', 'produccion'] as const)
      expect(looks(ambiente)).toEqual([1, 5, 15, 60, 240, ...WEEK])
    expect(looks('simulacion')).toEqual([1 / 60, 5 / 60, 15 / 60, 1, 5, 15, 60, 240, ...WEEK])
  })

  test('once after a look that came late, and then at the next of those times', () => {
    expect(nextLook('produccion', 90 * MINUTE)).toBe(240 * MINUTE)
    expect(nextLook('produccion', 8 * 24 * 60 * MINUTE)).toBeNull()
  })
})

describe('the verdict of an envelope', () => {
  const row = { tipo_dte: 33, folio: 1 } as DocumentoRow
  const envio = (codigo: string, counts?: Partial<EstadoEnvio['resumen'][number]>): EstadoEnvio => ({
    codigo,
    glosa: 'glosa',
    final: true,
    detalle: [],
    resumen: counts
      ? [{ tipoDte: 33, informados: 2, aceptados: 0, rechazados: 0, reparos: 0, ...counts }]
      : [],
  })

  test.each([
    ['EPR, all accepted', envio('EPR', { aceptados: 2 }), 'aceptado'],
    ['EPR, all with objections', envio('EPR', { reparos: 2 }), 'aceptado_con_reparos'],
    [
      'EPR, all accepted, each with objections',
      envio('EPR', { aceptados: 2, reparos: 2 }),
      'aceptado_con_reparos',
    ],
    ['EPR, all rejected', envio('EPR', { rechazados: 2 }), 'rechazado'],
    ['EPR, one of each', envio('EPR', { aceptados: 1, rechazados: 1 }), undefined],
    ['EPR, accepted, some with objections', envio('EPR', { aceptados: 2, reparos: 1 }), undefined],
    ['EPR that accepts nobody', envio('EPR', {}), undefined],
    ['EPR without counters', envio('EPR'), undefined],
    ['EPR, counters of more than we sent', envio('EPR', { informados: 3, aceptados: 2 }), undefined],
    ['RPR without counters', envio('RPR'), 'aceptado_con_reparos'],
    ['RLV without counters', envio('RLV'), 'aceptado_con_reparos'],
    ['RCH without counters', envio('RCH'), 'rechazado'],
    ['RPT, a repeat', envio('RPT', { rechazados: 2 }), undefined],
    ...['RSC', 'RFR', 'RCT', 'RCO', 'VOF'].map((codigo) => [codigo, envio(codigo), 'rechazado'] as const),
  ] as const)('%s', (_, estado, expected) => {
    expect(judgeByEnvio(estado, row, 2)?.estado).toBe(expected as never)
  })

  test.each([
    [{ codigo: 'DOK', recibido: true }, 0, 'aceptado'],
    [{ codigo: 'DOK', recibido: true }, 1, 'aceptado_con_reparos'],
    // The folio is at the SII with other data: ours was rejected as a double (DTE-3-101).
    [{ codigo: 'DNK', recibido: true }, 0, 'rechazado'],
    [{ codigo: 'RCH', recibido: true }, 0, 'rechazado'],
    [{ codigo: 'RPR', recibido: true }, 0, 'aceptado_con_reparos'],
    [{ codigo: 'FAU', recibido: false }, 0, 'rechazado'],
  ] as const)('of one document asked for by itself: %j, %d with objections', (answer, reparos, expected) => {
    expect(judgeByDte({ ...answer, glosa: '', trackId: null }, reparos, true)?.estado).toBe(expected)
  })

  test('that does not know a document says nothing while its envelope may still be in process', () => {
    const unknown = { codigo: 'FAU', glosa: '', recibido: false, trackId: null }
    expect(judgeByDte(unknown, 0, false)).toBeNull()
  })
})

describe('an envelope that says too little: each document is asked for', () => {
  test('whose counters accept nobody (EPR)', async () => {
    const asked: string[] = []
    const app = await testAppWithFolios({
      folios: { 33: 9 },
      wire: async (url, body, pass) => {
        if (isEstDte(url)) asked.push(url)
        return altered(isEstUp, (text) => text.replace(/ACEPTADOS&gt;\d+&lt;/, 'ACEPTADOS&gt;0&lt;'))(
          url,
          body,
          pass,
        )
      },
    })
    await emit(app)
    await app.settle()
    expect(asked).toHaveLength(1)
    expect(await document(app, 33, 1)).toMatchObject({ estado_sii: 'aceptado', codigo_sii: 'DOK' })
  })

  test('a boleta that is rejected, of an envelope with mixed counters', async () => {
    const counts = { tipo: 39, informados: 2, aceptados: 1, rechazados: 1, reparos: 0 }
    const wire: Wire = async (url, _, pass) => {
      if (isEnvioBoletas(url))
        return Response.json({ estado: 'EPR', estadistica: [counts], detalle_rep_rech: null })
      return url.includes('-39-1/') && isBoleta(url)
        ? Response.json({ codigo: 'RCH', descripcion: 'Rechazado' })
        : pass()
    }
    const app = await testAppWithFolios({ folios: { 39: 9 }, wire })
    await emit(app, boleta())
    await emit(app, boleta())
    await app.settle()
    expect(await document(app, 39, 1)).toMatchObject({ estado_sii: 'rechazado', codigo_sii: 'RCH' })
    expect(await document(app, 39, 2)).toMatchObject({ estado_sii: 'aceptado', codigo_sii: 'DOK' })
  })

  test('a folio that the SII holds with other data is no acceptance (DNK)', async () => {
    const first = await testAppWithFolios({ folios: {} })
    const { body } = await first.post('/simulador/caf', { rut: '76543210-3', tipo_dte: 33, cantidad: 9 })
    const second = await testAppWithFolios({ folios: {}, beside: first })
    for (const app of [first, second])
      expect(
        (await app.post('/v1/dte/folios', { caf_base64: body.data.caf_base64, siguiente: 1 })).status,
      ).toBe(201)
    await emit(first)
    await first.settle()
    await emit(second, factura(linea(777)))
    await emit(second, factura(linea(888)))
    await second.settle()
    expect(await document(second, 33, 1)).toMatchObject({ estado_sii: 'rechazado', codigo_sii: 'DNK' })
    expect(await document(second, 33, 2)).toMatchObject({ estado_sii: 'aceptado' })
    expect(await document(first, 33, 1)).toMatchObject({ estado_sii: 'aceptado' })
  })

  test('accepted as a whole with objections (RPR) it says enough without counters', async () => {
    const wire: Wire = async (url, _, pass) =>
      isEnvioBoletas(url)
        ? Response.json({ estado: 'RPR', estadistica: null, detalle_rep_rech: null })
        : pass()
    const app = await testAppWithFolios({ folios: { 39: 9 }, wire })
    await emit(app, boleta())
    await app.settle()
    expect(await document(app, 39, 1)).toMatchObject({
      estado_sii: 'aceptado_con_reparos',
      codigo_sii: 'RPR',
    })
  })
})

describe('an answer that denies itself', () => {
  const deny = (app: CompanyApp, servicio: string) =>
    app.post('/simulador/fallas', { servicio, falla: 'contradiccion' }, app.tenant.session)
  /** Looks at it again and again, for hours. */
  const look = async (app: CompanyApp, minutes: number) => {
    for (const step of [0, 1, 2, 5, 10, minutes]) {
      app.advance(step * 60_000)
      await app.drainJobs()
      await app.simulator.drain()
      await app.drainJobs()
    }
  }

  test.each([
    ['RCH with one accepted, at QueryEstUp', 33, 'estado_envio', factura()],
    ['the same at the boleta service', 39, 'boleta_estado', boleta()],
  ])('is no verdict, and shows as doubtful: %s', async (_, tipo, servicio, body) => {
    const app = await testAppWithFolios({ folios: { [tipo]: 9 } })
    await deny(app, servicio)
    await emit(app, body)
    await look(app, 90)
    const doubtful = await document(app, tipo, 1)
    expect(doubtful).toMatchObject({ estado_sii: 'en_proceso', codigo_sii: 'RCH' })
    expect(doubtful.glosa).toContain('se contradice: estado RCH con 1 aceptados y 0 rechazados')
    const asked = await app.get(`/v1/dte/estado/${doubtful.track_id}`)
    expect(asked.body.data).toMatchObject({ estado: 'dudoso', codigo_sii: 'RCH', aceptados: 1 })
    await app.delete('/simulador/fallas', app.tenant.session)
    await look(app, 300)
    expect(await document(app, tipo, 1)).toMatchObject({ estado_sii: 'aceptado' })
  })

  test('gives no folio back and sends nothing again, also of a file refused as a whole', async () => {
    const wire: Wire = altered(isEstUp, (text) => text.replaceAll('ESTADO&gt;EPR', 'ESTADO&gt;RSC'))
    const app = await testAppWithFolios({ folios: { 33: 9 }, wire })
    const ids = [await emit(app), await emit(app)]
    await look(app, 9 * 24 * 60)
    for (const id of ids) expect((await job(app, id)).folio_estado).toBe('usado')
    expect(await verdicts(app, 33, [1, 2])).toEqual(['en_proceso', 'en_proceso'])
    expect((await app.get('/simulador/libro')).body.data.envios).toHaveLength(1)
  })
})

describe('an envelope refused as a repeat (RPT)', () => {
  const repeat =
    (known: () => boolean): Wire =>
    async (url, _, pass) => {
      const answer = await pass()
      if (isEstUp(url))
        return new Response((await answer.text()).replaceAll('ESTADO&gt;EPR', 'ESTADO&gt;RPT'))
      if (!isEstDte(url) || known()) return answer
      const unknown = (await answer.text())
        .replaceAll('ESTADO&gt;DOK', 'ESTADO&gt;FAU')
        .replaceAll('RECIBIDO&gt;SI', 'RECIBIDO&gt;NO')
      return new Response(unknown)
    }

  test('leaves the verdict to what the SII says of each document', async () => {
    const app = await testAppWithFolios({ folios: { 33: 9 }, wire: repeat(() => true) })
    const id = await emit(app)
    await app.settle()
    expect(await document(app, 33, 1)).toMatchObject({ estado_sii: 'aceptado', codigo_sii: 'DOK' })
    expect((await job(app, id)).folio_estado).toBe('usado')
  })

  test('is no rejection while the SII does not know the document yet, and is one after days', async () => {
    let known = false
    const app = await testAppWithFolios({ folios: { 33: 9, 61: 9 }, wire: repeat(() => known) })
    await emit(app)
    for (let minute = 0; minute < 30; minute++) {
      await app.drainJobs()
      app.advance(60_000)
    }
    expect((await document(app, 33, 1)).estado_sii).toBe('enviado')
    known = true
    app.advance(HOUR)
    await app.drainJobs()
    expect((await document(app, 33, 1)).estado_sii).toBe('aceptado')
    known = false
    await emit(app)
    await pass(app, 9)
    expect((await document(app, 33, 2)).estado_sii).toBe('rechazado')
  })

  test('is no rejection after an outage of more than a day: time in which nobody answered is no follow-up', async () => {
    let down = true
    let known = false
    const answer = repeat(() => known)
    const app = await testAppWithFolios({
      folios: { 33: 9 },
      wire: async (url, body, pass) =>
        down && (isEstUp(url) || isEstDte(url)) ? new Response('', { status: 503 }) : answer(url, body, pass),
    })
    await emit(app)
    await hours(app, 36)
    down = false
    await hours(app, 1)
    expect(followUp(app)).toMatchObject({ estado: 'pending', error: null })
    expect((await document(app, 33, 1)).estado_sii).toBe('enviado')
    known = true
    await hours(app, 4)
    expect((await document(app, 33, 1)).estado_sii).toBe('aceptado')
  })

  test('is no rejection either when the clock is set ahead by days while the SII is asked', async () => {
    let known = false
    const jumps = [48 * HOUR]
    const wire = repeat(() => known)
    const app: CompanyApp = await testAppWithFolios({
      folios: { 33: 9 },
      async wire(url, body, pass) {
        const answer = await wire(url, body, pass)
        if (isEstUp(url)) app.jump(jumps.pop() ?? 0)
        return answer
      },
    })
    await emit(app)
    await app.app.services.runner.drain()
    app.advance(1000)
    await app.drainJobs()
    expect(jumps).toEqual([])
    expect((await document(app, 33, 1)).estado_sii).toBe('enviado')
    known = true
    await app.settle()
    expect((await document(app, 33, 1)).estado_sii).toBe('aceptado')
  })
})

describe('a rejection gives back what the note had taken (http §1)', () => {
  test('a partial credit, and a void, whose document can be voided anew', async () => {
    const app = await testAppWithFolios({ folios: { 33: 9, 61: 9 } })
    const total = 133_876
    await emit(app)
    await emit(app)
    await app.settle()
    await emit(app, nota(3, 1, { ...linea(10_000), ...RECHAZADO }))
    await emit(app, nota(1, 2, RECHAZADO))
    expect([await saldo(app, 33, 1), await saldo(app, 33, 2)]).toEqual([total - 11_900, 0])
    await app.settle()
    expect(await verdicts(app, 61, [1, 2])).toEqual(['rechazado', 'rechazado'])
    expect([await saldo(app, 33, 1), await saldo(app, 33, 2)]).toEqual([total, total])
    await emit(app, nota(1, 2))
    await app.settle()
    expect((await document(app, 61, 3)).estado_sii).toBe('aceptado')
    expect(await saldo(app, 33, 2)).toBe(0)
  })
})

test('verdicts asked for one by one are kept as they come: an outage half-way repeats only what is missing', async () => {
  const asked: number[] = []
  let down = true
  const wire: Wire = async (url, _, pass) => {
    if (!isEstDte(url)) return pass()
    asked.push(1)
    return down && asked.length > 30 ? new Response('', { status: 503 }) : pass()
  }
  const app = await testAppWithFolios({ folios: { 33: 50 }, wire })
  for (let i = 0; i < 45; i++) await emit(app, factura(i === 7 ? RECHAZADO : {}))
  await app.drainJobs()
  app.advance(1000)
  await app.drainJobs()
  const first = (await verdicts(app, 33, firstFolios(45))).map((estado) => estado !== 'enviado')
  expect(first.filter(Boolean)).toHaveLength(20)
  expect(first.slice(0, 20).every(Boolean)).toBe(true)
  expect(followUp(app)).toMatchObject({ estado: 'pending', intentos: 1 })
  down = false
  asked.length = 0
  app.advance(60_000)
  await app.settle()
  // The ten whose answers were not written yet, and the fifteen never reached.
  expect(asked).toHaveLength(25)
  const all = await verdicts(app, 33, firstFolios(45))
  expect(all.filter((estado) => estado === 'aceptado')).toHaveLength(44)
  expect(all[7]).toBe('rechazado')
})

test('a company without certificate gets its verdicts when it has one again: nobody can ask meanwhile', async () => {
  const app = await testAppWithFolios({ folios: { 33: 9 } })
  await emit(app)
  await app.app.services.runner.drain()
  const path = `/v1/empresa/${app.tenant.empresaId}/certificado`
  expect((await app.delete(path, undefined, app.tenant.session)).status).toBe(204)
  app.advance(1000)
  await app.drainJobs()
  const waiting = followUp(app)
  expect(waiting.estado).toBe('pending')
  expect(JSON.parse(waiting.error!)).toMatchObject({ code: 'CERTIFICATE_MISSING', reintentable: true })
  expect(app.logs).toEqual([])
  expect((await document(app, 33, 1)).estado_sii).toBe('enviado')
  await loadFolios(app, app.tenant, {})
  await app.settle()
  expect(await document(app, 33, 1)).toMatchObject({ estado_sii: 'aceptado' })
})

describe('a look that the SII does not answer (http §7.4)', () => {
  /** A document at the SII, whose state is answered with a page until it is taken away. */
  async function asked(html: string) {
    const looks: number[] = []
    const door: { page: string | null } = { page: `<html><body>${html}</body></html>` }
    const app: CompanyApp = await testAppWithFolios({
      folios: { 33: 9 },
      wire: async (url, _, pass) => {
        if (!isEstUp(url)) return pass()
        looks.push(app.clock().getTime())
        return door.page ? new Response(door.page, { headers: { 'content-type': 'text/html' } }) : pass()
      },
    })
    await emit(app)
    await app.drainJobs()
    const began = app.clock().getTime()
    /** Seconds from the upload to each time that the SII was asked, until then. */
    const until = async (seconds: number): Promise<number[]> => {
      while (app.clock().getTime() < began + seconds * 1000) {
        app.advance(1000)
        await app.drainJobs()
      }
      return [...new Set(looks.map((at) => Math.round((at - began) / 1000)))]
    }
    return { app, door, until }
  }

  test('because it refuses is told of the document, once in its history, and in the log; then it is asked on', async () => {
    const { app, door, until } = await asked('La empresa no est&aacute; autorizada a operar')
    expect(await until(70)).toEqual([1, 5, 15, 60])
    const { estado_sii, explicacion, historial } = await document(app, 33, 1)
    expect([estado_sii, explicacion]).toEqual([
      'enviado',
      {
        causa:
          'La última consulta de su estado no resultó. El SII rehusó: La empresa no está autorizada a operar',
        solucion:
          'Espere: Timbre vuelve a preguntar solo. Si dura, revise en sii.cl que quien firma pueda consultar por la empresa',
      },
    ])
    const told = historial.filter(({ detalle }: { detalle: string }) => detalle?.startsWith('Al preguntar'))
    expect(told).toMatchObject([
      {
        estado: 'enviado',
        detalle: 'Al preguntar por su estado: El SII rehusó: La empresa no está autorizada a operar',
      },
    ])
    expect(app.logs.filter((line) => JSON.stringify(line).includes('dte.consulta_rehusada'))).toHaveLength(4)
    door.page = null
    app.advance(5 * 60_000)
    await app.settle()
    expect(await document(app, 33, 1)).toMatchObject({ estado_sii: 'aceptado' })
  })

  test('because it is down is asked for at the pauses of the follow-up, and within the hour', async () => {
    const { app, door, until } = await asked('Sitio en mantenimiento')
    expect(await until(70)).toEqual([1, 5, 15, 60])
    const { explicacion, historial } = await document(app, 33, 1)
    expect(explicacion.solucion).toBe('Espere: Timbre vuelve a preguntar solo')
    expect(JSON.stringify(historial)).not.toContain('Al preguntar')
    expect(nextTry('produccion', 5 * HOUR)).toBe(6 * HOUR)
    door.page = null
    app.advance(5 * 60_000)
    await app.settle()
    expect((await document(app, 33, 1)).explicacion.causa).not.toContain('consulta de su estado')
  })

  /** A document whose envelope nobody tells of for that many hours, and that is in process then. */
  async function silent(down: number) {
    const sii = { is: 'down' as 'down' | 'busy' | 'up' }
    const app: CompanyApp = await testAppWithFolios({
      folios: { 33: 9 },
      wire: async (url, _, pass) => {
        if (!isEstUp(url) || sii.is === 'up') return pass()
        if (sii.is === 'down') return new Response('', { status: 503 })
        const answer = await pass()
        return new Response((await answer.text()).replaceAll('ESTADO&gt;EPR', 'ESTADO&gt;CRT'))
      },
    })
    await emit(app)
    await hours(app, down)
    return { app, sii }
  }

  test('for more than a week uses up nothing of the week in which it is followed', async () => {
    const { app, sii } = await silent(7 * 24 + 8)
    sii.is = 'busy'
    await hours(app, 2)
    expect(followUp(app)).toMatchObject({ estado: 'pending', error: null })
    expect((await document(app, 33, 1)).estado_sii).toBe('en_proceso')
    sii.is = 'up'
    await hours(app, 24)
    expect((await document(app, 33, 1)).estado_sii).toBe('aceptado')
  })

  test('after 180 in vain is not promised any more, unless another follow-up asks; a mail’s words come first', async () => {
    const { app } = await silent(185)
    expect(followUp(app)).toMatchObject({ estado: 'dlq', intentos: 180 })
    const { client } = app.store
    client.exec(`INSERT INTO documento_historial (documento_id, fecha, estado, detalle)
      SELECT id, created_at, 'correo_sii', 'Un correo: DTE Rechazado' FROM documento`)
    const { explicacion } = await document(app, 33, 1)
    expect(explicacion.causa).toStartWith(
      'Un correo: DTE Rechazado. La última consulta de su estado no resultó',
    )
    expect(explicacion.solucion).toContain('timbre cola reintentar')
    const insert = (estado: string, error: string) =>
      client.exec(`INSERT INTO job (id, kind, empresa_id, ambiente, grupo, args, estado, error, created_at, queued_at)
        SELECT '${estado}', kind, empresa_id, ambiente, grupo, args, '${estado}', ${error}, created_at, queued_at
        FROM job WHERE kind = 'dte.veredicto' LIMIT 1`)
    insert('pending', 'error')
    insert('discarded', 'error')
    expect((await document(app, 33, 1)).explicacion.solucion).toBe('Espere: Timbre vuelve a preguntar solo')
    client.exec("UPDATE job SET error = NULL WHERE id = 'pending'")
    expect((await document(app, 33, 1)).explicacion?.causa ?? '').not.toContain('La última consulta')
  })
})

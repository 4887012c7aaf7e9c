// An accepted document when the way to the SII fails (http §7; sii §3.3–3.4). The simulator makes each
// fault; nothing here is mocked.

import { describe, expect, test } from 'bun:test'
import { checkUnsent } from '../../../src/cli/doctor-unsent'
import {
  document,
  emit,
  fail,
  heal,
  job,
  libro,
  nota,
  outlastAttempts,
  pass,
  retry,
} from '../../support/emision'
import { boleta, factura, RECEPTOR } from '../../support/emisor'
import { loadFolios, testAppWithFolios } from '../../support/test-app'

describe('a temporary fault', () => {
  test.each(['http_503', 'error_500_texto', 'corte_antes', 'cuerpo_truncado'])(
    'of the upload (%s) leaves the job pending with its next attempt, and the next one succeeds',
    async (falla) => {
      const app = await testAppWithFolios({ folios: { 33: 5 } })
      await fail(app, 'envio', falla, 1)
      const id = await emit(app)
      await app.drainJobs()
      const waiting = await job(app, id)
      expect(waiting).toMatchObject({
        estado: 'pending',
        intentos: 1,
        folio_estado: 'tomado',
        error: { reintentable: true, etapa: 'envio' },
      })
      expect(Date.parse(waiting.proximo_intento) - app.clock().getTime()).toBeWithin(4000, 6001)
      await app.settle()
      expect(await job(app, id)).toMatchObject({ estado: 'completed', error: null })
      expect((await libro(app)).documentos).toHaveLength(1)
      expect(await document(app, 33, 1)).toMatchObject({ estado_sii: 'aceptado' })
    },
  )

  test.each(['firewall', 'mantencion'])(
    'a page of %s in place of the answer is tried again and told',
    async (falla) => {
      const app = await testAppWithFolios({ folios: { 33: 5 } })
      await fail(app, 'envio', falla, 1)
      const id = await emit(app)
      await app.drainJobs()
      const { estado, error } = await job(app, id)
      expect([estado, error.code]).toEqual(['pending', 'SII_UNAVAILABLE'])
      expect(JSON.stringify(error)).toContain(falla === 'firewall' ? 'cortafuegos' : 'mantención')
      await app.settle()
      expect((await job(app, id)).estado).toBe('completed')
    },
  )

  test('an upload that was kept and answered by a page nobody knows is asked for, and is there once', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    await fail(app, 'envio', 'pagina_despues_de_guardar', 1)
    const id = await emit(app)
    await app.settle()
    expect(await job(app, id)).toMatchObject({ estado: 'completed', error: null })
    expect((await libro(app)).documentos).toHaveLength(1)
  })

  test('a refusal as a page ends with the words of the SII, and is sent once', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    await fail(app, 'envio', 'empresa_no_autorizada')
    const id = await emit(app)
    await app.settle()
    const refused = await job(app, id)
    expect(refused).toMatchObject({
      estado: 'failed',
      intentos: 1,
      error: { code: 'SII_ERROR', reintentable: false },
    })
    expect(refused.error.sii.glosa).toContain('NO ESTA AUTORIZADA')
    expect(refused.error.accion).toContain('autorización')
    await heal(app)
    await retry(app, id)
    await app.settle()
    expect((await job(app, id)).estado).toBe('completed')
  })

  test.each(['semilla', 'token'])('of signing in (%s) sends nothing', async (servicio) => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    await fail(app, servicio, 'http_503')
    const id = await emit(app)
    await app.drainJobs()
    expect(await job(app, id)).toMatchObject({ estado: 'pending', error: { etapa: 'autenticacion_sii' } })
    expect((await libro(app)).envios).toEqual([])
    await heal(app)
    await app.settle()
    expect((await job(app, id)).estado).toBe('completed')
  })

  test('is told by the document: since when, what was said last, and when it goes again (http §10.2)', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    await fail(app, 'envio', 'http_503')
    const shown = async () => (await app.get('/v1/documentos/33/1')).body.data.explicacion
    await emit(app)
    expect(await shown()).toBeNull()
    await app.drainJobs()
    expect(await shown()).toEqual({
      causa: expect.stringMatching(
        /^Aún no llega al SII, que no recibe lo de la empresa desde el 2026-11-20 11:0\d:\d\d \(hora de Chile\)\. El SII no está disponible \(HTTP 503\)/,
      ),
      solucion: expect.stringMatching(
        /^Timbre lo intenta otra vez el 2026-11-20 11:0\d:\d\d \(hora de Chile\)$/,
      ),
    })
    const seen = () => [...checkUnsent(app.store.db)].map(({ detalle }) => detalle)
    const waits = /^no llegan desde el 2026-11-20 .*: El SII no está .*; espera 1 documento/
    expect(seen()).toEqual([expect.stringMatching(waits)])
    expect(seen()[0]).toContain('otro intento el 2026-11-20')
    await outlastAttempts(app)
    expect(await shown()).toEqual({
      causa: expect.stringMatching(/^Su envío al SII se detuvo\. El SII no está disponible/),
      solucion: expect.stringContaining('Timbre lo intenta otra vez cada seis horas'),
    })
    expect(seen()).toEqual([expect.stringMatching(waits)])
    await heal(app)
    await app.app.services.cron.runAll()
    app.advance(6 * 3_600_000)
    await app.app.services.cron.runAll()
    await app.settle()
    expect(await shown()).toMatchObject({ causa: 'El SII aceptó el documento' })
  })

  test('is tried again at once where a person says so, in the same job and its attempts', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    await fail(app, 'envio', 'http_503', 4)
    const id = await emit(app)
    await app.drainJobs()
    for (let i = 0; i < 3; i++) {
      app.advance(5 * 60_000)
      await app.drainJobs()
    }
    const { intentos, proximo_intento } = await job(app, id)
    expect([intentos, Date.parse(proximo_intento) > app.clock().getTime()]).toEqual([4, true])
    const { status, body } = await app.post(`/v1/dte/emision/${id}/reintentar`, undefined)
    expect([status, body.data.estado, body.data.intentos]).toEqual([202, 'pending', 4])
    await app.drainJobs()
    expect(await job(app, id)).toMatchObject({ estado: 'completed', intentos: 5, folio: 1 })
  })

  test('for minutes loses nothing and keeps the order of folios', async () => {
    const app = await testAppWithFolios({ folios: { 33: 20 } })
    await fail(app, 'todos', 'http_503')
    for (let i = 0; i < 10; i++) {
      await emit(app)
      await app.drainJobs()
      app.advance(20_000)
    }
    await heal(app)
    app.advance(3_600_000)
    await app.settle()
    const { documentos } = await libro(app)
    const byArrival = documentos.sort(
      (a: { track_id: string; orden: number }, b: { track_id: string; orden: number }) =>
        Number(a.track_id) - Number(b.track_id) || a.orden - b.orden,
    )
    expect(byArrival.map(({ folio }: { folio: number }) => folio)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(documentos.every(({ veces }: { veces: number }) => veces === 1)).toBe(true)
  })

  test('that lasts ends in dlq after 30 attempts, the folio held, and an operator brings it back', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    await fail(app, 'envio', 'http_503')
    const id = await emit(app)
    await outlastAttempts(app)
    expect(await job(app, id)).toMatchObject({
      estado: 'dlq',
      folio_estado: 'retenido',
      error: {
        reintentable: true,
        accion: expect.stringContaining('hasta que el SII responda; también puede reintentarlo usted'),
      },
    })
    await heal(app)
    expect((await app.post(`/v1/dte/emision/${id}/reintentar`, undefined)).body.data).toMatchObject({
      estado: 'pending',
      folio_estado: 'tomado',
    })
    await app.settle()
    expect(await job(app, id)).toMatchObject({ estado: 'completed', folio: 1 })
  })
})

describe('an outage of a fortnight', () => {
  test('ends nothing that the law wants: it comes back by itself, as often as it takes (jobs §8)', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    await fail(app, 'envio', 'http_503')
    const id = await emit(app)
    const estados = new Set<string>()
    for (let hour = 0; hour < 14 * 24; hour++) {
      await app.drainJobs()
      await app.app.services.cron.runAll()
      app.advance(3_600_000)
      estados.add((await job(app, id)).estado)
    }
    expect([...estados].sort()).toEqual(['dlq', 'pending'])
    await heal(app)
    for (let hour = 0; hour < 8; hour++) {
      app.advance(3_600_000)
      await app.app.services.cron.runAll()
      await app.drainJobs()
    }
    expect(await job(app, id)).toMatchObject({ estado: 'completed', folio: 1, folio_estado: 'usado' })
  }, 120_000)
})

describe('a process that dies again and again', () => {
  test('thirty-six times spends no attempt of forty documents: all arrive, each once', async () => {
    const app = await testAppWithFolios({ folios: { 33: 50 } })
    const { runner } = app.app.services
    const ids: string[] = []
    for (let i = 0; i < 40; i++) ids.push(await emit(app))
    // A leased job is no longer the process's own once it is dead.
    const dead = app.store.client.prepare(
      `UPDATE job SET estado = 'processing', lease_id = 'dead', lease_until = 1, run_at = NULL, intentos = intentos + 1
       WHERE kind = 'dte.emitir' AND estado = 'pending' AND (run_at IS NULL OR run_at <= ?)`,
    )
    for (let life = 0; life < 36; life++) {
      dead.run(app.clock().getTime())
      runner.rescue()
      app.advance(4_000_000)
    }
    for (const id of ids) expect(await job(app, id)).toMatchObject({ estado: 'pending', intentos: 0 })
    await app.settle()
    for (const id of ids) expect(await job(app, id)).toMatchObject({ estado: 'completed', error: null })
    const { documentos } = await libro(app)
    expect(documentos).toHaveLength(40)
    expect(documentos.every(({ veces }: { veces: number }) => veces === 1)).toBe(true)
  })
})

describe('an upload whose answer is lost', () => {
  test.each([
    [33, factura(), 'envio'],
    [39, boleta(), 'boleta_envio'],
  ] as const)('is one document of type %d at the SII', async (tipo, body, servicio) => {
    const app = await testAppWithFolios({ folios: { [tipo]: 5 } })
    await fail(app, servicio, 'corte_despues_de_guardar', 1)
    const id = await emit(app, body)
    await app.drainJobs()
    expect((await job(app, id)).estado).toBe('pending')
    const [first] = (await libro(app)).envios
    await app.settle()
    expect((await job(app, id)).estado).toBe('completed')
    const { envios, documentos } = await libro(app)
    expect(envios).toHaveLength(1)
    expect(envios[0].sha1).toBe(first.sha1)
    expect(documentos).toMatchObject([{ tipo_dte: tipo, folio: 1, veredicto: 'aceptado' }])
    expect(await document(app, tipo, 1)).toMatchObject({ estado_sii: 'aceptado' })
  })

  test('before the SII has processed it goes out again with the same bytes, and STATUS 99 counts as success', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    await fail(app, 'envio', 'corte_despues_de_guardar', 1)
    await fail(app, 'estado_dte', 'http_503', 1)
    const id = await emit(app)
    await app.settle()
    const { envios } = await libro(app)
    expect(envios).toHaveLength(1)
    expect((await job(app, id)).result.track_id).toBe(envios[0].track_id)
  })

  test('of a boleta goes out again too; that the repeat is refused (RPT) does not make the boleta rejected', async () => {
    const app = await testAppWithFolios({ folios: { 39: 5 } })
    await fail(app, 'boleta_envio', 'corte_despues_de_guardar', 1)
    const id = await emit(app, boleta())
    // The SII is asked before it has processed anything and knows no such boleta.
    await app.app.services.runner.drain()
    app.advance(130_000)
    await app.app.services.runner.drain()
    expect((await job(app, id)).estado).toBe('completed')
    await app.settle()
    const { envios } = await libro(app)
    expect(envios.map(({ estado }: { estado: string }) => estado).sort()).toEqual(['EPR', 'RPT'])
    expect(await document(app, 39, 1)).toMatchObject({ estado_sii: 'aceptado' })
  })

  test('of a boleta, refused as a repeat while the first is still in process: that is no verdict yet', async () => {
    const app = await testAppWithFolios({ folios: { 39: 5 } })
    await fail(app, 'boleta_envio', 'atascado', 1)
    await fail(app, 'boleta_envio', 'corte_despues_de_guardar', 1)
    const id = await emit(app, boleta())
    for (let second = 0; second < 200; second++) {
      await app.drainJobs()
      await app.app.services.simulator!.drain()
      app.advance(1000)
    }
    expect((await libro(app)).envios.map(({ estado }: { estado: string }) => estado).sort()).toEqual([
      'CRT',
      'RPT',
    ])
    expect((await document(app, 39, 1)).estado_sii).not.toBe('rechazado')
    await heal(app)
    app.advance(400_000)
    await app.settle()
    expect((await job(app, id)).estado).toBe('completed')
    expect(await document(app, 39, 1)).toMatchObject({ estado_sii: 'aceptado' })
  })
})

describe('a permanent refusal', () => {
  test('for lack of permission fails the job with what the SII said; after mending, a retry keeps folio and bytes', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    await fail(app, 'envio', 'sin_permiso', 1)
    const id = await emit(app)
    await app.drainJobs()
    const failed = await job(app, id)
    expect(failed).toMatchObject({
      estado: 'failed',
      folio_estado: 'retenido',
      error: { etapa: 'envio', reintentable: false, sii: { codigo: '1' } },
    })
    expect(failed.error.sii.solucion).toBeString()
    const before = (await app.get('/v1/dte/xml/33/1')).body
    await app.post(`/v1/dte/emision/${id}/reintentar`, undefined)
    await app.settle()
    expect(await job(app, id)).toMatchObject({ estado: 'completed', folio: 1 })
    expect((await app.get('/v1/dte/xml/33/1')).body).toBe(before)
  })

  test('can be discarded: the folio is free and the next document takes it', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    await fail(app, 'envio', 'sin_permiso', 1)
    const id = await emit(app)
    await app.drainJobs()
    expect(
      (await app.post(`/v1/dte/emision/${id}/descartar`, { liberar_folio: true })).body.data,
    ).toMatchObject({ estado: 'discarded', folio_estado: 'libre' })
    const next = await app.post('/v1/dte/emitir', factura())
    expect(next.body.data.folio).toBe(1)
    await app.settle()
    expect(await document(app, 33, 1)).toMatchObject({
      estado_sii: 'aceptado',
      job_id: next.body.data.job_id,
    })
  })

  test('discarded without freeing leaves a gap to annul', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    await fail(app, 'envio', 'sin_permiso', 1)
    const id = await emit(app)
    await app.drainJobs()
    await app.post(`/v1/dte/emision/${id}/descartar`, { liberar_folio: false })
    expect((await app.get('/v1/dte/folios/huecos')).body.data).toMatchObject([
      { tipo_dte: 33, folio: 1, job_id: id, estado: 'por_anular' },
    ])
    expect((await app.post('/v1/dte/emitir', factura())).body.data.folio).toBe(2)
  })

  test('a document that the SII may have seen never frees its folio', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    await fail(app, 'envio', 'corte_antes')
    const id = await emit(app)
    await outlastAttempts(app)
    const reply = await app.post(`/v1/dte/emision/${id}/descartar`, { liberar_folio: true })
    expect(reply.body.data).toMatchObject({ estado: 'discarded', folio_estado: 'por_anular' })
    expect((await app.post('/v1/dte/emitir', factura())).body.data.folio).toBe(2)
  })

  test('only what stopped can be retried or discarded, and only by its own company', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    const id = await emit(app)
    await app.settle()
    expect(await app.post(`/v1/dte/emision/${id}/reintentar`, undefined)).toMatchObject({
      status: 409,
      body: { code: 'INVALID_STATE' },
    })
    expect(await app.post(`/v1/dte/emision/${id}/descartar`, undefined)).toMatchObject({
      status: 409,
      body: { code: 'INVALID_STATE' },
    })
    const other = await app.registerCompany()
    for (const path of ['', '/reintentar', '/descartar']) {
      const reply = path
        ? await app.post(`/v1/dte/emision/${id}${path}`, {}, other.key)
        : await app.get(`/v1/dte/emision/${id}`, other.key)
      expect(reply).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    }
  })
})

describe('a fault before the SII', () => {
  test('an expired certificate fails the job with what to do; a new one and a retry finish it', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    const id = await emit(app)
    app.store.client.prepare("UPDATE certificado SET valido_hasta = '2026-11-18T00:00:00.000Z'").run()
    await app.drainJobs()
    expect(await job(app, id)).toMatchObject({
      estado: 'failed',
      folio_estado: 'retenido',
      error: {
        code: 'CERTIFICATE_EXPIRED',
        etapa: 'firma',
        reintentable: false,
        sii: null,
        accion: expect.stringContaining('vigente'),
      },
    })
    app.advance(1000)
    await loadFolios(app, app.tenant, {})
    await app.post(`/v1/dte/emision/${id}/reintentar`, undefined)
    await app.settle()
    expect(await document(app, 33, 1)).toMatchObject({ estado_sii: 'aceptado' })
  })

  test('a CAF that expired while the job waited is not stamped with', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    const id = await emit(app)
    app.advance(190 * 86_400_000)
    await app.drainJobs()
    expect(await job(app, id)).toMatchObject({
      estado: 'failed',
      error: { code: 'CAF_EXPIRED', etapa: 'timbre' },
    })
    expect((await app.get('/v1/dte/xml/33/1')).body.code).toBe('INVALID_STATE')
  })

  test('an envelope frozen but never sent is signed anew by the certificate that replaced its own', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    await fail(app, 'semilla', 'http_503')
    const id = await emit(app)
    await app.drainJobs()
    app.advance(1000)
    await loadFolios(app, app.tenant, {})
    await heal(app)
    await app.settle()
    expect((await job(app, id)).estado).toBe('completed')
    expect(await document(app, 33, 1)).toMatchObject({ estado_sii: 'aceptado' })
  })
})

describe('the verdict is the SII’s, never the job’s (http §7)', () => {
  const to = (rut: string) => factura({ receptor: { ...RECEPTOR, rut } })

  test.each([
    // A file refused as a whole uses no folio: they are gaps to annul.
    ['90000001-4', 'rechazado', 'por_anular'],
    ['90000002-2', 'rechazado', 'usado'],
    ['90000003-0', 'rechazado', 'usado'],
    ['90000004-9', 'aceptado_con_reparos', 'usado'],
  ])('receiver %s: %s, folio %s, the job completed all the same', async (rut, verdict, folio) => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    const id = await emit(app, to(rut))
    await app.settle()
    expect(await job(app, id)).toMatchObject({ estado: 'completed', folio_estado: folio })
    const found = await document(app, 33, 1)
    expect(found.estado_sii).toBe(verdict)
    expect(found.historial.map(({ estado }: { estado: string }) => estado)).toContain(verdict)
    expect(found.codigo_sii).toBeString()
  })

  test('a boleta rejected for its stamp says so with the code of the SII', async () => {
    const app = await testAppWithFolios({ folios: { 39: 5 } })
    await emit(app, boleta({ receptor: { rut: '90000002-2', razon_social: 'Mágico' } }))
    await app.settle()
    expect(await document(app, 39, 1)).toMatchObject({
      estado_sii: 'rechazado',
      codigo_sii: expect.stringContaining('TED'),
    })
  })

  test('of documents in one envelope each has its own', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    await emit(app)
    await emit(app, to('90000002-2'))
    await emit(app)
    await app.settle()
    const states = []
    for (const folio of [1, 2, 3]) states.push((await document(app, 33, folio)).estado_sii)
    expect(states).toEqual(['aceptado', 'rechazado', 'aceptado'])
  })

  test('a note waits until what it refers to was accepted, and fails when that was rejected', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5, 61: 5 } })
    const nota = (folio: number, rut = RECEPTOR.rut) =>
      factura({
        tipo_dte: 61,
        receptor: { ...RECEPTOR, rut },
        referencias: [{ tipo_documento: 33, folio, fecha: '2026-11-20', codigo: 1 }],
      })
    await emit(app)
    await emit(app, to('90000002-2'))
    const good = await emit(app, nota(1))
    const bad = await emit(app, nota(2))
    await app.drainJobs()
    expect(await job(app, good)).toMatchObject({
      estado: 'pending',
      intentos: 0,
      proximo_intento: expect.any(String),
    })
    await app.settle()
    expect((await job(app, good)).estado).toBe('completed')
    expect(await document(app, 61, 1)).toMatchObject({ estado_sii: 'aceptado' })
    expect(await job(app, bad)).toMatchObject({
      estado: 'failed',
      error: { code: 'INVALID_STATE', etapa: 'construccion' },
    })
  })

  test('an envelope that the SII never finishes is followed for a week and no longer', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    await emit(app, to('90000005-7'))
    await pass(app, 10)
    expect(await document(app, 33, 1)).toMatchObject({ estado_sii: 'en_proceso', codigo_sii: 'CRT' })
    expect(
      app.store.client
        .prepare("SELECT count(*) FROM job WHERE estado IN ('pending', 'processing')")
        .pluck()
        .get(),
    ).toBe(0)
  })

  test('one that was given up is told by the summary, and followed again once a person asks for it', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5, 61: 5 } })
    await emit(app, to('90000005-7'))
    await pass(app, 10)
    const told = async () =>
      (await app.get('/v1/resumen')).body.data.atencion.find(
        ({ asunto }: { asunto: string }) => asunto === 'sin_veredicto',
      )
    const envio = await told()
    expect(envio).toMatchObject({ cantidad: 1, enlace: `/v1/dte/estado/${envio.track_id}` })
    const note = await emit(app, nota(1, 1, { receptor: { ...RECEPTOR, rut: '90000005-7' } }))
    await app.drainJobs()
    expect(await job(app, note)).toMatchObject({ estado: 'failed', error: { code: 'INVALID_STATE' } })
    expect((await app.get(envio.enlace)).status).toBe(200)
    expect(await told()).toBeUndefined()
    expect((await retry(app, note)).status).toBe(202)
    await app.drainJobs()
    expect(await job(app, note)).toMatchObject({ estado: 'pending' })
    // A second question is no second follow-up.
    await app.get('/v1/dte/consulta/33/1')
    expect(
      app.store.client
        .prepare("SELECT count(*) FROM job WHERE kind = 'dte.veredicto' AND estado = 'pending'")
        .pluck()
        .get(),
    ).toBe(1)
    await pass(app, 10)
    expect(await told()).toMatchObject({ cantidad: 1 })
  })
})

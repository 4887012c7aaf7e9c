// A document issued in the place of one that the SII rejected: once, named both ways, and gone from what waits (http §1.1, §21).

import { describe, expect, test } from 'bun:test'
import {
  discard,
  document,
  emit,
  emitRefused,
  fail,
  heal,
  linea,
  nota,
  outlastAttempts,
  retry,
} from '../../support/emision'
import { factura, RECEPTOR } from '../../support/emisor'
import { invitePerson } from '../../support/personas'
import { nuevaEmpresa, type TestApp, testAppWithFolios } from '../../support/test-app'

/** The simulator rejects what goes to it. */
const rechazada = () => factura({ receptor: { ...RECEPTOR, rut: '90000002-2' } })
const conReparos = () => factura({ receptor: { ...RECEPTOR, rut: '90000004-9' } })

const app33 = async () => {
  const app = await testAppWithFolios({ folios: { 33: 20, 61: 5 } })
  await emit(app, rechazada())
  await app.settle()
  expect((await document(app, 33, 1)).estado_sii).toBe('rechazado')
  return app
}

const waiting = async (app: TestApp): Promise<Record<string, number>> => {
  const { atencion } = (await app.get('/v1/resumen')).body.data
  const counts: Record<string, number> = {}
  for (const one of atencion as { asunto: string; cantidad: number; enlace: string }[]) {
    if (!one.asunto.startsWith('documentos_')) continue
    counts[one.asunto] = one.cantidad
    // The summary counts the documents that its link lists.
    const listed = (await app.get(one.enlace)).body
    expect(listed.paginacion.total).toBe(one.cantidad)
    expect(listed.data.every(({ atendido }: { atendido: boolean }) => !atendido)).toBe(true)
  }
  return counts
}

const otra = (over: object = {}) => factura({ reemplaza: { tipo_dte: 33, folio: 1 }, ...over })

describe('a rejected document', () => {
  test('that is issued again names its successor, which names it, and waits for nobody', async () => {
    const app = await app33()
    expect(await waiting(app)).toEqual({ documentos_rechazados: 1 })
    const { body } = await app.get('/v1/documentos/33/1/solicitud')
    expect(body.data.reemplaza).toEqual({ tipo_dte: 33, folio: 1 })
    expect((await app.post('/v1/dte/validar', otra())).status).toBe(200)
    expect((await document(app, 33, 1)).reemplazado_por).toBeNull()
    await emit(app, { ...body.data, receptor: RECEPTOR })
    expect(await document(app, 33, 1)).toMatchObject({
      reemplazado_por: { tipo_dte: 33, folio: 2 },
      reemplaza: null,
      atendido: true,
      explicacion: { solucion: 'Ya se emitió de nuevo como tipo 33 folio 2: no lo emita otra vez' },
    })
    expect(await document(app, 33, 2)).toMatchObject({
      reemplaza: { tipo_dte: 33, folio: 1 },
      reemplazado_por: null,
      atendido: false,
    })
    expect(await waiting(app)).toEqual({})
    const listed = (await app.get('/v1/documentos?estado_sii=rechazado&por_atender=false')).body.data
    expect(listed.map(({ folio }: { folio: number }) => folio)).toEqual([1])
  })

  test('that a scheduled emission is to replace says so to whoever would do it too, and not to that one', async () => {
    const app = await app33()
    const warned = async (path: string, body: object) =>
      (await app.post(path, body)).body.data.advertencias.filter(
        ({ code }: { code: string }) => code === 'REPLACEMENT_SCHEDULED',
      )
    expect(await warned('/v1/dte/validar', otra())).toEqual([])
    const later = otra({ programar_para: new Date(app.clock().getTime() + 3_600_000).toISOString() })
    const { body } = await app.post('/v1/dte/emitir', later)
    expect(body.data.advertencias ?? []).toEqual([])
    const told = [expect.objectContaining({ campo: 'reemplaza.folio', job_id: body.data.job_id })]
    expect(await warned('/v1/dte/validar', otra())).toEqual(told)
    expect(await warned('/v1/dte/validar', factura())).toEqual([])
    expect(await warned('/v1/dte/emitir', otra())).toEqual(told)
  })

  test('is not issued a second time unasked: neither twice, nor by its twin of the same moment, nor in a lot', async () => {
    const app = await app33()
    const both = await Promise.all([app.post('/v1/dte/emitir', otra()), app.post('/v1/dte/emitir', otra())])
    expect(both.map(({ status }) => status).sort()).toEqual([202, 409])
    const refusal = {
      code: 'ALREADY_REPLACED',
      error: expect.stringContaining('tipo 33 folio 2'),
      detalles: [{ tipo_dte: 33, folio: 1, reemplazado_por: { tipo_dte: 33, folio: 2 } }],
    }
    for (const ruta of ['emitir', 'validar']) {
      const { status, body } = await app.post(`/v1/dte/${ruta}`, otra())
      expect(status).toBe(409)
      expect(body).toMatchObject(refusal)
    }
    const lote = await app.post('/v1/dte/emitir/lote', { documentos: [otra()] })
    expect(lote.body.data.documentos[0].code).toBe('ALREADY_REPLACED')
    // Nothing of it took a folio: the one after the first successor is the next.
    await emit(app, otra({ forzar_reemplazo: true }))
    expect(await document(app, 33, 3)).toMatchObject({ reemplaza: { tipo_dte: 33, folio: 1 } })
    expect((await document(app, 33, 1)).reemplazado_por).toEqual({ tipo_dte: 33, folio: 2 })
  })

  test('whose successor is discarded unsent waits again, and may be issued again', async () => {
    const app = await app33()
    const id = await emitRefused(app, otra())
    expect(await waiting(app)).toEqual({})
    expect((await discard(app, id, true)).status).toBe(200)
    expect(await waiting(app)).toEqual({ documentos_rechazados: 1 })
    await emit(app, otra())
    expect(await waiting(app)).toEqual({})
  })

  test('waits again where the envelope of its discarded successor never travelled', async () => {
    let during = async (): Promise<void> => {}
    const app = await testAppWithFolios({
      folios: { 33: 20 },
      wire: async (url, _, pass) => {
        if (url.includes('CrSeed')) await during()
        return pass()
      },
    })
    await emit(app, rechazada())
    await app.settle()
    // The token of the first one is over by then.
    app.advance(3 * 3_600_000)
    await fail(app, 'semilla', 'http_503')
    const next = await emit(app, otra())
    const sibling = await emit(app, factura(linea(9999)))
    await outlastAttempts(app)
    await retry(app, sibling)
    during = async () => {
      during = async () => {}
      await discard(app, next, true)
    }
    await app.drainJobs()
    await heal(app)
    app.advance(60_000)
    await app.settle()
    expect((await document(app, 33, 2)).estado_sii).toBe('no_enviado')
    expect(await document(app, 33, 1)).toMatchObject({ reemplazado_por: null, atendido: false })
    expect(await waiting(app)).toEqual({ documentos_rechazados: 1 })
    expect((await app.post('/v1/dte/emitir', otra())).status).toBe(202)
  })

  test('is no like of what is issued in its place', async () => {
    const app = await app33()
    const { body } = await app.get('/v1/documentos/33/1/solicitud')
    expect((await app.post('/v1/dte/emitir', body.data)).body.data.advertencias).toBeUndefined()
  })

  test('whose successor is rejected too hands the matter on, and says which to correct', async () => {
    const app = await app33()
    await emit(app, { ...rechazada(), reemplaza: { tipo_dte: 33, folio: 1 } })
    await app.settle()
    expect(await waiting(app)).toEqual({ documentos_rechazados: 1 })
    expect((await app.post('/v1/dte/emitir', otra())).body.error).toContain('corrija ése')
    await emit(app, otra({ reemplaza: { tipo_dte: 33, folio: 2 } }))
    expect(await waiting(app)).toEqual({})
  })

  test('alone is replaced: neither what stands, nor what is not there, nor another company’s', async () => {
    const app = await app33()
    await emit(app)
    await app.settle()
    const code = async (folio: number) =>
      (await app.post('/v1/dte/emitir', otra({ reemplaza: { tipo_dte: 33, folio } }))).body.code
    expect(await code(2)).toBe('INVALID_STATE')
    expect(await code(19)).toBe('REFERENCE_NOT_FOUND')
    const { status, body } = await app.post('/v1/dte/emitir', otra({ reemplaza: { tipo_dte: 33 } }))
    expect(status).toBe(422)
    expect(body.detalles[0].campo).toBe('reemplaza.folio')
    // The database itself refuses a pair of two companies.
    const { client } = app.store
    const { session } = app.tenant
    const { id } = (await app.post('/v1/empresa', nuevaEmpresa('96790240-3'), session)).body.data
    client.prepare('UPDATE documento SET empresa_id = ? WHERE folio = 1').run(id)
    expect(() =>
      client
        .prepare(
          `INSERT INTO documento_reemplazo SELECT d.id, r.id, 0 FROM documento d, documento r WHERE d.folio = 2 AND r.folio = 1`,
        )
        .run(),
    ).toThrow('its own company')
    expect(await code(1)).toBe('REFERENCE_NOT_FOUND')
  })

  test('that is a note which voids is replaced by the route that voids', async () => {
    const app = await testAppWithFolios({ folios: { 33: 20, 61: 5 } })
    await emit(app)
    await app.settle()
    await emit(
      app,
      nota(2, 1, { receptor: { ...RECEPTOR, rut: '90000002-2' }, detalle: [{ nombre: 'Giro' }] }),
    )
    await app.settle()
    expect((await document(app, 61, 1)).estado_sii).toBe('rechazado')
    const asked = { motivo: 'Error', reemplaza: { tipo_dte: 61, folio: 1 } }
    expect((await app.post('/v1/dte/33/1/anular', asked)).status).toBe(202)
    expect((await document(app, 61, 2)).reemplaza).toEqual({ tipo_dte: 61, folio: 1 })
    expect(await waiting(app)).toEqual({})
  })
})

describe('a person', () => {
  test('says that a rejection is seen to, and takes it back', async () => {
    const app = await app33()
    const atender = (cuerpo?: object) => app.post('/v1/documentos/33/1/atender', cuerpo)
    expect((await atender({})).body.data).toEqual({ tipo_dte: 33, folio: 1, atendido: true })
    expect(await waiting(app)).toEqual({})
    expect((await document(app, 33, 1)).historial.at(-1).estado).toBe('atendido')
    expect((await atender({ atendido: false })).status).toBe(200)
    expect(await waiting(app)).toEqual({ documentos_rechazados: 1 })
    await emit(app, otra())
    expect((await atender({ atendido: false })).body.code).toBe('INVALID_STATE')
    expect((await app.post('/v1/documentos/33/2/atender', {})).body.code).toBe('INVALID_STATE')
  })

  test('says that the remarks of some days are seen to, and no rejection', async () => {
    const app = await app33()
    await emit(app, conReparos())
    await emit(app, conReparos())
    await app.settle()
    expect(await waiting(app)).toEqual({ documentos_rechazados: 1, documentos_con_reparos: 2 })
    const days = { fecha_desde: '2026-11-01', fecha_hasta: '2026-11-30' }
    const atender = (over: object) =>
      app.post('/v1/documentos/atender', { estado_sii: 'aceptado_con_reparos', ...days, ...over })
    expect((await atender({ fecha_hasta: '2026-11-19' })).body.data).toEqual({ atendidos: 0 })
    expect((await atender({ estado_sii: 'rechazado' })).status).toBe(422)
    for (const fecha_desde of ['', '1 Jan 2020', '11/01/2026', '2026-11-01T12:00:00-03:00'])
      expect([fecha_desde, (await atender({ fecha_desde })).status]).toEqual([fecha_desde, 422])
    const boletas = await invitePerson(app, app.tenant.session, 'emisor', { tipos_dte: [39] })
    const limited = await app.post(
      '/v1/documentos/atender',
      { estado_sii: 'aceptado_con_reparos', ...days },
      boletas.session,
    )
    expect(limited.body.data).toEqual({ atendidos: 0 })
    expect((await app.post('/v1/documentos/33/1/atender', {}, boletas.session)).body.code).toBe('FORBIDDEN')
    expect((await atender({})).body.data).toEqual({ atendidos: 2 })
    expect((await atender({})).body.data).toEqual({ atendidos: 0 })
    expect(await waiting(app)).toEqual({ documentos_rechazados: 1 })

    // Remarks that the SII sent after the summary was read are not among those that were in sight.
    await emit(app, conReparos())
    await app.settle()
    const { leido_en } = (await app.get('/v1/resumen')).body.data
    app.advance(1000)
    await emit(app, conReparos())
    await app.settle()
    expect((await atender({ hasta_veredicto: 'ayer' })).status).toBe(422)
    expect((await atender({ hasta_veredicto: leido_en })).body.data).toEqual({ atendidos: 1 })
    expect(await waiting(app)).toEqual({ documentos_rechazados: 1, documentos_con_reparos: 1 })
    expect((await document(app, 33, 5)).atendido).toBe(false)
  })
})

// Batches: each document is registered by itself, whatever stops the batch (http §27.2).

import { describe, expect, test } from 'bun:test'
import { type TestAppOptions, testApp } from '../../support/test-app'
import { BASE, createEscena, EMISOR, type Escena, spyReclamo } from './escena'

const estados = (trabajo: { result: { documentos: { estado: string }[] } }) =>
  trabajo.result.documentos.map(({ estado }) => estado)

describe('a batch', () => {
  test('answers 202 at once and tells what became of each document, one unit each', async () => {
    const { app, lote, trabajo, usadas, receptor } = await createEscena(3)
    await app.post('/simulador/acuse', { tipo_dte: 33, folio: 2, accion: 'RCD' })
    await app.post('/simulador/acuse', { tipo_dte: 33, folio: 3, accion: 'ACD' })
    const { status, body, headers } = await lote('ACD', [1, 2, 3, 99])
    expect([status, body.data.estado, headers.get('location')]).toEqual([
      202,
      'pending',
      `${BASE}/trabajos/${body.data.job_id}`,
    ])
    expect((await lote('ACD', [1, 2, 3, 99])).body.data.job_id).toBe(body.data.job_id)
    await app.drainJobs()
    const done = await trabajo(body.data.job_id)
    expect(done).toMatchObject({
      estado: 'completed',
      objeto: 'ACD de 4 documentos',
      progreso: { hechos: 4, total: 4 },
      result: { registrados: 1, repetidos: 1, rehusados: 2, pendientes: 0 },
    })
    expect(estados(done)).toEqual(['registrado', 'rehusado', 'repetido', 'rehusado'])
    expect(done.result.documentos[1]).toEqual({
      rut_emisor: EMISOR,
      tipo_dte: 33,
      folio: 2,
      estado: 'rehusado',
      codigo_sii: '12',
      glosa: 'No puede aceptar: el documento fue reclamado antes',
      causa: 'El documento ya está reclamado',
    })
    expect(await usadas(receptor)).toEqual({ acuse: 4 })
  })

  test('killed in the middle goes on where it was, and doubles no event', async () => {
    const { promise: reached, resolve } = Promise.withResolvers<void>()
    let sent = 0
    // The third is registered, and then the process is gone before it hears so.
    const wire: TestAppOptions['wire'] = async (url, _, pass, text) => {
      const answer = await pass()
      if (!url.includes('registroreclamo') || !text?.includes('ingresar') || ++sent !== 3) return answer
      resolve()
      return new Promise(() => {})
    }
    const { app, lote, receptor } = await createEscena(5, { wire })
    const { job_id } = (await lote('ACD', [1, 2, 3, 4, 5])).body.data
    void app.app.services.runner.drain()
    await reached
    const { spy, wire: after } = spyReclamo()
    const second = await testApp({ store: app.store, beside: app, wire: after })
    second.app.services.runner.rescue()
    app.advance(1000)
    await second.drainJobs()
    const done = (await second.get(`${BASE}/trabajos/${job_id}`, receptor.key)).body.data
    expect([done.estado, estados(done)]).toEqual(['completed', Array(5).fill('registrado')])
    // It asks after the one that it does not know of, and sends the two that were not.
    expect(spy.asked).toEqual([
      'listarEventosHistDoc',
      'ingresarAceptacionReclamoDoc',
      'ingresarAceptacionReclamoDoc',
    ])
    const audited = (await second.get('/v1/auditoria?accion=acuse', receptor.session)).body
    expect(audited.paginacion.total).toBe(5)
    const uso = (await second.get('/v1/cuenta/uso', receptor.session)).body.data.consultas
    expect(uso.por_operacion).toEqual({ acuse: 5 })
  })

  /** Leaves the receiver `left` of the fifty questions of the plan Gratis. */
  const limit = ({ app, receptor }: Escena) => {
    const { client } = app.store
    client.prepare("UPDATE cuenta SET plan = 'Gratis' WHERE id = ?").run(receptor.cuentaId)
    const spend = client.prepare(
      `INSERT INTO cuota_consulta (cuenta_id, periodo, operacion, usadas) VALUES (?, '202611', 'rcv', ?)
       ON CONFLICT DO UPDATE SET usadas = excluded.usadas`,
    )
    return (used: number) => void spend.run(receptor.cuentaId, used)
  }

  test('is refused whole where the plan has fewer units than it has documents to ask for', async () => {
    const escena = await createEscena(4)
    const { app, lote, registrar, usadas, receptor } = escena
    expect((await registrar(1, 'RCD')).status).toBe(201)
    const spend = limit(escena)
    spend(47)
    const refused = await lote('RCD', [1, 2, 3, 4])
    expect([refused.status, refused.body.code]).toEqual([403, 'PLAN_LIMIT'])
    expect(refused.body.error).toContain('Se necesitan 3 consultas y al plan le quedan 2')
    const { body } = await app.get(`${BASE}/trabajos?estado=pending`, receptor.key)
    expect(body.paginacion.total).toBe(0)
    // What is stored as registered costs none: two are asked for, two are left.
    const { job_id } = (await lote('RCD', [1, 2, 3])).body.data
    await app.drainJobs()
    expect(estados(await escena.trabajo(job_id))).toEqual(['repetido', 'registrado', 'registrado'])
    expect(await usadas(receptor)).toEqual({ acuse: 3, rcv: 47 })
    // And alone it is answered with nothing left at all.
    const again = await registrar(1, 'RCD')
    expect([again.status, again.body.data.codigo_sii]).toEqual([200, '7'])
    expect((await registrar(4, 'RCD')).body.code).toBe('PLAN_LIMIT')
  })

  test('whose plan runs out half-way tells what it did, and a retry does the rest', async () => {
    const escena = await createEscena(5)
    const { app, lote, trabajo, receptor } = escena
    await app.post('/simulador/acuse', { tipo_dte: 33, folio: 2, accion: 'ACD' })
    const spend = limit(escena)
    const { job_id } = (await lote('RCD', [1, 2, 3, 4, 5])).body.data
    spend(47)
    await app.drainJobs()
    const stopped = await trabajo(job_id)
    expect(stopped).toMatchObject({
      estado: 'failed',
      progreso: { hechos: 3, total: 5 },
      error: { code: 'PLAN_LIMIT' },
      result: { registrados: 2, repetidos: 0, rehusados: 1, pendientes: 2 },
    })
    expect(stopped.result.documentos[1]).toMatchObject({
      folio: 2,
      estado: 'rehusado',
      codigo_sii: '11',
      glosa: 'No puede reclamar: el documento fue aceptado antes',
    })
    expect(stopped.result.documentos[3]).toMatchObject({ folio: 4, estado: 'pendiente', codigo_sii: null })
    // Nothing is left, and then too little: neither a new one nor the rest is begun.
    expect((await lote('RCD', [5])).body.code).toBe('PLAN_LIMIT')
    const retry = () => app.post(`${BASE}/trabajos/${job_id}/reintentar`, undefined, receptor.key)
    expect((await retry()).body.code).toBe('PLAN_LIMIT')
    spend(46)
    expect((await retry()).body.code).toBe('PLAN_LIMIT')
    expect((await trabajo(job_id)).estado).toBe('failed')
    spend(45)
    const retried = await retry()
    expect([retried.status, retried.body.data.result.pendientes]).toEqual([200, 2])
    await app.drainJobs()
    const done = await trabajo(job_id)
    expect([done.estado, estados(done)]).toEqual([
      'completed',
      ['registrado', 'rehusado', 'registrado', 'registrado', 'registrado'],
    ])
  })

  test('that a fault of the SII stopped, and that a person discarded, tells what it did', async () => {
    let sent = 0
    const wire: TestAppOptions['wire'] = async (url, _, pass, text) => {
      if (url.includes('registroreclamo') && text?.includes('ingresar') && ++sent > 1)
        throw new TypeError('no way to the SII')
      return pass()
    }
    const { app, lote, trabajo, receptor } = await createEscena(3, { wire })
    const { job_id } = (await lote('ACD', [1, 2, 3])).body.data
    expect((await trabajo(job_id)).result).toMatchObject({ registrados: 0, pendientes: 3 })
    await app.drainJobs()
    const waiting = await trabajo(job_id)
    expect([waiting.estado, waiting.error.code, waiting.completed_at]).toEqual([
      'pending',
      'SII_UNAVAILABLE',
      null,
    ])
    expect(waiting.result).toMatchObject({ registrados: 1, rehusados: 0, pendientes: 2 })
    app.store.client.prepare("UPDATE job SET estado = 'dlq', run_at = NULL WHERE id = ?").run(job_id)
    const discarded = await app.post(`${BASE}/trabajos/${job_id}/descartar`, undefined, receptor.key)
    expect(discarded.body.data).toMatchObject({ estado: 'discarded', result: { registrados: 1 } })
    expect(estados(await trabajo(job_id))).toEqual(['registrado', 'pendiente', 'pendiente'])
  })

  test('that stopped can be discarded by who may queue one, and seen by who may read', async () => {
    const { app, lote, trabajo, receptor } = await createEscena(1)
    await app.delete(`/v1/empresa/${receptor.empresaId}/certificado`, undefined, receptor.session)
    expect((await lote('ACD', [1])).body.code).toBe('CERTIFICATE_MISSING')
    await app.post(`/v1/empresa/${receptor.empresaId}/certificado`, { simulado: true }, receptor.session)
    const { job_id } = (await lote('ACD', [1])).body.data
    await app.delete(`/v1/empresa/${receptor.empresaId}/certificado`, undefined, receptor.session)
    await app.drainJobs()
    expect(await trabajo(job_id)).toMatchObject({ estado: 'failed', error: { code: 'CERTIFICATE_MISSING' } })
    const path = `${BASE}/trabajos/${job_id}/descartar`
    const reader = await app.post(
      '/v1/apikeys',
      { nombre: 'lee', empresa_id: receptor.empresaId, scopes: ['rcv:leer'] },
      receptor.session,
    )
    const lector = { 'x-api-key': reader.body.data.api_key }
    expect((await app.post(path, undefined, lector)).body.code).toBe('SCOPE_REQUIRED')
    expect(
      (await app.get(`${BASE}/trabajos?estado=failed&tipo=acuse.registrar`, lector)).body.data,
    ).toHaveLength(1)
    expect((await app.post(path, undefined, receptor.key)).body.data.estado).toBe('discarded')
    expect((await app.post(path, undefined, receptor.key)).body.code).toBe('INVALID_STATE')
  })
})

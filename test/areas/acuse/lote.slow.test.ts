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
    // A stored registration is free: two are asked for, two are left.
    const { job_id } = (await lote('RCD', [1, 2, 3])).body.data
    await app.drainJobs()
    expect(estados(await escena.trabajo(job_id))).toEqual(['repetido', 'registrado', 'registrado'])
    expect(await usadas(receptor)).toEqual({ acuse: 3, rcv: 47 })
    // And alone it is answered with nothing left at all.
    const again = await registrar(1, 'RCD')
    expect([again.status, again.body.data.codigo_sii]).toEqual([200, '7'])
    expect((await registrar(4, 'RCD')).body.code).toBe('PLAN_LIMIT')
  })

  test('is refused where the plan has units for it alone, and others that wait will take them', async () => {
    const escena = await createEscena(9)
    const { app, lote, registrar, trabajo, usadas, receptor } = escena
    const spend = limit(escena)
    spend(43)
    const all = await Promise.all([
      lote('ERM', [1, 2, 3, 4, 5]),
      lote('RCD', [1, 2, 3, 4, 5]),
      lote('ACD', [1, 2, 3, 4, 5]),
    ])
    expect(all.map(({ status }) => status).toSorted()).toEqual([202, 403, 403])
    expect(all.find(({ status }) => status === 403)!.body.error).toContain(
      'Se necesitan 5 consultas y al plan le quedan 2, sin contar las 5 que ocuparán los trabajos en cola',
    )
    // The rest beside them is for any request, and no more.
    expect((await lote('ERM', [6, 7])).status).toBe(202)
    expect((await registrar(8, 'ERM', {}, receptor.key)).body.code).toBe('PLAN_LIMIT')
    await app.drainJobs()
    expect(await usadas(receptor)).toEqual({ acuse: 7, rcv: 43 })
    const { job_id } = all.find(({ status }) => status === 202)!.body.data
    expect((await trabajo(job_id)).result).toMatchObject({ pendientes: 0 })
  })

  test('that the queue holds for another account, or that has ended, takes nothing from the plan', async () => {
    const escena = await createEscena(5)
    const { app, lote, receptor } = escena
    const spend = limit(escena)
    const { job_id } = (await lote('ERM', [1, 2, 3])).body.data
    const client = app.store.client
    client.prepare("UPDATE cuenta SET plan = 'Gratis' WHERE id <> ?").run(receptor.cuentaId)
    const other = await app.registerCompany()
    spend(47)
    expect((await lote('ERM', [4])).body.code).toBe('PLAN_LIMIT')
    client.prepare('UPDATE job SET empresa_id = ? WHERE id = ?').run(other.empresaId, job_id)
    expect((await lote('ERM', [4, 5])).status).toBe(202)
    client.prepare('UPDATE job SET empresa_id = ? WHERE id = ?').run(receptor.empresaId, job_id)
    client.prepare("UPDATE job SET estado = 'failed' WHERE id = ?").run(job_id)
    // Two wait, one is left beside them.
    expect((await lote('RFT', [1])).status).toBe(202)
    const retried = await app.post(`${BASE}/trabajos/${job_id}/reintentar`, undefined, receptor.key)
    expect(retried.body.code).toBe('PLAN_LIMIT')
  })

  test('of what the company issued itself is refused at the path of each, and nothing is queued', async () => {
    const { app, receptor } = await createEscena(1)
    const documentos = [EMISOR, '90000012-K', EMISOR.replace('76543210', '76.543.210')].map(
      (rut_emisor, i) => ({
        rut_emisor,
        tipo_dte: 33,
        folio: i + 1,
      }),
    )
    const refused = await app.post(`${BASE}/lote`, { accion: 'ERM', documentos })
    expect([refused.status, refused.body.code]).toEqual([422, 'VALIDATION_ERROR'])
    expect(refused.body.detalles.map(({ campo }: { campo: string }) => campo)).toEqual([
      'documentos[0].rut_emisor',
      'documentos[2].rut_emisor',
    ])
    const one = await app.post(BASE, { rut_emisor: EMISOR, tipo_dte: 33, folio: 1, accion: 'ERM' })
    expect([one.status, one.body.code, one.body.detalles[0].campo]).toEqual([
      422,
      'VALIDATION_ERROR',
      'rut_emisor',
    ])
    expect(one.body.error).toContain('Sólo el receptor registra')
    expect((await app.get(`${BASE}/trabajos`)).body.paginacion.total).toBe(0)
    const own = await app.post(
      BASE,
      { rut_emisor: EMISOR, tipo_dte: 33, folio: 1, accion: 'ERM' },
      receptor.key,
    )
    expect(own.status).toBe(201)
  })

  test('tells a type that is not registered beside what else is wrong with its documents', async () => {
    const { app, receptor } = await createEscena(1)
    const documentos = [
      { rut_emisor: EMISOR, tipo_dte: 39, folio: 1 },
      { rut_emisor: '1-1', tipo_dte: 33 },
    ]
    const { status, body } = await app.post(`${BASE}/lote`, { accion: 'ERM', documentos }, receptor.key)
    expect([status, body.code]).toEqual([422, 'VALIDATION_ERROR'])
    expect(body.detalles.map(({ campo }: { campo: string }) => campo).toSorted()).toEqual([
      'documentos[0].tipo_dte',
      'documentos[1].folio',
      'documentos[1].rut_emisor',
    ])
  })

  test('waits for nothing, and says so to whoever asks it to', async () => {
    const { app, receptor } = await createEscena(1)
    const documentos = [{ rut_emisor: EMISOR, tipo_dte: 33, folio: 1 }]
    const { status, body } = await app.post(
      `${BASE}/lote?esperar=7&a=1`,
      { accion: 'ERM', documentos },
      receptor.key,
    )
    const told = body.detalles.map(({ campo, regla }: { campo: string; regla: string }) => [campo, regla])
    expect([status, body.code, told]).toEqual([
      400,
      'INVALID_PARAMETER',
      [
        ['esperar', 'desconocido'],
        ['a', 'desconocido'],
      ],
    ])
  })

  test('of one document says so in the singular', async () => {
    const { lote, trabajo } = await createEscena(1)
    expect((await trabajo((await lote('ERM', [1])).body.data.job_id)).objeto).toBe('ERM de 1 documento')
    expect((await lote('ERM', [])).body.error).toContain('debe tener al menos 1 elemento')
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
      error: { code: 'PLAN_LIMIT', accion: expect.stringContaining('reintente el trabajo') },
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
    expect([retried.status, retried.body.data.result.pendientes]).toEqual([202, 2])
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

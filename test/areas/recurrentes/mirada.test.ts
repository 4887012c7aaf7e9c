// The minute's look: what it does of each date, and what it never does (areas/recurrentes §2, §4, §5).

import { beforeEach, describe, expect, test } from 'bun:test'
import { createReceptor, register } from '../webhooks/receptor'
import { type Escena, openEscena, soporte } from './escena'

let e: Escena
beforeEach(async () => {
  e = await openEscena()
})

const estados = async (id: string) => (await e.ocurrencias(id)).map(({ fecha, estado }) => [fecha, estado])

describe('a date that is due (areas/recurrentes §4)', () => {
  test('becomes a draft that somebody issues, at its hour of Chile and not before', async () => {
    const { id } = await e.serie()
    await e.at('2026-12-31T08:59:59')
    expect(await e.borradores()).toEqual([])
    await e.at('2026-12-31T09:00:00')
    const [draft, ...others] = await e.borradores(`?serie=${id}&origen=serie`)
    expect(others).toEqual([])
    expect(draft).toMatchObject({
      ...{ origen: 'serie', serie: id, estado: 'abierto', autor: 'Serie Soporte', juicio: { ok: true } },
      solicitud: { detalle: [{ nombre: 'Soporte diciembre de 2026' }] },
    })
    expect(await e.ocurrencias(id)).toMatchObject([
      { fecha: '2026-12-31', n: 1, estado: 'borrador', borrador_id: draft.id, dte: null, code: null },
    ])
    const { job_id, folio } = (await e.app.post(`/v1/borradores/${draft.id}/emitir`)).body.data
    expect((await e.ocurrencias(id))[0].dte).toEqual({ tipo_dte: 33, folio, job_id })
    expect((await e.get(id)).emitidas).toBe(1)
    expect(await e.borradores(`?serie=ser_otra`)).toEqual([])
  })

  test('issues itself in automatic mode, dated by its day', async () => {
    const { id } = await e.serie({ modo: 'automatico' })
    await e.at('2026-12-31T09:00:00')
    const [documento] = await e.documentos()
    expect([documento.folio, documento.fecha_emision]).toEqual([1, '2026-12-31'])
    expect(await estados(id)).toEqual([['2026-12-31', 'emitida']])
    await e.app.settle()
    expect((await e.documentos())[0].estado_sii).toBe('aceptado')
  })

  test('is done once, however often it is looked at, and with the clock put back and ahead', async () => {
    const { id } = await e.serie({ modo: 'automatico' })
    for (const local of [
      '2026-12-31T09:00:00',
      '2026-12-31T09:00:00',
      '2026-12-01T00:00:00',
      '2026-12-31T10:00:00',
    ])
      await e.at(local)
    expect(await e.documentos()).toHaveLength(1)
    await e.at('2027-02-01T12:00:00')
    await e.at('2026-12-31T12:00:00')
    await e.at('2027-02-01T12:00:00')
    expect(await estados(id)).toEqual([
      ['2026-12-31', 'emitida'],
      ['2027-01-31', 'borrador'],
    ])
    expect(await e.documentos()).toHaveLength(1)
  })

  test('of a day with 23 hours, or with 25, comes once', async () => {
    // Chile's clocks go back at midnight of 4 April 2027 and ahead at that of 5 September.
    const { id } = await e.serie({
      modo: 'automatico',
      regla: e.regla({
        cada: 'dia',
        dias: null,
        desde: '2027-04-02',
        hasta: '2027-09-06',
        veces: null,
        hora: '23:30',
        n: 1,
      }),
    })
    e.app.setNow('2027-04-02T00:00:00Z')
    for (const local of [
      '2027-04-02T23:30:00-03:00',
      '2027-04-03T23:30:00-03:00',
      '2027-04-03T23:30:00-04:00',
    ])
      await e.at(local, '')
    expect(await e.documentos()).toHaveLength(2)
    await e.at('2027-04-04T23:30:00-04:00', '')
    expect((await estados(id)).map(([fecha]) => fecha)).toEqual(['2027-04-02', '2027-04-03', '2027-04-04'])
    await e.app.put(`/v1/recurrentes/${id}`, {
      modo: 'borrador',
      regla: e.regla({
        cada: 'dia',
        dias: null,
        desde: '2027-09-05',
        hasta: '2027-09-05',
        veces: null,
        hora: '00:30',
      }),
    })
    await e.at('2027-09-05T00:29:00-04:00', '')
    const last = async () => (await e.ocurrencias(id)).at(-1).fecha
    expect(await last()).toBe('2027-04-04')
    await e.at('2027-09-05T01:30:00-03:00', '')
    expect(await last()).toBe('2027-09-05')
    expect((await e.get(id)).estado).toBe('terminada')
  })

  test('that was missed is done each, none collapses; late ones wait for a person', async () => {
    const { id } = await e.serie({
      modo: 'automatico',
      regla: e.regla({ cada: 'dia', dias: null, desde: '2026-12-10', veces: 8 }),
    })
    await e.at('2026-12-15T12:00:00')
    expect(await estados(id)).toEqual([
      ['2026-12-10', 'borrador'],
      ['2026-12-11', 'borrador'],
      ['2026-12-12', 'emitida'],
      ['2026-12-13', 'emitida'],
      ['2026-12-14', 'emitida'],
      ['2026-12-15', 'emitida'],
    ])
    // Dated today, and in the order of their dates.
    expect((await e.documentos()).map(({ fecha_emision }) => fecha_emision)).toEqual(
      Array(4).fill('2026-12-15'),
    )
    expect((await e.ocurrencias(id))[0].mensaje).toContain('Pasó su día')
  })

  test('in another month than its own waits for a person, though it is a day late', async () => {
    const { id } = await e.serie({ modo: 'automatico' })
    await e.at('2027-01-01T00:30:00')
    expect(await estados(id)).toEqual([['2026-12-31', 'borrador']])
    const [draft] = await e.borradores()
    expect(draft.solicitud.detalle[0].nombre).toBe('Soporte diciembre de 2026')
    expect(draft.solicitud.fecha_emision).toBeUndefined()
  })

  test('whose data is at fault by then is a draft that says so', async () => {
    const cliente = (
      await e.app.post('/v1/clientes', {
        ...{ rut: '77123456-9', razon_social: 'Ferretería', giro: 'Ferretería' },
        ...{ direccion: 'Av. Libertad 1450', comuna: 'Chillán' },
      })
    ).body.data
    const { id } = await e.serie({
      modo: 'automatico',
      solicitud: soporte({ receptor: { cliente_id: cliente.id } }),
    })
    await e.app.delete(`/v1/clientes/${cliente.id}`)
    await e.at('2026-12-31T09:00:00')
    const [one] = await e.ocurrencias(id)
    expect([one.estado, one.code]).toEqual(['borrador', 'VALIDATION_ERROR'])
    expect(one.mensaje).toContain('no existe ese cliente')
    expect((await e.borradores())[0].juicio.ok).toBe(false)
    expect(await e.documentos()).toEqual([])
  })

  test('moved is done on that day, and its own passes', async () => {
    const { id } = await e.serie({ modo: 'automatico' })
    await e.app.put(`/v1/recurrentes/${id}/ocurrencias/2026-12-31`, { mover_a: '2026-12-29' })
    expect((await e.get(id)).proxima).toBe('2026-12-29')
    await e.at('2026-12-29T09:00:00')
    await e.at('2026-12-31T09:00:00')
    expect(await estados(id)).toEqual([['2026-12-31', 'emitida']])
    await e.app.put(`/v1/recurrentes/${id}/ocurrencias/2027-01-31`, { mover_a: '2027-02-10' })
    await e.at('2027-02-01T09:00:00')
    expect((await e.documentos()).length).toBe(1)
    await e.at('2027-02-10T09:00:00')
    const [, documento] = await e.documentos()
    expect(documento.fecha_emision).toBe('2027-02-10')
    const issued = (await e.app.get(`/v1/documentos/33/${documento.folio}`)).body.data
    expect(issued.detalle[0].nombre).toBe('Soporte enero de 2027')
  })

  test('left out is not done, and one with a request of its own is done with it', async () => {
    const { id } = await e.serie({ modo: 'automatico' })
    const put = (fecha: string, body: object) => e.app.put(`/v1/recurrentes/${id}/ocurrencias/${fecha}`, body)
    await put('2026-12-31', { omitir: true })
    await put('2027-01-31', { solicitud: soporte({ detalle: [{ nombre: 'Sólo {mes}', precio: 7 }] }) })
    await e.at('2026-12-31T12:00:00')
    await e.at('2027-01-31T12:00:00')
    expect(await estados(id)).toEqual([
      ['2026-12-31', 'omitida'],
      ['2027-01-31', 'emitida'],
    ])
    expect((await e.app.get('/v1/documentos/33/1')).body.data.detalle[0].nombre).toBe('Sólo enero')
    expect((await put('2027-01-31', { omitir: true })).body.code).toBe('INVALID_STATE')
    expect((await put('2026-12-31', { omitir: true })).body.code).toBe('INVALID_STATE')
  })

  test('of a company that was deleted is not done', async () => {
    await e.serie({ modo: 'automatico' })
    e.app.store.client.prepare('UPDATE empresa SET deleted_at = ?').run('2026-12-02')
    await e.at('2026-12-31T09:00:00')
    expect(e.app.store.client.prepare('SELECT count(*) AS n FROM documento').get()).toEqual({ n: 0 })
  })
})

describe('a date that stops (areas/recurrentes §4)', () => {
  test('takes nothing, is tried each hour, and at once when folios come', async () => {
    e = await openEscena({}, 1)
    const { id } = await e.serie({ modo: 'automatico', regla: e.regla({ dias: [30, 31] }) })
    await e.at('2026-12-30T09:00:00')
    await e.at('2026-12-31T09:00:00')
    const seen = await e.get(id)
    expect([seen.estado, seen.detenida.code, seen.detenida.fecha]).toEqual([
      'detenida',
      'NO_FOLIOS',
      '2026-12-31',
    ])
    expect(seen.detenida.proximo_intento).toBe('2026-12-31T13:00:00.000Z')
    expect((await e.app.get('/v1/recurrentes?estado=detenida')).body.data).toHaveLength(1)
    await e.at('2026-12-31T09:01:00')
    expect((await e.get(id)).detenida.proximo_intento).toBe('2026-12-31T13:00:00.000Z')
    await e.at('2026-12-31T10:00:00')
    expect((await e.get(id)).detenida.proximo_intento).toBe('2026-12-31T14:00:00.000Z')
    e.app.setNow('2026-12-31T13:05:00Z')
    await e.app.post('/v1/dte/folios/solicitar?esperar=0', { tipo_dte: 33, cantidad: 5 })
    await e.app.drainJobs()
    await e.at('2026-12-31T10:06:00')
    expect(await estados(id)).toEqual([
      ['2026-12-30', 'emitida'],
      ['2026-12-31', 'emitida'],
    ])
    expect(await e.documentos()).toHaveLength(2)
  })

  test('though it was moved before its own date is done at once when folios come', async () => {
    e = await openEscena({}, 1)
    const { id } = await e.serie({ modo: 'automatico', regla: e.regla({ dias: [9, 31] }) })
    await e.app.put(`/v1/recurrentes/${id}/ocurrencias/2026-12-31`, { mover_a: '2026-12-10' })
    await e.at('2026-12-09T09:00:00')
    await e.at('2026-12-10T09:00:00')
    expect((await e.get(id)).detenida.fecha).toBe('2026-12-31')
    e.app.setNow('2026-12-10T12:10:00Z')
    await e.app.post('/v1/dte/folios/solicitar?esperar=0', { tipo_dte: 33, cantidad: 5 })
    await e.app.drainJobs()
    await e.at('2026-12-10T09:11:00')
    expect(await estados(id)).toEqual([
      ['2026-12-09', 'emitida'],
      ['2026-12-31', 'emitida'],
    ])
  })

  test('goes on when its value comes, or its certificate', async () => {
    await e.app.post('/v1/tipos-cambio', { tipos: [{ moneda: 'UF', fecha: '2026-12-01', valor: '39000' }] })
    const solicitud = soporte({ detalle: [{ nombre: 'A', moneda: 'UF', precio: '2' }] })
    const { id } = await e.serie({ modo: 'automatico', solicitud })
    await e.at('2026-12-31T09:00:00')
    expect((await e.get(id)).detenida.code).toBe('EXCHANGE_RATE_MISSING')
    await e.app.post('/v1/tipos-cambio', { tipos: [{ moneda: 'UF', fecha: '2026-12-31', valor: '40000' }] })
    await e.at('2026-12-31T09:01:00')
    expect(await estados(id)).toEqual([['2026-12-31', 'emitida']])
    expect((await e.documentos())[0].monto_total).toBe(95200)
    e.app.store.client.prepare('DELETE FROM certificado').run()
    await e.app.post('/v1/tipos-cambio', { tipos: [{ moneda: 'UF', fecha: '2027-01-31', valor: '40000' }] })
    await e.at('2027-01-31T09:00:00')
    expect((await e.get(id)).detenida.code).toBe('CERTIFICATE_MISSING')
  })

  test('is mended by a request of its own, or left out', async () => {
    e = await openEscena({}, 1)
    const { id } = await e.serie({ modo: 'automatico', regla: e.regla({ dias: [30, 31], veces: 3 }) })
    await e.at('2026-12-30T09:00:00')
    await e.at('2026-12-31T09:00:00')
    expect((await e.app.put(`/v1/recurrentes/${id}/ocurrencias/2026-12-31`, { omitir: true })).status).toBe(
      200,
    )
    expect((await e.get(id)).estado).toBe('activa')
    await e.at('2026-12-31T10:00:00')
    expect(await estados(id)).toEqual([
      ['2026-12-30', 'emitida'],
      ['2026-12-31', 'omitida'],
    ])
  })

  test('for a full queue is seen, outlives a pause, and is tried at the next look', async () => {
    e = await openEscena({ maxBacklog: 1 })
    const regla = e.regla({ dias: [10] })
    for (const nombre of ['A', 'B']) await e.serie({ nombre, modo: 'automatico', regla })
    await e.at('2026-12-10T09:00:00')
    const [stopped, ...others] = (await e.app.get('/v1/recurrentes?estado=detenida')).body.data
    expect([others.length, stopped.detenida.code]).toEqual([0, 'QUEUE_UNAVAILABLE'])
    await e.app.post(`/v1/recurrentes/${stopped.id}/pausar`)
    await e.app.settle()
    await e.app.post(`/v1/recurrentes/${stopped.id}/reanudar`)
    await e.at('2026-12-10T09:01:00')
    expect(await estados(stopped.id)).toEqual([['2026-12-10', 'emitida']])
  })

  test('for a full queue is tried once a look, and keeps none behind it waiting', async () => {
    e = await openEscena({ maxBacklog: 1 })
    const regla = e.regla({ dias: [10] })
    for (const nombre of ['A', 'B', 'C']) await e.serie({ nombre, modo: 'automatico', regla })
    await e.serie({ nombre: 'D', regla: e.regla({ dias: [10], hora: '09:00' }) })
    const tried = () => e.app.logs.filter(({ event }) => event === 'recurrente.espera').length
    await e.at('2026-12-10T09:00:00')
    expect([tried(), (await e.borradores()).length]).toEqual([2, 1])
    await e.at('2026-12-10T09:01:00')
    expect(tried()).toBe(4)
  })

  test('though it is the last does not keep its series from being changed', async () => {
    e = await openEscena({}, 0)
    const { id } = await e.serie({ modo: 'automatico', regla: e.regla({ dias: [10], veces: 1 }) })
    await e.at('2026-12-10T09:00:00')
    expect((await e.app.put(`/v1/recurrentes/${id}`, { modo: 'borrador' })).status).toBe(200)
    await e.at('2026-12-10T10:00:00')
    expect(await estados(id)).toEqual([['2026-12-10', 'borrador']])
    expect((await e.get(id)).estado).toBe('terminada')
  })

  test('or is left out as the last ends its series once its day is past', async () => {
    const { id } = await e.serie({ regla: e.regla({ dias: [10], veces: 1 }) })
    await e.app.put(`/v1/recurrentes/${id}/ocurrencias/2026-12-10`, { omitir: true })
    await e.at('2026-12-10T10:00:00')
    expect((await e.get(id)).estado).toBe('activa')
    await e.at('2026-12-11T00:00:00')
    expect((await e.get(id)).estado).toBe('terminada')
  })

  test('is picked by the index, unsorted', () => {
    const plan = e.app.store.client
      .prepare<[], { detail: string }>(
        `EXPLAIN QUERY PLAN SELECT s.id FROM serie s JOIN empresa e ON e.id = s.empresa_id WHERE s.estado = 'activa'
         AND s.proxima_at IS NOT NULL AND s.proxima_at <= 5 AND (s.proxima_at, s.id) > (1, 'a') AND s.eliminada_en IS NULL AND e.deleted_at IS NULL
         ORDER BY s.proxima_at, s.id LIMIT 1`,
      )
      .all()
      .map(({ detail }) => detail)
    expect(plan.join()).toContain('serie_proxima')
    expect(plan.join()).not.toContain('TEMP B-TREE')
  })

  test('too long waits for a person', async () => {
    e = await openEscena({}, 0)
    const { id } = await e.serie({ modo: 'automatico', regla: e.regla({ dias: [10] }) })
    await e.at('2026-12-10T09:00:00')
    await e.at('2026-12-13T23:00:00')
    expect(await estados(id)).toEqual([['2026-12-10', 'detenida']])
    await e.at('2026-12-14T00:01:00')
    expect(await estados(id)).toEqual([['2026-12-10', 'borrador']])
  })
})

describe('a pause (areas/recurrentes §2)', () => {
  const diaria = () =>
    e.serie({ regla: e.regla({ cada: 'dia', dias: null, desde: '2026-12-02', veces: 20 }) })

  test('leaves out what passes in it', async () => {
    const { id } = await diaria()
    await e.at('2026-12-02T09:00:00')
    const paused = (await e.app.post(`/v1/recurrentes/${id}/pausar`)).body.data
    expect([paused.estado, paused.proxima]).toEqual(['pausada', null])
    await e.at('2026-12-05T10:00:00')
    expect((await e.app.post(`/v1/recurrentes/${id}/reanudar`)).body.data.proxima).toBe('2026-12-06')
    await e.at('2026-12-06T10:00:00')
    expect(await estados(id)).toEqual([
      ['2026-12-02', 'borrador'],
      ['2026-12-06', 'borrador'],
    ])
  })

  test('until a day is over on that day, and what was missed since is done', async () => {
    const { id } = await diaria()
    await e.app.post(`/v1/recurrentes/${id}/pausar`, { hasta: '2026-12-05' })
    expect((await e.proximas(id, 1))[0].fecha).toBe('2026-12-05')
    await e.at('2026-12-04T10:00:00')
    expect(await estados(id)).toEqual([])
    await e.at('2026-12-06T10:00:00')
    expect(await estados(id)).toEqual([
      ['2026-12-05', 'borrador'],
      ['2026-12-06', 'borrador'],
    ])
    expect((await e.app.post(`/v1/recurrentes/${id}/pausar`, { hasta: '2026-12-06' })).status).toBe(422)
  })

  test('and an end are refused where they do not fit', async () => {
    const { id } = await diaria()
    const act = async (what: string) => (await e.app.post(`/v1/recurrentes/${id}/${what}`)).status
    expect(await act('reanudar')).toBe(409)
    expect([await act('terminar'), await act('terminar')]).toEqual([200, 200])
    expect([await act('pausar'), await act('reanudar'), await act('adelantar')]).toEqual([409, 409, 409])
    expect((await e.app.put(`/v1/recurrentes/${id}`, { nombre: 'Otra' })).status).toBe(409)
    expect((await e.get(id)).estado).toBe('terminada')
    expect(await e.proximas(id)).toEqual([])
    await e.at('2026-12-03T10:00:00')
    expect(await estados(id)).toEqual([])
  })
})

describe('a series ahead of its day (areas/recurrentes §5)', () => {
  test('does its next dates in simulation, each once, and ends with the last', async () => {
    const { id } = await e.serie({ modo: 'automatico', regla: e.regla({ veces: 2 }) })
    const ahead = () => e.app.post(`/v1/recurrentes/${id}/adelantar`)
    expect((await ahead()).body.data.proxima).toBe('2027-01-31')
    expect((await ahead()).body.data.estado).toBe('terminada')
    expect((await ahead()).status).toBe(409)
    expect(await estados(id)).toEqual([
      ['2026-12-31', 'emitida'],
      ['2027-01-31', 'emitida'],
    ])
    expect((await e.documentos()).map(({ fecha_emision }) => fecha_emision)).toEqual([
      '2026-12-01',
      '2026-12-01',
    ])
    await e.at('2027-01-31T09:00:00')
    expect(await e.documentos()).toHaveLength(2)
  })
})

describe('what is told (areas/recurrentes §4)', () => {
  test('is one event for the drafts of a run, one for a date that stops, and one for the end', async () => {
    const receptor = createReceptor()
    e = await openEscena({ receptor: receptor.fetch }, 0)
    await register(e.app)
    for (const nombre of ['A', 'B']) await e.serie({ nombre })
    await e.serie({ nombre: 'C', modo: 'automatico', regla: e.regla({ veces: 1 }) })
    const { id } = await e.serie({ nombre: 'D', regla: e.regla({ veces: 1 }) })
    await e.at('2026-12-31T09:00:00')
    await e.at('2026-12-31T10:00:00')
    await e.app.drainJobs()
    const told = receptor.recibidos.map(({ body }) => JSON.parse(body))
    expect(told.map(({ evento }) => evento).sort()).toEqual([
      'borrador.creado',
      'recurrente.detenida',
      'recurrente.terminada',
    ])
    const of = (evento: string) => told.find((one) => one.evento === evento).data
    expect(of('borrador.creado')).toMatchObject({
      id: null,
      origen: 'serie',
      serie: null,
      ok: true,
      cantidad: 3,
    })
    expect(of('recurrente.detenida')).toMatchObject({ nombre: 'C', fecha: '2026-12-31', code: 'NO_FOLIOS' })
    expect(of('recurrente.terminada')).toMatchObject({ serie_id: id, motivo: 'regla', emitidas: 0 })
  })
})

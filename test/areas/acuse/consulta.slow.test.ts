// Asking what was registered of a document, from both sides (http §27.3), and what waits (http §27.4).

import { describe, expect, test } from 'bun:test'
import { emit, nota } from '../../support/emision'
import { factura } from '../../support/emisor'
import { archivoDe, importar, ventaDe } from '../rcv/archivos'
import { createReceptor } from '../webhooks/receptor'
import { BASE, createEscena, EMISOR, pendientes, spyReclamo } from './escena'

const HOUR = 3_600_000

describe('a question', () => {
  test('is answered to issuer and receiver from the SII, then for a minute from memory, for one unit', async () => {
    const { spy, wire } = spyReclamo()
    const { app, registrar, recibidoDe, emitido, usadas, recibido } = await createEscena(1, { wire })
    const first = await recibidoDe(1)
    const at = recibido.toISOString().slice(0, 16)
    expect(first.headers.get('x-cache')).toBe('MISS')
    expect(first.body.data).toMatchObject({
      resultado: 'pendiente',
      eventos: [],
      plazo_estimado: false,
      dias_restantes: 7,
      horas_restantes: 191,
      cedible: null,
      acciones_posibles: ['ERM', 'ACD', 'RCD', 'RFP', 'RFT'],
      fuente: 'sii',
    })
    expect(first.body.data.recibido_sii.slice(0, 16)).toBe(at)
    await registrar(1, 'ERM')
    const asked = spy.asked.length
    // It contains the act registered from here meanwhile.
    const again = await recibidoDe(1)
    expect([again.headers.get('x-cache'), spy.asked.length]).toEqual(['HIT', asked])
    expect(again.body.data).toMatchObject({ resultado: 'recibido', acciones_posibles: ['ACD'] })
    const mine = await emitido(1)
    expect(mine.body.data).toMatchObject({ resultado: 'recibido', cedible: true, acciones_posibles: [] })
    expect(mine.body.data.eventos).toEqual([expect.objectContaining({ codigo: 'ERM', rut: '11111111-1' })])
    app.advance(60_000)
    expect((await emitido(1)).headers.get('x-cache')).toBe('MISS')
    expect((await usadas(app.tenant)).consulta_acuse).toBe(2)
  })

  test('asks nothing where it is told so, or where nothing can change any more', async () => {
    const { spy, wire } = spyReclamo()
    const { app, recibidoDe, emitido, registrar } = await createEscena(2, { wire })
    expect((await recibidoDe(1, '?fuente=local')).status).toBe(404)
    expect((await emitido(1, '?fuente=local')).body.data).toMatchObject({
      resultado: 'pendiente',
      plazo_estimado: true,
      fuente: 'local',
      consultado_en: null,
    })
    await registrar(1, 'RCD')
    expect((await recibidoDe(1, '?fuente=local')).body.data).toMatchObject({ resultado: 'reclamado' })
    app.advance(193 * HOUR)
    await emitido(1)
    const { length } = spy.asked
    app.advance(HOUR)
    const kept = await emitido(1)
    expect(kept.body.data).toMatchObject({ resultado: 'reclamado', fuente: 'local' })
    expect(spy.asked.length).toBe(length)
  })

  test('tells of a document that a note voided in its time, and of one paid in cash', async () => {
    const { app, emitido } = await createEscena(1)
    await emit(app, factura({ forma_pago: 1 }))
    await emit(app, nota(1))
    await app.settle()
    expect((await emitido(1)).body.data).toMatchObject({ resultado: 'anulado', cedible: false })
    expect((await emitido(2)).body.data).toMatchObject({ resultado: 'no_aplica', acciones_posibles: [] })
  })

  test('is no unit while nothing answers, and one when the SII says no', async () => {
    const { spy, wire } = spyReclamo()
    const { app, recibidoDe, usadas, receptor } = await createEscena(1, { wire })
    spy.down = true
    expect((await recibidoDe(1)).body.code).toBe('SII_UNAVAILABLE')
    spy.down = false
    expect(await usadas(receptor)).toEqual({})
    expect((await recibidoDe(77)).body).toMatchObject({
      code: 'SII_REFUSED',
      detalles: [{ codigo_sii: '18' }],
    })
    expect(await usadas(receptor)).toEqual({ consulta_acuse: 1 })
    expect((await app.get(`${BASE}/recibidos/${EMISOR}/61/1`, receptor.key)).body.code).toBe(
      'DOCUMENT_TYPE_NOT_ALLOWED',
    )
  })

  test('that brings news tells of them once', async () => {
    const receptor = createReceptor()
    const { app, registrar, emitido } = await createEscena(1, { receptor: receptor.fetch })
    await app.post(
      '/v1/webhooks',
      { url: 'http://127.0.0.1:9000/hook', eventos: ['dte.acuse'] },
      app.tenant.session,
    )
    await registrar(1, 'RFP')
    await emitido(1)
    app.advance(61_000)
    await emitido(1)
    await app.drainJobs()
    expect(receptor.recibidos.map(({ evento }) => evento)).toEqual(['dte.acuse'])
  })
})

describe('what waits', () => {
  test('is the register’s, by when its time is over, without what was registered from here', async () => {
    const { app, receptor, registrar } = await createEscena(3)
    const file = pendientes(app.time.now, [1, 170, 191, 193])
    const imported = await importar(app, '202611', file, '', receptor.key)
    expect([imported.status, imported.body.data?.documentos]).toEqual([201, 4])
    const list = async (query = '') => (await app.get(`${BASE}/pendientes${query}`, receptor.key)).body
    const folios = ({ data }: { data: { folio: number }[] }) => data.map(({ folio }) => folio)
    const all = await list()
    expect(folios(all)).toEqual([3, 2, 1])
    expect(all.data[0]).toMatchObject({
      horas_restantes: 1,
      monto_total: 1190,
      periodo: '202611',
      rut_emisor: EMISOR,
    })
    expect(folios(await list('?orden=-vence_el'))).toEqual([1, 2, 3])
    const soon = new Date(app.time.now.getTime() + 2 * HOUR).toISOString()
    expect(folios(await list(`?vence_antes=${soon}`))).toEqual([3])
    expect(folios(await list('?rut=96790240-3'))).toEqual([])
    await registrar(1, 'ERM')
    expect(folios(await list())).toEqual([3, 2])
    expect((await app.get(`${BASE}/pendientes`)).body.data).toEqual([])
  })

  test('is told a day at a time, once for each mark', async () => {
    const hook = createReceptor()
    const { app, receptor } = await createEscena(1, { receptor: hook.fetch })
    await app.post(
      '/v1/webhooks',
      { url: 'http://127.0.0.1:9000/hook', eventos: ['acuse.por_vencer'] },
      receptor.session,
    )
    await importar(app, '202611', pendientes(app.time.now, [1, 125, 180]), '', receptor.key)
    const look = async () => {
      await app.app.services.cron.runAll()
      await app.drainJobs()
      return hook.recibidos.splice(0).map(({ body }) => {
        const { horas, documentos, primeros } = JSON.parse(body).data
        return [horas, documentos, primeros.map(({ folio }: { folio: number }) => folio)]
      })
    }
    expect(await look()).toEqual([
      [24, 1, [3]],
      [72, 1, [2]],
    ])
    app.advance(HOUR)
    expect(await look()).toEqual([])
    app.advance(24 * HOUR)
    expect((await look()).map(([horas]) => horas)).toEqual([72])
  })
})

describe('an issued document in the list', () => {
  test('shows what became of it at its receiver, is found by it, and in no other state', async () => {
    const { app, registrar, emitido } = await createEscena(4)
    await emit(app, factura({ forma_pago: 1 }))
    await emit(app, nota(1, 4))
    await app.settle()
    await registrar(1, 'ACD')
    await registrar(2, 'RCD')
    for (const folio of [1, 2, 4]) await emitido(folio)
    const waiting = await emit(app, factura({ forma_pago: 2 }))
    expect(waiting).toStartWith('job_')
    const folios = async (estado: string) =>
      (await app.get(`/v1/documentos?estado_acuse=${estado}&orden=folio`)).body.data.map(
        ({ tipo_dte, folio, estado_acuse }: Record<string, unknown>) => {
          expect(estado.split(',')).toContain(String(estado_acuse))
          return `${tipo_dte}-${folio}`
        },
      )
    expect(await folios('aceptado')).toEqual(['33-1'])
    expect(await folios('reclamado,aceptado')).toEqual(['33-1', '33-2'])
    expect(await folios('anulado')).toEqual(['33-4'])
    expect(await folios('pendiente')).toEqual(['33-3'])
    expect((await folios('no_aplica')).toSorted()).toEqual(['33-5', '61-1'])
    expect(await folios('aceptado_tacito')).toEqual([])
    expect((await app.get('/v1/documentos/33/6')).body.data.estado_acuse).toBeNull()
    await app.settle()
    expect(await folios('pendiente')).toEqual(['33-3', '33-6'])
    app.advance(193 * HOUR)
    expect(await folios('pendiente')).toEqual([])
    expect(await folios('aceptado_tacito')).toEqual(['33-3', '33-6'])
    expect((await app.get('/v1/documentos?estado_acuse=nada')).body.code).toBe('INVALID_PARAMETER')
    const csv = (await app.get('/v1/documentos?formato=csv&estado_acuse=anulado')).body as string
    expect(
      csv
        .trim()
        .split('\n')
        .map((line) => line.trim().split(';').at(-1)),
    ).toEqual(['estado_acuse', 'anulado'])
  })
})

describe('the register of sales', () => {
  test('tells what receivers said, once, and nothing of what was only presumed', async () => {
    const hook = createReceptor()
    const { app, emitido } = await createEscena(4, { receptor: hook.fetch })
    await app.post(
      '/v1/webhooks',
      { url: 'http://127.0.0.1:9000/hook', eventos: ['dte.acuse'] },
      app.tenant.session,
    )
    const row = (folio: number, acuse: string, reclamo: string) =>
      ventaDe(folio, 112_501, {
        'Fecha Docto': '20/11/2026',
        'Fecha Recepcion': '20/11/2026 11:02:12',
        'Fecha Acuse Recibo': acuse,
        'Fecha Reclamo': reclamo,
      })
    const file = archivoDe('venta', 'REGISTRO', [
      row(1, '', '21/11/2026 10:00:00'),
      row(2, '22/11/2026 10:00:00', ''),
      row(3, '28/11/2026 11:02:12', ''),
      row(4, '', ''),
    ])
    app.advance(9 * 24 * HOUR)
    const { status, body } = await importar(app, '202611', file)
    expect([status, body.data?.documentos ?? body]).toEqual([201, 4])
    for (let i = 0; i < 2; i++) await app.app.services.cron.runAll()
    await app.drainJobs()
    const { data } = (await app.get('/v1/documentos?orden=folio')).body
    expect(data.map(({ estado_acuse }: { estado_acuse: string }) => estado_acuse)).toEqual([
      'reclamado',
      'recibido',
      'aceptado_tacito',
      'aceptado_tacito',
    ])
    const bodies = hook.recibidos.map((one) => JSON.parse(one.body).data)
    expect(bodies.map(({ folio, resultado, fuente }) => [folio, resultado, fuente])).toEqual([
      [1, 'reclamado', 'rcv'],
      [2, 'recibido', 'rcv'],
    ])
    expect((await emitido(1, '?fuente=local')).body.data.resultado).toBe('reclamado')
  })
})

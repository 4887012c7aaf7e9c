// Voiding with the note that equals the document (http §1.4; domain/dte §7.1), and
// balances that parallel requests and failed notes cannot break.

import { describe, expect, test } from 'bun:test'
import { randomRequests } from '../../conformance/random-requests'
import { annulAtSii, discard, document, emit, fail, linea, nota, saldo } from '../../support/emision'
import { boleta, factura } from '../../support/emisor'
import { casos } from '../../support/muestra'
import { guia, liquidacion } from '../../support/solicitudes'
import { type CompanyApp, loadFolios, testAppWithFolios } from '../../support/test-app'

const TODOS = {
  33: 60,
  34: 60,
  39: 60,
  41: 60,
  43: 9,
  46: 60,
  52: 9,
  56: 60,
  61: 400,
  110: 60,
  111: 90,
  112: 90,
}

const anular = (app: CompanyApp, tipo: number, folio: number, headers?: Record<string, string>) =>
  app.post(`/v1/dte/${tipo}/${folio}/anular`, { motivo: 'Datos del cliente equivocados' }, headers)

async function conFactura(body: object = factura()): Promise<CompanyApp> {
  const app = await testAppWithFolios({ folios: TODOS })
  await emit(app, body)
  await app.settle()
  return app
}

describe('POST /v1/dte/:tipo/:folio/anular', () => {
  test('issues the credit note with code 1; the document shows it and owes nothing', async () => {
    const app = await conFactura()
    const answer = await anular(app, 33, 1)
    expect(answer).toMatchObject({
      status: 202,
      body: { data: { tipo_dte: 61, folio: 1, estado: 'pending' } },
    })
    expect(answer.headers.get('location')).toBe(`/v1/dte/emision/${answer.body.data.job_id}`)
    await app.settle()
    expect(await document(app, 61, 1)).toMatchObject({
      estado_sii: 'aceptado',
      monto_total: 133_876,
      referencias: [
        {
          tipo_documento: '33',
          folio: '1',
          fecha: '2026-11-20',
          codigo: 1,
          razon: 'Datos del cliente equivocados',
        },
      ],
    })
    expect(await document(app, 33, 1)).toMatchObject({
      saldo: 0,
      anulado_por: { tipo_dte: 61, folio: 1 },
      referido_por: [
        { tipo_dte: 61, folio: 1, codigo: 1, monto: 133_876, aplicado: true, estado_sii: 'aceptado' },
      ],
    })
    // The list says it too, of what is void alone.
    const { data } = (await app.get('/v1/documentos?orden=tipo_dte')).body
    expect(data).toMatchObject([
      { tipo_dte: 33, anulado_por: { tipo_dte: 61, folio: 1 } },
      { tipo_dte: 61, anulado_por: null },
    ])
  })

  test('of random documents of every type is accepted without objection and leaves balance 0', async () => {
    const app = await testAppWithFolios({ folios: TODOS })
    const voidable = randomRequests(casos(240, 120), 23).filter((request) => {
      const { tipo_dte, referencias } = request as { tipo_dte: number; referencias?: { rut_otro?: string }[] }
      // Notes refer to what the ledger does not have, and would be rejected for that before they could be voided.
      return ![43, 52, 56, 61, 111, 112].includes(tipo_dte) && !referencias?.some((r) => r.rut_otro)
    })
    const issued: [tipo: number, folio: number][] = []
    for (const request of voidable) {
      const { body } = await app.post('/v1/dte/emitir', request)
      if (!body.ok) throw new Error(JSON.stringify(body))
      issued.push([body.data.tipo_dte, body.data.folio])
    }
    await app.settle()
    const accepted = []
    for (const [tipo, folio] of issued) {
      const { estado_sii } = await document(app, tipo, folio)
      if (estado_sii === 'rechazado') continue
      const { status, body } = await anular(app, tipo, folio)
      expect([tipo, folio, status, body.error]).toEqual([tipo, folio, 202, undefined])
      accepted.push([tipo, folio, body.data.tipo_dte, body.data.folio] as const)
    }
    await app.settle()
    expect(accepted.length).toBeGreaterThan(casos(90, 45))
    expect(new Set(accepted.map(([tipo]) => tipo))).toEqual(new Set([33, 34, 39, 41, 46, 110]))
    for (const [tipo, folio, tipoNota, folioNota] of accepted) {
      expect([tipo, folio, await saldo(app, tipo, folio)]).toEqual([tipo, folio, 0])
      const { estado_sii, glosa } = await document(app, tipoNota, folioNota)
      expect([tipo, folio, estado_sii, estado_sii === 'aceptado' ? null : glosa]).toEqual([
        tipo,
        folio,
        'aceptado',
        null,
      ])
    }
    // And the notes themselves, by the other kind of note.
    for (const [tipo, folio, tipoNota, folioNota] of accepted.filter((_, i) => i % 3 === 0)) {
      const { status, body } = await anular(app, tipoNota, folioNota)
      expect([tipo, folio, status, body.data?.tipo_dte]).toEqual([tipo, folio, 202, tipo === 110 ? 111 : 56])
    }
    await app.settle()
    for (const [tipo, folio, tipoNota, folioNota] of accepted.filter((_, i) => i % 3 === 0)) {
      expect([tipoNota, folioNota, await saldo(app, tipoNota, folioNota)]).toEqual([tipoNota, folioNota, 0])
      const { saldo: due, monto_total, anulado_por } = await document(app, tipo, folio)
      expect([tipo, folio, due, anulado_por]).toEqual([tipo, folio, monto_total, null])
    }
  }, 120_000)

  test('voids a boleta with a credit note to the final consumer', async () => {
    const app = await conFactura(boleta())
    expect((await anular(app, 39, 1)).body.data.tipo_dte).toBe(61)
    await app.settle()
    expect(await document(app, 61, 1)).toMatchObject({
      estado_sii: 'aceptado',
      razon_social_receptor: 'Consumidor final',
      monto_total: 11_980,
    })
    expect(await saldo(app, 39, 1)).toBe(0)
  })

  test('of a document still on its way waits until the SII has it', async () => {
    const app = await testAppWithFolios({ folios: TODOS })
    await emit(app)
    expect((await anular(app, 33, 1)).status).toBe(202)
    await app.settle()
    expect(await document(app, 61, 1)).toMatchObject({ estado_sii: 'aceptado' })
  })

  test('repeats its answer for the same Idempotency-Key', async () => {
    const app = await conFactura()
    const headers = { ...app.tenant.key, 'idempotency-key': 'anula-1' }
    const first = await anular(app, 33, 1, headers)
    const again = await anular(app, 33, 1, headers)
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([202, 'true'])
    expect(again.body).toEqual(first.body)
  })
})

describe('a void is refused, and no folio moves', () => {
  const refusal = async (app: CompanyApp, tipo: number, folio: number) => {
    const before = (await app.get('/v1/documentos')).body.paginacion.total
    const { status, body } = await anular(app, tipo, folio)
    expect((await app.get('/v1/documentos')).body.paginacion.total).toBe(before)
    return [status, body.code, body.error]
  }

  test('of what is void, or has its void on the way, also when 20 ask at once', async () => {
    const app = await conFactura()
    const answers = await Promise.all(Array.from({ length: 20 }, () => anular(app, 33, 1)))
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1)
    expect(await refusal(app, 33, 1)).toMatchObject([
      409,
      'INVALID_STATE',
      expect.stringContaining('tipo 61 folio 1'),
    ])
    await app.settle()
    // A debit note counts once accepted; a second void of the same note meanwhile would take its balance twice.
    const debits = await Promise.all(Array.from({ length: 20 }, () => anular(app, 61, 1)))
    expect(debits.filter(({ status }) => status === 202)).toHaveLength(1)
    const byHand = factura({
      tipo_dte: 56,
      referencias: [{ tipo_documento: 61, folio: 1, fecha: '2026-11-20', codigo: 1 }],
    })
    expect((await app.post('/v1/dte/emitir', byHand)).body.code).toBe('INVALID_STATE')
    await app.settle()
    expect([await saldo(app, 33, 1), await saldo(app, 61, 1)]).toEqual([133_876, 0])
    // The factura stands again, so it can be voided again.
    expect((await anular(app, 33, 1)).status).toBe(202)
  })

  test('once a note took a part, or added to it', async () => {
    const app = await conFactura()
    await emit(app, nota(3, 1, linea(1000)))
    expect(await refusal(app, 33, 1)).toMatchObject([
      422,
      'BALANCE_EXCEEDED',
      expect.stringContaining('132686'),
    ])
  })

  test('of what the SII rejected, or was discarded', async () => {
    const app = await testAppWithFolios({ folios: TODOS })
    annulAtSii(app, 33, 1)
    await emit(app)
    await app.settle()
    expect(await refusal(app, 33, 1)).toMatchObject([
      409,
      'INVALID_STATE',
      expect.stringContaining('rechazado'),
    ])
    await fail(app, 'envio', 'sin_permiso', 1)
    const id = await emit(app)
    await app.drainJobs()
    expect(await refusal(app, 33, 2)).toMatchObject([
      409,
      'INVALID_STATE',
      expect.stringContaining('se detuvo'),
    ])
    await discard(app, id, false)
    expect(await refusal(app, 33, 2)).toMatchObject([
      409,
      'INVALID_STATE',
      expect.stringContaining('descartado'),
    ])
  })

  test('of types that no note voids, with what to do instead', async () => {
    const app = await conFactura(guia())
    await emit(app, liquidacion())
    await app.settle()
    expect(await refusal(app, 52, 1)).toMatchObject([
      422,
      'DOCUMENT_TYPE_NOT_ALLOWED',
      expect.stringContaining('/v1/dte/guias/:folio/anular'),
    ])
    expect(await refusal(app, 43, 1)).toMatchObject([
      422,
      'DOCUMENT_TYPE_NOT_ALLOWED',
      expect.stringContaining('liquidación (43)'),
    ])
  })

  test('of what does not exist, of another company, without folios of the note, or by a bad request', async () => {
    const app = await testAppWithFolios({ folios: { 33: 3 } })
    await emit(app)
    expect(await refusal(app, 33, 9)).toMatchObject([404, 'NOT_FOUND', expect.anything()])
    expect(await refusal(app, 33, 1)).toMatchObject([409, 'NO_FOLIOS', expect.anything()])
    expect((await app.post('/v1/dte/xx/1/anular', { motivo: 'No' })).body.code).toBe('INVALID_PARAMETER')
    expect((await app.post('/v1/dte/33/1/anular', { razon: 'No' })).status).toBe(422)
    expect((await app.post('/v1/dte/33/1/anular', { motivo: 'x'.repeat(91) })).status).toBe(422)
    expect(await app.post('/v1/dte/33/1/anular', { motivo: '…'.repeat(40) })).toMatchObject({
      status: 422,
      body: { detalles: [{ campo: 'motivo', regla: 'largo_max' }] },
    })
    const other = await app.registerCompany()
    await loadFolios(app, other, { 61: 3 })
    expect((await anular(app, 33, 1, other.key)).status).toBe(404)
  })
})

describe('the balance of a document', () => {
  test('is never exceeded by parallel notes', async () => {
    const app = await conFactura(factura(linea(100_000)))
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => app.post('/v1/dte/emitir', nota(3, 1, linea(20_000)))),
    )
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(5)
    expect(new Set(answers.filter(({ status }) => status !== 202).map(({ body }) => body.code))).toEqual(
      new Set(['BALANCE_EXCEEDED']),
    )
    expect(await saldo(app, 33, 1)).toBe(0)
  })

  test('comes back from a void that was discarded or that the SII rejected', async () => {
    const app = await conFactura()
    await fail(app, 'envio', 'sin_permiso', 1)
    const { job_id: id } = (await anular(app, 33, 1)).body.data
    expect(await saldo(app, 33, 1)).toBe(0)
    await app.drainJobs()
    await discard(app, id, false)
    expect(await document(app, 33, 1)).toMatchObject({ saldo: 133_876, anulado_por: null })
    annulAtSii(app, 61, 2)
    expect((await anular(app, 33, 1)).body.data.folio).toBe(2)
    await app.settle()
    expect(await document(app, 61, 2)).toMatchObject({ estado_sii: 'rechazado' })
    expect(await document(app, 33, 1)).toMatchObject({
      saldo: 133_876,
      anulado_por: null,
      referido_por: [
        { folio: 1, aplicado: false },
        { folio: 2, aplicado: false, estado_sii: 'rechazado' },
      ],
    })
    expect((await anular(app, 33, 1)).status).toBe(202)
  })

  test('narrows the list: con_saldo', async () => {
    const app = await conFactura()
    await emit(app)
    await anular(app, 33, 1)
    const folios = async (query: string) =>
      (await app.get(`/v1/documentos?tipo_dte=33&${query}`)).body.data.map((d: { folio: number }) => d.folio)
    expect(await folios('con_saldo=true')).toEqual([2])
    expect(await folios('con_saldo=false')).toEqual([1])
  })
})

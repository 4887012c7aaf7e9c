// The effect of notes on balances, and its return (http §1.3; domain/dte §7.3).

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
  retry,
  saldo,
} from '../../support/emision'
import { factura, RECEPTOR } from '../../support/emisor'
import { type CompanyApp, testAppWithFolios } from '../../support/test-app'

/** Total of `factura()`. */
const TOTAL = 133_876
/** The simulator rejects what goes to this receiver, its folio used (http §24). */
const RECHAZADO = { receptor: { ...RECEPTOR, rut: '90000002-2' } }

const FECHA = '2026-11-20'
const ref = (folio: number, over: object = {}) => ({
  tipo_documento: 33,
  folio,
  fecha: FECHA,
  codigo: 3,
  ...over,
})

/** A debit note of a net price on the first factura. */
const debito = (precio: number, over: object = {}) =>
  factura({ tipo_dte: 56, referencias: [ref(1)], ...linea(precio), ...over })

const anula = (tipoDte: number, tipoReferido: number, over: object = {}) =>
  factura({
    tipo_dte: tipoDte,
    referencias: [{ tipo_documento: tipoReferido, folio: 1, fecha: FECHA, codigo: 1 }],
    ...over,
  })

/** A company whose first factura was accepted. */
async function conFactura(): Promise<CompanyApp> {
  const app = await testAppWithFolios({ folios: { 33: 9, 56: 9, 61: 9 } })
  await emit(app)
  await app.settle()
  return app
}

const refused = (app: CompanyApp, body: object) => app.post('/v1/dte/emitir', body)

describe('a credit note takes from the balance (http §1)', () => {
  test('whatever its code: a text correction that carries amounts too', async () => {
    const app = await conFactura()
    await emit(app, nota(2, 1, linea(100_000)))
    expect(await saldo(app, 33, 1)).toBe(TOTAL - 119_000)
    expect(await refused(app, nota(3, 1, linea(100_000)))).toMatchObject({
      status: 422,
      body: { code: 'BALANCE_EXCEEDED' },
    })
  })

  test('over several documents it fits their balances together, and takes from each what it has', async () => {
    const app = await testAppWithFolios({ folios: { 33: 9, 61: 9 } })
    await emit(app, factura(linea(100_000)))
    await emit(app, factura(linea(100_000)))
    const both = { tipo_dte: 61, referencias: [ref(1), ref(2)] }
    expect(await refused(app, factura({ ...both, ...linea(200_001) }))).toMatchObject({
      status: 422,
      body: { code: 'BALANCE_EXCEEDED' },
    })
    await emit(app, factura({ ...both, ...linea(150_000) }))
    expect([await saldo(app, 33, 1), await saldo(app, 33, 2)]).toEqual([0, 59_500])
  })

  test('refers to one document once', async () => {
    const app = await conFactura()
    const twice = factura({ tipo_dte: 61, ...linea(1000), referencias: [ref(1), ref(1, { razon: 'otra' })] })
    expect(await refused(app, twice)).toMatchObject({
      status: 422,
      body: { code: 'VALIDATION_ERROR', detalles: [{ campo: 'referencias[1].folio', regla: 'repetido' }] },
    })
    expect(await saldo(app, 33, 1)).toBe(TOTAL)
  })

  test.each([
    ['033 for 33', { tipo_documento: '033' }],
    ['01 for 1', { folio: '01' }],
    ["the issuer's own RUT", { rut_otro: '76543210-3' }],
  ])('refers to one document once, also in other words: %s', async (_, over) => {
    const app = await conFactura()
    const twice = factura({ tipo_dte: 61, ...linea(1000), referencias: [ref(1), ref(1, over)] })
    expect(await refused(app, twice)).toMatchObject({
      status: 422,
      body: { detalles: [{ campo: 'referencias[1].folio', regla: 'repetido' }] },
    })
  })

  test('is what takes: another type does nothing by the code of its references', async () => {
    const app = await conFactura()
    await emit(app, factura({ ...linea(1000), referencias: [ref(1), ref(1)] }))
    await emit(app, factura({ referencias: [ref(1, { codigo: 1 })] }))
    expect(await document(app, 33, 1)).toMatchObject({ saldo: TOTAL, anulado_por: null })
  })

  test('is held against it also when the reference names the company itself in rut_otro', async () => {
    const app = await conFactura()
    const own = factura({
      tipo_dte: 61,
      ...linea(9_000_000),
      referencias: [ref(1, { rut_otro: '76543210-3' })],
    })
    expect(await refused(app, own)).toMatchObject({ status: 422, body: { code: 'BALANCE_EXCEEDED' } })
  })

  test('a void is refused once a part was credited: together they would exceed the document', async () => {
    const app = await conFactura()
    await emit(app, nota(3, 1, linea(60_000)))
    expect(await refused(app, nota(1))).toMatchObject({ status: 422, body: { code: 'BALANCE_EXCEEDED' } })
    expect(await saldo(app, 33, 1)).toBe(TOTAL - 71_400)
  })

  test('does nothing to a document that was discarded', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5, 61: 5 } })
    await fail(app, 'envio', 'sin_permiso', 1)
    const id = await emit(app)
    const early = await emit(app, nota(3, 1, linea(10)))
    await app.drainJobs()
    await discard(app, id, false)
    expect(await refused(app, nota(1))).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
    // The one accepted before waited for a verdict that will never come.
    app.advance(2000)
    await app.drainJobs()
    expect(await job(app, early)).toMatchObject({ estado: 'failed', error: { code: 'INVALID_STATE' } })
  })
})

describe('a debit note adds to the balance', () => {
  test('once the SII has accepted it, not before', async () => {
    const app = await conFactura()
    await emit(app, debito(100_000))
    expect(await saldo(app, 33, 1)).toBe(TOTAL)
    expect((await refused(app, nota(3, 1, linea(200_000)))).body.code).toBe('BALANCE_EXCEEDED')
    await app.settle()
    expect(await saldo(app, 33, 1)).toBe(TOTAL + 119_000)
    await emit(app, nota(3, 1, linea(200_000)))
    expect(await saldo(app, 33, 1)).toBe(TOTAL + 119_000 - 238_000)
  })

  test('never when the SII rejected it', async () => {
    const app = await conFactura()
    await emit(app, debito(100_000, RECHAZADO))
    await app.settle()
    expect(await document(app, 56, 1)).toMatchObject({ estado_sii: 'rechazado' })
    expect(await saldo(app, 33, 1)).toBe(TOTAL)
  })

  test('nothing is taken back of one that was discarded before it counted', async () => {
    const app = await conFactura()
    await fail(app, 'envio', 'sin_permiso', 1)
    const id = await emit(app, debito(100_000))
    await app.drainJobs()
    expect((await discard(app, id, true)).status).toBe(200)
    expect(await saldo(app, 33, 1)).toBe(TOTAL)
  })

  test('and a credit note that voids it takes that away again', async () => {
    const app = await conFactura()
    await emit(app, debito(100_000))
    await app.settle()
    await emit(app, anula(61, 56, linea(100_000)))
    await app.settle()
    expect([await saldo(app, 56, 1), await saldo(app, 33, 1)]).toEqual([0, TOTAL])
  })
})

describe('a void that is itself undone brings back what it voided (domain/dte §7.3)', () => {
  test('by a debit note, once accepted: the factura can be voided anew', async () => {
    const app = await conFactura()
    await emit(app, nota(1))
    await app.settle()
    expect(await saldo(app, 33, 1)).toBe(0)
    await emit(app, anula(56, 61))
    expect(await saldo(app, 33, 1)).toBe(0)
    expect(await refused(app, nota(1))).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
    await app.settle()
    expect([await saldo(app, 33, 1), await saldo(app, 61, 1)]).toEqual([TOTAL, 0])
    await emit(app, nota(1))
    await app.settle()
    expect(await document(app, 61, 2)).toMatchObject({ estado_sii: 'aceptado' })
  })

  test('not by a debit note that the SII rejects', async () => {
    const app = await conFactura()
    await emit(app, nota(1))
    await app.settle()
    await emit(app, anula(56, 61, RECHAZADO))
    await app.settle()
    expect(await document(app, 56, 1)).toMatchObject({ estado_sii: 'rechazado' })
    expect([await saldo(app, 33, 1), await saldo(app, 61, 1)]).toEqual([0, TOTAL])
  })
})

describe('a note discarded after it was sent (http §7: the SII may have seen it)', () => {
  /** A note and a factura whose envelope the SII never answered for; both jobs ended. */
  async function unanswered(over: object = {}) {
    const app = await conFactura()
    const note = await emit(app, nota(3, 1, { ...linea(10_000), ...over }))
    const sibling = await emit(app)
    await fail(app, 'envio', 'http_503')
    await outlastAttempts(app)
    expect([(await job(app, note)).estado, (await job(app, sibling)).estado]).toEqual(['dlq', 'dlq'])
    await discard(app, note, true)
    return { app, note, sibling }
  }

  async function sendSibling(app: CompanyApp, sibling: string): Promise<void> {
    await heal(app)
    await retry(app, sibling)
    await app.settle()
  }

  test('counts until the SII says, and stays so when its envelope arrives after all', async () => {
    const { app, sibling } = await unanswered()
    expect(await saldo(app, 33, 1)).toBe(TOTAL - 11_900)
    await sendSibling(app, sibling)
    const { documentos } = await libro(app)
    expect(documentos).toContainEqual(expect.objectContaining({ tipo_dte: 61, veredicto: 'aceptado' }))
    expect(await document(app, 61, 1)).toMatchObject({ estado_sii: 'aceptado' })
    expect(await saldo(app, 33, 1)).toBe(TOTAL - 11_900)
    expect((await app.get('/v1/dte/folios/huecos')).body.data).toEqual([])
  })

  test('gives its balance back once, when the SII rejects it', async () => {
    const { app, sibling } = await unanswered(RECHAZADO)
    await sendSibling(app, sibling)
    expect(await document(app, 61, 1)).toMatchObject({ estado_sii: 'rechazado' })
    expect(await saldo(app, 33, 1)).toBe(TOTAL)
  })
})

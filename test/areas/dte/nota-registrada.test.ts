// Notes by hand over a document that only the register has (http §1.3): held against what stands there.

import { describe, expect, test } from 'bun:test'
import { document, emit, job } from '../../support/emision'
import { RECEPTOR } from '../../support/emisor'
import { type CompanyApp, testAppWithFolios } from '../../support/test-app'
import { archivoDe, importar, type Linea, rutOf, ventaDe } from '../rcv/archivos'

const venta = (folio: number, over: Linea = {}): Linea => ventaDe(folio, 100_000, over)
const half = { 'Monto Neto': 50_000, 'Monto IVA': 9500, 'Monto total': 59_500 }
const credito = (folio: number, sobre: number, over: Linea = half) =>
  venta(folio, { 'Tipo Doc': 61, 'Tipo Docto. Referencia': 33, 'Folio Docto. Referencia': sobre, ...over })

const cargar = (app: CompanyApp, ...rows: Linea[]) =>
  importar(app, '202611', archivoDe('venta', 'REGISTRO', rows))
async function conRegistro(...rows: Linea[]): Promise<CompanyApp> {
  const app = await testAppWithFolios({ folios: { 33: 5, 56: 20, 61: 20 } })
  await cargar(app, ...rows)
  return app
}

const nota = (codigo: number, precio: number, over: object = {}, ref: object = {}) => ({
  tipo_dte: 61,
  receptor: RECEPTOR,
  referencias: [{ tipo_documento: '33', folio: 900, fecha: '2026-11-12', codigo, ...ref }],
  detalle: [{ nombre: 'Rebaja', precio }],
  ...over,
})
const emitir = async (app: CompanyApp, body: object) => {
  const { status, body: answer } = await app.post('/v1/dte/emitir', body)
  return [status, answer.code ?? answer.data.advertencias.map(({ code }: { code: string }) => code)]
}
const validar = async (app: CompanyApp, body: object) => {
  const { body: answer } = await app.post('/v1/dte/validar', body)
  return answer.code ?? answer.data.advertencias.map(({ code }: { code: string }) => code)
}

describe('a note by hand over an invoice that only the register has', () => {
  test('finds its whole balance once', async () => {
    const app = await conRegistro(venta(900))
    expect(await emitir(app, nota(3, 100_000))).toEqual([202, ['REFERENCE_NOT_VERIFIED']])
    expect(await emitir(app, nota(3, 100_000))).toEqual([422, 'BALANCE_EXCEEDED'])
    expect(await emitir(app, nota(3, 1))).toEqual([422, 'BALANCE_EXCEEDED'])
  })

  test('and two at once: one of them is refused', async () => {
    const app = await conRegistro(venta(900))
    const answers = await Promise.all([1, 2].map(() => emitir(app, nota(3, 60_000))))
    expect(answers.map(([status]) => status).sort()).toEqual([202, 422])
  })

  test('and two in a lote: one of them is refused', async () => {
    const app = await conRegistro(venta(900))
    const { body } = await app.post('/v1/dte/emitir/lote', { documentos: [nota(3, 60_000), nota(3, 60_000)] })
    expect(body.data.documentos).toMatchObject([{ ok: true }, { ok: false, code: 'BALANCE_EXCEEDED' }])
  })

  test('is refused where it is more than the invoice, or bears what that lacks', async () => {
    const app = await conRegistro(venta(900))
    expect(await validar(app, nota(3, 200_000))).toBe('BALANCE_EXCEEDED')
    const exenta = [{ nombre: 'Exento', precio: 5000, exento: true }]
    const { body } = await app.post('/v1/dte/validar', nota(3, 0, { detalle: exenta }))
    expect([body.code, body.error]).toEqual(['BALANCE_EXCEEDED', expect.stringContaining('no lo lleva')])
    expect(body.detalles).toMatchObject([
      { campo: 'referencias[0].codigo', componente: 'exento', saldo: 0, pedido: 5000 },
    ])
  })

  test('voids it with its very amounts alone', async () => {
    const app = await conRegistro(venta(900))
    expect(await validar(app, nota(1, 90_000))).toBe('AMOUNT_MISMATCH')
    const exenta = [{ nombre: 'Exento', precio: 119_000, exento: true }]
    expect(await validar(app, nota(1, 0, { detalle: exenta }))).toBe('AMOUNT_MISMATCH')
    expect(await emitir(app, nota(1, 100_000))).toEqual([202, ['REFERENCE_NOT_VERIFIED']])
  })

  test('is about its receiver and its date, which is filled in', async () => {
    const app = await conRegistro(venta(900))
    const other = nota(3, 1000, { receptor: { ...RECEPTOR, rut: rutOf(76_543_210) } })
    expect(await validar(app, other)).toEqual(['REFERENCE_NOT_VERIFIED', 'RECEIVER_DIFFERS'])
    expect(await validar(app, nota(3, 1000, {}, { fecha: '2026-11-11' }))).toBe('VALIDATION_ERROR')
    expect(await validar(app, nota(3, 1000, {}, { fecha: undefined }))).toEqual(['REFERENCE_NOT_VERIFIED'])
  })

  test('counts whoever its receiver was', async () => {
    const app = await conRegistro(venta(900))
    const other = nota(3, 100_000, { receptor: { ...RECEPTOR, rut: rutOf(76_543_210) } })
    expect((await emitir(app, other))[0]).toBe(202)
    expect(await emitir(app, nota(3, 100_000))).toEqual([422, 'BALANCE_EXCEEDED'])
  })

  test('is refused once a note voids it, a debit note too', async () => {
    const app = await conRegistro(venta(900))
    expect((await app.post('/v1/dte/33/900/anular', { motivo: 'Otro cliente' })).status).toBe(202)
    for (const tipo_dte of [56, 61])
      expect(await emitir(app, nota(3, 1000, { tipo_dte }))).toEqual([409, 'INVALID_STATE'])
  })

  test('finds what notes of the register leave, and those of here are not counted twice', async () => {
    const app = await conRegistro(venta(900), credito(70, 900))
    expect(await validar(app, nota(3, 50_001))).toBe('BALANCE_EXCEEDED')
    expect(await validar(app, nota(1, 100_000))).toBe('BALANCE_EXCEEDED')
    expect((await emitir(app, nota(3, 20_000)))[0]).toBe(202)
    const mine = { 'Monto Neto': 20_000, 'Monto IVA': 3800, 'Monto total': 23_800 }
    await cargar(app, venta(900), credito(70, 900), credito(1, 900, mine))
    expect(await validar(app, nota(3, 30_001))).toBe('BALANCE_EXCEEDED')
    expect(await validar(app, nota(3, 30_000))).toEqual(['REFERENCE_NOT_VERIFIED'])
  })

  test('that the SII rejected takes nothing', async () => {
    const app = await conRegistro(venta(900))
    expect((await emitir(app, nota(3, 100_000)))[0]).toBe(202)
    // The simulated SII never had the invoice.
    await app.settle()
    expect((await document(app, 61, 1)).estado_sii).toBe('rechazado')
    expect((await emitir(app, nota(3, 100_000)))[0]).toBe(202)
  })

  test('that waits for its hour is held against it twice: when it is asked for and when its hour comes', async () => {
    const app = await conRegistro(venta(900))
    const luego = { programar_para: '2026-11-20T15:02:11.000Z' }
    expect(await emitir(app, nota(3, 200_000, luego))).toEqual([422, 'BALANCE_EXCEEDED'])
    const id = await emit(app, nota(3, 60_000, luego))
    await cargar(app, venta(900), credito(70, 900))
    app.advance(3_600_000)
    await app.settle()
    expect(await job(app, id)).toMatchObject({ estado: 'failed', error: { code: 'BALANCE_EXCEEDED' } })
  })

  test('takes from several what each has', async () => {
    const app = await conRegistro(venta(900), venta(901))
    const refs = [900, 901].map((folio) => ({ tipo_documento: '33', folio, fecha: '2026-11-12', codigo: 3 }))
    expect(await validar(app, nota(3, 200_001, { referencias: refs }))).toBe('BALANCE_EXCEEDED')
    expect((await emitir(app, nota(3, 150_000, { referencias: refs })))[0]).toBe(202)
    expect(await validar(app, nota(3, 1))).toBe('BALANCE_EXCEEDED')
    expect(await validar(app, nota(3, 50_000, {}, { folio: 901 }))).toEqual(['REFERENCE_NOT_VERIFIED'])
    expect(await validar(app, nota(3, 50_001, {}, { folio: 901 }))).toBe('BALANCE_EXCEEDED')
  })

  test('tells what was checked, and of what nobody knows that nothing was', async () => {
    const app = await conRegistro(venta(900))
    const said = async (folio: number) =>
      (await app.post('/v1/dte/validar', nota(3, 1000, {}, { folio }))).body.data.advertencias[0].mensaje
    expect(await said(900)).toContain('su saldo ($119.000)')
    expect(await said(900)).not.toContain('no se pudo')
    expect(await said(77_777)).toBe(
      'El documento tipo 33 folio 77777 no se emitió en este sistema; no se pudo revisar',
    )
    const { body } = await app.post('/v1/dte/33/900/anular', { motivo: 'Otro cliente' })
    expect(body.data.advertencias[0].mensaje).toContain('se revisaron con el registro de ventas')
  })

  test('counts from before the register had it', async () => {
    const app = await testAppWithFolios({ folios: { 61: 9 } })
    expect((await emitir(app, nota(3, 100_000)))[0]).toBe(202)
    await cargar(app, venta(900))
    expect(await emitir(app, nota(3, 100_000))).toEqual([422, 'BALANCE_EXCEEDED'])
  })

  test('of a total with other taxes is held by net and total', async () => {
    const otro = {
      'Codigo Otro Imp.': 24,
      'Valor Otro Imp.': 31_500,
      'Tasa Otro Imp.': 31.5,
      'Monto total': 150_500,
    }
    const app = await conRegistro(venta(900, otro))
    expect(await validar(app, nota(3, 100_001))).toBe('BALANCE_EXCEEDED')
    const licor = { detalle: [{ nombre: 'Licor', precio: 100_000, impuesto_adicional: 24 }] }
    expect(await validar(app, nota(1, 0, licor))).toEqual(['REFERENCE_NOT_VERIFIED'])
  })

  test('that adds is owed once the SII took it, and may not be passed by', async () => {
    const app = await conRegistro(
      venta(900),
      venta(71, { 'Tipo Doc': 56, 'Tipo Docto. Referencia': 33, 'Folio Docto. Referencia': 900, ...half }),
    )
    expect(await validar(app, nota(3, 150_001))).toBe('BALANCE_EXCEEDED')
    expect(await validar(app, nota(3, 150_000))).toEqual(['REFERENCE_NOT_VERIFIED'])
    expect(await emitir(app, nota(3, 1000, { tipo_dte: 56 }))).toEqual([202, ['REFERENCE_NOT_VERIFIED']])
    expect(await validar(app, nota(3, 150_001))).toBe('BALANCE_EXCEEDED')
    expect(await validar(app, nota(1, 100_000))).toBe('INVALID_STATE')
  })

  test('over a note of the register voids it once', async () => {
    const app = await conRegistro(venta(900), credito(70, 900))
    const anula = nota(1, 50_000, { tipo_dte: 56 }, { tipo_documento: '61', folio: 70 })
    expect(await validar(app, nota(1, 50_001, { tipo_dte: 56 }, { tipo_documento: '61', folio: 70 }))).toBe(
      'AMOUNT_MISMATCH',
    )
    expect(await emitir(app, anula)).toEqual([202, ['REFERENCE_NOT_VERIFIED']])
    expect(await emitir(app, anula)).toEqual([409, 'INVALID_STATE'])
  })

  test('of another company is no matter of this one', async () => {
    const app = await conRegistro(venta(900))
    const other = await app.registerCompany()
    const { body } = await app.post('/v1/dte/validar', nota(3, 500_000), other.key)
    expect(JSON.stringify(body)).not.toContain('BALANCE_EXCEEDED')
  })
})

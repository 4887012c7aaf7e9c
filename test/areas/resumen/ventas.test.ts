// The month's sales, which are one figure wherever it stands (http §21): a month that holds every kind of document.

import { beforeAll, describe, expect, test } from 'bun:test'
import { TIPOS } from '../../../src/domain/dte/tipos'
import { DE_VENTA } from '../../../src/domain/dte/ventas'
import { discard, document, emit, emitRefused } from '../../support/emision'
import { factura, RECEPTOR } from '../../support/emisor'
import { porTipo } from '../../support/solicitudes'
import { type CompanyApp, testAppWithFolios } from '../../support/test-app'

interface PorTipo {
  tipo_dte: number
  monto_total: number
}

const MES = '202611'
const RECHAZADO = factura({ receptor: { ...RECEPTOR, rut: '90000002-2' } })
const sum = (rows: readonly { monto_total: number }[]) => rows.reduce((all, one) => all + one.monto_total, 0)

let app: CompanyApp
/** The total of the one document of each type. */
const total: Record<number, number> = {}

beforeAll(async () => {
  app = await testAppWithFolios({ folios: Object.fromEntries(TIPOS.map(({ codigo }) => [codigo, 9])) })
  for (const body of porTipo()) {
    await emit(app, body)
    await app.settle()
  }
  for (const { codigo } of TIPOS) total[codigo] = (await document(app, codigo, 1)).monto_total
  await emit(app, RECHAZADO)
  await app.settle()
  // Given up after the SII refused its file, its folio lost.
  await discard(app, await emitRefused(app), false)
  await app.post('/v1/dte/46/1/anular', { motivo: 'Se devolvió' })
  await app.settle()
  expect((await app.post(`/v1/rcv/${MES}/sync`, {})).status).toBe(200)
  await emit(app, factura())
})

const ventas = async (): Promise<{ monto_total: number; por_enviar: number }[]> =>
  (await app.get('/v1/resumen')).body.data.ventas

describe('the month', () => {
  test('holds every type, a rejection, what was given up, a note over a purchase and what waits for the SII', async () => {
    const { documentos } = (await app.get('/v1/resumen')).body.data
    const states = documentos.map(
      (one: { tipo_dte: number; estado_sii: string; documentos: number }) =>
        `${one.tipo_dte} ${one.estado_sii} ${one.documentos}`,
    )
    expect(states.sort()).toEqual(
      [
        ...TIPOS.filter(({ codigo }) => codigo !== 61).map(({ codigo }) => `${codigo} aceptado 1`),
        '61 aceptado 2',
        '33 no_enviado 2',
        '33 rechazado 1',
      ].sort(),
    )
  })

  test('adds up in the summary to what is sold less what notes of credit take, whole types left out', async () => {
    const sold = [33, 33, 34, 39, 41, 43, 56, 110, 111].reduce((all, tipo) => all + total[tipo]!, 0)
    const [day, ...others] = await ventas()
    expect(others).toEqual([])
    expect(day).toEqual({
      fecha: '2026-11-20',
      monto_total: sold - total[61]! - total[112]!,
      por_enviar: total[33]!,
    } as typeof day)
  })

  test('adds up to the same in the book of what was issued here, which waits for the SII', async () => {
    const { totales } = (await app.get(`/v1/libros/ventas/${MES}?base=emitidos`)).body.data
    const [day] = await ventas()
    expect(sum(totales)).toBe(day!.monto_total - day!.por_enviar)
  })

  test('adds up to the same in the register and in its book, where all was issued here', async () => {
    const [day] = await ventas()
    const sent = day!.monto_total - day!.por_enviar
    const { totales } = (await app.get(`/v1/libros/ventas/${MES}`)).body.data
    expect(sum(totales)).toBe(sent)
    const { resumen } = (await app.get(`/v1/rcv/${MES}`)).body.data
    const sales = resumen.filter(({ tipo }: { tipo: string }) => tipo === 'venta') as PorTipo[]
    const minus = (tipo: number) => (tipo === 61 || tipo === 112 ? -1 : 1)
    expect(sales.reduce((all, one) => all + minus(one.tipo_dte) * one.monto_total, 0)).toBe(sent)
  })
})

test('what was billed to a customer counts the same types', () => {
  const { sql } = app.store.client
    .prepare<[], { sql: string }>("SELECT sql FROM sqlite_master WHERE name = 'cliente_suma_entra'")
    .get()!
  const [, types] = /NEW\.tipo_dte IN \(([\d, ]+)\)/.exec(sql)!
  expect(types!.split(', ').map(Number)).toEqual([...DE_VENTA].sort((a, b) => a - b))
})

import { describe, expect, test } from 'bun:test'
import type { Rango } from '../../../src/domain/folios/existencias'
import { forecast, isApurado, pedidoDe } from '../../../src/domain/folios/pronostico'

const HOY = '2026-11-20'
/** A type whose folios do not expire, and one whose do after six months. */
const [BOLETA, FACTURA] = [39, 33]

const rango = (parts: Partial<Rango> = {}): Rango => ({
  id: 'caf_1',
  desde: 1,
  hasta: 100,
  siguiente: 1,
  fechaAutorizacion: '2026-11-01',
  venceEl: null,
  origen: 'carga',
  libres: 0,
  firstFree: null,
  heredadoHasta: null,
  porConciliar: false,
  ...parts,
})

describe('a forecast', () => {
  test('goes by the larger of the two means', () => {
    const { ritmo, seAgotaEl, sugerida } = forecast(BOLETA, [rango()], { corto: 60, largo: 450 }, HOY)
    expect(ritmo).toEqual({ promedio30: 2, promedio90: 5 })
    expect([seAgotaEl, sugerida]).toEqual(['2026-12-10', 125])
    expect(forecast(BOLETA, [rango()], { corto: 300, largo: 300 }, HOY).seAgotaEl).toBe('2026-11-30')
  })

  test('suggests what 45 days lack, and nothing where that much is there', () => {
    const suggested = (left: number) =>
      forecast(BOLETA, [rango({ hasta: left })], { corto: 60, largo: 60 }, HOY).sugerida
    expect([suggested(1), suggested(89), suggested(90), suggested(500)]).toEqual([89, 1, 0, 0])
  })

  test('without use suggests nothing and sees no end', () => {
    const found = forecast(BOLETA, [rango()], { corto: 0, largo: 0 }, HOY)
    expect(found).toMatchObject({ disponibles: 100, seAgotaEl: null, sePerderan: 0, sugerida: 0 })
  })

  test('counts as lost what expires before the pace comes to it, and asks for that too', () => {
    const soon = rango({ venceEl: '2026-11-24' })
    const found = forecast(
      FACTURA,
      [soon, rango({ desde: 101, hasta: 110, siguiente: 101 })],
      { corto: 60, largo: 60 },
      HOY,
    )
    // Five good days at two a day.
    expect(found).toMatchObject({
      disponibles: 110,
      venceEl: '2026-11-24',
      sePerderan: 90,
      seAgotaEl: '2026-11-30',
    })
    expect(found.sugerida).toBe(70)
  })

  test('of a range that is used behind another does not promise days in which it has expired', () => {
    const first = rango({ hasta: 20 })
    const second = rango({ desde: 21, hasta: 40, siguiente: 21, venceEl: '2026-11-29' })
    // Twenty last ten days, and the others are then over.
    expect(forecast(FACTURA, [first, second], { corto: 60, largo: 60 }, HOY).sePerderan).toBe(20)
  })

  test('leaves out expired ranges, and of types that expire never asks for more than their life takes', () => {
    const expired = rango({ venceEl: '2026-11-19' })
    expect(forecast(FACTURA, [expired], { corto: 60, largo: 60 }, HOY)).toMatchObject({
      disponibles: 0,
      seAgotaEl: HOY,
      venceEl: null,
      sugerida: 90,
    })
  })

  test('is in Spanish what a person should do', () => {
    const why = (left: number, corto: number) =>
      forecast(BOLETA, [rango({ hasta: left })], { corto, largo: 0 }, HOY).motivo
    expect(why(10, 0)).toBe('Sin uso en 90 días: no hace falta pedir')
    expect(why(10, 30)).toBe('Con 35 folios más alcanza para 45 días al ritmo actual')
    expect(why(100, 30)).toBe('Quedan para 100 días o más: no hace falta pedir')
    const many = rango({ hasta: 400, venceEl: '2027-02-27' })
    expect(forecast(FACTURA, [many], { corto: 30, largo: 30 }, HOY).motivo).toBe(
      'Quedan para 100 días o más: no hace falta pedir; a este ritmo 300 folios vencen sin usarse',
    )
  })
})

describe('folios that ask for themselves', () => {
  const at = (left: number) => forecast(BOLETA, [rango({ hasta: left })], { corto: 30, largo: 30 }, HOY)

  test('do so at their threshold, and when they end within a week', () => {
    expect([isApurado(at(10), 10, HOY), isApurado(at(10), 9, HOY)]).toEqual([true, false])
    expect([isApurado(at(6), 0, HOY), isApurado(at(7), 0, HOY)]).toEqual([true, false])
    expect(isApurado(at(6), null, HOY)).toBe(true)
  })

  test('ask for enough to rise above it', () => {
    expect([pedidoDe(at(10), 5), pedidoDe(at(10), 200), pedidoDe(at(100), 5)]).toEqual([35, 191, 1])
  })
})

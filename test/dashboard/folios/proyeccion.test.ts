// How far folios reach and how many to ask for (dashboard §10).

import { describe, expect, test } from 'bun:test'
import { lasting, project, type Rango, suggest } from '../../../src/dashboard/folios/proyeccion'

const HOY = '2026-11-22'
const rango = (desde: number, hasta: number, vence_el: string | null, usados = 0): Rango => ({
  id: `caf_${desde}`,
  desde,
  hasta,
  usados,
  fecha_autorizacion: '2026-11-01',
  vence_el,
  estado: 'vigente',
  origen: 'solicitud',
})

describe('the stock of a type', () => {
  test('runs to its end at the pace of the last thirty days', () => {
    const stock = { disponibles: 100, dias_estimados: 20, rangos: [rango(1, 100, '2027-05-01')] }
    expect(project(stock, HOY)).toEqual({
      puntos: [
        { day: HOY, value: 100 },
        { day: '2026-12-12', value: 0 },
      ],
      alcanza: '2026-12-12',
      vence: { dia: '2027-05-01', sobran: 0 },
    })
  })

  test('falls where a range expires with folios left over, which are counted', () => {
    // One a day: eleven are used until the end of 2 December, the last good day.
    const stock = { disponibles: 100, dias_estimados: 100, rangos: [rango(1, 100, '2026-12-02')] }
    const { alcanza, vence, puntos } = project(stock, HOY)
    expect(vence).toEqual({ dia: '2026-12-02', sobran: 89 })
    expect(alcanza).toBeNull()
    expect(puntos.at(-1)).toEqual({ day: '2026-12-03', value: 0 })
  })

  test('is said alike in the sentence and on the line', () => {
    // Two a month: 11 days use less than one of the fifty.
    const stock = { disponibles: 50, dias_estimados: 750, rangos: [rango(1, 50, '2026-12-02')] }
    const { vence, puntos } = project(stock, HOY)
    expect(puntos.at(-2)).toEqual({ day: '2026-12-02', value: vence?.sobran ?? -1 })
  })

  test('goes on with the next range after one has expired', () => {
    const rangos = [rango(1, 20, '2026-12-01'), rango(21, 60, null)]
    const { alcanza, vence } = project({ disponibles: 60, dias_estimados: 60, rangos }, HOY)
    expect(vence).toEqual({ dia: '2026-12-01', sobran: 10 })
    expect(alcanza).toBe('2027-01-11')
  })

  test('that nobody uses has no end but the date of expiry, with all left over', () => {
    const unused = { disponibles: 50, dias_estimados: null, rangos: [rango(1, 50, '2027-05-01')] }
    expect(project(unused, HOY)).toMatchObject({ alcanza: null, vence: { dia: '2027-05-01', sobran: 50 } })
    const forever = { ...unused, rangos: [rango(1, 50, null)] }
    expect(project(forever, HOY)).toEqual({ puntos: [{ day: HOY, value: 50 }], alcanza: null, vence: null })
  })

  test('leaves out ranges that are used up or have expired', () => {
    const rangos = [
      { ...rango(1, 50, '2026-01-01'), estado: 'vencido' as const },
      { ...rango(51, 60, null, 10), estado: 'agotado' as const },
    ]
    expect(project({ disponibles: 0, dias_estimados: 0, rangos }, HOY)).toEqual({
      puntos: [{ day: HOY, value: 0 }],
      alcanza: null,
      vence: null,
    })
  })
})

describe('what to ask for', () => {
  const stock = (disponibles: number, dias_estimados: number | null, cantidad: number | 'max' = 'max') => ({
    disponibles,
    dias_estimados,
    cantidad,
    rangos: [],
  })

  test('is 45 days of use', () => {
    expect(suggest(39, stock(100, 10), HOY)).toBe(450)
    expect(suggest(33, stock(10, 10), HOY)).toBe(45)
  })

  test('is never more than will be used before the new ones expire', () => {
    // 182 days at one a day, 170 of which are there already.
    expect(suggest(33, stock(170, 170), HOY)).toBe(12)
    expect(suggest(33, stock(500, 500), HOY)).toBe(1)
    expect(suggest(39, stock(500, 500), HOY)).toBe(45)
  })

  test('without use is what automatic replenishment asks for, or a hundred', () => {
    expect(suggest(33, undefined, HOY)).toBe(100)
    expect(suggest(33, stock(20, null), HOY)).toBe(100)
    expect(suggest(33, stock(0, 0, 30), HOY)).toBe(30)
  })

  test('is nothing where what is there lasts longer than what would be granted', () => {
    expect(lasting({ tipo_dte: 33, ...stock(500, 500) }, HOY)).toBe(true)
    expect(lasting({ tipo_dte: 33, ...stock(170, 170) }, HOY)).toBe(false)
    // Those of boletas do not expire.
    expect(lasting({ tipo_dte: 39, ...stock(500, 500) }, HOY)).toBe(false)
    expect(lasting({ tipo_dte: 33, ...stock(50, null) }, HOY)).toBe(false)
  })
})

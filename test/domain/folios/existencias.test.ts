import { describe, expect, test } from 'bun:test'
import { daysBetween } from '../../../src/domain/fecha'
import { estadoRango, existencias, type Rango, usadosRango } from '../../../src/domain/folios/existencias'
import { forecast } from '../../../src/domain/folios/pronostico'

const HOY = '2026-11-20'

const rango = (parts: Partial<Rango> = {}): Rango => ({
  id: 'caf_1',
  desde: 1,
  hasta: 100,
  siguiente: 1,
  fechaAutorizacion: '2026-11-01',
  venceEl: '2027-05-01',
  origen: 'carga',
  libres: 0,
  firstFree: null,
  heredadoHasta: null,
  porConciliar: false,
  ...parts,
})

/** So many folios in the last thirty days, and none before. */
const used = (folios: number) => ({ corto: folios, largo: folios })

describe('estadoRango', () => {
  test('is vigente while folios are left, freed ones too', () => {
    expect(estadoRango(rango(), HOY)).toBe('vigente')
    expect(estadoRango(rango({ siguiente: 101, libres: 1, firstFree: 40 }), HOY)).toBe('vigente')
  })

  test('is agotado when none is left, expired or not', () => {
    expect(estadoRango(rango({ siguiente: 101 }), HOY)).toBe('agotado')
    expect(estadoRango(rango({ siguiente: 101, venceEl: '2026-11-19' }), HOY)).toBe('agotado')
  })

  test('is vencido from the day after the last good one', () => {
    expect(estadoRango(rango({ venceEl: HOY }), HOY)).toBe('vigente')
    expect(estadoRango(rango({ venceEl: '2026-11-19' }), HOY)).toBe('vencido')
  })

  test('a freed folio is not used', () => {
    expect(usadosRango(rango({ siguiente: 11, libres: 2, firstFree: 3 }))).toBe(8)
  })
})

describe('existencias (http §18)', () => {
  const vencido = rango({ id: 'caf_0', desde: 1, hasta: 50, siguiente: 11, venceEl: '2026-11-19' })
  const nuevo = rango({ desde: 51, hasta: 150, siguiente: 61 })

  test('counts what can be taken today: nothing of an expired range', () => {
    const { disponibles, siguiente, venceEl } = existencias([vencido, nuevo], used(0), HOY)
    expect({ disponibles, siguiente, venceEl }).toEqual({
      disponibles: 90,
      siguiente: 61,
      venceEl: '2027-05-01',
    })
  })

  test('a freed folio comes first, unless its range has expired', () => {
    expect(existencias([{ ...nuevo, libres: 1, firstFree: 55 }], used(0), HOY)).toMatchObject({
      siguiente: 55,
      disponibles: 91,
    })
    expect(existencias([{ ...vencido, libres: 1, firstFree: 3 }, nuevo], used(0), HOY).siguiente).toBe(61)
  })

  test('estimates the days left from the pace, null without use', () => {
    expect(existencias([nuevo], used(0), HOY).diasEstimados).toBeNull()
    expect(existencias([nuevo], used(60), HOY).diasEstimados).toBe(45)
    // A quick quarter counts as a quick month does.
    expect(existencias([nuevo], { corto: 0, largo: 180 }, HOY).diasEstimados).toBe(45)
  })

  test('does not count the days for which folios would last had they not expired before', () => {
    // Ten days until they expire, one folio a day: 80 of the 90 are lost.
    const breve = { ...nuevo, venceEl: '2026-11-29' }
    expect(existencias([breve], used(30), HOY).diasEstimados).toBe(10)
    const usados = { corto: 48, largo: 48 }
    const { seAgotaEl, sePerderan } = forecast(33, [nuevo], usados, HOY)
    expect(daysBetween(HOY, seAgotaEl!)).toBe(existencias([nuevo], usados, HOY).diasEstimados!)
    expect(sePerderan).toBe(0)
  })

  test('without anything left says so', () => {
    expect(existencias([vencido], used(30), HOY)).toEqual({
      disponibles: 0,
      siguiente: null,
      diasEstimados: 0,
      venceEl: null,
      advertencias: [],
    })
  })

  const codes = (rangos: Rango[], usados: number) =>
    existencias(rangos, used(usados), HOY).advertencias.map(({ code }) => code)

  test('warns when a range about to expire will not be used in time', () => {
    const porVencer = rango({ hasta: 30, venceEl: '2026-11-29' }) // ten days of use left, today included
    expect(codes([porVencer], 30)).toEqual(['FOLIOS_EXPIRING'])
    expect(codes([porVencer], 90)).toEqual([])
    expect(codes([porVencer], 0)).toEqual(['FOLIOS_EXPIRING'])
    expect(existencias([porVencer], used(30), HOY).advertencias[0]!.mensaje).toContain('sobrarán 20')
  })

  test('does not warn of a range that has months to go', () => {
    expect(codes([nuevo], 1)).toEqual([])
  })

  test('warns from 24 months on of a range that is not known to expire', () => {
    expect(codes([rango({ venceEl: null, fechaAutorizacion: '2024-11-21' })], 1)).toEqual([])
    expect(codes([rango({ venceEl: null, fechaAutorizacion: '2024-11-20' })], 1)).toEqual(['OLD_CAF'])
  })
})

import { describe, expect, test } from 'bun:test'
import { AppError } from '../../../src/domain/errors'
import { chileInstant, chileTimestamp } from '../../../src/domain/fecha'
import { diasOf, readPeriodo } from '../../../src/domain/rcv/periodo'
import { detalleOf, signoOf, tipoTransaccionOf } from '../../../src/domain/rcv/tipos'

describe('types of a register (domain/rcv §4)', () => {
  test('notes of credit take away, notes of debit do not', () => {
    expect([60, 61, 106, 112].map(signoOf)).toEqual([-1, -1, -1, -1])
    expect([33, 46, 55, 56, 104, 111, 777].map(signoOf)).toEqual([1, 1, 1, 1, 1, 1, 1])
  })

  test('boletas are one sum a month', () => {
    expect([39, 33, 30, 777].map(detalleOf)).toEqual(['resumen', 'electronico', 'papel', 'papel'])
  })

  test('a kind of purchase is a number by its words, with or without accents', () => {
    expect(tipoTransaccionOf('compra', 'IVA Uso Común')).toBe(5)
    expect(tipoTransaccionOf('compra', 'IVA USO COMUN')).toBe(5)
    expect(tipoTransaccionOf('venta', 'Activo Fijo')).toBe(2)
    expect(tipoTransaccionOf('venta', 'Otra cosa')).toBeNull()
    expect(tipoTransaccionOf('venta', null)).toBeNull()
  })
})

describe('kinds of purchase and sale', () => {
  // The page's words, those of the SII's lists (tpo-tran-compra, tpo-tran-venta), numbers, and what people make of them.
  test.each([
    ['compra', 1, ['Del Giro', 'Compras del giro', 'DEL GIRO', '1', '01']],
    [
      'compra',
      2,
      ['Supermercado', 'Supermercados', 'Supermercados o similares', 'SUPERMERCADOS Y SIMILARES'],
    ],
    [
      'compra',
      3,
      ['Bien Raíz', 'Bienes Raíces', 'bienes raices', 'Adquisición de bien raíz', 'Bien inmueble'],
    ],
    ['compra', 4, ['Activo Fijo', 'ACTIVO  FIJO', 'Activos fijos', '4 - Activo Fijo', '4,0']],
    ['compra', 5, ['IVA Uso Común', 'IVA de uso común', 'Uso comun']],
    ['compra', 6, ['IVA no Recuperable', 'Sin derecho a crédito', '6']],
    ['compra', 7, ['No Corresp. Incluir', 'No corresponde incluir']],
    ['venta', 1, ['Del Giro', 'Ventas del giro', '1']],
    ['venta', 2, ['Activo Fijo', 'Venta de activo fijo', '2']],
    ['venta', 3, ['Bien raíz', 'Bienes Raices', 'Venta bien raíz', '3']],
  ] as const)('of %s: %i', (lado, number, words) => {
    expect(words.map((one) => tipoTransaccionOf(lado, one))).toEqual(words.map(() => number))
  })

  test('are unknown where no list has them, or number and words say two things', () => {
    expect(
      ['Raro', '', ' ', '8', '4 Del Giro', 'IVA', 'Giro activo'].map((one) =>
        tipoTransaccionOf('compra', one),
      ),
    ).toEqual(Array(7).fill(null))
  })
})

describe('months of a register (domain/rcv §1)', () => {
  test('go from May 2017 to the present one of Chile', () => {
    const now = new Date('2026-12-01T02:59:59Z')
    expect([readPeriodo('201705', now), readPeriodo('202611', now)]).toEqual(['201705', '202611'])
    for (const bad of ['201704', '202612', '202613', '2026-11', '', '20261']) {
      expect(() => readPeriodo(bad, now)).toThrow(AppError)
    }
    expect(readPeriodo('202612', new Date('2026-12-01T03:00:00Z'))).toBe('202612')
  })

  test('have their first and last day', () => {
    expect(diasOf('202402')).toEqual({ desde: '2024-02-01', hasta: '2024-02-29' })
  })
})

describe('timestamps of the SII', () => {
  test('are Chile’s, in summer and in winter', () => {
    expect(chileInstant('2026-11-13T12:20:11').toISOString()).toBe('2026-11-13T15:20:11.000Z')
    expect(chileInstant('2026-07-13T12:20:11').toISOString()).toBe('2026-07-13T16:20:11.000Z')
  })

  test('of the hour that comes twice are of the first, of the hour that is skipped an hour later', () => {
    const twice = chileInstant('2026-04-04T23:30:00')
    expect([twice.toISOString(), chileTimestamp(twice)]).toEqual([
      '2026-04-05T02:30:00.000Z',
      '2026-04-04T23:30:00',
    ])
    expect(chileTimestamp(chileInstant('2026-09-06T00:30:00'))).toBe('2026-09-06T01:30:00')
  })
})

// The request of a series as one of its dates writes it out (areas/recurrentes §1).

import { describe, expect, test } from 'bun:test'
import { type Escritura, MARCAS, writeOut } from '../../../src/domain/recurrencia/textos'

const ESCRITURA: Escritura = {
  ...{ fecha: '2027-01-29', emision: '2027-01-31', n: 2, total: () => 12 },
  valor: (moneda) => ({ UF: '39485.65', UTM: '69265', USD: '945.3' })[moneda],
}
const written = (text: string, changes: Partial<Escritura> = {}) =>
  writeOut({ nota: text }, { ...ESCRITURA, ...changes })
const textOf = (text: string) => written(text).solicitud.nota

describe('the words of a text (areas/recurrentes §1)', () => {
  test('are each written out, the month before of its own year', () => {
    const all = Object.keys(MARCAS)
      .map((word) => `{${word}}`)
      .join(' ')
    expect(textOf(all)).toBe('29 enero ENERO 01 2027 diciembre 2026 39.485,65 69.265 945,3 2 12')
  })

  test('leave two braces as one, and what has none alone', () => {
    expect(textOf('{{mes} y {{{mes}')).toBe('{mes} y {enero')
    expect(textOf('Soporte } 100 %')).toBe('Soporte } 100 %')
  })

  test('that do not exist are faults at their path, wherever they stand', () => {
    const { faults, solicitud } = writeOut(
      { detalle: [{ nombre: 'A' }, { nombre: '{mez}' }], receptor: { giro: 'x {' } },
      ESCRITURA,
    )
    expect(faults.map(({ campo, regla }) => [campo, regla])).toEqual([
      ['solicitud.detalle[1].nombre', 'valor'],
      ['solicitud.receptor.giro', 'valor'],
    ])
    expect(faults[0]!.mensaje).toContain('no existe {mez}')
    expect(solicitud).toEqual({ detalle: [{ nombre: 'A' }, { nombre: '{mez}' }], receptor: { giro: 'x {' } })
  })

  test('without their value say which, and a total that nobody knows is a fault', () => {
    expect(written('UF {uf}', { valor: () => null }).faults).toMatchObject([
      { campo: 'solicitud.nota', code: 'EXCHANGE_RATE_MISSING' },
    ])
    expect(written('{n} de {total}', { total: () => null }).faults).toMatchObject([{ regla: 'valor' }])
  })
})

describe('the dates of a request (areas/recurrentes §1)', () => {
  test('are told from the day of the document, or from the month of the rule', () => {
    const { solicitud } = writeOut(
      {
        ...{ fecha_vencimiento: '+30d', periodo_desde: 'inicio_mes', periodo_hasta: 'fin_mes' },
        pagos: [{ fecha: '+0d', monto: 1 }],
        detalle: [{ nombre: '+30d', cantidad: 2 }],
      },
      { ...ESCRITURA, fecha: '2027-02-26', emision: '2027-02-28' },
    )
    expect(solicitud).toEqual({
      ...{ fecha_vencimiento: '2027-03-30', periodo_desde: '2027-02-01', periodo_hasta: '2027-02-28' },
      pagos: [{ fecha: '2027-02-28', monto: 1 }],
      detalle: [{ nombre: '+30d', cantidad: 2 }],
    })
  })
})

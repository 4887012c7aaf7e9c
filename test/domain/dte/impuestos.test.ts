import { describe, expect, test } from 'bun:test'
import { IMPUESTOS, impuesto, tasaDe, tasaIva } from '../../../src/domain/dte/impuestos'
import { factura } from '../../support/emisor'
import { documentoDe, rules } from '../../support/leer'
import { compra } from '../../support/solicitudes'

describe('the table of rates', () => {
  test('has each list in the order of its dates, each row with its law', () => {
    for (const { codigo, tasas } of IMPUESTOS) {
      const fechas = tasas.map(({ desde }) => desde)
      expect([codigo, fechas]).toEqual([codigo, [...new Set(fechas)].sort()])
      for (const { ley } of tasas) expect(ley).toMatch(/^(D\.L\. 825, art\. \d|Ley )/)
    }
  })

  test('has a rate of every day for each tax but those that the issuer informs', () => {
    for (const fecha of ['1999-01-01', '2000-01-01', '2014-09-30', '2014-10-01', '2050-12-31'])
      expect(
        IMPUESTOS.filter((tax) => tasaDe(tax, fecha) === null)
          .map(({ codigo }) => codigo)
          .join(),
      ).toBe('14,28,35,50,51,52')
  })

  test('what withholds all of the IVA follows its rate', () => {
    for (const codigo of ['15', '301', '31', '38', '46', '481'])
      for (const fecha of ['2003-09-30', '2003-10-01', '2026-11-03'])
        expect(tasaDe(impuesto(codigo)!, fecha)).toBe(tasaIva(fecha))
  })
})

describe('a document is computed at the rates of its date', () => {
  const linea = { nombre: 'Bebida', precio: 10_000, impuesto_adicional: 27 }
  test.each([
    ['2003-09-30', '18', '13', '13100'],
    ['2003-10-01', '19', '13', '13200'],
    ['2014-10-01', '19', '10', '12900'],
    [null, '19', '10', '12900'],
  ])('%p: IVA at %s %%, soft drinks at %s %%', (fecha_emision, iva, bebidas, montoTotal) => {
    const { totales } = documentoDe(factura({ fecha_emision, detalle: [linea] })).dte
    expect([totales.tasaIva, totales.impuestos?.[0]?.tasa, totales.montoTotal]).toEqual([
      iva,
      bebidas,
      montoTotal,
    ])
  })

  test('a purchase that withholds all of it is of neto alone on either side of the change', () => {
    for (const [fecha_emision, tasa] of [['2003-09-30', 18] as const, ['2003-10-01', 19] as const]) {
      const { totales } = documentoDe(compra({ retencion: { codigo: 15, tasa } }, { fecha_emision })).dte
      expect([totales.tasaIva, totales.montoTotal]).toEqual([String(tasa), totales.montoNeto!])
      const otra = compra({ retencion: { codigo: 15, tasa: 37 - tasa } }, { fecha_emision })
      expect(rules(otra)).toEqual(['compra.retencion.tasa tasa'])
    }
  })
})

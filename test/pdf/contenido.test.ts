import { describe, expect, test } from 'bun:test'
import { camposDocumento, camposReceptor, lineasEmisor, recuadro, referencias } from '../../src/pdf/contenido'
import { avisoPrecios, lineasDetalle } from '../../src/pdf/contenido-detalle'
import { filasTotales } from '../../src/pdf/contenido-totales'
import { formatFechaLarga, formatNumero, formatResta } from '../../src/pdf/formato'
import { impreso, linea } from './ejemplos'

const rows = (...args: Parameters<typeof impreso>) =>
  filasTotales(impreso(...args)).map(({ etiqueta, valor }) => [etiqueta, valor])

describe('numbers and dates on paper', () => {
  test('thousands have dots and decimals a comma', () => {
    expect(formatNumero('1234567')).toBe('1.234.567')
    expect(formatNumero('-1250.375125')).toBe('-1.250,375125')
    expect(formatNumero('999')).toBe('999')
    expect(formatNumero('0.123456')).toBe('0,123456')
  })

  test('what is subtracted bears a minus, zero does not', () => {
    expect([formatResta('2284750'), formatResta('0'), formatResta('-5')]).toEqual(['-2.284.750', '0', '5'])
  })

  test('the month of a date is a word', () => {
    expect(formatFechaLarga('2026-03-01')).toBe('1 de marzo de 2026')
  })
})

describe('box and parties (pdf §1.2)', () => {
  test('the box has the RUT with dots, the name in capitals and the folio', () => {
    expect(recuadro(impreso(34))).toEqual({
      rut: 'R.U.T.: 76.543.210-3',
      nombre: 'FACTURA NO AFECTA O EXENTA ELECTRÓNICA',
      folio: 'N° 1234',
    })
  })

  test('the giro is unabridged and absent contacts leave no trace', () => {
    const [giro, ...rest] = lineasEmisor(impreso(33, {}, { emisor: undefined }))
    expect(giro).toBe(
      'Venta al por mayor de materiales de construcción, artículos de ferretería y gasfitería',
    )
    expect(rest).toEqual(['Casa matriz: Av. Libertad 1450, Chillán'])
  })

  test('a branch is told from the head office', () => {
    const emisor = { casaMatriz: 'Maipón 500, Chillán', sucursales: ['Talca', 'Curicó'] }
    expect(lineasEmisor(impreso(33, {}, { emisor })).slice(1)).toEqual([
      'Casa matriz: Maipón 500, Chillán',
      'Sucursal: Av. Libertad 1450, Chillán',
      'Sucursales: Talca · Curicó',
    ])
  })

  test('a boleta shows the RUT of its buyer only when it is a real one (pdf §4)', () => {
    expect(camposReceptor(impreso(39, { receptor: { rut: '66666666-6' } }))).toEqual([])
    expect(camposReceptor(impreso(39, { receptor: { rut: '22222222-2' } }))).toEqual([
      { etiqueta: 'R.U.T.', valor: '22.222.222-2' },
    ])
    expect(camposReceptor(impreso(61, { receptor: { rut: '66666666-6' } }))).toHaveLength(1)
  })

  test('forma de pago and its means are words, instalment dates follow the day-first order', () => {
    const idDoc = {
      ...impreso(33).dte.idDoc,
      formaPago: 2 as const,
      periodoDesde: '2026-11-01',
      periodoHasta: '2026-11-30',
      medioPago: 'PE',
      cuentaPagoTipo: 'CORRIENTE',
      cuentaPagoBanco: 'Banco Estado',
    }
    const campos = new Map(camposDocumento(impreso(33, { idDoc })).map((c) => [c.etiqueta, c.valor]))
    expect(campos.get('Forma de pago')).toBe('Crédito')
    expect(campos.get('Medio de pago')).toBe('Depósito o transferencia, cuenta corriente, Banco Estado')
    expect(campos.get('Período')).toBe('01-11-2026 al 30-11-2026')
    expect(campos.has('Vencimiento')).toBe(false)
  })

  test('references name their kind in words; a code of the issuer’s own and a global one stand for themselves', () => {
    const list = [
      { linea: 1, tipoDocumento: '801', folio: 'OC-5512', fecha: '2026-11-03', razon: 'Obra' },
      { linea: 2, tipoDocumento: '33', folio: '9', fecha: '2026-11-03', codigo: 1 },
      { linea: 3, tipoDocumento: 'HES', folio: '77', fecha: '2026-11-03' },
      { linea: 4, tipoDocumento: '52', folio: '0', fecha: '2026-11-03', global: 1 as const },
    ]
    expect(
      referencias(impreso(61, { referencias: list })).map((r) => [r.documento, r.folio, r.motivo]),
    ).toEqual([
      ['Orden de compra', 'OC-5512', 'Obra'],
      ['Factura electrónica', '9', 'Anula el documento'],
      ['HES', '77', ''],
      ['Guía de despacho electrónica', 'Varios', ''],
    ])
  })
})

describe('detail', () => {
  test('discounts and surcharges carry their sign and rate', () => {
    const detalle = [linea(1, { descuentoPct: '12.5', descuentoMonto: '12984', recargoMonto: '500' })]
    expect(lineasDetalle(impreso(33, { detalle }))[0]!.ajustes).toEqual(['-12.984', '(-12,5%)', '+500'])
  })

  test('an exempt line is marked in a document that also sells affected goods, not in an exempt one', () => {
    const detalle = [linea(1, { exento: 1 })]
    expect(lineasDetalle(impreso(33, { detalle }))[0]!.detalles).toEqual(['Exento'])
    expect(lineasDetalle(impreso(34, { detalle }))[0]!.detalles).toEqual([])
  })

  test('an additional tax is named at its line, withholding bases are shown', () => {
    const detalle = [
      linea(1, { impuestoAdicional: ['17'], retenedor: { indAgente: 'R', baseFaena: '420000' } }),
    ]
    expect(lineasDetalle(impreso(33, { detalle }))[0]!.detalles).toEqual([
      'IVA anticipado faenamiento carne',
      'Base faena: 420.000',
    ])
  })

  test('gross prices are declared', () => {
    expect(avisoPrecios(impreso(39))).toBe('Los precios y valores del detalle incluyen IVA.')
    expect(avisoPrecios(impreso(33))).toBe('')
    expect(avisoPrecios(impreso(41))).toBe('')
  })
})

describe('totals (domain/dte §6.7)', () => {
  test('a factura shows neto, exento, IVA with its rate, each tax by name and rate, then the total', () => {
    const totales = {
      montoNeto: '143580',
      montoExento: '1000',
      tasaIva: '19',
      montoIva: '27280',
      impuestos: [
        { codigo: '24', tasa: '31.5', monto: '31676' },
        { codigo: '28', monto: '161235' },
      ],
      creditoEmpresaConstructora: '500',
      garantiaEnvases: '36000',
      montoTotal: '400271',
    }
    expect(rows(33, { totales })).toEqual([
      ['Monto neto', '143.580'],
      ['Monto exento', '1.000'],
      ['IVA 19%', '27.280'],
      ['ILA art. 42 letra b (licores, piscos, whisky, aguardientes) 31,5%', '31.676'],
      ['Impuesto específico diesel', '161.235'],
      ['Crédito empresa constructora', '-500'],
      ['Garantía por envases', '36.000'],
      ['TOTAL', '$ 400.271'],
    ])
  })

  test('a withheld tax is subtracted', () => {
    const totales = {
      montoNeto: '82050',
      tasaIva: '19',
      montoIva: '15590',
      impuestos: [{ codigo: '33', tasa: '8', monto: '6564' }],
      ivaNoRetenido: '9026',
      montoTotal: '91076',
    }
    expect(rows(61, { totales })).toContainEqual(['IVA retenido madera 8%', '-6.564'])
    expect(rows(61, { totales })).toContainEqual(['IVA no retenido', '9.026'])
  })

  test('exempt types show exento and total alone', () => {
    expect(rows(34)).toEqual([
      ['Monto exento', '1.259.900'],
      ['TOTAL', '$ 1.259.900'],
    ])
  })

  test('a boleta prints its IVA amount (pdf §4)', () => {
    const totales = { montoNeto: '10067', montoIva: '1913', montoTotal: '11980' }
    expect(rows(39, { totales })).toEqual([
      ['Monto neto', '10.067'],
      ['IVA', '1.913'],
      ['TOTAL', '$ 11.980'],
    ])
  })

  test('global discounts come first, non-billable amounts and the sum to pay last', () => {
    const totales = {
      montoNeto: '8395',
      tasaIva: '19',
      montoIva: '1595',
      montoTotal: '9990',
      montoNoFacturable: '1990',
      montoPeriodo: '11980',
      saldoAnterior: '-4500',
      valorPagar: '7480',
    }
    const dscRcgGlobal = [
      { linea: 1, tipo: 'D' as const, glosa: 'Pronto pago', tipoValor: '%' as const, valor: '7.5' },
      { linea: 2, tipo: 'R' as const, tipoValor: '$' as const, valor: '2500', afectaExento: 1 as const },
    ]
    const all = rows(33, { totales, dscRcgGlobal })
    expect(all.slice(0, 2)).toEqual([
      ['Descuento global: Pronto pago', '-7,5%'],
      ['Recargo global sobre exento', '+2.500'],
    ])
    expect(all.slice(-4)).toEqual([
      ['Monto no facturable', '1.990'],
      ['Monto del período', '11.980'],
      ['Saldo anterior', '-4.500'],
      ['VALOR A PAGAR', '$ 7.480'],
    ])
  })

  test('a note that only corrects text shows its zeros', () => {
    const totales = { montoNeto: '0', tasaIva: '19', montoIva: '0', montoTotal: '0' }
    expect(rows(61, { totales })).toEqual([
      ['Monto neto', '0'],
      ['IVA 19%', '0'],
      ['TOTAL', '$ 0'],
    ])
  })
})

// The monthly return's figures by a register (domain/rcv §6).

import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { FORMAS } from '../../../src/domain/rcv/columnas'
import * as f29 from '../../../src/domain/rcv/f29'
import { DESTINOS } from '../../../src/domain/rcv/f29-columnas'
import { FUENTES } from '../../../src/domain/rcv/f29-fuentes'
import { LINEAS, LINEAS_EN_ORDEN, type Linea, type Parte } from '../../../src/domain/rcv/f29-lineas'
import { COLUMNAS_F29 } from '../../../src/domain/rcv/f29-resumen'
import { DERIVADOS, type DocumentoF29 } from '../../../src/domain/rcv/f29-valores'
import { README, withTablas } from './f29-tabla'

const doc = (
  lado: DocumentoF29['lado'],
  tipoDte: number,
  iva: number,
  more: Partial<DocumentoF29> = {},
): DocumentoF29 => {
  const neto = more.montoNeto ?? Math.round((iva * 100) / 19)
  return {
    lado,
    tipoDte,
    tipoTransaccion: 'Del Giro',
    montoExento: 0,
    montoNeto: neto,
    montoIva: iva,
    ivaNoRecuperable: 0,
    ivaUsoComun: 0,
    montoTotal: neto + iva + (more.montoExento ?? 0),
    datos: {},
    ...more,
  }
}
const venta = (tipoDte: number, iva: number, more: Partial<DocumentoF29> = {}) =>
  doc('venta', tipoDte, iva, more)
const compra = (tipoDte: number, iva: number, more: Partial<DocumentoF29> = {}) =>
  doc('compra', tipoDte, iva, more)

function compute(...documentos: DocumentoF29[]) {
  const suma = f29.createF29()
  for (const one of documentos) suma.add(one)
  const result = suma.result()
  const row = (parte: Parte, concepto: string) => result[parte].find((one) => one.concepto === concepto)
  return {
    ...result,
    /** Documents, net and VAT of a row. */
    fila: (parte: Parte, concepto: string) => {
      const found = row(parte, concepto)
      return found && [found.documentos, found.neto, found.iva]
    },
    codigo: (codigo: number) => f29.codigosOf(result).find((one) => one.codigo === codigo)?.valor,
    avisos: result.avisos.map(({ code, campo, documentos, monto }) => [code, campo, documentos, monto]),
  }
}
const FACTURA = venta(33, 190_000)

describe('notes of credit out of time', () => {
  const late = venta(61, 19_000, { datos: { ivaFueraPlazo: 19_000 } })

  test('take nothing from the debit and are not declared (FAQ 001.130.1923.005)', () => {
    const { totales, codigo, fila, avisos } = compute(FACTURA, late)
    expect(totales.debito).toBe(190_000)
    expect([codigo(509), codigo(510)]).toEqual([undefined, undefined])
    expect(fila('debito', 'notas_credito_fuera_plazo')).toEqual([1, 100_000, 19_000])
    expect(avisos).toEqual([['F29_NOT_DECLARED', 'venta.ivaFueraPlazo', 1, 19_000]])
  })

  test('leave those in time as they are', () => {
    const { totales, codigo, fila } = compute(FACTURA, late, venta(61, 9500))
    expect(totales.debito).toBe(180_500)
    expect([codigo(509), codigo(510)]).toEqual([1, 9500])
    expect(fila('debito', 'notas_credito')).toEqual([1, 50_000, 9500])
  })

  test('take the part that is in time, and count', () => {
    const { totales, fila } = compute(FACTURA, venta(61, 19_000, { datos: { ivaFueraPlazo: 9500 } }))
    expect(totales.debito).toBe(180_500)
    expect(fila('debito', 'notas_credito')).toEqual([1, 50_000, 9500])
    expect(fila('debito', 'notas_credito_fuera_plazo')).toEqual([1, 50_000, 9500])
  })

  test('are the same where their VAT stands beside «Monto IVA» and not in it', () => {
    const apart = venta(61, 0, { montoNeto: 100_000, montoTotal: 119_000, datos: { ivaFueraPlazo: 19_000 } })
    expect(compute(FACTURA, apart).totales.debito).toBe(190_000)
    const both = venta(61, 9500, {
      montoNeto: 150_000,
      montoTotal: 178_500,
      datos: { ivaFueraPlazo: 19_000 },
    })
    expect(compute(FACTURA, both).totales.debito).toBe(180_500)
    expect(compute(FACTURA, both).fila('debito', 'notas_credito')).toEqual([1, 50_000, 9500])
  })

  test.each([
    [19_001, 119_000, 1],
    [30_000, 119_000, 11_000],
    // More than the rate gives of the net is no VAT beside «Monto IVA», whatever the total.
    [30_000, 149_000, 11_000],
  ])(
    'that say %p of a VAT of 19,000 and a total of %p take nothing from the debit, and it is told',
    (...said) => {
      const [ivaFueraPlazo, montoTotal, exceso] = said
      const { totales, codigo, fila, avisos } = compute(
        FACTURA,
        venta(61, 19_000, { montoTotal, datos: { ivaFueraPlazo } }),
      )
      expect(totales.debito).toBe(190_000)
      expect([codigo(509), codigo(510)]).toEqual([undefined, undefined])
      expect(fila('debito', 'notas_credito_fuera_plazo')).toEqual([1, 100_000, 19_000])
      expect(avisos).toEqual([
        ['F29_NOT_DECLARED', 'venta.ivaFueraPlazo', 1, 19_000],
        ['F29_NOT_PLACED', 'venta.excesoFueraPlazo', 1, exceso],
      ])
    },
  )

  test('below zero are none: the note takes its own VAT, and it is told', () => {
    const { totales, avisos } = compute(FACTURA, venta(61, 1900, { datos: { ivaFueraPlazo: -900 } }))
    expect(totales.debito).toBe(188_100)
    expect(avisos).toEqual([['F29_NOT_PLACED', 'venta.excesoFueraPlazo', 1, 900]])
  })

  test('of an export or another document without a net are told once, as none', () => {
    const nota = venta(112, 0, {
      montoNeto: 0,
      montoExento: 10_000,
      montoTotal: 10_000,
      datos: { ivaFueraPlazo: 500 },
    })
    const { totales, avisos } = compute(FACTURA, nota)
    expect(totales.debito).toBe(190_000)
    expect(avisos.filter(([, columna]) => /iva|fueraPlazo/i.test(String(columna)))).toEqual([
      ['F29_NOT_PLACED', 'venta.excesoFueraPlazo', 1, 500],
    ])
  })

  test('that contradict themselves do not lower what another note takes', () => {
    const contradictory = venta(61, 19_000, { datos: { ivaFueraPlazo: 30_000 } })
    expect(compute(FACTURA, contradictory, venta(61, 9500)).totales.debito).toBe(180_500)
  })

  test('that are also of others are taken off once, with the late (the rest is no debit either)', () => {
    const both = { ivaFueraPlazo: 10_000, ivaTerceros: 10_000 }
    const { totales, codigo, avisos } = compute(FACTURA, venta(61, 10_000, { datos: both }))
    expect(totales.debito).toBe(190_000)
    expect([codigo(509), codigo(510)]).toEqual([undefined, undefined])
    expect(avisos).toEqual([['F29_NOT_DECLARED', 'venta.ivaFueraPlazo', 1, 10_000]])
    const part = compute(FACTURA, venta(61, 19_000, { datos: { ivaFueraPlazo: 9500, ivaTerceros: 17_100 } }))
    expect(part.totales.debito).toBe(190_000)
  })

  test('never raise the debit, nor lower it by more than their own VAT, whatever their columns say', () => {
    const amounts = [0, 4750, 9500, 19_000, 30_000]
    for (const tipo of [60, 61])
      for (const referenciaTipo of ['33', '43'])
        for (const ivaFueraPlazo of amounts)
          for (const ivaTerceros of amounts)
            for (const ivaPropio of amounts)
              for (const liquidacionIva of [0, 1900]) {
                const datos = { referenciaTipo, ivaFueraPlazo, ivaTerceros, ivaPropio, liquidacionIva }
                const { debito } = compute(FACTURA, venta(tipo, 19_000, { datos })).totales
                expect([datos, debito <= 190_000]).toEqual([datos, true])
                expect([datos, debito >= 190_000 - Math.max(19_000, ivaPropio)]).toEqual([datos, true])
              }
  })

  test('lower no credit of construction companies, which is told', () => {
    const credit = { creditoEmpresaConstructora: 12_350 }
    const { codigo, avisos } = compute(
      venta(33, 190_000, { datos: { creditoEmpresaConstructora: 123_500 } }),
      venta(61, 19_000, { datos: { ...credit, ivaFueraPlazo: 19_000 } }),
    )
    expect(codigo(126)).toBe(123_500)
    expect(avisos).toContainEqual(['F29_NOT_DECLARED', 'venta.creditoTardio', 1, 12_350])
  })

  test('over a liquidación leave the commission in the debit too, on paper and where «Monto IVA» has none', () => {
    const over = { referenciaTipo: '43', liquidacionNeto: 10_000, liquidacionIva: 1900 }
    const late = (tipo: number, iva: number, ivaFueraPlazo: number) =>
      compute(FACTURA, venta(tipo, iva, { datos: { ...over, ivaFueraPlazo } }))
    for (const [tipo, iva, fuera] of [
      [61, 19_000, 19_000],
      [60, 19_000, 19_000],
      [61, 0, 1900],
    ] as const) {
      const { totales, codigo, fila, avisos } = late(tipo, iva, fuera)
      expect(totales.debito).toBe(190_000)
      expect([codigo(509), codigo(510)]).toEqual([undefined, undefined])
      expect(fila('debito', 'notas_credito_fuera_plazo')).toEqual([1, 10_000, 1900])
      expect(avisos).toContainEqual(['F29_NOT_DECLARED', 'venta.ivaFueraPlazo', 1, 1900])
    }
    // A part may be of either: the commission's comes first, and it is told.
    const part = late(61, 19_000, 900)
    expect([part.totales.debito, part.codigo(510)]).toEqual([189_000, 1000])
    expect(part.avisos).toContainEqual(['F29_NOT_PLACED', 'venta.ivaFueraPlazoParcial', 1, 900])
    const beyond = late(61, 19_000, 30_000)
    expect(beyond.totales.debito).toBe(190_000)
    expect(beyond.avisos).toContainEqual(['F29_NOT_PLACED', 'venta.excesoFueraPlazo', 1, 11_000])
    // A note of debit has none: it is counted, and told.
    const debit = late(56, 19_000, 19_000)
    expect(debit.totales.debito).toBe(191_900)
    expect(debit.avisos).toContainEqual(['F29_NOT_PLACED', 'venta.ivaFueraPlazo', 1, 19_000])
  })

  test('of fixed assets, on paper, do the same; in a document that has no such VAT it is counted and told', () => {
    const activo = { tipoTransaccion: 'Activo Fijo', datos: { ivaFueraPlazo: 1900 } }
    expect(compute(FACTURA, venta(60, 1900, activo)).totales.debito).toBe(190_000)
    const debit = compute(FACTURA, venta(56, 1900, { datos: { ivaFueraPlazo: 1900 } }))
    expect(debit.totales.debito).toBe(191_900)
    expect(debit.avisos).toEqual([['F29_NOT_PLACED', 'venta.ivaFueraPlazo', 1, 1900]])
  })
})

describe('facturas de compra received', () => {
  const parcial = { ivaRetenidoParcial: 80_000, ivaNoRetenido: 110_000 }

  test('are a debit by what was not withheld (lines 516 and 517, net in 720)', () => {
    const { totales, codigo, avisos } = compute(venta(46, 190_000, { montoTotal: 1_110_000, datos: parcial }))
    expect(totales.debito).toBe(110_000)
    expect([codigo(516), codigo(517), codigo(720)]).toEqual([1, 110_000, 1_000_000])
    expect([codigo(515), codigo(587), avisos]).toEqual([undefined, undefined, []])
  })

  test.each([
    ['what was withheld', { ivaRetenidoParcial: 80_000 }, 0],
    ['the taxes that a file names', { otrosImpuestos: [{ codigo: 33, valor: 80_000, tasa: '8' }] }, 0],
    [
      'the sum of taxes, which has no names',
      { otrosImpuestos: [{ codigo: null, valor: 80_000, tasa: null }] },
      0,
    ],
    ['the total', {}, 1_110_000],
  ])('are told by %s as well', (_, datos, montoTotal) => {
    const { totales, avisos } = compute(venta(46, 190_000, { datos, ...(montoTotal && { montoTotal }) }))
    expect([totales.debito, avisos]).toEqual([110_000, []])
  })

  test('are no debit where all was withheld (515 and 587), on paper too', () => {
    const { totales, codigo } = compute(
      venta(46, 190_000, { montoTotal: 1_000_000, datos: { ivaRetenidoTotal: 190_000 } }),
      venta(45, 19_000, { montoTotal: 100_001 }),
    )
    expect(totales.debito).toBe(0)
    expect([codigo(515), codigo(587)]).toEqual([2, 1_100_000])
  })

  test('are a debit whole, and told, where nothing was withheld', () => {
    const { totales, codigo, avisos } = compute(venta(46, 190_000))
    expect([totales.debito, codigo(517)]).toEqual([190_000, 190_000])
    expect(avisos).toEqual([['NO_RETENTION', 'venta.ivaSinRetencion', 1, 190_000]])
  })

  test('tell when what their columns say is not their VAT', () => {
    const datos = { ivaRetenidoParcial: 80_000, ivaNoRetenido: 100_000 }
    const { totales, avisos } = compute(venta(46, 190_000, { datos }))
    expect(totales.debito).toBe(100_000)
    expect(avisos).toEqual([['F29_NOT_PLACED', 'venta.diferenciaRetencion', 1, 10_000]])
  })

  test('and notes over them move the debit by what was not withheld, no more', () => {
    const over = (datos: DocumentoF29['datos']) => ({ datos: { notaSobreFacturaCompra: '1', ...datos } })
    const own = venta(46, 190_000, { datos: parcial })
    const part = over({ ivaRetenidoParcial: 8000, ivaNoRetenido: 11_000 })
    const less = compute(own, venta(61, 19_000, part))
    expect([less.totales.debito, less.codigo(510)]).toEqual([99_000, 11_000])
    const more = compute(own, venta(56, 19_000, part))
    expect([more.totales.debito, more.codigo(513)]).toEqual([121_000, 11_000])
    const whole = compute(FACTURA, venta(61, 19_000, over({ ivaRetenidoTotal: 19_000 })))
    expect([whole.totales.debito, whole.fila('debito', 'notas_credito')]).toEqual([190_000, undefined])
  })
})

test('the exempt part of what bears VAT too has no code, and is told with its amount on both sides', () => {
  const { avisos, fila } = compute(
    venta(33, 19_000, { montoExento: 5000 }),
    venta(61, 1900, { montoExento: 2000 }),
    compra(33, 1900, { montoExento: 700 }),
  )
  expect(fila('debito', 'otros_exentos')?.[1]).toBe(3000)
  expect(avisos).toEqual([
    ['F29_NOT_PLACED', 'venta.montoExento', 2, 3000],
    ['F29_NOT_PLACED', 'compra.montoExento', 1, 700],
  ])
})

test('what is exempt of an import is told in words of its own: the line of exempt ones is of what was bought here', () => {
  const suma = f29.createF29()
  suma.add(compra(914, 0, { montoNeto: 0, montoExento: 8000 }))
  const [{ campo, monto, mensaje }] = suma.result().avisos as [f29.F29['avisos'][number]]
  expect([campo, monto]).toEqual(['compra.montoExento', 8000])
  expect(mensaje).toStartWith('monto exento de importaciones:')
})

describe('liquidaciones', () => {
  const emitida = (datos: DocumentoF29['datos'], tipoDte = 43) =>
    compute(venta(tipoDte, 303_998, { montoNeto: 1_599_989, datos }))

  test.each([
    ['the VAT of the commission', { liquidacionNeto: 127_999, liquidacionIva: 24_320 }, 303_998],
    ['its net alone', { liquidacionNeto: 127_999 }, 303_998],
    ['the VAT of the mandatario’s own', { ivaPropio: 24_320, ivaTerceros: 279_678 }, 279_678],
    ['what is not of others', { ivaTerceros: 279_678 }, 279_678],
  ])(
    'that the mandatario issues are a debit by their commission (FAQ 001.130.3607.008), from %s',
    (_, datos, mandante) => {
      for (const tipo of [43, 40, 103]) {
        const { totales, codigo, avisos } = emitida(datos, tipo)
        expect([totales.debito, codigo(500), codigo(501)]).toEqual([24_320, 1, 24_320])
        // Boletas of the mandatario may have raised the debit: code 817 lowers it.
        expect(avisos).toEqual([['F29_NOT_COMPUTED', 'venta.ivaMandante', 1, mandante]])
      }
    },
  )

  test('that do not tell their commission are no debit, and told', () => {
    const { totales, avisos } = emitida({})
    expect(totales.debito).toBe(0)
    expect(avisos).toEqual([['F29_NOT_PLACED', 'venta.ivaLiquidacion', 1, 303_998]])
  })

  test('are lowered by their notes as they were counted: by the commission, the sales of the mandante told', () => {
    const own = venta(43, 303_998, {
      montoNeto: 1_599_989,
      datos: { liquidacionNeto: 127_999, liquidacionIva: 24_320 },
    })
    const nota = (tipo: number, datos: DocumentoF29['datos']) =>
      compute(own, venta(tipo, 303_998, { montoNeto: 1_599_989, datos: { referenciaTipo: '43', ...datos } }))
    const said = { liquidacionNeto: 127_999, liquidacionIva: 24_320 }
    const whole = nota(61, said)
    expect([whole.totales.debito, whole.codigo(501), whole.codigo(510)]).toEqual([0, 24_320, 24_320])
    expect(whole.avisos).toContainEqual(['F29_NOT_PLACED', 'venta.ivaMandante', 1, 303_998])
    expect(nota(56, said).totales.debito).toBe(48_640)
    // A note that does not tell its commission takes nothing off and is not counted, and its VAT is told.
    const silent = nota(61, {})
    expect([silent.totales.debito, silent.codigo(509), silent.codigo(510)]).toEqual([
      24_320,
      undefined,
      undefined,
    ])
    expect(silent.avisos).toContainEqual(['F29_NOT_PLACED', 'venta.ivaLiquidacion', 1, 303_998])
  })

  test('whose «IVA propio» is not the VAT of their commission are told with the difference', () => {
    const datos = { ivaPropio: 35_000, ivaTerceros: 60_000, liquidacionNeto: 40_000, liquidacionIva: 7600 }
    const { codigo, avisos } = compute(venta(43, 95_000, { datos }))
    expect(codigo(501)).toBe(7600)
    expect(avisos).toEqual([
      ['F29_NOT_COMPUTED', 'venta.ivaMandante', 1, 60_000],
      ['F29_NOT_PLACED', 'venta.diferenciaComision', 1, 27_400],
    ])
  })

  test('received have notes that take no credit off, for the liquidación gave none', () => {
    const { totales, avisos } = compute(compra(61, 38_000, { datos: { referenciaTipo: '43' } }))
    expect(totales.credito).toBe(0)
    expect(avisos).toContainEqual(['F29_NOT_PLACED', 'compra.montoIva', 1, 38_000])
  })

  test('on paper that the mandante keeps, with their issuer, are his debit, and their commission his credit', () => {
    const datos = { liquidacionRut: '76543210-3', liquidacionNeto: 10_000, liquidacionIva: 1900 }
    const { totales, codigo } = compute(venta(40, 38_000, { rut: '76543210-3', datos }))
    expect([totales.debito, totales.credito]).toEqual([38_000, 1900])
    expect([codigo(501), codigo(520)]).toEqual([38_000, 1900])
  })

  test('received are neither debit nor credit of what the register tells, and told with every amount', () => {
    const { totales, avisos } = compute(compra(43, 38_000, { montoExento: 500 }))
    expect(totales).toEqual({ debito: 0, credito: 0, diferencia: 0 })
    expect(avisos).toEqual([
      ['F29_NOT_PLACED', 'compra.montoExento', 1, 500],
      ['F29_NOT_PLACED', 'compra.montoNeto', 1, 200_000],
      ['F29_NOT_PLACED', 'compra.montoIva', 1, 38_000],
    ])
  })

  test('sales for others in an invoice are no debit of who issues it (FAQ 001.130.1819.011)', () => {
    for (const datos of [{ ivaPropio: 1900, ivaTerceros: 17_100 }, { ivaTerceros: 17_100 }]) {
      const { totales, fila, avisos } = compute(venta(33, 19_000, { datos }))
      expect(totales.debito).toBe(1900)
      expect(fila('debito', 'facturas')).toEqual([1, 10_000, 1900])
      expect(avisos).toEqual([['F29_NOT_DECLARED', 'venta.ivaTerceros', 1, 17_100]])
    }
  })
})

describe('the debit', () => {
  test('is that of invoices and receipts, less notes of credit', () => {
    const { totales, fila, codigo } = compute(
      venta(33, 5_937_500, { documentos: 31 }),
      venta(39, 399_000, { documentos: 412 }),
      venta(35, 160, { documentos: 2, montoNeto: 842 }),
      venta(48, 1900, { documentos: 3 }),
      venta(56, 1900),
      venta(61, 190_000, { documentos: 2 }),
    )
    expect(totales.debito).toBe(6_150_460)
    expect(fila('debito', 'facturas')).toEqual([31, 31_250_000, 5_937_500])
    expect([503, 502, 110, 111, 758, 759, 512, 513, 509, 510].map(codigo)).toEqual([
      31, 5_937_500, 414, 399_160, 3, 1900, 1, 1900, 2, 190_000,
    ])
  })

  test('has fixed assets, and notes over them, on lines of their own (FAQ 001.130.5825.009)', () => {
    const activo = { tipoTransaccion: 'Activo Fijo' }
    const { totales, codigo } = compute(
      venta(33, 190_000, activo),
      venta(56, 1900, activo),
      venta(61, 19_000, activo),
      venta(34, 0, { ...activo, montoExento: 64_000 }),
      venta(61, 0, { ...activo, montoExento: 4000 }),
      venta(33, 38_000, { tipoTransaccion: 'Bienes Raíces' }),
    )
    expect(totales.debito).toBe(190_000 + 1900 - 19_000 + 38_000)
    expect([716, 717, 733, 734, 714, 715, 763, 764].map(codigo)).toEqual([
      2, 191_900, 1, 19_000, 2, 60_000, 1, 38_000,
    ])
    expect([503, 509, 586].map(codigo)).toEqual([undefined, undefined, undefined])
  })

  test('has what bears no VAT by its exempt amount, less notes over it (FAQ 001.130.5774.007)', () => {
    const exento = (tipo: number, montoExento: number) => venta(tipo, 0, { montoExento })
    const { totales, codigo, fila } = compute(
      ...[exento(34, 64_000), exento(41, 6000), exento(38, 500), exento(32, 500)],
      ...[exento(61, 10_000), exento(56, 1000)],
      ...[exento(110, 5_000_000), exento(111, 100_000), exento(112, 300_000)],
    )
    expect([586, 142, 585, 20].map(codigo)).toEqual([6, 62_000, 3, 4_800_000])
    expect([totales.debito, fila('debito', 'notas_credito')]).toEqual([0, undefined])
  })

  test('tells of a mixed document its exempt part in a row of its own, less what notes take from it', () => {
    const { fila, codigo } = compute(
      venta(33, 19_000, { montoExento: 30_000 }),
      venta(39, 1900, { montoExento: 500, documentos: 2 }),
      venta(61, 190, { montoExento: 1000 }),
      venta(34, 0, { montoExento: 7000 }),
      compra(33, 1900, { montoExento: 400 }),
    )
    expect(fila('debito', 'otros_exentos')).toEqual([4, 29_500, 0])
    expect([codigo(586), codigo(142)]).toEqual([1, 7000])
    expect(fila('credito', 'otros_exentos')).toEqual([1, 400, 0])
  })

  test.each([29])('has no VAT of a %p, which its buyer withholds (line 5)', (tipo) => {
    const { totales, codigo, avisos } = compute(venta(tipo, 1900))
    expect([totales.debito, codigo(515), codigo(587), avisos]).toEqual([0, 1, 10_000, []])
  })

  test.each([105, 109, 901, 904, 919, 920, 922, 924, 777])(
    'does not guess at a %p: every amount is told',
    (tipo) => {
      const { totales, avisos } = compute(venta(tipo, 1900, { montoExento: 300 }))
      expect(totales.debito).toBe(0)
      expect(avisos.map(([code, campo, , monto]) => [code, campo, monto])).toEqual([
        ['F29_NOT_PLACED', 'venta.montoExento', 300],
        ['F29_NOT_PLACED', 'venta.montoNeto', 10_000],
        ['F29_NOT_PLACED', 'venta.montoIva', 1900],
      ])
    },
  )

  test.each([
    ['impuestoZonaFranca', 'F29_NOT_PLACED'],
    ['pasajesNacional', 'F29_NOT_PLACED'],
    ['pasajesInternacional', 'F29_NOT_PLACED'],
    ['ivaRetenidoTotal', 'F29_NOT_PLACED'],
    ['ivaRetenidoParcial', 'F29_NOT_PLACED'],
    ['liquidacionIva', 'F29_NOT_PLACED'],
    ['garantiaEnvases', null],
    ['montoNoFacturable', null],
    ['montoPeriodo', null],
  ])('is not moved by %s', (columna, code) => {
    const { totales, avisos } = compute(venta(33, 190_000, { datos: { [columna]: 4321 } }))
    expect(totales.debito).toBe(190_000)
    expect(avisos).toEqual(code ? [[code, `venta.${columna}`, 1, 4321]] : [])
  })

  test('is whole beside the credit of construction companies, which has a line of its own (126)', () => {
    const { totales, codigo } = compute(
      venta(33, 190_000, { datos: { creditoEmpresaConstructora: 123_500 } }),
      venta(61, 19_000, { datos: { creditoEmpresaConstructora: 12_350 } }),
    )
    expect([totales.debito, codigo(126)]).toEqual([171_000, 111_150])
  })
})

describe('the credit', () => {
  test('stands by kind of purchase, less notes', () => {
    const kind = (tipoTransaccion: string) => ({ tipoTransaccion })
    const { totales, codigo } = compute(
      compra(33, 79_800),
      compra(30, 200),
      compra(33, 19_000, kind('Supermercados')),
      compra(33, 38_000, kind('Bienes Raíces')),
      compra(33, 380_000, kind('Activo Fijo')),
      compra(61, 19_000),
      compra(56, 1900),
      compra(34, 0, { montoExento: 77_000 }),
      compra(61, 0, { montoExento: 7000 }),
    )
    expect(totales.credito).toBe(80_000 + 19_000 + 38_000 + 380_000 - 19_000 + 1900)
    expect(totales.diferencia).toBe(-totales.credito)
    expect([519, 520, 761, 762, 765, 766, 524, 525, 527, 528, 531, 532, 584, 562].map(codigo)).toEqual([
      2, 80_000, 1, 19_000, 1, 38_000, 1, 380_000, 1, 19_000, 1, 1900, 2, 70_000,
    ])
  })

  test('has imports apart, those of fixed assets too (FAQ 001.130.0702.014)', () => {
    const { totales, codigo } = compute(
      compra(914, 19_000),
      compra(914, 38_000, { tipoTransaccion: 'Activo Fijo' }),
      compra(914, 0, { montoNeto: 10_000, ivaNoRecuperable: 1900 }),
    )
    expect(totales.credito).toBe(57_000)
    expect([534, 535, 536, 553, 566, 560].map(codigo)).toEqual([1, 19_000, 1, 38_000, 1, 10_000])
    expect([519, 564].map(codigo)).toEqual([undefined, undefined])
  })

  test('has apart what is a fixed asset of an invoice that is one in part (FAQ 001.130.1971.014)', () => {
    const parts = (more: Partial<DocumentoF29>) => {
      const { fila, totales } = compute(compra(33, 190_000, { montoNeto: 950_000, ...more }))
      return [fila('credito', 'activo_fijo'), fila('credito', 'del_giro'), totales.credito]
    }
    const part = { activoFijoNeto: 400_000, activoFijoIva: 76_000 }
    expect(parts({ datos: part })).toEqual([[1, 400_000, 76_000], [1, 550_000, 114_000], 190_000])
    const whole = { activoFijoNeto: 950_000, activoFijoIva: 190_000 }
    expect(parts({ datos: whole })).toEqual([[1, 950_000, 190_000], undefined, 190_000])
    expect(parts({ tipoTransaccion: 'Activo Fijo', datos: part })).toEqual(parts({ datos: part }))
    const kind = { tipoTransaccion: 'Activo Fijo', datos: { activoFijoNeto: 0, activoFijoIva: 0 } }
    expect(parts(kind)).toEqual(parts({ datos: whole }))
  })

  test('leaves out common use and what is not recoverable, whatever the cause, with their net', () => {
    const lost = (codigoIvaNoRec: number) =>
      compra(33, 0, { montoNeto: 10_000, ivaNoRecuperable: 1900, datos: { codigoIvaNoRec } })
    const { totales, fila, codigo, avisos } = compute(
      ...[1, 2, 3, 4, 9].map(lost),
      compra(61, 0, { montoNeto: 1000, ivaNoRecuperable: 190 }),
      compra(33, 0, { montoNeto: 20_000, ivaUsoComun: 3800 }),
      compra(61, 0, { montoNeto: 1000, ivaUsoComun: 190 }),
      compra(33, 1900, { montoNeto: 20_000, ivaNoRecuperable: 1900 }),
    )
    expect(totales.credito).toBe(1900)
    expect(fila('credito', 'no_recuperable')).toEqual([7, 59_000, 11_210])
    expect([codigo(564), codigo(521)]).toEqual([7, 59_000])
    expect(fila('credito', 'uso_comun')).toEqual([2, 19_000, 3610])
    expect(fila('credito', 'del_giro')).toEqual([1, 10_000, 1900])
    expect(avisos).toEqual([
      ['COMMON_USE_NOT_INCLUDED', 'compra.ivaUsoComun', 1, 3800],
      ['COMMON_USE_NOT_INCLUDED', 'compra.ivaUsoComun', 1, -190],
      ['F29_NOT_COMPUTED', 'compra.ivaUsoComun', 0, 0],
    ])
  })

  test('says of common use the code of its share and the month’s sales, and computes none (FAQ 001.130.1909.013)', () => {
    const suma = f29.createF29()
    for (const one of [
      venta(33, 190_000),
      venta(61, 19_000),
      venta(34, 0, { montoNeto: 0, montoExento: 400_000 }),
      venta(110, 0, { montoNeto: 0, montoExento: 50_000 }),
      venta(33, 1900, { tipoTransaccion: 'Activo Fijo' }),
      compra(33, 0, { montoNeto: 20_000, ivaUsoComun: 3800 }),
      compra(33, 0, { montoNeto: 10_000, ivaUsoComun: 1900, tipoTransaccion: 'Supermercados' }),
    ])
      suma.add(one)
    const told = suma.result().avisos.map(({ monto, mensaje }) => [monto, mensaje])
    expect(told).toEqual([
      [3800, expect.stringContaining('el código 520')],
      [1900, expect.stringContaining('el código 762')],
      [1_350_000, expect.stringContaining('gravadas $900.000, de exportación $50.000 y exentas $400.000')],
    ])
    expect(suma.result().totales.credito).toBe(0)
  })

  test.each<[why: string, Partial<DocumentoF29>, told: [code: string, monto: number][]]>([
    [
      'by its kind',
      { tipoTransaccion: 'Activo Fijo', montoIva: 0, ivaUsoComun: 3800 },
      [['código 525', 3800]],
    ],
    [
      'by its VAT of fixed assets',
      { montoIva: 0, ivaUsoComun: 3800, datos: { activoFijoNeto: 20_000, activoFijoIva: 3800 } },
      [['código 525', 3800]],
    ],
    [
      'by its net of fixed assets',
      { montoIva: 0, ivaUsoComun: 3800, datos: { activoFijoNeto: 20_000 } },
      [['código 525', 3800]],
    ],
    [
      'in part',
      { montoIva: 0, ivaUsoComun: 3800, datos: { activoFijoNeto: 5000, activoFijoIva: 950 } },
      [
        ['código 520', 2850],
        ['código 525', 950],
      ],
    ],
    [
      'perhaps',
      { montoIva: 1900, ivaUsoComun: 1900, datos: { activoFijoNeto: 10_000, activoFijoIva: 1900 } },
      [['código 525 o 520', 1900]],
    ],
    [
      'of an import',
      { tipoDte: 914, tipoTransaccion: 'Activo Fijo', montoIva: 0, ivaUsoComun: 3800 },
      [['código 553', 3800]],
    ],
    [
      'of a note, which has one line',
      { tipoDte: 56, tipoTransaccion: 'Activo Fijo', montoIva: 0, ivaUsoComun: 3800 },
      [['código 532', 3800]],
    ],
  ])('says of common use that is a fixed asset the code of those: %s', (_, more, told) => {
    const suma = f29.createF29()
    suma.add(compra(33, 3800, { montoNeto: 20_000, ...more }))
    const { avisos, credito } = suma.result()
    const common = avisos.filter(({ code }) => code === 'COMMON_USE_NOT_INCLUDED')
    expect(common.map(({ mensaje, monto }) => [mensaje.replace(/.*(?=código)/, ''), monto])).toEqual(told)
    const whole = told.reduce((sum, [, monto]) => sum + monto, 0)
    expect(credito.find(({ concepto }) => concepto === 'uso_comun')?.iva).toBe(whole)
  })

  test('takes the kind of purchase for the VAT that no column divides', () => {
    const { totales, fila } = compute(
      compra(33, 1900, { tipoTransaccion: 'IVA Uso Común' }),
      compra(33, 3800, { tipoTransaccion: 'IVA no Recuperable' }),
      compra(33, 190, { tipoTransaccion: 'IVA Uso Común', montoNeto: 2000, ivaUsoComun: 190 }),
    )
    expect(totales.credito).toBe(190)
    expect(fila('credito', 'uso_comun')).toEqual([2, 11_000, 2090])
    expect(fila('credito', 'no_recuperable')).toEqual([1, 20_000, 3800])
  })

  test('tells taxes that give none', () => {
    const { totales, fila } = compute(
      compra(33, 1900, { datos: { impuestoSinCredito: 700, tabacosPuros: 10, tabacosCigarrillos: 20 } }),
      compra(61, 190, { datos: { impuestoSinCredito: 70, tabacosElaborados: 3 } }),
    )
    expect(totales.credito).toBe(1710)
    expect(fila('credito', 'impuesto_sin_credito')).toEqual([2, 0, 630])
    expect(fila('credito', 'tabacos')).toEqual([2, 0, 27])
  })

  test.each([108, 110, 901, 909, 911, 48])('does not guess at a %p', (tipo) => {
    const { totales, avisos } = compute(compra(tipo, 1900))
    expect(totales.credito).toBe(0)
    expect(avisos.map(([, campo, , monto]) => [campo, monto])).toEqual([
      ['compra.montoNeto', 10_000],
      ['compra.montoIva', 1900],
    ])
  })

  test('of a month with nothing is nothing', () => {
    const { debito, credito, retenciones, otros, totales, avisos } = compute()
    expect([debito, credito, retenciones, otros, avisos]).toEqual([[], [], [], [], []])
    expect(totales).toEqual({ debito: 0, credito: 0, diferencia: 0 })
  })

  test('counts a document of nothing on its line', () => {
    expect(compute(venta(61, 0)).fila('debito', 'notas_credito')).toEqual([1, 0, 0])
  })
})

describe('what was withheld of own facturas de compra', () => {
  const propia = (more: Partial<DocumentoF29> = {}) =>
    compra(46, 57_000, { montoNeto: 300_000, montoTotal: 300_000, ...more })

  test('is their credit whole (519 and 520), and what is owed of it: all (39) or a part (554)', () => {
    const { totales, codigo } = compute(
      propia(),
      propia({ datos: { ivaNoRetenido: 7000 } }),
      propia({ montoTotal: 307_000 }),
      propia({ montoTotal: 300_001 }),
      propia({ montoTotal: 307_000, datos: { otrosImpuestos: [{ codigo: 30, valor: 50_000, tasa: '10' }] } }),
    )
    expect(totales.credito).toBe(285_000)
    expect([519, 520, 39, 554].map(codigo)).toEqual([5, 285_000, 114_000, 150_000])
  })

  test('is less by notes of credit over them (736), more by notes of debit', () => {
    const over = { montoTotal: 50_000, montoNeto: 50_000, datos: { notaSobreFacturaCompra: '1' } }
    const { codigo, totales } = compute(propia(), compra(61, 9500, over), compra(56, 9500, over))
    expect([39, 554, 736].map(codigo)).toEqual([66_500, undefined, 9500])
    expect([527, 528, 531, 532].map(codigo)).toEqual([1, 9500, 1, 9500])
    expect(totales.credito).toBe(57_000)
    expect(compute(propia(), compra(61, 9500)).codigo(736)).toBeUndefined()
  })

  test('is nothing where the total has all the VAT, which is told', () => {
    const { retenciones, totales, avisos } = compute(propia({ montoTotal: 357_000 }))
    expect([retenciones, totales.credito]).toEqual([[], 57_000])
    expect(avisos).toEqual([['NO_RETENTION', 'compra.ivaSinRetencion', 1, 57_000]])
  })
})

describe('further taxes', () => {
  const con = (...taxes: [number | null, number][]) => ({
    datos: { otrosImpuestos: taxes.map(([codigo, valor]) => ({ codigo, valor, tasa: null })) },
  })
  const BEBIDAS: [number, number][] = [
    [24, 100],
    [25, 20],
    [26, 3],
    [27, 4000],
    [271, 50_000],
  ]

  test('of drinks are debits and credits of their own, with lines for notes; none is VAT', () => {
    const { totales, codigo } = compute(
      venta(33, 1900, con(...BEBIDAS)),
      venta(56, 190, con([24, 7], [27, 1])),
      venta(61, 190, con([24, 5], [25, 6])),
      compra(33, 1900, con(...BEBIDAS)),
      compra(56, 190, con([26, 8])),
      compra(61, 190, con([26, 9])),
    )
    expect([577, 32, 150, 146, 752, 545, 546].map(codigo)).toEqual([100, 20, 3, 4000, 50_000, 8, 11])
    expect([575, 574, 580, 582, 753, 551, 559].map(codigo)).toEqual([100, 20, 3, 4000, 50_000, 8, 9])
    expect(totales).toEqual({ debito: 1900, credito: 1900, diferencia: 0 })
  })

  test('of article 37, advances and margins stand on theirs, less notes', () => {
    const { codigo } = compute(
      venta(33, 1900, con([23, 100], [44, 20], [45, 3], [17, 1], [18, 2], [19, 4], [14, 9], [53, 8])),
      venta(61, 1900, con([23, 10], [19, 1])),
      compra(33, 1900, con([23, 100], [44, 20], [45, 3], [17, 1], [18, 2], [19, 4])),
    )
    expect([113, 522, 526, 555, 597, 54, 28, 556].map(codigo)).toEqual([90, 20, 3, 6, 9, 8, 123, 7])
  })

  test('of a note of credit out of time are not declared with it', () => {
    const datos = { ivaFueraPlazo: 1900, ...con([24, 500]).datos }
    const { otros, avisos } = compute(venta(61, 1900, { datos }))
    expect(otros).toEqual([])
    expect(avisos).toContainEqual(['F29_NOT_DECLARED', 'venta.otrosImpuestos', 1, 500])
  })

  test('that no line takes from the register are told', () => {
    const { avisos, otros } = compute(
      compra(33, 1900, con([999, 9], [null, 3])),
      compra(61, 1900, con([999, 2])),
    )
    expect(otros).toEqual([])
    expect(avisos).toEqual([
      ['F29_NOT_PLACED', 'compra.otrosImpuestos', 2, 7],
      ['F29_NOT_PLACED', 'compra.otrosImpuestos', 1, 3],
    ])
  })

  test.each([
    [24, 575, 576],
    [25, 574, 33],
    [26, 580, 149],
    [27, 582, 85],
    [271, 753, 754],
  ])(
    'of drinks (%i) stand whole in %i, and what may be used, %i, is told and not computed',
    (tax, whole, used) => {
      const suma = f29.createF29()
      for (const one of [
        compra(33, 1900, con([tax, 500])),
        compra(61, 190, con([tax, 50])),
        venta(33, 1900, con([tax, 9])),
      ])
        suma.add(one)
      const result = suma.result()
      const codes = new Map(f29.codigosOf(result).map(({ codigo, valor }) => [codigo, valor]))
      expect([codes.get(whole), codes.get(559), codes.get(used)]).toEqual([500, 50, undefined])
      expect(result.avisos).toMatchObject([
        { code: 'F29_NOT_COMPUTED', monto: 500, mensaje: expect.stringContaining(`el código ${used},`) },
      ])
    },
  )

  test('of diesel are told with the codes that recover it, less notes (FAQ 001.130.5829.008 and 001.130.6051.002)', () => {
    const suma = f29.createF29()
    for (const one of [compra(33, 1900, con([28, 5000])), compra(61, 190, con([28, 500]))]) suma.add(one)
    const { avisos, otros } = suma.result()
    expect(otros).toEqual([])
    expect(avisos).toMatchObject([
      {
        code: 'F29_NOT_COMPUTED',
        documentos: 2,
        monto: 4500,
        mensaje: expect.stringMatching(/127.*544.*730 o 729/),
      },
    ])
  })
})

describe('the table', () => {
  const money = (lado: 'venta' | 'compra') =>
    FORMAS.find((forma) => forma.lado === lado && forma.estado === 'REGISTRO')!.columnas.filter(
      ({ clase }) => clase === 'monto',
    )
  const IMPUESTO = new Set<string>(['valor'])

  test.each(['venta', 'compra'] as const)(
    'of %ss says of every column with an amount, in every class, where it goes',
    (lado) => {
      const columns = money(lado)
        .map(({ campo }) => campo)
        .filter((campo) => !IMPUESTO.has(campo))
      for (const campo of columns)
        expect(
          DESTINOS[lado].some(({ columna, clases }) => columna === campo && clases === null) || campo,
        ).toBe(true)
      const known = new Set<string>([...columns, ...Object.keys(DERIVADOS)])
      expect(DESTINOS[lado].filter(({ columna }) => !known.has(columna))).toEqual([])
    },
  )

  test('names no code twice but for lines that share one, and a source for every row', () => {
    const codes = LINEAS_EN_ORDEN.flatMap((clave) => {
      const { codigos }: Linea = LINEAS[clave]
      return codigos ? [codigos.cantidad, codigos.monto].filter((code) => code !== null) : []
    })
    const twice = codes.filter((code, i) => codes.indexOf(code) !== i)
    expect([...new Set(twice)]).toEqual([519, 520])
    expect(Object.values(FUENTES).every((text) => text.length > 0)).toBe(true)
  })

  test('is that of the README', () => {
    const text = readFileSync(README, 'utf8')
    expect(withTablas(text)).toBe(text)
  })
})

test('a tax of a factura de compra that withholds nothing of the VAT is not counted as withheld', () => {
  const datos = {
    otrosImpuestos: [
      { codigo: 32, valor: 8000 },
      { codigo: 17, valor: 5000 },
    ],
  }
  const { codigo } = compute(compra(46, 19_000, { montoTotal: 116_000, datos } as Partial<DocumentoF29>))
  expect([codigo(554), codigo(556)]).toEqual([8000, 5000])
})

test('what notes bring below zero stands in no code, which takes no sign, and is told', () => {
  const { codigo, avisos } = compute(
    doc('venta', 61, 0, { montoExento: 100_000, montoNeto: 0, montoTotal: 100_000 }),
  )
  expect([codigo(586), codigo(142)]).toEqual([1, undefined])
  expect(avisos).toEqual([['F29_NOT_PLACED', 'formulario.142', 0, -100_000]])
})

test('a purchase of the kind that is not to be included gives no credit', () => {
  const { totales, codigo } = compute(compra(33, 19_000, { tipoTransaccion: 'No Corresp. Incluir' }))
  expect([totales.credito, codigo(520), codigo(521)]).toEqual([0, undefined, 100_000])
})

test('a kind that no list has counts as of the business, and is told with its documents, amount and VAT', () => {
  const { codigo, avisos } = compute(
    compra(33, 19_000, { tipoTransaccion: 'Supermercado' }),
    compra(33, 19_000, { tipoTransaccion: 'Bien raíz' }),
    compra(33, 1900, { tipoTransaccion: 'Raro' }),
    compra(33, 190, { tipoTransaccion: 'Otra' }),
    compra(33, 38, { tipoTransaccion: null, montoIva: 19, ivaNoRecuperable: 19 }),
    venta(33, 1900, { tipoTransaccion: '' }),
    venta(39, 1900, { tipoTransaccion: null }),
  )
  expect([codigo(762), codigo(766), codigo(520), codigo(502)]).toEqual([19_000, 19_000, 2109, 1900])
  expect(avisos).toEqual([
    ['F29_NOT_PLACED', 'compra.tipoTransaccion', 2, 13_090],
    ['F29_NOT_PLACED', 'compra.tipoTransaccion', 1, 238],
    ['F29_NOT_PLACED', 'venta.tipoTransaccion', 1, 11_900],
  ])
})

test('every warning says what of its amount is VAT', () => {
  const suma = f29.createF29()
  for (const one of [
    venta(33, 1900, { tipoTransaccion: 'Raro' }),
    venta(61, 1900, { datos: { ivaFueraPlazo: 1900 } }),
    compra(914, 1900, { montoExento: 500 }),
    compra(43, 1900),
    compra(33, 1900, { ivaUsoComun: 190 }),
  ])
    suma.add(one)
  const told = suma.result().avisos.map(({ campo, monto, iva }) => [campo, monto, iva])
  expect(told).toContainEqual(['venta.tipoTransaccion', 11_900, 1900])
  expect(told).toContainEqual(['venta.ivaFueraPlazo', 1900, 1900])
  expect(told).toContainEqual(['compra.montoNeto', 10_000, 0])
  expect(told).toContainEqual(['compra.montoIva', 1900, 1900])
  expect(told).toContainEqual(['compra.ivaUsoComun', 190, 190])
})

test('a row without a code says in words why', () => {
  const rows = LINEAS_EN_ORDEN.map((clave): Linea => LINEAS[clave])
  expect(rows.filter(({ codigos, nota }) => (codigos === null) !== /^sin código/.test(nota ?? ''))).toEqual(
    [],
  )
  const { credito } = compute(compra(33, 1900, { datos: { tabacosPuros: 500, impuestoSinCredito: 30 } }))
  const notas = credito
    .filter(({ codigos }) => codigos === null)
    .map(({ concepto, nota }) => [concepto, nota])
  expect(notas).toEqual([
    ['impuesto_sin_credito', expect.stringContaining('costo o gasto')],
    ['tabacos', expect.stringContaining('quien fabrica o importa')],
  ])
})

test('the page of the interface says of every column with an amount the codes that it reaches', () => {
  expect(COLUMNAS_F29).toContain(
    '* IVA no retenido: 517, 513, 510, aviso `F29_NOT_PLACED` (FAQ 001.130.1616.008',
  )
  expect(COLUMNAS_F29).toContain('* Tabacos Puros: `tabacos` sin código (LibroCV_v10.xsd)')
  expect(COLUMNAS_F29).toContain('* Monto IVA Recuperable: 520, 762, 766, 535, 532, 528,')
})

test.each<[why: string, DocumentoF29, told: [columna: string, monto: number][]]>([
  [
    'fixed assets beyond a purchase',
    compra(33, 19_000, { datos: { activoFijoNeto: 150_000, activoFijoIva: 28_500 } }),
    [
      ['compra.excesoActivoNeto', 50_000],
      ['compra.excesoActivoIva', 9500],
    ],
  ],
  [
    'VAT of others beyond the VAT and the total',
    venta(33, 19_000, { datos: { ivaTerceros: 30_000 } }),
    [['venta.excesoTercerosIva', 11_000]],
  ],
  [
    'VAT that the rate does not give of the net',
    venta(33, 190_000, { montoNeto: 100_000, fechaEmision: '2026-11-12' }),
    [['venta.diferenciaNetoIva', 171_000]],
  ],
  [
    'own VAT and that of others that are not the whole',
    venta(33, 190_000, { datos: { ivaPropio: 40_000, ivaTerceros: 100_000 } }),
    [['venta.diferenciaPropio', 50_000]],
  ],
  [
    'own VAT that is not the whole, with none of others',
    venta(33, 190_000, { datos: { ivaPropio: 140_000 } }),
    [['venta.diferenciaPropio', 50_000]],
  ],
  [
    'own VAT that is the whole, with others’ that the total has not',
    venta(33, 190_000, { datos: { ivaPropio: 190_000, ivaTerceros: 100_000 } }),
    [['venta.diferenciaPropio', 100_000]],
  ],
  [
    'a liquidación whose own VAT and that of others are not the whole',
    venta(43, 190_000, { datos: { ivaPropio: 1900, ivaTerceros: 100_000, liquidacionIva: 1900 } }),
    [['venta.diferenciaPropio', 88_100]],
  ],
  [
    'a factura de compra withheld whole and in part, beyond its VAT',
    venta(46, 190_000, { datos: { ivaRetenidoTotal: 190_000, ivaRetenidoParcial: 80_000 } }),
    [['venta.diferenciaRetencion', 80_000]],
  ],
  [
    'one of which more was not withheld than its VAT',
    venta(46, 190_000, { datos: { ivaNoRetenido: 200_000 } }),
    [['venta.diferenciaRetencion', 10_000]],
  ],
  [
    'an own one whose taxes withhold more than its VAT',
    compra(46, 19_000, {
      montoTotal: 100_000,
      datos: { otrosImpuestos: [{ codigo: 15, valor: 29_000, tasa: '19' }] },
    }),
    [['compra.diferenciaRetencion', 10_000]],
  ],
  [
    'an own one whose sum of taxes has no names',
    compra(46, 19_000, {
      montoTotal: 100_000,
      datos: { otrosImpuestos: [{ codigo: null, valor: 29_000, tasa: null }] },
    }),
    [],
  ],
  [
    'a sum of many, each with a rounding of its own',
    venta(33, 190_010, { montoNeto: 1_000_000, documentos: 40 }),
    [],
  ],
])('columns that contradict each other are told with the amount: %s', (_, one, told) => {
  const { avisos } = compute(one)
  const found = avisos.filter(([, campo]) => /\.(exceso|diferencia)/.test(String(campo)))
  expect(found.map(([, campo, , monto]) => [campo, monto])).toEqual(told)
})

import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { checkMontos, parseSobre } from '../../../src/xml/verify'
import { porcentaje, readNumero, roundTo, writeNumero } from '../../../src/xml/verify/montos/exact'
import { archivo, completar, dteDeEjemplo, EJEMPLOS, ejemplo, hacerDte, type Nodo } from './generador'

const juzgar = (xml: string) => checkMontos(parseSobre(archivo(xml)).dtes[0]!)
const resumen = (xml: string) =>
  juzgar(xml).map(({ codigo, donde }) => `${codigo} ${donde.replace(/ \(línea.*/, '')}`)

/** An example with its document changed. */
const con = (numero: number, cambio: (documento: Nodo, totales: Nodo, detalle: Nodo[]) => void): string => {
  const { tipo } = ejemplo(numero)
  const documento = completar(ejemplo(numero))
  cambio(documento, (documento.Encabezado as Record<string, Nodo>).Totales!, documento.Detalle as Nodo[])
  return hacerDte(tipo, documento)
}
const total = (numero: number, valores: Nodo) => con(numero, (_, totales) => Object.assign(totales, valores))

describe('the worked examples square', () => {
  test.each(EJEMPLOS.map((e) => [e.nombre, e] as const))('%s', (_, e) => {
    expect(juzgar(dteDeEjemplo(e))).toEqual([])
  })
})

describe('exact numbers (domain/dte §6.1)', () => {
  test.each([
    ['0.5', '1'],
    ['-0.5', '-1'],
    ['0.499999', '0'],
    ['2.5', '3'],
    ['100.5', '101'],
  ])('%s rounds to %s, halves away from zero', (de, a) => {
    expect(writeNumero(roundTo(readNumero(de)!, 1n))).toBe(a)
  })

  test('reads and writes without loss, and refuses what is no number', () => {
    for (const n of ['0', '-0.000001', '999999999999.999999', '1005.2575'])
      expect(writeNumero(readNumero(n)!)).toBe(n)
    for (const n of ['', '.', '1e5', '1,5', 'x', '1.0000001']) expect(readNumero(n)).toBeNull()
    expect(readNumero('007.50')).toBe(7_500_000n)
    expect(writeNumero(porcentaje(readNumero('16.6667')!, readNumero('33.33')!, 4))).toBe('5.555')
  })
})

describe('lines (domain/dte §6.2)', () => {
  const linea = (numero: number, valores: Nodo) =>
    con(numero, (_d, _t, detalle) => Object.assign(detalle[0]!, valores))
  test.each([
    ['one peso more', 1, { MontoItem: 149971 }, 'DET-2-901 Detalle[1]/MontoItem'],
    ['a half rounded down', 3, { MontoItem: 83 }, 'DET-2-901 Detalle[1]/MontoItem'],
    ['the float trap', 4, { MontoItem: 100 }, 'DET-2-901 Detalle[1]/MontoItem'],
    [
      'a discount that is not its percentage',
      7,
      { DescuentoMonto: 12983, MontoItem: 90887 },
      'DET-2-902 Detalle[1]/DescuentoMonto',
    ],
    [
      'a percentage without its amount',
      7,
      { DescuentoMonto: undefined },
      'DET-2-902 Detalle[1]/DescuentoMonto',
    ],
    ['a discount not subtracted', 8, { MontoItem: 179980 }, 'DET-2-901 Detalle[1]/MontoItem'],
    [
      'a surcharge that is not its percentage',
      9,
      { RecargoMonto: 8000, MontoItem: 170900 },
      'DET-2-903 Detalle[1]/RecargoMonto',
    ],
    ['an export line rounded to units', 66, { MontoItem: 122 }, 'DET-2-901 Detalle[1]/MontoItem'],
  ])('%s', (_, numero, valores, esperado) => {
    expect(resumen(linea(numero, valores))).toContain(esperado)
  })

  test('a surcharge may be taken on the price before the discount: the sources do not say (domain/dte §10.5)', () => {
    const sobreElPrecio = linea(9, { RecargoMonto: 9050, MontoItem: 171950 })
    expect(resumen(sobreElPrecio).filter((h) => h.startsWith('DET'))).toEqual([])
  })

  test('the line is named by its place', () => {
    const xml = con(6, (_d, _t, detalle) => Object.assign(detalle[1]!, { MontoItem: 10 }))
    expect(resumen(xml)[0]).toBe('DET-2-901 Detalle[2]/MontoItem')
  })

  test('with IndExe 4 the amount is zero', () => {
    expect(resumen(con(56, (_d, _t, detalle) => Object.assign(detalle[1]!, { MontoItem: 1 })))).toContain(
      'DET-2-904 Detalle[2]/MontoItem',
    )
  })

  test('without a price the amount is what the issuer says', () => {
    expect(juzgar(linea(1, { QtyItem: undefined, PrcItem: undefined }))).toEqual([])
  })
})

describe('totals: each wrong number is one finding', () => {
  test.each([
    ['net', 1, { MntNeto: 149971, IVA: 28494, MntTotal: 178465 }, ['HED-2-901 Encabezado/Totales/MntNeto']],
    ['exempt', 11, { MntExe: 180001, MntTotal: 245332 }, ['HED-2-902 Encabezado/Totales/MntExe']],
    ['no exempt', 11, { MntExe: undefined, MntTotal: 65331 }, ['HED-2-902 Encabezado/Totales/MntExe']],
    ['rate', 1, { TasaIVA: 18, IVA: 26995, MntTotal: 176965 }, ['HED-2-903 Encabezado/Totales/TasaIVA']],
    ['no rate', 1, { TasaIVA: undefined }, ['HED-2-903 Encabezado/Totales/TasaIVA']],
    ['IVA', 1, { IVA: 28495, MntTotal: 178465 }, ['HED-2-904 Encabezado/Totales/IVA']],
    ['no IVA', 1, { IVA: undefined, MntTotal: 149970 }, ['HED-2-904 Encabezado/Totales/IVA']],
    ['total', 1, { MntTotal: 178465 }, ['HED-2-905 Encabezado/Totales/MntTotal']],
    [
      'a global discount forgotten',
      12,
      { MntNeto: 112500, IVA: 21375, MntTotal: 133875 },
      ['HED-2-901 Encabezado/Totales/MntNeto'],
    ],
    [
      'gross taken as net',
      15,
      { MntNeto: 35970, IVA: 6834, MntTotal: 42804 },
      ['HED-2-901 Encabezado/Totales/MntNeto'],
    ],
    [
      'an additional tax',
      18,
      {
        ImptoReten: [
          { TipoImp: 24, TasaImp: 31.5, MontoImp: 31677 },
          { TipoImp: 271, TasaImp: 18, MontoImp: 5962 },
        ],
        MntTotal: 208499,
      },
      ['HED-2-908 Encabezado/Totales/ImptoReten[1]/MontoImp'],
    ],
    [
      'its rate',
      19,
      {
        ImptoReten: [
          { TipoImp: 25, TasaImp: 20, MontoImp: 2990 },
          { TipoImp: 26, TasaImp: 20.5, MontoImp: 1851 },
        ],
        MntTotal: 33377,
      },
      ['HED-2-908 Encabezado/Totales/ImptoReten[1]/TasaImp'],
    ],
    [
      'an additional tax forgotten',
      20,
      { ImptoReten: undefined, MntTotal: 83074 },
      ['HED-2-908 Encabezado/Totales/ImptoReten'],
    ],
    [
      'the faena advance on the line amount',
      21,
      { ImptoReten: { TipoImp: 17, TasaImp: 5, MontoImp: 7500 }, MntTotal: 186000 },
      ['HED-2-908 Encabezado/Totales/ImptoReten[1]/MontoImp'],
    ],
    ['its base', 21, { MntBase: 150000 }, ['HED-2-913 Encabezado/Totales/MntBase']],
    [
      'an informed tax missing',
      28,
      { ImptoReten: undefined, MntTotal: 2416890 },
      ['HED-2-908 Encabezado/Totales/ImptoReten'],
    ],
    ['the deposit', 22, { GrntDep: 35000, MntTotal: 193695 }, ['HED-2-910 Encabezado/Totales/GrntDep']],
    [
      'the non-billable',
      23,
      { MontoNF: 10490, MontoPeriodo: 35480 },
      ['HED-2-906 Encabezado/Totales/MontoNF'],
    ],
    ['the period', 23, { MontoPeriodo: 24990 }, ['HED-2-907 Encabezado/Totales/MontoPeriodo']],
    [
      'the builders credit over the IVA',
      27,
      { CredEC: 3515001, MntTotal: 18499999 },
      ['HED-2-911 Encabezado/Totales/CredEC'],
    ],
    [
      'a boleta without IVA',
      33,
      { MntNeto: undefined, IVA: undefined },
      ['HED-2-901 Encabezado/Totales/MntNeto', 'HED-2-904 Encabezado/Totales/IVA'],
    ],
    ['a boleta two pesos off', 34, { IVA: 399, MntTotal: 2491 }, ['HED-2-904 Encabezado/Totales/IVA']],
    ['its amount to pay', 41, { VlrPagar: 11980 }, ['HED-2-907 Encabezado/Totales/VlrPagar']],
    ['its period', 41, { TotalPeriodo: 9990 }, ['HED-2-907 Encabezado/Totales/TotalPeriodo']],
    ['an exempt boleta', 43, { MntExe: 14999, MntTotal: 14999 }, ['HED-2-902 Encabezado/Totales/MntExe']],
    [
      'a withholding added instead of subtracted',
      48,
      { MntTotal: 575944 },
      ['HED-2-905 Encabezado/Totales/MntTotal'],
    ],
    ['the IVA not withheld', 49, { IVANoRet: 115528 }, ['HED-2-909 Encabezado/Totales/IVANoRet']],
    [
      'the IVA not withheld, left out',
      49,
      { IVANoRet: undefined },
      ['HED-2-909 Encabezado/Totales/IVANoRet'],
    ],
    [
      'a commission',
      45,
      { Comisiones: { ValComNeto: 127998, ValComExe: 0, ValComIVA: 24320 }, MntTotal: 1831670 },
      ['HED-2-912 Encabezado/Totales/Comisiones/ValComNeto'],
    ],
    [
      'a liquidación that does not square',
      45,
      { MntTotal: 1831670 },
      ['HED-2-260 Encabezado/Totales/MntTotal'],
    ],
    ['its period', 45, { MontoPeriodo: 1 }, ['HED-3-265 Encabezado/Totales/MontoPeriodo']],
    [
      'negatives rounded the wrong way',
      46,
      { IVA: -22799, MntTotal: -142799 },
      ['HED-2-904 Encabezado/Totales/IVA'],
    ],
    ['the split of the IVA', 1, { IVAProp: 28000, IVATerc: 495 }, ['HED-2-914 Encabezado/Totales/IVAProp']],
    ['an export', 65, { MntTotal: 18601 }, ['HED-2-905 Encabezado/Totales/MntTotal']],
    [
      'an export without its surcharges',
      67,
      { MntExe: 18500, MntTotal: 18500 },
      ['HED-2-902 Encabezado/Totales/MntExe'],
    ],
    [
      'a sale guide with only a total',
      53,
      { MntNeto: undefined, TasaIVA: undefined, IVA: undefined },
      [
        'HED-2-901 Encabezado/Totales/MntNeto',
        'HED-2-904 Encabezado/Totales/IVA',
        'HED-2-905 Encabezado/Totales/MntTotal',
      ],
    ],
  ])('%s', (_, numero, valores, esperado) => {
    expect(resumen(total(numero, valores as Nodo))).toEqual(esperado)
  })

  test('errors of arithmetic are reparos, that of a liquidación period a rejection (xml §7.2)', () => {
    expect(juzgar(total(1, { MntTotal: 1 })).map(({ nivel }) => nivel)).toEqual(['reparo'])
    expect(juzgar(total(45, { MontoPeriodo: 1 })).map(({ nivel }) => nivel)).toEqual(['rechazo'])
  })

  test('the message says what it should be, and the line where it stands', () => {
    const xml = total(1, { MntTotal: 178465 })
    const linea =
      archivo(xml)
        .toString('latin1')
        .split('\n')
        .findIndex((l) => l.includes('<MntTotal>')) + 1
    expect(juzgar(xml)[0]).toMatchObject({
      donde: `Encabezado/Totales/MntTotal (línea ${linea})`,
      mensaje: 'MntTotal dice 178465 y debe ser 178464, la suma de sus partes',
    })
  })
})

describe('where nobody knows for sure both readings pass (domain/dte §10)', () => {
  test.each([
    ['IVA by the rate in a gross factura', 16, { IVA: 397, MntTotal: 2489 }],
    ['the same, its total still the gross', 16, { IVA: 397 }],
    ['IVA by the rate in a boleta', 35, { IVA: 430, MntTotal: 2691 }],
    ['a 34 whose global line without IndExeDR acts on the exempt', 31, { MntExe: 439611, MntTotal: 439611 }],
    ['several global percentages on the whole sum', 13, { MntNeto: 173596, IVA: 32983, MntTotal: 206579 }],
    ['IVANoRet by the last withholding', 50, { IVANoRet: 451013 }],
    ['an unpaid export that states its total', 70, { MntTotal: 250 }],
    ['MontoPeriodo left out', 23, { MontoPeriodo: undefined }],
    [
      'a guide that moves goods and states no amounts',
      55,
      { MntNeto: undefined, TasaIVA: undefined, IVA: undefined, MntTotal: 0 },
    ],
  ])('%s', (_, numero, valores) => {
    expect(resumen(total(numero, valores as Nodo))).toEqual([])
  })

  test('an additional tax on the base before or after a global discount', () => {
    const conDescuento = (montoImp: number) =>
      con(20, (documento, totales) => {
        documento.DscRcgGlobal = [{ NroLinDR: 1, TpoMov: 'D', TpoValor: '%', ValorDR: 10 }]
        // 69810 − 6981 = 62829; 12 % of either.
        Object.assign(totales, { MntNeto: 62829, IVA: 11938, MntTotal: 74767 + montoImp })
        totales.ImptoReten = { TipoImp: 19, TasaImp: 12, MontoImp: montoImp }
      })
    expect(resumen(conDescuento(8377))).toEqual([])
    expect(resumen(conDescuento(7539))).toEqual([])
    expect(resumen(conDescuento(8000))).toEqual(['HED-2-908 Encabezado/Totales/ImptoReten[1]/MontoImp'])
  })
})

test('codes of unknown sign pass with either, however many there are', () => {
  const inciertos = (signo: number) =>
    con(1, (_, totales, detalle) => {
      detalle[0]!.CodImpAdic = [16, 40]
      totales.ImptoReten = Array.from({ length: 20 }, (_, i) => ({ TipoImp: i % 2 ? 16 : 40, MontoImp: 1 }))
      totales.MntTotal = 178464 + signo * 20
    })
  for (const signo of [1, -1]) {
    const findings = resumen(inciertos(signo))
    expect(findings).toHaveLength(18)
    expect(findings[0]).toBe('HED-2-908 Encabezado/Totales/ImptoReten[3]/TipoImp')
  }
})

describe('a document is judged at the rates of its day', () => {
  /** Document 1 of that date, with one rate of IVA and one of an additional tax on its only kind of line. */
  const del = (fecha: string, tasaIva: number, tasa: number) =>
    con(1, (documento, totales, detalle) => {
      ;((documento.Encabezado as Nodo).IdDoc as Nodo).FchEmis = fecha
      for (const linea of detalle) linea.CodImpAdic = 27
      const neto = Number(totales.MntNeto)
      const [iva, impuesto] = [tasaIva, tasa].map((pct) => Math.round((neto * pct) / 100))
      Object.assign(totales, { TasaIVA: tasaIva, IVA: iva, MntTotal: neto + iva! + impuesto! })
      totales.ImptoReten = { TipoImp: 27, TasaImp: tasa, MontoImp: impuesto }
    })

  test.each([
    ['2003-09-30', 18, 13],
    ['2003-10-01', 19, 13],
    ['2014-09-30', 19, 13],
    ['2014-10-01', 19, 10],
    ['2026-11-03', 19, 10],
  ])('%s: IVA of %d %% and %d %% on soft drinks', (fecha, iva, bebidas) => {
    expect(juzgar(del(fecha, iva, bebidas))).toEqual([])
    expect(resumen(del(fecha, 37 - iva, bebidas))).toEqual(['HED-2-903 Encabezado/Totales/TasaIVA'])
    expect(resumen(del(fecha, iva, 23 - bebidas))).toEqual([
      'HED-2-908 Encabezado/Totales/ImptoReten[1]/TasaImp',
    ])
  })
})

test('a factura of any lines squares, and no total of it can be moved by any amount unseen', () => {
  const linea = fc.record({
    cantidad: fc.integer({ min: 1, max: 500 }),
    precio: fc.integer({ min: 10, max: 90_000 }),
    exenta: fc.boolean(),
  })
  const tag = fc.constantFrom('MntNeto', 'MntExe', 'IVA', 'MntTotal')
  fc.assert(
    fc.property(
      fc.array(linea, { minLength: 1, maxLength: 8 }),
      tag,
      fc.integer({ min: 1, max: 5000 }),
      (lineas, cual, cuanto) => {
        const montos = lineas.map(({ cantidad, precio }) => cantidad * precio)
        const de = (exenta: boolean) =>
          montos.filter((_, i) => lineas[i]!.exenta === exenta).reduce((a, b) => a + b, 0)
        const [neto, exento] = [de(false), de(true)]
        // Whole pesos: the nearest integer to 19 % by integers alone.
        const iva = Math.floor((neto * 19 + 50) / 100)
        const totales: Record<string, number> = {
          ...(neto > 0 && { MntNeto: neto, TasaIVA: 19, IVA: iva }),
          ...(exento > 0 && { MntExe: exento }),
          MntTotal: neto + iva + exento,
        }
        const documento = (valores: Nodo) =>
          con(1, (doc) => {
            doc.Detalle = lineas.map(({ cantidad, precio, exenta }, i) => ({
              NroLinDet: i + 1,
              IndExe: exenta ? 1 : undefined,
              NmbItem: 'x',
              QtyItem: cantidad,
              PrcItem: precio,
              MontoItem: montos[i],
            }))
            ;(doc.Encabezado as Nodo).Totales = valores
          })
        expect(juzgar(documento(totales))).toEqual([])
        const movido = { ...totales, [cual]: (totales[cual] ?? 0) + cuanto }
        expect(juzgar(documento(movido)).length).toBeGreaterThan(0)
      },
    ),
    { numRuns: 40 },
  )
})

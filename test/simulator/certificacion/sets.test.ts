import { describe, expect, test } from 'bun:test'
import { CLASES, type Clase } from '../../../src/simulator/certificacion/filas'
import { expectedOf } from '../../../src/simulator/certificacion/montos'
import { computeCompras } from '../../../src/simulator/certificacion/montos-libro'
import { nearest } from '../../../src/simulator/certificacion/pesos'
import { DIALECTOS, type Dialecto } from '../../../src/simulator/certificacion/pluma'
import { drawSet } from '../../../src/simulator/certificacion/sorteo'
import { printSets } from '../../../src/simulator/certificacion/texto'
import { BASE, escena } from '../escena'
import { EMPRESA } from '../sobres'

const FACTURAS = CLASES.filter((clase) => clase !== 'boleta')

const print = (clases: readonly Clase[], semilla: string, dialecto: Dialecto): string =>
  printSets(
    clases.map((clase, i) => ({ clase, atencion: 5_123_401 + i, filas: drawSet(clase, semilla) })),
    semilla,
    dialecto,
  ).toString('latin1')

describe('the draw of a set (simulator §23.1)', () => {
  test('is the same for the same seed, and another for another', () => {
    for (const dialecto of DIALECTOS)
      expect(print(FACTURAS, 'uno', dialecto)).toBe(print(FACTURAS, 'uno', dialecto))
    expect(print(['basico'], 'uno', 'actual')).not.toBe(print(['basico'], 'dos', 'actual'))
  })

  test('of 200 seeds has no amount on half a peso, and numbers its cases by the pattern', () => {
    for (let semilla = 0; semilla < 200; semilla++)
      for (const clase of CLASES) {
        const { casos, compras, factor } = drawSet(clase, `s${semilla}`)
        for (const caso of casos) expect(expectedOf(casos, caso).total).toBeGreaterThanOrEqual(0)
        computeCompras(compras, factor)
      }
    expect(() => nearest(5, 10)).toThrow()
  })

  test('covers ampersands, accents, quotes and names of nearly eighty characters', () => {
    const texts = Array.from({ length: 20 }, (_, i) => print(['basico', 'exenta'], `s${i}`, 'actual')).join()
    for (const sign of ['&', 'ñ', '"', "'", 'alto tráfico AFECTO']) expect(texts).toContain(sign)
  })
})

describe('the amounts of a set (simulator §23.2)', () => {
  const linea = (cantidad: number, precio: number, rest = {}) => ({ nombre: 'x', cantidad, precio, ...rest })

  test('are those of the worked run', () => {
    const devuelta = [
      { nombre: 'Baldosa', cantidad: 318, precio: 2743, descuento: 5 },
      { nombre: 'ITEM 2', cantidad: 267, precio: 1913, descuento: 9 },
    ]
    const casos = [
      { tipo: 33, lineas: devuelta },
      {
        tipo: 61,
        lineas: [
          { nombre: 'Baldosa', cantidad: 118 },
          { nombre: 'ITEM 2', cantidad: 179 },
        ],
        referencia: { caso: 1, codigo: 3 as const, razon: 'DEVOLUCION' },
      },
      { tipo: 61, lineas: [], referencia: { caso: 2, codigo: 1 as const, razon: 'ANULA' } },
    ]
    expect(expectedOf(casos, casos[0]!)).toMatchObject({ neto: 1_293_462, iva: 245_758, total: 1_539_220 })
    for (const caso of casos.slice(1))
      expect(expectedOf(casos, caso)).toMatchObject({ neto: 619_099, iva: 117_629, total: 736_728 })
  })

  test('of a settlement subtract the commission, of a purchase the whole IVA', () => {
    const liquidacion = {
      tipo: 43,
      lineas: [
        { nombre: 'a', monto: 200_000 },
        { nombre: 'b', monto: 100_000, exento: true as const },
        { nombre: 'c', monto: -20_000 },
      ],
      comisiones: [{ nombre: 'd', neto: 20_000, exento: 0 }],
    }
    expect(expectedOf([liquidacion], liquidacion)).toMatchObject({ iva: 34_200, total: 290_400 })
    const compra = { tipo: 46, lineas: [linea(473, 5921), linea(31, 2384)] }
    expect(expectedOf([compra], compra)).toMatchObject({ retenido: 546_162, total: 2_874_537 })
  })

  test('of a book of purchases are those of the worked example', () => {
    const uno = (tipo: number, folio: number, afecto: number, destino = 'giro', exento = 0) =>
      ({ tipo, folio, observacion: '', exento, afecto, destino }) as never
    const { resumen } = computeCompras(
      [
        uno(30, 903, 31_482),
        uno(33, 57, 8340, 'giro', 10_215),
        uno(30, 418, 29_960, 'uso_comun'),
        uno(60, 640, 2745),
        uno(33, 88, 11_900, 'gratuita'),
        uno(46, 12, 9870, 'retenida'),
        uno(60, 305, 6420),
      ],
      60,
    )
    expect(resumen).toMatchObject([
      {
        TpoDoc: 30,
        TotDoc: 2,
        TotMntIVA: 5982,
        TotIVAUsoComun: 5692,
        TotCredIVAUsoComun: 3415,
        TotMntTotal: 73_116,
      },
      {
        TpoDoc: 33,
        TotMntExe: 10_215,
        TotMntNeto: 20_240,
        TotMntIVA: 1585,
        'TotIVANoRec 4': 2261,
        TotMntTotal: 34_301,
      },
      { TpoDoc: 46, TotMntIVA: 1875, 'TotOtrosImp 15': 1875, TotMntTotal: 9870 },
      { TpoDoc: 60, TotMntNeto: 9165, TotMntIVA: 1742, TotMntTotal: 10_907 },
    ])
  })
})

describe('the text of a set (simulator §23.1)', () => {
  test('is ISO-8859-1 with CRLF, and has each case under its attention number', () => {
    const text = print(FACTURAS, 'uno', 'actual')
    expect(text.split('\r\n').join('')).not.toMatch(/[\r\n]/)
    expect(text).toContain('SET BASICO - NUMERO DE ATENCION: 5123401\r\n')
    expect(text).toContain('CASO 5123401-8\r\n==============\r\n')
    expect(text).toMatch(/REFERENCIA[\t ]+FACTURA {2}ELECTRONICA CORRESPONDIENTE A CASO 5123401-2/)
  })

  test('of old writes the heads with two blanks and an accent', () => {
    const text = print(['basico'], 'uno', 'antiguo')
    expect(text).toContain('SET BASICO - NUMERO DE ATENCIÓN:  5123401')
    expect(text).toContain('CASO  5123401-1\r\n===============')
  })

  test('of boletas has no attention number and is the same for all', () => {
    expect(print(['boleta'], 'uno', 'actual')).toBe(print(['boleta'], 'dos', 'antiguo'))
    expect(print(['boleta'], 'uno', 'actual')).toContain(
      'CASO-4\r\n======\r\nItem\t\tCantidad\tPrecio Unitario con IVA\r\nitem afecto\t\t7\t1690',
    )
  })
})

describe('POST /simulador/certificacion/sets', () => {
  test('answers the file with attention numbers of one sequence, and refuses what cannot be asked for', async () => {
    const { sim, api } = escena()
    const ask = async (sets: string[]) => {
      const body = JSON.stringify({ rut: EMPRESA, sets, semilla: 'uno' })
      const response = await sim.fetch(
        new Request(`${BASE}/simulador/certificacion/sets`, { method: 'POST', body }),
      )
      const text = Buffer.from(await response.arrayBuffer()).toString('latin1')
      return text.match(/(?<=ATENCION: )\d+/g)
    }
    expect(await ask(['basico', 'libro_ventas'])).toEqual(['5100001', '5100002'])
    expect(await ask(['guia'])).toEqual(['5100003'])
    const { status, json } = await api('POST', 'certificacion/sets', {
      rut: '1-1',
      sets: ['boleta', 'otro', 'boleta'],
    })
    expect(status).toBe(422)
    expect(json.detalles.map(({ campo }: { campo: string }) => campo)).toEqual([
      'rut',
      'sets[1]',
      'sets',
      'sets',
    ])
  })
})

// Laws of the amounts that hold for every type (domain/dte §6): a total is the sum of its parts, gross and net entry agree,
// and no float ever touches money. (That the order of lines does not matter: obligaciones.test.ts.)

import { describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import type { Dte } from '../../../src/domain/dte/dte'
import { impuesto } from '../../../src/domain/dte/impuestos'
import { TIPOS } from '../../../src/domain/dte/tipos'
import { randomRequests } from '../../conformance/random-requests'
import { boleta, factura } from '../../support/emisor'
import { documentoDe, rules } from '../../support/leer'
import { compra, liquidacion } from '../../support/solicitudes'

type Json = Record<string, unknown>
/** Ten-thousandths, the finest amount there is; computed here from the text and by nothing of ours. */
const diezmil = (texto: string | undefined): bigint => {
  const [entera = '0', fraccion = ''] = (texto ?? '0').replace('-', '').split('.')
  const valor = BigInt(entera + fraccion.padEnd(4, '0'))
  return texto?.startsWith('-') ? -valor : valor
}
const suma = (textos: (string | undefined)[]): bigint => textos.reduce((so, t) => so + diezmil(t), 0n)

function sumaDePartes({ totales: t, idDoc }: Dte): bigint {
  if (idDoc.formaPagoExp === 21 && idDoc.tipoDte >= 110) return 0n
  const impuestos = (t.impuestos ?? []).map(({ codigo, monto }) =>
    impuesto(codigo)!.tipo === 'R' ? `-${monto}` : monto,
  )
  const { valorNeto, valorExento, iva } = t.comisiones ?? {}
  return (
    suma([t.montoNeto, t.montoExento, t.montoIva, t.garantiaEnvases, ...impuestos]) -
    suma([t.creditoEmpresaConstructora, valorNeto, valorExento, iva])
  )
}

describe('of random documents of the twelve types', () => {
  const documentos = (randomRequests(40 * TIPOS.length, 4711) as Json[]).map((body) => documentoDe(body).dte)

  test('the total is the sum of its parts, the period and what is to be paid follow from it', () => {
    for (const dte of documentos) {
      const { totales: t } = dte
      expect(diezmil(t.montoTotal)).toBe(sumaDePartes(dte))
      if (t.montoPeriodo !== undefined)
        expect(diezmil(t.montoPeriodo)).toBe(suma([t.montoTotal, t.montoNoFacturable]))
    }
  })

  test('commissions and withheld taxes are the sums of their own parts', () => {
    for (const { totales: t, comisiones = [] } of documentos) {
      for (const key of ['valorNeto', 'valorExento', 'iva'] as const)
        expect(diezmil(t.comisiones?.[key])).toBe(suma(comisiones.map((c) => c[key])))
      const retenido = (t.impuestos ?? []).filter(({ codigo }) => impuesto(codigo)!.tipo === 'R')
      const resto = diezmil(t.montoIva) - suma(retenido.map(({ monto }) => monto))
      expect(diezmil(t.ivaNoRetenido)).toBe(retenido.length && resto > 0n ? resto : 0n)
    }
  })

  test('the equivalent in pesos is the amount at its rate, half up', () => {
    for (const { totales: t, otraMoneda } of documentos) {
      if (!otraMoneda) continue
      const exacto = diezmil(t.montoTotal) * diezmil(otraMoneda.tipoCambio)
      expect(BigInt(otraMoneda.montoTotal)).toBe((exacto + 50_000_000n) / 100_000_000n)
    }
  })
})

test('what lines say of a product that is withheld for is summed in the totals, where those have a place for it', () => {
  const linea = { nombre: 'Harina', precio: 5000, retenedor: { margen_comercial: 900, base_faena: 70 } }
  const { totales } = documentoDe(factura({ detalle: [linea, linea, { nombre: 'x', precio: 1 }] })).dte
  expect(totales).toMatchObject({ margenComercial: '1800', baseFaena: '140' })
  const { totales: compradas } = documentoDe(compra({ retencion: null }, { detalle: [linea] })).dte
  expect(compradas).not.toContainAnyKeys(['margenComercial', 'baseFaena'])
})

describe('the same sale entered net and gross', () => {
  const nota = (tipo: number): Json =>
    factura({
      tipo_dte: tipo,
      referencias: [{ tipo_documento: 33, folio: 9000, fecha: '2026-11-03', codigo: 3 }],
    })
  const bases: [number, Json][] = [
    [33, factura()],
    [39, boleta({ receptor: { rut: '12345678-5', razon_social: 'Ana' }, medio_pago: 3 })],
    [43, liquidacion({ liquidacion: { comisiones: [] } })],
    [46, compra({ retencion: null })],
    [56, nota(56)],
    [61, nota(61)],
  ]

  test.each(bases)('of a %i has the same totals', (tipo, base) => {
    const linea = (monto: number) => ({ nombre: 'x', monto, ...(tipo === 43 && { tipo_doc_liq: '33' }) })
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 10 ** 9 }), (neto) => {
        const net = documentoDe({ ...base, precio_incluye_iva: false, detalle: [linea(neto)] }).dte.totales
        const bruto = Number(net.montoTotal)
        const gross = documentoDe({ ...base, precio_incluye_iva: true, detalle: [linea(bruto)] }).dte.totales
        expect(gross).toEqual(net)
      }),
      { numRuns: 60 },
    )
  })
})

describe('no float touches money', () => {
  // Each is off by one peso when it goes through a double.
  test.each([
    ['1.005', '100', '101'],
    ['0.1', '3', '0'],
    ['0.3', '5', '2'],
    ['1.1', '1.1', '1'],
    ['8.345', '100', '835'],
    ['1.15', '10', '12'],
    ['33554432.5', '3', '100663298'],
    ['123456.789123', '987654.321099', '121932631246'],
    ['700000.000001', '999999999.999999', '700000000000999'],
    ['0.000001', '500000', '1'],
  ])('%s × %s is %s', (cantidad, precio, monto) => {
    const { dte } = documentoDe(
      factura({
        detalle: [
          { nombre: 'x', cantidad, precio },
          { nombre: 'y', precio: 1 },
        ],
      }),
    )
    expect(dte.detalle[0]!.monto).toBe(monto)
  })

  test('ten lines of 0.1 are none of a peso, one of 1 is', () => {
    const diez = Array.from({ length: 10 }, () => ({ nombre: 'x', precio: 0.1 }))
    expect(
      documentoDe(factura({ detalle: [...diez, { nombre: 'y', precio: 1 }] })).dte.totales.montoNeto,
    ).toBe('1')
  })

  test('a foreign amount keeps its four decimals: 0.1 + 0.2 is 0.3', () => {
    const [, , , , , , , , , exportacion] = randomRequests(12, 3) as Json[]
    const { dte } = documentoDe({
      ...exportacion,
      DscRcgGlobal: [],
      exportacion: { moneda: 'USD', tipo_cambio: 900, tot_bultos: 1, cod_pais_recep: 225 },
      detalle: [
        { nombre: 'x', precio: 0.1 },
        { nombre: 'y', precio: 0.2 },
      ],
    })
    expect(dte.totales.montoTotal).toBe('0.3')
  })

  test('an amount that a JSON number cannot tell is refused, not rounded', () => {
    const con = (linea: object) => rules(factura({ detalle: [{ nombre: 'x', ...linea }] }))
    expect(con({ precio: Number('12345678901.123456') })).toEqual(['detalle[0].precio numero'])
    expect(con({ precio: '12345678901.123456' })).toEqual([])
    expect(con({ monto: 2 ** 53 })).toEqual(['detalle[0].monto maximo'])
    expect(con({ monto: 999_999_999_999_999 })).toEqual(['detalle maximo'])
  })

  test('where amounts are computed there is no arithmetic of Number', () => {
    const src = join(import.meta.dir, '../../../src')
    const carpetas = ['domain', 'domain/dte', 'domain/dte/solicitud', 'xml/verify/montos']
    const sospechosas = carpetas.flatMap((carpeta) =>
      readdirSync(join(src, carpeta))
        .sort()
        .filter((file) => file.endsWith('.ts'))
        .map((file) => ({ file: `${carpeta}/${file}`, text: readFileSync(join(src, carpeta, file), 'utf8') }))
        // Whoever has amounts in hand has them from one of these.
        .filter(
          ({ file, text }) =>
            /from '\.[./]*\/(decimal|exact)'/.test(text) || /(decimal|exact)\.ts$/.test(file),
        )
        .flatMap(({ file, text }) =>
          text
            .split('\n')
            .filter((line) => /parseFloat|toFixed|Math\.|\bNumber\(|\bNumber\.EPS/.test(line))
            .map((line) => `${file}: ${line.trim()}`),
        ),
    )
    // Codes, counters and the last step, where an exact amount becomes the number of a JSON answer, or its text where that is longer.
    expect(sospechosas).toEqual([
      'domain/decimal.ts: decimalOfNumber(Number(text)) === parseDecimal(text) ? Number(text) : text',
      'domain/decimal.ts: const places = Number(power)',
      'domain/dte/impuestos-totales.ts: result.filas.sort((a, b) => Number(a.codigo) - Number(b.codigo))',
      'domain/dte/pesos.ts: const pesos = (value: Decimal | undefined): number => Number(micro(value) / ONE)',
      "xml/verify/montos/calculo.ts: indExe: Number(textoEn(nodo, 'IndExe')),",
      "xml/verify/montos/calculo.ts: indExe: Number(textoEn(nodo, 'IndExeDR')),",
      'xml/verify/montos/lineas.ts: if (Number(numero) !== i + 1) {',
    ])
  })
})

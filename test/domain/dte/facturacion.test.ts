// The invoice of guides says what they say, to the peso (http §5; domain/dte §7.2), and a void equals what it voids
// (domain/dte §7.1): for random documents, by their laws.

import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { micro, percentOf } from '../../../src/domain/decimal'
import type { Dte } from '../../../src/domain/dte/dte'
import { impuesto, tasaDe } from '../../../src/domain/dte/impuestos'
import {
  buildDocumento,
  Lectura,
  readDocumento,
  readPedidoFactura,
  solicitudAnulacion,
  solicitudFactura,
} from '../../../src/domain/dte/solicitud'
import { glosaDeFolios } from '../../../src/domain/dte/solicitud/pedido-factura'
import { voidingNote } from '../../../src/domain/dte/voiding-note'
import {
  impuesto as codigoImpuesto,
  globales,
  lineas,
  receptor,
  shade,
  shades,
} from '../../conformance/random-parts'
import { randomRequests } from '../../conformance/random-requests'
import { GOLDEN_DIR, goldenNames } from '../../golden/golden'
import { EMISOR, emisorDe, factura as facturaSimple } from '../../support/emisor'
import { guia as guiaSimple } from '../../support/solicitudes'

const HOY = '2026-11-20'

function read(body: object): Dte {
  const { documento, faults } = readDocumento(body, emisorDe(body), HOY)
  if (!documento) throw new Error(JSON.stringify(faults))
  return documento.dte
}

function factura(guias: readonly Dte[], over: object = {}): Dte | string {
  const lectura = new Lectura()
  const pedido = readPedidoFactura({ guias: guias.map(({ idDoc }) => idDoc.folio), ...over }, lectura)!
  const solicitud = solicitudFactura(guias, pedido, lectura)
  if (!solicitud) return lectura.faults[0]!.regla
  const { documento, faults } = buildDocumento(solicitud, EMISOR, HOY)
  if (!documento) throw new Error(JSON.stringify(faults))
  return documento.dte
}

const guias = (bodies: readonly object[]): Dte[] =>
  bodies.map((body, i) => {
    const dte = read(body)
    dte.idDoc.folio = 201 + i
    return dte
  })

const venta = (over: object): object => guiaSimple({}, over)

const sum = (dtes: readonly Dte[], key: 'montoNeto' | 'montoExento' | 'montoNoFacturable') =>
  dtes.reduce((total, { totales }) => total + micro(totales[key]), 0n)

/** The bases of the taxes of some documents, by code. */
function bases(dtes: readonly Dte[]): Map<string, bigint> {
  const map = new Map<string, bigint>()
  for (const linea of dtes.flatMap(({ detalle }) => detalle)) {
    for (const codigo of linea.impuestoAdicional ?? [])
      map.set(codigo, (map.get(codigo) ?? 0n) + micro(linea.monto))
  }
  for (const [codigo, base] of map) if (base === 0n) map.delete(codigo)
  return map
}

const conMontos = fc
  .record({
    receptor,
    lines: lineas(60),
    shades,
    codigo: codigoImpuesto,
    DscRcgGlobal: globales(false),
    exentos: globales(true),
  })
  .map(({ receptor, lines, shades, codigo, DscRcgGlobal, exentos }) =>
    venta({
      receptor,
      detalle: shade(lines, shades, codigo, true),
      DscRcgGlobal: [...DscRcgGlobal, ...exentos],
    }),
  )

describe('the invoice of random guides', () => {
  test('has their net, their exempt and non-billable sums, the base of each tax, and IVA of the net', () => {
    let expressed = 0
    fc.assert(
      fc.property(fc.array(conMontos, { minLength: 1, maxLength: 24 }), fc.boolean(), (bodies, agrupar) => {
        const all = guias(bodies)
        fc.pre(all.some(({ totales }) => totales.montoTotal !== '0'))
        const made = factura(all, { agrupar_lineas: agrupar })
        // Global discounts beside several tax codes must be percentages (domain/dte §6.4): refused, never bent.
        if (made === 'globales') return
        if (typeof made === 'string') throw new Error(made)
        expressed++
        const { totales, detalle, idDoc } = made
        expect(sum([made], 'montoNeto')).toBe(sum(all, 'montoNeto'))
        expect(sum([made], 'montoExento')).toBe(sum(all, 'montoExento'))
        expect(sum([made], 'montoNoFacturable')).toBe(sum(all, 'montoNoFacturable'))
        expect(bases([made])).toEqual(bases(all))
        expect(micro(totales.montoIva)).toBe(percentOf(sum(all, 'montoNeto'), micro('19')))
        for (const { codigo, monto } of totales.impuestos ?? []) {
          expect(micro(monto)).toBe(
            percentOf(bases(all).get(codigo)!, micro(tasaDe(impuesto(codigo)!, idDoc.fechaEmision)!)),
          )
        }
        expect(detalle.length).toBeLessThanOrEqual(60)
        expect(idDoc.tipoDte).toBe(bases(all).size || sum(all, 'montoNeto') !== 0n ? 33 : idDoc.tipoDte)
      }),
      { numRuns: 150, seed: 7 },
    )
    expect(expressed).toBeGreaterThan(60)
  })

  test('alone and with its lines copied equals the guide in everything', () => {
    fc.assert(
      fc.property(conMontos, (body) => {
        const [only] = guias([body])
        fc.pre(only!.totales.montoTotal !== '0')
        const made = factura([only!])
        if (typeof made === 'string') throw new Error(made)
        expect(made.totales).toEqual(only!.totales)
      }),
      { numRuns: 100, seed: 3 },
    )
  })
})

describe('the invoice of guides (http §5)', () => {
  const linea = (precio: number, over: object = {}) => ({ nombre: 'Ladrillo fiscal', precio, ...over })
  const una = (over: object = {}) => venta({ detalle: [linea(1000)], ...over })

  test('refers to each of up to 20, and to all at once from 21 on, with one line a treatment', () => {
    const veinte = factura(guias(Array.from({ length: 20 }, () => una()))) as Dte
    expect(veinte.referencias).toHaveLength(20)
    expect(veinte.detalle).toHaveLength(20)
    expect(veinte.referencias[19]).toMatchObject({ tipoDocumento: '52', folio: '220', fecha: HOY })
    const detalle = [linea(1000), linea(500, { exento: true }), linea(300, { impuesto_adicional: 27 })]
    const muchas = factura(guias(Array.from({ length: 200 }, () => una({ detalle })))) as Dte
    expect(muchas.referencias).toEqual([
      {
        linea: 1,
        tipoDocumento: '52',
        global: 1,
        folio: '0',
        fecha: HOY,
        razon: 'Guías de despacho 201 a 400',
      },
    ])
    expect(
      muchas.detalle.map(({ nombre, monto, exento, impuestoAdicional }) => [
        nombre,
        monto,
        exento,
        impuestoAdicional,
      ]),
    ).toEqual([
      ['Según 200 guías de despacho', '200000', undefined, undefined],
      ['Según 200 guías de despacho, exento', '100000', 1, undefined],
      ['Según 200 guías de despacho, con impuesto 27', '60000', undefined, ['27']],
    ])
    expect(muchas.totales).toMatchObject({ montoNeto: '260000', montoExento: '100000', montoIva: '49400' })
  })

  test('has one line for each guide and treatment when asked, its net after global discounts', () => {
    const con = una({ DscRcgGlobal: [{ tipo: 'D', tipo_valor: '%', valor: 10 }] })
    const made = factura(guias([con, una()]), { agrupar_lineas: true }) as Dte
    expect(made.detalle.map(({ nombre, precio, descripcion }) => [nombre, precio, descripcion])).toEqual([
      ['Según guía de despacho 201', '900', 'Ladrillo fiscal'],
      ['Según guía de despacho 202', '1000', 'Ladrillo fiscal'],
    ])
    expect(made.dscRcgGlobal).toEqual([])
  })

  test('sums by guide what would need more than 60 lines, and over all what still would', () => {
    const seis = Array.from({ length: 6 }, (_, i) => linea(100 + i))
    const made = factura(guias(Array.from({ length: 11 }, () => una({ detalle: seis })))) as Dte
    expect(made.detalle.map(({ monto }) => monto)).toEqual(Array(11).fill('615'))
    const cuatro = [
      linea(10),
      linea(20, { exento: true }),
      linea(30, { impuesto_adicional: 27 }),
      linea(40, { exento: 2 }),
    ]
    const all = factura(guias(Array.from({ length: 20 }, () => una({ detalle: cuatro })))) as Dte
    expect(all.detalle.map(({ monto }) => monto)).toEqual(['200', '400', '600', '800'])
    expect(all.referencias).toHaveLength(20)
  })

  test('carries the discounts of several guides as one amount', () => {
    const con = (valor: number) => una({ DscRcgGlobal: [{ tipo: 'D', tipo_valor: '%', valor }] })
    const made = factura(guias([con(10), con(5.5), una()])) as Dte
    expect(made.dscRcgGlobal).toMatchObject([{ tipo: 'D', tipoValor: '$', valor: '155' }])
    expect(made.totales.montoNeto).toBe('2845')
  })

  test('is a 34 when nothing is affected, and refuses the other type', () => {
    const exenta = guias([una({ detalle: [linea(700, { exento: true })] })])
    expect((factura(exenta) as Dte).idDoc.tipoDte).toBe(34)
    expect(factura(exenta, { tipo_dte: 33 })).toBe('sin_afecto')
    expect(factura(guias([una()]), { tipo_dte: 34 })).toBe('afecto')
  })

  test('leaves goods behind that the guide does not bill (IndExe 4)', () => {
    const made = factura(guias([una({ detalle: [linea(1000), { nombre: 'Muestra', exento: 4 }] })])) as Dte
    expect(made.detalle).toHaveLength(1)
  })

  test('keeps the credit of a building company when all guides have it, and refuses a mixture', () => {
    const con = una({ tasa_credito_empresa_constructora: 0.65 })
    const both = factura(guias([con, con])) as Dte
    expect(both.totales.creditoEmpresaConstructora).toBe('247')
    expect(factura(guias([con, una()]))).toBe('credito')
  })

  test('is of the principal and kind of sale of its guides, which must be one', () => {
    const mandante = { rut_mandante: '12345678-5', tipo_transaccion_venta: 2 }
    const [a, b, c] = guias([venta(mandante), venta(mandante), venta({})])
    const { rutMandante, idDoc } = factura([a!, b!]) as Dte
    expect([rutMandante, idDoc.tipoTransaccionVenta]).toEqual(['12345678-5', 2])
    expect(factura([a!, c!])).toBe('venta')
    const terceros = guias([venta({ iva_terceros: 500 }), venta({ iva_terceros: 250 })])
    expect((factura(terceros) as Dte).totales.ivaTerceros).toBe('750')
  })

  test('keeps the references of the request beside those of the guides, 40 in all', () => {
    const orden = { tipo_documento: '801', folio: 'OC-1', fecha: HOY }
    const made = factura(guias([una()]), { referencias: [orden] }) as Dte
    expect(made.referencias).toMatchObject([
      { linea: 1, folio: '201' },
      { linea: 2, folio: 'OC-1' },
    ])
    const veinte = guias(Array.from({ length: 20 }, () => una()))
    expect(factura(veinte, { referencias: Array(21).fill(orden) })).toBe('cantidad_max')
    expect((factura(veinte, { referencias: Array(20).fill(orden) }) as Dte).referencias).toHaveLength(40)
  })

  test('names what it covers in 90 characters', () => {
    expect(glosaDeFolios([3, 1, 2, 9], 90)).toBe('Guías de despacho 1 a 3, 9')
    const odd = Array.from({ length: 50 }, (_, i) => 2 * i + 1)
    expect(glosaDeFolios(odd, 90)).toBe('50 guías de despacho, de la 1 a la 99')
    expect(glosaDeFolios(odd).length).toBeGreaterThan(150)
  })
})

describe('the note that voids a random document', () => {
  test('equals it in every total', () => {
    let voided = 0
    for (const request of randomRequests(600, 11)) {
      const original = read(request)
      original.idDoc.folio = 1
      if (voidingNote(original.idDoc.tipoDte).remedio) continue
      const { documento, faults } = buildDocumento(solicitudAnulacion(original, 'Error'), EMISOR, HOY)
      expect([original.idDoc.tipoDte, faults]).toEqual([original.idDoc.tipoDte, undefined])
      // A note does not bill the period, and says exempt what its type says by itself.
      const { saldoAnterior: _s, valorPagar: _v, montoPeriodo: _p, tasaIva: _t, ...own } = original.totales
      const { montoPeriodo: _q, tasaIva: _u, ...note } = documento!.dte.totales
      expect([original.idDoc.tipoDte, note]).toEqual([original.idDoc.tipoDte, own])
      expect(documento!.dte.otraMoneda).toEqual(original.otraMoneda)
      voided++
    }
    expect(voided).toBe(500)
  })

  test('equals every golden document too: tourists, deposits, slaughter, informed taxes, exports never paid', () => {
    for (const name of goldenNames()) {
      const original = read(JSON.parse(readFileSync(join(GOLDEN_DIR, `${name}.json`), 'utf8')))
      original.idDoc.folio = 1
      if (voidingNote(original.idDoc.tipoDte).remedio) continue
      const { documento, faults } = buildDocumento(solicitudAnulacion(original, 'Error'), EMISOR, HOY)
      expect([name, faults]).toEqual([name, undefined])
      const { saldoAnterior: _s, valorPagar: _v, montoPeriodo: _p, tasaIva: _t, ...own } = original.totales
      const { montoPeriodo: _q, tasaIva: _u, ...note } = documento!.dte.totales
      expect([name, note]).toEqual([name, own])
    }
  })

  test('a credit of a building company too, whatever its rate', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9_000_000 }),
        fc.integer({ min: 1, max: 10_000 }),
        (precio, rate) => {
          const original = read(
            facturaSimple({
              detalle: [{ nombre: 'Casa', precio }],
              tasa_credito_empresa_constructora: rate / 10_000,
            }),
          )
          original.idDoc.folio = 1
          const { documento } = buildDocumento(solicitudAnulacion(original, 'Error'), EMISOR, HOY)
          expect(documento!.dte.totales).toEqual(original.totales)
        },
      ),
      { numRuns: 300, seed: 5 },
    )
  })

  test('sums the lines of a boleta that has more than a note can', () => {
    const detalle = Array.from({ length: 90 }, (_, i) => ({
      nombre: `Artículo ${i}`,
      precio: 990 + i,
      exento: i % 3 === 0,
    }))
    const original = read({ tipo_dte: 39, detalle })
    original.idDoc.folio = 1
    const { documento } = buildDocumento(solicitudAnulacion(original, 'Error'), EMISOR, HOY)
    expect(documento!.dte.detalle).toHaveLength(2)
    expect(documento!.dte.receptor).toEqual({ rut: '66666666-6', razonSocial: 'Consumidor final' })
    expect(documento!.dte.totales).toEqual(original.totales)
  })
})

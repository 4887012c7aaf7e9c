// The text of a set as the SII hands it out (domain/certificacion §2.1).

import { describe, expect, test } from 'bun:test'
import { readSet } from '../../../src/domain/certificacion/read-set'
import type { ItemCaso, SeccionSet } from '../../../src/domain/certificacion/set'
import {
  BASICO,
  BOLETA,
  bytesOf,
  COMPRA,
  EXENTA,
  EXPORTACION,
  GUIA,
  LIBROS,
  LIQUIDACION,
} from '../../support/textos-set'

const TODO = [LIBROS, EXPORTACION, BASICO, GUIA, LIQUIDACION, EXENTA, COMPRA].join(`${'-'.repeat(80)}\n`)

function readWhole(text: string): SeccionSet[] {
  const { secciones, faltas, dudas } = readSet(bytesOf(text))
  expect(faltas).toEqual([])
  expect(dudas).toEqual([])
  return secciones
}

const shortOf = ({ nombre, cantidad, unidad, precio, total, descuentoPct, recargoPct, exento }: ItemCaso) =>
  [nombre, cantidad, unidad, precio, total, descuentoPct, recargoPct, exento && 'E'].filter(Boolean).join('|')

describe('a file of sets', () => {
  test('is read whole, books before sets, in any order', () => {
    const secciones = readWhole(`INDICACIONES GENERALES:\n\nSe adjuntan copias.\n\n${TODO}`)
    expect(secciones.map(({ clase, atencion, casos }) => [clase, atencion, casos.length])).toEqual([
      ['libro_ventas', '5123408', 0],
      ['libro_compras', '5123409', 0],
      ['libro_compras_exentos', '5123410', 0],
      ['libro_guias', '5123411', 0],
      ['exportacion_1', '5123406', 3],
      ['exportacion_2', '5123407', 3],
      ['basico', '5123401', 8],
      ['guia', '5123403', 3],
      ['liquidacion', '5123405', 2],
      ['exenta', '5123402', 8],
      ['compra', '5123404', 3],
    ])
  })

  test('keeps its preamble and the notes of a section', () => {
    const { notas, secciones } = readSet(bytesOf(`INDICACIONES GENERALES:\n\nSe adjuntan copias.\n\n${TODO}`))
    expect(notas).toEqual(['INDICACIONES GENERALES:', 'Se adjuntan copias.'])
    const basico = secciones.find(({ clase }) => clase === 'basico')!
    expect(basico.notas).toEqual(['IMPORTANTE: Los descuentos se muestran en la copia impresa.'])
    expect(secciones.find(({ clase }) => clase === 'exportacion_2')!.notas).toContain('PERIODO TRIBUTARIO.')
  })
})

describe('a case', () => {
  const [basico] = readWhole(BASICO)

  test('has its items letter by letter, exempt by their name', () => {
    expect(basico!.casos.map(({ items }) => items.map(shortOf))).toEqual([
      ['Viga de roble AFECTO|133|1459', 'Relleno AFECTO|57|2508'],
      ['Baldosa B&W AFECTO|318|2743|5', 'ITEM 2 AFECTO|267|1913|9'],
      ['Caño de cobre AFECTO|29|3361', 'ITEM 2 SERVICIO EXENTO|1|34984|E'],
      ['ITEM 1 AFECTO|132|3003', 'ITEM 2 AFECTO|68|3033', 'ITEM 3 SERVICIO EXENTO|2|6801|E'],
      [],
      ['Baldosa B&W AFECTO|118', 'ITEM 2 AFECTO|179'],
      [],
      [],
    ])
    expect(basico!.casos[3]!.descuentoGlobalPct).toBe('12')
  })

  test('has type, reference and reason, its text and its line', () => {
    expect(
      basico!.casos.map(({ tipoDte, referencia, razon }) => [tipoDte, referencia?.caso ?? null, razon]),
    ).toEqual([
      [33, null, null],
      [33, null, null],
      [33, null, null],
      [33, null, null],
      [61, 1, 'CORRIGE GIRO DEL RECEPTOR'],
      [61, 2, 'DEVOLUCION DE MERCADERIAS'],
      [61, 3, 'ANULA FACTURA'],
      [56, 5, 'ANULA NOTA DE CREDITO ELECTRONICA'],
    ])
    expect(basico!.casos[0]).toMatchObject({ numero: 1, linea: 6 })
    expect(basico!.casos[0]!.texto).toStartWith('CASO 5123401-1\n==============\nDOCUMENTO\tFACTURA')
    expect(basico!.casos[0]!.texto).toEndWith('2508')
  })

  test('of a guide has motive and carrier', () => {
    const [guia] = readWhole(GUIA)
    expect(guia!.casos.map(({ motivo, traslado }) => [motivo, traslado])).toEqual([
      ['TRASLADO DE MATERIALES ENTRE BODEGAS DE LA EMPRESA', null],
      ['VENTA', 'EMISOR DEL DOCUMENTO AL LOCAL DEL CLIENTE'],
      ['VENTA', 'CLIENTE'],
    ])
  })

  test('of exempt invoices is exempt throughout, units and quotes kept', () => {
    const [exenta] = readWhole(EXENTA)
    expect(exenta!.casos.map(({ items }) => items.map(shortOf)).filter((items) => items.length)).toEqual([
      ['HORAS MODELISTA|8|Hora|6842|E'],
      ['HORAS MODELISTA|855|E'],
      ['ASESORIA EN RIEGO|1|218640|E', 'USO DE CAÑERIAS|1|146793|E'],
      ["TALLER DE PLC's|2|132530|E", 'TALLER DE RIEGO|1|223896|E'],
      ["TALLER DE PLC's|66265|E"],
      ['TALLER DE RIEGO|44779|E'],
    ])
  })

  test('keeps as a note that prices stay the same', () => {
    const [compra] = readWhole(COMPRA)
    expect(compra!.notas).toEqual(['LOS PRECIOS UNITARIOS DE LOS ITEMS DEBEN SER LOS MISMOS DE LA FACTURA'])
    expect(compra!.casos[1]!.items).toHaveLength(2)
  })

  test('of a settlement has a second table, and amounts below zero', () => {
    const [liquidacion] = readWhole(LIQUIDACION)
    expect(
      liquidacion!.casos.map(({ items, comisiones }) => [items.map(shortOf), comisiones.map(shortOf)]),
    ).toEqual([
      [
        [
          'NETO FACTURAS ELECTRONICAS|1|200000',
          'EXENTO FACTURAS ELECTRONICAS|1|100000|E',
          'NOTA DE CREDITO|1|-20000',
        ],
        ['NETO COMISION FACTURAS|20000'],
      ],
      [
        [
          'NETO ANTICIPO FACTURACION|78|550000',
          'BOLETAS|2129|160480',
          'NETO LIQUIDACION FACTURA ELECTRONICA 4554|1|-43935',
        ],
        ['NETO COMISION CONSIGNACION|630', 'NETO COMISIONES LIQ FACT ELECT 4554|-2197'],
      ],
    ])
  })

  test('of an export has its keys, references to papers among them, and the percentages of its lines', () => {
    const [uno, dos] = readWhole(EXPORTACION)
    const keys = uno!.casos[0]!.claves.map(({ clave, valor }) => `${clave}=${valor}`)
    expect(keys).toHaveLength(17)
    expect(keys).toContain('REFERENCIA=MIC (MANIFIESTO INTERNACIONAL)')
    expect(keys).toContain('FLETE=197.42')
    expect(uno!.casos[1]!.referencia?.caso).toBe(1)
    expect(dos!.casos.map(({ items }) => items.map(shortOf))).toEqual([
      ['ASESORIA EN RIEGO|94|10|E'],
      ['CAJAS DE CIRUELAS CALIBRE 60/70|148|KN|12|5|E', 'CAJAS DE PASAS|10|KN|5|E'],
      ['ALOJAMIENTO|212|E'],
    ])
    expect(dos!.casos[1]!.claves.at(-1)).toMatchObject({
      clave: 'COMISIONES EN EL EXTRANJERO',
      valor: '11% DEL TOTAL DE LA CLAUSULA',
    })
  })
})

describe('the books', () => {
  const [ventas, compras, exentos, guias] = readWhole(LIBROS)

  test('of purchases have three lines a document, and the factor over two', () => {
    expect(
      compras!.compras.map(({ tipoDocumento, folio, exento, afecto }) => [
        tipoDocumento,
        folio,
        exento,
        afecto,
      ]),
    ).toEqual([
      [30, '903', null, '31482'],
      [33, '57', '10215', '8340'],
      [30, '418', null, '29960'],
      [60, '640', null, '2745'],
      [46, '12', null, '9870'],
    ])
    expect(compras!.compras[3]!.observacion).toBe('NOTA DE CREDITO POR DESCUENTO A FACTURA 903')
    expect(compras!.factor).toBe('0.60')
  })

  test('of purchases for exempt companies have one, and a remark below', () => {
    expect(
      exentos!.compras.map(({ tipoDocumento, exento, afecto, observacion }) => [
        tipoDocumento,
        exento,
        afecto,
        observacion,
      ]),
    ).toEqual([
      [34, '12500', null, 'COMPRA DEL GIRO'],
      [33, '4100', '8200', 'COMPRA CON MONTOS AFECTOS Y EXENTOS'],
      [60, null, null, 'ANULA FACTURA ELECTRONICA 77'],
    ])
  })

  test('of sales are notes, of guides what is said of a case', () => {
    expect(ventas!.notas).toEqual(['CONSTRUYA EL LIBRO CON LOS DOCUMENTOS DEL SET BASICO.'])
    expect(guias!.observaciones).toEqual([
      '- EL CASO 2 CORRESPONDE A UNA GUIA QUE SE FACTURO EN EL PERIODO',
      '- EL CASO 3 CORRESPONDE A UNA GUIA ANULADA',
    ])
  })
})

test('the file of boletas has no attention number; remarks say what is exempt, and the unit', () => {
  const [boleta] = readWhole(BOLETA)
  expect(boleta).toMatchObject({ clase: 'boleta', atencion: null })
  expect(boleta!.casos.map(({ tipoDte, items }) => [tipoDte, items.map(shortOf)])).toEqual([
    [39, ['Lavado de alfombra|1|19900', 'Lavado de tapiz|1|9900']],
    [39, ['item afecto|7|1690', 'item exento|2|1100|E']],
    [39, ['Harina|5|Kg|700']],
  ])
  const bare = readWhole(BOLETA.slice(BOLETA.indexOf('CASO-1')))
  expect(bare.map(({ clase, casos }) => [clase, casos.length])).toEqual([['boleta', 3]])
})

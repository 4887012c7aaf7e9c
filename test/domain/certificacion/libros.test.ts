// The books of a certification: the worked examples, and that nothing the text leaves open is guessed.

import { describe, expect, test } from 'bun:test'
import { folioNotificacion } from '../../../src/domain/certificacion/libro'
import { computeLibroCompras } from '../../../src/domain/certificacion/libro-compras'
import { computeLibroGuias } from '../../../src/domain/certificacion/libro-guias'
import { computeLibroVentas } from '../../../src/domain/certificacion/libro-ventas'
import type { CompraTexto } from '../../../src/domain/certificacion/set'
import { parseRut } from '../../../src/domain/rut'
import { COMPRAS, compra, FECHA, GUIAS, LIBRO_GUIAS, seccion, VENTAS } from './libros-ejemplo'

const book = (section = COMPRAS, respuestas: Record<string, string> = {}) =>
  computeLibroCompras(section, { fecha: FECHA, respuestas })

const only = (compras: CompraTexto[], datos = {}) => seccion({ clase: 'libro_compras', compras, ...datos })

describe('the book of purchases', () => {
  test('has each document of the worked example to the peso', () => {
    const { libro, dudas } = book()
    expect(dudas).toEqual([])
    expect(
      libro!.detalle.map((d) => [
        d.tipoDoc,
        d.folio,
        d.exento,
        d.neto,
        d.iva,
        d.usoComun,
        d.ivaNoRec,
        d.retenido,
        d.total,
      ]),
    ).toEqual([
      [30, 903, 0, 31_482, 5_982, null, null, null, 37_464],
      [33, 57, 10_215, 8_340, 1_585, null, null, null, 20_140],
      [30, 418, 0, 29_960, 0, 5_692, null, null, 35_652],
      [60, 640, 0, 2_745, 522, null, null, null, 3_267],
      [33, 88, 0, 11_900, 0, null, { codigo: 4, monto: 2_261 }, null, 14_161],
      [46, 12, 0, 9_870, 1_875, null, null, 1_875, 9_870],
      [60, 305, 0, 6_420, 1_220, null, null, null, 7_640],
    ])
  })

  test('adds them up by type, common use by its factor, the withheld total not reduced again', () => {
    const none = { activoFijo: null, ivaNoRec: [], usoComun: null, retenido: null }
    expect(book().libro!.totales).toEqual([
      {
        ...none,
        tipoDoc: 30,
        documentos: 2,
        exento: 0,
        neto: 61_442,
        iva: 5_982,
        usoComun: { operaciones: 1, monto: 5_692, factor: '0.6', credito: 3_415 },
        total: 73_116,
      },
      {
        ...none,
        tipoDoc: 33,
        documentos: 2,
        exento: 10_215,
        neto: 20_240,
        iva: 1_585,
        ivaNoRec: [{ codigo: 4, operaciones: 1, monto: 2_261 }],
        total: 34_301,
      },
      { ...none, tipoDoc: 60, documentos: 2, exento: 0, neto: 9_165, iva: 1_742, total: 10_907 },
      {
        ...none,
        tipoDoc: 46,
        documentos: 1,
        exento: 0,
        neto: 9_870,
        iva: 1_875,
        retenido: 1_875,
        total: 9_870,
      },
    ])
  })

  test("rounds the credit of common use as the SII's own example does", () => {
    const { libro } = book(only([compra(30, '1', 'IVA USO COMÚN', '120400')], { factor: '0.6' }))
    expect(libro!.totales[0]!.usoComun).toEqual({
      operaciones: 1,
      monto: 22_876,
      factor: '0.6',
      credito: 13_726,
    })
  })

  test('gives each supplier an invented and valid RUT of its own, where nobody named one', () => {
    const proveedores = [{ rut: '77666555-K', razonSocial: 'Maderas del Sur' }]
    const { libro } = computeLibroCompras(COMPRAS, { fecha: FECHA, proveedores })
    const ruts = libro!.detalle.map(({ rut }) => rut)
    expect(ruts[0]).toBe('77666555-K')
    expect(ruts.map(parseRut)).toEqual(ruts)
    expect(new Set(ruts).size).toBe(7)
  })

  test('asks what an observation means that names no treatment, or two, or one that its type cannot bear', () => {
    const strange = [
      compra(33, '1', 'COMPRA DE UN CAMELLO', '1000'),
      compra(33, '2', 'ACTIVO FIJO CON IVA USO COMUN', '1000'),
      compra(33, '3', 'COMPRA CON RETENCION TOTAL DEL IVA', '1000'),
      compra(60, '4', 'DESCUENTO A FACTURA 777', '1000'),
    ]
    const { libro, dudas } = book(only(strange))
    expect(libro).toBeNull()
    expect(dudas.map(({ clave }) => clave)).toEqual([
      'tratamiento:33-1',
      'tratamiento:33-2',
      'tratamiento:33-3',
      'tratamiento:60-4',
    ])
    expect(dudas[0]!.mensaje).toContain('COMPRA DE UN CAMELLO')
    expect(dudas.every(({ propuesta }) => propuesta === null)).toBe(true)
    const answers = Object.fromEntries(dudas.map(({ clave }) => [clave, 'gasto_rechazado']))
    const answered = book(only(strange), answers).libro!
    expect(answered.detalle.map(({ ivaNoRec }) => ivaNoRec)).toEqual(Array(4).fill({ codigo: 3, monto: 190 }))
    expect(book(only(strange), { ...answers, 'tratamiento:33-2': 'lo que sea' }).dudas).toHaveLength(1)
  })

  test('treats a note as its document, electronic or on paper as the words say', () => {
    const { libro } = book(
      only(
        [
          compra(30, '7', 'FACTURA CON IVA USO COMUN', '1000'),
          compra(33, '7', 'COMPRA DE ACTIVO FIJO', '2000'),
          compra(46, '8', 'COMPRA CON RETENCION TOTAL DEL IVA', '3000'),
          compra(60, '1', 'NOTA DE CREDITO POR DESCUENTO A FACTURA 7', '100'),
          compra(61, '2', 'NOTA DE CREDITO POR DESCUENTO FACTURA ELECTRONICA 7', '200'),
          compra(61, '3', 'DESCUENTO A FACTURA DE COMPRA ELECTRONICA 8', '300'),
        ],
        { factor: '0.5' },
      ),
    )
    const notes = libro!.detalle.slice(3)
    expect(notes.map((d) => [d.usoComun, d.activoFijo, d.retenido, d.propio])).toEqual([
      [19, false, null, false],
      [null, true, null, false],
      [null, false, 57, true],
    ])
    expect(libro!.totales.find(({ tipoDoc }) => tipoDoc === 61)!.activoFijo).toEqual({
      operaciones: 1,
      neto: 200,
      iva: 38,
    })
  })

  test('tells an invoice from a purchase invoice and an exempt one of the same number', () => {
    const compras = [
      compra(46, '7', 'COMPRA CON RETENCION TOTAL DEL IVA', '1000'),
      compra(33, '7', 'ENTREGA GRATUITA', '1000'),
      compra(34, '7', 'DEL GIRO', null, '1000'),
      compra(61, '1', 'DESCUENTO A FACTURA ELECTRONICA 7', '100'),
      compra(61, '2', 'DESCUENTO A FACTURA DE COMPRA ELECTRONICA 7', '100'),
    ]
    const { libro } = book(only(compras))
    expect(libro!.detalle.slice(3).map(({ ivaNoRec, retenido }) => [ivaNoRec?.monto, retenido])).toEqual([
      [19, null],
      [undefined, 19],
    ])
    const unsure = [...compras.slice(0, 2), compra(60, '1', 'DESCUENTO A FACTURA 7', '100')]
    expect(book(only(unsure)).dudas.map(({ clave }) => clave)).toEqual(['tratamiento:60-1'])
  })

  test('asks for the factor, and for amounts that are none', () => {
    const { dudas } = book(only([compra(30, '1', 'USO COMUN', '100'), compra(33, '2', 'DEL GIRO', '1.000')]))
    expect(dudas.map(({ clave }) => clave)).toEqual(['afecto:33-2', 'factor'])
    for (const factor of ['0', '1.5', '60', '0,6', '0.6001'])
      expect(book({ ...COMPRAS, factor }).dudas.map(({ clave }) => clave)).toEqual(['factor'])
    expect(book({ ...COMPRAS, factor: null }, { factor: '0.60' }).libro!.totales[0]!.usoComun!.credito).toBe(
      3_415,
    )
  })
})

describe('the book of purchases of whoever sells exempt', () => {
  const exentos = (compras: CompraTexto[]) => book(seccion({ clase: 'libro_compras_exentos', compras }))

  test('gets no credit of any IVA; a note that annuls has the amounts of its document', () => {
    const { libro, dudas } = exentos([
      compra(32, '5', 'COMPRA EXENTA', null, '4000'),
      compra(33, '6', 'INSUMOS', '1000', '500'),
      compra(61, '9', 'ANULA FACTURA ELECTRONICA 6', null),
    ])
    expect(dudas).toEqual([])
    const row = { exento: 500, neto: 1000, iva: 0, ivaNoRec: { codigo: 1, monto: 190 }, total: 1690 }
    expect(libro!.detalle).toMatchObject([{ exento: 4000, neto: 0, ivaNoRec: null, total: 4000 }, row, row])
  })

  test('asks where the text says another treatment, and for the amounts of a note over nothing known', () => {
    const { dudas } = exentos([
      compra(33, '6', 'ENTREGA GRATUITA DEL PROVEEDOR', '1000'),
      compra(61, '9', 'ANULA FACTURA ELECTRONICA 66', null),
    ])
    expect(dudas.map(({ clave }) => clave)).toEqual(['tratamiento:33-6', 'afecto:61-9'])
  })
})

test('the book of sales has the documents of the set, zeros said, and the sums of the worked example', () => {
  const { totales, detalle } = computeLibroVentas(VENTAS)
  expect(totales.map((t) => [t.tipoDoc, t.documentos, t.exento, t.neto, t.iva, t.total])).toEqual([
    [33, 4, 48_586, 2_258_257, 429_069, 2_735_912],
    [61, 3, 34_984, 716_568, 136_148, 887_700],
    [56, 1, 0, 0, 0, 0],
  ])
  expect(detalle.find(({ tipoDoc }) => tipoDoc === 56)).toMatchObject({
    exento: 0,
    neto: 0,
    iva: 0,
    tasa: null,
  })
})

describe('the book of guides', () => {
  test('counts the sale, the transfer, and not the annulled one', () => {
    const { libro } = computeLibroGuias(GUIAS, LIBRO_GUIAS)
    expect({ ...libro, detalle: libro!.detalle.map((d) => [d.tipoOperacion, d.anulada, d.total]) }).toEqual({
      anuladas: 1,
      ventas: 1,
      montoVentas: 2_080_332,
      traslados: [{ tipo: 5, guias: 1, monto: 0 }],
      detalle: [
        [5, false, 0],
        [1, false, 2_080_332],
        [1, true, 833_000],
      ],
    })
  })

  test('names the invoice of a guide where one was issued', () => {
    const factura = { tipoDte: 33, folio: 8, fecha: FECHA }
    const { libro } = computeLibroGuias(
      [
        { ...GUIAS[1]!, factura },
        { ...GUIAS[2]!, factura },
      ],
      LIBRO_GUIAS,
    )
    expect(libro!.detalle.map(({ referencia }) => referencia?.folio)).toEqual([8, undefined])
  })

  test('reads a sentence over two lines, and asks what became of a guide of which it says neither', () => {
    const broken = {
      ...LIBRO_GUIAS,
      notas: ['EL CASO 2 CORRESPONDE A UNA', 'GUÍA ANULADA. EL CASO 3 SE PERDIÓ'],
    }
    const asked = computeLibroGuias(GUIAS, broken)
    expect(asked.libro).toBeNull()
    expect(asked.dudas.map(({ clave, caso }) => [clave, caso])).toEqual([['guia:3', 3]])
    const { libro } = computeLibroGuias(GUIAS, broken, { 'guia:3': 'facturada' })
    expect(libro!.detalle.map(({ anulada }) => anulada)).toEqual([false, true, false])
  })
})

test('each repetition of a book has a number of notice of its own, within ten digits', () => {
  const numbers = [1, 2, 3, 11].map((intento) => folioNotificacion('5123402', intento))
  expect(numbers).toEqual([5_123_402, 51_234_021, 51_234_022, 512_340_210])
})

// The rows of each program's file (areas/contabilidad §6): a golden a format, and cells that stay text.

import { describe, expect, test } from 'bun:test'
import { writeXlsx } from '../../../src/base/xlsx'
import { apunteOf, type DocumentoLibro } from '../../../src/domain/contabilidad/apunte'
import { createAsientos } from '../../../src/domain/contabilidad/asientos'
import { FORMATOS, type NombreFormato } from '../../../src/domain/contabilidad/formatos'
import { createRowWriter, type Fila, writeRow } from '../../../src/domain/contabilidad/plantilla'
import { leerZip } from '../../support/leer-zip'
import { ALL, entrada } from './entrada'

const FACTURA: DocumentoLibro = {
  ...{ lado: 'venta', tipoDte: 33, folio: 1042, fechaEmision: '2026-11-05', rut: '77123456-9' },
  ...{ razonSocial: '=Río; "Claro"', tipoTransaccion: null, montoExento: 1000, montoNeto: 100_000 },
  ...{ montoIva: 19_000, ivaNoRecuperable: null, ivaUsoComun: null, montoTotal: 120_000, datos: {} },
}

function rowsOf(formato: NombreFormato) {
  const { plantilla } = FORMATOS[formato]
  const reglas = ALL.map((one) =>
    one.componente === 'cliente'
      ? { ...one, auxiliar: 'cuerpo', codigoDoc: 'FV', glosa: '{nombre}' }
      : { ...one, centro: 'OBRAS' },
  )
  const all = createAsientos(entrada({ reglas }))
  all.add(apunteOf(FACTURA, 'x'))
  const [asiento] = all.asientos()
  const write = createRowWriter(plantilla)
  return asiento!.movimientos.map((movimiento, i) =>
    write({
      ...{ asiento: asiento!, movimiento, linea: i + 1, periodo: '202611', comprobante: 'T' },
      libroDetalle: { neto: 1, exento: 2, iva: 3 },
    } as Fila),
  )
}
const text = (formato: NombreFormato): string[] =>
  rowsOf(formato).map((row) => writeRow(row, FORMATOS[formato].plantilla.separador).trimEnd())

/** The filled cells of a row, by column from 1. */
const filled = (row: readonly unknown[]) =>
  Object.fromEntries(row.flatMap((cell, i) => (cell === null ? [] : [[i + 1, cell]])))

describe('the file of', () => {
  test.each([
    ['softland', 59],
    ['softland91', 91],
  ] as const)('%s has %i columns, unused ones empty', (formato, count) => {
    const [cliente, neto] = rowsOf(formato)
    expect([cliente!.length, neto!.length]).toEqual([count, count])
    expect(filled(cliente!)).toEqual({
      ...{ 1: 'ventas-cliente', 2: 120_000, 4: '=Río; "Claro"', 19: '77123456', 20: 'FV', 21: 1042 },
      ...{ 22: '05/11/2026', 23: '05/11/2026', 27: 100_000, 28: 1000, 29: 19_000, 36: 120_000 },
    })
    expect(filled(neto!)).toEqual({ 1: 'ventas-neto', 3: 100_000, 4: '33 1042', 16: 'OBRAS' })
  })

  test('nubox numbers no voucher, and has its letters', () => {
    const [cliente, neto] = rowsOf('nubox')
    const glosa = 'Ventas 33 1042 =Río; "Claro"'
    expect(cliente).toEqual([
      ...['0', 'T', '05/11/2026', glosa, 'ventas-cliente', '=Río; "Claro"', null, null, 120_000, 0, null],
      ...['77123456', '=Río; "Claro"', 'FV', 1042, 120_000, '05/11/2026'],
    ])
    expect(neto!.slice(4, 10)).toEqual(['ventas-neto', '33 1042', 'OBRAS', null, 0, 100_000])
  })

  test('defontana numbers vouchers and their lines', () => {
    expect(rowsOf('defontana')).toEqual([
      ['T', 1, '05/11/2026', 1, 'ventas-cliente', '=Río; "Claro"', 120_000, 0],
      ['T', 1, '05/11/2026', 2, 'ventas-neto', '33 1042', 0, 100_000],
      ['T', 1, '05/11/2026', 3, 'ventas-exento', '33 1042', 0, 1000],
      ['T', 1, '05/11/2026', 4, 'ventas-iva', '33 1042', 0, 19_000],
    ])
  })

  test('manager is tabs, its number empty', () => {
    expect(text('manager')[1]).toBe(
      '\tT\t05/11/2026\t"Ventas 33 1042 =Río; ""Claro"""\tventas-neto\t0\t100000\t33 1042\tOBRAS',
    )
  })
})

describe('a cell that begins as a formula', () => {
  test('is led by an apostrophe in text', () => {
    expect(text('softland')[0]).toStartWith(`ventas-cliente;120000;;"'=Río; ""Claro""";`)
    for (const sign of ['=', '+', '-', '@']) expect(writeRow([`${sign}1`], ';')).toBe(`'${sign}1\r\n`)
    expect(writeRow(['a\tb\nc', 5, null], 'tab')).toBe('a b c\t5\t\r\n')
  })

  test('is a text in a spreadsheet, and amounts are numbers', async () => {
    const filas = [['=1+1', 7, null, '007']]
    const bytes = await writeXlsx(Buffer.from(JSON.stringify({ hoja: 'Asientos', filas })))
    const files = leerZip(Buffer.from(bytes)).map(({ nombre, bytes }) => [nombre, bytes.toString()] as const)
    const sheet = files.find(([nombre]) => nombre.endsWith('sheet1.xml'))![1]
    expect(files.some(([, xml]) => xml.includes('=1+1'))).toBe(true)
    expect(sheet).toContain('<v>7</v>')
    expect(sheet).not.toMatch(/<f[ >]/)
  })
})

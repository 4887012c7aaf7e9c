// Cells of a spreadsheet, pasted into the lines.

import { describe, expect, test } from 'bun:test'
import { emptyLine } from '../../../src/dashboard/emitir/form'
import { parseRows, pasteRows, splitCells } from '../../../src/dashboard/emitir/paste'

test('cells are cut at tabs, rows at any end of line, and quotes hold both', () => {
  expect(splitCells('a\tb\r\nc\td\n')).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ])
  expect(splitCells('"Tubo 1""\tx"\t2\n"dos\nlíneas"\t3')).toEqual([
    ['Tubo 1" x', '2'],
    ['dos líneas', '3'],
  ])
  expect(splitCells('a\t\tb\t\n\n\nc')).toEqual([['a', '', 'b', ''], ['c']])
  // A quote that never ends is part of the text.
  expect(splitCells('"Tubo 1\t2')).toEqual([['"Tubo 1', '2']])
})

describe('rows as lines', () => {
  test('one cell is no table', () => {
    expect(parseRows('Cemento', 'nombre')).toBeNull()
    expect(parseRows('Cemento\n', 'nombre')).toBeNull()
  })

  test('columns follow from the one pasted into', () => {
    expect(parseRows('Cemento\t2\tSC\t4180\t10%', 'nombre')).toEqual([
      { nombre: 'Cemento', cantidad: '2', unidad: 'SC', precio: '4180', descuento: '10%' },
    ])
    expect(parseRows('4180\t10%', 'precio')).toEqual([{ precio: '4180', descuento: '10%' }])
  })

  test('a number is no unit: it is the price', () => {
    expect(parseRows('Cemento\t2\t4.180\nArena\t1\tM3\t9.000', 'nombre')).toEqual([
      { nombre: 'Cemento', cantidad: '2', precio: '4.180' },
      { nombre: 'Arena', cantidad: '1', unidad: 'M3', precio: '9.000' },
    ])
  })

  test('a first row that names columns is obeyed', () => {
    expect(parseRows('Precio\tCant.\tProducto\n4180\t2\tCemento', 'nombre')).toEqual([
      { precio: '4180', cantidad: '2', nombre: 'Cemento' },
    ])
    // An item called as a column is an item.
    expect(parseRows('Descuento\t1\nOtro\t2', 'nombre')).toHaveLength(2)
  })

  test('cells too many are left out', () => {
    expect(parseRows('a\t1\tUN\t2\t3\t4\t5', 'nombre')).toEqual([
      { nombre: 'a', cantidad: '1', unidad: 'UN', precio: '2', descuento: '3' },
    ])
  })
})

test('lines are filled from the one pasted into, new ones made at the end, and none past the most', () => {
  const [a, b] = [
    { ...emptyLine('a'), nombre: 'a' },
    { ...emptyLine('b'), unidad: 'UN' },
  ]
  const pasted = pasteRows([a, b], 'b', [{ nombre: 'x' }, { nombre: 'y' }, { nombre: 'z' }], 3)
  expect(pasted.over).toBe(1)
  expect(pasted.left).toEqual(pasted.lineas.slice(1).map(({ id }) => `detalle.${id}.nombre`))
  expect(pasted.lineas.map(({ nombre, unidad }) => [nombre, unidad])).toEqual([
    ['a', ''],
    ['x', 'UN'],
    ['y', ''],
  ])
  expect(pasted.lineas[1]?.id).toBe('b')
})

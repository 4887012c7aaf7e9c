// The actions on a form.

import { expect, test } from 'bun:test'
import { emptyForm, emptyLine } from '../../../src/dashboard/emitir/form'
import { type Action, reduce, type State, startState } from '../../../src/dashboard/emitir/reducer'

const line = (id: string, nombre = id) => ({ ...emptyLine(id), nombre })
const start = (...ids: string[]): State =>
  startState({ ...emptyForm(33, false), lineas: ids.map((id) => line(id)) })
const after = (state: State, ...actions: Action[]): State => actions.reduce(reduce, state)
const ids = ({ form }: State): string[] => form.lineas.map(({ id }) => id)

test('a line taken out comes back where it was', () => {
  const without = after(start('a', 'b', 'c'), { do: 'line-remove', id: 'b' })
  expect(ids(without)).toEqual(['a', 'c'])
  expect(ids(after(without, { do: 'line-back' }))).toEqual(['a', 'b', 'c'])
})

test('taking out the only line leaves an empty one to write on, which goes when it comes back', () => {
  const without = after(start('a'), { do: 'line-remove', id: 'a' })
  expect(without.form.lineas).toHaveLength(1)
  expect(without.form.lineas[0]?.nombre).toBe('')
  expect(ids(after(without, { do: 'line-back' }))).toEqual(['a'])
})

test('lines move within their list and not past its ends', () => {
  expect(ids(after(start('a', 'b'), { do: 'line-move', id: 'b', by: -1 }))).toEqual(['b', 'a'])
  expect(ids(after(start('a', 'b'), { do: 'line-move', id: 'b', by: 1 }))).toEqual(['a', 'b'])
})

test('a field that is left shows what was understood, and what was not stays as typed', () => {
  const typed = (field: 'precio' | 'descuento' | 'cantidad', value: string): string | undefined =>
    after(start('a'), { do: 'line', id: 'a', field, value }, { do: 'leave', key: `detalle.a.${field}` }).form
      .lineas[0]?.[field]
  expect(typed('precio', '1454640')).toBe('1.454.640')
  expect(typed('cantidad', '2.5')).toBe('2,5')
  expect(typed('descuento', '7.5 %')).toBe('7,5%')
  expect(typed('precio', '1,234.50')).toBe('1,234.50')
  const rut = after(
    start('a'),
    { do: 'receiver', field: 'rut', value: '771234569' },
    { do: 'leave', key: 'receptor.rut' },
  )
  expect(rut.form.receptor.rut).toBe('77.123.456-9')
  expect(rut.touched.has('receptor.rut')).toBe(true)
})

test('lines that were pasted are left at once: they show what was understood, and what is wrong with them', () => {
  const { form, touched } = after(start(), {
    do: 'lines',
    lineas: [
      { ...line('a'), cantidad: '1.5', precio: '1454640' },
      { ...line('b'), precio: '2500' },
    ],
    left: ['detalle.a.nombre', 'detalle.a.cantidad', 'detalle.a.precio'],
  })
  expect(form.lineas.map(({ cantidad, precio }) => [cantidad, precio])).toEqual([
    ['1,5', '1.454.640'],
    ['', '2500'],
  ])
  expect([...touched]).toEqual(['detalle.a.nombre', 'detalle.a.cantidad', 'detalle.a.precio'])
})

test('a key in one line leaves the others as they were, so that they need not render', () => {
  const before = start('a', 'b')
  const next = after(before, { do: 'line', id: 'a', field: 'nombre', value: 'x' })
  expect(next.form.lineas[1]).toBe(before.form.lineas[1]!)
})

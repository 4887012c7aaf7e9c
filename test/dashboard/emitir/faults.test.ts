// Where a fault that the API names by its path is shown in the form, and in which words.

import { describe, expect, test } from 'bun:test'
import {
  fieldFaults,
  inFormOrder,
  joinFaults,
  keyOf,
  placeOf,
  shownFaults,
} from '../../../src/dashboard/emitir/faults'
import { wordsOf } from '../../../src/dashboard/shell/field-words'

const rows = { detalle: ['a', 'b'], referencias: ['nota', 'r1'] }

describe('the field of a path', () => {
  test.each([
    ['receptor.rut', 'receptor.rut'],
    ['receptor.RznSocRecep', 'receptor.razon_social'],
    ['detalle[1].precio', 'detalle.b.precio'],
    ['detalle[0].PrcItem', 'detalle.a.precio'],
    ['detalle[0].descuento_pct', 'detalle.a.descuento'],
    ['detalle[0].recargo_monto', 'detalle.a.recargo'],
    ['detalle[1].codigo[0].valor', 'detalle.b.codigo'],
    ['detalle[1].impuesto_adicional[1]', 'detalle.b.impuesto'],
    ['detalle[1]', 'detalle.b'],
    ['detalle', 'detalle'],
    // A line that was not sent has no row: the path is kept, and stands in the summary.
    ['detalle[7].precio', 'detalle[7].precio'],
    ['referencias[1].folio', 'referencias.r1.folio'],
    // The reference to its document is the note itself.
    ['referencias[0].codigo', 'nota'],
    ['pagos[0].monto', 'pagos[0].monto'],
    ['DscRcgGlobal[0].valor', 'DscRcgGlobal[0].valor'],
    ['FchVenc', 'fecha_vencimiento'],
    ['', ''],
  ])('%s is %s', (path, key) => {
    expect(keyOf(path, rows)).toBe(key)
  })
})

describe('the words at a field leave its path out', () => {
  test.each([
    ['receptor.giro', 'Falta receptor.giro', 'Falta este dato'],
    ['detalle[0].nombre', 'detalle[0].nombre no puede estar vacío', 'No puede estar vacío'],
    [
      'receptor.rut',
      'receptor.rut no es un RUT válido: revise el dígito',
      'No es un RUT válido: revise el dígito',
    ],
    ['referencias[0].fecha', 'Falta referencias[0].fecha: sólo se completa', 'Falta: sólo se completa'],
    ['detalle[1].impuesto_adicional', 'detalle[1].impuesto_adicional: no existe', 'No existe'],
    [
      'traslado.patente',
      'Falta traslado.patente: lo exige la norma; si no lo tiene al emitir, dígalo en traslado.no_disponible',
      'Falta: lo exige la norma; si no lo tiene al emitir, marque «No lo tengo»',
    ],
    ['detalle', 'detalle: Debe tener al menos 1 elemento', 'Agregue al menos una línea'],
    ['', 'La solicitud tiene 2 errores', 'La solicitud tiene 2 errores'],
  ])('%s', (campo, mensaje, words) => {
    expect(wordsOf({ campo, mensaje })).toBe(words)
  })
})

test('of two faults of one field the first is told', () => {
  const detalle = (campo: string, mensaje: string, regla = 'valor') => ({ campo, mensaje, regla, datos: {} })
  const found = fieldFaults(
    [
      detalle('detalle[0].descuento_pct', 'uno', 'requerido'),
      detalle('detalle[0].descuento_monto', 'otro'),
      detalle('receptor', 'Falta receptor', 'requerido'),
    ],
    rows,
  )
  expect(found).toEqual([
    { key: 'detalle.a.descuento', text: 'Uno', missing: true },
    { key: 'receptor', text: 'Falta este dato', missing: true },
  ])
})

test('our own reading and the server make one list, and of a field that we cannot read we speak', () => {
  const said = (key: string, text: string) => ({ key, text, missing: false })
  const own = { 'receptor.rut': 'El dígito verificador no corresponde', 'nota.motivo': 'Escriba el motivo' }
  const judged = [said('receptor.rut', 'No es un RUT válido'), said('detalle', 'Agregue al menos una línea')]
  expect(joinFaults(own, judged)).toEqual([
    said('receptor.rut', 'El dígito verificador no corresponde'),
    { key: 'nota.motivo', text: 'Escriba el motivo', missing: true },
    said('detalle', 'Agregue al menos una línea'),
  ])
})

describe('what is shown', () => {
  const faults = [
    { key: 'receptor.giro', text: 'Falta este dato', missing: true },
    { key: 'detalle.a.precio', text: 'Muy grande', missing: false },
    { key: 'fecha_vencimiento', text: 'Es anterior', missing: false },
    { key: 'detalle', text: 'Falta este dato', missing: true },
    { key: 'nota', text: 'Pasa del saldo', missing: false },
  ]
  const shown = (tried: boolean, ...touched: string[]) =>
    shownFaults(faults, { tried, touched: new Set(touched), tipo: 33 }).map(({ key }) => key)

  test('before issuing: fields that were left, and what has no field to be left', () => {
    expect(shown(false)).toEqual(['nota'])
    expect(shown(false, 'detalle.a.precio', 'receptor.rut')).toEqual(['detalle.a.precio', 'nota'])
  })

  test('once the person asked to issue: everything', () => {
    expect(shown(true)).toHaveLength(faults.length)
  })
})

test('the summary goes as the form does', () => {
  const of = (key: string) => ({ key, text: '', missing: true })
  const keys = [
    'pagos[0].fecha',
    'detalle.b.precio',
    'detalle.a.nombre',
    'referencias.r.folio',
    'receptor.rut',
    'nota.dice',
  ]
  const found = inFormOrder(keys.map(of), [{ id: 'a' }, { id: 'b' }]).map(({ key }) => key)
  expect(found).toEqual([
    ...['nota.dice', 'receptor.rut', 'detalle.a.nombre', 'detalle.b.precio', 'referencias.r.folio'],
    'pagos[0].fecha',
  ])
})

test('the summary says where', () => {
  const lines = [{ id: 'a' }, { id: 'b' }]
  expect(placeOf('detalle.b.precio', lines)).toBe('Línea 2: precio')
  expect(placeOf('detalle.b', lines)).toBe('Línea 2')
  expect(placeOf('receptor.razon_social', lines)).toBe('Receptor: razón social')
  expect(placeOf('receptor', lines)).toBe('Receptor')
  expect(placeOf('fecha_vencimiento', lines)).toBe('Vencimiento')
  expect(placeOf('DscRcgGlobal[0].valor', lines)).toBe('Descuento o recargo 1: valor')
  expect(placeOf('pagos[1].fecha', lines)).toBe('Cuota 2: fecha')
  expect(placeOf('nota.dice', lines)).toBe('Nota: donde dice')
  expect(placeOf('traslado.chofer.rut', lines)).toBe('Traslado: RUT del chofer')
  expect(placeOf('exportacion.cod_pais_recep', lines)).toBe('Exportación: país')
  expect(placeOf('liquidacion.comisiones[0].valor_neto', lines)).toBe('Comisiones: neto')
  expect(placeOf('georeferencia.latitud_emision', lines)).toBe('georeferencia.latitud_emision')
})

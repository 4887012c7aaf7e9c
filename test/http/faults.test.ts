// The messages about fields that break their schema, kind by kind (http §8).

import { describe, expect, test } from 'bun:test'
import { type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { Exact, Leido, Nullable, OneOf } from '../../src/http/envelope'
import { fieldPath, schemaFaults } from '../../src/http/faults'
import { Fecha, Instante, Rut } from '../../src/http/formats'

const faults = (schema: TSchema, value: unknown) =>
  schemaFaults(Value.Errors(Exact({ x: schema }), { x: value }), '').map(
    ({ campo, regla, mensaje }) => `${campo} ${regla}: ${mensaje}`,
  )

describe('schemaFaults', () => {
  test.each<[string, TSchema, unknown, string[]]>([
    ['a wrong kind', Type.String(), 5, ['x tipo: Debe ser texto']],
    ['a boolean in quotes', Type.Boolean(), 'true', ['x tipo: Debe ser true o false']],
    ['null where it is not taken', Type.Array(Type.String()), null, ['x tipo: Debe ser una lista']],
    ['a missing field', Type.Integer(), undefined, ['x requerido: Es obligatorio']],
    ['an empty text', Type.String({ minLength: 1 }), '', ['x vacio: No puede estar vacío']],
    ['a short text', Type.String({ minLength: 10 }), 'a', ['x largo_min: Debe tener al menos 10 caracteres']],
    [
      'a long text',
      Type.String({ maxLength: 2 }),
      'abc',
      ['x largo_max: No puede tener más de 2 caracteres'],
    ],
    ['too small', Type.Integer({ minimum: 1 }), 0, ['x minimo: Debe ser 1 o más']],
    ['too large', Type.Number({ maximum: 9 }), 9.5, ['x maximo: Debe ser 9 o menos']],
    ['not above', Type.Number({ exclusiveMinimum: 0 }), 0, ['x minimo: Debe ser mayor que 0']],
    [
      'too few',
      Type.Array(Type.Integer(), { minItems: 1 }),
      [],
      ['x cantidad_min: Debe tener al menos 1 elemento'],
    ],
    [
      'too many',
      Type.Array(Type.Integer(), { maxItems: 1 }),
      [1, 2],
      ['x cantidad_max: No puede tener más de 1 elemento'],
    ],
    [
      'repeated',
      Type.Array(Type.Integer(), { uniqueItems: true }),
      [1, 1],
      ['x repetido: Tiene elementos repetidos'],
    ],
    ['a list of texts', OneOf(['a', 'b']), 'c', ['x valor: Debe ser uno de: "a", "b"']],
    [
      'neither a number nor the word for it',
      Type.Union([Type.Integer({ minimum: 1 }), Type.Literal('max')]),
      '5',
      ['x tipo: Debe ser un entero o "max"'],
    ],
    ['a fixed value', Type.Literal(true), false, ['x valor: Debe ser true']],
    [
      'a date that is none',
      Fecha(),
      '2026-02-29',
      ['x fecha: Debe ser una fecha del calendario con la forma AAAA-MM-DD'],
    ],
    [
      'an instant without zone',
      Instante(),
      '2026-11-20T14:00:00',
      ['x instante: Debe ser un instante ISO 8601 con zona, por ejemplo 2026-11-20T14:00:00Z'],
    ],
  ])('says it of %s', (_, schema, value, expected) => {
    expect(faults(schema, value)).toEqual(expected)
  })

  test('of a choice of kinds tells what the value’s own kind lacks, or which kinds are taken', () => {
    const either = Type.Union([Type.Integer({ minimum: 1 }), Type.String({ maxLength: 2 })])
    expect(faults(either, 'abc')).toEqual(['x largo_max: No puede tener más de 2 caracteres'])
    expect(faults(either, 0)).toEqual(['x minimo: Debe ser 1 o más'])
    expect(faults(either, true)).toEqual(['x tipo: Debe ser un entero o texto'])
    expect(faults(either, undefined)).toEqual(['x requerido: Es obligatorio'])
    const inner = Nullable(Exact({ rut: Rut(), n: Type.Integer() }))
    expect(faults(inner, { rut: '1-1', m: 2 })).toEqual([
      'x.n requerido: Es obligatorio',
      'x.m desconocido: Campo desconocido; ¿quiso decir «n»?',
      'x.rut rut: No es un RUT válido: revise el número y el dígito verificador; se escribe con guion, por ejemplo 76543210-3',
    ])
    expect(faults(Nullable(OneOf(['a'])), 7)).toHaveLength(1)
  })

  test('of a field that its area reads tells that null is nothing', () => {
    expect(faults(Leido({ type: 'object' }), null)).toEqual(['x requerido: Es obligatorio'])
  })

  test('counts a thousand and looks at no more', () => {
    expect(faults(Type.Array(Type.Integer()), Array(5000).fill('x'))).toHaveLength(1000)
  })

  test('does not look into a list that is far too long', () => {
    let looked = 0
    const values = Array.from({ length: 70_000 }, () => 'x')
    const found = schemaFaults(
      (function* () {
        for (const error of Value.Errors(Type.Array(Type.Integer(), { maxItems: 5 }), values)) {
          looked++
          yield error
        }
      })(),
      '',
    )
    expect(found.map(({ regla }) => regla)).toEqual(['cantidad_max'])
    expect(looked).toBe(1)
  })

  test('holds the first hundred misspelt names against the known ones, not the rest', () => {
    const misspelt = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`nombr${i}`, 1]))
    const found = schemaFaults(Value.Errors(Exact({ nombre: Type.String() }), misspelt), '')
    const hinted = found.filter(({ mensaje }) => mensaje.includes('¿quiso decir'))
    expect(hinted.length).toBeGreaterThan(90)
    expect(hinted.length).toBeLessThanOrEqual(100)
  })
})

test('fieldPath writes a pointer as people do', () => {
  expect(fieldPath('/detalle/0/precio')).toBe('detalle[0].precio')
  expect(fieldPath('/a~1b/c~0d')).toBe('a/b.c~d')
  expect(fieldPath('')).toBe('')
  expect(fieldPath(`/a/${'x'.repeat(5000)}/0`)).toBe(`a.${'x'.repeat(60)}…[0]`)
})

// A row as an answer shows it (http §0.2): the fields of the schema, each from the row or told beside it.

import { expect, test } from 'bun:test'
import { Type } from '@sinclair/typebox'
import { Exact, Nullable } from '../../src/http/envelope'
import { showAs } from '../../src/http/show-as'

const Persona = Exact({
  id: Type.String(),
  razon_social: Type.String(),
  creada_at: Type.String(),
  visto_at: Nullable(Type.String()),
  activo: Type.Boolean(),
  nota: Type.Optional(Type.String()),
})
interface Row {
  id: string
  razonSocial: string
  creada_at: string
  vistoAt: Date | null
  activo: number
  clave: string
}

const toJson = showAs(Persona, ({ activo }: Row, nota?: string) => ({ activo: activo === 1, nota }))
const ROW: Row = {
  ...{ id: 'a', razonSocial: 'Aceros del Maule S.A.', creada_at: '2026-11-20', clave: 'oculta' },
  ...{ vistoAt: new Date('2026-11-20T12:00:00.000Z'), activo: 1 },
}

test('a field is the row’s own under its name or as code spells it, and nothing else of the row is shown', () => {
  expect(toJson(ROW)).toEqual({
    id: 'a',
    razon_social: 'Aceros del Maule S.A.',
    creada_at: '2026-11-20',
    visto_at: '2026-11-20T12:00:00.000Z',
    activo: true,
  })
})

test('what is told beside the row stands before what the row has', () => {
  expect(toJson({ ...ROW, vistoAt: null }, 'una nota')).toMatchObject({ visto_at: null, nota: 'una nota' })
})

test('the compiler asks for what the row has not, or has in another type', () => {
  // @ts-expect-error the row's `activo` is a number
  showAs(Persona, (_: Row) => ({}))
  // @ts-expect-error it has no `creada_at`
  showAs(Persona, ({ activo }: Omit<Row, 'creada_at'>) => ({ activo: activo === 1 }))
  // @ts-expect-error a number is no word
  showAs(Persona, (_: Row) => ({ activo: true, nota: 1 }))
})

// A rule that a schema cannot say, checked with it, so that its fault is told beside those of the others (http §8): a month that has
// come, two fields that go together. What needs more than the request is for the handler.

import { Kind, type SchemaOptions, type Static, type TSchema, Type, TypeRegistry } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { AppError, type Fault } from '../domain/errors'

/** `campo` is a place within the value, `[2].folio`; the value itself when omitted. */
type Broken = Omit<Fault, 'campo'> & { campo?: string }

const CON_REGLA = 'ConRegla'
const BASE = Symbol('schema')
const RULE = Symbol('rule')
type WithRule = TSchema & { [BASE]: TSchema; [RULE]: (value: unknown) => readonly Broken[] }

const isWithRule = (schema: TSchema): schema is WithRule => RULE in schema

TypeRegistry.Set<WithRule>(
  CON_REGLA,
  (schema, value) => Value.Check(schema[BASE], value) && !schema[RULE](value).length,
)

/**
 * The schema, and a rule for what it admits. A rule of an object is asked too where fields that it need not have are of another
 * shape, without these, and where texts in it break forms of their own.
 */
export const Ruled = <T extends TSchema>(schema: T, rule: (value: Static<T>) => readonly Broken[]): T =>
  ({ ...schema, [Kind]: CON_REGLA, [BASE]: schema, [RULE]: rule }) as T

/** The breaches of the schema's rule by a value that fits the schema; the schema alone otherwise. */
export const ruleOf = (schema: TSchema, value: unknown): readonly Broken[] | TSchema =>
  !isWithRule(schema) ? [] : Value.Check(schema[BASE], value) ? schema[RULE](value) : schema[BASE]

/** The breaches of its rule by a value of the shape, even when parts of it break rules of their own. */
export const ownRule = (schema: TSchema, value: unknown): readonly Broken[] =>
  isWithRule(schema) ? schema[RULE](value) : []

/** A text of a path or a query that `read` reads, or throws INVALID_PARAMETER; an empty one is for the handler. */
export const Legible = (read: (text: string) => unknown, options: SchemaOptions = {}) =>
  Ruled(Type.String(options), (text) => (text === '' ? [] : faultsOf(() => read(text))))

function faultsOf(read: () => unknown): Broken[] {
  try {
    read()
    return []
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'INVALID_PARAMETER') throw error
    const { regla, mensaje } = (error.detalles as Fault[])[0]!
    return [{ regla, mensaje, code: 'INVALID_PARAMETER' }]
  }
}

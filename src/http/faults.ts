// TypeBox's findings as faults that a person understands: Spanish, with the field's path, all at once (http §0, §8).

import type { TSchema } from '@sinclair/typebox'
import { ValueErrorType as Type, type ValueError, type ValueErrorIterator } from '@sinclair/typebox/errors'
import { Value } from '@sinclair/typebox/value'
import { nearestName, shownName } from '../base/nearest-name'
import { FAULTS_MAX, type Fault } from '../domain/errors'
import { formatFault, isBase64Schema } from './formats'
import { ownRule, ruleOf } from './rule'

/** Faults that are counted: each costs the checker several times what a byte of the body costs us. */
const COUNTED_MAX = 1000

/** `root` names what was read when the fault is of the whole ('' for a body, `query`, `params`). */
export function schemaFaults(errors: Iterable<ValueError>, root: string): Fault[] {
  const faults: Fault[] = []
  /** Each field with a fault, and whether rules told it. */
  const seen = new Map<string, boolean>()
  for (const error of errors) {
    for (const [campo, found, byRule = false] of faultsOf(error, faults.length < FAULTS_MAX)) {
      // A missing field is reported twice, as absent and as not of its type: the first says it better. A rule may say two things of one.
      if (seen.has(campo) && !(byRule && seen.get(campo))) continue
      seen.set(campo, byRule)
      faults.push({ campo: campo || root, ...found })
    }
    if (faults.length >= COUNTED_MAX || isOverlong(error)) break
  }
  return faults
}

/**
 * Whether a list is many times too long: that is fault enough, as looking into it would cost most of what
 * the limit saves.
 */
const isOverlong = ({ type, value }: ValueError): boolean =>
  type === Type.ArrayMaxItems && (value as unknown[]).length > COUNTED_MAX

/** `/detalle/0/precio` → `detalle[0].precio` */
export function fieldPath(pointer: string): string {
  let path = ''
  for (const part of pointer.split('/').slice(1)) {
    const whole = part.replaceAll('~1', '/').replaceAll('~0', '~')
    const name = shownName(whole)
    path += /^\d+$/.test(name) ? `[${name}]` : path ? `.${name}` : name
  }
  return path
}

type Found = Omit<Fault, 'campo'>

/** The fault of a field; true where a rule tells it. */
type Faulty = [campo: string, found: Found, byRule?: boolean]

/** `hint`: whether a misspelt name is held against the known ones, which is not worth it for what is only counted. */
function faultsOf(error: ValueError, hint: boolean): Faulty[] {
  if (error.type === Type.Union) return unionFaults(error, hint)
  if (error.type === Type.Kind && !isBase64Schema(error.schema)) return ruleFaults(error, hint)
  return [[fieldPath(error.path), describe(error, hint)]]
}

/** A place within a value, behind the value's own. */
const joined = (base: string, campo: string): string =>
  base && campo && !/^[.[]/.test(campo) ? `${base}.${campo}` : base + campo

/** The faults of a schema with a rule: the schema's own objections, else the rule's. */
function ruleFaults({ schema, value, path }: ValueError, hint: boolean): Faulty[] {
  const ruleBroken = (broken: ReturnType<typeof ownRule>) =>
    broken.map(({ campo = '', ...found }): Faulty => [fieldPath(path) + campo, found, true])
  const broken = ruleOf(schema, value)
  // A field that its area reads has no rule here but to be there.
  if (Array.isArray(broken) && !broken.length && value === null)
    return [[fieldPath(path), { regla: 'requerido', mensaje: 'Es obligatorio' }]]
  if (Array.isArray(broken)) return ruleBroken(broken)
  const parts = [...firstOf(Value.Errors(broken as TSchema, value), COUNTED_MAX)]
  const rest = withShape(broken as TSchema, value, parts)
  return [
    // Prefixed when they are told: what a union's variants object to has paths of its own.
    ...parts.flatMap((inner) =>
      faultsOf(inner, hint).map(([campo, ...rest]): Faulty => [joined(fieldPath(path), campo), ...rest]),
    ),
    ...(rest === undefined ? [] : ruleBroken(ownRule(schema, rest))),
  ]
}

/**
 * The value that a rule may look at: an object loses its misshapen fields; undefined when the rest is
 * misshapen too. Parts that break nothing but their own rules have theirs.
 */
function withShape(schema: TSchema, value: unknown, parts: readonly ValueError[]): unknown {
  const shapeless = parts.filter(
    (one) =>
      !TEXTO.has(one.type) && !(one.type === Type.Kind && Array.isArray(ruleOf(one.schema, one.value))),
  )
  if (!shapeless.length) return value
  const required = new Set<string>(schema.required)
  const names = new Set(shapeless.map(({ path }) => path.split('/')[1] ?? ''))
  if (schema.type !== 'object' || [...names].some((name) => !name || required.has(name))) return undefined
  return Object.fromEntries(Object.entries(value as object).filter(([name]) => !names.has(name)))
}

/** A text that is too long, too short, or of another form is a text. */
const TEXTO: ReadonlySet<Type> = new Set([
  Type.StringFormat,
  Type.StringMaxLength,
  Type.StringMinLength,
  Type.StringPattern,
])

/** The faults of a union: those of the variant of the value's own kind; for a list of literals, the list. */
function unionFaults(error: ValueError, hint: boolean): Faulty[] {
  const variants = (error.schema.anyOf ?? []) as TSchema[]
  const campo = fieldPath(error.path)
  if (error.value === undefined) return [[campo, { regla: 'requerido', mensaje: 'Es obligatorio' }]]
  const literals = variants.filter(({ const: value }) => value !== undefined)
  if (literals.length === variants.filter(({ type }) => type !== 'null').length) {
    const values = literals.map(({ const: value }) => JSON.stringify(value))
    return [[campo, { regla: 'valor', mensaje: `Debe ser uno de: ${values.join(', ')}` }]]
  }
  for (const inner of error.errors as ValueErrorIterator[]) {
    const found = [...firstOf(inner, COUNTED_MAX)]
    if (found.length && found.every(({ path, type }) => path !== error.path || !isKind(type))) {
      return found.flatMap((one) => faultsOf(one, hint))
    }
  }
  const kinds = [
    ...new Set(
      variants.map((variant) =>
        variant.const === undefined
          ? (KINDS[String(variant.type)] ?? 'otro valor')
          : JSON.stringify(variant.const),
      ),
    ),
  ]
  return [[campo, { regla: 'tipo', mensaje: `Debe ser ${kinds.join(' o ')}` }]]
}

function* firstOf<T>(items: Iterable<T>, most: number): Iterable<T> {
  let n = 0
  for (const item of items) {
    if (n++ >= most) return
    yield item
  }
}

const KINDS: Record<string, string> = {
  string: 'texto',
  integer: 'un entero',
  number: 'un número',
  boolean: 'true o false',
  object: 'un objeto',
  array: 'una lista',
  null: 'null',
}

const isKind = (type: Type): boolean => TYPE_NAMES[type] !== undefined || type === Type.Literal

const TYPE_NAMES: Partial<Record<Type, string>> = {
  [Type.String]: 'string',
  [Type.Integer]: 'integer',
  [Type.Number]: 'number',
  [Type.Boolean]: 'boolean',
  [Type.Object]: 'object',
  [Type.Array]: 'array',
  [Type.Null]: 'null',
}

function describe({ type, schema, value, path }: ValueError, hint: boolean): Found {
  const kind = TYPE_NAMES[type]
  if (type === Type.ObjectRequiredProperty || (value === undefined && kind)) {
    return { regla: 'requerido', mensaje: 'Es obligatorio' }
  }
  if (kind) return { regla: 'tipo', mensaje: wrongKind(kind, value) }
  if (type === Type.Kind)
    return typeof value === 'string'
      ? formatFault('base64')
      : { regla: 'tipo', mensaje: wrongKind('string', value) }
  switch (type) {
    case Type.ObjectAdditionalProperties:
      return unknownField(path, schema, hint)
    case Type.Literal:
      return { regla: 'valor', mensaje: `Debe ser ${JSON.stringify(schema.const)}` }
    case Type.StringMinLength:
      return schema.minLength === 1
        ? { regla: 'vacio', mensaje: 'No puede estar vacío' }
        : { regla: 'largo_min', mensaje: `Debe tener al menos ${schema.minLength} caracteres` }
    case Type.StringMaxLength:
      return { regla: 'largo_max', mensaje: `No puede tener más de ${schema.maxLength} caracteres` }
    case Type.StringPattern:
      return { regla: 'formato', mensaje: schema.mensaje ?? 'No tiene la forma pedida' }
    case Type.StringFormat:
      return formatFault(String(schema.format))
    case Type.IntegerMinimum:
    case Type.NumberMinimum:
      return { regla: 'minimo', mensaje: `Debe ser ${schema.minimum} o más` }
    case Type.IntegerMaximum:
    case Type.NumberMaximum:
      return { regla: 'maximo', mensaje: `Debe ser ${schema.maximum} o menos` }
    case Type.IntegerExclusiveMinimum:
    case Type.NumberExclusiveMinimum:
      return { regla: 'minimo', mensaje: `Debe ser mayor que ${schema.exclusiveMinimum}` }
    case Type.ArrayMinItems:
      return { regla: 'cantidad_min', mensaje: `Debe tener al menos ${elementos(schema.minItems)}` }
    case Type.ArrayMaxItems:
      return { regla: 'cantidad_max', mensaje: `No puede tener más de ${elementos(schema.maxItems)}` }
    case Type.ArrayUniqueItems:
      return { regla: 'repetido', mensaje: 'Tiene elementos repetidos' }
    case Type.ObjectMinProperties:
      return { regla: 'vacio', mensaje: 'No trae ningún campo' }
    default:
      return { regla: 'valor', mensaje: 'No es un valor válido' }
  }
}

const elementos = (n: number): string => (n === 1 ? '1 elemento' : `${n} elementos`)

function wrongKind(kind: string, value: unknown): string {
  const wanted = `Debe ser ${KINDS[kind]}`
  if ((kind === 'integer' || kind === 'number') && typeof value === 'string') return `${wanted}, sin comillas`
  if (kind === 'integer' && typeof value === 'number') return `${wanted}, sin decimales`
  return wanted
}

function unknownField(path: string, schema: TSchema, hint: boolean): Found {
  const name = fieldPath(path).split('.').pop()!
  const near = hint && nearestName(name, Object.keys(schema.properties ?? {}))
  return {
    regla: 'desconocido',
    mensaje: near ? `Campo desconocido; ¿quiso decir «${near}»?` : 'Campo desconocido',
  }
}

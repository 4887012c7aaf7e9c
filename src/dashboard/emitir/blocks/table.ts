// The fields of a block, each declared once: the key of its text, its place in the request and how it is read. From the table come
// the empty state, the part of the body, the state of a document that is issued again, and the control's props (`bound.ts`).

import { parseRut } from '../../../domain/rut'
import type { SolicitudDte, SolicitudEmitida } from '../../api/routes.gen'
import { formatNumber, formatRut } from '../../ui/format'
import { createReader, tidy } from '../../ui/read'
import type { Part } from '../block'

type Reader = ReturnType<typeof createReader>

interface Reading {
  /** Undefined for an empty field. */
  read(text: string, path: string, reader: Reader): unknown
  show(value: string | number): string
  /** Writes what was understood once the field is left. */
  tidy?: (text: string) => string
  control: { autoComplete?: 'off'; inputMode?: 'numeric' | 'decimal'; type?: 'date' | 'time' }
}

const typed: Reading = {
  read: (text, _, reader) => reader.text(text),
  show: String,
  control: { autoComplete: 'off' },
}
const number = (kind: 'count' | 'decimal' | 'pesos', inputMode: 'numeric' | 'decimal'): Reading => ({
  read: (text, path, reader) => reader[kind](text, path),
  show: formatNumber,
  tidy: tidy.decimal,
  control: { autoComplete: 'off', inputMode },
})

type Kind = 'text' | 'code' | 'rut' | 'count' | 'decimal' | 'pesos' | 'date' | 'time'

export const KINDS: Readonly<Record<Kind, Reading>> = {
  text: typed,
  /** A code of the SII or of customs. */
  code: { ...typed, read: (text) => (text ? Number(text) : undefined), control: {} },
  rut: {
    ...typed,
    read: (text, path, { rut }) => rut(text, path),
    show: (rut) => (parseRut(String(rut)) ? formatRut(String(rut)) : String(rut)),
    tidy: tidy.rut,
  },
  count: number('count', 'numeric'),
  decimal: number('decimal', 'decimal'),
  pesos: number('pesos', 'decimal'),
  date: { ...typed, control: { type: 'date' } },
  time: { ...typed, control: { type: 'time' } },
}

/** A field of the request, or of an object within it: `chofer.rut`. */
type PathIn<T> = {
  [K in keyof T & string]: NonNullable<T[K]> extends string | number | boolean | readonly unknown[]
    ? K
    : K | `${K}.${keyof NonNullable<T[K]> & string}`
}[keyof T & string]

/** By the key of the state; `T` is the part of the request that they stand in. */
export type Table<T> = Readonly<Record<string, readonly [path: PathIn<T>, kind: Kind]>>
type AnyTable = Readonly<Record<string, readonly [path: string, kind: Kind]>>
export type Texts<F extends AnyTable> = Readonly<Record<keyof F, string>>

/** Fields of one kind that the state calls as the request does. */
export const named = <K extends string>(kind: Kind, ...keys: readonly K[]) =>
  Object.fromEntries(keys.map((key) => [key, [key, kind] as const])) as unknown as {
    readonly [N in K]: readonly [N, Kind]
  }

const from = <F extends AnyTable>(table: F, text: (path: string, kind: Kind) => string): Texts<F> =>
  Object.fromEntries(Object.entries(table).map(([key, row]) => [key, text(...row)])) as Texts<F>

export const emptyOf = <F extends AnyTable>(table: F): Texts<F> => from(table, () => '')

/** The texts of a request that was issued; `asked` is the part that the table speaks of. */
export const textsFrom = <F extends AnyTable>(table: F, asked: object): Texts<F> =>
  from(table, (path, kind) => {
    const value = path
      .split('.')
      .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], asked)
    return value === undefined ? '' : KINDS[kind].show(value as string | number)
  })

/** The path that the API names; `at` is empty where the fields stand in the request itself. */
export const pathIn = (at: string, path: string): string => (at ? `${at}.${path}` : path)

/** The texts that say something, as the request has them. Faults go to the reader. */
export function bodyFrom<F extends AnyTable>(table: F, texts: Texts<F>, at: string, reader: Reader): object {
  const body: Record<string, unknown> = {}
  for (const [key, [path, kind]] of Object.entries(table)) {
    const value = KINDS[kind].read(texts[key] as string, pathIn(at, path), reader)
    if (value === undefined) continue
    const [name, within] = path.split('.') as [string, string | undefined]
    body[name] = within === undefined ? value : { ...(body[name] as object | undefined), [within]: value }
  }
  return body
}

/** The state of a block whose table stands in the request itself, and both ways of reading it. */
export const tableBlock = <F extends AnyTable>(table: F) => ({
  initial: emptyOf(table),
  keys: Object.values(table).map(([path]) => path as keyof SolicitudDte),
  toBody(state: Texts<F>): Part {
    const reader = createReader()
    return { body: bodyFrom(table, state, '', reader), faults: reader.faults }
  },
  fromRequest: (asked: SolicitudEmitida): Texts<F> => textsFrom(table, asked),
})

/** The object, or nothing when it would be empty. */
export const some = <T extends object>(object: T): T | undefined =>
  Object.keys(object).length ? object : undefined

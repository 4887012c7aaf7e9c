// A filter that the contracts name in several ways has one name on every list (http §10.1): the others are the same beside it.

import { type TSchema, Type } from '@sinclair/typebox'
import { invalidParameter } from '../domain/errors'
import { readRut } from './list-filters'
import { Legible } from './rule'

/** `rut` as every list of what has another party takes it; `de` says who that is, `alias` how a contract names the same. */
export const rutQuery = <A extends string = never>(de: string, alias?: A) =>
  ({
    rut: rut('rut', de),
    ...(alias && { [alias]: rut(alias, 'Alias de `rut`.') }),
  }) as Record<'rut' | A, ReturnType<typeof rut>>

const rut = (campo: string, description: string) =>
  Type.Optional(Legible((text) => readRut(campo, text), { description, examples: ['76543210-3'] }))

/** The same schema under another name. */
export const aliasOf = <T extends TSchema>(schema: T, name: string): T => ({
  ...schema,
  description: `Alias de \`${name}\`.`,
})

/**
 * The value under a name or its alias; nothing sent is undefined. Throws INVALID_PARAMETER where both came
 * and differ, as `read` reads them: a RUT with dots is the same as without.
 */
export function readAlias(
  query: Record<string, string | undefined>,
  name: string,
  alias: string,
  read: (text: string) => string = (text) => text,
): string | undefined {
  const known = query[name] || undefined
  const other = query[alias] || undefined
  if (known !== undefined && other !== undefined && read(known) !== read(other))
    throw invalidParameter(alias, 'contradiccion', `Dice otra cosa que ${name}`)
  return known ?? other
}

/** The same of `rutQuery`. */
export const readRutAlias = (query: Record<string, string | undefined>, alias: string): string | undefined =>
  readAlias(query, 'rut', alias, (text) => readRut(alias, text))

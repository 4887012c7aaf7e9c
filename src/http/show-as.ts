// A row as an answer shows it, from the one list of its fields that its schema is.
//
//   const toJson = showAs(WebhookJson, (webhook: Webhook) => ({}))
//   const toUsuario = showAs(UsuarioJson, (usuario: Usuario, segundoFactor: boolean) => ({ segundo_factor: segundoFactor }))
//
// A field is the row's own by its name, `created_at`, or as code spells it, `createdAt`; an instant becomes its text. The others are told
// by `rest`: the compiler asks for each that the row has not, or has in another type.

import type { Static, TObject, TOptional, TProperties, TSchema } from '@sinclair/typebox'

type Camel<N extends string> = N extends `${infer A}_${infer B}` ? `${A}${Capitalize<Camel<B>>}` : N
type Shown<V> = V extends Date ? string : V extends readonly (infer E)[] ? E[] : V
type Value<R, N extends string> = N extends keyof R
  ? R[N]
  : Camel<N> extends keyof R
    ? R[Camel<N>]
    : undefined
type Field<S extends TSchema> = Static<S> | (S extends TOptional<TSchema> ? undefined : never)
/** The fields that a row has as they are shown, or need not have. */
type Own<P extends TProperties, R> = {
  [N in keyof P & string]: Shown<Value<R, N>> extends Field<P[N]> ? N : never
}[keyof P & string]
type Rest<P extends TProperties, R> = { [N in Exclude<keyof P & string, Own<P, R>>]: Field<P[N]> } & {
  [N in Own<P, R>]?: Field<P[N]>
}

const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Shows a row as an object of the schema; what else `rest` takes, the reader takes too. */
export function showAs<P extends TProperties, R extends object, A extends unknown[]>(
  schema: TObject<P>,
  rest: (row: R, ...more: A) => Rest<P, R>,
): (row: R, ...more: A) => Static<TObject<P>> {
  const names = Object.keys(schema.properties).map((name) => [name, camel(name)] as const)
  return (row, ...more) => {
    const told: Record<string, unknown> = rest(row, ...more)
    const own = row as Record<string, unknown>
    const shown: Record<string, unknown> = {}
    for (const [name, spelt] of names) {
      const value = name in told ? told[name] : own[name in own ? name : spelt]
      if (value !== undefined) shown[name] = value instanceof Date ? value.toISOString() : value
    }
    return shown as Static<TObject<P>>
  }
}

// The envelope of every answer: `{ok:true, data}`, lists with `paginacion` beside it (contract §0, §10).

import { Kind, type SchemaOptions, type TSchema, type TUnsafe, Type, TypeRegistry } from '@sinclair/typebox'
import { AMBIENTES } from '../domain/ambiente'

/** Schema of an object that admits no other field: what every request and answer is made of. */
export const Exact = <T extends Parameters<typeof Type.Object>[0]>(
  properties: T,
  options: Parameters<typeof Type.Object>[1] = {},
) => Type.Object<T>(properties, { ...options, additionalProperties: false })

/** `{ok:true, data}` */
export const Datos = <T extends TSchema>(data: T) => Exact({ ok: Type.Literal(true), data })

const LEIDO = 'Leido'
TypeRegistry.Set(LEIDO, (_, value) => value !== null)

/** A body that its area reads by itself: documented by a JSON Schema, and held here to nothing but being there. */
export const Leido = (schema: Record<string, unknown>) =>
  ({ ...schema, [Kind]: LEIDO }) as unknown as TUnsafe<unknown>

/** `T` or null, with the key always present. */
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** One text of a list. */
export const OneOf = <const T extends string>(values: readonly T[], options: SchemaOptions = {}) =>
  Type.Union(
    values.map((value) => Type.Literal(value)),
    options,
  ) as unknown as TUnsafe<T>

/** An environment. */
export const AmbienteJson = (options: SchemaOptions = {}) =>
  OneOf(AMBIENTES, { examples: ['simulacion'], ...options })

export const Paginacion = Exact({
  pagina: Type.Integer({ minimum: 1 }),
  limite: Type.Integer({ minimum: 1, maximum: 100, examples: [25] }),
  total: Type.Integer({ minimum: 0, examples: [312] }),
  paginas: Type.Integer({ minimum: 0, examples: [13] }),
  siguiente: Nullable(
    Type.String({
      description: 'Ruta de la página siguiente; null en la última.',
      examples: ['/v1/documentos?pagina=2&limite=25'],
    }),
  ),
})

/** `{ok:true, data:[…], paginacion}` */
export const Lista = <T extends TSchema>(item: T) =>
  Exact({ ok: Type.Literal(true), data: Type.Array(item), paginacion: Paginacion })

// The envelope of every answer: `{ok:true, data}`, lists with `paginacion` beside it (http §0, §10).

import { Kind, type SchemaOptions, type TSchema, type TUnsafe, Type, TypeRegistry } from '@sinclair/typebox'
import { SIGNIFICADO_AMBIENTE } from '../domain/ambiente'
import { ESTADOS_SII } from '../domain/dte/estados'
import { SIGNIFICADO_EVENTO } from '../domain/eventos'
import { SIGNIFICADO_PERMISO } from '../domain/permisos'
import { AQUI, NOMBRE } from './openapi-names'

/** Schema of an object that admits no other field: what every request and answer is made of. */
export const Exact = <T extends Parameters<typeof Type.Object>[0]>(
  properties: T,
  options: Parameters<typeof Type.Object>[1] = {},
) => Type.Object<T>(properties, { ...options, additionalProperties: false })

/** Where a schema says that the document shall admit no other field, though the server does. */
export const EXACTO = 'x-exacto'

/** Schema of an answer that is written by tables: documented as exact, which the tests hold it to, and never refused for more. */
export const Documentado = <T extends Parameters<typeof Type.Object>[0]>(
  properties: T,
  options: Parameters<typeof Type.Object>[1] = {},
) => Type.Object<T>(properties, { ...options, [EXACTO]: true })

/** `{ok:true, data}` */
export const Datos = <T extends TSchema>(data: T) => Exact({ ok: Type.Literal(true), data })

/** The meanings of a table's values, for a description: `a`: …; `b`: …. */
export const significados = (tabla: Readonly<Record<string, string>>): string =>
  Object.entries(tabla)
    .map(([value, means]) => `\`${value}\`: ${means}`)
    .join('; ')

/**
 * The description of a table's schema: its own words, then each value with its meaning. Of one with a name
 * the values are told once, with it, and its own words where it stands.
 */
function described(tabla: Readonly<Record<string, string>>, { description, ...options }: SchemaOptions) {
  const values = `${significados(tabla)}.`
  if (!(NOMBRE in options))
    return { ...options, description: `${description ? `${description} ` : ''}${values}` }
  return { ...options, ...(description && { [AQUI]: description }), description: values }
}

/** A text of a table in an answer; the document lists its values with what each means, the server does not check itself. */
export const Codigo = <K extends string>(tabla: Readonly<Record<K, string>>, options: SchemaOptions = {}) =>
  Type.String({ ...described(tabla, options), enum: Object.keys(tabla) }) as unknown as TUnsafe<K>

const LEIDO = 'Leido'
TypeRegistry.Set(LEIDO, (_, value) => value !== null)

/**
 * A field that its area reads or writes by its own tables: documented by a JSON Schema, and only required
 * here. The tests hold the answers to what is documented.
 */
export const Leido = <T = unknown>(schema: Record<string, unknown>) =>
  // Apart from what the router sees, which writes into the schemas that it compiles.
  ({ 'x-tipo': schema, [Kind]: LEIDO }) as unknown as TUnsafe<T>

/** `T` or null, with the key always present. */
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** One text of a list; of a table with what each means, which the document tells. */
export function OneOf<const T extends string>(
  values: readonly T[] | Readonly<Record<T, string>>,
  options: SchemaOptions = {},
) {
  const table = Array.isArray(values) ? null : (values as Readonly<Record<string, string>>)
  return Type.Union(
    (table ? Object.keys(table) : (values as readonly T[])).map((value) => Type.Literal(value)),
    table ? described(table, options) : options,
  ) as unknown as TUnsafe<T>
}

/** An environment. */
export const AmbienteJson = (options: SchemaOptions = {}) =>
  OneOf(SIGNIFICADO_AMBIENTE, { [NOMBRE]: 'Ambiente', examples: ['simulacion'], ...options })

/** A permission, also a key's scope. */
export const PermisoJson = OneOf(SIGNIFICADO_PERMISO, { 'x-nombre': 'Permiso' })

/** A kind of event. */
export const EventoJson = OneOf(SIGNIFICADO_EVENTO, { 'x-nombre': 'TipoEvento' })

/** The SII's state of a document. */
export const EstadoSiiJson = Codigo(ESTADOS_SII, { 'x-nombre': 'EstadoSii', examples: ['aceptado'] })

/** A document of the company, named in another's answer. */
export const DocumentoRef = Exact({ tipo_dte: Type.Integer(), folio: Type.Integer() })

const PAGINACION = {
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
}

export const Paginacion = Exact(PAGINACION, { 'x-nombre': 'Paginacion' })

/** The pagination of a list that can be walked by cursor too. */
export const PaginacionCursor = Exact(
  {
    ...PAGINACION,
    pagina: Nullable(Type.Integer({ minimum: 1, description: 'null en una lista pedida con `cursor`.' })),
    cursor: Nullable(
      Type.String({ description: 'Para seguir con `?cursor=`; null al final o con otro `orden`.' }),
    ),
  },
  { 'x-nombre': 'PaginacionCursor' },
)

/** `{ok:true, data:[…], paginacion}` */
export const Lista = <T extends TSchema>(item: T) =>
  Exact({ ok: Type.Literal(true), data: Type.Array(item), paginacion: Paginacion })

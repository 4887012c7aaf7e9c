// An item of the catalogue as the API speaks of it (areas/catalogo §1).

import { type Static, type TSchema, Type } from '@sinclair/typebox'
import {
  MONEDAS_LINEA,
  ORIGENES_PRODUCTO,
  PRECIO_ILEGIBLE,
  precioOf,
  productoFaults,
  TEXTOS_PRODUCTO,
  type TextoProducto,
  textoFault,
} from '../../domain/producto'
import { Codigo, Exact, Nullable, OneOf } from '../../http/envelope'
import { Ruled } from '../../http/rule'

const EJEMPLO = {
  codigo: 'AND-07',
  nombre: 'Arriendo de andamio',
  unidad: 'SEM',
  precio: '2.5',
  moneda: 'UF',
  cuenta: '4-1-01-001',
  centro: 'OBRAS',
} as const

/** The limit of a sent text; the kept one is measured by the rule. */
const LARGO_SIN_NORMALIZAR = 2

const texto = (campo: TextoProducto) =>
  Ruled(Type.String({ maxLength: TEXTOS_PRODUCTO[campo] * LARGO_SIN_NORMALIZAR }), (text) => {
    const fault = textoFault(campo, text)
    return fault ? [fault] : []
  })

const opcional = <T extends TSchema>(schema: T) => Type.Optional(Nullable(schema))

const precio = Ruled(Type.Union([Type.String({ maxLength: 30 }), Type.Number()]), (value) =>
  precioOf(value) === null ? [PRECIO_ILEGIBLE] : [],
)

const campos = {
  descripcion: opcional(texto('descripcion')),
  unidad: opcional(texto('unidad')),
  precio: opcional(precio),
  moneda: Type.Optional(OneOf(MONEDAS_LINEA, { description: '`CLP` si se omite.' })),
  precio_con_iva: Type.Optional(Type.Boolean({ description: '`false` si se omite: el precio es neto.' })),
  exento: Type.Optional(Type.Boolean()),
  impuesto_adicional: opcional(Type.Integer({ description: 'Código del SII, como en `detalle`.' })),
  cuenta: opcional(texto('cuenta')),
  centro: opcional(texto('centro')),
  activo: Type.Optional(
    Type.Boolean({ description: '`true` si se omite; `false`, la emisión no lo conoce.' }),
  ),
}

/** Body of POST /v1/catalogo. */
export const NuevoProducto = Ruled(
  Exact({ codigo: texto('codigo'), nombre: texto('nombre'), ...campos }, { examples: [EJEMPLO] }),
  ({ precio_con_iva = false, exento = false, impuesto_adicional = null }) =>
    productoFaults({ precio_con_iva, exento, impuesto_adicional }),
)
export type NuevoProducto = Static<typeof NuevoProducto>

/** Body of PUT /v1/catalogo/:id: what is absent stays, null clears an optional field. */
export const CambiosProducto = Exact(
  { codigo: Type.Optional(texto('codigo')), nombre: Type.Optional(texto('nombre')), ...campos },
  { minProperties: 1, examples: [{ precio: '2.75' }] },
)
export type CambiosProducto = Static<typeof CambiosProducto>

const textoJson = (ejemplo?: string) => Nullable(Type.String(ejemplo ? { examples: [ejemplo] } : {}))
const precioJson = Nullable(Type.String({ description: 'Decimal.', examples: [EJEMPLO.precio] }))

/** An item in an answer. */
export const ProductoJson = Exact(
  {
    id: Type.String({ examples: ['prd_01JD3QZ8W6T4M2X0V9K7B5N1C3'] }),
    codigo: Type.String({ examples: [EJEMPLO.codigo] }),
    nombre: Type.String({ examples: [EJEMPLO.nombre] }),
    descripcion: textoJson(),
    unidad: textoJson(EJEMPLO.unidad),
    precio: precioJson,
    moneda: OneOf(MONEDAS_LINEA),
    precio_con_iva: Type.Boolean(),
    exento: Type.Boolean(),
    impuesto_adicional: Nullable(Type.Integer()),
    cuenta: textoJson(EJEMPLO.cuenta),
    centro: textoJson(EJEMPLO.centro),
    activo: Type.Boolean(),
    origen: Codigo(ORIGENES_PRODUCTO, { examples: ['manual'] }),
    usado_en: Nullable(
      Type.String({
        description: 'Cuándo lo tomó el último documento.',
        examples: ['2026-11-20T14:03:01.000Z'],
      }),
    ),
    created_at: Type.String({ examples: ['2026-11-02T13:00:00.000Z'] }),
    eliminado_en: Nullable(Type.String({ description: 'Desde cuándo está eliminado; `null` si vive.' })),
  },
  { 'x-nombre': 'Producto' },
)
export type ProductoJson = Static<typeof ProductoJson>

const valor = Nullable(Type.Union([Type.String(), Type.Number(), Type.Boolean()]))
const fecha = Type.String({ examples: ['2026-11-20T14:03:01.000Z'] })
const usuario = Nullable(
  Type.String({ description: 'Quién; `null` si fue una importación.', examples: ['marta@example.cl'] }),
)

/** One change of an item. */
export const CambioJson = Exact({
  fecha,
  usuario,
  campos: Type.Array(Exact({ campo: Type.String({ examples: ['precio'] }), antes: valor, despues: valor })),
})

const Precio = Exact({ precio: precioJson, moneda: Type.String(), precio_con_iva: Type.Boolean() })

/** One change of its price. */
export const PrecioJson = Exact({ fecha, usuario, antes: Precio, despues: Precio })

export const productoParams = Exact({ id: Type.String() })

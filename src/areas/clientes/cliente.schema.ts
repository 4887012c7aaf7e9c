// A customer as the API speaks of it (areas/clientes §1).

import { type SchemaOptions, type Static, type TSchema, Type } from '@sinclair/typebox'
import {
  type CampoCliente,
  nacionalidadFault,
  numIdFault,
  ORIGENES_CLIENTE,
  rutFaults,
  TEXTOS_CLIENTE,
  type TextoCliente,
  textFault,
} from '../../domain/cliente'
import { parseRut } from '../../domain/rut'
import { Codigo, Exact, Nullable } from '../../http/envelope'
import { Correo, Rut } from '../../http/formats'
import { Ruled } from '../../http/rule'

const EJEMPLOS: Readonly<Record<TextoCliente, string>> = {
  razon_social: 'Constructora Río Claro SpA',
  giro: 'Obras de edificación',
  direccion: 'Camino a Pelarco Km 3,5',
  comuna: 'Pelarco',
  ciudad: 'Talca',
  email: 'facturas@example.cl',
  telefono: '+56712345678',
  contacto: 'Marta Peña',
  email_intercambio: 'dte@example.cl',
  notas: 'Paga los viernes',
}

/** The limit of a sent text; the kept one is measured by the rule. */
const LARGO_SIN_NORMALIZAR = 2

const texto = (campo: TextoCliente, description?: string) =>
  Ruled(
    Type.String({
      maxLength: TEXTOS_CLIENTE[campo] * LARGO_SIN_NORMALIZAR,
      examples: [EJEMPLOS[campo]],
      ...(description && { description }),
    }),
    (text) => {
      const fault = textFault(campo, text)
      return fault ? [fault] : []
    },
  )

const opcional = <T extends TSchema>(schema: T) => Type.Optional(Nullable(schema))

/** A text that clients keep as a number too. */
const textoOEntero = (faultOf: typeof numIdFault, options: SchemaOptions) =>
  Ruled(Type.Union([Type.String(), Type.Integer({ minimum: 0 })], options), (value) => {
    const fault = faultOf(String(value))
    return fault ? [fault] : []
  })

const ExtranjeroBody = Exact(
  {
    num_id: textoOEntero(numIdFault, { description: 'Hasta 20 caracteres.', examples: ['98-7654321'] }),
    nacionalidad: opcional(
      textoOEntero(nacionalidadFault, { description: 'Código de país de Aduana.', examples: ['225'] }),
    ),
    tipo_doc_id: opcional(Type.Integer({ minimum: 1, maximum: 2, examples: [1] })),
  },
  { description: 'Sólo con el RUT `55555555-5`, que es de todos los extranjeros: `num_id` dice cuál.' },
)

export type ExtranjeroBody = Static<typeof ExtranjeroBody>

const campos = {
  giro: opcional(texto('giro')),
  direccion: opcional(texto('direccion')),
  comuna: opcional(texto('comuna')),
  ciudad: opcional(texto('ciudad')),
  email: opcional(Correo({ maxLength: TEXTOS_CLIENTE.email })),
  telefono: opcional(texto('telefono')),
  contacto: opcional(texto('contacto')),
  email_intercambio: opcional(
    Correo({
      maxLength: TEXTOS_CLIENTE.email_intercambio,
      description: 'Casilla a la que se le envían sobres y respuestas de intercambio.',
      examples: [EJEMPLOS.email_intercambio],
    }),
  ),
  forma_pago_defecto: opcional(
    Type.Integer({
      minimum: 1,
      maximum: 3,
      description: '1 contado, 2 crédito, 3 sin costo: con qué empieza un documento suyo en el panel.',
      examples: [2],
    }),
  ),
  extranjero: opcional(ExtranjeroBody),
  notas: opcional(texto('notas', 'Para quien lo atiende: no va en ningún documento.')),
}

const rut = Rut({ examples: ['77123456-9'], description: '`66666666-6` no es de ningún cliente.' })
const razon_social = texto('razon_social')

/** Body of POST /v1/clientes. */
export const NuevoCliente = Ruled(
  Exact(
    { rut, razon_social, ...campos },
    {
      examples: [
        {
          rut: '77123456-9',
          razon_social: EJEMPLOS.razon_social,
          giro: EJEMPLOS.giro,
          direccion: EJEMPLOS.direccion,
          comuna: EJEMPLOS.comuna,
          ciudad: EJEMPLOS.ciudad,
          email: EJEMPLOS.email,
          forma_pago_defecto: 2,
        },
      ],
    },
  ),
  (body) => {
    const read = parseRut(body.rut)
    return read ? rutFaults(read, body.extranjero) : []
  },
)
export type NuevoCliente = Static<typeof NuevoCliente>

/** Body of PUT /v1/clientes/:id: what is absent stays, null clears an optional field. */
export const CambiosCliente = Exact(
  { rut: Type.Optional(rut), razon_social: Type.Optional(razon_social), ...campos },
  { minProperties: 1, examples: [{ giro: 'Obras civiles', email_intercambio: EJEMPLOS.email_intercambio }] },
)
export type CambiosCliente = Static<typeof CambiosCliente>

const textoJson = (campo: TextoCliente) => Nullable(Type.String({ examples: [EJEMPLOS[campo]] }))

const METRICAS = 'Null si el plan no incluye métricas de clientes.'

/** A customer in an answer. */
export const ClienteJson = Exact(
  {
    id: Type.String({ examples: ['cli_01JD3QZ8W6T4M2X0V9K7B5N1C3'] }),
    rut: Type.String({ examples: ['77123456-9'] }),
    razon_social: Type.String({ examples: [EJEMPLOS.razon_social] }),
    giro: textoJson('giro'),
    direccion: textoJson('direccion'),
    comuna: textoJson('comuna'),
    ciudad: textoJson('ciudad'),
    email: textoJson('email'),
    telefono: textoJson('telefono'),
    contacto: textoJson('contacto'),
    email_intercambio: textoJson('email_intercambio'),
    forma_pago_defecto: Nullable(Type.Integer({ examples: [2] })),
    extranjero: Nullable(
      Exact({
        num_id: Type.String(),
        nacionalidad: Nullable(Type.String()),
        tipo_doc_id: Nullable(Type.Integer()),
      }),
    ),
    notas: textoJson('notas'),
    origen: Codigo(ORIGENES_CLIENTE, { examples: ['rcv'] }),
    created_at: Type.String({ examples: ['2026-11-02T13:00:00.000Z'] }),
    eliminado_en: Nullable(Type.String({ description: 'Desde cuándo está eliminado; `null` si vive.' })),
    total_facturado: Nullable(
      Type.Integer({
        description: `Pesos con impuestos, en el ambiente de la solicitud: 33 34 39 41 43 56 110 111 menos 61 112, sin lo rechazado, descartado o anulado ni la nota que anula. ${METRICAS}`,
        examples: [4820390],
      }),
    ),
    num_documentos: Nullable(
      Type.Integer({ description: `Cuántos suma \`total_facturado\`. ${METRICAS}`, examples: [31] }),
    ),
    ultimo_dte: Nullable(
      Exact(
        { tipo_dte: Type.Integer(), folio: Type.Integer(), fecha: Type.String() },
        {
          description: `El más nuevo de ellos. ${METRICAS}`,
          examples: [{ tipo_dte: 33, folio: 1042, fecha: '2026-11-20' }],
        },
      ),
    ),
    metricas_al: Nullable(
      Type.String({ description: 'De cuándo son las métricas.', examples: ['2026-11-20T14:06:30.000Z'] }),
    ),
  },
  { 'x-nombre': 'Cliente' },
)
export type ClienteJson = Static<typeof ClienteJson>

/** A field's, whichever it is. */
const valor = (description: string) =>
  Nullable(
    Type.Union([Type.String(), Type.Integer(), Type.Boolean(), ClienteJson.properties.extranjero], {
      description,
      examples: ['Obras de edificación'],
    }),
  )

/** One change of a customer. */
export const CambioJson = Exact({
  fecha: Type.String({ examples: ['2026-11-20T14:03:01.000Z'] }),
  usuario: Nullable(
    Type.String({ description: 'Quién; `null` si fue una importación.', examples: ['marta@example.cl'] }),
  ),
  campos: Type.Array(
    Exact({
      campo: Type.String({ examples: ['giro' satisfies CampoCliente] }),
      antes: valor('Lo que tenía; null si estaba vacío.'),
      despues: valor('Lo que quedó; null si se vació.'),
    }),
  ),
})

export const clienteParams = Exact({ id: Type.String() })

// A company as the API speaks of it (http §17). Lengths are those of the Emisor block (Formato DTE, XSD).

import { type Static, type TNull, type TOptional, type TSchema, type TUnion, Type } from '@sinclair/typebox'
import { AUTOMATICAS, automaticaDe } from '../../domain/intercambio'
import { AmbienteJson, Exact, Nullable, OneOf } from '../../http/envelope'
import { Comuna, Correo, Fecha, Rut, Texto } from '../../http/formats'
import { showAs } from '../../http/show-as'
import { type Empresa, ENVIO_RECEPTOR } from './empresa-store'

const Ambiente = AmbienteJson({
  description: 'Ambiente en que trabaja la empresa; `simulacion` si se omite.',
})

const Resolucion = Exact(
  {
    numero: Type.Integer({ minimum: 0, maximum: 999_999, examples: [80] }),
    fecha: Fecha({ examples: ['2014-08-22'] }),
  },
  { description: 'Resolución del SII. En producción es obligatoria; en certificación el número es 0.' },
)

const required = {
  rut: Rut(),
  razon_social: Texto(100, { examples: ['Comercial Ñandú Limitada'] }),
  giro: Texto(80, { examples: ['Venta de materiales de construcción'] }),
  actividades_economicas: Type.Array(Type.Integer({ minimum: 1, maximum: 999_999 }), {
    minItems: 1,
    maxItems: 4,
    uniqueItems: true,
    description: 'Códigos de actividad del SII; la primera es la principal.',
    examples: [[475201]],
  }),
  // The format prints and takes 60 where the XSD has 70 (domain/dte §2.3).
  direccion: Texto(60, { examples: ['Av. Los Boldos 1250'] }),
  comuna: Comuna(),
}

const optional = {
  ciudad: Texto(20, { examples: ['Santiago'] }),
  telefono: Texto(20, { examples: ['+56221234567'] }),
  email: Correo(),
  sitio_web: Texto(200, { examples: ['https://www.example.cl'] }),
  codigo_sucursal_sii: Type.Integer({ minimum: 1, maximum: 999_999_999, examples: [81303347] }),
  resolucion: Resolucion,
  email_intercambio: Correo({
    description: 'Casilla de intercambio: a ella responde quien recibe una copia; si falta, a `email`.',
  }),
  alerta_folios: Type.Integer({
    minimum: 0,
    maximum: 1_000_000_000,
    description:
      'Con cuántos folios se avisa que quedan pocos, en los tipos sin umbral propio (`PUT /v1/dte/folios/:tipo/alerta`). Si falta, la décima parte del rango más nuevo.',
    examples: [50],
  }),
}

/** Fields with a default: they may be left out and are never null. */
const choices = {
  ambiente: Ambiente,
  envio_receptor: OneOf(ENVIO_RECEPTOR, {
    'x-nombre': 'EnvioReceptor',
    description:
      'Cuándo sale por correo la copia para `receptor.email`: `no` (lo normal), `al_emitir` cuando el SII recibe el documento, `al_aceptar` cuando lo acepta. Necesita un servidor con correo.',
    examples: ['no'],
  }),
  respuesta_automatica: OneOf(AUTOMATICAS, {
    'x-nombre': 'RespuestaAutomatica',
    description:
      'De lo que llega al buzón. Si nadie eligió: `recepcion` en `simulacion`, `no` en los demás ambientes.',
    examples: ['no'],
  }),
  consulta_publica: Type.Boolean({
    description:
      '`true`: quien tenga la dirección de `links.publico` de un documento puede verlo sin credencial.',
  }),
  extraccion_ia: OneOf(
    {
      no: 'sólo se leen con reglas',
      texto: 'el modelo que configuró el operador recibe el texto del archivo',
      imagen: 'además recibe la imagen de lo que no tiene texto',
    },
    {
      description:
        'Quién lee los archivos de compras internacionales; `no` si se omite. Vale donde el operador configuró un modelo.',
      examples: ['no'],
    },
  ),
}

// An optional field may be sent as null, which clears it.
const nullable = <T extends Record<string, TSchema>>(properties: T) =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, Type.Optional(Nullable(schema))]),
  ) as { [K in keyof T]: TOptional<TUnion<[T[K], TNull]>> }

const partial = <T extends Record<string, TSchema>>(properties: T) =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, Type.Optional(schema)])) as {
    [K in keyof T]: TOptional<T[K]>
  }

/** Body of POST /v1/empresa. */
export const NuevaEmpresa = Exact({ ...required, ...nullable(optional), ...partial(choices) })
export type NuevaEmpresa = Static<typeof NuevaEmpresa>

/** Body of PUT /v1/empresa/:id: what is absent stays, null clears an optional field. */
export const CambiosEmpresa = Exact(
  { ...partial(required), ...nullable(optional), ...partial(choices) },
  { minProperties: 1 },
)
export type CambiosEmpresa = Static<typeof CambiosEmpresa>

/** A company in an answer. */
export const EmpresaJson = Exact(
  {
    id: Type.String(),
    rut: Type.String(),
    razon_social: Type.String(),
    giro: Nullable(Type.String()),
    actividades_economicas: Type.Array(Type.Integer()),
    direccion: Nullable(Type.String()),
    comuna: Nullable(Type.String()),
    ciudad: Nullable(Type.String()),
    telefono: Nullable(Type.String()),
    email: Nullable(Type.String()),
    sitio_web: Nullable(Type.String()),
    codigo_sucursal_sii: Nullable(Type.Integer()),
    resolucion: Nullable(Exact({ numero: Type.Integer(), fecha: Type.String() })),
    logo: Nullable(
      Exact(
        { tipo: Type.String(), ancho: Type.Integer(), alto: Type.Integer() },
        { description: 'El logo cargado con `POST /v1/plantilla/logo`, en píxeles.' },
      ),
    ),
    email_intercambio: Nullable(Type.String()),
    alerta_folios: Nullable(Type.Integer()),
    ...choices,
    created_at: Type.String(),
    eliminada_at: Nullable(
      Type.String({
        description: 'Desde cuándo está eliminada: sus documentos sólo se leen. `null` si vive.',
      }),
    ),
  },
  { 'x-nombre': 'Empresa' },
)

export const toJson = showAs(EmpresaJson, ({ respuestaAutomatica, ambiente }: Empresa) => ({
  respuesta_automatica: automaticaDe(respuestaAutomatica, ambiente),
}))

/** A company in short, as sessions list theirs. */
export const EmpresaBreve = Exact({
  id: Type.String(),
  rut: Type.String(),
  razon_social: Type.String(),
  ambiente: Ambiente,
})

export const toBreve = showAs(EmpresaBreve, (_: Empresa) => ({}))

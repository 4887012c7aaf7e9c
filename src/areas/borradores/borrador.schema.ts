// A draft as the API speaks of it (areas/borradores §1).

import { type Static, Type } from '@sinclair/typebox'
import { REGLAS } from '../../domain/reglas'
import { Advertencias } from '../../http/advertencias'
import { Codigo, Exact, Nullable } from '../../http/envelope'
import { Ruled } from '../../http/rule'
import { EstadoTrabajo, TotalesJson } from '../dte'

export const ORIGENES_BORRADOR = {
  manual: 'lo escribió una persona o un sistema',
  duplicado: 'es la copia de un documento emitido',
  serie: 'es de una fecha de la serie que `serie` nombra',
  mcp: 'lo propuso un asistente',
} as const
export const ESTADOS_BORRADOR = {
  abierto: 'espera que alguien lo emita o lo descarte',
  emitido: 'es un documento, que `dte` nombra',
  descartado: 'nadie lo emitirá',
} as const

const SOLICITUD = {
  tipo_dte: 33,
  receptor: { rut: '77123456-9', razon_social: 'Ferretería Ñuble Limitada' },
  detalle: [{ nombre: 'Arriendo de andamio', cantidad: 2, precio: 50000 }],
}

const solicitud = Type.Record(Type.String(), Type.Unknown(), {
  description: 'Como el cuerpo de `POST /v1/dte/emitir`; puede estar a medias. Hasta 64 KiB.',
  examples: [SOLICITUD],
})

const desde = Exact(
  { tipo_dte: Type.Integer(), folio: Type.Integer({ minimum: 1 }) },
  { description: 'El documento emitido que se duplica. Pide también `dte:leer`.' },
)

/** Body of POST /v1/borradores: one of two. */
export const NuevoBorrador = Ruled(
  Exact(
    { solicitud: Type.Optional(solicitud), desde: Type.Optional(desde) },
    { examples: [{ solicitud: SOLICITUD }] },
  ),
  (body) =>
    (body.solicitud === undefined) === (body.desde === undefined)
      ? [{ campo: 'solicitud', regla: 'contradiccion', mensaje: 'Va solicitud o desde, y no ambos' }]
      : [],
)

/** Body of PUT /v1/borradores/:id. */
export const CambioBorrador = Exact(
  {
    solicitud,
    version: Type.Integer({ minimum: 1, description: 'La que se vio: si otro lo cambió, 409.' }),
  },
  { examples: [{ solicitud: SOLICITUD, version: 1 }] },
)

/** Body of POST /v1/borradores/:id/emitir. */
export const EmisionBorrador = Nullable(
  Exact({
    version: Type.Optional(
      Type.Integer({ minimum: 1, description: 'La que se vio: si otro lo cambió, 409 y no se emite.' }),
    ),
  }),
)

/** Body of POST /v1/borradores/emitir. */
export const VariosBorradores = Exact({
  ids: Type.Array(Type.String(), { minItems: 1, maxItems: 100, uniqueItems: true }),
  versiones: Type.Optional(
    Type.Array(Type.Integer({ minimum: 1 }), {
      maxItems: 100,
      description: 'Las que se vieron, en el orden de `ids`: el que otro cambió no se emite (CONFLICT).',
    }),
  ),
})

const instante = (description: string) => Type.String({ description, examples: ['2026-11-20T14:03:01.000Z'] })

/** The answer that `POST /v1/dte/validar` would give of a request that is not issued yet. */
export const JuicioJson = Exact(
  {
    ok: Type.Boolean({ description: 'Si se puede emitir así.' }),
    totales: Nullable(TotalesJson),
    faltas: Type.Array(
      Exact({
        campo: Type.String({ description: 'Su ruta en `solicitud`; vacía si es de todo el documento.' }),
        regla: Codigo(REGLAS, { description: 'Qué regla rompe.' }),
        mensaje: Type.String(),
      }),
    ),
    advertencias: Advertencias,
  },
  {
    'x-nombre': 'Juicio',
    description:
      'Lo que diría `POST /v1/dte/validar`: ahora, al ver un borrador abierto; en la lista, cuando se escribió; de una fecha por venir, para ese día.',
  },
)

export const BorradorJson = Exact(
  {
    id: Type.String({ examples: ['bor_01JD3QZ8W6T4M2X0V9K7B5N1C3'] }),
    origen: Codigo(ORIGENES_BORRADOR, { examples: ['manual'] }),
    serie: Nullable(Type.String({ description: 'La serie de la que es.' })),
    solicitud: Type.Record(Type.String(), Type.Unknown(), { examples: [SOLICITUD] }),
    version: Type.Integer({ description: 'Sube con cada cambio.', examples: [1] }),
    juicio: JuicioJson,
    estado: Codigo(ESTADOS_BORRADOR, { examples: ['abierto'] }),
    dte: Nullable(
      Exact({
        tipo_dte: Nullable(Type.Integer()),
        folio: Nullable(Type.Integer({ description: '`null` mientras espera su hora.' })),
        job_id: Type.String(),
        estado: Nullable(EstadoTrabajo),
      }),
    ),
    autor: Type.String({ description: 'Quién lo escribió por última vez.', examples: ['marta@example.cl'] }),
    created_at: instante('Cuándo se creó.'),
    updated_at: instante('Cuándo se escribió, emitió o descartó.'),
  },
  { 'x-nombre': 'Borrador' },
)
export type BorradorJson = Static<typeof BorradorJson>
export type NuevoBorrador = Static<typeof NuevoBorrador>

export const borradorParams = Exact({ id: Type.String() })

// The dates of a series as the API speaks of them (areas/recurrentes §3, §4).

import { type Static, Type } from '@sinclair/typebox'
import { Codigo, Exact, Nullable } from '../../http/envelope'
import { Ruled } from '../../http/rule'
import { JuicioJson } from '../borradores'
import { SOLICITUD, solicitud } from './serie.schema'

const ESTADOS_OCURRENCIA = {
  omitida: 'no se hace',
  cambiada: 'se hará con su propia solicitud, o en otro día',
  borrador: 'es un borrador',
  emitida: 'es un documento',
  detenida: 'espera folios, certificado, cuota o un valor; nada se tomó',
} as const

export const ocurrenciaParams = Exact({
  id: Type.String(),
  fecha: Type.String({ description: 'La fecha de la regla, AAAA-MM-DD.', examples: ['2026-12-31'] }),
})

/** Body of PUT /v1/recurrentes/:id/ocurrencias/:fecha: one of three. */
export const CambioOcurrencia = Ruled(
  Exact(
    {
      omitir: Type.Optional(Type.Literal(true)),
      solicitud: Type.Optional(solicitud),
      mover_a: Type.Optional(
        Type.String({ description: 'El día en que se hace, de hoy en adelante.', examples: ['2027-01-04'] }),
      ),
    },
    { examples: [{ omitir: true }] },
  ),
  (body) =>
    Object.keys(body).length === 1
      ? []
      : [{ campo: 'omitir', regla: 'excluyente', mensaje: 'Va omitir, solicitud o mover_a: uno de ellos' }],
)
export type CambioOcurrencia = Static<typeof CambioOcurrencia>

const instante = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2026-12-31T12:00:00.000Z'] })
const numero = Type.Integer({ description: 'Su número en la serie, desde 1.', examples: [1] })
const propia = Type.Boolean({ description: 'Si tiene su propia solicitud.' })

export const OcurrenciaJson = Exact(
  {
    fecha: Type.String({ description: 'De la regla: es su clave para siempre.', examples: ['2026-12-31'] }),
    n: numero,
    estado: Codigo(ESTADOS_OCURRENCIA, { examples: ['emitida'] }),
    mover_a: Nullable(Type.String({ examples: ['2027-01-04'] })),
    propia,
    borrador_id: Nullable(Type.String()),
    dte: Nullable(
      Exact({
        tipo_dte: Nullable(Type.Integer()),
        folio: Nullable(Type.Integer()),
        job_id: Type.String(),
      }),
    ),
    code: Nullable(Type.String({ description: 'Por qué espera, o qué le faltó para emitirse sola.' })),
    mensaje: Nullable(Type.String()),
    proximo_intento: Nullable(instante('Cuándo se intenta otra vez.')),
    updated_at: instante('Cuándo quedó así.'),
  },
  { 'x-nombre': 'Ocurrencia' },
)
export type OcurrenciaJson = Static<typeof OcurrenciaJson>

/** A date to come. */
export const ProximaJson = Exact(
  {
    fecha: Type.String({ description: 'De la regla.', examples: ['2026-12-31'] }),
    n: numero,
    estado: Codigo(
      {
        prevista: 'se hará',
        omitida: ESTADOS_OCURRENCIA.omitida,
        cambiada: ESTADOS_OCURRENCIA.cambiada,
      },
      { examples: ['prevista'] },
    ),
    propia,
    fecha_emision: Type.String({ description: 'El día en que se hace.', examples: ['2026-12-31'] }),
    solicitud: Nullable(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'Como se emitirá; null si se omite.',
        examples: [SOLICITUD],
      }),
    ),
    juicio: Nullable(JuicioJson),
    estimado: Type.Boolean({
      description: 'Usa el último valor conocido de una moneda, UF o UTM: el de ese día aún no se sabe.',
    }),
  },
  { 'x-nombre': 'ProximaFecha' },
)
export type ProximaJson = Static<typeof ProximaJson>

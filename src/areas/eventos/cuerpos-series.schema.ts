// The bodies of the events of drafts and series.

import { Type } from '@sinclair/typebox'
import { Codigo, Nullable } from '../../http/envelope'
import { Dia, deAmbiente } from './campos.schema'

const serie = {
  ...deAmbiente,
  serie_id: Type.String({ examples: ['ser_01JD3Q8Z5V7K2M4N6P8R0S2T4V'] }),
  nombre: Type.String({ examples: ['Soporte'] }),
}

/** The fields of each kind. */
export const CUERPOS_SERIES = {
  'borrador.creado': {
    ...deAmbiente,
    id: Nullable(
      Type.String({ description: 'Null si son varios.', examples: ['bor_01JD3Q8Z5V7K2M4N6P8R0S2T4V'] }),
    ),
    origen: Type.String({ description: 'Como en `GET /v1/borradores`.', examples: ['serie'] }),
    serie: Nullable(
      Type.String({
        description: 'La serie de la que son, si es una.',
        examples: ['ser_01JD3Q8Z5V7K2M4N6P8R0S2T4V'],
      }),
    ),
    ok: Type.Boolean({ description: 'Si todos se pueden emitir así.' }),
    cantidad: Type.Integer({ examples: [1] }),
  },
  'recurrente.detenida': {
    ...serie,
    fecha: Dia('La fecha de la regla que espera.'),
    code: Nullable(Type.String({ examples: ['NO_FOLIOS'] })),
    mensaje: Nullable(
      Type.String({ examples: ['No hay folios disponibles del tipo 33 para el 31-12-2026'] }),
    ),
  },
  'recurrente.terminada': {
    ...serie,
    motivo: Codigo({ regla: 'no tiene más fechas', persona: 'alguien la terminó' }),
    emitidas: Type.Integer({ description: 'Sus documentos.', examples: [12] }),
  },
}

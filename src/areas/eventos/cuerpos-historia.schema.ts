// The bodies of the events of history that moves in.

import { Type } from '@sinclair/typebox'
import { Exact } from '../../http/envelope'
import { deAmbiente } from './campos.schema'

/** The fields of each kind. */
export const CUERPOS_HISTORIA = {
  'historia.terminada': {
    ...deAmbiente,
    importacion_id: Type.String({ examples: ['imp_01JD3Q8Z5V7K2M4N6P8R0S2T4V'] }),
    documentos: Type.Record(Type.String(), Type.Integer(), {
      examples: [{ nuevo: 40870, repetido: 300 }],
      description: 'Cuántos archivos quedaron en cada estado, como en `GET /v1/historia/:id`.',
    }),
    folios: Type.Array(
      Exact({
        tipo_dte: Type.Integer(),
        siguiente_antes: Type.Integer(),
        siguiente: Type.Integer(),
        apartados: Type.Integer(),
      }),
    ),
  },
}

// The bodies of the events of drafts, series and vouchers.

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
  'asientos.generados': {
    ...deAmbiente,
    id: Type.String({ examples: ['asi_01JD3Q8Z5V7K2M4N6P8R0S2T4V'] }),
    periodo: Type.String({ examples: ['202611'] }),
    formato: Type.String({ description: 'Como se pidió.', examples: ['softland'] }),
    libros: Type.Array(Type.String({ examples: ['ventas'] })),
    documentos: Type.Integer({ examples: [120] }),
    asientos: Type.Integer({ examples: [120] }),
    debe: Type.Integer({ description: 'Igual al haber.', examples: [14_280_000] }),
    sha256: Type.String({ description: 'Del archivo.', examples: ['9f86d081884c7d65'] }),
  },
}

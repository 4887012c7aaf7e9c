// The post office's routes for the OpenAPI document (simulator §22); the simulator itself checks what they take.

import { Type } from '@sinclair/typebox'
import { Exact, Nullable } from '../../http/envelope'
import { answer, instante, texto } from './partes.schema'
import { entero, type Filtro } from './rutas.schema'

const Correo = Exact({
  id: Type.String({ description: 'Crece con cada correo y no se repite.', examples: ['17'] }),
  de: texto('90000011-1@simulador.invalid'),
  para: texto('76543210-3@simulador.invalid'),
  asunto: Type.String(),
  message_id: Nullable(texto('<cop_01JD@simulador.invalid>')),
  recibido_at: instante(),
  bytes: Type.Integer(),
})

const EJEMPLO = [
  'From: Ferretera Andes <90000011-1@simulador.invalid>',
  'To: 76543210-3@simulador.invalid',
  'Subject: Factura',
  '',
  'Adjunta.',
].join('\r\n')

const direccion = (examples: string) => ({ type: 'string', format: 'email', examples: [examples] })

const para: Filtro = ['para', direccion('76543210-3@simulador.invalid')]

/** The `detail` of each route. */
export const correo = {
  lista: {
    parameters: [
      para,
      ['desde', entero(0, Number.MAX_SAFE_INTEGER, 'Los que llegaron después de ese `id`.')],
      ['limite', { ...entero(0, 200), default: 200 }],
    ] satisfies Filtro[],
    'x-errores': ['INVALID_PARAMETER'],
    description:
      'Lo que salió de la casilla de la empresa o llegó a ella, `<rut>@simulador.invalid`, del más antiguo al más nuevo. En `simulacion` los correos a direcciones de `simulador.invalid` no salen del servidor: quedan aquí.',
    responses: answer(200, Type.Array(Correo)),
  },
  mensaje: {
    'x-contenido': 'message/rfc822',
    'x-errores': ['NOT_FOUND'],
  },
  dejar: {
    'x-archivos': { archivo: 'archivo_base64' },
    'x-errores': ['INVALID_PARAMETER'],
    parameters: [para, ['de', direccion('90000011-1@simulador.invalid')]] satisfies Filtro[],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: { archivo_base64: { type: 'string', format: 'byte' } },
            required: ['archivo_base64'],
            additionalProperties: false,
          },
          example: { archivo_base64: Buffer.from(EJEMPLO).toString('base64') },
        },
        'message/rfc822': { schema: { type: 'string' }, example: EJEMPLO },
        'multipart/form-data': {
          schema: {
            type: 'object',
            properties: { archivo: { type: 'string', format: 'binary' } },
            required: ['archivo'],
            additionalProperties: false,
          },
        },
      },
    },
    description:
      'El mensaje entero, tal como lo escribiría un servidor de correo. Va a `para` o, si se omite, a cada dirección de `simulador.invalid` de To y Cc. Debe llegar a la casilla de la empresa o salir de ella. Responde lo que quedó en las casillas: nada, con la falla `correo_perdido`.',
    responses: answer(201, Type.Array(Correo)),
  },
}

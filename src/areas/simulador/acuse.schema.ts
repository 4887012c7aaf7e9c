// The bodies of acting as a receiver, for the OpenAPI document; the simulator checks them itself (simulator
// §8.1).

import { Type } from '@sinclair/typebox'
import { TIPOS } from '../../domain/dte/tipos'
import { Exact } from '../../http/envelope'
import { answer, Eventos, instante, texto } from './partes.schema'
import { body, lado, rut, tipoDteDe } from './rutas.schema'

const RECLAMABLE = tipoDteDe(TIPOS.filter(({ reclamable }) => reclamable).map(({ codigo }) => codigo))
const FOLIO = { type: 'integer', minimum: 1 }

const Acuse = Exact({
  rut_emisor: Type.String(),
  tipo_dte: Type.Integer({ examples: [33] }),
  folio: Type.Integer(),
  rut_receptor: Type.String(),
  accion: texto('ERM'),
  codigo_sii: texto('0'),
  recibido_sii: instante(),
  vence_el: instante(),
  eventos: Eventos,
})
/** The answer about several documents at once. */
const Acuses = Exact({
  accion: texto('ERM'),
  registrados: Type.Integer(),
  documentos: Type.Array(
    Exact({
      tipo_dte: Type.Integer({ examples: [33] }),
      folio: Type.Integer(),
      codigo_sii: texto('0'),
      glosa: texto('Acción completada'),
    }),
  ),
})

/** The `detail` of POST /simulador/acuse. */
export const ACUSE = {
  ...body(
    answer(201, Type.Union([Acuse, Acuses])),
    {
      rut_emisor: { ...rut, description: 'El de la empresa de la credencial, si se omite.' },
      rut_receptor: {
        ...rut,
        description:
          'Quién responde; otro que el receptor del documento recibe el código 17. Solo, sin documentos: responde los que esperan su palabra, los más antiguos primero, hasta 100.',
      },
      tipo_dte: RECLAMABLE,
      folio: FOLIO,
      documentos: {
        type: 'array',
        maxItems: 100,
        description: 'Varios de una vez, en lugar de `tipo_dte` y `folio`: cada uno por sí solo.',
        items: {
          type: 'object',
          properties: { tipo_dte: RECLAMABLE, folio: FOLIO },
          required: ['tipo_dte', 'folio'],
          additionalProperties: false,
        },
      },
      accion: {
        type: 'string',
        enum: ['ERM', 'ACD', 'RCD', 'RFP', 'RFT'],
        description:
          'ERM recibo de mercaderías o servicios, ACD acepta el contenido, RCD reclama el contenido, RFP falta parcial, RFT falta total.',
      },
      lado,
    },
    ['accion'],
    { tipo_dte: 33, folio: 1, accion: 'ERM' },
  ),
  'x-errores': ['NOT_FOUND', 'INVALID_STATE'],
  description:
    'Registra lo que diría el receptor de un documento de la empresa, con las reglas del SII: ocho días desde su recepción, nada sobre lo pagado al contado o gratuito (`forma_pago` 1 o 3), y reclamo y aceptación se excluyen. Lo que el SII no registra responde 409 INVALID_STATE con su código; de varios, cada fila lleva el suyo. Los eventos se ven en `GET /simulador/libro` y por el servicio WSRegistroReclamo del simulador (`/ws2/…`).',
}

// Files that are no envelopes, as the simulator's routes show them: reports of used folios, and books.

import { Type } from '@sinclair/typebox'
import { Codigo, Exact } from '../../http/envelope'
import { instante, Razones, texto } from './partes.schema'

const ESTADOS_RCOF = {
  REC: 'recibido, por revisar',
  EPR: 'coincide con lo recibido',
  RPR: 'aceptado con reparos: difiere de lo recibido',
  RFR: 'rechazado por su firma',
  RCT: 'rechazado por su carátula',
}

const ESTADOS_LIBRO = {
  LSO: 'esquema correcto, por revisar',
  LTC: 'cerrado y cuadrado',
  LRH: 'rechazado: no cuadra',
  LRS: 'rechazado: le faltan montos, o son negativos',
  LRC: 'rechazado por su carátula',
  LRF: 'rechazado por su firma',
  LNC: 'su folio de notificación ya se usó en el período',
}

const Tramos = Type.Array(Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 }), { examples: [[[1, 3]]] })

export const Rcof = Exact({
  track_id: Type.String(),
  lado: Type.String(),
  rut_empresa: Type.String(),
  rut_envia: Type.String(),
  archivo: Type.String(),
  sha1: Type.String(),
  veces: Type.Integer({ description: 'Llegadas de los mismos bytes.' }),
  fecha: texto('2026-11-19'),
  secuencia: Type.Integer(),
  estado: Codigo(ESTADOS_RCOF, { examples: ['EPR'] }),
  razones: Razones,
  resumen: Type.Array(
    Exact({
      tipo_dte: Type.Integer({ examples: [39] }),
      total: Type.Integer(),
      emitidos: Type.Integer(),
      anulados: Type.Integer(),
      utilizados: Type.Integer(),
      rangos: Tramos,
      rangos_anulados: Tramos,
    }),
  ),
  recibido_at: instante(),
})

export const LibroTributario = Exact({
  track_id: Type.String(),
  lado: Type.String(),
  rut_empresa: Type.String(),
  rut_envia: Type.String(),
  archivo: Type.String(),
  sha1: Type.String(),
  veces: Type.Integer({ description: 'Llegadas de los mismos bytes.' }),
  clase: Codigo({ VENTA: 'de ventas', COMPRA: 'de compras', GUIA: 'de guías' }, { examples: ['VENTA'] }),
  periodo: texto('2026-11'),
  folio_notificacion: texto('5123402'),
  estado: Codigo(ESTADOS_LIBRO, { examples: ['LTC'] }),
  razones: Razones,
  documentos: Type.Integer({ description: 'Documentos del detalle.' }),
  recibido_at: instante(),
})

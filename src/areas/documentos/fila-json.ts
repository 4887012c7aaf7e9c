// A row of the list, which the document itself shows first.

import { Type } from '@sinclair/typebox'
import { RESULTADOS_ACUSE } from '../../domain/acuse'
import { CONTENIDOS, ORIGENES } from '../../domain/dte/estados'
import { Codigo, DocumentoRef, EstadoSiiJson, Nullable } from '../../http/envelope'
import { EstadoTrabajo } from '../dte'

export const Fila = {
  tipo_dte: Type.Integer(),
  folio: Type.Integer(),
  fecha_emision: Type.String(),
  rut_receptor: Type.String(),
  razon_social_receptor: Nullable(Type.String()),
  monto_neto: Type.Number(),
  monto_exento: Type.Number(),
  monto_iva: Type.Number(),
  monto_total: Type.Number(),
  saldo: Type.Number(),
  track_id: Nullable(Type.String()),
  estado: Nullable(EstadoTrabajo),
  estado_sii: EstadoSiiJson,
  estado_acuse: Nullable(
    Codigo(RESULTADOS_ACUSE, {
      'x-nombre': 'ResultadoAcuse',
      description:
        'Qué hizo el receptor, según lo último que dijo el SII; null si el SII no tiene el documento.',
    }),
  ),
  codigo_sii: Nullable(Type.String()),
  glosa: Nullable(Type.String()),
  job_id: Nullable(Type.String({ description: 'null de un documento importado, que no tiene trabajo.' })),
  referencia_externa: Nullable(Type.String()),
  created_at: Type.String(),
  origen: Codigo(ORIGENES, { 'x-nombre': 'OrigenDocumento' }),
  contenido: Codigo(CONTENIDOS, { 'x-nombre': 'ContenidoDocumento' }),
  atendido: Type.Boolean({
    description:
      'Un rechazo que ya se emitió de nuevo, o un rechazo o reparo que una persona dio por visto: no está en `atencion` del resumen.',
  }),
  anulado_por: Nullable(DocumentoRef),
}

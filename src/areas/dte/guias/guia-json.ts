// A dispatch guide as lists and acts show it.

import { type Static, Type } from '@sinclair/typebox'
import { DocumentoRef, EstadoSiiJson, Exact, Nullable, OneOf } from '../../../http/envelope'
import type { GuiaRow } from '../referencias/guia-store'
import { facturadaPor, type Guias, motivoNoFacturable } from '../referencias/guias'

export const ESTADOS_GUIA = {
  vigente: 'nadie la anuló: si el SII la tiene lo dice `estado_sii`',
  anulada: 'una persona la anuló',
}

export const Guia = Exact({
  folio: Type.Integer(),
  fecha_emision: Type.String(),
  rut_receptor: Type.String(),
  razon_social_receptor: Nullable(Type.String()),
  ind_traslado: Type.Integer(),
  monto_neto: Type.Number(),
  monto_exento: Type.Number(),
  monto_iva: Type.Number(),
  monto_total: Type.Number(),
  estado: OneOf(ESTADOS_GUIA, { 'x-nombre': 'EstadoGuia' }),
  facturable: Type.Boolean(),
  motivo_no_facturable: Nullable(Type.String({ description: 'Para una persona; null si es facturable.' })),
  facturada_por: Nullable(DocumentoRef),
  otras_facturas: Type.Array(DocumentoRef, {
    description: 'Las que además la cubren, emitidas con `forzar_guia`.',
  }),
  motivo_anulacion: Nullable(Type.String()),
  anulada_at: Nullable(Type.String()),
  estado_sii: EstadoSiiJson,
  job_id: Nullable(Type.String({ description: 'null de una guía importada.' })),
  referencia_externa: Nullable(Type.String()),
  created_at: Type.String(),
})

export const toJson = (guia: GuiaRow, { coveredBy }: Pick<Guias, 'coveredBy'>): Static<typeof Guia> => ({
  folio: guia.folio,
  fecha_emision: guia.fecha_emision,
  rut_receptor: guia.rut_receptor,
  razon_social_receptor: guia.razon_social_receptor,
  ind_traslado: guia.ind_traslado,
  monto_neto: guia.monto_neto,
  monto_exento: guia.monto_exento,
  monto_iva: guia.monto_iva,
  monto_total: guia.monto_total,
  estado: guia.anulada_at === null ? 'vigente' : 'anulada',
  facturable: guia.impedimento === null,
  motivo_no_facturable: motivoNoFacturable(guia),
  facturada_por: facturadaPor(guia),
  otras_facturas: coveredBy(guia.id).slice(1),
  motivo_anulacion: guia.motivo_anulacion,
  anulada_at: guia.anulada_at,
  estado_sii: guia.estado_sii,
  job_id: guia.job_id,
  referencia_externa: guia.referencia_externa,
  created_at: guia.created_at,
})

export const GUIAS = {
  words: (guia: GuiaRow) => [
    guia.folio,
    guia.rut_receptor,
    guia.razon_social_receptor,
    guia.referencia_externa,
  ],
  orden: '-fecha_emision',
}

// Telling a company of a purchase that it first hears of by the register (areas/recibidos §3): not of those that the first reading of a
// slice brings, nor an import of a month that is over.

import { PLAZO_ACUSE_MS, TIPOS_ACUSE } from '../../domain/acuse'
import type { Eventos } from '../eventos'
import type { DocumentoEscrito } from './statements'

/** The key under which a document is told once, by whatever it is first seen. */
export const claveRecibido = ({
  ambiente,
  rut,
  tipo_dte,
  folio,
}: Pick<DocumentoEscrito, 'ambiente' | 'rut' | 'tipo_dte' | 'folio'>): string =>
  `dte.recibido ${ambiente} ${rut} ${tipo_dte} ${folio}`

const venceEl = (row: DocumentoEscrito): string | null =>
  row.estado_contable === 'PENDIENTE' && row.fecha_recepcion && TIPOS_ACUSE.includes(row.tipo_dte)
    ? new Date(Date.parse(row.fecha_recepcion) + PLAZO_ACUSE_MS).toISOString().replace('.000Z', 'Z')
    : null

/** Tells of a new purchase, once. In the transaction that writes it. */
export function notifyRecibido(eventos: Pick<Eventos, 'emitOnce'>, row: DocumentoEscrito): void {
  eventos.emitOnce({ empresaId: row.empresa_id, ambiente: row.ambiente }, claveRecibido(row), {
    evento: 'dte.recibido',
    data: () => ({
      empresa_id: row.empresa_id,
      ambiente: row.ambiente,
      id: null,
      tipo_dte: row.tipo_dte,
      folio: row.folio,
      rut_emisor: row.rut,
      razon_social_emisor: row.razon_social,
      monto_total: row.monto_total,
      fecha_emision: row.fecha_emision,
      origen: 'registro',
      vence_el: venceEl(row),
    }),
  })
}

// Classifies a registered document against ours, and sums those of one cause.

import { isFacturaCompra, signoOf } from '../../domain/rcv/tipos'
import { isFirmaBuena } from '../../domain/recibido'
import type { CruceRow } from './cuadratura/statements'

export const CLASES = {
  emitidos_sin_registro: 'se emitió aquí, el SII lo tiene y el registro de ventas no',
  registro_sin_emitir: 'el registro de ventas lo tiene y aquí no se emitió',
  distinto_monto: 'está en ambas partes con montos distintos',
  rechazados_registrados: 'el SII lo rechazó, y aun así está en el registro',
  registro_sin_xml: 'el registro lo tiene, lo emitió otro y su XML no está aquí',
  xml_sin_registro: 'su XML está aquí y el registro de compras no lo tiene',
  xml_sin_validez: 'el registro lo tiene y su XML está aquí, pero su firma o su timbre no valen',
} as const
export type Clase = keyof typeof CLASES

export const LADOS = { ventas: 'del libro de ventas', compras: 'del de compras' } as const

export interface Diferencia {
  lado: keyof typeof LADOS
  clase: Clase
  rut: string
  razon_social: string | null
  tipo_dte: number
  folio: number
  monto_timbre: number | null
  monto_registro: number | null
  recibido_id: string | null
  nota: string | null
}

/** Our amount of a registered document: as issued, else as received. */
export const montoAqui = ({ monto_timbre, monto_recibido }: CruceRow): number | null =>
  monto_timbre ?? monto_recibido

/** Null where both agree. */
export function classOf(row: CruceRow): Clase | null {
  const { lado, monto_total, monto_timbre, estado_sii, firma, timbre } = row
  const aqui = montoAqui(row)
  // One that its buyer issued is no sale that somebody else made in the company's name.
  if (aqui === null)
    return lado === 'venta' && !isFacturaCompra(row.tipo_dte) ? 'registro_sin_emitir' : 'registro_sin_xml'
  if (lado === 'venta' && estado_sii === 'rechazado') return 'rechazados_registrados'
  if (aqui !== monto_total) return 'distinto_monto'
  if (monto_timbre !== null || firma === null) return null
  return isFirmaBuena(firma) && timbre !== 'invalido' && timbre !== 'ausente' ? null : 'xml_sin_validez'
}

/** The documents of one cause: notes of credit take away. */
export interface Causa {
  lado: Diferencia['lado']
  clase: Clase
  documentos: number
  monto_timbre: number
  monto_registro: number
}

/** By side and cause, in the order in which they were met. */
export function sumCausas(diferencias: readonly Diferencia[]): Causa[] {
  const causas = new Map<string, Causa>()
  for (const { lado, clase, tipo_dte, monto_timbre, monto_registro } of diferencias) {
    const key = `${lado} ${clase}`
    const causa = causas.get(key) ?? { lado, clase, documentos: 0, monto_timbre: 0, monto_registro: 0 }
    causa.documentos++
    causa.monto_timbre += signoOf(tipo_dte) * (monto_timbre ?? 0)
    causa.monto_registro += signoOf(tipo_dte) * (monto_registro ?? 0)
    causas.set(key, causa)
  }
  return [...causas.values()]
}

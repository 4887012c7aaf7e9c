// The form of an invoice of guides, and the body that it makes (http §5).

import type { TipoFactura } from '../../domain/dte/tipos'
import type { BodyOf } from '../api/client'
import type { Guia } from './groups'

export interface Asked {
  tipo: '' | `${TipoFactura}`
  forma: '1' | '2' | '3'
  /** Dates `YYYY-MM-DD`, empty for none. */
  fecha: string
  vence: string
  /** The customer's purchase order. */
  orden: string
  fechaOrden: string
  agrupar: boolean
}

export const EMPTY: Asked = {
  ...{ tipo: '', forma: '1', fecha: '', vence: '', orden: '', fechaOrden: '', agrupar: false },
}

/** The paths whose faults stand at a field. */
export const FIELDS: readonly string[] = [
  ...['tipo_dte', 'forma_pago', 'fecha_emision', 'fecha_vencimiento'],
  ...['referencias[0].folio', 'referencias[0].fecha'],
]

/** Guides in the order of their folios, as the invoice lists them. */
export function bodyOf(
  guias: readonly Pick<Guia, 'folio'>[],
  { tipo, forma, fecha, vence, orden, fechaOrden, agrupar }: Asked,
): BodyOf<'POST /v1/dte/guias/facturar'> {
  return {
    guias: guias.map(({ folio }) => folio).sort((a, b) => a - b),
    ...(tipo && { tipo_dte: Number(tipo) as TipoFactura }),
    forma_pago: Number(forma) as 1 | 2 | 3,
    ...(fecha && { fecha_emision: fecha }),
    ...(vence && { fecha_vencimiento: vence }),
    ...(agrupar && { agrupar_lineas: true }),
    ...(orden.trim() && {
      referencias: [{ tipo_documento: '801', folio: orden.trim(), ...(fechaOrden && { fecha: fechaOrden }) }],
    }),
  }
}

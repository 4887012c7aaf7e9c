// The book of sales: the documents of the approved set alone, zeros said (domain/certificacion §3.2).

import { tasaIva } from '../dte/impuestos'
import { type DetalleLibro, type LibroCompraVenta, sumTotales } from './libro'

/** A document that the SII accepted. Whole pesos. */
export interface DocumentoVenta {
  tipoDte: number
  folio: number
  /** `YYYY-MM-DD` */
  fecha: string
  rutReceptor: string
  razonSocial: string
  neto: number
  exento: number
  iva: number
  total: number
}

const detalleOf = (one: DocumentoVenta): DetalleLibro => ({
  tipoDoc: one.tipoDte,
  folio: one.folio,
  fecha: one.fecha,
  rut: one.rutReceptor,
  razonSocial: one.razonSocial,
  // A note of nothing has no rate, as its document has none.
  tasa: one.neto === 0 ? null : tasaIva(one.fecha),
  exento: one.exento,
  neto: one.neto,
  iva: one.iva,
  activoFijo: false,
  ivaNoRec: null,
  usoComun: null,
  retenido: null,
  propio: false,
  total: one.total,
})

/** The book of a set's documents. A note that annuls is a row as any, and so is what it annuls. */
export function computeLibroVentas(documentos: readonly DocumentoVenta[]): LibroCompraVenta {
  const detalle = documentos.map(detalleOf)
  return { operacion: 'VENTA', totales: sumTotales(detalle, null), detalle }
}

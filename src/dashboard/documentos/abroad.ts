// The currency of a document's prices, and the pesos of one in another currency.

import { isTipoDte, tipoDocumento } from '../../domain/dte/tipos'
import { formatNumber } from '../ui/format'
import type { Documento } from './estado'

type Abroad = Pick<Documento, 'tipo_dte' | 'totales' | 'exportacion' | 'precio_incluye_iva'>

/** Over the prices: only where IVA is borne they are with it or without. */
export function priceTitle({ tipo_dte, totales, exportacion, precio_incluye_iva }: Abroad): string {
  const { monedaExtranjera, exento } = isTipoDte(tipo_dte)
    ? tipoDocumento(tipo_dte)
    : { monedaExtranjera: false, exento: false }
  const moneda = exportacion?.moneda ?? totales.moneda
  if (monedaExtranjera) return moneda ? `Precio en ${moneda}` : 'Precio'
  if (precio_incluye_iva) return 'Precio con IVA'
  return exento ? 'Precio' : 'Precio neto'
}

/** `$945,5 por USD`; undefined for a document in pesos. */
export function exchangeRate({ exportacion }: Pick<Documento, 'exportacion'>): string | undefined {
  if (exportacion?.tipo_cambio === undefined) return undefined
  return `$${formatNumber(exportacion.tipo_cambio)}${exportacion.moneda ? ` por ${exportacion.moneda}` : ''}`
}

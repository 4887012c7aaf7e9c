// The warnings about a document of a file, though the page's own files may hold it (domain/rcv §3).

import type { DocumentoRcv, Lado } from './columnas'
import { readContradicciones } from './contradicciones'
import { readFueraPlazo } from './fuera-plazo'
import { REDONDEO } from './montos'
import { diasOf } from './periodo'
import { admitsNegative, isDeFacturaCompra, isKnown } from './tipos'

/**
 * Which of the dates, read day first, are of the month only month first; none where another that can be read both ways is of it day
 * first. Of other months, as purchases may be, a date says nothing. `YYYY-MM-DD` against `YYYYMM`.
 */
export function monthFirstOnly(fechas: readonly string[], periodo: string): number[] {
  const both = fechas.flatMap((fecha, i) =>
    fecha.slice(8) <= '12' && fecha.slice(8) !== fecha.slice(5, 7) ? i : [],
  )
  const isOf = (fecha: string): boolean => fecha.slice(0, 4) + fecha.slice(5, 7) === periodo
  const swapped = (fecha: string): string => `${fecha.slice(0, 5)}${fecha.slice(8)}-${fecha.slice(5, 7)}`
  if (both.some((i) => isOf(fechas[i]!))) return []
  return both.filter((i) => isOf(swapped(fechas[i]!)))
}

export type Aviso =
  | 'UNKNOWN_TYPE'
  | 'NEGATIVE_AMOUNT'
  | 'DATE_OUTSIDE_PERIOD'
  | 'TOTAL_MISMATCH'
  | 'COLUMNS_DISAGREE'

/** Past so many parts any total could be made of them. */
const PARTES_MAX = 8

/**
 * Whether the total may be made of the amounts. Net, exempt and VAT are always in it, but for the VAT that a buyer withholds; of the
 * rest it differs by type and by tax (some are added, some taken off, some left out), so any way in which it comes out will do.
 */
function addsUp(documento: DocumentoRcv): boolean {
  const { datos, ...d } = documento
  const n = (value: number | string | null | undefined): number => (typeof value === 'number' ? value : 0)
  const compra = isDeFacturaCompra(documento)
  const parts = [
    compra ? n(d.montoIva) : 0,
    n(d.ivaNoRecuperable),
    n(d.ivaUsoComun),
    n(datos.impuestoSinCredito),
    n(datos.tabacosPuros) + n(datos.tabacosCigarrillos) + n(datos.tabacosElaborados),
    n(datos.ivaRetenidoTotal) + n(datos.ivaRetenidoParcial),
    n(datos.ivaNoRetenido),
    n(datos.creditoEmpresaConstructora),
    n(datos.impuestoZonaFranca),
    n(datos.garantiaEnvases),
    n(datos.montoNoFacturable),
    n(datos.pasajesNacional) + n(datos.pasajesInternacional),
    ...(datos.otrosImpuestos ?? []).map(({ valor }) => n(valor)),
  ].filter((part) => part !== 0)
  if (parts.length > PARTES_MAX) return true
  let sums = [
    n(d.montoExento) + n(d.montoNeto) + (compra ? 0 : n(d.montoIva)) + readFueraPlazo(documento).beside,
  ]
  for (const part of parts) sums = sums.flatMap((sum) => [sum, sum + part, sum - part])
  return sums.some((sum) => Math.abs(sum - d.montoTotal) <= REDONDEO)
}

/** Purchases may be of months before, for their register goes by when they were accepted; sales are of their own. */
function isOutside(fecha: string, lado: Lado, periodo: string): boolean {
  const { desde, hasta } = diasOf(periodo)
  return fecha > hasta || (lado === 'venta' && fecha < desde)
}

export function reviewDocumento(d: DocumentoRcv, lado: Lado, periodo: string): Aviso[] {
  const found: Aviso[] = []
  if (!isKnown(d.tipoDte)) found.push('UNKNOWN_TYPE')
  if (admitsNegative(d.tipoDte) && d.montoTotal < 0) found.push('NEGATIVE_AMOUNT')
  if (isOutside(d.fechaEmision, lado, periodo)) found.push('DATE_OUTSIDE_PERIOD')
  // The amounts that a liquidación settles have no rule of their own.
  if (!admitsNegative(d.tipoDte) && !addsUp(d)) found.push('TOTAL_MISMATCH')
  if (Object.values(readContradicciones({ ...d, lado })).some((amount) => amount !== 0))
    found.push('COLUMNS_DISAGREE')
  return found
}

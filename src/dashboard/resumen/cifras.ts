// The sales and issued documents, from the summary's figures by day.

import { addDays } from '../../domain/fecha'
import type { DataOf } from '../api/client'

type Resumen = DataOf<'GET /v1/resumen'>
type Cifra = Resumen['documentos'][number]

/** Days of the chart, today included. */
export const DIAS = 30

/** A rejected document was never issued, as far as others know. */
const vale = ({ estado_sii }: Pick<Cifra, 'estado_sii'>): boolean => estado_sii !== 'rechazado'

export interface Suma {
  /** Documents of every type. */
  documentos: number
  /** Pesos, as the server counts them (domain/dte/ventas). */
  ventas: number
  /** The part that the SII does not have yet. */
  porEnviar: number
}

/** Sums a day and the days after it. */
export function sumUp({ documentos, ventas }: Pick<Resumen, 'documentos' | 'ventas'>, dia: string): Suma {
  const days = desde(ventas, dia)
  return {
    documentos: desde(documentos, dia)
      .filter(vale)
      .reduce((sum, one) => sum + one.documentos, 0),
    ventas: days.reduce((sum, one) => sum + one.monto_total, 0),
    porEnviar: days.reduce((sum, one) => sum + one.por_enviar, 0),
  }
}

export const desde = <Row extends { fecha: string }>(rows: readonly Row[], dia: string): Row[] =>
  rows.filter(({ fecha }) => fecha >= dia)

/** The first day asked for: both the chart and the month are to be whole. */
export function desdeCuando(hoy: string): string {
  const chart = addDays(hoy, 1 - DIAS)
  const month = primeroDelMes(hoy)
  return month < chart ? month : chart
}

export const primeroDelMes = (hoy: string): string => `${hoy.slice(0, 8)}01`

/** Sales of each of the last days, those without any too. */
export function porDia(ventas: Resumen['ventas'], hoy: string): { day: string; value: number }[] {
  const sold = new Map(ventas.map(({ fecha, monto_total }) => [fecha, monto_total]))
  return Array.from({ length: DIAS }, (_, index) => {
    const day = addDays(hoy, index + 1 - DIAS)
    return { day, value: sold.get(day) ?? 0 }
  })
}

interface PorTipo {
  tipo: number
  documentos: number
  /** The sum of the documents, whatever they are; no sign. */
  total: number
}

/** By type, the largest first; what was rejected is left out. */
export function porTipo(cifras: readonly Cifra[]): PorTipo[] {
  const types = new Map<number, PorTipo>()
  for (const { tipo_dte, documentos, monto_total } of cifras.filter(vale)) {
    const row = types.get(tipo_dte) ?? { tipo: tipo_dte, documentos: 0, total: 0 }
    row.documentos += documentos
    row.total += monto_total
    types.set(tipo_dte, row)
  }
  return [...types.values()].sort((a, b) => b.total - a.total || a.tipo - b.tipo)
}

// What was sold, from the summary's figures by day, type and verdict.

import { filaDe } from '../../domain/dte/tipos'
import { addDays } from '../../domain/fecha'
import type { Datos } from '../api/client'

export type Cifra = Datos<'GET /v1/resumen'>['documentos'][number]

/** Days of the chart, today included. */
export const DIAS = 30

/** Sales count as such, notes of credit against them; guides, purchases and settlements are no sales of the company. */
function signoDe(tipo: number): 1 | 0 | -1 {
  const row = filaDe(tipo)
  if (!row || row.guia || row.delComprador || row.raiz === 'Liquidacion') return 0
  return row.nota === 'credito' ? -1 : 1
}

/** What the SII rejected was never issued, as far as anybody else knows. */
const vale = ({ estado_sii }: Pick<Cifra, 'estado_sii'>): boolean => estado_sii !== 'rechazado'

const ventasDe = ({ tipo_dte, monto_total }: Cifra): number => signoDe(tipo_dte) * monto_total

export interface Suma {
  documentos: number
  /** Pesos, tax included. */
  ventas: number
}

export function sumUp(cifras: readonly Cifra[]): Suma {
  const good = cifras.filter(vale)
  return {
    documentos: good.reduce((sum, { documentos }) => sum + documentos, 0),
    ventas: good.reduce((sum, cifra) => sum + ventasDe(cifra), 0),
  }
}

export const desde = (cifras: readonly Cifra[], dia: string): Cifra[] =>
  cifras.filter(({ fecha }) => fecha >= dia)

/** The first day asked for: both the chart and the month are to be whole. */
export function desdeCuando(hoy: string): string {
  const chart = addDays(hoy, 1 - DIAS)
  const month = primeroDelMes(hoy)
  return month < chart ? month : chart
}

export const primeroDelMes = (hoy: string): string => `${hoy.slice(0, 8)}01`

/** Sales of each of the last days, those without any too. */
export function porDia(cifras: readonly Cifra[], hoy: string): { day: string; value: number }[] {
  return Array.from({ length: DIAS }, (_, index) => {
    const day = addDays(hoy, index + 1 - DIAS)
    return { day, value: sumUp(cifras.filter(({ fecha }) => fecha === day)).ventas }
  })
}

interface PorTipo {
  tipo: number
  documentos: number
  /** Of the documents, whatever they are; no sign. */
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

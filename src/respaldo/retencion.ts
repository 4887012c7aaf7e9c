// Which copies are kept: the newest of each of the last days, weeks, months and years that have one.

import { chileDate, daysBetween } from '../domain/fecha'

export interface Retencion {
  dias: number
  semanas: number
  meses: number
  anos: number
}

/** Six years: as long as the tax authority may ask for documents. */
export const RETENCION_POR_DEFECTO: Retencion = { dias: 7, semanas: 5, meses: 12, anos: 6 }

/** Reads `7/5/12/6`: days, weeks, months, years, of which not all are 0. */
export function parseRetencion(text: string): Retencion | null {
  if (!/^\d{1,3}(\/\d{1,3}){3}$/.test(text) || !/[1-9]/.test(text)) return null
  const [dias, semanas, meses, anos] = text.split('/').map(Number) as [number, number, number, number]
  return { dias, semanas, meses, anos }
}

const A_MONDAY = '2024-01-01'

interface Copia {
  nombre: string
  at: Date
}

/** The names of `copias` to be kept, the newest always among them. Days are Chile's, weeks begin on Monday. */
export function kept(copias: readonly Copia[], conservar: Retencion): Set<string> {
  const newestFirst = copias.toSorted((a, b) => b.at.getTime() - a.at.getTime())
  const dated = newestFirst.map(({ nombre, at }) => ({ nombre, dia: chileDate(at) }))
  const spans: [count: number, spanOf: (dia: string) => string][] = [
    [conservar.dias, (dia) => dia],
    [conservar.semanas, (dia) => String(Math.floor(daysBetween(A_MONDAY, dia) / 7))],
    [conservar.meses, (dia) => dia.slice(0, 7)],
    [conservar.anos, (dia) => dia.slice(0, 4)],
  ]
  const names = new Set(dated.slice(0, 1).map(({ nombre }) => nombre))
  for (const [count, spanOf] of spans) {
    const seen = new Set<string>()
    for (const { nombre, dia } of dated) {
      const span = spanOf(dia)
      if (seen.has(span)) continue
      if (seen.size === count) break
      seen.add(span)
      names.add(nombre)
    }
  }
  return names
}

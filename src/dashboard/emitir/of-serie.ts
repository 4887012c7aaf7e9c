// The form as the request of a series, or of one of its dates alone: opened from it, and saved into it (areas/recurrentes §1, §3).

import { api } from '../api/client'
import type { Serie } from '../api/routes.gen'
import type { Built } from './body'
import { placeOf } from './faults'
import type { OfSerie } from './form'

/** Dates that follow from each date of a series. No field can show them: they wait beside the form, unless it says the key itself. */
const RELATIVA = /^(?:\+\d{1,3}d|inicio_mes|fin_mes)$/

type Json = Readonly<Record<string, unknown>>

const isRelative = (value: unknown): boolean =>
  typeof value === 'string'
    ? RELATIVA.test(value)
    : Array.isArray(value) &&
      value.some((one) => typeof one === 'object' && one && Object.values(one).some(isRelative))

function words(value: unknown): string {
  if (value === 'inicio_mes') return 'el primer día de su mes'
  if (value === 'fin_mes') return 'el último día de su mes'
  const [, days] = /^\+(\d+)d$/.exec(String(value)) ?? []
  return days ? `${Number(days)} días después de cada emisión` : 'se cuentan desde cada emisión'
}

/** Each with its place in the request: `Vencimiento: 30 días después de cada emisión`. */
export const relativeWords = ({ relativas }: Pick<OfSerie, 'relativas'>): string[] =>
  Object.entries(relativas).map(([key, value]) => `${placeOf(key, [])}: ${words(value)}`)

/** A request without its dates that follow from each date, and those. */
export function apart({ fecha_emision: _, ...solicitud }: Json): { solicitud: Json; relativas: Json } {
  const entries = Object.entries(solicitud)
  return {
    solicitud: Object.fromEntries(entries.filter(([, value]) => !isRelative(value))),
    relativas: Object.fromEntries(entries.filter(([, value]) => isRelative(value))),
  }
}

/** The request as the form says it now. */
export const solicitudOf = (body: Built['body'], { relativas }: OfSerie): Record<string, unknown> => ({
  ...relativas,
  ...body,
})

export async function saveOfSerie(serie: OfSerie, body: Built['body']): Promise<void> {
  const { id, fecha } = serie
  const solicitud = solicitudOf(body, serie)
  if (fecha === null) await api('PUT /v1/recurrentes/:id', { params: { id }, body: { solicitud } })
  else await api('PUT /v1/recurrentes/:id/ocurrencias/:fecha', { params: { id, fecha }, body: { solicitud } })
}

/** Where a request of a series is looked for: its own of one date is among the next ones, written out. */
export async function readOfSerie(
  { id, nombre, solicitud }: Serie,
  fecha: string | null,
): Promise<{ solicitud: Json; serie: OfSerie }> {
  let said: Json = solicitud
  if (fecha !== null) {
    const { data } = await api('GET /v1/recurrentes/:id/proximas', { params: { id }, query: { n: 12 } })
    const found = data.find((one) => one.fecha === fecha)
    if (found?.propia && found.solicitud) said = found.solicitud
  }
  const { relativas, solicitud: rest } = apart(said)
  return { solicitud: rest, serie: { id, nombre, fecha, relativas } }
}

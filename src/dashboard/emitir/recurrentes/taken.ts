// The request of a draft or a document as a series takes it (areas/recurrentes §1): what is of one document alone stays behind, and days
// that are counted from its date are counted from the date of each.

import { addDays, addMonths, daysBetween, isDate } from '../../../domain/fecha'

type Json = Readonly<Record<string, unknown>>

/** Taken at one moment, or from one document. */
const PROPIOS = [
  ...['fecha_emision', 'programar_para', 'ambiente', 'reemplaza', 'forzar_reemplazo'],
  ...['referencia_externa', 'forzar_guia'],
]

interface Taken {
  solicitud: Record<string, unknown>
  /** Each change, in words. */
  cambios: readonly string[]
}

const isDay = (value: unknown): value is string => typeof value === 'string' && isDate(value)

/** Days of a date behind the date of issue; null where none can be told, or it is another way round. */
function daysOf(value: unknown, emision: string): number | null {
  const days = isDay(value) ? daysBetween(emision, value) : -1
  return days >= 0 && days <= 999 ? days : null
}

/** `emision`: the day from which its other dates were told. */
export function takenFrom(solicitud: Json, emision: string): Taken {
  const taken: Record<string, unknown> = Object.fromEntries(
    Object.entries(solicitud).filter(([key]) => !PROPIOS.includes(key)),
  )
  const cambios: string[] = []
  const vence = daysOf(taken.fecha_vencimiento, emision)
  if (vence !== null) {
    taken.fecha_vencimiento = `+${vence}d`
    cambios.push(
      vence === 0 ? 'Vence el mismo día de cada emisión.' : `Vence ${vence} días después de cada emisión.`,
    )
  } else if (isDay(taken.fecha_vencimiento)) {
    delete taken.fecha_vencimiento
    cambios.push('Queda sin fecha de vencimiento: la que tenía ya pasó.')
  }
  if (Array.isArray(taken.pagos)) {
    const pagos = (taken.pagos as Json[]).map((pago) => ({ pago, dias: daysOf(pago.fecha, emision) }))
    if (pagos.some(({ dias }) => dias !== null)) {
      taken.pagos = pagos.map(({ pago, dias }) => (dias === null ? pago : { ...pago, fecha: `+${dias}d` }))
      cambios.push('Las cuotas vencen a los mismos días de cada emisión.')
    }
  }
  const { periodo_desde: from, periodo_hasta: to } = taken
  if (isDay(from) && isDay(to) && from.endsWith('-01') && to === addDays(addMonths(from, 1), -1)) {
    Object.assign(taken, { periodo_desde: 'inicio_mes', periodo_hasta: 'fin_mes' })
    cambios.push('El período del servicio es el mes de cada fecha.')
  }
  return { solicitud: taken, cambios }
}

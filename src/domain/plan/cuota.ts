// The monthly quotas: whose month it is, what is left, and when an account is to be told (http §16.3).

import { chileDate } from '../fecha'

/** Every operation that costs a unit of the quota of queries (http §16.3). */
export type Operacion =
  | 'consulta_dte'
  | 'estado_envio'
  | 'solicitud_folios'
  | 'consulta_folios'
  | 'reobtencion_folios'
  | 'anulacion_folios'
  | 'acuse'
  | 'consulta_acuse'
  | 'portal'
  | 'bte'
  | 'contribuyente'
  | 'situacion'
  | 'autocompletar'
  | 'emitidos'
  | 'recibidos'
  | 'rcv'
  | 'rcof'
  | 'extraccion'

/** `YYYYMM` in Chile. */
export const periodoDe = (at: Date): string => {
  const date = chileDate(at)
  return `${date.slice(0, 4)}${date.slice(5, 7)}`
}

/** The `count` periods that end with `periodo`, newest first. */
export function periodosHasta(periodo: string, count: number): string[] {
  const months = Number(periodo.slice(0, 4)) * 12 + Number(periodo.slice(4)) - 1
  return Array.from({ length: count }, (_, back) => {
    const month = months - back
    return `${Math.floor(month / 12)}${String((month % 12) + 1).padStart(2, '0')}`
  })
}

/** Where an account stands in a period; null is no limit. */
export interface EstadoCuota {
  cuentaId: string
  periodo: string
  usadas: number
  limite: number | null
}

/** The units left; null without a limit. A plan that was lowered leaves nothing, never less. */
export const restantes = ({ usadas, limite }: EstadoCuota): number | null =>
  limite === null ? null : Math.max(0, limite - usadas)

type EventoCuota = 'cuota.80' | 'cuota.agotada'

const ochenta = (limite: number): number => Math.ceil((limite * 4) / 5)

/** The event that the unit that made it `usadas` brought about: each event once a period. */
export function eventoDe({ usadas, limite }: EstadoCuota): EventoCuota | null {
  if (limite === null) return null
  if (usadas === limite) return 'cuota.agotada'
  return usadas === ochenta(limite) ? 'cuota.80' : null
}

/** The units that scheduled work may still take, which leaves a fifth to people; null without a limit. */
export const holgura = ({ usadas, limite }: EstadoCuota): number | null =>
  limite === null ? null : Math.max(0, ochenta(limite) - usadas)

/** The limit that an account stands past, whichever way it came there. */
export function alcanzado({ usadas, limite }: EstadoCuota): EventoCuota | null {
  if (limite === null) return null
  if (usadas >= limite) return 'cuota.agotada'
  return usadas >= ochenta(limite) ? 'cuota.80' : null
}

/** Told when an account reaches 80 % of a quota, and all of it; in the transaction that counts. */
export type NotifyCuota = (evento: EventoCuota, cuota: 'consultas' | 'emisiones', estado: EstadoCuota) => void

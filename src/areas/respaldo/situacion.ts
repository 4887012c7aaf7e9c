// How the copies of a server stand: what is due, and what a person must hear of. Pure: rows and instants in, words out.

import type { Respaldo } from './respaldo-store'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How long after each failure in a row a copy is tried again; the last holds for all that follow. */
const REINTENTOS = [5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR]
/** A fault that another try mends needs nobody. */
const FALLAS = 3
const ATRASO = 6 * HOUR
const ENSAYO = 7 * DAY
const ENSAYO_REINTENTO = DAY
const ENSAYO_ATRASO = 14 * DAY

export const MOTIVOS = {
  fallido: 'los últimos intentos de copiar fallaron',
  atrasado: 'la copia de la última hora programada no se ha hecho',
  ensayo_fallido: 'el último ensayo no pudo leer o abrir la copia',
  ensayo_atrasado: 'ninguna copia se ha ensayado en dos semanas',
} as const
export type Motivo = keyof typeof MOTIVOS

export interface Problema {
  motivo: Motivo
  /** An instant that tells it from another of its kind, so that each is told once. */
  desde: string
  mensaje: string
}

export interface Hechos {
  /** The newest first; enough of them to count failures in a row. */
  intentos: readonly Respaldo[]
  /** The newest copy at the destination. */
  buena: Respaldo | undefined
  /** The copy tried last. */
  ensayada: Respaldo | undefined
  /** The last instant at which a copy was to be made. */
  last: Date
  now: Date
}

const since = (iso: string | null | undefined, now: Date): number =>
  iso ? now.getTime() - Date.parse(iso) : Number.POSITIVE_INFINITY

/** Failed attempts after the newest one that did not fail. */
function failures(intentos: readonly Respaldo[]): Respaldo[] {
  const ended = intentos.filter(({ estado }) => estado !== 'en_curso')
  const good = ended.findIndex(({ estado }) => estado !== 'fallida')
  return good < 0 ? ended : ended.slice(0, good)
}

const isMissed = ({ buena, last }: Hechos): boolean => !buena || Date.parse(buena.inicio) < last.getTime()

/** The work that a server is to begin now; null is none. */
export function dueWork(hechos: Hechos): 'copia' | 'ensayo' | null {
  const { intentos, buena, ensayada, now } = hechos
  if (isMissed(hechos)) {
    const failed = failures(intentos)
    const wait = REINTENTOS[Math.min(failed.length, REINTENTOS.length) - 1] ?? 0
    if (since(failed[0]?.fin, now) >= wait) return 'copia'
  }
  if (!buena) return null
  const every = ensayada?.ensayo === 'fallida' ? ENSAYO_REINTENTO : ENSAYO
  return since(ensayada?.ensayoAt, now) >= every ? 'ensayo' : null
}

/** The newest attempt, where it failed and the next one may mend it; told where a person looks, and by no mail. */
export const lastFailure = ({ intentos }: Pick<Hechos, 'intentos'>): Respaldo | null =>
  failures(intentos)[0] ?? null

/** The problems that a person must hear of, by what is told of each. */
export function problemasOf(hechos: Hechos): Problema[] {
  const { intentos, buena, ensayada, last, now } = hechos
  const found: Problema[] = []
  const failed = failures(intentos)
  const desde = last.toISOString()
  const good = buena ? `la última copia es del ${buena.inicio.slice(0, 10)}` : 'no hay ninguna copia'
  if (failed.length >= FALLAS)
    found.push({ motivo: 'fallido', desde, mensaje: `${failed[0]!.error ?? 'sin explicación'}; ${good}` })
  else if (isMissed(hechos) && now.getTime() - last.getTime() >= ATRASO)
    found.push({ motivo: 'atrasado', desde, mensaje: `No se hizo la de su hora; ${good}` })
  if (ensayada?.ensayo === 'fallida')
    found.push({
      motivo: 'ensayo_fallido',
      desde: ensayada.ensayoAt!,
      mensaje: `${ensayada.nombre}: ${ensayada.ensayoDetalle ?? 'sin explicación'}`,
    })
  else if (buena && since(ensayada?.ensayoAt ?? oldest(intentos), now) >= ENSAYO_ATRASO)
    found.push({
      motivo: 'ensayo_atrasado',
      desde: ensayada?.ensayoAt ?? oldest(intentos)!,
      mensaje: 'Hace más de dos semanas que no se lee ninguna copia',
    })
  return found
}

const oldest = (intentos: readonly Respaldo[]): string | undefined => intentos.at(-1)?.inicio

// Sessions of the simulated portal (simulator §11.2): the cookies that name one, how long it lives, and how often it may call.

import { chileTimestamp } from '../../domain/fecha'
import type { Sim } from '../sim'
import { duenoKey } from './dueno'
import type { SesionLeida } from './statements'

/** Fixed from the login on, whatever is done meanwhile. */
const VIDA_MIN = 120
/** Open sessions of one person. */
export const SESIONES_MAX = 10
const LLAMADAS_MAX = 200
const VENTANA_MS = 5 * 60_000
const RECHAZO_MS = 10 * 60_000
const GUARDA_MS = 30 * 86_400_000
const ALFABETO = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export type Metodo = SesionLeida['metodo']

/** A person's session, and how it was opened. */
export interface Sesion {
  token: string
  /** '' where nobody told it. */
  dueno: string
  /** The RUT of the person, `15432198-5`. */
  rut: string
  metodo: Metodo
  venceAt: number
  /** As which company who acts for several came in; null: as the person. */
  empresa: string | null
}

/** A cookie of a request; null without it. A deleted one has the value `DEL`. */
function cookie(request: Request, name: string): string | null {
  const pairs = (request.headers.get('cookie') ?? '').split(/;\s*/)
  const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
  return value && value !== 'DEL' ? value : null
}

/** The session that a request's cookies name, dead or alive, in the world that it belongs to. */
export function findSesion({ sql }: Sim, request: Request): SesionLeida | null {
  const token = cookie(request, 'TOKEN')
  const row = token ? sql.portal.sesion.find.get(token) : undefined
  return row?.dueno === duenoKey(request) ? row : null
}

/** The session of a request while it is good; null where there is none, or it is closed, expired, or another owner's. */
export function sessionOf(sim: Sim, request: Request): Sesion | null {
  const row = findSesion(sim, request)
  return row && row.cerradaAt === null && row.venceAt > sim.now().getTime() ? row : null
}

/** Whether the older family of cookies is there too, by which the CGIs know a session. */
export const hasOldCookies = (request: Request): boolean =>
  cookie(request, 'NETSCAPE_LIVEWIRE.rut') !== null && cookie(request, 'NETSCAPE_LIVEWIRE.mac') !== null

/** Opens a session, whose cookies `setCookies` writes. */
export function openSesion({ sql, now, random }: Sim, dueno: string, rut: string, metodo: Metodo): Sesion {
  const at = now().getTime()
  sql.portal.sesion.forget.run(at - GUARDA_MS)
  const venceAt = at + VIDA_MIN * 60_000
  for (;;) {
    const token = [...random(13)].map((byte) => ALFABETO[byte % ALFABETO.length]).join('')
    const sesion = { token, dueno, rut, metodo, venceAt }
    if (sql.portal.sesion.insert.run({ ...sesion, at }).changes) return { ...sesion, empresa: null }
  }
}

/**
 * Counts a call of a session; false when its front end lets nothing through: after too many in five minutes, for ten.
 */
export function admitCall({ sql: { portal }, now }: Sim, sesion: SesionLeida): boolean {
  const at = now().getTime()
  if ((sesion.rechazadaHasta ?? 0) > at) return false
  portal.llamada.forget.run(sesion.token, at - VENTANA_MS)
  portal.llamada.insert.run(sesion.token, at)
  portal.sesion.touch.run(at, sesion.token)
  if ((portal.llamada.count.get(sesion.token) ?? 0) <= LLAMADAS_MAX) return true
  portal.sesion.reject.run(at + RECHAZO_MS, sesion.token)
  return false
}

const NOMBRES = [
  'TOKEN',
  'CSESSIONID',
  'RUT_NS',
  'DV_NS',
  ...['rut', 'rutm', 'dv', 'dvm', 'clave', 'mac', 'exp', 'locexp', 'sec', 'lms'].map(
    (name) => `NETSCAPE_LIVEWIRE.${name}`,
  ),
  'cert_Origin',
]

const set = (headers: Headers, name: string, value: string): void =>
  headers.append('set-cookie', `${name}=${value}; Path=/; Domain=.sii.cl`)

/** The cookies of an open session. */
export function setCookies(headers: Headers, { token, rut, metodo, venceAt }: Sesion): void {
  const [numero, dv] = rut.split('-') as [string, string]
  const vence = new Date(venceAt)
  const values: Record<string, string> = {
    TOKEN: token,
    CSESSIONID: token,
    RUT_NS: numero,
    DV_NS: dv,
    'NETSCAPE_LIVEWIRE.rut': numero,
    'NETSCAPE_LIVEWIRE.rutm': numero,
    'NETSCAPE_LIVEWIRE.dv': dv,
    'NETSCAPE_LIVEWIRE.dvm': dv,
    'NETSCAPE_LIVEWIRE.clave': `SI${token.slice(0, 8)}`,
    'NETSCAPE_LIVEWIRE.mac': [...token].reverse().join('').toLowerCase(),
    'NETSCAPE_LIVEWIRE.exp': chileTimestamp(vence).replace(/\D/g, '').slice(0, 14),
    'NETSCAPE_LIVEWIRE.locexp': encodeURIComponent(vence.toUTCString()),
    'NETSCAPE_LIVEWIRE.sec': '0000',
    'NETSCAPE_LIVEWIRE.lms': String(VIDA_MIN),
    ...(metodo === 'certificado' && { cert_Origin: 'hercules.sii.cl' }),
  }
  for (const [name, value] of Object.entries(values)) set(headers, name, value)
}

/** How the SII takes them back. */
export function deleteCookies(headers: Headers): void {
  for (const name of NOMBRES) set(headers, name, 'DEL')
}

// How the values of the environment and of the command line are written, read one by one; null for what is not so.

import { isDate } from './domain/fecha'

/** The RSA that signs (src §3.8). */
export const FIRMAS = ['auto', 'sistema', 'propia'] as const
export type Firma = (typeof FIRMAS)[number]

interface Direccion {
  hostname: string
  port: number
}

export function parseAddr(text: string): Direccion | null {
  const match = /^(\[[0-9a-fA-F:.]+\]|[^\s:[\]]*):(\d{1,5})$/.exec(text)
  const port = Number(match?.[2])
  if (!match || port > 65535) return null
  return { hostname: match[1]!.replace(/^\[|\]$/g, '') || '0.0.0.0', port }
}

/** 32 bytes as 64 hexadecimal digits or base64; null for anything else. */
export function parseMasterKey(text: string): Uint8Array | null {
  if (/^[0-9a-fA-F]{64}$/.test(text)) return Buffer.from(text, 'hex')
  const bytes = /^[A-Za-z0-9+/_-]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : null
  return bytes?.length === 32 ? bytes : null
}

export function parseUrl(text: string): string | null {
  if (!URL.canParse(text)) return null
  const { protocol } = new URL(text)
  return protocol === 'http:' || protocol === 'https:' ? text.replace(/\/+$/, '') : null
}

export const parseCount = (text: string): number | null => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null)

/** Days as YYYY-MM-DD with commas between. */
export function parseFechas(text: string): string[] | null {
  const fechas = text.split(',').map((fecha) => fecha.trim())
  return fechas.every(isDate) ? fechas : null
}

export const parseBoolean = (text: string): boolean | null =>
  ['true', '1', 'si', 'sí'].includes(text.toLowerCase())
    ? true
    : ['false', '0', 'no'].includes(text.toLowerCase())
      ? false
      : null

/** This machine, or a network of one's own. */
const PRIVADO =
  /^(?:localhost|127(?:\.\d+){3}|\[::1\]|10(?:\.\d+){3}|192\.168(?:\.\d+){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2})$/

/** `TIMBRE_IA_*`: null without an address. The key and the invoices go over `https://`, or do not leave one's own network. */
export function readIa(
  env: Record<string, string | undefined>,
  faults: string[],
): { url: string; clave: string | null; modelo: string } | null {
  const text = env.TIMBRE_IA_URL || ''
  if (text === '') return null
  const url = parseUrl(text)
  if (!url || (url.startsWith('http:') && !PRIVADO.test(new URL(url).hostname)) || new URL(url).username)
    faults.push(
      'TIMBRE_IA_URL: debe ser una dirección https://, o http:// de esta máquina o de su red, sin clave',
    )
  const modelo = env.TIMBRE_IA_MODEL || ''
  if (modelo === '') faults.push('TIMBRE_IA_MODEL: falta el nombre del modelo de TIMBRE_IA_URL')
  return { url: url ?? '', clave: env.TIMBRE_IA_KEY || null, modelo }
}

const PASSWORD_MIN = 10

/** `TIMBRE_ADMIN_*`: null without any. */
export function readAdmin(
  env: Record<string, string | undefined>,
  faults: string[],
): { email: string; password: string } | null {
  const { TIMBRE_ADMIN_EMAIL: email, TIMBRE_ADMIN_PASSWORD: password } = env
  if (!email && !password) return null
  if (!email || !password) {
    faults.push('TIMBRE_ADMIN_EMAIL y TIMBRE_ADMIN_PASSWORD van juntas: falta una')
    return null
  }
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) faults.push('TIMBRE_ADMIN_EMAIL: debe ser un correo')
  if (password.length < PASSWORD_MIN)
    faults.push(`TIMBRE_ADMIN_PASSWORD: debe tener al menos ${PASSWORD_MIN} caracteres`)
  return { email, password }
}

// How long a refused login keeps out, and whom (sii §11.3). What the SII refused is not tried again before its time, and what is not the
// SII's own lock ends by itself.

import { type Bloqueo, isBloqueado, isDelSii, type MotivoBloqueo } from '../../domain/portal'
import { type Acceso, type Credencial, puertaOf } from './acceso'

const MINUTO = 60_000
const HORA = 60 * MINUTO

/** How long an unreadable page keeps us out: each refusal in a row for longer. */
const DESCONOCIDO_MS: readonly number[] = [15 * MINUTO, HORA, 4 * HORA, 24 * HORA]

/**
 * Until when, `before` being what kept out last; null where the SII refused the clave, the certificate or the person, which time does
 * not mend.
 */
export function blockedUntil(motivo: MotivoBloqueo, before: Bloqueo | null, now: Date): Date | null {
  // The SII's own locks: it keeps everybody out for an hour.
  if (isDelSii({ motivo })) return new Date(now.getTime() + HORA)
  if (motivo !== 'DESCONOCIDO') return null
  const last = before?.hasta ? Date.parse(before.hasta) - Date.parse(before.desde) : 0
  const longer = DESCONOCIDO_MS.find((ms) => ms > last) ?? DESCONOCIDO_MS.at(-1)!
  return new Date(now.getTime() + longer)
}

/** Whether it is the answer to the one try within the SII's hour that a person asked for, `before` being what that ended. */
export const isInsistido = (motivo: MotivoBloqueo, before: Bloqueo | null, now: Date): boolean =>
  isDelSii({ motivo }) &&
  before?.hasta != null &&
  Date.parse(before.hasta) - Date.parse(before.desde) < HORA &&
  now.getTime() - Date.parse(before.desde) < HORA

/** The block that keeps a credential out now. */
export const activeOf = (bloqueos: readonly Bloqueo[], now: Date): Bloqueo | null =>
  bloqueos.find((one) => isBloqueado(one, now)) ?? null

/** The SII says of the secret itself that it is none. */
const DEL_SECRETO: readonly MotivoBloqueo[] = ['CLAVE_INCORRECTA', 'CERTIFICADO_RECHAZADO']

/**
 * Whom a refusal keeps out, as it is kept: a bad secret whoever holds it, the SII's lock of a person all who come as that person, anything
 * else the person in this account. Nobody who only claims to be somebody keeps another account out.
 */
export function bloqueoKeyOf(
  { dueno }: Pick<Acceso, 'dueno'>,
  credencial: Pick<Credencial, 'id' | 'metodo' | 'rut'>,
  motivo: MotivoBloqueo,
): string {
  if (DEL_SECRETO.includes(motivo)) return credencial.id
  return isDelSii({ motivo }) ? puertaOf(credencial) : `${puertaOf(credencial)} ${dueno}`
}

/** All that may keep it out. */
export const bloqueoKeysOf = (
  acceso: Pick<Acceso, 'dueno'>,
  credencial: Pick<Credencial, 'id' | 'metodo' | 'rut'>,
): string[] =>
  (['CLAVE_INCORRECTA', 'CLAVE_BLOQUEADA', 'DESCONOCIDO'] as const).map((motivo) =>
    bloqueoKeyOf(acceso, credencial, motivo),
  )

// What the door of the portal says: a code of six parts, of which the last pair carries the meaning (sii §11.3).

import type { MotivoBloqueo } from '../../domain/portal'

const HORA_MS = 3_600_000

const DE_CODIGO: Readonly<Record<string, MotivoBloqueo>> = {
  '20': 'CLAVE_INCORRECTA',
  '55': 'CLAVE_INCORRECTA',
  '09': 'CLAVE_BLOQUEADA',
  '19': 'CLAVE_BLOQUEADA',
  '49': 'CLAVE_BLOQUEADA',
  '27': 'DEMASIADAS_SESIONES',
  '35': 'CERTIFICADO_RECHAZADO',
  '36': 'CERTIFICADO_RECHAZADO',
  '37': 'CERTIFICADO_RECHAZADO',
  ...Object.fromEntries(
    ['41', '70', '79', '80', '81', '86', '87', '88', '90', '91'].map((par) => [par, 'SIN_REPRESENTACION']),
  ),
}
/** The end of a session, no refusal. */
const SIN_SESION: readonly string[] = ['28', '29']
/** The other way in is wanted. */
const OTRO_METODO: readonly string[] = ['33', '39']

/** The code on a page; null without one. */
export const codigoOf = (texto: string): string | null =>
  /(?<![\d.])\d{2}\.\d{2}\.\d{3}\.-?\d{1,3}\.\d{3}\.\d{2}(?![\d.])/.exec(texto)?.[0] ?? null

/** What follows from a code: another login, another way in, or a refusal with its reason; of none, an unknown refusal. */
export function meaningOf(codigo: string | null): 'sesion' | 'metodo' | MotivoBloqueo {
  const par = codigo?.slice(-2) ?? ''
  if (SIN_SESION.includes(par)) return 'sesion'
  if (OTRO_METODO.includes(par)) return 'metodo'
  return DE_CODIGO[par] ?? 'DESCONOCIDO'
}

/** Until when the SII itself keeps everybody out after a refusal; null where it is a person's to mend at once. */
export const blockedUntil = (motivo: MotivoBloqueo, now: Date): Date | null =>
  motivo === 'CLAVE_BLOQUEADA' || motivo === 'DEMASIADAS_SESIONES' ? new Date(now.getTime() + HORA_MS) : null

// The codes at the door of the portal: six parts, of which the last pair carries the meaning (sii §11.3).

import type { MotivoBloqueo } from '../../domain/portal'

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
/** No refusal but the end of a session, a certificate to be shown again, or a form whose data were lost: one new login. */
const SIN_SESION: readonly string[] = ['28', '29', '34', '71', '76', '77', '78', '82', '83', '84', '85']
/** Too often in a row: the SII wants a new browser, later. No lock. */
const REINGRESO = '52'
const REINGRESO_PALABRAS = /cierre\s+(?:el|su)\s+navegador/i
/** The other way in is wanted. */
const OTRO_METODO: readonly string[] = ['33', '39']

/** The code on a page; null without one. */
export const codigoOf = (texto: string): string | null =>
  /(?<![\d.])\d{2}\.\d{2}\.\d{3}\.-?\d{1,3}\.\d{3}\.\d{2}(?![\d.])/.exec(texto)?.[0] ?? null

/**
 * The meaning of a code, or without one of the page's words: another login, a later one, another way in, or
 * a refusal with its reason; of neither, an unknown refusal.
 */
export function meaningOf(
  codigo: string | null,
  glosa = '',
): 'sesion' | 'reingreso' | 'metodo' | MotivoBloqueo {
  const par = codigo?.slice(-2) ?? ''
  if (par === REINGRESO || (!par && REINGRESO_PALABRAS.test(glosa))) return 'reingreso'
  if (SIN_SESION.includes(par)) return 'sesion'
  if (OTRO_METODO.includes(par)) return 'metodo'
  return DE_CODIGO[par] ?? 'DESCONOCIDO'
}

// Why a job stopped, for people: at which stage, and where that is mended (http §7, jobs §6).

import type { FallaTrabajo } from '../api/routes.gen'

export const ETAPA: Readonly<Record<NonNullable<FallaTrabajo['etapa']>, string>> = {
  construccion: 'al armar el documento',
  timbre: 'al timbrarlo',
  firma: 'al firmarlo',
  esquema: 'al revisarlo con el esquema del SII',
  autenticacion_sii: 'al entrar al SII',
  envio: 'al enviarlo al SII',
  persistencia: 'al guardarlo',
}

/** Where the cause is mended, when that is a screen of ours. */
export function remedyOf({ code }: Pick<FallaTrabajo, 'code'>): { href: string; words: string } | null {
  if (code.startsWith('CERTIFICATE')) return { href: '/certificado', words: 'Ver el certificado' }
  if (code === 'NO_FOLIOS' || code.startsWith('CAF')) return { href: '/folios', words: 'Conseguir folios' }
  if (code.startsWith('PORTAL')) return { href: '/acceso-sii', words: 'Ver el acceso al SII' }
  return null
}

/** With the full stop that the API's texts leave out. */
export const sentence = (text: string): string => (/[.:;!?]$/.test(text) ? text : `${text}.`)

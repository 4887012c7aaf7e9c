// Whether a certificate is in force, asked when it is loaded, when a document is accepted and before anything is signed. Beside its
// days stands what the clock says, for it may be the clock that is wrong.

import { chileDate, chileTimestamp } from './fecha'

/** From and until when a certificate signs, ISO 8601 in UTC: the end excluded. */
export interface Vigencia {
  validoDesde: string
  validoHasta: string
}

/** Why a certificate signs nothing at `now`; null when it does. */
export function vigenciaFault(
  { validoDesde, validoHasta }: Vigencia,
  now: Date,
): { code: 'CERTIFICATE_EXPIRED' | 'CERTIFICATE_INVALID'; mensaje: string } | null {
  const [desde, hasta] = [new Date(validoDesde), new Date(validoHasta)]
  if (hasta <= now) {
    const mensaje = `El certificado digital venció el ${chileDate(hasta)} y el reloj de este servidor marca el ${chileDate(now)}`
    return { code: 'CERTIFICATE_EXPIRED', mensaje }
  }
  if (desde > now) {
    const [rige, marca] = [desde, now].map((at) => chileTimestamp(at).replace('T', ' '))
    const mensaje = `El certificado digital rige desde el ${rige} y el reloj de este servidor marca el ${marca}, en hora de Chile`
    return { code: 'CERTIFICATE_INVALID', mensaje }
  }
  return null
}

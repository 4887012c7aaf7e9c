// What is said of a certificate outside its days: beside them stands what the clock says, for it may be the clock that is wrong.

import { chileDate, chileTimestamp } from './fecha'

export const vencido = (validoHasta: string, now: Date): string =>
  `El certificado digital venció el ${chileDate(new Date(validoHasta))} y el reloj de este servidor marca el ${chileDate(now)}`

export const noRige = (validoDesde: string, now: Date): string => {
  const [desde, marca] = [new Date(validoDesde), now].map((at) => chileTimestamp(at).replace('T', ' '))
  return `El certificado digital rige desde el ${desde} y el reloj de este servidor marca el ${marca}, en hora de Chile`
}

// What `timbre doctor` sees of the SII's portal: whom a refused login keeps out, until when, and how it is lifted.

import { asc } from 'drizzle-orm'
import { chileTimestamp } from '../domain/fecha'
import { isBloqueado, isDelSii, MOTIVOS_BLOQUEO } from '../domain/portal'
import type { Db } from '../store/store'
import { portalBloqueo } from '../store/tables/portal'
import type { Revision } from './doctor-revision'

const QUE = 'Portal del SII'

const hour = (iso: string): string => chileTimestamp(new Date(iso)).replace('T', ' ')

/** The locks of the portal that stand, by the number under which `timbre portal desbloquear` lifts one. */
export const bloqueosOf = (db: Db, now: Date) =>
  db
    .select()
    .from(portalBloqueo)
    .orderBy(asc(portalBloqueo.desde), asc(portalBloqueo.ambito), asc(portalBloqueo.credencial))
    .all()
    .filter((one) => isBloqueado(one, now))
    .map((one, i) => ({ numero: i + 1, ...one }))

/** What it is, for a person: whose, why, since when and until when; never a digest. */
export function bloqueoText({
  metodo,
  credencial,
  ambito,
  ...row
}: ReturnType<typeof bloqueosOf>[number]): string {
  const [, rut] = /^(?:certificado|clave) (\d+-[\dK])/.exec(credencial) ?? []
  const mundo = ambito === 'sii' ? '' : ' (simulación)'
  const said = [row.codigoSii, row.glosa].filter(Boolean).join(' · ')
  const until = row.hasta ? `hasta el ${hour(row.hasta)}, termina solo` : 'hasta que una persona actúe'
  return `ingreso por ${metodo}${rut ? ` de ${rut}` : ''}${mundo}: ${row.motivo}, desde el ${hour(row.desde)}, ${until}; el SII dijo: ${said}`
}

/** One line a lock that stands; one that is well where none does. */
export function* checkPortal(db: Db, now: Date): Generator<Revision> {
  const all = bloqueosOf(db, now)
  if (!all.length) yield { estado: 'bien', que: QUE, detalle: 'ningún ingreso bloqueado' }
  for (const one of all) {
    const lift = isDelSii(one) ? '' : `; timbre portal desbloquear ${one.numero}`
    const remedio = `${MOTIVOS_BLOQUEO[one.motivo]}${lift}`
    yield { estado: one.hasta ? 'aviso' : 'falla', que: QUE, detalle: bloqueoText(one), remedio }
  }
}

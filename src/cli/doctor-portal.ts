// What `timbre doctor` sees of the SII's portal: whom a refused login keeps out, until when, and how it is lifted.

import { createHash } from 'node:crypto'
import { asc, gt } from 'drizzle-orm'
import { consultasOf, waitingOfPerson } from '../areas/portal'
import { chileTimestamp } from '../domain/fecha'
import { isBloqueado, isDelSii, MOTIVOS_BLOQUEO, MOTIVOS_PAUSA } from '../domain/portal'
import { paceUntil, VENTANA_MS } from '../sii/portal'
import type { Db } from '../store/store'
import { portalBloqueo, portalPausa, portalRitmo } from '../store/tables/portal'
import type { Revision } from './doctor-revision'

const QUE = 'Portal del SII'

const hour = (iso: string): string => chileTimestamp(new Date(iso)).replace('T', ' ')

/** Told apart by what it is, so that one that begins or ends meanwhile is no other's name. */
const nameOf = (...parts: string[]): string =>
  createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 8)

const PUERTA = /^(?:certificado|clave) (\d+-[\dK])(?: (\S+))?$/

/** The person, and the account where the lock or pause belongs to one alone, from its key. */
function whoseOf(ambito: string, credencial: string): { rut: string | null; cuentaId: string | null } {
  const [, rut = null, dueno = null] = PUERTA.exec(credencial) ?? []
  return { rut, cuentaId: dueno ?? (ambito === 'sii' ? null : ambito.slice('simulacion:'.length)) }
}

/** The locks of the portal that stand, by the id under which `timbre portal desbloquear` lifts one. */
export const bloqueosOf = (db: Db, now: Date) =>
  db
    .select()
    .from(portalBloqueo)
    .orderBy(asc(portalBloqueo.desde), asc(portalBloqueo.ambito), asc(portalBloqueo.credencial))
    .all()
    .filter((one) => isBloqueado(one, now))
    .map((one) => ({
      id: nameOf(one.ambito, one.credencial),
      ...whoseOf(one.ambito, one.credencial),
      ...one,
    }))

const howMany = (jobs: number): string =>
  jobs === 0 ? '' : jobs === 1 ? '; espera 1 trabajo' : `; esperan ${jobs} trabajos`

/** What waits though nobody refused it: the SII's page keeps a person out, or the person has asked as much as it bears. */
export function esperasOf(db: Db, now: Date): string[] {
  const mundo = (ambito: string): string => (ambito === 'sii' ? '' : ' (simulación)')
  const pausas = db
    .select()
    .from(portalPausa)
    .where(gt(portalPausa.hasta, now.toISOString()))
    .orderBy(asc(portalPausa.hasta))
    .all()
    .map(({ cuentaId, ambito, credencial, motivo, hasta }) => {
      const { rut } = whoseOf(ambito, credencial)
      const jobs = waitingOfPerson(db, now, { rut, cuentaId, ambito })
      return `${rut ? `${rut}, ` : ''}cuenta ${cuentaId}${mundo(ambito)}: ${MOTIVOS_PAUSA[motivo]}, hasta el ${hour(hasta)}${howMany(jobs)}`
    })
  const consultas = consultasOf(db, () => now)
  const ritmos = db
    .selectDistinct({ ambito: portalRitmo.ambito, rut: portalRitmo.rut })
    .from(portalRitmo)
    .where(gt(portalRitmo.hasta, now.getTime() - VENTANA_MS))
    .all()
    .flatMap((persona) => {
      const hasta = paceUntil(persona, { consultas }, now)
      if (!hasta) return []
      const jobs = waitingOfPerson(db, now, { ...persona, cuentaId: null })
      return `${persona.rut}${mundo(persona.ambito)}: ${MOTIVOS_PAUSA.RITMO}, hasta el ${hour(hasta.toISOString())}${howMany(jobs)}`
    })
  return [...pausas, ...ritmos]
}

/** What it is, for a person: whose, why, since when and until when; never a digest. */
export function bloqueoText({
  metodo,
  credencial,
  ambito,
  ...row
}: ReturnType<typeof bloqueosOf>[number]): string {
  const { rut, cuentaId } = whoseOf(ambito, credencial)
  const mundo = ambito === 'sii' ? '' : ' (simulación)'
  const said = [row.codigoSii, row.glosa].filter(Boolean).join(' · ')
  const until = row.hasta ? `hasta el ${hour(row.hasta)}, termina solo` : 'hasta que una persona actúe'
  const whose = `${rut ? ` de ${rut}` : ''}${cuentaId ? ` en la cuenta ${cuentaId}` : ''}`
  return `ingreso por ${metodo}${whose}${mundo}: ${row.motivo}, desde el ${hour(row.desde)}, ${until}; el SII dijo: ${said}`
}

/** One line a lock that stands; one that is well where none does. */
export function* checkPortal(db: Db, now: Date): Generator<Revision> {
  const all = bloqueosOf(db, now)
  const esperas = esperasOf(db, now)
  if (!all.length && !esperas.length) yield { estado: 'bien', que: QUE, detalle: 'ningún ingreso bloqueado' }
  for (const detalle of esperas)
    yield { estado: 'aviso', que: QUE, detalle, remedio: 'Timbre espera y sigue solo' }
  for (const one of all) {
    const lift = isDelSii(one) ? '' : `; timbre portal desbloquear ${one.id}`
    const remedio = `${MOTIVOS_BLOQUEO[one.motivo]}${lift}`
    yield { estado: one.hasta ? 'aviso' : 'falla', que: QUE, detalle: bloqueoText(one), remedio }
  }
}

// The checks of `timbre doctor` on the SII's portal: the persons kept out by a refused login, until when,
// and the way to lift it.

import { createHash } from 'node:crypto'
import { and, asc, eq, gt, inArray, isNull, ne } from 'drizzle-orm'
import { consultasOf, type EnEspera, ingresosOf, waitingOfPerson } from '../areas/portal'
import { chileTimestamp } from '../domain/fecha'
import { isBloqueado, isDelSii, MOTIVOS_BLOQUEO, MOTIVOS_PAUSA } from '../domain/portal'
import { paceUntil, VENTANA_MS } from '../sii/portal'
import type { Db } from '../store/store'
import { certificado, empresa } from '../store/tables/empresa'
import { portalBloqueo, portalClave, portalPausa, portalRitmo } from '../store/tables/portal'
import type { Revision } from './doctor-revision'

const QUE = 'Portal del SII'

const hour = (iso: string): string => chileTimestamp(new Date(iso)).replace('T', ' ')

/** Told apart by what it is, so that one that begins or ends meanwhile is no other's name. */
const nameOf = (...parts: string[]): string =>
  createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 8)

const PUERTA = /^(?:certificado|clave) (\d+-[\dK])(?: (\S+))?$/

/** The person, and the account where the lock or pause belongs to one alone, from its key; a clave's digest names who loaded it. */
function whoseOf(
  db: Db,
  ambito: string,
  credencial: string,
): { rut: string | null; cuentaId: string | null } {
  const [, rut = null, dueno = null] = PUERTA.exec(credencial) ?? []
  const cuentaId = dueno ?? (ambito === 'sii' ? null : ambito.slice('simulacion:'.length))
  return { rut: rut ?? rutOfClave(db, credencial), cuentaId }
}

const rutOfClave = (db: Db, credencial: string): string | null =>
  db.select({ rut: portalClave.rut }).from(portalClave).where(eq(portalClave.credencial, credencial)).get()
    ?.rut ?? null

/** Companies that are named; of more only how many. */
const NOMBRADAS = 3

/** The ids of the companies that hold what a key names: all who loaded the person's certificate or clave, or one very clave. */
function holdersOf(db: Db, credencial: string, metodo: string, rut: string | null) {
  const [, ofPuerta = null] = PUERTA.exec(credencial) ?? []
  const person = ofPuerta ?? (metodo === 'certificado' ? rut : null)
  return metodo === 'certificado'
    ? db
        .select({ id: certificado.empresaId })
        .from(certificado)
        .where(person === null ? undefined : eq(certificado.rutTitular, person))
    : db
        .select({ id: portalClave.empresaId })
        .from(portalClave)
        .where(person ? eq(portalClave.rut, person) : eq(portalClave.credencial, credencial))
}

/**
 * Whether a company still comes with it: a clave or certificate that another took the place of is nobody's, and keeps out nobody. That it was
 * refused stays known, so that it is not tried again where it comes back.
 */
const isHeld = (db: Db, { credencial, metodo, rut }: typeof portalBloqueo.$inferSelect): boolean =>
  db
    .select({ id: empresa.id })
    .from(empresa)
    .where(and(isNull(empresa.deletedAt), inArray(empresa.id, holdersOf(db, credencial, metodo, rut))))
    .get() !== undefined

/** The companies that a key keeps out, in words; empty where there is none, or it is that of a single certificate, which stands sealed. */
function empresasOf(db: Db, ambito: string, credencial: string, cuentaId: string | null): string {
  const [, rut = null] = PUERTA.exec(credencial) ?? []
  const metodo = rut && credencial.startsWith('certificado ') ? 'certificado' : 'clave'
  const all = db
    .select({ rut: empresa.rut })
    .from(empresa)
    .where(
      and(
        inArray(empresa.id, holdersOf(db, credencial, metodo, rut)),
        isNull(empresa.deletedAt),
        ambito === 'sii' ? ne(empresa.ambiente, 'simulacion') : eq(empresa.ambiente, 'simulacion'),
        cuentaId === null ? undefined : eq(empresa.cuentaId, cuentaId),
      ),
    )
    .orderBy(asc(empresa.createdAt))
    .all()
  const named = all.slice(0, NOMBRADAS).map((one) => one.rut)
  const more = all.length - named.length
  return named.length ? `, por ${named.join(', ')}${more ? ` y ${more} más` : ''}` : ''
}

/** The locks of the portal that stand and keep somebody out, by the id under which `timbre portal desbloquear` lifts one. */
export const bloqueosOf = (db: Db, now: Date) =>
  db
    .select()
    .from(portalBloqueo)
    .orderBy(asc(portalBloqueo.desde), asc(portalBloqueo.ambito), asc(portalBloqueo.credencial))
    .all()
    .filter((one) => isBloqueado(one, now) && (one.hasta !== null || isHeld(db, one)))
    .map((one) => {
      const whose = whoseOf(db, one.ambito, one.credencial)
      const { cuentaId } = whose
      const rut = one.rut ?? whose.rut
      const empresas = empresasOf(db, one.ambito, one.credencial, cuentaId)
      return { id: nameOf(one.ambito, one.credencial), ...one, cuentaId, rut, empresas }
    })

/** Each job goes on in its turn: the last of many long after the first. */
function howMany({ trabajos, ultimo }: EnEspera): string {
  if (trabajos === 0) return ''
  if (trabajos === 1) return '; espera 1 trabajo'
  return `; esperan ${trabajos} trabajos, por turnos: el último hacia el ${hour(ultimo!.toISOString())}`
}

/** The waits without a refusal: the SII's page keeps a person out, or logins or pace are used up. */
export function esperasOf(db: Db, now: Date): string[] {
  const mundo = (ambito: string): string => (ambito === 'sii' ? '' : ' (simulación)')
  const pausas = db
    .select()
    .from(portalPausa)
    .where(gt(portalPausa.hasta, now.toISOString()))
    .orderBy(asc(portalPausa.hasta))
    .all()
    .map(({ cuentaId, ambito, credencial, motivo, hasta }) => {
      const { rut } = whoseOf(db, ambito, credencial)
      const jobs = waitingOfPerson(db, now, { rut, cuentaId, ambito })
      const empresas = empresasOf(db, ambito, credencial, cuentaId)
      return `${rut ? `${rut}${empresas}, ` : ''}cuenta ${cuentaId}${mundo(ambito)}: ${MOTIVOS_PAUSA[motivo]}, hasta el ${hour(hasta)}${howMany(jobs)}`
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
  const ingresos = ingresosOf(db, now).map(({ ambito, credencial, rut, cuentaId, hasta }) => {
    const jobs = waitingOfPerson(db, now, { rut, cuentaId, ambito })
    const empresas = empresasOf(db, ambito, credencial, cuentaId)
    return `${rut}${empresas}, cuenta ${cuentaId}${mundo(ambito)}: ${MOTIVOS_PAUSA.INGRESOS}, hasta el ${hour(hasta.toISOString())}${howMany(jobs)}`
  })
  return [...pausas, ...ingresos, ...ritmos]
}

/** The text of a block: its owner, reason, start and end; never a digest. */
export function bloqueoText({
  metodo,
  ambito,
  rut,
  cuentaId,
  empresas,
  ...row
}: ReturnType<typeof bloqueosOf>[number]): string {
  const mundo = ambito === 'sii' ? '' : ' (simulación)'
  const said = [row.codigoSii, row.glosa].filter(Boolean).join(' · ')
  const until = row.hasta ? `hasta el ${hour(row.hasta)}, termina solo` : 'hasta que una persona actúe'
  const whose = `${rut ? ` de ${rut}${empresas}` : ''}${cuentaId ? ` en la cuenta ${cuentaId}` : ''}`
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
    const lift = one.insistido
      ? ''
      : `; timbre portal desbloquear ${one.id}${isDelSii(one) ? ' --resuelto' : ''}`
    const remedio = `${MOTIVOS_BLOQUEO[one.motivo]}${lift}`
    yield { estado: one.hasta ? 'aviso' : 'falla', que: QUE, detalle: bloqueoText(one), remedio }
  }
}

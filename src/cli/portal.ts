// `timbre portal listar|desbloquear`: the logins that the SII refused, without the HTTP server and beside a running one (http §28.3).

import { and, desc, eq, isNotNull, like, lte } from 'drizzle-orm'
import { createResume } from '../areas/portal'
import { loadConfig } from '../config'
import { isDelSii } from '../domain/portal'
import { parseRut } from '../domain/rut'
import { createAudit, operador } from '../http/audit'
import { hourWords } from '../sii/portal'
import type { Db, Store } from '../store/store'
import { cuenta } from '../store/tables/cuenta'
import { portalBloqueo, portalIngreso } from '../store/tables/portal'
import { openCarpeta } from './carpeta'
import { type Comando, DATA_FLAG, Falla, type Io, text, UsoIncorrecto } from './comando'
import { bloqueosOf, bloqueoText, esperasOf } from './doctor-portal'
import type { ExitStatus } from './exit-status'
import { clock, logTo, newId, random } from './proceso'

export const portal: Comando = {
  nombre: 'portal',
  uso: 'listar | desbloquear ID|RUT [--resuelto]',
  resumen: 'muestra los ingresos al SII que este rehusó y lo que espera; permite otra vez uno de ellos',
  flags: { ...DATA_FLAG, resuelto: { type: 'boolean' } },
  words: [1, 2],
  async run(args, io) {
    const [action, which] = args.positionals
    if (action === 'listar' ? which : action !== 'desbloquear' || !which)
      throw new UsoIncorrecto('Diga listar, o desbloquear y el id que muestra listar, o el RUT de la persona')
    const config = loadConfig(io.env, { data: text(args, 'data') })
    const { store, close } = openCarpeta(config, { clock, random, log: logTo(io.err, config), shared: true })
    try {
      return which ? lift(store, which, args.flags.resuelto === true, io) : list(store, io)
    } finally {
      close()
    }
  },
}

function list({ db }: Store, io: Io): ExitStatus {
  const now = clock()
  const all = bloqueosOf(db, now)
  for (const one of all) io.out(`${one.id}  ${bloqueoText(one)}`)
  const esperas = esperasOf(db, now)
  io.result({ bloqueos: all.map(bloqueoJson), esperas })
  for (const one of esperas) io.out(`en espera  ${one}`)
  if (!all.length && !esperas.length) io.err('No hay ingresos bloqueados ni en espera')
  return 0
}

/** Never the digest of the secret that was refused. */
const bloqueoJson = (one: ReturnType<typeof bloqueosOf>[number]) => ({
  ...{ id: one.id, ambito: one.ambito, metodo: one.metodo, rut: one.rut, cuenta_id: one.cuentaId },
  ...{ motivo: one.motivo, codigo_sii: one.codigoSii, glosa: one.glosa, desde: one.desde, hasta: one.hasta },
})

function lift(store: Store, which: string, resuelto: boolean, io: Io): ExitStatus {
  const { db } = store
  const rut = parseRut(which)
  const found = bloqueosOf(db, clock()).filter((one) => one.id === which || (rut && one.rut === rut))
  const [one] = found
  if (!one) throw new Falla(`No hay un ingreso bloqueado con el id o RUT ${which}: timbre portal listar`)
  if (found.length > 1)
    throw new Falla(
      `Hay varios de ${which}; diga el id:\n${found.map((each) => `${each.id}  ${bloqueoText(each)}`).join('\n')}`,
    )
  if (isDelSii(one) && (!resuelto || one.insistido))
    throw new Falla(hourWords(one, 'repita con --resuelto', clock()))
  const { ambito, credencial, metodo, motivo } = one
  // Ended, not forgotten: the login that comes next tells those who were kept out.
  const end = () => {
    db.update(portalBloqueo)
      .set({ hasta: clock().toISOString() })
      .where(and(eq(portalBloqueo.ambito, ambito), eq(portalBloqueo.credencial, credencial)))
      .run()
    // The server beside finds them within seconds.
    createResume({ store, clock, queue: { wake() {} } })()
  }
  const cuentaId = accountOf(db, one.cuentaId ?? lastTried(db, one))
  if (cuentaId === null) end()
  else
    createAudit({ store, clock, newId })(operador(cuentaId), end, () => ({
      accion: 'portal.desbloqueado',
      detalle: { metodo, motivo, ...(one.rut && { rut: one.rut }) },
    }))
  io.out(`Desbloqueado: ${bloqueoText(one)}`)
  io.result({ id: one.id, desbloqueado: true })
  return 0
}

/** It, where it is still there. */
const accountOf = (db: Db, id: string | null): string | null =>
  id === null ? null : (db.select({ id: cuenta.id }).from(cuenta).where(eq(cuenta.id, id)).get()?.id ?? null)

/** The account whose try the SII refused, of a lock that is kept by the secret alone. */
const lastTried = (db: Db, { ambito, metodo, desde }: ReturnType<typeof bloqueosOf>[number]): string | null =>
  db
    .select({ cuentaId: portalIngreso.cuentaId })
    .from(portalIngreso)
    .where(
      and(
        eq(portalIngreso.ambito, ambito),
        like(portalIngreso.credencial, `${metodo} %`),
        lte(portalIngreso.at, desde),
        isNotNull(portalIngreso.cuentaId),
      ),
    )
    .orderBy(desc(portalIngreso.at))
    .get()?.cuentaId ?? null

// `timbre portal listar|desbloquear`: the logins that the SII refused, without the HTTP server and beside a running one (http §28.3).

import { and, eq } from 'drizzle-orm'
import { loadConfig } from '../config'
import { isDelSii } from '../domain/portal'
import type { Store } from '../store/store'
import { portalBloqueo } from '../store/tables/portal'
import { openCarpeta } from './carpeta'
import { type Comando, DATA_FLAG, Falla, type Io, text, UsoIncorrecto } from './comando'
import { bloqueosOf, bloqueoText } from './doctor-portal'
import { clock, logTo, random } from './proceso'

export const portal: Comando = {
  nombre: 'portal',
  uso: 'listar | desbloquear NÚMERO',
  resumen: 'muestra los ingresos al SII que este rehusó; permite otra vez uno de ellos',
  flags: DATA_FLAG,
  words: [1, 2],
  async run(args, io) {
    const [action, which] = args.positionals
    const numero = action === 'desbloquear' ? Number(which) : null
    if (action === 'listar' ? which : !(Number.isInteger(numero) && numero! > 0))
      throw new UsoIncorrecto('Diga listar, o desbloquear y el número que muestra listar')
    const config = loadConfig(io.env, { data: text(args, 'data') })
    const { store, close } = openCarpeta(config, { clock, random, log: logTo(io.err, config), shared: true })
    try {
      return numero === null ? list(store, io) : lift(store, numero, io)
    } finally {
      close()
    }
  },
}

function list({ db }: Store, io: Io): number {
  const all = bloqueosOf(db, clock())
  for (const one of all) io.out(`${one.numero}  ${bloqueoText(one)}`)
  if (!all.length) io.err('No hay ingresos bloqueados')
  return 0
}

function lift({ db }: Store, numero: number, io: Io): number {
  const found = bloqueosOf(db, clock()).find((one) => one.numero === numero)
  if (!found) throw new Falla(`No hay un ingreso bloqueado con el número ${numero}: timbre portal listar`)
  if (isDelSii(found)) throw new Falla(`El SII lo impide hasta ${found.hasta}; después Timbre ingresa solo`)
  const { ambito, credencial } = found
  // Ended, not forgotten: the login that comes next tells those who were kept out.
  db.update(portalBloqueo)
    .set({ hasta: clock().toISOString() })
    .where(and(eq(portalBloqueo.ambito, ambito), eq(portalBloqueo.credencial, credencial)))
    .run()
  io.out(`Desbloqueado: ${bloqueoText(found)}`)
  return 0
}

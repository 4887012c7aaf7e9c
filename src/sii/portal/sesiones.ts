// Sessions of the portal (sii §11.1, §9.3): one an account and credential, opened when one is needed, kept 90 minutes, and never tried
// again where the SII refused.

import type { Clock } from '../../base/clock'
import { type Bloqueo, MOTIVOS_BLOQUEO, type Pausa } from '../../domain/portal'
import {
  type Acceso,
  ambitoOf,
  type ClaveSesion,
  type Credencial,
  type PortalKeeper,
  type SesionGuardada,
} from './acceso'
import { blockedUntil, meaningOf } from './codigos'
import { FrontEnd, lockedError, OtroMetodo, pausedError, strangeError, tooSoonError } from './faults'
import { createJar, type Jar } from './jar'
import { type Entrada, logIn, logOut } from './login'
import type { Pages } from './pages'

const MINUTO = 60_000
/** The SII ends one after 120; nobody who asks shall meet that. */
export const VIDA_MS = 90 * MINUTO
export const OCIO_MS = 10 * MINUTO
/** Logins of one credential, far below what the SII minds. */
const LOGINS: readonly { ms: number; max: number }[] = [
  { ms: 10 * MINUTO, max: 4 },
  { ms: 60 * MINUTO, max: 6 },
]
/** How long nothing is asked after the front end's page: at first, and where it comes again within the hour after. */
const PAUSA_MS = [15 * MINUTO, 60 * MINUTO] as const

/** An open session in use. */
export interface Abierta {
  clave: ClaveSesion
  credencial: Credencial
  guardada: SesionGuardada
  jar: Jar
}

export type Sesiones = ReturnType<typeof createSesiones>

export function createSesiones(deps: {
  pagesOf(acceso: Pick<Acceso, 'ambiente' | 'dueno'>): Pages
  clock: Clock
  keeper: PortalKeeper
}) {
  const { pagesOf, clock, keeper } = deps
  /** Logins under way: all that come meanwhile wait for the same one. */
  const opening = new Map<string, Promise<Abierta>>()
  /** The last login of each credential, whoever's: accounts that hold the same one go in one after another. */
  const door = new Map<string, Promise<Abierta>>()

  const claveOf = (acceso: Acceso, { id }: Credencial): ClaveSesion => ({
    dueno: acceso.dueno,
    ambito: ambitoOf(acceso),
    credencial: id,
  })

  const isYoung = ({ abiertaEn }: SesionGuardada): boolean =>
    clock().getTime() - abiertaEn.getTime() < VIDA_MS

  /** Ends a session here and, as far as the SII answers, there. */
  async function close(guardada: SesionGuardada): Promise<void> {
    keeper.drop(guardada)
    const { ambiente, dueno } = guardada
    // An orphan ends by itself; nothing else depends on the answer.
    await logOut(pagesOf({ ambiente, dueno }), ambiente, createJar(guardada.cookies)).catch(() => {})
  }

  function checkBudget(acceso: Acceso, { id }: Credencial): void {
    const now = clock().getTime()
    for (const { ms, max } of LOGINS) {
      const recent = keeper.logins(ambitoOf(acceso), id, new Date(now - ms))
      const first = recent.at(-max)
      if (first)
        throw tooSoonError(
          'Timbre ya ingresó demasiadas veces al SII con esta credencial',
          first.getTime() + ms - now,
        )
    }
  }

  function checkOpen(acceso: Acceso, credencial: Credencial): void {
    const now = clock()
    const pausa = keeper.pausa(claveOf(acceso, credencial))
    if (pausa && Date.parse(pausa.hasta) > now.getTime()) throw pausedError(pausa, now)
    const bloqueo = keeper.bloqueo(ambitoOf(acceso), credencial.id)
    if (bloqueo) throw lockedError([bloqueo], now)
  }

  /** Nothing is asked for a while. */
  function pause(clave: ClaveSesion, motivo: Pausa['motivo']): Pausa {
    const now = clock().getTime()
    const before = keeper.pausa(clave)
    const again = before !== null && now - Date.parse(before.hasta) < PAUSA_MS[1]
    const pausa = { motivo, hasta: new Date(now + PAUSA_MS[again ? 1 : 0]).toISOString() }
    keeper.pause(clave, pausa)
    return pausa
  }

  function refuse(acceso: Acceso, credencial: Credencial, entrada: Exclude<Entrada, { jar: Jar }>): never {
    const { codigo, glosa, rechazoTls } = entrada
    const meaning = rechazoTls ? 'CERTIFICADO_RECHAZADO' : meaningOf(codigo)
    const motivo = meaning in MOTIVOS_BLOQUEO ? (meaning as Bloqueo['motivo']) : 'DESCONOCIDO'
    const now = clock()
    const bloqueo: Bloqueo = {
      metodo: credencial.metodo,
      motivo,
      codigoSii: codigo,
      glosa,
      desde: now.toISOString(),
      hasta: blockedUntil(motivo, now)?.toISOString() ?? null,
    }
    keeper.block(acceso, credencial, bloqueo)
    throw lockedError([bloqueo], now)
  }

  async function open(acceso: Acceso, credencial: Credencial): Promise<Abierta> {
    // Code 28 or 29 at the login itself: the SII ended what it had not begun, so once more.
    for (let attempt = 0; ; attempt++) {
      checkBudget(acceso, credencial)
      keeper.noteLogin(ambitoOf(acceso), credencial.id, clock())
      const { signal: _, ...unbound } = acceso
      // Not tied to one caller's signal: others wait for the same login, and one that was cut leaves an orphan.
      const entrada = await logIn(pagesOf(acceso), clock, unbound, credencial)
      if ('jar' in entrada) return begin(acceso, credencial, entrada.jar)
      const meaning = entrada.rechazoTls ? null : meaningOf(entrada.codigo)
      if (meaning === 'metodo') throw new OtroMetodo(entrada.codigo ?? '')
      if (meaning !== 'sesion') refuse(acceso, credencial, entrada)
      if (attempt > 0) throw strangeError('ingreso', 'una sesión abierta')
    }
  }

  /** Opens once those who came before are through the door, of whom one may have been refused. */
  async function openInTurn(acceso: Acceso, credencial: Credencial): Promise<Abierta> {
    const name = JSON.stringify([ambitoOf(acceso), credencial.id])
    const before = door.get(name)
    const enter = () => {
      checkOpen(acceso, credencial)
      return open(acceso, credencial)
    }
    const own = before ? before.then(enter, enter) : open(acceso, credencial)
    door.set(name, own)
    try {
      return await own
    } finally {
      if (door.get(name) === own) door.delete(name)
    }
  }

  function begin(acceso: Acceso, credencial: Credencial, jar: Jar): Abierta {
    const clave = claveOf(acceso, credencial)
    const at = clock()
    const { ambiente } = acceso
    const { metodo } = credencial
    const guardada = { ...clave, metodo, ambiente, abiertaEn: at, usadaEn: at, cookies: jar.entries() }
    keeper.put(guardada)
    return { clave, credencial, guardada, jar }
  }

  return {
    claveOf,
    close,
    pause,

    /** A session that is good as far as is known. Throws PORTAL_LOCKED, RATE_LIMIT, SII_UNAVAILABLE, OtroMetodo. */
    async obtain(acceso: Acceso, credencial: Credencial): Promise<Abierta> {
      checkOpen(acceso, credencial)
      const clave = claveOf(acceso, credencial)
      const name = JSON.stringify(clave)
      const underWay = opening.get(name)
      if (underWay) return underWay
      const guardada = keeper.find(clave)
      if (guardada && isYoung(guardada))
        return { clave, credencial, guardada, jar: createJar(guardada.cookies) }
      const login = (async () => {
        // Its place at the SII is freed, lest old sessions fill the limit.
        if (guardada) await close(guardada)
        return openInTurn(acceso, credencial)
      })().catch((fault) => {
        throw fault instanceof FrontEnd ? pausedError(pause(clave, fault.motivo), clock()) : fault
      })
      opening.set(name, login)
      try {
        return await login
      } finally {
        opening.delete(name)
      }
    },

    /** It was used: when, and with the cookies that it has now. */
    touch({ guardada, jar }: Abierta): void {
      guardada.usadaEn = clock()
      guardada.cookies = jar.entries()
      keeper.put(guardada)
    },

    /** It is dead at the SII: forgotten, unless somebody opened another meanwhile. */
    forget({ clave, jar }: Abierta): void {
      const kept = keeper.find(clave)
      if (kept && createJar(kept.cookies).get('TOKEN') === jar.get('TOKEN')) keeper.drop(clave)
    },
  }
}

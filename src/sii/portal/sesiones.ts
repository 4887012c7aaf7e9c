// Sessions of the portal (sii §11.1, §9.3): one an account and person, opened when one is needed, kept 90 minutes, and not tried again
// where the SII refused.

import type { Clock } from '../../base/clock'
import { AppError } from '../../domain/errors'
import { type Bloqueo, MOTIVOS_BLOQUEO, type PausaDelSii } from '../../domain/portal'
import {
  type Acceso,
  ambitoOf,
  type ClaveSesion,
  type Credencial,
  claveSesionOf,
  type PortalKeeper,
  puertaOf,
  type SesionGuardada,
} from './acceso'
import { activeOf, blockedUntil, bloqueoKeyOf, isInsistido } from './bloqueos'
import { checkBudget } from './budget'
import { meaningOf } from './codigos'
import { FrontEnd, lockedError, OtroMetodo, pausedError, strangeError } from './faults'
import { createJar, type Jar } from './jar'
import { type Entrada, logIn, logOut } from './login'
import type { Pages } from './pages'

const MINUTO = 60_000
/** The SII ends one after 120; nobody who asks shall meet that. */
export const VIDA_MS = 90 * MINUTO
export const OCIO_MS = 10 * MINUTO
/** How long nothing is asked after the front end's page: at first, and where it comes again within the hour after. */
const PAUSA_MS = [15 * MINUTO, 60 * MINUTO] as const
/** Until the SII forgets that somebody logged in too often. */
const REINGRESO_MS = 10 * MINUTO

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
  /** Logins under way, and with what: all that come meanwhile wait for the same one. */
  const opening = new Map<string, { id: string; login: Promise<Abierta> }>()
  /** The last login of each person, whoever's: accounts that come as the same one go in one after another. */
  const door = new Map<string, Promise<Abierta>>()

  const isYoung = ({ abiertaEn }: SesionGuardada): boolean =>
    clock().getTime() - abiertaEn.getTime() < VIDA_MS

  /** At the SII, as far as it answers: an orphan ends by itself, and nothing else depends on the answer. */
  const end = ({ ambiente, dueno, cookies }: SesionGuardada): Promise<void> =>
    logOut(pagesOf({ ambiente, dueno }), ambiente, createJar(cookies)).catch(() => {})

  /** Ends a session here and there. */
  function close(guardada: SesionGuardada): Promise<void> {
    keeper.drop(guardada)
    return end(guardada)
  }

  /** It is dead at the SII: forgotten, unless somebody opened another meanwhile. */
  function forget({ clave, jar }: Abierta): void {
    const kept = keeper.find(clave)
    if (kept && createJar(kept.cookies).get('TOKEN') === jar.get('TOKEN')) keeper.drop(clave)
  }

  function checkOpen(acceso: Acceso, credencial: Credencial): void {
    const now = clock()
    const pausa = keeper.pausa(claveSesionOf(acceso, credencial))
    if (pausa && Date.parse(pausa.hasta) > now.getTime()) throw pausedError(pausa, credencial.rut, now)
    const bloqueo = activeOf(keeper.bloqueos(acceso, credencial), now)
    if (bloqueo) throw lockedError([bloqueo], now)
  }

  /** Nothing is asked for a while. */
  function pause(clave: ClaveSesion, motivo: PausaDelSii['motivo']): PausaDelSii {
    const now = clock().getTime()
    const before = keeper.pausa(clave)
    const again = before !== null && now - Date.parse(before.hasta) < PAUSA_MS[1]
    const ms = motivo === 'REINGRESO' ? REINGRESO_MS : PAUSA_MS[again ? 1 : 0]
    const pausa = { motivo, hasta: new Date(now + ms).toISOString() }
    keeper.pause(clave, pausa)
    return pausa
  }

  function refuse(
    acceso: Acceso,
    credencial: Credencial,
    { codigo, glosa }: Exclude<Entrada, { jar: Jar }>,
    meaning: ReturnType<typeof meaningOf>,
  ): never {
    const motivo = meaning in MOTIVOS_BLOQUEO ? (meaning as Bloqueo['motivo']) : 'DESCONOCIDO'
    const now = clock()
    const key = bloqueoKeyOf(acceso, credencial, motivo)
    const before = keeper.bloqueos(acceso, credencial)
    const last = before.find((one) => bloqueoKeyOf(acceso, credencial, one.motivo) === key) ?? null
    const bloqueo: Bloqueo = {
      metodo: credencial.metodo,
      motivo,
      codigoSii: codigo,
      glosa,
      desde: now.toISOString(),
      hasta: blockedUntil(motivo, last, now)?.toISOString() ?? null,
      rut: credencial.rut,
      insistido: isInsistido(motivo, last, now),
    }
    keeper.block(acceso, credencial, bloqueo)
    throw lockedError([bloqueo], now)
  }

  async function open(acceso: Acceso, credencial: Credencial): Promise<Abierta> {
    // Code 28 or 29 at the login itself: the SII ended what it had not begun, so once more.
    for (let attempt = 0; ; attempt++) {
      checkBudget(keeper, acceso, credencial, clock())
      const letIn = keeper.noteLogin(acceso, credencial, clock())
      const { signal: _, ...unbound } = acceso
      // Not tied to one caller's signal: others wait for the same login, and one that was cut leaves an orphan.
      const entrada = await logIn(pagesOf(acceso), clock, unbound, credencial)
      if ('jar' in entrada) {
        letIn()
        keeper.admit(acceso, credencial)
        return begin(acceso, credencial, entrada.jar)
      }
      const { codigo, glosa, rechazoTls } = entrada
      const meaning = rechazoTls ? 'CERTIFICADO_RECHAZADO' : meaningOf(codigo, glosa)
      if (meaning === 'metodo') throw new OtroMetodo(codigo ?? '')
      if (meaning === 'reingreso')
        throw pausedError(pause(claveSesionOf(acceso, credencial), 'REINGRESO'), credencial.rut, clock())
      if (meaning !== 'sesion') refuse(acceso, credencial, entrada, meaning)
      if (attempt > 0) throw strangeError('ingreso', 'una sesión abierta')
    }
  }

  /** Opens once those who came before are through the door, of whom one may have been refused. */
  async function openInTurn(acceso: Acceso, credencial: Credencial): Promise<Abierta> {
    const name = JSON.stringify([ambitoOf(acceso), puertaOf(credencial)])
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
    const clave = claveSesionOf(acceso, credencial)
    const at = clock()
    const { ambiente } = acceso
    const { metodo, id: abiertaCon } = credencial
    const guardada = {
      ...clave,
      metodo,
      ambiente,
      abiertaCon,
      abiertaEn: at,
      usadaEn: at,
      cookies: jar.entries(),
    }
    keeper.put(guardada)
    return { clave, credencial, guardada, jar }
  }

  return {
    close,
    pause,

    /** A session that is good as far as is known. Throws PORTAL_LOCKED, RATE_LIMIT, SII_UNAVAILABLE, OtroMetodo. */
    async obtain(acceso: Acceso, credencial: Credencial): Promise<Abierta> {
      const clave = claveSesionOf(acceso, credencial)
      const name = JSON.stringify(clave)
      for (;;) {
        checkOpen(acceso, credencial)
        const underWay = opening.get(name)
        if (!underWay) break
        try {
          return { ...(await underWay.login), credencial }
        } catch (fault) {
          // Another certificate of the same person: what the SII says of that one need not be true of this.
          const refused = fault instanceof AppError && fault.code === 'PORTAL_LOCKED'
          if (!refused || underWay.id === credencial.id) throw fault
        }
      }
      const guardada = keeper.find(clave)
      if (guardada && isYoung(guardada))
        return { clave, credencial, guardada, jar: createJar(guardada.cookies) }
      const login = (async () => {
        // Its place at the SII is freed, lest old sessions fill the limit.
        if (guardada) await close(guardada)
        return openInTurn(acceso, credencial)
      })().catch((fault) => {
        throw fault instanceof FrontEnd
          ? pausedError(pause(clave, fault.motivo), credencial.rut, clock())
          : fault
      })
      opening.set(name, { id: credencial.id, login })
      try {
        return await login
      } finally {
        opening.delete(name)
      }
    },

    /** Whether it gave no answer since `usadaEn` for so long that the SII may have ended it. */
    isSilent: (usadaEn: Date): boolean => clock().getTime() - usadaEn.getTime() >= OCIO_MS,

    /** It was used: when, and with the cookies that it has now. */
    touch({ clave, guardada, jar }: Abierta, at = clock()): void {
      if (keeper.find(clave)?.abiertaEn.getTime() !== guardada.abiertaEn.getTime()) return
      guardada.usadaEn = at
      guardada.cookies = jar.entries()
      keeper.put(guardada)
    },

    forget,

    /** It may be dead: forgotten, and ended at the SII in case it lives. */
    async leave(abierta: Abierta): Promise<void> {
      forget(abierta)
      await end(abierta.guardada)
    },
  }
}

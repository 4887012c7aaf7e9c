// The second factor of a person (http §14.1): an authenticator or passkeys, and recovery codes for who lost them. What it takes a code of is
// written before it says so, so that two requests never pass by the same code.

import { and, count, eq, isNull, lt, min, ne, type SQL, sql } from 'drizzle-orm'
import type { Clock } from '../../base/clock'
import { AppError } from '../../domain/errors'
import type { Store } from '../../store/store'
import { cuenta } from '../../store/tables/cuenta'
import { firmaCalendario } from '../../store/tables/firma'
import { codigoRecuperacion, llaveAcceso, segundoFactor, sesion } from '../../store/tables/usuario'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes'
import { newSecret, stepOf } from './totp'

/** Wrong codes in a row, over days, after which those of the authenticator are taken no more: six digits can be guessed. */
const FAILURES_MAX = 100

/** By what a code proved who one is. */
export type Way = 'codigo' | 'recuperacion'
/** Why a code was not taken: `usado` was good once, and of `cerrado` recovery codes alone are taken. */
export type Refusal = 'incorrecto' | 'usado' | 'cerrado'

interface Factor {
  /** When the oldest of them was confirmed. */
  desde: string
  /** Recovery codes that are left. */
  codigos: number
  /** Whether there is an authenticator, and how many passkeys. */
  aplicacion: boolean
  llaves: number
}

export type Factors = ReturnType<typeof createFactors>

export function createFactors({
  store: { client, db, secrets },
  clock,
  random,
}: {
  store: Store
  clock: Clock
  random: (size: number) => Uint8Array
}) {
  const place = (id: string) => ({ table: 'segundo_factor', column: 'secreto_cifrado', id })
  const row = (usuarioId: string) =>
    db.select().from(segundoFactor).where(eq(segundoFactor.usuarioId, usuarioId)).get()
  const secretOf = ({ usuarioId, secretoCifrado }: NonNullable<ReturnType<typeof row>>): string =>
    secrets.open(place(usuarioId), secretoCifrado).toString()
  const set = (usuarioId: string, values: Partial<typeof segundoFactor.$inferInsert>): void =>
    void db.update(segundoFactor).set(values).where(eq(segundoFactor.usuarioId, usuarioId)).run()

  /** The address of the calendar opens without a session: it goes with them. */
  function endSessions(usuarioId: string, which?: SQL): void {
    db.update(sesion)
      .set({ revokedAt: clock().toISOString() })
      .where(and(eq(sesion.usuarioId, usuarioId), isNull(sesion.revokedAt), which))
      .run()
    db.delete(firmaCalendario).where(eq(firmaCalendario.usuarioId, usuarioId)).run()
  }

  /** Recovery codes go with the last factor: the database sees to it. */
  const remove = (usuarioId: string): boolean =>
    db.delete(segundoFactor).where(eq(segundoFactor.usuarioId, usuarioId)).run().changes > 0

  const removePasskeys = (usuarioId: string): boolean =>
    db.delete(llaveAcceso).where(eq(llaveAcceso.usuarioId, usuarioId)).run().changes > 0

  function renew(usuarioId: string): string[] {
    const codes = newRecoveryCodes(random)
    db.delete(codigoRecuperacion).where(eq(codigoRecuperacion.usuarioId, usuarioId)).run()
    db.insert(codigoRecuperacion)
      .values(codes.map((code) => ({ usuarioId, hash: hashRecoveryCode(code) })))
      .run()
    return codes
  }

  const takeRecovery = (usuarioId: string, typed: string): boolean =>
    db
      .update(codigoRecuperacion)
      .set({ usadoEn: clock().toISOString() })
      .where(
        and(
          eq(codigoRecuperacion.usuarioId, usuarioId),
          eq(codigoRecuperacion.hash, hashRecoveryCode(typed)),
          isNull(codigoRecuperacion.usadoEn),
        ),
      )
      .run().changes === 1

  const takeStep = (usuarioId: string, paso: number): boolean =>
    db
      .update(segundoFactor)
      .set({ ultimoPaso: paso })
      .where(and(eq(segundoFactor.usuarioId, usuarioId), lt(segundoFactor.ultimoPaso, paso)))
      .run().changes === 1

  function judge(usuarioId: string, typed: string): Way | Refusal {
    const digits = typed.replace(/\s/g, '')
    if (!/^\d{6}$/.test(digits)) return takeRecovery(usuarioId, typed) ? 'recuperacion' : 'incorrecto'
    const found = row(usuarioId)
    if (!found || found.confirmadoEn === null) return 'incorrecto'
    if (found.fallos >= FAILURES_MAX) return 'cerrado'
    const paso = stepOf(secretOf(found), digits, clock())
    if (paso === null) return 'incorrecto'
    return takeStep(usuarioId, paso) ? 'codigo' : 'usado'
  }

  return {
    /** The factor that the person has; null for none, and for an authenticator that was shown and not confirmed. */
    of(usuarioId: string): Factor | null {
      const confirmed = row(usuarioId)?.confirmadoEn ?? null
      const passkeys = db
        .select({ n: count(), first: min(llaveAcceso.createdAt) })
        .from(llaveAcceso)
        .where(eq(llaveAcceso.usuarioId, usuarioId))
        .get()!
      const [desde] = [confirmed, passkeys.first].filter((at) => at !== null).sort()
      if (desde === undefined) return null
      const left = and(eq(codigoRecuperacion.usuarioId, usuarioId), isNull(codigoRecuperacion.usadoEn))
      const { n } = db.select({ n: count() }).from(codigoRecuperacion).where(left).get()!
      return { desde, codigos: n, aplicacion: confirmed !== null, llaves: passkeys.n }
    },

    /** Whether the account asks one of all its people. */
    isDemanded: (cuentaId: string): boolean =>
      db.select({ exigido: cuenta.segundoFactorExigido }).from(cuenta).where(eq(cuenta.id, cuentaId)).get()!
        .exigido,

    /** A secret that counts once it is confirmed; one that was shown before no longer does. Not for who has an authenticator. */
    begin(usuarioId: string): string {
      const secret = newSecret(random)
      const values = {
        secretoCifrado: secrets.seal(place(usuarioId), secret),
        createdAt: clock().toISOString(),
      }
      db.insert(segundoFactor)
        .values({ usuarioId, ...values })
        .onConflictDoUpdate({
          target: segundoFactor.usuarioId,
          set: values,
          setWhere: isNull(segundoFactor.confirmadoEn),
        })
        .run()
      return secret
    },

    /**
     * Confirms the secret that was begun by a code of it: the recovery codes, and every other session ends, for a password
     * opened it. Null for a wrong code, and where nothing was begun. Call it in a transaction.
     */
    confirm(usuarioId: string, sesionId: string, typed: string): string[] | null {
      const found = row(usuarioId)
      if (!found || found.confirmadoEn !== null) return null
      const now = clock()
      const paso = stepOf(secretOf(found), typed.replace(/\s/g, ''), now)
      if (paso === null) return null
      set(usuarioId, { confirmadoEn: now.toISOString(), ultimoPaso: paso, fallos: 0 })
      endSessions(usuarioId, ne(sesion.id, sesionId))
      return renew(usuarioId)
    },

    /** Takes a code of the authenticator or a recovery code, for good, and says which; or why not. */
    spend: client.transaction((usuarioId: string, typed: string): Way | Refusal => {
      const result = judge(usuarioId, typed)
      if (result === 'codigo' || result === 'recuperacion') set(usuarioId, { fallos: 0 })
      else
        db.update(segundoFactor)
          .set({ fallos: sql`${segundoFactor.fallos} + 1` })
          .where(eq(segundoFactor.usuarioId, usuarioId))
          .run()
      return result
    }).immediate,

    /** Ten new recovery codes; the others are no good. */
    renew: client.transaction(renew),

    /** The sessions of before the factor, which a password alone may have opened. */
    endOthers: (usuarioId: string, sesionId: string): void => endSessions(usuarioId, ne(sesion.id, sesionId)),

    /** Takes the authenticator away from who proved to have it. */
    remove: (usuarioId: string): void => void remove(usuarioId),

    /**
     * Takes authenticator and passkeys away from who lost them: his sessions end with it, for one may be where it was lost. Throws INVALID_STATE where there
     * is none. Call it in a transaction.
     */
    reset(usuarioId: string): void {
      const gone = [remove(usuarioId), removePasskeys(usuarioId)]
      if (!gone.includes(true)) throw new AppError('INVALID_STATE', 'La persona no tiene un segundo factor')
      endSessions(usuarioId)
    },
  }
}

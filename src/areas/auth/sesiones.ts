// Sessions and their refresh tokens (http §14). A refresh token is good for one use: a second use means that somebody
// copied it, and ends the whole session.

import { createHash } from 'node:crypto'
import { and, count, desc, eq, exists, getTableColumns, gt, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import { AppError } from '../../domain/errors'
import type { AccessTokens } from '../../http/access-token'
import { cookieEnd, hashCookie } from '../../http/session-cookie'
import type { Store } from '../../store/store'
import { empresa } from '../../store/tables/empresa'
import { refreshToken, sesion } from '../../store/tables/usuario'

/** Days a refresh token lives. */
const REFRESH_DAYS = 7
const DAY = 86_400_000

export interface Tokens {
  accessToken: string
  refreshToken: string
}

/** A session that can still be used or renewed. */
export type Sesion = Pick<typeof sesion.$inferSelect, 'id' | 'createdAt' | 'lastUsedAt' | 'ip' | 'agente'>

const SESION = {
  id: sesion.id,
  createdAt: sesion.createdAt,
  lastUsedAt: sesion.lastUsedAt,
  ip: sesion.ip,
  agente: sesion.agente,
}

export type Sesiones = ReturnType<typeof createSesiones>

export function createSesiones({
  store: { client, db },
  clock,
  newId,
  random,
  tokens,
}: {
  store: Store
  clock: Clock
  newId: NewId
  random: (size: number) => Uint8Array
  tokens: AccessTokens
}) {
  const setRefresh = (which: SQL | undefined, usedAt: string): void =>
    void db.update(refreshToken).set({ usedAt }).where(which).run()

  const findRefresh = (token: string) =>
    db
      .select({ ...getTableColumns(refreshToken), revokedAt: sesion.revokedAt, usuarioId: sesion.usuarioId })
      .from(refreshToken)
      .innerJoin(sesion, eq(sesion.id, refreshToken.sesionId))
      .where(eq(refreshToken.hash, hash(token)))
      .get()

  /** The sessions of a person whose cookie or refresh token is still good. */
  function living(usuarioId: string): SQL | undefined {
    const now = clock().toISOString()
    const token = and(
      eq(refreshToken.sesionId, sesion.id),
      isNull(refreshToken.usedAt),
      gt(refreshToken.expiresAt, now),
    )
    const renewable = exists(db.select({ hash: refreshToken.hash }).from(refreshToken).where(token))
    return and(
      eq(sesion.usuarioId, usuarioId),
      isNull(sesion.revokedAt),
      or(gt(sesion.cookieHasta, now), renewable),
    )
  }

  function newRefresh(sesionId: string): string {
    const token = `rt_${Buffer.from(random(32)).toString('base64url')}`
    const expiresAt = new Date(clock().getTime() + REFRESH_DAYS * DAY).toISOString()
    db.insert(refreshToken)
      .values({ hash: hash(token), sesionId, expiresAt })
      .run()
    return token
  }

  /** Spends the token and makes its successor in one step, or says why not; a reuse ends the session. */
  const rotate = client.transaction((token: string) => {
    const row = findRefresh(token)
    if (!row) throw invalid()
    const now = clock().toISOString()
    if (row.usedAt !== null) {
      const open = and(eq(sesion.id, row.sesionId), isNull(sesion.revokedAt))
      db.update(sesion).set({ revokedAt: now }).where(open).run()
      return { ...row, next: null }
    }
    if (row.revokedAt !== null) throw invalid()
    if (row.expiresAt <= now)
      throw new AppError('TOKEN_EXPIRED', 'El refresh_token venció; inicie sesión de nuevo')
    setRefresh(eq(refreshToken.hash, row.hash), now)
    return { ...row, next: newRefresh(row.sesionId) }
  }).immediate

  /** One for each session: whoever gets hold of a token of a browser's session must not make a cookie of it elsewhere. */
  const toCookie = client.transaction((sesionId: string): { secret: string; end: Date } => {
    const { createdAt, cookieHash } = db.select().from(sesion).where(eq(sesion.id, sesionId)).get()!
    if (cookieHash !== null)
      throw new AppError('INVALID_STATE', 'La sesión ya tiene su cookie; para otra, inicie otra sesión')
    const now = clock()
    const end = cookieEnd(createdAt, now)
    if (end <= now)
      throw new AppError('TOKEN_EXPIRED', 'La sesión comenzó hace más de 30 días; inicie sesión de nuevo')
    const secret = `ck_${Buffer.from(random(32)).toString('base64url')}`
    db.update(sesion)
      .set({ cookieHash: hashCookie(secret), cookieHasta: end.toISOString() })
      .where(eq(sesion.id, sesionId))
      .run()
    setRefresh(and(eq(refreshToken.sesionId, sesionId), isNull(refreshToken.usedAt)), now.toISOString())
    return { secret, end }
  }).immediate

  return {
    /** The company of the last session whose company still lives. */
    lastCompany: (usuarioId: string): string | null =>
      db
        .select({ id: empresa.id })
        .from(sesion)
        .innerJoin(empresa, eq(empresa.id, sesion.empresaId))
        .where(and(eq(sesion.usuarioId, usuarioId), isNull(empresa.deletedAt)))
        .orderBy(desc(sesion.lastUsedAt), desc(sesion.id))
        .get()?.id ?? null,

    /** Begins a session. The access token is `tokens.sign`'s. */
    begin(
      usuarioId: string,
      empresaId: string | null,
      { ip, agente }: { ip: string | null; agente: string | null },
      /** Whether the second factor was shown. */
      conFactor: boolean,
    ): { sesionId: string; refreshToken: string } {
      const sesionId = newId('ses')
      const now = clock().toISOString()
      const refreshToken = client
        .transaction(() => {
          const segundoFactorEn = conFactor ? now : null
          const row = { usuarioId, empresaId, ip, agente: agente?.slice(0, 300) ?? null, segundoFactorEn }
          db.insert(sesion)
            .values({ ...row, id: sesionId, createdAt: now, lastUsedAt: now })
            .run()
          return newRefresh(sesionId)
        })
        .immediate()
      return { sesionId, refreshToken }
    },

    /** Throws TOKEN_INVALID for a session that was ended since the request began. */
    requireOpen(sesionId: string): void {
      const row = db.select({ revokedAt: sesion.revokedAt }).from(sesion).where(eq(sesion.id, sesionId)).get()
      if (row?.revokedAt !== null)
        throw new AppError('TOKEN_INVALID', 'La sesión fue cerrada; inicie sesión de nuevo')
    },

    /** The person of the session showed the second factor now. */
    markFactor: (sesionId: string): void =>
      void db
        .update(sesion)
        .set({ segundoFactorEn: clock().toISOString() })
        .where(eq(sesion.id, sesionId))
        .run(),

    /** Throws TOKEN_INVALID, TOKEN_EXPIRED, or REFRESH_REUSED after ending the session. */
    async refresh(token: string): Promise<Tokens> {
      const { next, sesionId, usuarioId } = rotate(token)
      if (next === null) {
        throw new AppError(
          'REFRESH_REUSED',
          'El refresh_token ya se había usado; por seguridad se cerró la sesión, inicie otra',
        )
      }
      return { accessToken: await tokens.sign({ usuarioId, sesionId }), refreshToken: next }
    },

    /** Lets a session go on by a cookie instead of its refresh tokens. Throws INVALID_STATE, TOKEN_EXPIRED. */
    toCookie,

    /** The session that the refresh token belongs to; null for an unknown token. */
    ofToken(token: string): { sesionId: string; usuarioId: string } | null {
      const row = findRefresh(token)
      return row ? { sesionId: row.sesionId, usuarioId: row.usuarioId } : null
    },

    /** Ends a session of the person; ending it twice is no fault. False when the person has none of that id. */
    end: (usuarioId: string, sesionId: string): boolean =>
      db
        .update(sesion)
        .set({ revokedAt: sql`coalesce(${sesion.revokedAt}, ${clock().toISOString()})` })
        .where(and(eq(sesion.id, sesionId), eq(sesion.usuarioId, usuarioId)))
        .run().changes > 0,

    /** The person's living sessions, the one used last first. */
    list: (usuarioId: string, limit: number, offset: number): Sesion[] =>
      db
        .select(SESION)
        .from(sesion)
        .where(living(usuarioId))
        .orderBy(desc(sesion.lastUsedAt), desc(sesion.id))
        .limit(limit)
        .offset(offset)
        .all(),
    count: (usuarioId: string): number =>
      db.select({ n: count() }).from(sesion).where(living(usuarioId)).get()!.n,

    /** Whether the person has logged in from that address before. */
    knows: (usuarioId: string, ip: string | null): boolean =>
      ip !== null &&
      db
        .select({ id: sesion.id })
        .from(sesion)
        .where(and(eq(sesion.usuarioId, usuarioId), eq(sesion.ip, ip)))
        .get() !== undefined,
  }
}

const hash = (token: string): string => createHash('sha256').update(token).digest('hex')

const invalid = (): AppError => new AppError('TOKEN_INVALID', 'El refresh_token no es válido')

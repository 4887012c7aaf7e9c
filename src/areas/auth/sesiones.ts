// Sessions and their refresh tokens (contract §14). A refresh token is good for one use: a second use means that somebody
// copied it, and ends the whole session.

import { createHash } from 'node:crypto'
import type { Clock } from '../../domain/ambiente'
import { AppError } from '../../domain/errors'
import type { NewId } from '../../domain/id'
import type { AccessTokens } from '../../http/access-token'
import { cookieEnd, hashCookie } from '../../http/session-cookie'
import type { Store } from '../../store/store'

/** Days a refresh token lives. */
const REFRESH_DAYS = 7
const DAY = 86_400_000

export interface Tokens {
  accessToken: string
  refreshToken: string
}

/** A session that can still be used or renewed. */
export interface Sesion {
  id: string
  createdAt: string
  lastUsedAt: string
  ip: string | null
  agente: string | null
}

interface RefreshRow {
  sesion_id: string
  expires_at: string
  used_at: string | null
  revoked_at: string | null
  usuario_id: string
}

export type Sesiones = ReturnType<typeof createSesiones>

export function createSesiones({
  store: { client },
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
  const insertSession = client.prepare(
    `INSERT INTO sesion (id, usuario_id, empresa_id, ip, agente, created_at, last_used_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
  const insertRefresh = client.prepare(
    'INSERT INTO refresh_token (hash, sesion_id, expires_at) VALUES (?, ?, ?)',
  )
  const selectRefresh = client.prepare<[string], RefreshRow>(
    `SELECT r.sesion_id, r.expires_at, r.used_at, s.revoked_at, s.usuario_id
     FROM refresh_token r JOIN sesion s ON s.id = r.sesion_id WHERE r.hash = ?`,
  )
  const markUsed = client.prepare('UPDATE refresh_token SET used_at = ? WHERE hash = ?')
  const selectCookie = client.prepare<[string], { created_at: string; cookie_hash: string | null }>(
    'SELECT created_at, cookie_hash FROM sesion WHERE id = ?',
  )
  const setCookie = client.prepare('UPDATE sesion SET cookie_hash = ?, cookie_hasta = ? WHERE id = ?')
  const spendRefresh = client.prepare(
    'UPDATE refresh_token SET used_at = ? WHERE sesion_id = ? AND used_at IS NULL',
  )
  const revokeSession = client.prepare('UPDATE sesion SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL')
  // The company of the last session whose company still lives.
  const lastCompany = client
    .prepare<[string], string>(
      `SELECT e.id FROM sesion s JOIN empresa e ON e.id = s.empresa_id
       WHERE s.usuario_id = ? AND e.deleted_at IS NULL ORDER BY s.last_used_at DESC, s.id DESC LIMIT 1`,
    )
    .pluck()

  const living = `FROM sesion s WHERE s.usuario_id = @usuarioId AND s.revoked_at IS NULL AND (s.cookie_hasta > @now
    OR EXISTS (SELECT 1 FROM refresh_token r WHERE r.sesion_id = s.id AND r.used_at IS NULL AND r.expires_at > @now))`
  const page = client.prepare<[{ usuarioId: string; now: string; limit: number; offset: number }], Sesion>(
    `SELECT s.id, s.created_at AS createdAt, s.last_used_at AS lastUsedAt, s.ip, s.agente ${living}
     ORDER BY s.last_used_at DESC, s.id DESC LIMIT @limit OFFSET @offset`,
  )
  const count = client
    .prepare<[{ usuarioId: string; now: string }], number>(`SELECT count(*) ${living}`)
    .pluck()
  const endOwn = client.prepare(
    'UPDATE sesion SET revoked_at = coalesce(revoked_at, ?) WHERE id = ? AND usuario_id = ?',
  )
  const usedFrom = client.prepare('SELECT 1 FROM sesion WHERE usuario_id = ? AND ip = ? LIMIT 1')

  function newRefresh(sesionId: string): string {
    const token = `rt_${Buffer.from(random(32)).toString('base64url')}`
    insertRefresh.run(hash(token), sesionId, new Date(clock().getTime() + REFRESH_DAYS * DAY).toISOString())
    return token
  }

  /** Spends the token and makes its successor in one step, or says why not; a reuse ends the session. */
  const rotate = client.transaction((token: string): RefreshRow & { next: string | null } => {
    const row = selectRefresh.get(hash(token))
    if (!row) throw invalid()
    const now = clock().toISOString()
    if (row.used_at !== null) {
      revokeSession.run(now, row.sesion_id)
      return { ...row, next: null }
    }
    if (row.revoked_at !== null) throw invalid()
    if (row.expires_at <= now)
      throw new AppError('TOKEN_EXPIRED', 'El refresh_token venció; inicie sesión de nuevo')
    markUsed.run(now, hash(token))
    return { ...row, next: newRefresh(row.sesion_id) }
  }).immediate

  /** One for each session: whoever gets hold of a token of a browser's session must not make a cookie of it elsewhere. */
  const toCookie = client.transaction((sesionId: string): { secret: string; end: Date } => {
    const { created_at, cookie_hash } = selectCookie.get(sesionId)!
    if (cookie_hash !== null)
      throw new AppError('INVALID_STATE', 'La sesión ya tiene su cookie; para otra, inicie otra sesión')
    const now = clock()
    const end = cookieEnd(created_at, now)
    if (end <= now)
      throw new AppError('TOKEN_EXPIRED', 'La sesión comenzó hace más de 30 días; inicie sesión de nuevo')
    const secret = `ck_${Buffer.from(random(32)).toString('base64url')}`
    setCookie.run(hashCookie(secret), end.toISOString(), sesionId)
    spendRefresh.run(now.toISOString(), sesionId)
    return { secret, end }
  }).immediate

  return {
    lastCompany: (usuarioId: string): string | null => lastCompany.get(usuarioId) ?? null,

    /** Begins a session. The access token is `tokens.sign`'s. */
    begin(
      usuarioId: string,
      empresaId: string | null,
      { ip, agente }: { ip: string | null; agente: string | null },
    ): { sesionId: string; refreshToken: string } {
      const sesionId = newId('ses')
      const now = clock().toISOString()
      const refreshToken = client
        .transaction(() => {
          insertSession.run(sesionId, usuarioId, empresaId, ip, agente?.slice(0, 300) ?? null, now, now)
          return newRefresh(sesionId)
        })
        .immediate()
      return { sesionId, refreshToken }
    },

    /** Throws TOKEN_INVALID, TOKEN_EXPIRED, or REFRESH_REUSED after ending the session. */
    async refresh(token: string): Promise<Tokens> {
      const { next, sesion_id: sesionId, usuario_id: usuarioId } = rotate(token)
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

    /** Whose session that refresh token is of; null when it says nothing to us. */
    ofToken(token: string): { sesionId: string; usuarioId: string } | null {
      const row = selectRefresh.get(hash(token))
      return row ? { sesionId: row.sesion_id, usuarioId: row.usuario_id } : null
    },

    /** Ends a session of the person; ending it twice is no fault. False when the person has none of that id. */
    end: (usuarioId: string, sesionId: string): boolean =>
      endOwn.run(clock().toISOString(), sesionId, usuarioId).changes > 0,

    /** The person's living sessions, the one used last first. */
    list: (usuarioId: string, limit: number, offset: number): Sesion[] =>
      page.all({ usuarioId, now: clock().toISOString(), limit, offset }),
    count: (usuarioId: string): number => count.get({ usuarioId, now: clock().toISOString() })!,

    /** Whether the person has logged in from that address before. */
    knows: (usuarioId: string, ip: string | null): boolean => usedFrom.get(usuarioId, ip) !== undefined,
  }
}

const hash = (token: string): string => createHash('sha256').update(token).digest('hex')

const invalid = (): AppError => new AppError('TOKEN_INVALID', 'El refresh_token no es válido')

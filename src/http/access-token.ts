// Access tokens: JWT signed with HS256, good for one hour. They name the session; what it may do is read from its row.

import { errors, jwtVerify, SignJWT } from 'jose'
import type { Clock } from '../base/clock'
import { AppError } from '../domain/errors'

/** Seconds an access token lives. */
export const ACCESS_TOKEN_SECONDS = 3600

const ISSUER = 'timbre'

export interface AccessTokens {
  sign(claims: { usuarioId: string; sesionId: string }): Promise<string>
  /** The session it names. Throws TOKEN_EXPIRED or TOKEN_INVALID. */
  verify(token: string): Promise<{ usuarioId: string; sesionId: string }>
}

/** `key`: 32 bytes derived from the master key. */
export function createAccessTokens(key: Uint8Array, clock: Clock): AccessTokens {
  return {
    sign({ usuarioId, sesionId }) {
      const now = Math.floor(clock().getTime() / 1000)
      return new SignJWT({ sid: sesionId })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer(ISSUER)
        .setSubject(usuarioId)
        .setIssuedAt(now)
        .setExpirationTime(now + ACCESS_TOKEN_SECONDS)
        .sign(key)
    },
    async verify(token) {
      try {
        // The algorithm is ours to say, never the token's: `none` and RS256 with our key as public key die here.
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          issuer: ISSUER,
          requiredClaims: ['sub', 'sid', 'exp'],
          currentDate: clock(),
        })
        return { usuarioId: String(payload.sub), sesionId: String(payload.sid) }
      } catch (cause) {
        if (cause instanceof errors.JWTExpired) {
          throw new AppError('TOKEN_EXPIRED', 'El token de acceso venció; renuévelo con /auth/refresh', {
            cause,
          })
        }
        throw new AppError('TOKEN_INVALID', 'El token de acceso no es válido', { cause })
      }
    },
  }
}

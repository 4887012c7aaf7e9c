// From the headers of a request to who is asking: an API key in X-API-Key, or a session's access token or cookie (http §14, §15).

import type { Database } from 'better-sqlite3'
import type { Clock } from '../base/clock'
import { contains, parseIp, parseRed } from '../base/ip'
import type { Log } from '../base/log'
import { limitOf } from '../domain/derechos'
import { AppError } from '../domain/errors'
import { type Permiso, permisosOf } from '../domain/permisos'
import type { AccessTokens } from './access-token'
import { hashApiKey, isApiKey } from './api-key'
import type { ReplySet } from './reply'
import { hashCookie, renewedEnd, type SessionCookies } from './session-cookie'
import { prepareAuthenticate, type SessionRow } from './statements'
import { type AccountTenant, inAmbiente } from './tenant'

/**
 * Throws UNAUTHORIZED without a credential or with two that disagree, API_KEY_* and TOKEN_* for one that is no good,
 * FORBIDDEN for an address or an X-Ambiente that is not the key's and for a cookie that another page sent, INVALID_PARAMETER for
 * an environment that does not exist. A cookie that is renewed goes into `set`.
 */
export type Authenticate = (request: Request, set: ReplySet) => Promise<AccountTenant>

// How stale `last_used_at` may be: a write for every request would cost an fsync each.
const LAST_USED_MS = 60_000

/** Reads one row a request and writes at most once a minute for each credential. */
export function createAuthenticate({
  client,
  clock,
  tokens,
  log,
  clientIp,
  cookies,
}: {
  client: Database
  clock: Clock
  tokens: AccessTokens
  log: Log
  clientIp: (request: Request) => string | null
  cookies: SessionCookies
}): Authenticate {
  const { keyByHash, sessionById, sessionByCookie, touchKey, touchSession, renewCookie } =
    prepareAuthenticate(client)
  const permisosOfScopes = createScopeReader()

  function touch(statement: typeof touchKey, id: string, last: string | null, now: Date) {
    if (last !== null && now.getTime() - Date.parse(last) < LAST_USED_MS) return
    write(statement, now, id)
  }

  /** Whether it was written: a full disk must not also take away the reading routes. */
  function write(statement: typeof touchKey, instant: Date, id: string): boolean {
    try {
      statement.run(instant.toISOString(), id)
      return true
    } catch (error) {
      log.warn('http.last_used_not_written', { error })
      return false
    }
  }

  function byKey(key: string, ip: string | null): AccountTenant {
    if (!isApiKey(key)) throw new AppError('API_KEY_INVALID', 'La llave de API está mal escrita')
    const row = keyByHash.get(hashApiKey(key))
    if (!row) throw new AppError('API_KEY_INVALID', 'La llave de API no existe')
    const now = clock()
    if (row.deleted_at !== null || (row.revoked_at !== null && Date.parse(row.revoked_at) <= now.getTime()))
      throw new AppError('API_KEY_REVOKED', 'La llave de API fue revocada')
    if (row.expires_at !== null && Date.parse(row.expires_at) <= now.getTime())
      throw new AppError('API_KEY_EXPIRED', `La llave de API venció el ${row.expires_at}`)
    requireAddress(row.ips, ip)
    touch(touchKey, row.id, row.last_used_at, now)
    return {
      cuentaId: row.cuenta_id,
      empresaId: row.empresa_id,
      ambiente: row.ambiente,
      usuarioId: null,
      apiKeyId: row.id,
      sesionId: null,
      rol: null,
      permisos: permisosOfScopes(row.scopes),
      tiposDte: readLimit<number>(row.tipos_dte),
      empresas: [row.empresa_id],
      ...(row.mudada && { mudada: true }),
      ip,
    }
  }

  async function byToken(token: string, ip: string | null): Promise<AccountTenant> {
    const { sesionId, usuarioId } = await tokens.verify(token)
    const row = sessionById.get(sesionId)
    if (!row || row.usuario_id !== usuarioId || row.revoked_at !== null)
      throw new AppError('TOKEN_INVALID', 'La sesión de este token fue cerrada')
    return bySession(row, ip)
  }

  function byCookie(request: Request, set: ReplySet, ip: string | null): AccountTenant {
    const secret = cookies.read(request)
    if (secret === null) throw new AppError('UNAUTHORIZED', MISSING)
    cookies.requireOwnPage(request)
    const row = sessionByCookie.get(hashCookie(secret))
    if (!row || row.revoked_at !== null)
      throw new AppError('TOKEN_INVALID', 'La sesión de esta cookie fue cerrada; inicie sesión de nuevo')
    const tenant = { ...bySession(row, ip), porCookie: true }
    const end = renewedEnd(row.created_at, row.cookie_hasta!, clock())
    if (end && write(renewCookie, end, row.id)) set.headers['set-cookie'] = cookies.give(request, secret, end)
    return tenant
  }

  function bySession(row: SessionRow, ip: string | null): AccountTenant {
    const now = clock()
    // Its tokens end with its cookie, or they could be renewed past it.
    if (row.cookie_hasta !== null && Date.parse(row.cookie_hasta) <= now.getTime())
      throw new AppError('TOKEN_EXPIRED', 'La sesión venció; inicie sesión de nuevo')
    touch(touchSession, row.id, row.last_used_at, now)
    const empresas = readLimit<string>(row.empresas)
    // The active company may have been taken from the person since it was chosen.
    const active = row.empresa_id !== null && (empresas === null || empresas.includes(row.empresa_id))
    return {
      cuentaId: row.cuenta_id,
      empresaId: active ? row.empresa_id : null,
      ambiente: active ? row.ambiente : null,
      eliminada: active && row.deleted_at !== null,
      sinEmpresas: row.con_empresas === 0,
      usuarioId: row.usuario_id,
      apiKeyId: null,
      sesionId: row.id,
      rol: row.rol,
      permisos: permisosOf(
        row.rol,
        readList(row.permisos_extra),
        readList(row.permisos_quitados),
        empresas !== null,
      ),
      tiposDte: readLimit<number>(row.tipos_dte),
      empresas,
      ...(((active && row.mudada) || row.cuenta_mudada) && { mudada: true }),
      ...(row.cuenta_mudada && { cuentaMudada: true }),
      ...(row.con_factor && { factorShownAt: row.segundo_factor_en }),
      ...(row.segundo_factor_exigido && !row.con_factor && { factorMissing: true }),
      ip,
    }
  }

  return async (request, set) => {
    const { headers } = request
    const key = headers.get('x-api-key')
    const token = bearer(headers.get('authorization'))
    const ip = clientIp(request)
    if (key === null && token === null)
      return inAmbiente(byCookie(request, set, ip), headers.get('x-ambiente'), 'X-Ambiente')
    const tenant = key !== null ? byKey(key, ip) : await byToken(token!, ip)
    if (key !== null && token !== null) requireAgreement(tenant, await byToken(token, ip))
    return inAmbiente(tenant, headers.get('x-ambiente'), 'X-Ambiente')
  }
}

const MISSING = 'Falta la credencial: envíe Authorization: Bearer <token> o X-API-Key: <llave>'

function bearer(header: string | null): string | null {
  if (header === null) return null
  const match = /^Bearer +(\S+)$/i.exec(header)
  if (!match) throw new AppError('UNAUTHORIZED', 'El encabezado Authorization debe ser: Bearer <token>')
  return match[1]!
}

// The key's tenant holds when both name one company: its scopes are the narrower of the two.
function requireAgreement(key: AccountTenant, session: AccountTenant): void {
  if (key.cuentaId === session.cuentaId && key.empresaId === session.empresaId) return
  throw new AppError('UNAUTHORIZED', 'El token y la llave de API son de empresas distintas; envíe uno solo')
}

const readList = <T>(text: string): T[] => (text === '[]' ? [] : (JSON.parse(text) as T[]))

const readLimit = <T>(text: string): readonly T[] | null => limitOf(readList<T>(text))

function requireAddress(ips: string, ip: string | null): void {
  const redes = readLimit<string>(ips)
  if (redes === null) return
  const address = ip === null ? null : parseIp(ip)
  if (address && redes.some((red) => contains(parseRed(red)!, address))) return
  throw new AppError('FORBIDDEN', `La llave de API no admite solicitudes desde ${ip ?? 'este origen'}`)
}

// Few distinct lists exist, and parsing one costs more than the row's read.
function createScopeReader(): (scopes: string) => ReadonlySet<Permiso> {
  const parsed = new Map<string, ReadonlySet<Permiso>>()
  return (scopes) => {
    let permisos = parsed.get(scopes)
    if (!permisos) {
      if (parsed.size > 1000) parsed.clear()
      permisos = new Set(JSON.parse(scopes) as Permiso[])
      parsed.set(scopes, permisos)
    }
    return permisos
  }
}

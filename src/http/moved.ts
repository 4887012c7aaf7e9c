// The gate of all routes to an account, or a company, that moved into another server: it is read here and does nothing more
// (areas/exportaciones §5). Under it stand the triggers of the database, for what was let in before the move and writes after it.

import type { Database } from 'better-sqlite3'
import { AppError } from '../domain/errors'
import { prepareMoved } from './statements'
import type { AccountTenant } from './tenant'

export const MUDADA = 'La empresa se mudó a otro servidor de Timbre: aquí sólo se lee. Use el servidor nuevo'
const CUENTA_MUDADA = 'La cuenta se mudó a otro servidor de Timbre: aquí sólo se lee. Use el servidor nuevo'

/** No GET, and answered all the same: which company a session reads, the ticket for its stream, and the way back. */
const OPEN = /^(POST \/v1\/(empresa\/seleccionar|events\/ticket)|DELETE \/v1\/cuenta\/exportaciones\/[^/]+)$/

/** A word of a path as the router reads it. */
function decoded(word: string): string {
  try {
    return decodeURIComponent(word)
  } catch {
    return word
  }
}

/** As the triggers say it. */
const RAISED = 'ACCOUNT_MOVED'

export const isMovedFault = (fault: unknown): boolean =>
  fault instanceof Error &&
  'code' in fault &&
  String(fault.code).startsWith('SQLITE_CONSTRAINT') &&
  fault.message === RAISED

/**
 * Throws ACCOUNT_MOVED for a request that would do anything: `asks` the SII, though by GET, or is no GET. `empresa`: it acts within the
 * active company.
 */
export type RequireHere = (
  request: Request,
  tenant: AccountTenant,
  access: { empresa: boolean; asks?: boolean },
) => void

/** People enter and leave, and show a factor, on either server. */
export function createRequireHere(client: Database): RequireHere {
  const moved = prepareMoved(client)
  return ({ method, url }, tenant, { empresa, asks }) => {
    if (method === 'GET' && !asks) return
    const { pathname } = new URL(url)
    if (pathname.startsWith('/auth/') || OPEN.test(`${method} ${pathname}`)) return
    if (tenant.cuentaMudada) throw new AppError('ACCOUNT_MOVED', CUENTA_MUDADA)
    if (tenant.mudada && (empresa || tenant.apiKeyId !== null)) throw new AppError('ACCOUNT_MOVED', MUDADA)
    // On routes of the account the path says which company, and the router reads each word of it decoded.
    const named = pathname
      .split('/')
      .map(decoded)
      .find((word) => word.startsWith('emp_'))
    if (named && moved.get(named) === 1) throw new AppError('ACCOUNT_MOVED', MUDADA)
  }
}

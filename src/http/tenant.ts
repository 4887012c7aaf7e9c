// The caller and the account it acts for: what a credential resolves to.

import { AMBIENTES, type Ambiente } from '../domain/ambiente'
import { AppError, invalidParameter } from '../domain/errors'
import type { Permiso, Rol } from '../domain/permisos'
import type { Titular } from '../domain/titular'

interface Identity {
  cuentaId: string
  /** Null when an API key asks. */
  usuarioId: string | null
  /** Null when a session asks. */
  apiKeyId: string | null
  sesionId: string | null
  /** The role of the session's user; null for a key, which has scopes alone. */
  rol: Rol | null
  permisos: ReadonlySet<Permiso>
  /** Document types that may be issued; null is all. */
  tiposDte: readonly number[] | null
  /** Companies of the account within reach: a key's own, or those a person was limited to; null is all. */
  empresas: readonly string[] | null
  /** The account of a session has no company to choose. */
  sinEmpresas?: boolean
  /** The active company of a session was deleted: it is only read. */
  eliminada?: boolean
  /** The company of the key, or the active one of the session, moved into another server; `cuentaMudada`: the whole account did. */
  mudada?: boolean
  cuentaMudada?: boolean
  /** The session showed itself by its cookie: its page is handed no token. */
  porCookie?: boolean
  /** Its person has a second factor, last shown in this session then (ISO 8601); null is never. Absent without one. */
  factorShownAt?: string | null
  /** The account demands a second factor of its person, who has none yet. */
  factorMissing?: boolean
  /** Where the request came from; null when it came from inside the process. */
  ip: string | null
}

/** On routes of the account: the active company may be missing. */
export interface AccountTenant extends Identity {
  empresaId: string | null
  ambiente: Ambiente | null
}

/** On routes of a company: the key's, or the session's active one, in the environment of the request. */
export interface Tenant extends Identity, Titular {}

/** On routes for a person alone. */
export interface SessionTenant extends AccountTenant {
  usuarioId: string
  sesionId: string
  apiKeyId: null
  rol: Rol
}

/** The id of a company within reach; the others do not exist for the credential. Throws NOT_FOUND. */
export function reachable({ empresas }: Pick<Identity, 'empresas'>, id: string): string {
  if (empresas === null || empresas.includes(id)) return id
  throw new AppError('NOT_FOUND', 'La empresa no existe')
}

/** Throws FORBIDDEN for a document type that the person, or the key's maker, may not issue (http §15). */
export function requireTipo({ tiposDte }: { tiposDte?: Identity['tiposDte'] }, tipoDte: number): void {
  if (!tiposDte || tiposDte.includes(tipoDte)) return
  throw new AppError(
    'FORBIDDEN',
    `No puede emitir documentos del tipo ${tipoDte}; los que tiene permitidos son: ${tiposDte.join(', ')}`,
    { detalles: [{ tipo_dte: tipoDte, permitidos: tiposDte }] },
  )
}

/**
 * The same tenant in the environment that a session asks for by the header or parameter `campo`. Throws FORBIDDEN for one
 * that is not the key's, INVALID_PARAMETER for one that does not exist.
 */
export function inAmbiente<T extends AccountTenant>(tenant: T, asked: string | null, campo: string): T {
  if (asked === null || asked === tenant.ambiente) return tenant
  if (!AMBIENTES.includes(asked as Ambiente)) {
    throw invalidParameter(campo, 'valor', `Debe ser uno de: ${AMBIENTES.join(', ')}`)
  }
  if (tenant.apiKeyId !== null)
    throw new AppError('FORBIDDEN', `La llave de API es del ambiente ${tenant.ambiente} y no sirve en otro`)
  return { ...tenant, ambiente: asked as Ambiente }
}

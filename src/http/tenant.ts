// Who is asking and in whose name: what a credential resolves to.

import type { Ambiente } from '../domain/ambiente'
import type { Permiso, Rol } from '../domain/permisos'

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
}

/** On routes of the account: the active company may be missing. */
export interface AccountTenant extends Identity {
  empresaId: string | null
  ambiente: Ambiente | null
}

/** On routes of a company: the key's, or the session's active one, in the environment of the request. */
export interface Tenant extends Identity {
  empresaId: string
  ambiente: Ambiente
}

/** On routes for a person alone. */
export interface SessionTenant extends AccountTenant {
  usuarioId: string
  sesionId: string
  apiKeyId: null
  rol: Rol
}

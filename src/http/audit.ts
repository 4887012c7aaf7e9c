// The log of changes (contract §22): who did what, when and from where, written in the transaction of the change itself.

import type { Clock } from '../domain/ambiente'
import type { Accion } from '../domain/auditoria'
import type { NewId } from '../domain/id'
import type { Store } from '../store/store'

/** Who acts; any tenant is one. Without user, key and name it is whoever runs the server, at the command line. */
export interface Quien {
  cuentaId: string
  empresaId: string | null
  usuarioId: string | null
  apiKeyId: string | null
  ip: string | null
  /** Instead of the user's e-mail or the key's name, for who is neither yet. */
  nombre?: string
}

/** What was done. `detalle` never holds a password, token, key or certificate. */
export interface Hecho {
  accion: Accion
  /** Id of what it was done to. */
  objeto?: string
  /** The company of the object, when it is not the actor's active one. */
  empresaId?: string
  detalle?: Record<string, unknown>
}

/** Runs `change` and writes down what `hecho` says of it: both or neither. Returns what `change` returned. */
export type Audit = <T>(quien: Quien, change: () => T, hecho: (result: T) => Hecho) => T

/** Whoever runs the server, at the command line, as an actor in an account. */
export const operador = (cuentaId: string): Quien => ({
  cuentaId,
  empresaId: null,
  usuarioId: null,
  apiKeyId: null,
  ip: null,
})

export function createAudit({
  store: { client },
  clock,
  newId,
}: {
  store: Store
  clock: Clock
  newId: NewId
}): Audit {
  const actor = client
    .prepare<[string | null, string | null], string>(
      `SELECT coalesce((SELECT email FROM usuario WHERE id = ?), (SELECT nombre FROM api_key WHERE id = ?), 'operador')`,
    )
    .pluck()
  const insert = client.prepare(
    `INSERT INTO auditoria (id, cuenta_id, empresa_id, usuario_id, apikey_id, actor, ip, accion, objeto, detalle, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  return <T>(quien: Quien, change: () => T, hecho: (result: T) => Hecho): T =>
    client
      .transaction(() => {
        // Before the change, which may remove who makes it.
        const name = quien.nombre ?? actor.get(quien.usuarioId, quien.apiKeyId)!
        const result = change()
        const { accion, objeto = null, empresaId = quien.empresaId, detalle = {} } = hecho(result)
        const { cuentaId, usuarioId, apiKeyId, ip } = quien
        const text = JSON.stringify(detalle)
        const at = clock().toISOString()
        insert.run(newId('aud'), cuentaId, empresaId, usuarioId, apiKeyId, name, ip, accion, objeto, text, at)
        return result
      })
      .immediate()
}

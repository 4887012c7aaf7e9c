// The log of changes (http §22): who did what, when and from where, written in the transaction of the change itself.

import { eq } from 'drizzle-orm'
import type { Clock } from '../base/clock'
import type { NewId } from '../base/id'
import type { Accion } from '../domain/auditoria'
import type { Db, Store } from '../store/store'
import { auditoria } from '../store/tables/cuenta'
import { apiKey } from '../store/tables/empresa'
import { usuario } from '../store/tables/usuario'

/**
 * The person or key that acts; any tenant is one. Without user, key and name it is whoever runs the server,
 * at the command line.
 */
export interface Actor {
  cuentaId: string
  empresaId: string | null
  usuarioId: string | null
  apiKeyId: string | null
  ip: string | null
  /** Instead of the user's e-mail or the key's name, for who is neither yet. */
  nombre?: string
}

/** The recorded change. `detalle` never holds a password, token, key or certificate. */
export interface Hecho {
  accion: Accion
  /** Id of what it was done to. */
  objeto?: string
  /** The company of the object, when it is not the actor's active one. */
  empresaId?: string
  detalle?: Record<string, unknown>
}

/** Runs `change` and writes down what `hecho` says of it: both or neither. Returns what `change` returned. */
export type Audit = <T>(actor: Actor, change: () => T, hecho: (result: T) => Hecho) => T

/** Whoever runs the server, at the command line, as an actor in an account. */
export const operador = (cuentaId: string): Actor => ({
  cuentaId,
  empresaId: null,
  usuarioId: null,
  apiKeyId: null,
  ip: null,
})

/** A person's e-mail or a key's name, as it is today. */
export function actorName(db: Db, { usuarioId, apiKeyId, nombre }: Actor): string {
  if (nombre) return nombre
  const person = usuarioId
    ? db.select({ name: usuario.email }).from(usuario).where(eq(usuario.id, usuarioId)).get()
    : undefined
  const key = apiKeyId
    ? db.select({ name: apiKey.nombre }).from(apiKey).where(eq(apiKey.id, apiKeyId)).get()
    : undefined
  return (person ?? key)?.name ?? 'operador'
}

export function createAudit({
  store: { client, db },
  clock,
  newId,
}: {
  store: Store
  clock: Clock
  newId: NewId
}): Audit {
  return <T>(actor: Actor, change: () => T, hecho: (result: T) => Hecho): T =>
    client
      .transaction(() => {
        // Before the change, which may remove who makes it.
        const name = actorName(db, actor)
        const result = change()
        const { accion, objeto = null, empresaId = actor.empresaId, detalle = {} } = hecho(result)
        const { cuentaId, usuarioId, apiKeyId: apikeyId, ip } = actor
        const who = { cuentaId, empresaId, usuarioId, apikeyId, actor: name, ip }
        db.insert(auditoria)
          .values({ ...who, id: newId('aud'), accion, objeto, detalle, createdAt: clock().toISOString() })
          .run()
        return result
      })
      .immediate()
}

// API keys as rows; the key itself is never among them (contract §15).

import type { Database } from 'better-sqlite3'
import type { Ambiente } from '../../domain/ambiente'
import type { Permiso } from '../../domain/permisos'

export interface ApiKey {
  id: string
  empresaId: string
  nombre: string
  prefijo: string
  ultimos4: string
  scopes: Permiso[]
  /** Document types it may issue; empty is all. */
  tiposDte: readonly number[]
  /** Addresses and ranges it may be used from; empty is anywhere. */
  ips: readonly string[]
  ambiente: Ambiente
  createdAt: string
  expiresAt: string | null
  lastUsedAt: string | null
  /** In the future for a key that was rotated: it works until then. */
  revokedAt: string | null
}

interface Row {
  id: string
  empresa_id: string
  nombre: string
  prefijo: string
  ultimos4: string
  scopes: string
  tipos_dte: string
  ips: string
  ambiente: Ambiente
  created_at: string
  expires_at: string | null
  last_used_at: string | null
  revoked_at: string | null
}

/** The keys within reach: of an account, or of some companies of it. */
export interface Reach {
  cuentaId: string
  /** Null is all. */
  empresas: readonly string[] | null
}

export type ApiKeyStore = ReturnType<typeof createApiKeyStore>

export function createApiKeyStore(client: Database) {
  const from = `FROM api_key k JOIN empresa e ON e.id = k.empresa_id
    WHERE e.cuenta_id = @cuentaId AND e.deleted_at IS NULL 
      AND (@empresas IS NULL OR e.id IN (SELECT value FROM json_each(@empresas)))`
  const page = client.prepare<[Bound & { limit: number; offset: number }], Row>(
    `SELECT k.* ${from} ORDER BY k.id DESC LIMIT @limit OFFSET @offset`,
  )
  const count = client.prepare<[Bound], number>(`SELECT count(*) ${from}`).pluck()
  const living = client
    .prepare<[string], number>('SELECT count(*) FROM api_key WHERE empresa_id = ? AND revoked_at IS NULL')
    .pluck()
  const byId = client.prepare<[Bound & { id: string }], Row>(`SELECT k.* ${from} AND k.id = @id`)
  const insert = client.prepare(
    `INSERT INTO api_key (id, empresa_id, nombre, hash, prefijo, ultimos4, scopes, tipos_dte, ips, ambiente,
       created_at, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const revoke = client.prepare(
    'UPDATE api_key SET revoked_at = @at WHERE id = @id AND (revoked_at IS NULL OR revoked_at > @at)',
  )
  return {
    /** Newest first. */
    list: (reach: Reach, limit: number, offset: number): ApiKey[] =>
      page.all({ ...bound(reach), limit, offset }).map(fromRow),
    count: (reach: Reach): number => count.get(bound(reach))!,
    countLiving: (empresaId: string): number => living.get(empresaId)!,
    find(reach: Reach, id: string): ApiKey | null {
      const row = byId.get({ ...bound(reach), id })
      return row ? fromRow(row) : null
    },
    insert(key: ApiKey, hash: string): void {
      const { id, empresaId, nombre, prefijo, ultimos4, scopes, ambiente, createdAt, expiresAt } = key
      const lists = [scopes, key.tiposDte, key.ips].map((list) => JSON.stringify(list))
      insert.run(id, empresaId, nombre, hash, prefijo, ultimos4, ...lists, ambiente, createdAt, expiresAt)
    },
    /** From `at` on; one that already ends before is left alone. */
    revoke: (id: string, at: Date): void => void revoke.run({ id, at: at.toISOString() }),
  }
}

interface Bound {
  cuentaId: string
  empresas: string | null
}

const bound = ({ cuentaId, empresas }: Reach): Bound => ({
  cuentaId,
  empresas: empresas && JSON.stringify(empresas),
})

const fromRow = (row: Row): ApiKey => ({
  id: row.id,
  empresaId: row.empresa_id,
  nombre: row.nombre,
  prefijo: row.prefijo,
  ultimos4: row.ultimos4,
  scopes: JSON.parse(row.scopes) as Permiso[],
  tiposDte: JSON.parse(row.tipos_dte) as number[],
  ips: JSON.parse(row.ips) as string[],
  ambiente: row.ambiente,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  lastUsedAt: row.last_used_at,
  revokedAt: row.revoked_at,
})

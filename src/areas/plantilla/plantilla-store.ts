// The versions of a company's paper as rows, and which of them is active for what.

import type { Database } from 'better-sqlite3'
import type { TipoDte } from '../../domain/dte/tipos'
import type { Formato } from '../../pdf'

export interface Version {
  id: string
  version: number
  nombre: string
  formato: Formato
  /** The types it may be activated for. */
  tiposDte: TipoDte[]
  /** The types that are printed with it now. */
  tiposActivos: TipoDte[]
  /** As it was sent. */
  config: object
  creadaPor: string
  createdAt: string
}

interface Row {
  id: string
  version: number
  nombre: string
  formato: Formato
  tipos_dte: string
  tipos_activos: string
  config: string
  creada_por: string
  created_at: string
}

export type PlantillaStore = ReturnType<typeof createPlantillaStore>

export function createPlantillaStore(client: Database) {
  const select = `SELECT p.*, (SELECT json_group_array(a.tipo_dte) FROM plantilla_activa a WHERE a.plantilla_id = p.id)
      AS tipos_activos FROM plantilla p WHERE p.empresa_id = ?`
  const page = client.prepare<[string, number, number], Row>(
    `${select} ORDER BY p.version DESC LIMIT ? OFFSET ?`,
  )
  const byId = client.prepare<[string, string], Row>(`${select} AND p.id = ?`)
  const active = client.prepare<[string, string, Formato, number], Row>(
    `${select} AND p.id = (SELECT plantilla_id FROM plantilla_activa
       WHERE empresa_id = ? AND formato = ? AND tipo_dte = ?)`,
  )
  const count = client
    .prepare<[string], number>('SELECT count(*) FROM plantilla WHERE empresa_id = ?')
    .pluck()
  const next = client
    .prepare<[string], number>(
      `INSERT INTO plantilla_numero VALUES (?, 1)
       ON CONFLICT (empresa_id) DO UPDATE SET ultimo = ultimo + 1 RETURNING ultimo`,
    )
    .pluck()
  const insert = client.prepare(
    `INSERT INTO plantilla (id, empresa_id, version, nombre, formato, tipos_dte, config, creada_por, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const remove = client.prepare('DELETE FROM plantilla WHERE id = ?')
  const activate = client.prepare(
    `INSERT INTO plantilla_activa (empresa_id, formato, tipo_dte, plantilla_id) VALUES (?, ?, ?, ?)
     ON CONFLICT (empresa_id, formato, tipo_dte) DO UPDATE SET plantilla_id = excluded.plantilla_id`,
  )
  const deactivate = client.prepare('DELETE FROM plantilla_activa WHERE plantilla_id = ? AND tipo_dte = ?')
  const one = (row: Row | undefined): Version | null => (row ? fromRow(row) : null)
  return {
    /** Newest first. */
    list: (empresaId: string, limit: number, offset: number): Version[] =>
      page.all(empresaId, limit, offset).map(fromRow),
    count: (empresaId: string): number => count.get(empresaId)!,
    find: (empresaId: string, id: string) => one(byId.get(empresaId, id)),
    active: (empresaId: string, formato: Formato, tipo: TipoDte) =>
      one(active.get(empresaId, empresaId, formato, tipo)),
    /** Gives it the company's next number, which it returns. */
    insert: client.transaction((empresaId: string, v: Omit<Version, 'version' | 'tiposActivos'>): number => {
      const version = next.get(empresaId)!
      const [tipos, config] = [JSON.stringify(v.tiposDte), JSON.stringify(v.config)]
      insert.run(v.id, empresaId, version, v.nombre, v.formato, tipos, config, v.creadaPor, v.createdAt)
      return version
    }).immediate,
    remove: (id: string): void => void remove.run(id),
    /** From now on these types are printed with it, whatever they were printed with. */
    activate: client.transaction((empresaId: string, { id, formato }: Version, tipos: readonly TipoDte[]) => {
      for (const tipo of tipos) activate.run(empresaId, formato, tipo, id)
    }).immediate,
    deactivate: client.transaction(({ id }: Version, tipos: readonly TipoDte[]) => {
      for (const tipo of tipos) deactivate.run(id, tipo)
    }).immediate,
  }
}

const fromRow = (row: Row): Version => ({
  id: row.id,
  version: row.version,
  nombre: row.nombre,
  formato: row.formato,
  tiposDte: JSON.parse(row.tipos_dte) as TipoDte[],
  tiposActivos: (JSON.parse(row.tipos_activos) as TipoDte[]).sort((a, b) => a - b),
  config: JSON.parse(row.config) as object,
  creadaPor: row.creada_por,
  createdAt: row.created_at,
})

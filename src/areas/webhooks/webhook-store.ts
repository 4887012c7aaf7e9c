// Webhooks as rows. Their secrets are sealed and come out only to sign.

import type { Ambiente } from '../../domain/ambiente'
import type { TipoEvento } from '../../domain/eventos'
import type { Store } from '../../store/store'

export interface Webhook {
  id: string
  empresaId: string
  ambiente: Ambiente
  url: string
  /** Empty: all. */
  eventos: TipoEvento[]
  descripcion: string | null
  activo: boolean
  /** Why the server switched it off; null when a person did. */
  motivoInactivo: string | null
  /** The first failure since the last success. */
  fallandoDesde: Date | null
  createdAt: Date
  updatedAt: Date
}

/** Whose webhooks: a company's in one environment. */
export interface Dueno {
  empresaId: string
  ambiente: Ambiente
}

interface Row {
  id: string
  empresa_id: string
  ambiente: Ambiente
  url: string
  eventos: string
  descripcion: string | null
  activo: 0 | 1
  motivo_inactivo: string | null
  fallando_desde: number | null
  secreto_cifrado: Uint8Array
  anterior_cifrado: Uint8Array | null
  anterior_hasta: number | null
  created_at: number
  updated_at: number
}

export type WebhookStore = ReturnType<typeof createWebhookStore>

export function createWebhookStore({ client, secrets }: Store) {
  const living = 'deleted_at IS NULL'
  const own = `empresa_id = @empresaId AND ambiente = @ambiente AND ${living}`
  const page = client.prepare<[Dueno & { limit: number; offset: number }], Row>(
    `SELECT * FROM webhook WHERE ${own} ORDER BY id DESC LIMIT @limit OFFSET @offset`,
  )
  const count = client.prepare<[Dueno], number>(`SELECT count(*) FROM webhook WHERE ${own}`).pluck()
  const countCompany = client
    .prepare<[string], number>(`SELECT count(*) FROM webhook WHERE empresa_id = ? AND ${living}`)
    .pluck()
  const find = client.prepare<[Dueno & { id: string }], Row>(
    `SELECT * FROM webhook WHERE ${own} AND id = @id`,
  )
  const byId = client.prepare<[string], Row>(`SELECT * FROM webhook WHERE id = ? AND ${living}`)
  const active = client.prepare<[string], Pick<Row, 'id' | 'ambiente' | 'eventos'>>(
    `SELECT id, ambiente, eventos FROM webhook WHERE empresa_id = ? AND ${living} AND activo = 1`,
  )
  const insert = client.prepare(
    `INSERT INTO webhook (id, empresa_id, ambiente, url, eventos, descripcion, activo, secreto_cifrado, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const update = client.prepare(
    `UPDATE webhook SET url = ?, eventos = ?, descripcion = ?, activo = ?, motivo_inactivo = ?, fallando_desde = ?,
       updated_at = ? WHERE id = ?`,
  )
  const rotate = client.prepare(
    `UPDATE webhook SET secreto_cifrado = ?, anterior_cifrado = ?, anterior_hasta = ?, updated_at = ? WHERE id = ?`,
  )
  const remove = client.prepare(
    `UPDATE webhook SET deleted_at = ?, activo = 0, secreto_cifrado = NULL, anterior_cifrado = NULL, anterior_hasta = NULL
     WHERE id = ?`,
  )
  const failing = client.prepare(
    'UPDATE webhook SET fallando_desde = ? WHERE id = ? AND fallando_desde IS NULL',
  )
  const healthy = client.prepare(
    'UPDATE webhook SET fallando_desde = NULL WHERE id = ? AND fallando_desde IS NOT NULL',
  )
  const place = (column: 'secreto_cifrado' | 'anterior_cifrado', id: string) => ({
    table: 'webhook',
    column,
    id,
  })
  const open = (column: 'secreto_cifrado' | 'anterior_cifrado', row: Row): string =>
    secrets.open(place(column, row.id), row[column]!).toString()

  return {
    /** Newest first. */
    list: (dueno: Dueno, limit: number, offset: number) => page.all({ ...dueno, limit, offset }).map(fromRow),
    count: (dueno: Dueno): number => count.get(dueno)!,
    /** In all environments. */
    countCompany: (empresaId: string): number => countCompany.get(empresaId)!,
    find(dueno: Dueno, id: string): Webhook | null {
      const row = find.get({ ...dueno, id })
      return row ? fromRow(row) : null
    },
    byId(id: string): Webhook | null {
      const row = byId.get(id)
      return row ? fromRow(row) : null
    },
    /** What a new event of the company may be for. */
    active: (empresaId: string) =>
      active
        .all(empresaId)
        .map(({ id, ambiente, eventos }) => ({ id, ambiente, eventos: JSON.parse(eventos) as string[] })),
    insert(w: Webhook, secreto: string): void {
      const sealed = secrets.seal(place('secreto_cifrado', w.id), secreto)
      const [created, updated] = [w.createdAt.getTime(), w.updatedAt.getTime()]
      const { id, empresaId, ambiente, url, descripcion } = w
      const eventos = JSON.stringify(w.eventos)
      insert.run(
        id,
        empresaId,
        ambiente,
        url,
        eventos,
        descripcion,
        w.activo ? 1 : 0,
        sealed,
        created,
        updated,
      )
    },
    update(w: Webhook): void {
      const eventos = JSON.stringify(w.eventos)
      const { url, descripcion, motivoInactivo, fallandoDesde, updatedAt } = w
      const desde = fallandoDesde?.getTime() ?? null
      update.run(
        url,
        eventos,
        descripcion,
        w.activo ? 1 : 0,
        motivoInactivo,
        desde,
        updatedAt.getTime(),
        w.id,
      )
    },
    /** The secrets that sign at `now`, the present one first. */
    secretos(id: string, now: Date): [string, ...string[]] {
      const row = byId.get(id)!
      const overlaps = row.anterior_hasta !== null && row.anterior_hasta > now.getTime()
      return [open('secreto_cifrado', row), ...(overlaps ? [open('anterior_cifrado', row)] : [])]
    },
    rotate(id: string, secreto: string, anteriorHasta: Date, now: Date): void {
      const old = secrets.seal(place('anterior_cifrado', id), open('secreto_cifrado', byId.get(id)!))
      rotate.run(
        secrets.seal(place('secreto_cifrado', id), secreto),
        old,
        anteriorHasta.getTime(),
        now.getTime(),
        id,
      )
    },
    remove: (id: string, now: Date): void => void remove.run(now.getTime(), id),
    markFailing: (id: string, now: Date): void => void failing.run(now.getTime(), id),
    markHealthy: (id: string): void => void healthy.run(id),
  }
}

const fromRow = (row: Row): Webhook => ({
  id: row.id,
  empresaId: row.empresa_id,
  ambiente: row.ambiente,
  url: row.url,
  eventos: JSON.parse(row.eventos) as TipoEvento[],
  descripcion: row.descripcion,
  activo: row.activo === 1,
  motivoInactivo: row.motivo_inactivo,
  fallandoDesde: row.fallando_desde === null ? null : new Date(row.fallando_desde),
  createdAt: new Date(row.created_at),
  updatedAt: new Date(row.updated_at),
})

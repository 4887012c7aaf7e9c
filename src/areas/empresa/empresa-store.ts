// The companies of an account as rows. A deleted one keeps its row, because its documents keep theirs.

import type { Database } from 'better-sqlite3'
import type { Ambiente } from '../../domain/ambiente'

export const ENVIO_RECEPTOR = ['no', 'al_emitir', 'al_aceptar'] as const
export type EnvioReceptor = (typeof ENVIO_RECEPTOR)[number]

/** A company. Those named at registration lack `giro`, `direccion` and `comuna` until they are completed. */
export interface Empresa {
  id: string
  cuentaId: string
  rut: string
  razonSocial: string
  giro: string | null
  actividadesEconomicas: number[]
  direccion: string | null
  comuna: string | null
  ciudad: string | null
  telefono: string | null
  email: string | null
  sitioWeb: string | null
  codigoSucursalSii: number | null
  /** Of the SII, for the environment the company works in. `fecha` is Chile's. */
  resolucion: { numero: number; fecha: string } | null
  /** Mailbox for the exchange of documents with other taxpayers. */
  emailIntercambio: string | null
  /** The threshold of few folios for types without one of their own. */
  alertaFolios: number | null
  /** When receivers get their copy by mail. */
  envioReceptor: EnvioReceptor
  /** Whether whoever has a document's public address may see it. */
  consultaPublica: boolean
  ambiente: Ambiente
  /** Its file, loaded by way of the area `plantilla`; in pixels. */
  logo: { tipo: string; ancho: number; alto: number } | null
  createdAt: string
  /** Since when it is deleted, so that its documents are only read; null when it lives. */
  eliminadaAt: string | null
}

interface Row {
  id: string
  cuenta_id: string
  rut: string
  razon_social: string
  giro: string | null
  actividades_economicas: string
  direccion: string | null
  comuna: string | null
  ciudad: string | null
  telefono: string | null
  email: string | null
  sitio_web: string | null
  codigo_sucursal_sii: number | null
  resolucion_numero: number | null
  resolucion_fecha: string | null
  email_intercambio: string | null
  alerta_folios: number | null
  envio_receptor: EnvioReceptor
  consulta_publica: 0 | 1
  ambiente: Ambiente
  created_at: string
}

/** What is read beside the company's own row. */
type FoundRow = Row & { logo: string | null; deleted_at: string | null }

const COLUMNS = [
  'id',
  'cuenta_id',
  'rut',
  'razon_social',
  'giro',
  'actividades_economicas',
  'direccion',
  'comuna',
  'ciudad',
  'telefono',
  'email',
  'sitio_web',
  'codigo_sucursal_sii',
  'resolucion_numero',
  'resolucion_fecha',
  'email_intercambio',
  'alerta_folios',
  'envio_receptor',
  'consulta_publica',
  'ambiente',
  'created_at',
] as const satisfies (keyof Row)[]

/** Ids of the companies within reach of a credential; null is all of the account. */
export type Reach = readonly string[] | null

export interface EmpresaStore {
  /** Oldest first; of those alone that `reach` names, unless it is null; the living ones, or the deleted. */
  list(cuentaId: string, reach: Reach, limit: number, offset: number, eliminadas?: boolean): Empresa[]
  count(cuentaId: string, reach: Reach, eliminadas?: boolean): number
  /** Null when the account has no such living company. */
  find(cuentaId: string, id: string): Empresa | null
  /** The same, be it deleted or not. */
  findAny(cuentaId: string, id: string): Empresa | null
  findByRut(cuentaId: string, rut: string): Empresa | null
  insert(empresa: Empresa): void
  update(empresa: Empresa): void
  /** Hides the company, takes it from the sessions that work with it, revokes its keys and forgets its certificate. */
  remove(id: string, at: Date): void
  /** Brings a deleted company back; not its keys, nor its certificate. */
  restore(id: string): void
  /** Documents of it that are still on their way to the SII. */
  countPending(id: string): number
}

export function createEmpresaStore(client: Database): EmpresaStore {
  const columns = `${COLUMNS.join(', ')}, (SELECT json_object('tipo', tipo, 'ancho', ancho, 'alto', alto)
    FROM logo WHERE empresa_id = empresa.id) AS logo, deleted_at`
  const selectAny = `SELECT ${columns} FROM empresa WHERE cuenta_id = ?`
  const select = `${selectAny} AND deleted_at IS NULL`
  const within = `FROM empresa WHERE cuenta_id = @cuentaId AND (deleted_at IS NOT NULL) = @eliminadas
    AND (@reach IS NULL OR id IN (SELECT value FROM json_each(@reach)))`
  const page = client.prepare<[Within & { limit: number; offset: number }], FoundRow>(
    `SELECT ${columns} ${within} ORDER BY id LIMIT @limit OFFSET @offset`,
  )
  const byId = client.prepare<[string, string], FoundRow>(`${select} AND id = ?`)
  const anyById = client.prepare<[string, string], FoundRow>(`${selectAny} AND id = ?`)
  const byRut = client.prepare<[string, string], FoundRow>(`${select} AND rut = ?`)
  const count = client.prepare<[Within], number>(`SELECT count(*) ${within}`).pluck()
  const insert = client.prepare<[Row]>(
    `INSERT INTO empresa (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map((name) => `@${name}`).join(', ')})`,
  )
  const update = client.prepare<[Row]>(
    `UPDATE empresa SET ${COLUMNS.map((name) => `${name} = @${name}`).join(', ')} WHERE id = @id`,
  )
  const pending = client
    .prepare<[string], number>(
      `SELECT count(*) FROM job WHERE empresa_id = ? AND kind LIKE 'dte.%'
         AND estado IN ('pending', 'scheduled', 'processing')`,
    )
    .pluck()
  const remove = client.prepare('UPDATE empresa SET deleted_at = ? WHERE id = ?')
  const restore = client.prepare('UPDATE empresa SET deleted_at = NULL WHERE id = ?')
  const leave = client.prepare('UPDATE sesion SET empresa_id = NULL WHERE empresa_id = ?')
  const revokeKeys = client.prepare(
    'UPDATE api_key SET revoked_at = ? WHERE empresa_id = ? AND revoked_at IS NULL',
  )
  const forgetCertificate = client.prepare('DELETE FROM certificado WHERE empresa_id = ?')
  const one = (row: FoundRow | undefined): Empresa | null => (row ? fromRow(row) : null)
  return {
    list: (cuentaId, reach, limit, offset, eliminadas = false) =>
      page.all({ ...scopeOf(cuentaId, reach, eliminadas), limit, offset }).map(fromRow),
    count: (cuentaId, reach, eliminadas = false) => count.get(scopeOf(cuentaId, reach, eliminadas))!,
    find: (cuentaId, id) => one(byId.get(cuentaId, id)),
    findAny: (cuentaId, id) => one(anyById.get(cuentaId, id)),
    findByRut: (cuentaId, rut) => one(byRut.get(cuentaId, rut)),
    insert: (empresa) => void insert.run(toRow(empresa)),
    update: (empresa) => void update.run(toRow(empresa)),
    countPending: (id) => pending.get(id)!,
    remove: client.transaction((id: string, at: Date) => {
      remove.run(at.toISOString(), id)
      leave.run(id)
      revokeKeys.run(at.toISOString(), id)
      forgetCertificate.run(id)
    }).immediate,
    restore: (id) => void restore.run(id),
  }
}

interface Within {
  cuentaId: string
  reach: string | null
  eliminadas: 0 | 1
}

const scopeOf = (cuentaId: string, reach: Reach, eliminadas: boolean): Within => ({
  cuentaId,
  reach: reach && JSON.stringify(reach),
  eliminadas: eliminadas ? 1 : 0,
})

const fromRow = (row: FoundRow): Empresa => ({
  id: row.id,
  cuentaId: row.cuenta_id,
  rut: row.rut,
  razonSocial: row.razon_social,
  giro: row.giro,
  actividadesEconomicas: JSON.parse(row.actividades_economicas) as number[],
  direccion: row.direccion,
  comuna: row.comuna,
  ciudad: row.ciudad,
  telefono: row.telefono,
  email: row.email,
  sitioWeb: row.sitio_web,
  codigoSucursalSii: row.codigo_sucursal_sii,
  resolucion:
    row.resolucion_numero === null || row.resolucion_fecha === null
      ? null
      : { numero: row.resolucion_numero, fecha: row.resolucion_fecha },
  emailIntercambio: row.email_intercambio,
  alertaFolios: row.alerta_folios,
  envioReceptor: row.envio_receptor,
  consultaPublica: row.consulta_publica === 1,
  ambiente: row.ambiente,
  logo: row.logo === null ? null : (JSON.parse(row.logo) as Empresa['logo']),
  createdAt: row.created_at,
  eliminadaAt: row.deleted_at,
})

const toRow = (empresa: Empresa): Row => ({
  id: empresa.id,
  cuenta_id: empresa.cuentaId,
  rut: empresa.rut,
  razon_social: empresa.razonSocial,
  giro: empresa.giro,
  actividades_economicas: JSON.stringify(empresa.actividadesEconomicas),
  direccion: empresa.direccion,
  comuna: empresa.comuna,
  ciudad: empresa.ciudad,
  telefono: empresa.telefono,
  email: empresa.email,
  sitio_web: empresa.sitioWeb,
  codigo_sucursal_sii: empresa.codigoSucursalSii,
  resolucion_numero: empresa.resolucion?.numero ?? null,
  resolucion_fecha: empresa.resolucion?.fecha ?? null,
  email_intercambio: empresa.emailIntercambio,
  alerta_folios: empresa.alertaFolios,
  envio_receptor: empresa.envioReceptor,
  consulta_publica: empresa.consultaPublica ? 1 : 0,
  ambiente: empresa.ambiente,
  created_at: empresa.createdAt,
})

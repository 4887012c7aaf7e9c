// Accounts and their people as rows.

import type { Database } from 'better-sqlite3'
import { type Derechos, limitOf } from '../../domain/derechos'
import { type Permiso, permisosOf, type Rol } from '../../domain/permisos'

export interface Cuenta {
  id: string
  nombre: string
  email: string
  plan: string
  createdAt: string
}

export interface Usuario {
  id: string
  cuentaId: string
  nombre: string
  email: string
  passwordHash: string
  rol: Rol
  /** Beyond the role, and taken from it. */
  permisosExtra: Permiso[]
  permisosQuitados: Permiso[]
  /** Document types he may issue and companies he sees; empty is all. */
  tiposDte: number[]
  empresas: string[]
  createdAt: string
}

/** What a role gives and no more. */
export const SIN_CAMBIOS = { permisosExtra: [], permisosQuitados: [], tiposDte: [], empresas: [] }

/** What a person may do, as `beyond` compares it. */
export const derechosOf = (usuario: Omit<Usuario, 'id' | 'passwordHash'>): Derechos => ({
  propietario: usuario.rol === 'propietario',
  permisos: permisosOf(
    usuario.rol,
    usuario.permisosExtra,
    usuario.permisosQuitados,
    usuario.empresas.length > 0,
  ),
  tiposDte: limitOf(usuario.tiposDte),
  empresas: limitOf(usuario.empresas),
})

interface Row {
  id: string
  cuenta_id: string
  nombre: string
  email: string
  password_hash: string
  rol: Rol
  permisos_extra: string
  permisos_quitados: string
  tipos_dte: string
  empresas: string
  created_at: string
}

const COLUMNS = [
  'id',
  'cuenta_id',
  'nombre',
  'email',
  'password_hash',
  'rol',
  'permisos_extra',
  'permisos_quitados',
  'tipos_dte',
  'empresas',
  'created_at',
] as const satisfies (keyof Row)[]

export type UsuarioStore = ReturnType<typeof createUsuarioStore>

export function createUsuarioStore(client: Database) {
  const select = `SELECT ${COLUMNS.join(', ')} FROM usuario`
  const count = client.prepare<[], number>('SELECT count(*) FROM usuario').pluck()
  // `email` compares without case (migrations/0001).
  const byEmail = client.prepare<[string], Row>(`${select} WHERE email = ?`)
  const byId = client.prepare<[string], Row>(`${select} WHERE id = ?`)
  const page = client.prepare<[string, number, number], Row>(
    `${select} WHERE cuenta_id = ? ORDER BY id LIMIT ? OFFSET ?`,
  )
  const inCuenta = client
    .prepare<[string], number>('SELECT count(*) FROM usuario WHERE cuenta_id = ?')
    .pluck()
  const owners = client
    .prepare<[string], number>(`SELECT count(*) FROM usuario WHERE cuenta_id = ? AND rol = 'propietario'`)
    .pluck()
  const insertCuenta = client.prepare(
    'INSERT INTO cuenta (id, nombre, email, plan, created_at) VALUES (?, ?, ?, ?, ?)',
  )
  const insertUsuario = client.prepare<[Row]>(
    `INSERT INTO usuario (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map((name) => `@${name}`).join(', ')})`,
  )
  const update = client.prepare<[Row]>(
    `UPDATE usuario SET nombre = @nombre, rol = @rol, permisos_extra = @permisos_extra,
       permisos_quitados = @permisos_quitados, tipos_dte = @tipos_dte, empresas = @empresas WHERE id = @id`,
  )
  const setHash = client.prepare('UPDATE usuario SET password_hash = ? WHERE id = ?')
  // With their tokens: a removed person's sessions end with the next request.
  const removal = [
    'DELETE FROM refresh_token WHERE sesion_id IN (SELECT id FROM sesion WHERE usuario_id = ?)',
    'DELETE FROM sesion WHERE usuario_id = ?',
    'DELETE FROM usuario WHERE id = ?',
  ].map((sql) => client.prepare<[string]>(sql))
  const lastUse = client
    .prepare<[string], string | null>('SELECT max(last_used_at) FROM sesion WHERE usuario_id = ?')
    .pluck()
  const one = (row: Row | undefined): Usuario | null => (row ? fromRow(row) : null)
  return {
    count: (): number => count.get()!,
    findByEmail: (email: string) => one(byEmail.get(email)),
    find: (id: string) => one(byId.get(id)),
    /** People of an account, oldest first. */
    list: (cuentaId: string, limit: number, offset: number) => page.all(cuentaId, limit, offset).map(fromRow),
    countIn: (cuentaId: string): number => inCuenta.get(cuentaId)!,
    countOwners: (cuentaId: string): number => owners.get(cuentaId)!,
    /** When any session of the person was last used; null without sessions. */
    lastUse: (id: string): string | null => lastUse.get(id) ?? null,
    insertCuenta({ id, nombre, email, plan, createdAt }: Cuenta): void {
      insertCuenta.run(id, nombre, email, plan, createdAt)
    },
    insert: (usuario: Usuario): void => void insertUsuario.run(toRow(usuario)),
    /** Everything but e-mail and password. */
    update: (usuario: Usuario): void => void update.run(toRow(usuario)),
    setPasswordHash: (id: string, hash: string): void => void setHash.run(hash, id),
    /** With the person's sessions. Call it in a transaction. */
    remove: (id: string): void => {
      for (const statement of removal) statement.run(id)
    },
  }
}

const fromRow = (row: Row): Usuario => ({
  id: row.id,
  cuentaId: row.cuenta_id,
  nombre: row.nombre,
  email: row.email,
  passwordHash: row.password_hash,
  rol: row.rol,
  permisosExtra: JSON.parse(row.permisos_extra) as Permiso[],
  permisosQuitados: JSON.parse(row.permisos_quitados) as Permiso[],
  tiposDte: JSON.parse(row.tipos_dte) as number[],
  empresas: JSON.parse(row.empresas) as string[],
  createdAt: row.created_at,
})

const toRow = (usuario: Usuario): Row => ({
  id: usuario.id,
  cuenta_id: usuario.cuentaId,
  nombre: usuario.nombre,
  email: usuario.email,
  password_hash: usuario.passwordHash,
  rol: usuario.rol,
  permisos_extra: JSON.stringify(usuario.permisosExtra),
  permisos_quitados: JSON.stringify(usuario.permisosQuitados),
  tipos_dte: JSON.stringify(usuario.tiposDte),
  empresas: JSON.stringify(usuario.empresas),
  created_at: usuario.createdAt,
})

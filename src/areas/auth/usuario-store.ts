// Accounts and their people as rows.

import type { Database } from 'better-sqlite3'
import type { Rol } from '../../domain/permisos'

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
  createdAt: string
}

interface Row {
  id: string
  cuenta_id: string
  nombre: string
  email: string
  password_hash: string
  rol: Rol
  created_at: string
}

export type UsuarioStore = ReturnType<typeof createUsuarioStore>

export function createUsuarioStore(client: Database) {
  const count = client.prepare<[], number>('SELECT count(*) FROM usuario').pluck()
  // `email` compares without case (migrations/0001).
  const byEmail = client.prepare<[string], Row>('SELECT * FROM usuario WHERE email = ?')
  const byId = client.prepare<[string], Row>('SELECT * FROM usuario WHERE id = ?')
  const insertCuenta = client.prepare(
    'INSERT INTO cuenta (id, nombre, email, plan, created_at) VALUES (?, ?, ?, ?, ?)',
  )
  const insertUsuario = client.prepare(
    `INSERT INTO usuario (id, cuenta_id, nombre, email, password_hash, rol, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
  const one = (row: Row | undefined): Usuario | null => (row ? fromRow(row) : null)
  return {
    count: (): number => count.get()!,
    findByEmail: (email: string) => one(byEmail.get(email)),
    find: (id: string) => one(byId.get(id)),
    insertCuenta({ id, nombre, email, plan, createdAt }: Cuenta): void {
      insertCuenta.run(id, nombre, email, plan, createdAt)
    },
    insert(usuario: Usuario): void {
      const { id, cuentaId, nombre, email, passwordHash, rol, createdAt } = usuario
      insertUsuario.run(id, cuentaId, nombre, email, passwordHash, rol, createdAt)
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
  createdAt: row.created_at,
})

// `timbre usuario segundo-factor`: for who lost the authenticator and its recovery codes (http §14.1).

import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { connect } from '../../src/store/driver'
import { PASSWORD } from '../support/test-app'
import { inTempDir, timbre } from './spawn'

const ANA = ['--email', 'ana@example.cl']

test('tells who has one, takes it away with the sessions, and writes it down as the operator’s', () =>
  inTempDir(async (cwd) => {
    const run = (...args: string[]) => timbre(['usuario', ...args], { cwd, input: `${PASSWORD}\n` })
    await run('crear', ...ANA, '--nombre', 'Ana')
    expect((await run('segundo-factor', ...ANA)).out.trim()).toBe('ana@example.cl no tiene segundo factor')
    expect(await run('segundo-factor', ...ANA, '--quitar')).toMatchObject({ status: 1, out: '' })
    expect((await run('segundo-factor', '--email', 'nadie@example.cl')).status).toBe(1)

    const db = connect(join(cwd, 'datos', 'timbre.db'))
    try {
      db.exec(`
        INSERT INTO segundo_factor (usuario_id, secreto_cifrado, created_at, confirmado_en)
          SELECT id, x'01', '2026-11-20', '2026-11-20T14:00:00.000Z' FROM usuario;
        INSERT INTO llave_acceso (id, usuario_id, nombre, credencial, clave_publica, sitio, created_at)
          SELECT 'lla_1', id, 'Teléfono', 'AQID', 'AQID', 'localhost', '2026-11-21' FROM usuario;
        INSERT INTO codigo_recuperacion (usuario_id, hash) SELECT id, 'h1' FROM usuario;
        INSERT INTO codigo_recuperacion (usuario_id, hash, usado_en) SELECT id, 'h2', '2026' FROM usuario;
        INSERT INTO sesion (id, usuario_id, created_at, last_used_at) SELECT 'ses_1', id, '2026', '2026' FROM usuario`)
      expect((await run('segundo-factor', ...ANA)).out.trim()).toBe(
        'ana@example.cl lo tiene desde 2026-11-20T14:00:00.000Z; aplicación de códigos: sí; llaves de acceso: 1; códigos de recuperación sin usar: 1',
      )
      const { status, out } = await run('segundo-factor', ...ANA, '--quitar')
      expect([status, out.trim()]).toEqual([
        0,
        'Segundo factor de ana@example.cl quitado; sus sesiones quedaron cerradas',
      ])
      const count = (table: string, where = 'TRUE') =>
        db.prepare(`SELECT count(*) FROM ${table} WHERE ${where}`).pluck().get()
      expect(['segundo_factor', 'llave_acceso', 'codigo_recuperacion'].map((table) => count(table))).toEqual([
        0, 0, 0,
      ])
      expect(count('sesion', 'revoked_at IS NULL')).toBe(0)
      expect(db.prepare('SELECT actor, accion, detalle FROM auditoria ORDER BY rowid DESC').get()).toEqual({
        actor: 'operador',
        accion: 'usuario.segundo_factor_quitado',
        detalle: '{"email":"ana@example.cl"}',
      })
    } finally {
      db.close()
    }
  }))

// A database whose certificates were kept in clear (issue 2: encryption at rest).

import { describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Database } from 'better-sqlite3'
import { createEmisores } from '../../src/areas/dte/emisor'
import { openCertificado } from '../../src/store/certificado-cifrado'
import { openDatabase } from '../../src/store/driver'
import { createSecrets } from '../../src/store/secrets'
import { openStore, WrongMasterKey } from '../../src/store/store'
import { readPfx } from '../../src/xml/certificado'
import { tempDir } from './temp-dir'

const KEY = new Uint8Array(32).fill(1)
const NOW = new Date('2026-11-20T12:00:00Z')
const open = (path: string, masterKey = KEY) => openStore({ path, masterKey, clock: () => NOW })

const FOLDER = join(import.meta.dir, '../../migrations')
const SEALING = '0004_sello_certificado'
const pfx = readFileSync(join(import.meta.dir, '../fixtures/pfx/moderno-aes256.b64'), 'utf8')
const CERTIFICADO = readPfx(Buffer.from(pfx, 'base64'), 'clave123', NOW)
// From the middle of it: a fragment is enough to know a text by.
const FRAGMENT = CERTIFICADO.certificadoPem.split('\n')[5]!

/** A database as the version before the sealing left it, with a certificate for each of three companies. */
function old(): string {
  const path = join(tempDir(), 'timbre.db')
  const db = openDatabase(path)
  db.exec('CREATE TABLE migracion (nombre TEXT PRIMARY KEY, aplicada_at TEXT NOT NULL, sha256 TEXT) STRICT')
  for (const name of readdirSync(FOLDER).sort()) {
    const nombre = name.replace('.sql', '')
    if (nombre >= SEALING) break
    db.exec(readFileSync(join(FOLDER, name), 'utf8'))
    db.prepare('INSERT INTO migracion VALUES (?, ?, NULL)').run(nombre, '2026')
  }
  const secrets = createSecrets(KEY)
  const canary = { table: 'meta', column: 'valor', id: 'clave_maestra' }
  db.prepare("INSERT INTO meta VALUES ('clave_maestra', ?)").run(
    secrets.seal(canary, 'timbre').toString('base64'),
  )
  db.exec(
    `INSERT INTO cuenta (id, nombre, email, plan, created_at) VALUES ('cta_1', 'Cuenta', 'a@b.cl', 'Empresa', '2026')`,
  )
  for (const n of [1, 2, 3]) insertOld(db, `emp_${n}`, secrets)
  db.close()
  return path
}

function insertOld(db: Database, id: string, secrets: ReturnType<typeof createSecrets>): void {
  db.prepare(
    `INSERT INTO empresa (id, cuenta_id, rut, razon_social, ambiente, created_at)
     VALUES (?, 'cta_1', ?, 'Una', 'simulacion', '2026')`,
  ).run(id, `${id}-0`)
  const { rutTitular, nombre, emisor, validoDesde, validoHasta, certificadoPem, llavePem } = CERTIFICADO
  const llave = secrets.seal({ table: 'certificado', column: 'llave_cifrada', id }, llavePem)
  db.prepare('INSERT INTO certificado VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)').run(
    id,
    rutTitular,
    nombre,
    emisor,
    validoDesde,
    validoHasta,
    certificadoPem,
    llave,
    '2026',
  )
}

/** Every file of the folder: the database and its log. */
const bytesOf = (path: string): Buffer =>
  Buffer.concat(readdirSync(dirname(path)).map((name) => readFileSync(join(dirname(path), name))))

describe('a certificate kept in clear', () => {
  test('is sealed at the first start, and its text is nowhere in the files any more', () => {
    const path = old()
    expect(bytesOf(path).includes(FRAGMENT)).toBe(true)
    const store = open(path)
    expect(bytesOf(path).includes(FRAGMENT)).toBe(false)
    expect(bytesOf(path).includes(CERTIFICADO.nombre)).toBe(false)
    for (const id of ['emp_1', 'emp_2', 'emp_3']) {
      const row = store.client.prepare('SELECT * FROM certificado WHERE empresa_id = ?').get(id) as Record<
        string,
        string | Buffer
      >
      expect(row.por_cifrar).toBeNull()
      expect(row.rut_titular).toBe(CERTIFICADO.rutTitular)
      expect(openCertificado(store.secrets, id, row.certificado_cifrado as Buffer)).toEqual({
        pem: CERTIFICADO.certificadoPem,
        nombre: CERTIFICADO.nombre,
        emisor: CERTIFICADO.emisor,
      })
      // Bound to its row: another company cannot be given it.
      expect(() => openCertificado(store.secrets, 'emp_9', row.certificado_cifrado as Buffer)).toThrow(
        'cannot open',
      )
    }
    const signer = createEmisores(store).firmante('emp_2').firmante
    expect(Buffer.from(CERTIFICADO.certificadoPem.replace(/-----[^-]+-----|\s/g, '')).toString()).toBe(
      signer.certificado,
    )
    store.close()
  })

  test('is sealed at the next start when the first one died after the migration', () => {
    const path = old()
    // Migrated but not sealed: another key is refused in between.
    expect(() => open(path, new Uint8Array(32).fill(2))).toThrow(WrongMasterKey)
    expect(openDatabase(path).prepare('SELECT count(por_cifrar) FROM certificado').pluck().get()).toBe(3)
    const store = open(path)
    expect(store.client.prepare('SELECT count(certificado_cifrado) FROM certificado').pluck().get()).toBe(3)
    expect(bytesOf(path).includes(FRAGMENT)).toBe(false)
    expect(store.client.pragma('secure_delete', { simple: true })).toBe(0)
    store.close()
  })
})

// A real database of an older Timbre, brought to this version (contract §23). The fixture is what the demo of commit fef33d4,
// of schema 0001 and 0002, left behind: twelve documents of an invented company, sealed under the key below.

import { describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { databaseFile, openCarpeta } from '../../src/cli/carpeta'
import { verifyDocumentos, verifyFolios, verifySecretos, verifySqlite } from '../../src/cli/verificar-datos'
import { createLog } from '../../src/domain/log'
import { connect } from '../../src/store/driver'
import { tempDir } from '../store/temp-dir'
import { testApp } from '../support/test-app'

const FIXTURE = join(import.meta.dir, '../fixtures/base/fef33d4.db.gz')
const KEY = Buffer.from('0e3a0cbfbe490af3af425fd9a88aba6326c832b66a21cbb39cf781002237db9d', 'hex')
const OWNER = { email: 'demo@example.cl', password: 'una demo de Timbre' }
const NOW = '2026-11-21T12:00:00.000Z'

/** SHA-256, its first 16 digits, of each signed XML as the old program handed it out, and its total. */
const DOCUMENTOS: Record<string, [sha256: string, total: number]> = {
  '33': ['d72ffdaa04bf113b', 1_454_640],
  '34': ['75fdd33c132ed014', 261_000],
  '39': ['dafb118943d15b96', 40_743],
  '41': ['3538b8eecd261ab8', 48_500],
  '43': ['33b32add07cd32a8', 5_349_904],
  '46': ['318d861be6fff1e6', 428_455],
  '52': ['41d57afd3a8b5f0b', 811_818],
  '56': ['78dfbe9a71b22b4f', 21_242],
  '61': ['b0bce10170eb23f5', 75_953],
}

const deps = {
  clock: () => new Date(NOW),
  random: (size: number) => new Uint8Array(size),
  log: createLog({ level: 'silent', clock: () => new Date(NOW), write: () => {} }),
}

/** An old data folder, opened by this program. */
function upgraded() {
  const dir = tempDir()
  writeFileSync(databaseFile(dir), gunzipSync(readFileSync(FIXTURE)), { mode: 0o600 })
  const carpeta = openCarpeta({ dataDir: dir, masterKey: KEY }, deps)
  return { dir, carpeta }
}

describe('a database of schema 0001 and 0002', () => {
  test('is copied whole before it is migrated, and the copy is what it was', () => {
    const { dir, carpeta } = upgraded()
    const copies = readdirSync(dir).filter((name) => name.startsWith('timbre.db.antes-de-0003'))
    expect(copies).toHaveLength(1)
    const copy = connect(join(dir, copies[0]!), { readonly: true })
    expect(copy.prepare('SELECT nombre FROM migracion ORDER BY nombre').pluck().all()).toEqual([
      '0001_base',
      '0002_simulador',
    ])
    expect(copy.prepare('SELECT count(*) FROM documento').pluck().get()).toBe(12)
    copy.close()
    carpeta.close()
  })

  test('passes every check of `timbre verificar` afterwards', () => {
    const { client, secrets } = upgraded().carpeta.store
    const found = [
      ...verifySqlite(client),
      ...verifySecretos(client, secrets),
      ...verifyFolios(client),
      ...verifyDocumentos(client),
    ]
    expect(found.length).toBeGreaterThan(8)
    expect(found.filter(({ estado }) => estado !== 'bien')).toEqual([])
    expect(client.pragma('foreign_key_check')).toEqual([])
  })

  test('serves its people, certificate, lists with their totals and the very bytes of its documents, and goes on issuing', async () => {
    const { carpeta } = upgraded()
    const app = await testApp({ store: carpeta.store, now: NOW })
    const login = await app.post('/auth/login', OWNER, {})
    expect(login.status).toBe(200)
    const session = { authorization: `Bearer ${login.body.data.access_token ?? login.body.access_token}` }

    const list = await app.get('/v1/documentos', session)
    expect(list.body.paginacion.total).toBe(12)
    expect(list.body.data).toHaveLength(12)
    expect((await app.get('/v1/dte/emision', session)).body.paginacion.total).toBe(12)
    expect(new Set(list.body.data.map((row: { estado_sii: string }) => row.estado_sii))).toEqual(
      new Set(['aceptado']),
    )
    for (const [tipo, [sha256, total]] of Object.entries(DOCUMENTOS)) {
      const xml = await app.app.handle(
        new Request(`http://localhost/v1/dte/xml/${tipo}/1`, { headers: session }),
      )
      const digest = createHash('sha256')
        .update(Buffer.from(await xml.arrayBuffer()))
        .digest('hex')
      expect([tipo, digest.slice(0, 16)]).toEqual([tipo, sha256])
      const { body } = await app.get(`/v1/documentos/${tipo}/1`, session)
      expect([tipo, body.data.monto_total]).toEqual([tipo, total])
    }
    expect((await app.get('/v1/dte/pdf/52/1', session)).status).toBe(200)

    const { id } = (await app.get('/v1/empresa/actual', session)).body.data
    const certificado = await app.get(`/v1/empresa/${id}/certificado`, session)
    expect(certificado).toMatchObject({ status: 200, body: { data: { nombre: expect.any(String) } } })

    const issued = await app.post(
      '/v1/dte/emitir',
      { tipo_dte: 39, detalle: [{ nombre: 'Clavos', cantidad: 1, precio: 1190 }] },
      session,
    )
    expect(issued).toMatchObject({ status: 202, body: { data: { folio: 2 } } })
    await app.settle()
    expect((await app.get('/v1/documentos/39/2', session)).body.data.estado_sii).toBe('aceptado')
    expect((await app.get('/v1/documentos', session)).body.paginacion.total).toBe(13)
    carpeta.close()
  })

  test('is refused by an older program once a newer one has migrated it, and left as it is', () => {
    const { dir, carpeta } = upgraded()
    carpeta.store.client.exec("INSERT INTO migracion (nombre, aplicada_at) VALUES ('9999_futuro', '2027')")
    carpeta.close()
    const before = createHash('sha256')
      .update(readFileSync(databaseFile(dir)))
      .digest('hex')
    const open = () => openCarpeta({ dataDir: dir, masterKey: KEY }, deps)
    expect(open).toThrow('más nueva de Timbre (tiene 9999_futuro)')
    expect(
      createHash('sha256')
        .update(readFileSync(databaseFile(dir)))
        .digest('hex'),
    ).toBe(before)
  })
})

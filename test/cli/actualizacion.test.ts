// Real databases of older versions, brought to this one (http §23). Each fixture is what `old-database.ts` left behind when it
// was the newest schema: documents of an invented company, sealed under that file's key.

import { describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { createLog } from '../../src/base/log'
import { databaseFile, openCarpeta } from '../../src/cli/carpeta'
import { verifyDocumentos, verifySecretos, verifySqlite } from '../../src/cli/verificar-datos'
import { verifyFolios } from '../../src/cli/verificar-folios'
import { connect } from '../../src/store/driver'
import { MIGRACIONES, type Migracion } from '../../src/store/migrate'
import { tempDir } from '../store/temp-dir'
import { PASSWORD, testApp } from '../support/test-app'
import { type Esperado, KEY } from './old-database'

const FOLDER = join(import.meta.dir, '../fixtures/base')
const OWNER = { email: 'dueno0@example.cl', password: PASSWORD }
const NOW = '2026-11-21T12:00:00.000Z'

const BASES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.replace('.json', ''))

const deps = {
  clock: () => new Date(NOW),
  random: (size: number) => new Uint8Array(size),
  log: createLog({ level: 'silent', clock: () => new Date(NOW), write: () => {} }),
}

/** An old data folder, opened by this program, or by one with more migrations. */
function upgraded(base: string, migraciones?: readonly Migracion[]) {
  const dir = tempDir()
  const bytes = gunzipSync(readFileSync(join(FOLDER, `${base}.db.gz`)))
  writeFileSync(databaseFile(dir), bytes, { mode: 0o600 })
  return { dir, carpeta: openCarpeta({ dataDir: dir, masterKey: KEY }, { ...deps, migraciones }) }
}

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

describe.each(BASES)('a database of %s', (base) => {
  const esperado: Esperado = JSON.parse(readFileSync(join(FOLDER, `${base}.json`), 'utf8'))
  const later = [
    ...MIGRACIONES,
    { nombre: '9998_prueba', sql: 'ALTER TABLE documento ADD COLUMN prueba INTEGER' },
  ]

  test('is copied whole before it is migrated, and the copy is what it was', () => {
    const { dir, carpeta } = upgraded(base, later)
    const copies = readdirSync(dir).filter((name) => name.startsWith('timbre.db.antes-de-'))
    expect(copies).toHaveLength(1)
    const copy = connect(join(dir, copies[0]!), { readonly: true })
    expect(copy.prepare('SELECT nombre FROM migracion ORDER BY nombre').pluck().all().at(-1)).toBe(base)
    expect(copy.prepare('SELECT count(*) FROM documento').pluck().get()).toBe(5)
    copy.close()
    expect(
      carpeta.store.client.prepare('SELECT count(*) FROM documento WHERE prueba IS NULL').pluck().get(),
    ).toBe(5)
    carpeta.close()
  })

  test('passes every check of `timbre verificar` afterwards', () => {
    const { client, db, secrets } = upgraded(base).carpeta.store
    const found = [
      ...verifySqlite(client),
      ...verifySecretos(client, secrets),
      ...verifyFolios(db),
      ...verifyDocumentos(db),
    ]
    expect(found.length).toBeGreaterThan(8)
    expect(found.filter(({ estado }) => estado !== 'bien')).toEqual([])
    expect(client.pragma('foreign_key_check')).toEqual([])
  })

  test('serves its people, certificate, lists with their totals and the very bytes of its documents, and goes on issuing', async () => {
    const { carpeta } = upgraded(base)
    const app = await testApp({ store: carpeta.store, now: NOW })
    const login = await app.post('/auth/login', OWNER, {})
    expect(login.status).toBe(200)
    const session = { authorization: `Bearer ${login.body.data.access_token ?? login.body.access_token}` }

    const list = await app.get('/v1/documentos', session)
    expect(list.body.paginacion.total).toBe(5)
    expect((await app.get('/v1/dte/emision', session)).body.paginacion.total).toBe(5)
    for (const [tipo, [sha256, total]] of Object.entries(esperado)) {
      const request = new Request(`http://localhost/v1/dte/xml/${tipo}/1`, { headers: session })
      const xml = Buffer.from(await (await app.app.handle(request)).arrayBuffer())
      expect([tipo, digest(xml)]).toEqual([tipo, sha256])
      const { body } = await app.get(`/v1/documentos/${tipo}/1`, session)
      expect([tipo, body.data.monto_total]).toEqual([tipo, total])
    }
    expect((await app.get('/v1/documentos/33/1', session)).body.data).toMatchObject({
      saldo: 0,
      anulado_por: { tipo_dte: 61, folio: 1 },
    })
    expect((await app.get('/v1/dte/pdf/52/1', session)).status).toBe(200)

    const { id } = (await app.get('/v1/empresa/actual', session)).body.data
    const certificado = await app.get(`/v1/empresa/${id}/certificado`, session)
    expect(certificado).toMatchObject({ status: 200, body: { data: { nombre: expect.any(String) } } })

    // The waiting one goes out, and a new one behind it.
    const issued = await app.post(
      '/v1/dte/emitir',
      { tipo_dte: 39, detalle: [{ nombre: 'Clavos', cantidad: 1, precio: 1190 }] },
      session,
    )
    expect(issued).toMatchObject({ status: 202, body: { data: { folio: 2 } } })
    await app.settle()
    for (const path of ['33/2', '39/2'])
      expect((await app.get(`/v1/documentos/${path}`, session)).body.data.estado_sii).toBe('aceptado')
    expect((await app.get('/v1/documentos', session)).body.paginacion.total).toBe(6)
    carpeta.close()
  })

  test('is refused by an older program once a newer one has migrated it, and left as it is', () => {
    const { dir, carpeta } = upgraded(base, later)
    carpeta.close()
    const before = digest(readFileSync(databaseFile(dir)))
    expect(() => openCarpeta({ dataDir: dir, masterKey: KEY }, deps)).toThrow(
      'más nueva de Timbre (tiene 9998_prueba)',
    )
    expect(digest(readFileSync(databaseFile(dir)))).toBe(before)
  })
})

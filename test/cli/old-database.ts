// Leaves what a database of this version looks like for the versions to come: `bun test/cli/old-database.ts` writes
// test/fixtures/base/NAME.db.gz, NAME being the newest migration, and NAME.json beside it, which actualizacion.test.ts holds it to.
// Run it when a version is published, before the next migration; a fixture that is there is never written anew.

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { MIGRACIONES } from '../../src/store/migrate'
import { openStore } from '../../src/store/store'
import { emit, nota } from '../support/emision'
import { boleta, factura } from '../support/emisor'
import { guia } from '../support/solicitudes'
import { testAppWithFolios } from '../support/test-app'

/** The SHA-256 of each signed XML, as the program handed it out, and its total; by type, of folio 1. */
export type Esperado = Record<string, [sha256: string, total: number]>

/** The key of an invented company. */
export const KEY = Buffer.alloc(32, 0x0b)

const FOLDER = join(import.meta.dir, '../fixtures/base')

if (import.meta.main) {
  const target = join(FOLDER, `${MIGRACIONES.at(-1)!.nombre}.db.gz`)
  if (existsSync(target)) throw new Error(`${target} is there already`)
  const dir = mkdtempSync(join(tmpdir(), 'timbre-base-'))
  const store = openStore({
    path: join(dir, 'a.db'),
    masterKey: KEY,
    clock: () => new Date('2026-11-20T14:00:00Z'),
  })
  const app = await testAppWithFolios({ store, folios: { 33: 5, 39: 5, 52: 5, 61: 5 } })
  for (const solicitud of [factura(), boleta(), guia()]) await emit(app, solicitud)
  await app.settle()
  await emit(app, nota(1))
  await app.settle()
  // One that no envelope has taken along yet.
  await emit(app, factura({ detalle: [{ nombre: 'Pendiente', cantidad: 1, precio: 1000 }] }))
  const documentos: Esperado = {}
  for (const tipo of [33, 39, 52, 61]) {
    const xml = await app.app.handle(
      new Request(`http://localhost/v1/dte/xml/${tipo}/1`, { headers: app.tenant.session }),
    )
    const bytes = Buffer.from(await xml.arrayBuffer())
    const { body } = await app.get(`/v1/documentos/${tipo}/1`)
    documentos[tipo] = [createHash('sha256').update(bytes).digest('hex'), body.data.monto_total]
  }
  // Tests repeat their randomness: the one that opens this is to begin a session of its own.
  store.client.exec("UPDATE refresh_token SET hash = '-' || hash")
  store.client.prepare('VACUUM INTO ?').run(join(dir, 'b.db'))
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(target, gzipSync(readFileSync(join(dir, 'b.db')), { level: 9 }))
  writeFileSync(target.replace('.db.gz', '.json'), `${JSON.stringify(documentos, null, 2)}\n`)
  rmSync(dir, { recursive: true })
  console.log(target)
}

// A move: what goes only reads here, goes into another server whole, and goes on there (areas/exportaciones §5, §6).

import { afterAll, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '../../../src/store/store'
import { runHere } from '../../cli/in-process'
import { factura } from '../../support/emisor'
import { leerZip } from '../../support/leer-zip'
import { type CompanyApp, PASSWORD, testApp } from '../../support/test-app'
import { ask, fetchArchivo, testAppToLeave } from './escena'

const FRASE = 'ocho palabras que nadie más junta'
const CLAVE = 'ab'.repeat(32)
const dir = mkdtempSync(join(tmpdir(), 'timbre-mudanza-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const move = (app: CompanyApp, body: object = {}) =>
  ask(app, app.tenant, { mudanza: true, frase: FRASE, ...body })

let servers = 0
/** Another server, stopped, with nobody in it. */
function folder(): string {
  const at = join(dir, `datos${servers++}`)
  mkdirSync(at, { mode: 0o700 })
  writeFileSync(join(at, 'clave.maestra'), `${CLAVE}\n`, { mode: 0o600 })
  openFolder(at).close()
  return at
}
const openFolder = (at: string) =>
  openStore({
    path: join(at, 'timbre.db'),
    masterKey: Buffer.from(CLAVE, 'hex'),
    clock: () => new Date('2026-11-20T15:00:00.000Z'),
  })
function fileOf(bytes: Uint8Array): string {
  const path = join(dir, `${servers++}.zip`)
  writeFileSync(path, bytes)
  return path
}
const importar = (path: string, at: string, input = FRASE, ...more: string[]) =>
  runHere(['cuenta', 'importar', path, '--data', at, ...more], { input })

/** Its tables' sums, but for what this server adds by itself. */
function tables(zip: Buffer): Record<string, string> {
  const files = leerZip(zip).filter(({ nombre }) => nombre.startsWith('tablas/'))
  return Object.fromEntries(
    files.map(({ nombre, bytes }) => [nombre, createHash('sha256').update(normalized(nombre, bytes)).digest('hex')]),
  )
}
function normalized(nombre: string, bytes: Buffer): string {
  const rows = bytes.toString().split('\n').filter(Boolean).map((line) => JSON.parse(line))
  if (nombre === 'tablas/auditoria.jsonl')
    return JSON.stringify(rows.filter(({ accion }) => !/^(cuenta|auth)\./.test(accion)))
  // Its ranges wait for the SII's word, and the line of those that wait is this server's own.
  return JSON.stringify(
    rows.map((row) => ({ ...row, ...('por_conciliar' in row && { por_conciliar: 0 }), ...('conciliar' in row && { conciliar: 0 }), ...(nombre === 'tablas/job.jsonl' && { lugar: 0 }) })),
  )
}

describe('what moved', () => {
  test('goes into another server, row by row, and goes on there with the next folio', async () => {
    const app = await testAppToLeave()
    const { id } = (await move(app)).body.data
    const zip = await fetchArchivo(app, app.tenant, id)
    const path = fileOf(zip)
    expect(await runHere(['cuenta', 'verificar', path])).toMatchObject({ status: 0, err: '' })
    const at = folder()
    const done = await importar(path, at)
    expect([done.status, done.err]).toEqual([0, expect.stringContaining('por conciliar')])
    const store = openFolder(at)
    const nuevo = await testApp({ store, now: app.time.now.toISOString() })
    // The key of before, and the password of before.
    expect((await nuevo.get('/v1/dte/xml/33/1', app.tenant.key)).body).toBe(
      (await app.get('/v1/dte/xml/33/1')).body,
    )
    const login = await nuevo.post('/auth/login', { email: 'dueno0@example.cl', password: PASSWORD })
    expect(login.status).toBe(200)
    const session = { authorization: `Bearer ${login.body.access_token}` }
    const again = (
      await nuevo.post('/v1/cuenta/exportaciones', { password: PASSWORD, mudanza: true, frase: FRASE }, session)
    ).body.data
    expect(tables(await fetchArchivo(nuevo, { session }, again.id))).toEqual(tables(zip))
    await nuevo.delete(`/v1/cuenta/exportaciones/${again.id}`, undefined, session)
    const issued = await nuevo.post('/v1/dte/emitir', factura(), app.tenant.key)
    expect([issued.status, issued.body.data?.folio ?? issued.body]).toEqual([202, 3])
    nuevo.close()
    app.close()
  })
})

// The mark beside the database: an older copy is recognised however it came back (http §18, §23).

import { describe, expect, test } from 'bun:test'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { watch } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from '../../src/store/driver'
import { emit } from '../support/emision'
import { type TestApp, testAppWithFolios } from '../support/test-app'
import { inTempDir, start, timbre } from './spawn'

const KEY = '07'.repeat(32)
const ENV = { TIMBRE_MASTER_KEY: KEY }

/** Puts the database of an app as it is now into a data folder, in the place of what is there. */
function put(app: TestApp, cwd: string): void {
  const folder = join(cwd, 'datos')
  mkdirSync(folder, { recursive: true })
  const db = join(folder, 'timbre.db')
  for (const end of ['', '-wal', '-shm']) rmSync(db + end, { force: true })
  app.store.client.prepare('VACUUM INTO ?').run(db)
}

const marca = (cwd: string): string => join(cwd, 'datos', 'timbre.marca')
const avance = (cwd: string): number => JSON.parse(readFileSync(marca(cwd), 'utf8')).avance

/** Serves the folder once; whether this start took it for an older copy. */
async function serve(cwd: string, during: () => unknown = () => {}): Promise<boolean> {
  const server = await start(['serve', '--addr', '127.0.0.1:0'], {
    cwd,
    env: ENV,
    ready: 'servidor.iniciado',
  })
  await during()
  expect(await server.stop()).toBe(0)
  const db = connect(join(cwd, 'datos', 'timbre.db'), { readonly: true })
  const marked = db.prepare('SELECT max(por_conciliar) FROM caf').pluck().get()
  db.close()
  const found = server.logs.some(({ event }) => event === 'folios.por_conciliar')
  if (found) expect(marked).not.toBe(0)
  return found
}

const issued = async (n = 1) => {
  const app = await testAppWithFolios({ folios: { 33: 30, 39: 30 } })
  for (let i = 0; i < n; i++) await emit(app)
  await app.settle()
  return app
}
const file = (cwd: string) => join(cwd, 'datos', 'timbre.db')

describe('the mark of a data folder', () => {
  test('is there beside TIMBRE_MASTER_KEY too, for its owner alone; a start on the same database marks nothing', () =>
    inTempDir(async (cwd) => {
      const app = await issued(2)
      put(app, cwd)
      // A version that kept no mark, or a copy that such a one made: nothing says which, and asking costs no
      // unit.
      expect(await serve(cwd)).toBe(true)
      expect(existsSync(join(cwd, 'datos', 'clave.maestra'))).toBe(false)
      expect(statSync(marca(cwd)).mode & 0o777).toBe(0o600)
      expect(await serve(cwd)).toBe(false)
    }))

  test('a copy brought back by hand is older, and so is one whose documents were signed since', () =>
    inTempDir(async (cwd) => {
      const app = await issued(1)
      put(app, cwd)
      await serve(cwd)
      copyFileSync(file(cwd), join(cwd, 'vieja.db'))
      // As if it had issued: what it was served with is ahead of the copy.
      const ahead = JSON.parse(readFileSync(marca(cwd), 'utf8'))
      writeFileSync(marca(cwd), JSON.stringify({ ...ahead, avance: ahead.avance + 1 }))
      expect(await serve(cwd)).toBe(true)
      const after = JSON.parse(readFileSync(marca(cwd), 'utf8'))
      expect(after.linaje).not.toBe(ahead.linaje)
      // The one that had come further is now another line of documents, whatever it counts.
      copyFileSync(join(cwd, 'vieja.db'), file(cwd))
      expect(await serve(cwd)).toBe(true)
    }))

  test('without documents is of a first start: there is nothing to ask', () =>
    inTempDir(async (cwd) => {
      put(await issued(0), cwd)
      expect(await serve(cwd)).toBe(false)
      expect(await serve(cwd)).toBe(false)
    }))

  for (const [what, set] of [
    [
      'put into an envelope',
      "INSERT INTO envio (id, empresa_id, ambiente, sobre, rut_envia, estado, documentos, created_at) SELECT 'env_otro', empresa_id, ambiente, sobre, rut_envia, 'armado', 1, created_at FROM envio LIMIT 1",
    ],
    [
      'received by the SII',
      "INSERT INTO documento_historial (documento_id, fecha, estado) SELECT id, created_at, 'enviado' FROM documento LIMIT 1",
    ],
  ] as const) {
    test(`a copy of before what it held signed was ${what} is older, though no folio was taken since`, () =>
      inTempDir(async (cwd) => {
        const app = await issued(1)
        put(app, cwd)
        await serve(cwd)
        copyFileSync(file(cwd), join(cwd, 'vieja.db'))
        const db = connect(file(cwd))
        db.exec(set)
        db.close()
        expect(await serve(cwd)).toBe(false)
        copyFileSync(join(cwd, 'vieja.db'), file(cwd))
        expect(await serve(cwd)).toBe(true)
      }))
  }

  test('follows the documents of a running server within seconds, also when it is killed', () =>
    inTempDir(async (cwd) => {
      const app = await issued(1)
      put(app, cwd)
      const server = await start(['serve', '--addr', '127.0.0.1:0'], {
        cwd,
        env: ENV,
        ready: 'servidor.iniciado',
      })
      copyFileSync(file(cwd), join(cwd, 'vieja.db'))
      const before = avance(cwd)
      const changes = watch(join(cwd, 'datos'))
      const reply = await fetch(`${server.url}/v1/dte/emitir`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...app.tenant.key },
        body: JSON.stringify({ tipo_dte: 39, detalle: [{ nombre: 'Pan', precio: 1000 }] }),
      })
      expect(reply.status).toBe(202)
      if (avance(cwd) < before + 2) for await (const _ of changes) if (avance(cwd) >= before + 2) break
      await server.stop('SIGKILL')
      for (const end of ['-wal', '-shm']) rmSync(file(cwd) + end, { force: true })
      copyFileSync(join(cwd, 'vieja.db'), file(cwd))
      expect(await serve(cwd)).toBe(true)
    }))

  test('that is missing, or cannot be read, beside a database that had one makes it a copy', () =>
    inTempDir(async (cwd) => {
      put(await issued(1), cwd)
      await serve(cwd)
      cpSync(join(cwd, 'datos'), join(cwd, 'antes'), { recursive: true })
      rmSync(marca(cwd))
      expect(await serve(cwd)).toBe(true)
      rmSync(join(cwd, 'datos'), { recursive: true })
      renameSync(join(cwd, 'antes'), join(cwd, 'datos'))
      writeFileSync(marca(cwd), '')
      expect(await serve(cwd)).toBe(true)
    }))

  test('beside no database is of an installation that lost it: nothing is made in its place', () =>
    inTempDir(async (cwd) => {
      put(await issued(1), cwd)
      await serve(cwd)
      rmSync(file(cwd))
      const { status, err } = await timbre(['serve', '--addr', '127.0.0.1:0'], { cwd, env: ENV })
      expect({ status, said: err.includes('timbre.marca es de una instalación anterior') }).toEqual({
        status: 1,
        said: true,
      })
      expect(existsSync(file(cwd))).toBe(false)
    }))

  test('a database of before the marks, put beside one, is a copy', () =>
    inTempDir(async (cwd) => {
      const app = await issued(1)
      put(app, cwd)
      await serve(cwd)
      put(app, cwd)
      expect(await serve(cwd)).toBe(true)
    }))
})

describe('restaurar', () => {
  test('leaves the folios por conciliar, even of a backup that is the newest; verificar and doctor say it', () =>
    inTempDir(async (cwd) => {
      put(await issued(1), cwd)
      await serve(cwd)
      const run = (...args: string[]) => timbre(args, { cwd, env: ENV })
      await run('folios', 'conciliar', '--empresa', '76543210-3')
      expect((await run('verificar')).out).toContain('nada por preguntar al SII')
      await run('respaldo', 'copia.db')
      const restored = await run('restaurar', 'copia.db')
      expect(restored).toMatchObject({ status: 0, err: expect.stringContaining('por conciliar') })
      const before = await run('verificar')
      expect(before.status).toBe(0)
      expect(before.out).toContain('AVISO  Conciliación con el SII: la base de datos es anterior')
      expect(await serve(cwd)).toBe(true)
      const after = await run('verificar')
      expect(after).toMatchObject({
        status: 0,
        out: expect.stringContaining('por conciliar: 76543210-3 simulacion tipo 33'),
      })
      expect((await run('doctor')).out).toContain('timbre folios conciliar --empresa RUT')
    }))

  test('does so where there was never a mark', () =>
    inTempDir(async (cwd) => {
      put(await issued(1), cwd)
      const run = (...args: string[]) => timbre(args, { cwd, env: ENV })
      await run('respaldo', 'copia.db')
      rmSync(file(cwd))
      expect((await run('restaurar', 'copia.db')).status).toBe(0)
      expect(await serve(cwd)).toBe(true)
    }))
})

describe('timbre folios', () => {
  test('conciliar asks the SII at once about every type; saltar skips by hand, retomar takes back', () =>
    inTempDir(async (cwd) => {
      put(await issued(2), cwd)
      const run = (...args: string[]) =>
        timbre(['folios', ...args, '--empresa', '76543210-3'], { cwd, env: ENV })
      expect(await run('conciliar')).toMatchObject({
        status: 0,
        out: expect.stringMatching(/^Tipo 33 en simulacion: .*el próximo es el 3$/m),
      })
      // The simulator's ledger is in the same file: what it knows is taken away from the company's alone.
      const db = connect(file(cwd))
      db.exec('UPDATE caf SET siguiente = 1 WHERE tipo_dte = 33')
      db.close()
      expect(await run('conciliar')).toMatchObject({
        status: 0,
        out: expect.stringMatching(/^Tipo 33 en simulacion: el SII tiene 2 folios .*el próximo es el 3$/m),
      })
      expect(await run('saltar', '--tipo', '39', '--hasta', '12')).toMatchObject({
        status: 0,
        out: 'Tipo 39 en simulacion: 12 folios saltados, 1 a 12; quedan 18\n',
      })
      expect(await run('saltar', '--tipo', '39', '--hasta', '12')).toMatchObject({
        status: 1,
        err: expect.stringContaining('es el 13'),
      })
      expect(await run('saltar', '--tipo', '39')).toMatchObject({ status: 2 })
      await run('saltar', '--tipo', '39', '--hasta', '18', '--motivo', 'Por error')
      expect(await run('retomar', '--tipo', '39', '--desde', '17', '--hasta', '18')).toMatchObject({
        status: 0,
        out: 'Tipo 39 en simulacion: 2 folios retomados; el SII tiene 0 y anulados 0; quedan 14\n',
      })
      const known = connect(file(cwd))
      known.exec(
        "UPDATE folio_apartado SET hasta = 15 WHERE dicho_por = 'persona' AND estado = 'emitido_fuera'",
      )
      known.exec(`INSERT INTO folio_apartado (caf_id, desde, hasta, estado, motivo, created_at, dicho_por)
        SELECT caf_id, 16, 16, estado, motivo, created_at, 'sii' FROM folio_apartado
        WHERE dicho_por = 'persona' AND estado = 'emitido_fuera'`)
      known.close()
      expect(await run('retomar', '--tipo', '39', '--desde', '13', '--hasta', '16')).toMatchObject({
        status: 0,
        out: expect.stringContaining(
          ': 0 folios retomados; el SII tiene 0 y anulados 0; 3 quedan por anular: ',
        ),
      })
      expect(await run('conciliar', 'algo')).toMatchObject({ status: 2 })
    }))
})

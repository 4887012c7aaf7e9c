// Damage in the midst of a database too large to be read before the start: found beside the server.

import { expect, test } from 'bun:test'
import { closeSync, openSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { createLog } from '../../src/base/log'
import { findDamage } from '../../src/cli/integridad'
import { startRevision } from '../../src/cli/revision'
import { connect } from '../../src/store/driver'
import { inTempDir, start } from './spawn'

const READY = 'servidor.iniciado'
const serve = ['serve', '--addr', '127.0.0.1:0']

/** A data folder of 24 MB after a first start and a clean stop; the path of its database. */
async function grown(cwd: string): Promise<string> {
  const server = await start(serve, { cwd, ready: READY })
  expect(await server.stop()).toBe(0)
  const path = join(cwd, 'datos/timbre.db')
  const db = connect(path)
  db.pragma('foreign_keys = OFF')
  const insert = db.prepare('INSERT INTO documento_xml (documento_id, xml_cifrado) VALUES (?, ?)')
  db.transaction(() => {
    for (let i = 0; i < 6000; i++) insert.run(`doc_${i}`, Buffer.alloc(3900, i % 250))
  })()
  db.close()
  expect(statSync(path).size).toBeGreaterThan(20_000_000)
  return path
}

/** The kind of damage that a start does not see: a page in the middle of the file, garbage from end to end. */
function damage(path: string): void {
  const { size } = statSync(path)
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(4096, 0xee), 0, 4096, Math.floor(size / 2 / 4096) * 4096)
  closeSync(file)
}

test('a sound one is said to be sound, and the server is ready', () =>
  inTempDir(async (cwd) => {
    await grown(cwd)
    const server = await start(serve, { cwd, ready: READY })
    await server.logged('base_de_datos.revisada')
    expect((await fetch(`${server.url}/listo`)).status).toBe(200)
    expect(await server.stop()).toBe(0)
  }))

test('a damaged one starts, is found out, and the server says no longer that it is ready', () =>
  inTempDir(async (cwd) => {
    damage(await grown(cwd))
    const server = await start(serve, { cwd, ready: READY })
    expect(await server.logged('base_de_datos.danada')).toMatchObject({
      level: 'error',
      tabla: 'documento_xml',
      mensaje: expect.stringContaining('restaure el último respaldo'),
    })
    const ready = await fetch(`${server.url}/listo`)
    expect(ready.status).toBe(503)
    expect(await ready.json()).toMatchObject({ detalles: [{ base_de_datos: false, trabajos: true }] })
    expect((await fetch(`${server.url}/salud`)).status).toBe(200)
    expect(await server.stop()).toBe(0)
  }))

test('a small one is read whole before the start: nothing runs beside', () =>
  inTempDir(async (cwd) => {
    const server = await start(serve, { cwd, ready: READY })
    await server.stop()
    const again = await start(serve, { cwd, ready: READY })
    await again.stop()
    expect(again.logs.filter(({ event }) => String(event).startsWith('base_de_datos'))).toEqual([])
  }))

test('names the damaged table, and none of a sound file', () =>
  inTempDir(async (cwd) => {
    const path = await grown(cwd)
    expect(findDamage(path)).toBeNull()
    damage(path)
    expect(findDamage(path)).toMatchObject({ tabla: 'documento_xml' })
  }))

test('a look that cannot be taken is a warning, not damage', async () => {
  const warned = Promise.withResolvers<Record<string, unknown>>()
  const write = (line: string) => warned.resolve(JSON.parse(line))
  const log = createLog({ level: 'info', clock: () => new Date(0), write })
  const revision = startRevision('/nowhere/timbre.db', log, ['false'])
  expect(await warned.promise).toMatchObject({ level: 'warn', event: 'base_de_datos.sin_revisar' })
  expect(revision.sound()).toBe(true)
  expect(startRevision('/nowhere/timbre.db', log, ['/nowhere/program']).sound()).toBe(true)
})

// `timbre cuenta`: an account written to a file, and such a file held against its index.

import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { factura } from '../support/emisor'
import { leerZip } from '../support/leer-zip'
import { nuevaEmpresa, testAppWithFolios } from '../support/test-app'
import { runHere } from './in-process'

const dir = mkdtempSync(join(tmpdir(), 'timbre-cuenta-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
const at = (name: string): string => join(dir, name)
const exportar = (...argv: string[]) =>
  runHere(['cuenta', 'exportar', '--cuenta', 'dueno0@example.cl', ...argv, '--data', at('datos')])

beforeAll(async () => {
  const app = await testAppWithFolios()
  await app.post('/v1/empresa', nuevaEmpresa('96790240-3'), app.tenant.session)
  await app.post('/v1/dte/emitir', factura())
  await app.settle()
  mkdirSync(at('datos'))
  app.store.client.prepare('VACUUM INTO ?').run(at('datos/timbre.db'))
  writeFileSync(at('datos/clave.maestra'), `${'07'.repeat(32)}\n`, { mode: 0o600 })
})

test('an account is written whole, over what one that died left, and never over a file that is there', async () => {
  writeFileSync(at('cuenta.zip.parte'), 'half of one')
  expect(await exportar(at('cuenta.zip'))).toMatchObject({ status: 0, err: '' })
  expect(readdirSync(dir).sort()).toEqual(['cuenta.zip', 'datos'])
  const zip = readFileSync(at('cuenta.zip'))
  expect(leerZip(zip).some(({ nombre }) => nombre.endsWith('emitidos/33/1.xml'))).toBe(true)
  expect(await runHere(['cuenta', 'verificar', at('cuenta.zip')])).toMatchObject({ status: 0, err: '' })
  const again = await exportar(at('cuenta.zip'))
  expect([again.status, again.err]).toEqual([1, expect.stringContaining('ya existe')])
  expect(readFileSync(at('cuenta.zip'))).toEqual(zip)
})

test('one company goes alone, and one that the account has not is told', async () => {
  expect((await exportar('--empresa', '96790240-3', at('una.zip'))).status).toBe(0)
  const files = leerZip(readFileSync(at('una.zip'))).map(({ nombre }) => nombre)
  expect(files.some((nombre) => nombre.startsWith('empresas/'))).toBe(false)
  const other = await exportar('--empresa', '77123456-9', at('otra.zip'))
  expect([other.status, other.err]).toEqual([1, expect.stringContaining('77123456-9')])
  expect(existsSync(at('otra.zip')) || existsSync(at('otra.zip.parte'))).toBe(false)
})

test('a file that is altered, cut, or no archive is told as what it is', async () => {
  await exportar(at('buena.zip'))
  const bytes = readFileSync(at('buena.zip'))
  const place = bytes.indexOf('emitidos/33/1.xml') + 100
  bytes[place]! ^= 1
  writeFileSync(at('mala.zip'), bytes)
  const verificar = (name: string) => runHere(['cuenta', 'verificar', at(name)])
  const bad = await verificar('mala.zip')
  expect([bad.status, bad.err]).toEqual([1, expect.stringContaining('emitidos/33/1.xml')])
  expect(bad.err.split('\n')).toHaveLength(1)
  writeFileSync(at('cortada.zip'), bytes.subarray(0, bytes.length - 30))
  expect((await verificar('cortada.zip')).err).toContain('No es un ZIP entero')
  writeFileSync(at('nada.zip'), 'nada')
  expect((await verificar('nada.zip')).status).toBe(1)
  expect((await verificar('no-hay.zip')).err).toContain('no existe')
})

// The files that a person brings to the SII by hand, as the command line saves them from a running server.

import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onEtapa } from '../areas/certificacion/escena'
import { intercambioDeUno, SET_DE_UNO } from '../areas/certificacion/set-de-uno'
import { type CompanyApp, testAppWithFolios } from '../support/test-app'
import { runHere } from './in-process'

let app: CompanyApp
let server: ReturnType<typeof Bun.serve>
let dir: string
const certificar = (...words: string[]) =>
  runHere(['certificar', ...words, '--url', server.url.origin], {
    env: { TIMBRE_LLAVE: app.tenant.key['x-api-key']! },
  })

beforeAll(async () => {
  app = await testAppWithFolios({ folios: { 33: 1 } })
  await onEtapa(app, 'intercambio')
  server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: (request) => app.app.handle(request) })
  dir = mkdtempSync(join(tmpdir(), 'timbre-certificar-'))
})
afterAll(async () => {
  await server.stop(true)
  rmSync(dir, { recursive: true })
})

test('the three answers to the SII’s file, in a folder that is made for them', async () => {
  const { nombre, archivo_base64 } = intercambioDeUno('76543210-3')
  writeFileSync(join(dir, nombre), Buffer.from(archivo_base64, 'base64'))
  const salida = join(dir, 'respuestas')
  expect(await certificar('intercambio', join(dir, nombre), '--salida', salida)).toMatchObject({ status: 0 })
  expect(readdirSync(salida).toSorted()).toEqual(['recepcion-1.xml', 'recibos-1.xml', 'resultado-1.xml'])
  expect(readFileSync(join(salida, 'recepcion-1.xml'), 'latin1')).toContain(`<NmbEnvio>${nombre}`)
  const missing = await certificar('intercambio', join(dir, 'otro.xml'))
  expect([missing.status, missing.err]).toEqual([1, expect.stringContaining('no existe')])
})

test('the samples and their list', async () => {
  const salida = join(dir, 'muestras')
  expect(await certificar('muestras', salida)).toMatchObject({ status: 0 })
  expect(readdirSync(salida).toSorted()).toEqual([
    ...['basico-01_T33F1_cedible.pdf', 'basico-01_T33F1_tributaria.pdf', 'lista.csv'],
  ])
  expect(readFileSync(join(salida, 'basico-01_T33F1_cedible.pdf'), 'latin1')).toStartWith('%PDF-')
  const wrong = await certificar('muestras', salida, '--salida', dir)
  expect([wrong.status, wrong.err]).toEqual([2, expect.stringContaining('--salida es de ensayo')])
})

test('a set of the text that Timbre does not know is told by its line', async () => {
  const file = join(dir, 'SIISetDePruebas765432103.txt')
  const raro = '\r\nSET DE COSAS RARAS - NUMERO DE ATENCION: 5199999\r\n'
  writeFileSync(file, Buffer.concat([Buffer.from(SET_DE_UNO, 'base64'), Buffer.from(raro)]))
  for (const words of [['set', file], ['estado']]) {
    const { status, out } = await certificar(...words)
    expect([status, out]).toEqual([
      0,
      expect.stringContaining('NO SE EMITE, línea 10: Timbre no conoce el set'),
    ])
  }
})

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

test('the settlements of a set, one by one and from a file; it says what is still wrong and ends so', async () => {
  const roto = join(dir, 'ajustes.json')
  writeFileSync(
    roto,
    JSON.stringify({ receptores: [{ rut: '76192083-9', razon_social: 'Cliente Uno SpA' }] }),
  )
  const first = await certificar('ajustes', 'basico', roto)
  expect([first.status, first.out]).toEqual([1, expect.stringContaining('FALTA caso 1: Falta receptor.giro')])
  const named = await certificar('ajustes', 'basico', 'basico.1.item1.nombre=Clavo')
  expect(named.out).toContain('basico: con_dudas')
  const wrong = await certificar('ajustes', 'basico', 'receptores=x')
  expect([wrong.status, wrong.err]).toEqual([2, expect.stringContaining('va en un archivo')])
})

test('the evidence is kept in a new file, unless --forzar', async () => {
  const zip = join(dir, 'evidencia.zip')
  expect(await certificar('evidencia', zip)).toMatchObject({ status: 0 })
  const again = await certificar('evidencia', zip)
  expect([again.status, again.err]).toEqual([1, expect.stringContaining('ya existe')])
  expect(await certificar('evidencia', zip, '--forzar')).toMatchObject({ status: 0 })
})

test('a stage that the SII’s site is at, and a simulación of a number that it takes', async () => {
  const wrong = await certificar('avanzar', 'set')
  expect([wrong.status, wrong.err]).toEqual([1, expect.stringContaining('etapa')])
  const alien = await certificar('avanzar', 'muestras', '--cantidad', '20')
  expect([alien.status, alien.err]).toEqual([2, expect.stringContaining('--cantidad es de simulacion')])
  const many = await certificar('simulacion', '--cantidad', 'veinte')
  expect([many.status, many.err]).toEqual([2, expect.stringContaining('--cantidad es cuántos documentos')])
  const early = await certificar('simulacion', '--cantidad', '20')
  expect([early.status, early.err]).toEqual([1, expect.stringContaining('La simulación sigue a los sets')])
})

test('a clock that nobody compared with the SII’s is told as unknown (areas/certificacion §3)', async () => {
  expect((await certificar('revisar')).out).toContain('  ?   El reloj no se compara: el SII es simulado')
})

test('a rehearsal is drawn by a number', async () => {
  const { status, err } = await runHere(['certificar', 'ensayo', '--semilla', 'abc'])
  expect([status, err]).toEqual([2, expect.stringContaining('--semilla es un número')])
})

import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nombreDe } from '../../src/respaldo/nombre'
import { openDestino } from '../../src/respaldo/open-destino'

const { signal } = new AbortController()
const NOMBRE = nombreDe('0a1b2c3d', new Date('2026-11-29T06:15:00Z'))
let ruta: string

beforeEach(() => {
  ruta = mkdtempSync(join(tmpdir(), 'timbre-destino-'))
})
afterEach(() => rmSync(ruta, { recursive: true, force: true }))

const destino = () => openDestino({ tipo: 'carpeta', ruta })
async function* content(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}

describe('a folder of copies', () => {
  test('has a copy once it is whole, for its owner alone', async () => {
    await destino().write(NOMBRE, content('uno', 'dos'), signal)
    expect(readFileSync(join(ruta, NOMBRE), 'utf8')).toBe('unodos')
    expect(statSync(join(ruta, NOMBRE)).mode & 0o777).toBe(0o600)
    expect(await destino().list(signal)).toEqual([{ nombre: NOMBRE, bytes: 6 }])
    expect(await new Response(await destino().read(NOMBRE, signal)).text()).toBe('unodos')
  })

  test('has nothing of one whose writing failed', async () => {
    const failing = (async function* () {
      yield Buffer.from('uno')
      throw new Error('se cortó')
    })()
    await expect(destino().write(NOMBRE, failing, signal)).rejects.toThrow('se cortó')
    expect(readdirSync(ruta)).toEqual([])
  })

  test('lists no file that is no copy, and what a dead writer left is swept away by its name alone', async () => {
    const left = `.${NOMBRE}.parcial`
    for (const name of ['notas.txt', left, `.${nombreDe('ffffffff', new Date())}.parcial`])
      writeFileSync(join(ruta, name), 'x')
    expect(await destino().list(signal)).toEqual([])
    await destino().sweep([NOMBRE, '../notas.txt'], signal)
    expect(readdirSync(ruta)).toHaveLength(2)
    expect(readdirSync(ruta)).not.toContain(left)
  })

  test('that is not there is told, and not made: its disk may not be mounted', async () => {
    rmSync(ruta, { recursive: true })
    await expect(destino().list(signal)).rejects.toThrow('no existe; cree la carpeta, o monte su disco')
    await expect(destino().write(NOMBRE, content('x'), signal)).rejects.toThrow('no existe')
  })
})

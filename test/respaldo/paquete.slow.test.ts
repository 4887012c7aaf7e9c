import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Apertura, type Cifrado, newIdentidad } from '../../src/respaldo/cifrado'
import { packed, unpacked } from '../../src/respaldo/paquete'

const CLAVE = new Uint8Array(32).fill(3)
let dir: string
let base: string
let mine: { privada: string; publica: string }

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'timbre-paquete-'))
  base = join(dir, 'base.db')
  writeFileSync(base, Buffer.alloc(200_000, 'la base de datos '))
  mine = await newIdentidad()
})
afterAll(() => rmSync(dir, { recursive: true }))

const seal = async (cifrado: Cifrado): Promise<Uint8Array> =>
  new Response(
    await packed({ base, clave: CLAVE, programa: 'Timbre 0.1.0', at: new Date(0) }, cifrado),
  ).bytes()

const target = (): string => join(dir, 'vuelta.db')
async function open(bytes: Uint8Array, apertura: Apertura) {
  rmSync(target(), { force: true })
  return unpacked(new Blob([bytes as Uint8Array<ArrayBuffer>]).stream(), apertura, target())
}

describe('a copy', () => {
  test('for public keys opens by the private part of any of them, its owner alone reading what comes out', async () => {
    const other = await newIdentidad()
    const bytes = await seal({ para: [other.publica, mine.publica] })
    expect(await open(bytes, { identidades: [mine.privada] })).toEqual({ clave: Buffer.from(CLAVE) })
    expect(readFileSync(target())).toEqual(readFileSync(base))
    expect(statSync(target()).mode & 0o777).toBe(0o600)
  })

  test('under a passphrase opens by it and by no other', async () => {
    const bytes = await seal({ frase: 'una frase larga y propia' })
    expect(await open(bytes, { frase: 'una frase larga y propia' })).toEqual({ clave: Buffer.from(CLAVE) })
    await expect(open(bytes, { frase: 'otra frase larga' })).rejects.toThrow('La frase no abre la copia')
  })

  test('shows nothing of the database or its key', async () => {
    const text = Buffer.from(await seal({ para: [mine.publica] })).toString('latin1')
    expect(text).not.toContain('base de datos')
    expect(text).not.toContain(Buffer.from(CLAVE).toString('hex'))
  })

  test.each([
    ['cut short', (bytes: Uint8Array) => bytes.subarray(0, 150_000), 'dañada o incompleta'],
    ['cut at the edge of a chunk', (bytes: Uint8Array) => bytes.subarray(0, -1), 'dañada o incompleta'],
    ['with one other bit', (bytes: Uint8Array) => flip(bytes, 100_000), 'dañada o incompleta'],
    ['that is none', () => Buffer.from('no es una copia'), 'no es una copia cifrada'],
  ])('%s is refused, and leaves no database', async (_, spoil, message) => {
    const bytes = await seal({ para: [mine.publica] })
    await expect(open(spoil(bytes), { identidades: [mine.privada] })).rejects.toThrow(message)
    expect(existsSync(target())).toBe(false)
  })

  test('of somebody else is told as such', async () => {
    const other = await newIdentidad()
    const bytes = await seal({ para: [other.publica] })
    await expect(open(bytes, { identidades: [mine.privada] })).rejects.toThrow(
      'La clave privada no abre la copia',
    )
  })

  test('for a key with a wrong letter is not made', async () => {
    const wrong = mine.publica.slice(0, -1) + (mine.publica.endsWith('q') ? 'p' : 'q')
    await expect(seal({ para: [wrong] })).rejects.toThrow('tiene una letra equivocada')
  })
})

function flip(bytes: Uint8Array, at: number): Uint8Array {
  const changed = bytes.slice()
  changed[at]! ^= 1
  return changed
}

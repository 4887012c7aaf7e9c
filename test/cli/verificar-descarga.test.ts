import { describe, expect, test } from 'bun:test'
import { generateKeyPairSync } from 'node:crypto'
import { appendFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSumas, reviewFile } from '../../src/cli/descarga'
import { publicKeyOf, readSigningKey, signSums, sumsOf } from '../../src/release/sums'
import { inTempDir, timbre } from './spawn'

const FILES = new Map([
  ['timbre-0.1.0-linux-x64.tar.gz', Buffer.from('binary')],
  ['LICENCIAS.txt', Buffer.from('texts')],
])

/** A release in `dir`, signed by a key of its own whose public half is in `clave.pem` beside the folder. */
function writeRelease(dir: string): { clave: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  for (const [name, bytes] of FILES) writeFileSync(join(dir, name), bytes)
  const sums = sumsOf(FILES)
  writeFileSync(join(dir, 'SHA256SUMS'), sums)
  writeFileSync(join(dir, 'SHA256SUMS.sig'), signSums(sums, privateKey))
  const clave = `${dir}.pem`
  writeFileSync(clave, publicKey.export({ format: 'pem', type: 'spki' }))
  return { clave }
}

const inRelease = (use: (dir: string, clave: string) => Promise<void>) =>
  inTempDir(async (dir) => {
    const { clave } = writeRelease(dir)
    try {
      await use(dir, clave)
    } finally {
      rmSync(clave)
    }
  })

const review = (dir: string, ...words: string[]) => timbre(['verificar-descarga', dir, ...words])

describe('a downloaded release', () => {
  test('is believed when every file is the listed one and the list is signed', () =>
    inRelease(async (dir, clave) => {
      const { status, out } = await review(dir, '--clave', clave)
      expect({ status, lines: out.trim().split('\n').length }).toEqual({ status: 0, lines: 3 })
    }))

  test('may lack files that were not downloaded, but not all of them', () =>
    inRelease(async (dir, clave) => {
      rmSync(join(dir, 'LICENCIAS.txt'))
      expect((await review(dir, '--clave', clave)).status).toBe(0)
      rmSync(join(dir, 'timbre-0.1.0-linux-x64.tar.gz'))
      const { status, err } = await review(dir, '--clave', clave)
      expect({ status, err }).toEqual({ status: 1, err: expect.stringContaining('no hay ningún archivo') })
    }))

  test('is refused for a byte more in a file, and for a file that is in no list', () =>
    inRelease(async (dir, clave) => {
      appendFileSync(join(dir, 'LICENCIAS.txt'), '.')
      writeFileSync(join(dir, 'timbre-0.1.0-otro.deb'), '')
      const { status, out } = await review(dir, '--clave', clave)
      expect(status).toBe(1)
      expect(out).toMatch(/^FALLA {2}LICENCIAS\.txt: no es el archivo/m)
      expect(out).toMatch(/^FALLA {2}timbre-0\.1\.0-otro\.deb: no está en SHA256SUMS/m)
    }))

  test('is refused, before any file is believed, when the list was written anew by someone without the key', () =>
    inRelease(async (dir, clave) => {
      writeFileSync(join(dir, 'LICENCIAS.txt'), 'other texts')
      writeFileSync(
        join(dir, 'SHA256SUMS'),
        sumsOf(new Map([...FILES, ['LICENCIAS.txt', Buffer.from('other texts')]])),
      )
      const { status, out, err } = await review(dir, '--clave', clave)
      expect({ status, out }).toEqual({ status: 1, out: '' })
      expect(err).toContain('no instale nada')
    }))

  test('without signature is refused, unless its sums alone are asked for', () =>
    inRelease(async (dir, clave) => {
      rmSync(join(dir, 'SHA256SUMS.sig'))
      expect((await review(dir, '--clave', clave)).err).toContain('no está firmada')
      const { status, out } = await review(dir, '--sin-firma')
      expect(status).toBe(0)
      expect(out).toMatch(/^AVISO .*no se revisó quién/m)
    }))

  test('is not judged by a key and without one at once, nor by a key that is not there', () =>
    inRelease(async (dir, clave) => {
      const { status, err } = await review(dir, '--clave', clave, '--sin-firma')
      expect({ status, err }).toEqual({ status: 2, err: expect.stringContaining('no van juntas') })
      expect((await review(dir, '--clave', `${dir}.no`)).err).toContain(
        `No se puede leer ${dir}.no: no existe`,
      )
    }))

  test('cannot be judged by a program without key of its own, nor by a key of another kind', () =>
    inRelease(async (dir) => {
      expect(await review(dir)).toMatchObject({ status: 1, err: expect.stringContaining('--clave') })
      const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      writeFileSync(`${dir}.pem`, publicKey.export({ format: 'pem', type: 'spki' }))
      expect((await review(dir, '--clave', `${dir}.pem`)).err).toContain('no es una clave pública Ed25519')
    }))
})

// A terabyte of zeros takes no room and would take half an hour to read.
test('one file of a release is judged without a byte of its neighbours', () =>
  inRelease(async (dir) => {
    truncateSync(join(dir, 'LICENCIAS.txt'), 1024 ** 4)
    const nombre = 'timbre-0.1.0-linux-x64.tar.gz'
    expect(await reviewFile(dir, nombre)).toBe('bien')
    appendFileSync(join(dir, nombre), '.')
    expect(await reviewFile(dir, nombre)).toBe('distinto')
    writeFileSync(join(dir, 'otro.deb'), '')
    expect(await reviewFile(dir, 'otro.deb')).toBe('ajeno')
    expect(await reviewFile(dir, 'timbre-0.1.0-macos-x64.tar.gz')).toBeNull()
  }))

test('a list with a path, a short sum or a name twice is no list', () => {
  const sum = 'a'.repeat(64)
  for (const text of [`${sum}  ../timbre\n`, `${sum.slice(1)}  timbre\n`, `${sum}  a\n${sum}  a\n`, 'nada\n'])
    expect(() => readSumas(text)).toThrow('mal escrito')
})

test('the key that the binary carries is the public half of the one that signs', () =>
  inTempDir(async (dir) => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    writeFileSync(join(dir, 'clave.pem'), privateKey.export({ format: 'pem', type: 'pkcs8' }))
    const key = readSigningKey(join(dir, 'clave.pem'))
    expect(publicKeyOf(key)).toBe(publicKey.export({ format: 'der', type: 'spki' }).toString('base64'))
    expect(readFileSync(join(dir, 'clave.pem'), 'utf8')).toContain('PRIVATE')
  }))

// The system's RSA beside the runtime's (src §3.8): the same bytes or none.

import { describe, expect, test } from 'bun:test'
import { generateKeyPairSync, sign } from 'node:crypto'
import { type Libcrypto, LibcryptoAbsent, openLibcrypto } from '../../src/xml/libcrypto'
import { pkcs8Of, proveLibcrypto, sha1Of } from '../../src/xml/libcrypto-prueba'
import { libcryptoHere } from '../support/firma'

const MESSAGES = ['', 'a', 'Ñandú & Cía', 'x'.repeat(5000)].map((text) => Buffer.from(text, 'latin1'))

describe.skipIf(!libcryptoHere)('the library of the system', () => {
  const lib = libcryptoHere!

  test.each([
    [512, 3],
    [1024, 65537],
    [2048, 65537],
    [2048, 3],
    [4096, 65537],
  ])('signs with a key of %i bits and exponent %i as the runtime does', (modulusLength, publicExponent) => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength, publicExponent })
    const key = lib.openKey(pkcs8Of(privateKey))!
    for (const data of MESSAGES) {
      expect(Buffer.from(key.sign(sha1Of(data))!)).toEqual(sign('RSA-SHA1', data, privateKey))
    }
    key.free()
  })

  test('wipes the bytes of the key that it is given, and signs no more with one that was freed', () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
    const pkcs8 = pkcs8Of(privateKey)
    const key = lib.openKey(pkcs8)!
    expect(pkcs8.every((byte) => byte === 0)).toBe(true)
    expect(key.sign(sha1Of(MESSAGES[1]!))).not.toBeNull()
    key.free()
    key.free()
    expect(key.sign(sha1Of(MESSAGES[1]!))).toBeNull()
  })

  test('opens nothing that is no key, nor signs what is no digest', () => {
    expect(lib.openKey(Buffer.from('no key'))).toBeNull()
    expect(lib.openKey(new Uint8Array(0))).toBeNull()
    const { privateKey } = generateKeyPairSync('ed25519')
    expect(lib.openKey(pkcs8Of(privateKey))).toBeNull()
    const key = lib.openKey(pkcs8Of(generateKeyPairSync('rsa', { modulusLength: 512 }).privateKey))!
    expect(key.sign(new Uint8Array(32))).toBeNull()
    key.free()
  })

  test('passes its trial', () => {
    const { version, veces } = proveLibcrypto()
    expect(version).toMatch(/^3\.\d+\.\d+$/)
    expect(veces).toBeGreaterThan(0)
  })

  test.each<[string, (lib: Libcrypto) => Libcrypto]>([
    [
      'gives other bytes',
      (real) => ({
        ...real,
        openKey(pkcs8) {
          const key = real.openKey(pkcs8)
          return (
            key && { ...key, sign: (sha1) => key.sign(sha1)?.map((byte, i) => (i ? byte : byte ^ 1)) ?? null }
          )
        },
      }),
    ],
    ['opens no key', (real) => ({ ...real, openKey: () => null })],
    [
      'gives no signature',
      (real) => ({
        ...real,
        openKey(pkcs8) {
          const key = real.openKey(pkcs8)
          return key && { ...key, sign: () => null }
        },
      }),
    ],
    [
      'signs with a key that was freed',
      (real) => ({
        ...real,
        openKey(pkcs8) {
          const key = real.openKey(pkcs8)
          return key && { ...key, free() {} }
        },
      }),
    ],
  ])('does not pass its trial when it %s', (_, broken) => {
    expect(() => proveLibcrypto(() => broken(lib))).toThrow(LibcryptoAbsent)
  })
})

test('a library that is absent, or is none of OpenSSL 3, is told of', () => {
  expect(() => openLibcrypto('libno-such-thing.so.3')).toThrow(LibcryptoAbsent)
  expect(() => openLibcrypto('libc.so.6')).toThrow(LibcryptoAbsent)
})

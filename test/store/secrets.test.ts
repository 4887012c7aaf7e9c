import { describe, expect, test } from 'bun:test'
import { createSecrets, SecretUnreadable } from '../../src/store/secrets'

const KEY = new Uint8Array(32).fill(7)
const PLACE = { table: 'caf', column: 'xml_cifrado', id: 'caf_1' }
const secrets = createSecrets(KEY)

describe('a sealed value (store §5)', () => {
  test('opens to the same bytes, whether text or binary, empty or long', () => {
    for (const plain of ['', 'ñandú €', 'x'.repeat(1_000_000)])
      expect(secrets.open(PLACE, secrets.seal(PLACE, plain)).toString()).toBe(plain)
    const bytes = Uint8Array.from({ length: 256 }, (_, i) => i)
    expect(new Uint8Array(secrets.open(PLACE, secrets.seal(PLACE, bytes)))).toEqual(bytes)
  })

  test('opens from any view of its bytes, as a database gives them', () => {
    const sealed = secrets.seal(PLACE, 'secreto')
    const padded = new Uint8Array(sealed.length + 8)
    padded.set(sealed, 5)
    expect(secrets.open(PLACE, padded.subarray(5, 5 + sealed.length)).toString()).toBe('secreto')
  })

  test('differs each time, and shows nothing of the plain text', () => {
    const one = secrets.seal(PLACE, 'secreto')
    expect(secrets.seal(PLACE, 'secreto').equals(one)).toBe(false)
    expect(one.includes('secreto')).toBe(false)
  })

  test('does not open under another key', () => {
    const other = createSecrets(new Uint8Array(32).fill(8))
    expect(() => other.open(PLACE, secrets.seal(PLACE, 'secreto'))).toThrow(SecretUnreadable)
  })

  test('does not open in another table, column or row', () => {
    const sealed = secrets.seal(PLACE, 'secreto')
    for (const moved of [{ table: 'envio' }, { column: 'llave_cifrada' }, { id: 'caf_2' }])
      expect(() => secrets.open({ ...PLACE, ...moved }, sealed)).toThrow(SecretUnreadable)
  })

  test('does not open when the boundary between column and row moves', () => {
    const sealed = secrets.seal({ table: 't', column: 'ab', id: 'c' }, 'secreto')
    expect(() => secrets.open({ table: 't', column: 'a', id: 'bc' }, sealed)).toThrow(SecretUnreadable)
  })

  test('does not open when any byte of it changed, or some are missing', () => {
    const sealed = secrets.seal(PLACE, 'secreto')
    for (let i = 0; i < sealed.length; i++) {
      const changed = Buffer.from(sealed)
      changed[i]! ^= 1
      expect(() => secrets.open(PLACE, changed)).toThrow(SecretUnreadable)
      expect(() => secrets.open(PLACE, sealed.subarray(0, i))).toThrow(SecretUnreadable)
    }
  })

  test('tells where it failed, not what', () => {
    expect(() => secrets.open(PLACE, Buffer.from('x'))).toThrow('cannot open caf.xml_cifrado of caf_1')
  })
})

test('keys derived for two purposes differ from each other and from one of another master key, and stay', () => {
  const key = secrets.deriveKey('jwt')
  expect(key).toHaveLength(32)
  expect(createSecrets(KEY).deriveKey('jwt').equals(key)).toBe(true)
  expect(secrets.deriveKey('otro').equals(key)).toBe(false)
  expect(createSecrets(new Uint8Array(32)).deriveKey('jwt').equals(key)).toBe(false)
})

test('a master key of another length is refused', () => {
  expect(() => createSecrets(new Uint8Array(31))).toThrow('32 bytes')
})

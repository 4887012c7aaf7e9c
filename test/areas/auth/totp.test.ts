// Codes of an authenticator against the tables of RFC 6238 (appendix B) and RFC 4226 (appendix D).

import { describe, expect, test } from 'bun:test'
import { hashRecoveryCode, newRecoveryCodes } from '../../../src/areas/auth/recovery-codes'
import { base32, newSecret, stepOf, uriOf } from '../../../src/areas/auth/totp'
import { codeOf } from '../../support/totp'

const SECRET = base32(Buffer.from('12345678901234567890'))
const at = (seconds: number) => new Date(seconds * 1000)

/** Appendix B, SHA-1: the last six of its eight digits. */
const TABLE: [seconds: number, step: number, code: string][] = [
  [59, 0x1, '287082'],
  [1111111109, 0x23523ec, '081804'],
  [1111111111, 0x23523ed, '050471'],
  [1234567890, 0x273ef07, '005924'],
  [2000000000, 0x3f940aa, '279037'],
  [20000000000, 0x27bc86aa, '353130'],
]

describe('a code', () => {
  test.each(TABLE)('of second %p is that of step %p', (seconds, step, code) => {
    expect(stepOf(SECRET, code, at(seconds))).toBe(step)
    expect(codeOf(SECRET, at(seconds))).toBe(code)
  })

  test('of the ten first counters of RFC 4226 is found at its own step', () => {
    const table = '755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'.split(' ')
    for (const [step, code] of table.entries()) expect(stepOf(SECRET, code, at(step * 30))).toBe(step)
  })

  test('is taken while the clocks are one step apart, either way, and not two', () => {
    const now = at(1111111111)
    const found = [-2, -1, 0, 1, 2].map((apart) => {
      const code = codeOf(SECRET, new Date(now.getTime() + apart * 30_000))
      return stepOf(SECRET, code, now)
    })
    expect(found).toEqual([null, 0x23523ec, 0x23523ed, 0x23523ee, null])
  })

  test('of more, fewer or other signs is none', () => {
    for (const code of ['28708', '0287082', '94287082', '28708a', ''])
      expect([code, stepOf(SECRET, code, at(59))]).toEqual([code, null])
  })
})

describe('a secret', () => {
  test('has the 160 bits that RFC 4226 recommends, in base32', () => {
    expect(SECRET).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
    expect(newSecret((size) => new Uint8Array(size).fill(0xff))).toBe('7'.repeat(32))
  })

  test('goes into an authenticator by an address that names the program and the person', () => {
    const uri = new URL(uriOf(SECRET, 'marta+sii@example.cl'))
    expect(uri.protocol + uri.host).toBe('otpauth:totp')
    expect(decodeURIComponent(uri.pathname)).toBe('/Timbre:marta+sii@example.cl')
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      secret: SECRET,
      issuer: 'Timbre',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
  })
})

describe('recovery codes', () => {
  test('are ten of eighty bits, in groups of four', () => {
    let byte = 0
    const codes = newRecoveryCodes((size) => Uint8Array.from({ length: size }, () => byte++))
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^(?:[A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)
  })

  test('are one however they are typed: blanks, dashes, case, and 0 1 8 for the letters that they look like', () => {
    const typed = ['OIBA-2345-ABCD-EFGH', 'oiba2345abcdefgh', ' OIBA 2345 abcd efgh ', '018A-2345-A8CD-EFGH']
    expect(new Set(typed.map(hashRecoveryCode)).size).toBe(1)
  })
})

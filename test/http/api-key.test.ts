// The form of API keys (http §15).

import { describe, expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { createApiKey, hashApiKey, isApiKey } from '../../src/http/api-key'

describe('createApiKey', () => {
  test('makes prefix + 32 base62 + 6 of checksum, and tells what is stored of it', () => {
    for (const [ambiente, prefijo] of [
      ['simulacion', 'dte_sim_'],
      ['certificacion', 'dte_cert_'],
      ['produccion', 'dte_live_'],
    ] as const) {
      const made = createApiKey(ambiente, randomBytes)
      expect(made.key).toMatch(new RegExp(`^${prefijo}[0-9A-Za-z]{38}$`))
      expect(made).toMatchObject({ prefijo, ultimos4: made.key.slice(-4), hash: hashApiKey(made.key) })
      expect(isApiKey(made.key)).toBe(true)
    }
  })

  test('draws again the bytes that would favour some characters', () => {
    let drawn = 0
    const made = createApiKey('simulacion', (size) => new Uint8Array(size).fill(drawn++ === 0 ? 255 : 61))
    expect(made.key.slice(8, 40)).toBe('z'.repeat(32))
  })
})

describe('isApiKey', () => {
  const { key } = createApiKey('simulacion', (size) => new Uint8Array(size).map((_, i) => i))

  test('has a fixed checksum, so that keys outlive versions', () => {
    expect(key).toBe('dte_sim_0123456789ABCDEFGHIJKLMNOPQRSTUV4VIyFi')
  })

  test('refuses any one character changed, two swapped, and another prefix', () => {
    for (let i = 8; i < key.length; i++) {
      const other = key[i] === 'x' ? 'y' : 'x'
      expect(isApiKey(key.slice(0, i) + other + key.slice(i + 1))).toBe(false)
    }
    expect(isApiKey(key.replace('01', '10'))).toBe(false)
    expect(isApiKey(key.replace('dte_sim_', 'dte_live_'))).toBe(false)
    expect(isApiKey('')).toBe(false)
  })
})

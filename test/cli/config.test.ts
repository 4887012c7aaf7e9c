// The configuration: flags beat environment, which beats defaults (contract §23).

import { describe, expect, test } from 'bun:test'
import { ConfigError, loadConfig } from '../../src/config'

function faultOf(env: Record<string, string>, flags = {}): string {
  try {
    loadConfig(env, flags)
  } catch (fault) {
    if (fault instanceof ConfigError) return fault.message
    throw fault
  }
  return ''
}

describe('loadConfig', () => {
  test('has the defaults of the contract', () => {
    expect(loadConfig({})).toMatchObject({
      dataDir: './datos',
      addr: { hostname: '127.0.0.1', port: 3000 },
      masterKey: null,
      logLevel: 'info',
      maxBacklog: 100_000,
      openRegistration: false,
      admin: null,
    })
  })

  test('a flag beats the environment, which beats the default', () => {
    const env = { TIMBRE_DATA_DIR: '/del/entorno', TIMBRE_ADDR: '0.0.0.0:8080' }
    expect(loadConfig(env)).toMatchObject({
      dataDir: '/del/entorno',
      addr: { hostname: '0.0.0.0', port: 8080 },
    })
    expect(loadConfig(env, { data: '/de/la/opcion', addr: '[::1]:9090' })).toMatchObject({
      dataDir: '/de/la/opcion',
      addr: { hostname: '::1', port: 9090 },
    })
  })

  test('an empty variable counts as absent', () => {
    expect(loadConfig({ TIMBRE_ADDR: '', TIMBRE_MASTER_KEY: '' })).toMatchObject({ masterKey: null })
  })

  test('takes the master key in hexadecimal and in base64', () => {
    const key = Buffer.alloc(32, 0xa7)
    for (const text of [key.toString('hex'), key.toString('base64'), key.toString('base64url')])
      expect(Buffer.from(loadConfig({ TIMBRE_MASTER_KEY: text }).masterKey!)).toEqual(key)
  })

  test.each([
    ['TIMBRE_ADDR', '3000'],
    ['TIMBRE_ADDR', 'localhost:70000'],
    ['TIMBRE_MASTER_KEY', 'abc'],
    ['TIMBRE_LOG_LEVEL', 'verbose'],
    ['TIMBRE_SIMULADOR_URL', 'ftp://x'],
    ['TIMBRE_MAX_BACKLOG', '0'],
    ['TIMBRE_OPEN_REGISTRATION', 'quizás'],
    ['TIMBRE_ADMIN_EMAIL', 'a@example.cl'],
  ])('refuses %s=%s by name', (name, value) => {
    expect(faultOf({ [name]: value })).toContain(name)
  })

  test('names every fault at once, and never shows a secret', () => {
    const message = faultOf({ TIMBRE_ADDR: 'x', TIMBRE_MASTER_KEY: 'mi-secreto' })
    expect(message.split('\n')).toHaveLength(2)
    expect(message).not.toContain('mi-secreto')
  })
})

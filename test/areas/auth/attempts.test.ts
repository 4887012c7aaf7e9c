// Guessed passwords (http §14, §16: ten failures in fifteen minutes, per e-mail and per address apart).

import { describe, expect, test } from 'bun:test'
import { parseRate } from '../../../src/base/rate'
import { PASSWORD, type TestApp, testAppWithCompany } from '../../support/test-app'

const EMAIL = 'dueno0@example.cl'
const MINUTE = 60_000

const login = (app: TestApp, ip: string, email = EMAIL, password = 'no es la clave') =>
  app.post('/auth/login', { email, password }, { 'x-forwarded-for': ip })
const failTimes = async (app: TestApp, times: number, ip: (i: number) => string, email?: string) => {
  for (let i = 0; i < times; i++) expect((await login(app, ip(i), email)).status).toBe(401)
}

describe('ten failed logins in fifteen minutes', () => {
  test('of one e-mail, from wherever, are 429 with Retry-After, even with the right password', async () => {
    const app = await testAppWithCompany()
    await failTimes(app, 10, (i) => `203.0.113.${i}`)
    const refused = await login(app, '198.51.100.1', 'DUENO0@example.cl', PASSWORD)
    expect(refused).toMatchObject({ status: 429, body: { ok: false, code: 'RATE_LIMIT' } })
    expect(refused.headers.get('retry-after')).toBe('900')
    app.advance(15 * MINUTE - 1)
    expect((await login(app, '198.51.100.1', EMAIL, PASSWORD)).headers.get('retry-after')).toBe('1')
    app.advance(1)
    expect((await login(app, '198.51.100.1', EMAIL, PASSWORD)).status).toBe(200)
  })

  test('of a clock that was ahead are forgotten once it is put back: nobody is locked out for that long', async () => {
    const app = await testAppWithCompany()
    app.jump(24 * 60 * MINUTE)
    await failTimes(app, 10, (i) => `203.0.113.${i}`)
    app.jump(-24 * 60 * MINUTE)
    expect((await login(app, '198.51.100.1', EMAIL, PASSWORD)).status).toBe(200)
  })

  test('of one address, against whomever, close that address and no other', async () => {
    const app = await testAppWithCompany()
    for (let i = 0; i < 10; i++) await login(app, '203.0.113.7', `persona${i}@example.cl`)
    expect((await login(app, '203.0.113.7', EMAIL, PASSWORD)).status).toBe(429)
    expect((await login(app, '203.0.113.8', EMAIL, PASSWORD)).status).toBe(200)
  })

  test('of one /64 of IPv6 count as one address', async () => {
    const app = await testAppWithCompany()
    for (let i = 0; i < 10; i++) await login(app, `2001:db8::${i}`, `persona${i}@example.cl`)
    expect((await login(app, '2001:db8::abcd', EMAIL, PASSWORD)).status).toBe(429)
  })

  test('are said of an e-mail without account as of any other', async () => {
    const app = await testAppWithCompany()
    await failTimes(app, 10, (i) => `203.0.113.${i}`, 'nadie@example.cl')
    expect((await login(app, '198.51.100.1', 'nadie@example.cl')).status).toBe(429)
  })

  test('by strangers do not lock its owner out of where he has logged in before, nor prolong their own block', async () => {
    const app = await testAppWithCompany()
    expect((await login(app, '192.0.2.1', EMAIL, PASSWORD)).status).toBe(200)
    await failTimes(app, 10, (i) => `203.0.113.${i}`)
    for (let i = 0; i < 20; i++) expect((await login(app, '198.51.100.1')).status).toBe(429)
    expect((await login(app, '192.0.2.1', EMAIL, PASSWORD)).status).toBe(200)
    app.advance(15 * MINUTE)
    expect((await login(app, '198.51.100.1', EMAIL, PASSWORD)).status).toBe(200)
  })

  test('at once count before any of them is answered', async () => {
    const app = await testAppWithCompany()
    const replies = await Promise.all(Array.from({ length: 30 }, () => login(app, '203.0.113.7')))
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(20)
  })

  test('are forgotten by a success of the e-mail, not of the address', async () => {
    const app = await testAppWithCompany()
    await failTimes(app, 9, () => '203.0.113.7')
    expect((await login(app, '203.0.113.7', EMAIL, PASSWORD)).status).toBe(200)
    expect((await login(app, '203.0.113.7')).status).toBe(401)
    expect((await login(app, '203.0.113.7')).status).toBe(429)
    expect((await login(app, '203.0.113.8')).status).toBe(401)
  })

  test('also end the guessing of a password by a stolen session', async () => {
    const app = await testAppWithCompany()
    const change = () =>
      app.put('/auth/password', { actual: 'no es la clave', nueva: 'otra clave nueva' }, app.tenant.session)
    for (let i = 0; i < 10; i++) expect((await change()).status).toBe(422)
    expect((await change()).body.code).toBe('RATE_LIMIT')
  })
})

test('ten accounts asked for by one address in fifteen minutes are all it gets, and no other address is held up', async () => {
  const app = await testAppWithCompany()
  const register = (i: number, ip: string) =>
    app.post(
      '/auth/register',
      { nombre: 'Ana', email: `ana${i}@example.cl`, password: PASSWORD },
      { 'x-forwarded-for': ip },
    )
  for (let i = 0; i < 10; i++) expect((await register(i, '203.0.113.7')).status).toBe(201)
  const refused = await register(10, '203.0.113.7')
  expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
    429,
    'RATE_LIMIT',
    '900',
  ])
  expect((await register(11, '203.0.113.8')).status).toBe(201)
  app.advance(15 * MINUTE)
  expect((await register(12, '203.0.113.7')).status).toBe(201)
  expect((await login(app, '203.0.113.7', EMAIL, PASSWORD)).status).toBe(200)
})

describe('TIMBRE_RATE_LOGIN', () => {
  const passed = async (text: string) => {
    const rate = parseRate(text)
    const app = await testAppWithCompany({ rates: { login: rate === 'off' ? null : rate! } })
    let count = 0
    while (count < 30 && (await login(app, '203.0.113.7')).status === 401) count++
    return count
  }

  test('is how many failures pass in fifteen minutes; a burst can only be fewer, and 0 lets any number pass', async () => {
    expect([await passed('3'), await passed('3/20'), await passed('20/4')]).toEqual([3, 3, 4])
    expect(await passed('0')).toBe(30)
  })
})

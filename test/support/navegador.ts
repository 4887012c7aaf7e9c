// A person's browser: a session by cookie, as the dashboard has it.

import type { Headers0, TestApp } from './test-app'
import { PASSWORD } from './test-app'

/** The cookie of a `Set-Cookie` that a browser sends back. */
export const cookieIn = (headers: Headers): string => headers.get('set-cookie')!.split(';')[0]!

/** A new session of a person in a browser at http://localhost: its headers on requests of its own pages. */
export async function browserOf(app: TestApp, email = 'dueno0@example.cl', more: Headers0 = {}) {
  const login = await app.post('/auth/login', { email, password: PASSWORD }, {})
  const bearer = { authorization: `Bearer ${login.body.access_token}` }
  const given = await app.post('/auth/cookie', undefined, { ...bearer, ...more })
  if (given.status !== 204) throw new Error(JSON.stringify(given.body))
  const cookie = cookieIn(given.headers)
  return {
    cookie,
    headers: { cookie, host: 'localhost', origin: 'http://localhost', ...more } as Headers0,
    bearer,
    refreshToken: login.body.refresh_token as string,
  }
}

// Sessions of people in browsers: one serves case after case while it is as it began, for a log-in costs what a password costs.

import type { Person } from './stage'

interface Session {
  email: string
  /** As the browser holds it. */
  cookie: { name: string; value: string; httpOnly: true; sameSite: 'Strict' }
  /** The active company that it began with. */
  empresa: string | undefined
}

export interface Sessions {
  /** One that no other visit has: left by an earlier one, or of a new log-in. */
  take(person: Person): Promise<Session>
  giveBack(session: Session): void
}

export function createSessions(url: string): Sessions {
  const free = new Map<string, Session[]>()

  async function logIn({ email, password }: Person): Promise<Session> {
    const entered = await fetch(`${url}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    if (!entered.ok) throw new Error(`POST /auth/login answered ${entered.status}: ${await entered.text()}`)
    const { access_token } = (await entered.json()) as { access_token: string }
    const headers = { authorization: `Bearer ${access_token}` }
    const kept = await fetch(`${url}/auth/cookie`, { method: 'POST', headers })
    const [, name, value] = /^([^=]+)=([^;]+);/.exec(kept.headers.get('set-cookie') ?? '') ?? []
    if (!name || !value) throw new Error(`POST /auth/cookie answered ${kept.status}: ${await kept.text()}`)
    const cookie = { name, value, httpOnly: true, sameSite: 'Strict' } as const
    return { email, cookie, empresa: await companyOf(cookie) }
  }

  /** null of a session that ended. */
  async function activeCompany({ name, value }: Session['cookie']): Promise<string | undefined | null> {
    const me = await fetch(`${url}/auth/me`, { headers: { cookie: `${name}=${value}` } })
    if (!me.ok) return null
    const { data } = (await me.json()) as { data: { empresa_activa?: { id: string } | null } }
    return data.empresa_activa?.id
  }

  async function companyOf(cookie: Session['cookie']): Promise<string | undefined> {
    const company = await activeCompany(cookie)
    if (company === null) throw new Error('GET /auth/me refuses a new session')
    return company
  }

  return {
    async take(person) {
      const left = free.get(person.email) ?? []
      for (let session = left.pop(); session; session = left.pop())
        if ((await activeCompany(session.cookie)) === session.empresa) return session
      return logIn(person)
    },
    giveBack(session) {
      free.set(session.email, [...(free.get(session.email) ?? []), session])
    },
  }
}

// Where a suite of the browser plays: the built binary with its embedded SII in a folder of its own, Debian's Chromium, and in every
// case the same watch over the page: no error in the console, no violation of its policy, no request to anybody else.

import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { EMPRESA, PROPIETARIA } from '../../../src/cli/demo-personas'
import { type Running, start } from '../../conformance/process/binary'
import { axe } from './axe'
import { createSessions, type Sessions } from './sessions'

export const PASSWORD = 'una clave de navegador'
export const OWNER = { email: PROPIETARIA.email, password: PASSWORD }
export { EMPRESA }
/** The second company of the owner. */
export const OTRA = { ...EMPRESA, rut: '77123456-9', razon_social: 'Otra Empresa Limitada' }

/** Long, for a machine half as fast with two suites on it: only what fails waits so long. */
const WAIT_MS = 30_000

export interface Person {
  email: string
  password: string
}

export interface Visit {
  page: Page
  context: BrowserContext
  /** Fails on whatever axe finds, in light and in dark. */
  axe(): Promise<void>
  /** Fails when the page is wider than a phone; leaves the window at that width. */
  narrow(): Promise<void>
  /** The keys that were pressed, as `Tab Tab Enter`, each waited for. */
  keys(words: string): Promise<void>
  /** A complaint of the console that this case is about. */
  expectError(text: string | RegExp): void
}

export interface VisitOptions {
  as?: Person | null
  /** In the browser that people have, with its windows and its viewer of PDFs; three times as dear as the one without. */
  whole?: boolean
}

export interface Stage {
  url: string
  /** The one-time link that a server without users logs at its start. */
  installer(): Promise<string>
  /** Asks the API as the owner, by token. Throws on anything but success. */
  api<T = unknown>(method: string, path: string, body?: unknown): Promise<T>
  /** One case in a browser context of its own, logged in as the owner unless `as` says who, or null nobody. */
  visit(play: (visit: Visit) => Promise<void>, options?: VisitOptions): Promise<void>
  /** Kills the server; `resume` starts it again on the same folder and address. */
  kill(): Promise<void>
  resume(): Promise<void>
  /** The server takes connections and answers nothing, or goes on. */
  hang(hangs: boolean): void
  close(): Promise<void>
}

export interface StageOptions {
  /** Folios of each type asked for at the start; with any, the company also has a certificate. */
  folios?: Record<number, number>
  env?: Record<string, string>
  /** The name under which the browser reaches the server; the loopback address unless said. */
  host?: string
  /** Nobody is registered, nothing is there, and nobody can be visited as, or ask `api`, before the case has registered the owner. */
  empty?: boolean
  /** A data folder that others filled, whose people are its own; removed by who made it. */
  dir?: string
  /** The default of visits that do not say. */
  whole?: boolean
}

/** One server and one browser a file: in `beforeAll`, closed in `afterAll`. The owner has EMPRESA (active) and OTRA. */
export async function openStage({
  folios = {},
  env = {},
  host,
  empty = false,
  dir: given,
  whole = false,
}: StageOptions = {}): Promise<Stage> {
  const dir = given ?? mkdtempSync(join(tmpdir(), 'timbre-navegador-'))
  const filled = empty || given !== undefined
  const serve = (addr: string): Promise<Running> =>
    start(['serve', '--data', dir, '--addr', addr], { TIMBRE_LOG_LEVEL: 'info', ...env })
  let server = await serve('127.0.0.1:0')
  const direct = server.url
  const url = host ? direct.replace('127.0.0.1', host) : direct
  const browsers = new Map<boolean, Promise<Browser>>()
  const browserOf = (whole: boolean): Promise<Browser> =>
    browsers.getOrInsertComputed(whole, () => launch({ host, whole }))
  const close = async (): Promise<void> => {
    for (const browser of browsers.values()) await (await browser).close()
    await server.kill()
    if (!given) rmSync(dir, { recursive: true, force: true })
  }
  const sessions = createSessions(direct)
  try {
    const api = createApi(direct, filled ? '/auth/login' : '/auth/register')
    if (!filled) await furnish(api, folios)
    return {
      url,
      api,
      close,
      async installer() {
        for (;;) {
          const line = server.logs.find(({ enlace }) => typeof enlace === 'string')
          // It says localhost, whose cookie and requests are not those of the stage's own address.
          if (line) return new URL(new URL(String(line.enlace)).pathname, url).href
          await Bun.sleep(20)
        }
      },
      async visit(play, options = {}) {
        const browser = await browserOf(options.whole ?? whole)
        await visit({ browser, url, sessions }, play, options.as)
      },
      kill: () => server.kill(),
      hang: (hangs) => server.signal(hangs ? 'SIGSTOP' : 'SIGCONT'),
      async resume() {
        server = await serve(new URL(direct).host)
      },
    }
  } catch (fault) {
    await close()
    throw fault
  }
}

async function furnish(api: Stage['api'], folios: Record<number, number>): Promise<void> {
  const { data } = await api<{ data: { id: string } }>('POST', '/v1/empresa', EMPRESA)
  await api('POST', '/v1/empresa', OTRA)
  await api('POST', '/v1/empresa/seleccionar', { empresa_id: data.id })
  if (Object.keys(folios).length) await api('POST', `/v1/empresa/${data.id}/certificado`, { simulado: true })
  for (const [tipo, cantidad] of Object.entries(folios))
    await api('POST', '/v1/dte/folios/solicitar', { tipo_dte: Number(tipo), cantidad })
}

/** Registers the owner, or logs in as her, when first asked. */
function createApi(url: string, entry: '/auth/register' | '/auth/login'): Stage['api'] {
  const ask = async <T>(method: string, path: string, body?: unknown, token?: string): Promise<T> => {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
    return (text ? JSON.parse(text) : undefined) as T
  }
  let token: Promise<string> | null = null
  const { nombre } = PROPIETARIA
  const body = { ...(entry === '/auth/register' && { nombre }), ...OWNER }
  const enter = async (): Promise<string> =>
    (await ask<{ access_token: string }>('POST', entry, body)).access_token
  return async (method, path, given) => {
    token ??= enter()
    return ask(method, path, given, await token)
  }
}

/** Debian's, of one version: the shell is the same engine without a window around it. */
const CHROMIUM = '/usr/bin/chromium'
const SHELL = '/usr/bin/chromium-headless-shell'

export function launch({
  host,
  whole = false,
}: {
  host?: string | undefined
  whole?: boolean
} = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: !whole && existsSync(SHELL) ? SHELL : CHROMIUM,
    // As people's browsers do, pages that were left are held to be gone back to.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ...(host ? [`--host-resolver-rules=MAP ${host} 127.0.0.1`] : []),
      ...['--disable-quic', '--no-first-run', '--disable-background-networking'],
      ...['--disable-component-update', '--disable-sync'],
    ],
  })
}

async function visit(
  { browser, url, sessions }: { browser: Browser; url: string; sessions: Sessions },
  play: (visit: Visit) => Promise<void>,
  as: Person | null = OWNER,
): Promise<void> {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'es-CL',
    timezoneId: 'America/Santiago',
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 800 },
  })
  context.setDefaultTimeout(WAIT_MS)
  const odd: string[] = []
  const expected: (string | RegExp)[] = []
  const session = as && (await sessions.take(as))
  try {
    if (session) await context.addCookies([{ ...session.cookie, domain: new URL(url).hostname, path: '/' }])
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        console.error(`policy: ${violatedDirective} ${blockedURI}`),
      )
    })
    context.on('console', (message) => {
      // A refusal of the API is an answer; what the page makes of it is what cases are about.
      const refusal =
        /^Failed to load resource/.test(message.text()) && !message.location().url.includes('/app/')
      // The browser warns, over http, of a header that is for https.
      const idle = message.text().includes('Cross-Origin-Opener-Policy header has been ignored')
      if (message.type() === 'error' && !refusal && !idle) odd.push(message.text())
    })
    context.on('weberror', (error) => odd.push(String(error.error())))
    context.on('request', (request) => {
      if (
        !/^(data|blob|chrome|chrome-extension):/.test(request.url()) &&
        !request.url().startsWith(`${url}/`)
      )
        odd.push(`request to ${request.url()}`)
    })
    const page = await context.newPage()
    const playing = play({
      page,
      context,
      axe: () => axe(page),
      narrow: () => narrow(page),
      async keys(words) {
        for (const key of words.split(' ')) await page.keyboard.press(key)
      },
      expectError: (text) => void expected.push(text),
    })
    await playing.catch(async (fault) => {
      throw await withPage(fault, page)
    })
  } finally {
    await context.close()
    if (session) sessions.giveBack(session)
  }
  const left = odd.filter(
    (text) => !expected.some((one) => (typeof one === 'string' ? text.includes(one) : one.test(text))),
  )
  if (left.length) throw new Error(`the page complained:\n${left.join('\n')}`)
}

/** A fault that says what the page showed: a case that fails once in twenty is explained by nothing else. */
async function withPage(fault: unknown, page: Page): Promise<unknown> {
  if (!(fault instanceof Error)) return fault
  const shown = await page.evaluate(() => document.body.innerText).catch(String)
  const lines = shown.split(/\s*\n\s*/).join(' | ')
  fault.message += `\nThe page ${page.url()} showed: ${lines.slice(0, 3000)}`
  return fault
}

/**
 * Waits until a form that was opened has put the focus into its first field, a frame after it was drawn: keys before that go
 * nowhere. A form without a field has no focus to give.
 */
export async function formReady(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const field = 'form :is(input, select, textarea)'
    return !document.querySelector(field) || document.activeElement?.matches(field)
  })
}

async function narrow(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 })
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  if (width <= 360) return
  const wide = await page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((one) => one.getBoundingClientRect().right > 360.5)
      .slice(0, 5)
      .map((one) => one.outerHTML.slice(0, 160)),
  )
  throw new Error(`the page is ${width} px wide on a phone:\n${wide.join('\n')}`)
}

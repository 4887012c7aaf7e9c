// Debian's Firefox by WebDriver BiDi, as much of it as a smoke asks for: Playwright drives it by commands that the ESR does not have.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** For a machine half as fast with other work: only what fails waits so long. */
const WAIT_MS = 60_000

/** Nothing that a new profile shows or asks of others by itself. */
const PREFERENCES = {
  'app.normandy.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'intl.accept_languages': 'es-CL',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
}

export interface FirefoxPage {
  goto(url: string): Promise<void>
  resize(width: number, height: number): Promise<void>
  /** The value of an expression of the page, once it is neither empty nor false. */
  until<T>(expression: string): Promise<T>
  /** Presses the button, link or tab whose name begins so. */
  press(name: string): Promise<void>
  /** Types into the field of that label, key by key. */
  type(label: string, text: string): Promise<void>
  picture(): Promise<Uint8Array>
}

export interface Firefox {
  page: FirefoxPage
  /** The pages' complaints: errors of the console, uncaught ones, breaches of the policy. */
  complaints: readonly string[]
  close(): Promise<void>
}

interface Said {
  id?: number
  method?: string
  result?: unknown
  message?: string
  params?: { level?: string; text?: string | null }
}

const ENTER = '\uE007'

export async function openFirefox(): Promise<Firefox> {
  const profile = mkdtempSync(join(tmpdir(), 'timbre-firefox-'))
  const lines = Object.entries(PREFERENCES).map(
    ([key, value]) => `user_pref(${JSON.stringify(key)}, ${JSON.stringify(value)});`,
  )
  writeFileSync(join(profile, 'user.js'), lines.join('\n'))
  const program = Bun.spawn(
    ['firefox-esr', '--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
    { stdout: 'ignore', stderr: 'pipe', env: { ...process.env, HOME: profile } },
  )
  const socket = new WebSocket(`${await addressIn(program.stderr)}/session`)
  const complaints: string[] = []
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  socket.onmessage = ({ data }) => {
    const { id, method, result, message, params } = JSON.parse(String(data)) as Said
    if (method === 'log.entryAdded' && params?.level === 'error') complaints.push(params.text ?? '')
    const asked = id === undefined ? undefined : waiting.get(id)
    if (message) asked?.reject(new Error(message))
    else asked?.resolve(result)
  }
  await new Promise((open) => {
    socket.onopen = open
  })
  let last = 0
  const send = async <T>(method: string, params: object): Promise<T> => {
    const asked = Promise.withResolvers<unknown>()
    waiting.set(++last, asked)
    socket.send(JSON.stringify({ id: last, method, params }))
    return (await asked.promise) as T
  }
  await send('session.new', { capabilities: {} })
  await send('session.subscribe', { events: ['log.entryAdded'] })
  await send('script.addPreloadScript', {
    functionDeclaration: `() => document.addEventListener('securitypolicyviolation', (event) =>
      console.error('policy: ' + event.violatedDirective + ' ' + event.blockedURI))`,
  })
  const { context } = await send<{ context: string }>('browsingContext.create', { type: 'tab' })
  return {
    complaints,
    page: createPage(send, context),
    async close() {
      socket.close()
      program.kill()
      await program.exited
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

/** The address that it says once it listens. */
async function addressIn(stderr: ReadableStream<Uint8Array>): Promise<string> {
  let said = ''
  const decoder = new TextDecoder()
  for await (const part of stderr) {
    said += decoder.decode(part)
    const found = /listening on (ws:\S+)/.exec(said)
    if (found) return found[1]!
  }
  throw new Error(`Firefox ended: ${said}`)
}

type Send = <T>(method: string, params: object) => Promise<T>

function createPage(send: Send, context: string): FirefoxPage {
  /** Asked within the page, frame by frame, so that nothing is asked in vain. */
  const until = async <T>(expression: string): Promise<T> => {
    const { result, exceptionDetails } = await send<{
      result?: { value: string }
      exceptionDetails?: { text: string }
    }>('script.evaluate', {
      expression: `new Promise((found, never) => {
        const end = Date.now() + ${WAIT_MS}
        const look = () => {
          const value = (() => (${expression}))()
          if (value) found(JSON.stringify(value === true || typeof value === 'object' ? true : value))
          else if (Date.now() > end) never(new Error(${JSON.stringify(`never: ${expression}`)} + document.body.innerText.slice(0, 600)))
          else setTimeout(look, 30)
        }
        look()
      })`,
      target: { context },
      awaitPromise: true,
    })
    if (!result) throw new Error(exceptionDetails?.text ?? 'no answer')
    return JSON.parse(result.value) as T
  }
  const keys = (text: string): Promise<unknown> =>
    send('input.performActions', {
      context,
      actions: [
        {
          type: 'key',
          id: 'keyboard',
          actions: [...text].flatMap((value) => [
            { type: 'keyDown', value },
            { type: 'keyUp', value },
          ]),
        },
      ],
    })
  return {
    until,
    async goto(url) {
      // A page that writes its own address while it loads ends the navigation that is waited for, not itself.
      await send('browsingContext.navigate', { context, url, wait: 'interactive' }).catch((fault: Error) => {
        if (!fault.message.includes('NS_BINDING_ABORTED')) throw fault
      })
    },
    async resize(width, height) {
      await send('browsingContext.setViewport', { context, viewport: { width, height } })
    },
    async press(name) {
      await until(`[...document.querySelectorAll('button, a, [role=tab]')].some((one) => {
        if (!(one.getAttribute('aria-label') ?? one.innerText).trim().startsWith(${JSON.stringify(name)})) return false
        one.focus()
        return document.activeElement === one
      })`)
      await keys(ENTER)
    },
    async type(label, text) {
      await until(`[...document.querySelectorAll('input, textarea')].some((one) => {
        const labels = [...(one.labels ?? [])].map((label) => label.innerText.trim())
        if (![one.getAttribute('aria-label'), ...labels].some((name) => name?.startsWith(${JSON.stringify(label)}))) return false
        one.focus()
        return document.activeElement === one
      })`)
      await keys(text)
    },
    async picture() {
      const { data } = await send<{ data: string }>('browsingContext.captureScreenshot', { context })
      return Uint8Array.from(atob(data), (char) => char.charCodeAt(0))
    },
  }
}

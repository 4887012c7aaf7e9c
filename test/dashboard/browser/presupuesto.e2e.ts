// The cost of the dashboard (dashboard §14). Sizes are exact, so a dependency that grows is seen in the
// change that brings it; times may be twice their budget, and more on a machine that signs more slowly than
// the one that the budgets are of. All of it is printed.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { slowness } from '../../bench/slowness'
import { type Running, start } from '../../conformance/process/binary'
import { EMISOR } from '../../support/emisor'
import { chromeOf, firstPaint, fromClick, heap, sampleOf, watchRequests, worked } from './medir'
import { openStage, type Stage } from './stage'

const KB = 1024
const dir = mkdtempSync(join(tmpdir(), 'timbre-presupuesto-'))
let server: Running
beforeAll(async () => {
  server = await start(['serve', '--data', dir, '--addr', '127.0.0.1:0'])
}, 60_000)
afterAll(async () => {
  await server.kill()
  rmSync(dir, { recursive: true, force: true })
})

test('the program says where the dashboard is, and leads browsers to it', async () => {
  expect(server.logs.find(({ event }) => event === 'servidor.iniciado')?.panel).toBe(
    `${server.url.replace('127.0.0.1', 'localhost')}/app/`,
  )
  const led = async (): Promise<string | null> =>
    (await fetch(server.url, { headers: { accept: 'text/html' }, redirect: 'manual' })).headers.get(
      'location',
    )
  // Nobody can log in before there is somebody.
  expect(await led()).toMatch(/^\/instalar\/./)
  const registered = await fetch(`${server.url}/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ nombre: 'Dueña', ...OWNER }),
  })
  expect(registered.status).toBe(201)
  expect(await led()).toBe('/app/')
  const program = await fetch(server.url, { headers: { accept: 'application/json' } })
  expect([program.status, (await program.json()).code]).toEqual([404, 'ROUTE_NOT_FOUND'])
  const etag = (await fetch(`${server.url}/app/`)).headers.get('etag') ?? ''
  const again = await fetch(`${server.url}/app/x`, { headers: { 'if-none-match': etag } })
  expect(again.status).toBe(304)
})

/** As plain http on a LAN gets it, where browsers take gzip at best. */
async function weigh(path: string): Promise<{ bytes: number; text: string }> {
  const packed = await fetch(server.url + path, { headers: { 'accept-encoding': 'gzip' }, decompress: false })
  expect([path, packed.status]).toEqual([path, 200])
  const bytes = (await packed.arrayBuffer()).byteLength
  return { bytes, text: await (await fetch(server.url + path)).text() }
}

const named = (text: string): string[] => [...new Set(text.match(/\/app\/(activos|fuentes)\/[\w.-]+/g) ?? [])]
/** Names of chunks as scripts give them: whole, or beside their own. */
const chunks = (text: string): string[] =>
  [...new Set(text.match(/[\w-]+-[a-z0-9]{8}\.js/g) ?? [])].map((name) => `/app/activos/${name}`)

test('entry, style sheet, first load and every screen keep to their size', async () => {
  const page = await weigh('/app/')
  const first = await Promise.all(named(page.text).map(async (path) => ({ path, ...(await weigh(path)) })))
  const total = (end: string) =>
    first.filter(({ path }) => path.endsWith(end)).reduce((sum, { bytes }) => sum + bytes, 0)
  const sizes = { entry: total('.js'), css: total('.css'), first: page.bytes + total('') }
  const seen = new Map(first.filter(({ path }) => path.endsWith('.js')).map(({ path, text }) => [path, text]))
  const screens: Record<string, number> = {}
  for (const [, text] of seen)
    for (const path of chunks(text)) {
      if (seen.has(path)) continue
      const chunk = await weigh(path)
      seen.set(path, chunk.text)
      screens[path] = chunk.bytes
    }
  console.log(sizes, screens)
  expect(sizes.entry).toBeLessThanOrEqual(95 * KB)
  expect(sizes.css).toBeLessThanOrEqual(15 * KB)
  expect(sizes.first).toBeLessThanOrEqual(160 * KB)
  expect(Object.keys(screens).length).toBeGreaterThan(0)
  const limit = (path: string): number => (/\/emitir-/.test(path) ? 25 : 15) * KB
  expect(Object.entries(screens).filter(([path, bytes]) => bytes > limit(path))).toEqual([])
})

/** The budget is for 100,000, whose making takes minutes: `DOCUMENTOS=100000` measures that by hand. */
const DOCUMENTOS = Number(process.env.DOCUMENTOS ?? 5000)
const BUSY = 2
const OWNER = { email: 'duena0@example.cl', password: 'una clave de prueba' }
const ROW = '.lista-documentos tbody tr'

const at = (path: string): string => `/app/${EMISOR.rut}${path}`

/** Prints what was measured, in milliseconds, and holds it to twice its budget, on a machine as fast as the budgets'. */
function hold(what: string, found: number, budget: number, also: string): void {
  const slow = slowness()
  console.log(
    `${what}: ${found.toFixed(1)} ms, budget ${budget}, ${also}, on a machine ${slow.toFixed(1)} times as slow`,
  )
  expect({ what, found, kept: found <= budget * BUSY * slow }).toEqual({ what, found, kept: true })
}
const holdSample = (what: string, values: readonly number[], budget: number): void => {
  const { typical, best } = sampleOf(values)
  hold(what, typical, budget, `best ${best.toFixed(1)} of ${values.length}`)
}

describe('times', () => {
  const stocked = mkdtempSync(join(tmpdir(), 'timbre-surtida-'))
  let stage: Stage
  beforeAll(async () => {
    // In a process of its own: it holds a library of native code, and the server's source, which knows nothing of a page.
    const stocking = Bun.spawn([process.execPath, 'test/bench/stock.ts', stocked, String(DOCUMENTOS)], {
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    if ((await stocking.exited) !== 0) throw new Error('the documents were not made')
    stage = await openStage({ dir: stocked, whole: true })
  }, 900_000)
  afterAll(async () => {
    await stage?.close()
    rmSync(stocked, { recursive: true, force: true })
  })
  const visit = (play: (page: Page) => Promise<void>): Promise<void> =>
    stage.visit(({ page }) => play(page), { as: OWNER })

  test('the first paint: here, again, and on a slow machine far away', () =>
    visit(async (page) => {
      const chrome = await chromeOf(page)
      const paint = async (times: number): Promise<number[]> => {
        const found: number[] = []
        for (let n = 0; n < times; n++) {
          await chrome.send('Network.clearBrowserCache')
          await page.goto(at('/documentos'))
          found.push(await firstPaint(page))
        }
        return found
      }
      holdSample('first paint', await paint(7), 500)
      const again: number[] = []
      for (let n = 0; n < 7; n++) {
        await page.reload()
        again.push(await firstPaint(page))
      }
      holdSample('first paint of a reload', again, 200)
      await chrome.send('Emulation.setCPUThrottlingRate', { rate: 4 })
      const bits = { downloadThroughput: 1_600_000 / 8, uploadThroughput: 1_600_000 / 8 }
      await chrome.send('Network.emulateNetworkConditions', { offline: false, latency: 150, ...bits })
      holdSample('first paint, CPU/4, 1.6 Mbit/s, 150 ms', await paint(3), 1800)
    }))

  test('a key in a form of 60 lines', () =>
    visit(async (page) => {
      const chrome = await chromeOf(page)
      await chrome.send('Performance.enable')
      await page.goto(at('/emitir/33'))
      await paste(
        page,
        Array.from({ length: 60 }, (_, n) => `Cosa ${n + 1}\t${n + 1}\tUN\t${1000 + n}`),
      )
      await page.getByLabel('Ítem, línea 60', { exact: true }).waitFor()
      await page.getByLabel('Ítem, línea 30', { exact: true }).focus()
      const costs: number[] = []
      const text = 'Cemento especial de fragua rápida'
      for (let n = 0; n < 7; n++) {
        // Over what was there: the field takes 80 letters, and one that it refuses costs nothing.
        await page.keyboard.press('Control+A')
        const before = await worked(page, chrome)
        await page.keyboard.type(text)
        costs.push(((await worked(page, chrome)) - before) / text.length)
      }
      holdSample('script and layout a key, 60 lines', costs, 4)
    }))

  test('what the server answers to a form while it is written', () =>
    visit(async (page) => {
      await page.goto(at('/emitir/33'))
      await paste(page, ['Cemento\t2\tSC\t4180', 'Fierro\t5\tUN\t7990'])
      const price = page.getByLabel(/^Precio.*línea 1$/)
      const judged = () => page.waitForResponse((one) => one.url().endsWith('/v1/dte/validar'))
      for (let n = 0; n < 20; n++) {
        const answer = judged()
        await price.fill(String(5000 + n))
        await (await answer).finished()
      }
      const times = await page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.endsWith('/v1/dte/validar'))
          .map(({ duration }) => duration),
      )
      const { typical, p95 } = sampleOf(times)
      hold('validar, p95', p95, 60, `median ${typical.toFixed(1)} of ${times.length}`)
    }))

  test('from a click to the rows of many documents', () =>
    visit(async (page) => {
      const times: number[] = []
      for (let n = 0; n < 5; n++) {
        await page.goto(at('/yo'))
        await page.getByRole('heading', { level: 1, name: 'Mi acceso' }).waitFor()
        times.push(await fromClick(page, `nav a[href="${at('/documentos')}"]`, ROW))
      }
      expect(await page.locator(ROW).count()).toBe(50)
      await page.getByText(new RegExp(`de ${DOCUMENTOS.toLocaleString('es-CL')} documentos`)).waitFor()
      holdSample(`click to rows, ${DOCUMENTOS} documents`, times, 500)
    }))

  // Twice a screen it waits for silence, as much longer as the machine is slower.
  test(
    'a screen asks the server little, and nothing of it waits for another answer than who one is',
    () =>
      visit(async (page) => {
        const screens = [...(await sections(page)), at('/documentos/33/1'), at('/emitir/33')]
        const requests = watchRequests(page)
        let answering = Promise.withResolvers<void>()
        await page.route(/\/(v1|auth|listo)/, async (route) => {
          if (!/\/auth\/me|\/v1\/events\/stream/.test(route.request().url())) await answering.promise
          await route.continue()
        })
        const found = new Map<string, readonly string[]>()
        const late = new Map<string, readonly string[]>()
        for (const href of screens) {
          answering = Promise.withResolvers()
          requests.begin()
          await page.goto(href)
          await requests.quiet(true)
          const first = requests.asked().length
          answering.resolve()
          await requests.quiet()
          found.set(href, requests.asked())
          late.set(href, requests.asked().slice(first))
        }
        // The frame asks for the day's jobs when it has time, so in some screens after the look; and what was asked before the
        // stream stood is asked once more behind it.
        const today = /^\/v1\/resumen\?desde=([\d-]+)&hasta=\1$/
        for (const [href, list] of found)
          found.set(
            href,
            [...new Set(list)].filter((one) => !today.test(one)),
          )
        const lists = [...found.values()]
        const frame = lists.reduce((shared, list) => shared.filter((one) => list.includes(one)))
        const ownOf = (asked: Map<string, readonly string[]>): [href: string, own: string[]][] =>
          [...asked].map(([href, list]) => [href, list.filter((one) => !frame.includes(one))])
        console.log('requests of the frame:', frame, 'of each screen:', Object.fromEntries(ownOf(found)))
        expect(frame.length).toBeLessThanOrEqual(4)
        // To compare plans takes the people of the account, which no answer about use counts.
        const limitOf = (href: string): number => (href.endsWith('/plan') ? 5 : 4)
        expect(ownOf(found).filter(([href, list]) => list.length > limitOf(href))).toEqual([])
        // The frame loads later what nobody waits for: bars, and the day's jobs.
        expect(ownOf(late).filter(([, list]) => list.some((one) => !today.test(one)))).toEqual([])
      }),
    400_000,
  )

  test('the memory of two hundred navigations', () =>
    visit(async (page) => {
      const chrome = await chromeOf(page)
      const screens = await sections(page)
      expect(screens.length).toBeGreaterThan(5)
      const goRound = async (times: number): Promise<number> => {
        for (let n = 0; n < times; n++) {
          await page.locator(`nav.lado a[href="${screens[n % screens.length]}"]`).click()
          await page.locator('#principal h1').waitFor()
        }
        return heap(chrome)
      }
      const after20 = await goRound(20)
      const after200 = await goRound(180)
      console.log(
        `heap after 200 navigations: ${after200.toFixed(1)} MB, budget 40, ${after20.toFixed(1)} after 20`,
      )
      expect(after200).toBeLessThanOrEqual(40)
    }))
})

/** Where the navigation leads. */
async function sections(page: Page): Promise<string[]> {
  await page.goto(at('/documentos'))
  await page.locator('#principal h1').waitFor()
  return page
    .locator('nav.lado a:not([target])')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
}

/** Rows of a spreadsheet, into the lines of the form. */
const paste = (page: Page, rows: readonly string[]): Promise<void> =>
  page.getByLabel('Ítem, línea 1', { exact: true }).evaluate((input, cells) => {
    const data = new DataTransfer()
    data.setData('text/plain', cells)
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, rows.join('\n'))

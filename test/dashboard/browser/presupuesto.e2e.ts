// What the dashboard weighs (dashboard.md §15): exact, so a dependency that grows is seen in the change that brings it.

import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Running, start } from '../../conformance/process/binary'

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
  expect(server.logs.find(({ event }) => event === 'servidor.iniciado')?.panel).toBe(`${server.url}/app/`)
  const browser = await fetch(server.url, { headers: { accept: 'text/html' }, redirect: 'manual' })
  expect([browser.status, browser.headers.get('location')]).toEqual([302, '/app/'])
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

// `make screens`: the README's pictures, of what `timbre demo --abierto` leaves. Made on purpose and looked at; no test compares them.

import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { EMPRESA } from '../../../src/cli/demo-personas'
import { BINARY } from '../../conformance/process/binary'
import { ensureTools } from '../../conformance/tools'
import { launch } from './stage'

const OUT = join(import.meta.dir, '../screens')
const MAX_BYTES = 150 * 1024

/** The content of each, and the steps before it is taken. */
const PICTURES: Record<string, (page: Page) => Promise<void>> = {
  async documento(page) {
    await page.goto(at('/documentos/33/1'))
    await page.getByText('Aceptado').first().waitFor()
  },
  async emitir(page) {
    await page.goto(at('/emitir/33'))
    await page.keyboard.type('constructora')
    await page.getByRole('option', { name: 'Constructora' }).waitFor()
    await page.keyboard.press('Enter')
    const cell = (column: string, line: number) =>
      page.getByLabel(`${column}, línea ${line}`, { exact: true })
    const LINES = [
      ['Cemento especial 25 kg', '40', 'SC', '4180'],
      ['Fierro estriado 12 mm x 6 m', '25', 'UN', '7990'],
    ] as const
    for (const [n, [item, cantidad, unidad, precio]] of LINES.entries()) {
      if (n > 0) await page.getByRole('button', { name: 'Agregar línea' }).click()
      await cell('Ítem', n + 1).fill(item)
      await cell('Cantidad', n + 1).fill(cantidad)
      await cell('Unidad', n + 1).fill(unidad)
      await cell('Precio', n + 1)
        .or(cell('Precio neto', n + 1))
        .fill(precio)
    }
    await page.keyboard.press('Tab')
    await page.getByRole('complementary', { name: 'Totales' }).getByText('$436.671').waitFor()
  },
  async resumen(page) {
    await page.goto(at('/'))
    await page.getByRole('heading', { level: 1, name: 'Resumen' }).waitFor()
  },
  async simulador(page) {
    await page.goto(at('/simulador'))
    await page.getByRole('heading', { level: 1, name: 'Simulador' }).waitFor()
  },
}

const at = (path: string): string => `/app/${EMPRESA.rut}${path}`

const absent = ensureTools(['chromium'])
if (absent.length) throw new Error(`${absent.join()} is not installed`)
const cwd = mkdtempSync(join(tmpdir(), 'timbre-retratos-'))
const demo = Bun.spawn([BINARY, 'demo', '--abierto', '--addr', '127.0.0.1:0'], { cwd, stdout: 'pipe' })
const browser = await launch({ whole: true })
try {
  mkdirSync(OUT, { recursive: true })
  const { url, email, password } = await opened(demo.stdout)
  const page = await browser.newPage({
    baseURL: url,
    viewport: { width: 1280, height: 800 },
    locale: 'es-CL',
    timezoneId: 'America/Santiago',
    reducedMotion: 'reduce',
    colorScheme: 'light',
  })
  page.setDefaultTimeout(15_000)
  await page.goto('/app/')
  await page.getByLabel('Correo').fill(email)
  await page.getByLabel('Contraseña').fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('navigation', { name: 'Secciones' }).waitFor()
  for (const [name, play] of Object.entries(PICTURES)) {
    const path = join(OUT, `${name}.png`)
    await play(page)
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
    await page.evaluate(() => document.fonts.ready)
    await page.screenshot({ path, caret: 'hide' })
    const { size } = statSync(path)
    console.log(`${path}: ${Math.round(size / 1024)} KB`)
    if (size > MAX_BYTES) throw new Error(`${name} is over ${MAX_BYTES / 1024} KB`)
  }
} finally {
  await browser.close()
  demo.kill()
  await demo.exited
  rmSync(cwd, { recursive: true, force: true })
}

/** Where the demo says that it is, and how one enters. */
async function opened(
  out: ReadableStream<Uint8Array>,
): Promise<{ url: string; email: string; password: string }> {
  let said = ''
  const decoder = new TextDecoder()
  for await (const chunk of out) {
    said += decoder.decode(chunk, { stream: true })
    const [, url] = /Panel: (\S+)\/app\//.exec(said) ?? []
    const [, email, password] = /Entre con (\S+) y la clave (.+)\n/.exec(said) ?? []
    if (url && email && password) return { url, email, password }
  }
  throw new Error(`the demo ended:\n${said}`)
}

// The dashboard in Firefox, as it comes from Debian: some ten pages, a document issued behind its preview, and the API's own page, with
// no error in the console and no breach of the policy (dashboard §16). Played by name: `make browser SUITES=firefox`.

import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Firefox, openFirefox } from './bidi'
import { EMPRESA, OWNER, openStage, type Stage } from './stage'

const AT = `/app/${EMPRESA.rut}`
const TITLE = (title: string): string =>
  `document.querySelector('h1')?.innerText.startsWith(${JSON.stringify(title)})`

let stage: Stage
let firefox: Firefox
beforeAll(async () => {
  ;[stage, firefox] = await Promise.all([openStage({ folios: { 33: 20 } }), openFirefox()])
  await firefox.page.resize(1440, 900)
}, 120_000)
afterAll(async () => {
  await firefox.close()
  await stage.close()
})

test('one logs in', async () => {
  const { page } = firefox
  await page.goto(`${stage.url}/app/entrar`)
  await page.type('Correo', OWNER.email)
  await page.type('Contraseña', OWNER.password)
  await page.press('Entrar')
  await page.until(TITLE('Resumen'))
})

test.each([
  ['', 'Resumen'],
  ['/documentos', 'Documentos'],
  ['/clientes', 'Clientes'],
  ['/recibidos', 'Recibidos'],
  ['/registro', 'Registro'],
  ['/honorarios', 'Honorarios'],
  ['/folios', 'Folios'],
  ['/acceso-sii', 'Acceso al SII'],
  ['/plantillas', 'Plantillas'],
])('%s is drawn, and no wider than its window', async (path, title) => {
  const { page } = firefox
  await page.goto(stage.url + AT + path)
  await page.until(TITLE(title))
  await page.until('document.documentElement.scrollWidth <= innerWidth')
})

test('an invoice is issued behind its preview, and its page prints it', async () => {
  const { page } = firefox
  await page.resize(1920, 1000)
  await page.goto(`${stage.url + AT}/emitir/33?ejemplo=1`)
  await page.until(TITLE('Factura'))
  await page.until(`document.querySelector('iframe[src^="blob:"]')`)
  await page.press('Emitir factura')
  await page.until(TITLE('Factura N° 1'))
  await page.press('Imprimir')
  await page.until(`document.querySelector('iframe.papel[src^="blob:"]')`)
})

test('the page of the API is drawn', async () => {
  const { page } = firefox
  await page.goto(`${stage.url}/docs`)
  await page.until(`document.body.innerText.includes('/v1/dte/emitir')`)
})

test('nothing complained', () => {
  expect(firefox.complaints).toEqual([])
})

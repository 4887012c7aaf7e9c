// GET /manual and /llms.txt: the manual as a browser and as a program get it.

import { beforeAll, describe, expect, test } from 'bun:test'
import { type TestApp, testApp } from '../support/test-app'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
const get = (path: string) => app.get(path, {})

describe('/manual', () => {
  test('is a page for anybody, with nothing inline, nothing from outside, and a policy that allows nothing else', async () => {
    for (const path of ['/manual', '/manual/emitir-factura', '/manual/completo']) {
      const { status, body, headers } = await get(path)
      expect([path, status]).toEqual([path, 200])
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(headers.get('content-security-policy')).toStartWith("default-src 'none'")
      expect(headers.get('content-security-policy')).not.toContain('unsafe')
      expect(body).toContain('<html lang="es">')
      expect(body).not.toMatch(/<(?:link|script|img)[^>]*(?:src|href)="(?:https?:)?\/\//)
      expect(body).not.toMatch(/<style|\sstyle=|\son[a-z]+=|<script(?! src=)/)
    }
  })

  test('leads to every page, and each page to its text in Markdown', async () => {
    const { body } = await get('/manual')
    const pages = [
      ...new Set([...body.matchAll(/href="\/manual\/([\w-]+)"/g)].map(([, name]) => name as string)),
    ]
    expect(pages.length).toBeGreaterThan(5)
    for (const name of pages) {
      const [page, text] = [await get(`/manual/${name}`), await get(`/manual/${name}.md`)]
      expect([name, page.status, text.status]).toEqual([name, 200, 200])
      expect(text.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
      expect(text.body).toStartWith('# ')
    }
  })

  test('marks the page that is open, and leads to the ones before and after it', async () => {
    const { body } = await get('/manual/folios-y-certificado')
    expect(body).toContain('href="/manual/folios-y-certificado" aria-current="page"')
    expect(body).toMatch(/rel="prev" href="\/manual\/catalogo"/)
    expect(body).toMatch(/rel="next" href="\/manual\/rechazo"/)
  })

  test('of a page that it does not have says so, as a page', async () => {
    for (const name of ['no-existe', 'no-existe.md', 'constructor', '__proto__']) {
      const { status, headers, body } = await get(`/manual/${name}`)
      expect([name, status, headers.get('content-type')]).toEqual([name, 404, 'text/html; charset=utf-8'])
      expect(body).toContain('href="/manual"')
    }
  })

  test('has its style, its script, and what its search looks through', async () => {
    const types = {
      'manual.css': 'text/css',
      'manual.js': 'text/javascript',
      'palabras.js': 'text/javascript',
      'indice.js': 'text/javascript',
    }
    for (const [name, type] of Object.entries(types)) {
      const { status, headers } = await get(`/manual/${name}`)
      expect([name, status, headers.get('content-type')]).toEqual([name, 200, `${type}; charset=utf-8`])
    }
    const { body } = await get('/manual/indice.js')
    const places: { ruta: string; titulo: string; texto: string }[] = JSON.parse(
      body.slice('export default '.length),
    )
    const place = places.find(({ ruta }) => ruta === 'folios-y-certificado#cargar-un-archivo-caf')!
    expect(place.titulo).toBe('Cargar un archivo CAF')
    expect(place.texto).toContain('Suelte uno o varios archivos')
    expect(JSON.stringify(places)).not.toMatch(/&(?:amp|lt|gt|quot|#\d+);|<\/?(?:p|td|code|strong)>/)
  })
})

describe('the search of the manual', () => {
  /** The titles that a question finds, the best first, by what a browser is sent. */
  const titlesOf = async (asked: string): Promise<string[]> => {
    const load = async (name: string) => {
      const { body } = await get(`/manual/${name}`)
      return import(`data:text/javascript;base64,${Buffer.from(body).toString('base64')}`)
    }
    const [{ folded, rank }, { default: places }] = [await load('palabras.js'), await load('indice.js')]
    const words = folded(asked).split(' ')
    return (places as { titulo: string; pagina: string; texto: string }[])
      .map(({ titulo, pagina, texto }) => ({
        titulo,
        rank: rank({ head: folded(`${titulo} ${pagina}`), body: folded(texto) }, words) as number,
      }))
      .filter((one) => one.rank > 0)
      .sort((a, b) => b.rank - a.rank)
      .map(({ titulo }) => titulo)
  }

  test.each([
    ['certificado vencido', 'Se venció el certificado'],
    ['Certificado VENCIÓ', 'Se venció el certificado'],
    ['rechazó', 'El SII rechazó un documento'],
    ['rechazado documento', 'El SII rechazó un documento'],
    ['restauración', 'Respaldar y restaurar'],
    ['actualización', 'Actualizar'],
    ['cambio de máquina', 'Cambié de máquina'],
  ])('finds «%s» also in another form of its words', async (asked, titulo) => {
    expect((await titlesOf(asked)).slice(0, 3)).toContain(titulo)
  })

  test('finds nothing for what it does not name', async () => {
    expect(await titlesOf('submarino')).toEqual([])
  })
})

test('/llms.txt lists every page in Markdown, and the description of the API', async () => {
  const { status, body, headers } = await get('/llms.txt')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(body).toStartWith('# Timbre\n\n> ')
  expect(body).toContain('(/openapi.json)')
  const links = [...body.matchAll(/\]\((\/manual\/[\w-]+\.md)\): \S/g)].map(([, link]) => link as string)
  expect(links.length).toBeGreaterThan(5)
  for (const link of links) expect([link, (await get(link)).status]).toEqual([link, 200])
})

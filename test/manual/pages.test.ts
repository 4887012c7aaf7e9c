// The manual tells nothing that is not in the program: its links, the words of the screens, operations, commands, variables and codes that
// it names are looked for where they are.

import { beforeAll, describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { referencia } from '../../src/cli/cli'
import { EXIT_MEANINGS } from '../../src/cli/exit-status'
import { ADVERTENCIAS } from '../../src/domain/advertencias'
import { CUANDO } from '../../src/http/error-catalogue'
import { createManual, type Hoja } from '../../src/manual/manual'
import { PARTES } from '../../src/manual/paginas'
import { TEXTOS } from '../../src/manual/textos'
import { testApp } from '../support/test-app'

const SRC = join(import.meta.dir, '../../src')
const { comandos, variables } = referencia()
const pages = createManual(referencia()).pages()

/** The page as its author wrote it: the text without the tables that the program fills in. */
const written = (page: Hoja): string => TEXTOS[page.pagina]
const withoutBlocks = (text: string): string => text.replace(/^```[\s\S]*?^```$/gm, '')

/** The hits of a pattern that `isKnown` does not know, as `page: found`. */
const unknown = (pattern: RegExp, isKnown: (found: string) => boolean, textOf = written): string[] =>
  pages.flatMap((page) =>
    [...textOf(page).matchAll(pattern)]
      .map((match) => match[1]!)
      .filter((found) => !isKnown(found))
      .map((found) => `${page.pagina}: ${found}`),
  )

describe('the pages of the manual', () => {
  test('are the files of its folder, each in the contents once', () => {
    const files = readdirSync(join(SRC, 'manual')).filter(
      (name) => name.endsWith('.md') && name !== 'README.md',
    )
    const listed = PARTES.flatMap(({ paginas }): string[] => [...paginas])
    expect(files.map((name) => name.slice(0, -3)).sort()).toEqual([...listed].sort())
  })

  test('have one title, a first paragraph that says what they are about, and no table left to fill', () => {
    for (const { pagina, markdown, titulo, resumen, html } of pages) {
      expect([pagina, withoutBlocks(markdown).match(/^# /gm)?.length]).toEqual([pagina, 1])
      expect([pagina, titulo.length > 5, resumen.length > 40]).toEqual([pagina, true, true])
      expect(html).not.toContain('{{')
      expect(html).not.toMatch(/<(?:script|style|iframe|img)\b|\son\w+=|\sstyle=/)
    }
  })

  test('have anchors of their own, with every letter of a heading', () => {
    for (const { pagina, lugares } of pages) {
      const rutas = lugares.map(({ ruta }) => ruta)
      expect([pagina, new Set(rutas).size]).toEqual([pagina, rutas.length])
    }
    expect(pages.find(({ pagina }) => pagina === 'rechazo')!.html).toContain(
      '<h2 id="que-hacer">Qué hacer</h2>',
    )
  })

  test('lead to pages and anchors that are there', () => {
    const places = new Set(pages.flatMap(({ lugares }) => lugares.map(({ ruta }) => ruta)))
    const lost = unknown(/\]\(([^)]+)\)/g, (to) =>
      /^(https:|\/docs|\/cambios|\/app)/.test(to) ? true : places.has(to.replace('.md', '')),
    )
    expect(lost).toEqual([])
  })

  test('name in **bold** what stands on a screen', () => {
    const words = (folder: string): string[] =>
      [...new Bun.Glob('**/*.{ts,tsx}').scanSync(join(SRC, folder))].map((file) =>
        readFileSync(join(SRC, folder, file), 'utf8').replace(/\s+/g, ' '),
      )
    const screens = [...words('dashboard'), ...words('areas/auth/paginas')].join('\n')
    const isShown = (label: string): boolean =>
      [`'${label}'`, `"${label}"`, `> ${label} <`, `>${label}<`, `> ${label} {`, `\`${label} $`].some((one) =>
        screens.includes(one),
      )
    expect(unknown(/\*\*([^*]+)\*\*/g, isShown)).toEqual([])
  })

  test('name commands that there are, with options that they take', () => {
    const wrong = pages.flatMap((page) =>
      [...written(page).matchAll(/(?:^|`)(?:sudo )?timbre ([a-z-]+)([^`\n]*)/gm)].flatMap(
        ([line, name, rest]) => {
          if (['help', 'version'].includes(name!)) return []
          const comando = comandos.find(({ nombre }) => nombre === name)
          const options = [...rest!.matchAll(/ --([a-z-]+)/g)].map((match) => match[1]!)
          const bad = options.filter((option) => !comando?.uso.includes(`--${option}`) && option !== 'help')
          return comando && !bad.length ? [] : [`${page.pagina}: ${line}`]
        },
      ),
    )
    expect(wrong).toEqual([])
  })

  test('name variables that the program reads', () => {
    const known = variables.flat().join(' ')
    expect(unknown(/\b(TIMBRE_[A-Z_]+)\b/g, (name) => known.includes(name))).toEqual([])
  })

  test('name codes of errors and warnings that there are', () => {
    const known = new Set([...Object.keys(CUANDO), ...Object.keys(ADVERTENCIAS)])
    const codes = unknown(
      /`([A-Z]+(?:_[A-Z]+)+)`/g,
      (code) => known.has(code) || code.startsWith('TIMBRE_') || code === 'NODE_EXTRA_CA_CERTS',
    )
    expect(codes).toEqual([])
  })

  describe('beside the API', () => {
    let paths: Set<string>
    beforeAll(async () => {
      const { app } = await testApp()
      paths = new Set(app.elysia.routes.map(({ method, path }) => `${method} ${path}`))
    })

    test('name operations that there are', () => {
      const asked = /`((?:GET|POST|PUT|PATCH|DELETE) \/[^`\s?]*)/g
      expect(
        unknown(
          asked,
          (one) => paths.has(one),
          (page) => withoutBlocks(written(page)),
        ),
      ).toEqual([])
    })
  })
})

describe('the tables of the manual', () => {
  const pageOf = (name: string): Hoja => pages.find(({ pagina }) => pagina === name)!

  test('have every command, variable, error and exit code, as the program has them', () => {
    for (const { nombre, uso } of comandos) {
      expect(pageOf('comandos').markdown).toContain(`## timbre ${nombre}\n`)
      expect(pageOf('comandos').markdown).toContain(`timbre ${nombre} ${uso}`.trimEnd())
    }
    for (const [nombre] of variables)
      expect(pageOf('variables').html).toContain(`<td><code>${nombre}</code></td>`)
    for (const codigo of Object.keys(CUANDO))
      expect(pageOf('errores').html).toContain(`<code>${codigo}</code>`)
    const salidas = [...pageOf('codigos-de-salida').markdown.matchAll(/^\| (\d+) \| (.+) \|$/gm)]
    expect(salidas.map(([, codigo, significado]) => [codigo, significado])).toEqual(
      Object.entries(EXIT_MEANINGS),
    )
  })

  test('have a code of the SII with its cause and remedy', () => {
    const { html } = pageOf('codigos-del-sii')
    expect(html).toContain(
      '<code>FAN</code></td><td>El folio está anulado</td><td>Emita el documento con otro folio</td>',
    )
    expect(html).not.toContain('undefined')
  })
})

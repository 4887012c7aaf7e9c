import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const SRC = join(import.meta.dir, '../../../src')

/** The colours of a style sheet, light and dark, by name. */
function coloursOf(path: string): Map<string, string> {
  const css = readFileSync(join(SRC, path), 'utf8')
  const found = [...css.matchAll(/--([\w-]+): (light-dark\([^)]*\));/g)]
  return new Map(found.map(([, name, value]) => [name!, value!.replaceAll(/#fff\b/g, '#ffffff')]))
}

/** Names that a page has for a colour of the dashboard. */
const COMO: Readonly<Record<string, string>> = {
  texto: 'tinta',
  tenue: 'tinta-2',
  borde: 'linea',
  'borde-control': 'linea-control',
  falta: 'mal',
}

test.each(['areas/ver/ver.css', 'areas/auth/paginas/paginas.css'])(
  'the pages of %s, which load nothing of the dashboard, have its colours',
  (path) => {
    const dashboard = coloursOf('dashboard/ui/base.css')
    const own = [...coloursOf(path)]
    expect(own.length).toBeGreaterThan(5)
    expect(own).toEqual(own.map(([name]) => [name, dashboard.get(COMO[name] ?? name)!]))
  },
)

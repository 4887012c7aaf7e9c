// Runs while bundling (`with { type: 'macro' }`): the notices of everything that travels inside the binary, from the packages as they
// are installed, so that none is forgotten when the lock file changes.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

export interface Aviso {
  nombre: string
  version: string
  /** SPDX expression. */
  licencia: string
  texto: string
}

interface Locked {
  version: string
  license?: string
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

const ROOT = join(import.meta.dir, '../..')
/** Types and compilers: peers of what is in the binary, and none of their code is. */
const FUERA = /^(?:@types\/.+|bun-types|openapi-types|undici-types|typescript)$/
/** The dashboard's font: its package is for building alone, and what is built of it is inside. */
const PLEX = 'node_modules/@fontsource-variable/ibm-plex-sans'
const PARTES_DE_BUN = ['LGPL-2', 'LGPL-2.1', 'Apache-2.0']

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8').trim()

/** Every notice as base64 of brotli: as text they would be a quarter of a megabyte of the binary. Throws, and with it the build. */
export const packAvisos = (): string => brotliCompressSync(JSON.stringify(readAvisos())).toString('base64')

/** The packages by name, then what no package brings. Throws where one has no text. */
export function readAvisos(): Aviso[] {
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> }
  return [
    ...runtimePackages(packages).map((path) => packageNotice(path, packages[path]!)),
    {
      nombre: 'Bun',
      version: packages['node_modules/bun']!.version,
      licencia: 'MIT',
      texto: [
        mit('Oven and the contributors of Bun'),
        read('node_modules/bun-types/docs/project/license.mdx'),
        ...PARTES_DE_BUN.map((name) => read(`src/cli/textos-licencias/${name}`)),
      ].join('\n\n'),
    },
    {
      nombre: 'PDF.js',
      version: '5.6.205',
      licencia: 'Apache-2.0',
      texto: `Mozilla Foundation. Viene dentro de unpdf.\n\n${read('src/cli/textos-licencias/Apache-2.0')}`,
    },
    { nombre: 'SQLite', version: '', licencia: 'blessing', texto: BLESSING },
    {
      nombre: 'IBM Plex Sans',
      version: packages[PLEX]!.version,
      licencia: 'OFL-1.1',
      texto: read(`${PLEX}/LICENSE`),
    },
    {
      nombre: 'IBM Plex Sans Condensed',
      version: '2.0.0',
      licencia: 'OFL-1.1',
      texto: `Recortada a WinAnsi y con otro nombre, Timbre Sans.\n\n${read('src/pdf/fuentes/OFL.txt')}`,
    },
  ]
}

/** Where the packages of the program's own dependencies lie, theirs included, sorted by name. */
function runtimePackages(packages: Readonly<Record<string, Locked>>): string[] {
  const found = new Set<string>()
  const visit = (from: string): void => {
    const { dependencies, peerDependencies } = packages[from]!
    for (const name of Object.keys({ ...dependencies, ...(from && peerDependencies) })) {
      const path = locate(packages, from, name)
      if (!path || found.has(path) || FUERA.test(name)) continue
      found.add(path)
      visit(path)
    }
  }
  visit('')
  // A version that lies in several folders is one notice.
  const once = new Map([...found].map((path) => [`${nameOf(path)} ${packages[path]!.version}`, path]))
  return [...once.values()].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
}

/** The package `name` as `from` finds it: the nearest one up the tree. Undefined for a peer that is not installed. */
function locate(packages: Readonly<Record<string, Locked>>, from: string, name: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    const path = `${at ? `${at}/` : ''}node_modules/${name}`
    if (packages[path]) return path
    if (!at) return undefined
  }
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 13)

function packageNotice(path: string, { version, license: licencia = '' }: Locked): Aviso {
  const files = readdirSync(join(ROOT, path)).filter((name) =>
    /^(?:licen[cs]e|copying|notice|copyrightnotice)/i.test(name),
  )
  const texto = files.length
    ? files.map((name) => read(`${path}/${name}`)).join('\n\n')
    : withoutFile(path, licencia)
  return { nombre: nameOf(path), version, licencia, texto }
}

/** The licence of a package that names it and brings no file with it. */
function withoutFile(path: string, licencia: string): string {
  const readme = existsSync(join(ROOT, path, 'README.md')) ? read(`${path}/README.md`) : ''
  const granted = readme.search(/^#+ licen[cs]e/im)
  if (granted >= 0 && readme.slice(granted).includes('Permission is hereby granted'))
    return readme.slice(granted)
  const { author, contributors = [] } = JSON.parse(read(`${path}/package.json`))
  const people = [author, ...contributors].map((one) => (typeof one === 'string' ? one : one?.name))
  const holders = people.filter(Boolean).join(', ')
  if (licencia === 'MIT' && holders) return mit(holders)
  if (licencia === 'Apache-2.0' && holders)
    return `Copyright ${holders}\n\n${read('src/cli/textos-licencias/Apache-2.0')}`
  if (licencia === 'Unlicense') return `By ${holders}\n\n${UNLICENSE}`
  throw new Error(`${path} has no text of its licence ${licencia}`)
}

const mit = (holders: string): string => `MIT License

Copyright (c) ${holders}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the
"Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish,
distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to
the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR
ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH
THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`

const UNLICENSE = `This is free and unencumbered software released into the public domain.

Anyone is free to copy, modify, publish, use, compile, sell, or distribute this software, either in source code form or as a compiled
binary, for any purpose, commercial or non-commercial, and by any means.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS BE LIABLE FOR ANY CLAIM, DAMAGES OR
OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE
OR OTHER DEALINGS IN THE SOFTWARE.

For more information, please refer to <https://unlicense.org>`

const BLESSING = `The author disclaims copyright to this source code. In place of a legal notice, here is a blessing:

  May you do good and not evil.
  May you find forgiveness for yourself and forgive others.
  May you share freely, never taking more than you give.`

// The import table of the architecture, held and enforced: what each folder may import is stated here once, and every
// import of the source is read from its text, types and dynamic ones too.

import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { PACKED } from '../src/base/packed'

const ROOT = join(import.meta.dir, '..')
const SRC = join(ROOT, 'src')

/** `layers` are folders of src; `packages` are names as imported, `elysia` standing for its entry points too. */
interface Row {
  layers: readonly string[]
  packages: readonly string[]
}

const BELOW_AREAS = ['base', 'domain', 'extraccion', 'xml', 'pdf', 'mail', 'store', 'sii', 'jobs', 'http']
const EVERYTHING = 'everything'
/** Modules for the dashboard's server files alone. */
const PACKING = ['node:fs', 'node:os', 'node:path', 'node:zlib']

const TABLE: Record<string, Row | typeof EVERYTHING> = {
  base: {
    layers: [],
    packages: ['ipaddr.js', 'node:fs', 'node:module', 'node:path', 'node:zlib', 'write-excel-file'],
  },
  domain: { layers: ['base'], packages: [] },
  xml: {
    layers: ['domain'],
    packages: ['xml-crypto', 'node-forge', 'node:crypto', 'bun:ffi'],
  },
  pdf: { layers: ['base', 'domain'], packages: ['node:zlib'] },
  mail: {
    layers: ['base', 'domain'],
    packages: ['imapflow', 'nodemailer', 'postal-mime', 'node:crypto', 'node:zlib'],
  },
  extraccion: {
    layers: ['base', 'domain', 'mail', 'stand-back.ts', 'xml'],
    packages: ['unpdf', 'node:path', 'node:zlib'],
  },
  store: {
    layers: ['base', 'domain'],
    packages: ['drizzle-orm', 'better-sqlite3', 'node:crypto', 'node:fs', 'node:path'],
  },
  sii: { layers: ['base', 'domain', 'xml'], packages: ['fast-xml-parser', 'node:crypto', 'node:zlib'] },
  respaldo: {
    layers: ['base', 'domain', 'store'],
    packages: ['age-encryption', 'aws4fetch', 'fast-xml-parser', 'node:crypto', 'node:fs', 'node:path'],
  },
  // The database's type stands in signatures of whoever runs SQL of its own; the driver alone opens it.
  jobs: { layers: ['base', 'domain', 'store'], packages: ['croner', 'better-sqlite3', 'drizzle-orm'] },
  http: {
    layers: ['base', 'domain', 'store'],
    packages: [
      'elysia',
      '@sinclair/typebox',
      'jose',
      'node:crypto',
      'node:zlib',
      'better-sqlite3',
      'drizzle-orm',
    ],
  },
  manual: { layers: ['domain', 'http', 'sii'], packages: [] },
  areas: {
    layers: [...BELOW_AREAS, 'manual'],
    packages: [
      '@simplewebauthn/server',
      ...['@sinclair/typebox', 'node:crypto', 'drizzle-orm', 'better-sqlite3', 'otpauth', 'uqr'],
    ],
  },
  simulator: {
    layers: ['base', 'domain', 'xml', 'store'],
    packages: ['node-forge', 'xml-crypto', 'node:crypto', 'node:util', 'node:zlib', 'better-sqlite3'],
  },
  dashboard: {
    layers: ['base', 'domain', 'manual'],
    packages: ['react', 'react-dom', '@tanstack/react-query', 'wouter', ...PACKING],
  },
  'shared.ts': EVERYTHING,
  'api.ts': { layers: ['areas', 'jobs', 'shared.ts', 'simulator'], packages: [] },
  'account-mail.ts': { layers: ['areas', 'base', 'mail'], packages: [] },
  'simulator-mail.ts': {
    layers: ['areas', 'mail', 'sii', 'simulator', 'store'],
    packages: ['drizzle-orm'],
  },
  'simulator-desk.ts': { layers: ['areas', 'domain', 'sii'], packages: [] },
  'sii-client.ts': {
    layers: ['base', 'mail', 'sii', 'simulator', 'simulator-mail.ts', 'store'],
    packages: [],
  },
  'services.ts': { layers: ['api.ts', 'jobs', 'shared.ts'], packages: [] },
  'app.ts': EVERYTHING,
  'main.ts': EVERYTHING,
  'entry.ts': EVERYTHING,
  'production.ts': { layers: [], packages: [] },
  'config.ts': EVERYTHING,
  'worker.ts': { layers: ['base', 'domain', 'mail', 'pdf', 'stand-back.ts', 'xml'], packages: [] },
  'signing.ts': {
    layers: ['base', 'signing-link.ts', 'xml'],
    packages: ['node:crypto', 'node:os'],
  },
  'signing-link.ts': { layers: ['signing-thread.ts', 'xml'], packages: ['node:crypto'] },
  'signing-thread.ts': { layers: ['stand-back.ts', 'xml'], packages: [] },
  'stand-back.ts': { layers: [], packages: ['node:fs', 'node:os', 'node:path'] },
  'off-loop.ts': {
    layers: ['base', 'domain', 'jobs', 'mail', 'pdf', 'worker.ts', 'xml'],
    packages: [],
  },
  'config-valores.ts': { layers: ['domain'], packages: [] },
  cli: EVERYTHING,
  release: {
    layers: ['base', 'cli', 'domain', 'http'],
    packages: ['node:crypto', 'node:fs', 'node:module', 'node:path', 'node:zlib'],
  },
}

/** The native driver is opened in one place; elsewhere its package lends types only. */
const DRIVER = 'store/driver.ts'

/**
 * Modules that the simulator must not share with the client, lest a mistake be mirrored: all that write and
 * sign.
 */
const SIGNING_SIDE = [
  'consumo-folios',
  'dte-xml',
  'libcrypto',
  'libro',
  'recibos',
  'firma',
  'firma-semilla',
  'respuesta-dte',
  'sign-dte',
  'sobre',
  'ted',
].map((f) => `xml/${f}.ts`)

/** Area → the areas whose `index.ts` it may import. */
const EDGES: Record<string, readonly string[]> = {
  acuse: ['dte', 'eventos', 'programacion', 'trabajos'],
  apikeys: ['empresa'],
  auth: ['empresa'],
  billing: ['cuenta'],
  borradores: ['documentos', 'dte', 'eventos'],
  bte: ['dte', 'eventos', 'programacion', 'trabajos'],
  certificacion: ['dte', 'eventos', 'folios', 'rcof', 'respaldo', 'trabajos'],
  clientes: ['documentos', 'dte', 'rcv', 'trabajos'],
  'compras-internacionales': ['dte', 'eventos', 'tipos-cambio', 'trabajos'],
  consultas: ['dte'],
  copia: ['dte', 'plantilla', 'ver'],
  cuenta: ['eventos'],
  documentos: ['dte', 'recibidos', 'ver'],
  dte: ['eventos', 'folios', 'plantilla', 'tipos-cambio'],
  contabilidad: ['dte', 'empresa', 'eventos', 'libros', 'rcv'],
  exportaciones: ['folios'],
  firma: ['acuse', 'auth', 'dte', 'empresa', 'folios', 'portal', 'programacion', 'rcof', 'rcv', 'resumen'],
  folios: ['eventos', 'programacion', 'trabajos'],
  historia: ['dte', 'eventos', 'folios', 'trabajos'],
  libros: ['dte', 'rcv'],
  portal: ['dte', 'empresa', 'eventos'],
  rcof: ['dte', 'eventos', 'programacion', 'trabajos'],
  rcv: ['dte', 'eventos', 'programacion', 'trabajos'],
  recibidos: ['acuse', 'dte', 'empresa', 'eventos', 'programacion', 'rcv', 'trabajos', 'webhooks'],
  programacion: ['empresa', 'eventos', 'trabajos'],
  recurrentes: ['borradores', 'dte', 'eventos', 'folios', 'tipos-cambio'],
  respaldo: ['auth', 'eventos'],
  resumen: ['acuse', 'cuenta', 'dte', 'empresa', 'folios', 'respaldo'],
  simulador: ['dte'],
  trabajos: ['eventos'],
  usuarios: ['auth', 'empresa'],
  ver: ['dte', 'plantilla'],
  webhooks: ['eventos'],
}

/** The rooms of `areas/dte`, by step of a document's way, from the lowest up; each with the rooms that it may see. */
const ROOMS: Record<string, readonly string[]> = {
  documento: [],
  solicitud: ['documento'],
  referencias: ['documento'],
  envio: ['documento'],
  archivo: ['documento', 'envio'],
  seguir: ['documento', 'referencias', 'envio'],
  enviar: ['documento', 'referencias', 'envio', 'archivo', 'seguir'],
  aceptar: ['documento', 'solicitud', 'referencias', 'envio', 'archivo'],
  notas: ['documento', 'referencias', 'aceptar'],
  guias: ['documento', 'solicitud', 'referencias', 'aceptar', 'notas'],
  trabajo: ['documento', 'referencias', 'envio', 'seguir', 'aceptar'],
}

/** The files of the dashboard that are not for the browser, and the only one that asks the server. */
const SERVER_SIDE = ['pack', 'serve', 'dev'].map((file) => `dashboard/${file}.ts`)
const CLIENT = 'dashboard/api/client.ts'

/** Files past 250 lines, each with the reason why a seam would make it worse. */
const LONG: Record<string, string> = {
  'dashboard/screens.ts': 'the screens are one table, which only grows',
  'domain/cambios.ts': 'the changes of a release are one list, which only grows',
  'dashboard/api/routes.gen.ts': 'written by a script, one line or more for each route',
  'xml/verify/xml-reader.ts': 'one scanner over one cursor, whose steps share the expressions at its head',
}

/** Where a name is exported that no other file says, each with the reason why. */
const UNUSED: Record<string, string> = {
  'store/tables/':
    'a table that SQL alone names is declared too: schema.test.ts holds them all against the migrations',
  'sii/portal/': 'what every caller of the portal works with, which land one by one',
  'simulator/portal/facade.ts': 'what every application of the portal is made with, which land one by one',
}

interface Import {
  specifier: string
  typeOnly: boolean
  /** Path under src when the import is relative and found. */
  target?: string
}

// A declaration file is no module: it tells the compiler of one.
const files = [...new Bun.Glob('**/*.{ts,tsx}').scanSync(SRC)]
  .filter((file) => !file.endsWith('.d.ts'))
  .sort()
const isFile = new Set([...new Bun.Glob('**/*').scanSync(SRC)])
const textOf = (file: string): string => readFileSync(join(SRC, file), 'utf8')

/** Comments may quote code; a URL in a string is no comment. */
const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:'"`])\/\/[^\n]*/g, '$1')

const IMPORT =
  /\b(?:import|export)\s+(type\s)?[^'"`;()]*?\bfrom\s*(['"])([^'"]+)\2|\bimport\s*(['"])([^'"]+)\4|\b(?:import|require)\s*\(\s*(['"])([^'"]+)\6/g

function resolve(from: string, specifier: string): string | undefined {
  const path = normalize(join(dirname(from), specifier))
  return [path, `${path}.ts`, `${path}.tsx`, join(path, 'index.ts')].find((p) => isFile.has(p))
}

function importsOf(file: string): Import[] {
  return [...withoutComments(textOf(file)).matchAll(IMPORT)].map((match) => {
    const specifier = (match[3] ?? match[5] ?? match[7])!
    const target = specifier.startsWith('.') ? resolve(file, specifier) : undefined
    return { specifier, typeOnly: match[1] !== undefined, ...(target && { target }) }
  })
}

const imports = new Map(files.map((file) => [file, importsOf(file)]))
const layerOf = (file: string): string => file.split('/')[0]!
const areaOf = (file: string): string | undefined => /^areas\/([^/]+)\//.exec(file)?.[1]

/** Every import for which `complaint` answers with a text, as `file → specifier: text`. */
function violations(complaint: (file: string, found: Import) => string | false | undefined): string[] {
  const list: string[] = []
  for (const [file, found] of imports) {
    for (const one of found) {
      const text = complaint(file, one)
      if (text) list.push(`${file} → ${one.specifier}: ${text}`)
    }
  }
  return list
}

/** The package that a specifier names, without the entry point asked of it. */
const packageOf = (specifier: string): string =>
  specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')

/** Names that the files of `sources` export and no other file of `sources` says; an index that only passes one on does not count. */
function unusedExports(sources: ReadonlyMap<string, string>): string[] {
  const sayers = new Map<string, Set<string>>()
  for (const [file, text] of sources) {
    const own = withoutComments(text)
    const said = file.endsWith('/index.ts') ? own.replace(/^export (type )?\{[^}]*\} from .*$/gm, '') : own
    for (const [word] of said.matchAll(/[\w$]+/g)) sayers.set(word, (sayers.get(word) ?? new Set()).add(file))
  }
  const EXPORT =
    /^export (?:async )?(?:const|let|function\*?|(?:abstract )?class|type|interface|enum) ([\w$]+)/gm
  return [...sources].flatMap(([file, text]) =>
    [...text.matchAll(EXPORT)]
      .filter(([, name]) => ![...(sayers.get(name!) ?? [])].some((other) => other !== file))
      .map(([, name]) => `${file}: ${name}`),
  )
}

/** Permits of a table that no import makes use of, as `row: layer or package`. */
function idlePermits(table: typeof TABLE, made: ReadonlyMap<string, readonly Import[]>): string[] {
  return Object.entries(table).flatMap(([layer, row]) => {
    if (row === EVERYTHING) return []
    const own = [...made].filter(([file]) => layerOf(file) === layer).flatMap(([, found]) => found)
    const layers = new Set(own.map(({ target }) => target && layerOf(target)))
    const packages = new Set(own.flatMap(({ specifier }) => [specifier, packageOf(specifier)]))
    return [
      ...row.layers.filter((name) => !layers.has(name)),
      ...row.packages.filter((name) => !packages.has(name)),
    ].map((name) => `${layer}: ${name}`)
  })
}

/** The project's needs by package.json. */
interface Needs {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}

/** Dependencies that no file of src imports as more than a type, and packages that one imports without being told of. */
function untrueDependencies(needs: Needs, made: ReadonlyMap<string, readonly Import[]>): string[] {
  const all = [...made.values()].flat().filter(({ specifier }) => !/^(\.|node:|bun(:|$))/.test(specifier))
  const named = new Set(all.map(({ specifier }) => packageOf(specifier)))
  const run = new Set([
    ...all.filter(({ typeOnly }) => !typeOnly).map(({ specifier }) => packageOf(specifier)),
    // Read at run time, by their names in that table.
    ...Object.keys(PACKED),
  ])
  return [
    ...Object.keys(needs.dependencies).filter((name) => !run.has(name)),
    ...[...named].filter((name) => !(name in needs.dependencies)),
  ]
}

/**
 * Packages for development that nothing needs: no text imports them or reaches into their folder, no tool of theirs stands in
 * the Makefile, and they are the types of nothing that is used. `binsOf` tells the tools of an installed package.
 */
function idleTools(
  needs: Needs,
  texts: readonly string[],
  makefile: string,
  binsOf: (name: string) => readonly string[],
): string[] {
  const imported = new Set(
    texts.flatMap((text) =>
      [...text.matchAll(IMPORT)].map((match) => packageOf((match[3] ?? match[5] ?? match[7])!)),
    ),
  )
  const isTyped = (name: string) => name === 'bun' || name in needs.dependencies || imported.has(name)
  return Object.keys(needs.devDependencies).filter(
    (name) =>
      !imported.has(name) &&
      !texts.some((text) => text.includes(`node_modules/${name}/`)) &&
      !binsOf(name).some((bin) => new RegExp(`\\$\\(BIN\\)/${bin}\\s`).test(makefile)) &&
      !(name.startsWith('@types/') && isTyped(name.slice('@types/'.length))),
  )
}

/** The first cycle reachable in a graph, as the names on it; empty when there is none. */
function findCycle(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const done = new Set<string>()
  const path: string[] = []
  const visit = (node: string): string[] => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node]
    if (done.has(node)) return []
    path.push(node)
    for (const next of graph.get(node) ?? []) {
      const cycle = visit(next)
      if (cycle.length) return cycle
    }
    path.pop()
    done.add(node)
    return []
  }
  for (const node of graph.keys()) {
    const cycle = visit(node)
    if (cycle.length) return cycle
  }
  return []
}

/** The imports between groups, once each file stands for its group; imports within a group do not count. */
function graphOf(group: (file: string) => string | undefined): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>()
  for (const [file, found] of imports) {
    const from = group(file)
    if (!from) continue
    const edges = graph.get(from) ?? new Set<string>()
    graph.set(from, edges)
    for (const { target } of found) {
      const to = target && group(target)
      if (to && to !== from) edges.add(to)
    }
  }
  return graph
}

describe('the reader of imports', () => {
  test('sees every form of import, types and re-exports too', () => {
    const text = `import { a } from './a'\nimport type {\n  B,\n} from "./b"\nexport * from './c'\nimport './d'\nconst e = await import('./e')\nrequire('f')\n// import g from './g'\nexport type { H } from './h'`
    const found = [...withoutComments(text).matchAll(IMPORT)].map((m) => m[3] ?? m[5] ?? m[7])
    expect(found).toEqual(['./a', './b', './c', './d', './e', 'f', './h'])
  })

  test('finds a cycle', () => {
    const graph = new Map(
      [
        ['a', ['b']],
        ['b', ['c']],
        ['c', ['b']],
      ].map(([k, v]) => [k as string, new Set(v)]),
    )
    expect(findCycle(graph)).toEqual(['b', 'c', 'b'])
  })
})

describe('the readers of permits and dependencies', () => {
  const made = new Map<string, Import[]>([
    ['xml/a.ts', [{ specifier: 'forge/lib/asn1', typeOnly: false }]],
    ['xml/b.ts', [{ specifier: '../domain/rut', typeOnly: false, target: 'domain/rut.ts' }]],
    ['pdf/c.ts', [{ specifier: '@scope/types/deep', typeOnly: true }]],
  ])
  const needs = (run: string[], dev: string[] = []): Needs => ({
    dependencies: Object.fromEntries(run.map((name) => [name, '1.0.0'])),
    devDependencies: Object.fromEntries(dev.map((name) => [name, '1.0.0'])),
  })

  test('tell of a folder or package that a row admits and no file of it imports', () => {
    const table = {
      xml: { layers: ['domain', 'store'], packages: ['forge', 'node:crypto'] },
      pdf: { layers: ['domain'], packages: ['forge', '@scope/types'] },
      cli: EVERYTHING,
    } satisfies typeof TABLE
    expect(idlePermits(table, made)).toEqual(['xml: store', 'xml: node:crypto', 'pdf: domain', 'pdf: forge'])
  })

  test('tell of a dependency that nothing runs, and of a package imported without being one', () => {
    expect(untrueDependencies(needs(['forge', '@scope/types']), made)).toEqual(['@scope/types'])
    expect(untrueDependencies(needs(['forge', 'idle']), made)).toEqual(['idle', '@scope/types'])
    expect(untrueDependencies(needs(['@scope/types'], ['forge']), made)).toEqual(['@scope/types', 'forge'])
  })

  test('tell of a package for development that nothing imports, opens or calls', () => {
    const dev = ['reader', 'idle', 'font', 'tool', 'idle-tool', '@types/forge', '@types/idle', '@types/bun']
    const texts = [`import { read } from 'reader/lib'`, `const FILE = 'node_modules/font/a.woff'`]
    const bins = { tool: ['tl', 'run'], 'idle-tool': ['idle'] } as Record<string, string[]>
    const makefile = 'check:\n\t$(BIN)/run --all\n\t$(BIN)/idler x\n'
    const idle = idleTools(needs(['forge'], dev), texts, makefile, (name) => bins[name] ?? [])
    expect(idle).toEqual(['idle', 'idle-tool', '@types/idle'])
  })
})

describe('imports (src §2)', () => {
  test('every folder and file at the top of src stands in the table', () => {
    expect(files.map(layerOf).filter((layer) => !TABLE[layer])).toEqual([])
  })

  test('a folder imports only folders of its row', () => {
    expect(
      violations((file, { target }) => {
        const row = TABLE[layerOf(file)]
        if (!target || !row || row === EVERYTHING || layerOf(target) === layerOf(file)) return
        return !row.layers.includes(layerOf(target)) && `${layerOf(file)} may not import ${layerOf(target)}`
      }),
    ).toEqual([])
  })

  test('a folder imports only packages of its row', () => {
    expect(
      violations((file, { specifier }) => {
        const row = TABLE[layerOf(file)]
        if (specifier.startsWith('.') || !row || row === EVERYTHING) return
        return (
          !row.packages.some((name) => specifier === name || specifier.startsWith(`${name}/`)) &&
          `${layerOf(file)} may not import this package`
        )
      }),
    ).toEqual([])
  })

  test('no row admits a folder or a package that nobody there imports', () => {
    expect(idlePermits(TABLE, imports)).toEqual([])
  })

  test('package.json tells the truth: what src imports are dependencies, what else is used is for development', () => {
    const needs: Needs = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    expect(untrueDependencies(needs, imports)).toEqual([])
    const tests = [...new Bun.Glob('test/**/*.{ts,tsx,mjs}').scanSync(ROOT)]
    // This file names packages for its own sake.
    const texts = tests
      .filter((path) => path !== 'test/architecture.test.ts')
      .map((path) => withoutComments(readFileSync(join(ROOT, path), 'utf8')))
    const binsOf = (name: string): string[] => {
      const { bin } = JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8'))
      return typeof bin === 'string' ? [packageOf(name).split('/').at(-1)!] : Object.keys(bin ?? {})
    }
    const makefile = readFileSync(join(ROOT, 'Makefile'), 'utf8')
    expect(idleTools(needs, [...texts, ...files.map(textOf)], makefile, binsOf)).toEqual([])
  })

  test('every relative import leads to a file inside src, but for the package file', () => {
    expect(
      violations(
        (_, { specifier, target }) =>
          specifier.startsWith('.') && !target && !specifier.endsWith('/package.json') && 'no such file',
      ),
    ).toEqual([])
  })

  test('nothing is imported by a name made at run time', () => {
    const dynamic = files.filter((file) =>
      /\b(?:import|require)\s*\(\s*[^'"\s)]/.test(withoutComments(textOf(file))),
    )
    expect(dynamic).toEqual([])
  })

  test('the SQLite addon is loaded by the driver alone', () => {
    expect(
      violations(
        (file, { specifier, typeOnly }) =>
          /^better-sqlite3/.test(specifier) &&
          !typeOnly &&
          file !== DRIVER &&
          'only types outside the driver',
      ),
    ).toEqual([])
  })

  test('the simulator shares no signing code with the client (src §3.10)', () => {
    expect(
      violations((file, { target }) => {
        if (layerOf(file) !== 'simulator' || !target) return
        return SIGNING_SIDE.includes(target) && 'the simulator has its own hands'
      }),
    ).toEqual([])
  })

  test('the reviewer of certifications knows no tax rule of ours (simulator §23)', () => {
    const PURE = ['domain/fecha.ts', 'domain/rut.ts', 'domain/reglas.ts']
    expect(
      violations(
        (file, { target }) =>
          file.startsWith('simulator/certificacion/') &&
          target?.startsWith('domain/') &&
          !PURE.includes(target) &&
          'the reviewer has tables of its own',
      ),
    ).toEqual([])
  })

  test('of the store the simulator sees how its own tables are declared, and no more', () => {
    expect(
      violations(
        (file, { target, typeOnly }) =>
          layerOf(file) === 'simulator' &&
          target?.startsWith('store/') &&
          !(typeOnly && /^store\/tables\/simulador(-\w+)?\.ts$/.test(target)) &&
          'the simulator keeps its rows by itself',
      ),
    ).toEqual([])
  })

  test('an area reaches another through its index.ts and a declared edge', () => {
    expect(
      violations((file, { target }) => {
        const [from, to] = [areaOf(file), target && areaOf(target)]
        if (!from || !to || from === to) return
        if (target !== `areas/${to}/index.ts`) return `go through areas/${to}/index.ts`
        return !EDGES[from]?.includes(to) && `declare the edge ${from} → ${to}`
      }),
    ).toEqual([])
  })

  test('every declared edge between areas is used', () => {
    const used = graphOf(areaOf)
    const idle = Object.entries(EDGES).flatMap(([from, list]) =>
      list.filter((to) => !used.get(from)?.has(to)),
    )
    expect(idle).toEqual([])
  })

  test('in areas/dte a room sees the rooms of its row alone, every one of them, and all rooms are in the table', () => {
    const roomOf = (file: string | undefined) => file && /^areas\/dte\/([^/]+)\//.exec(file)?.[1]
    const used = new Map([...graphOf(roomOf)].map(([room, others]) => [room, [...others].sort()]))
    expect(Object.fromEntries(used)).toEqual(
      Object.fromEntries(Object.entries(ROOMS).map(([room, others]) => [room, [...others].sort()])),
    )
    expect(findCycle(graphOf(roomOf))).toEqual([])
  })

  test('in the dashboard only what packs and serves it leaves the browser', () => {
    expect(
      violations(
        (file, { specifier }) =>
          layerOf(file) === 'dashboard' &&
          specifier.startsWith('node:') &&
          !SERVER_SIDE.includes(file) &&
          'the browser has no such module',
      ),
    ).toEqual([])
    const own = files.filter((file) => layerOf(file) === 'dashboard' && !SERVER_SIDE.includes(file))
    expect(own.filter((file) => /\bBun\./.test(withoutComments(textOf(file))))).toEqual([])
    expect(own.filter((file) => file !== CLIENT && /\bfetch\(/.test(withoutComments(textOf(file))))).toEqual(
      [],
    )
  })

  test('in the dashboard a screen imports the shared parts and no other screen (dashboard §15)', () => {
    const SHARED: Record<string, readonly string[]> = { ui: [], api: [], shell: ['api', 'ui'] }
    const partOf = (path: string | undefined) => path && /^dashboard\/([^/]+)\//.exec(path)?.[1]
    expect(
      violations((file, { target }) => {
        const [from, to] = [partOf(file), partOf(target)]
        if (!from || !to || from === to) return
        return !(SHARED[from] ?? ['api', 'ui', 'shell']).includes(to) && `${from} may not import ${to}`
      }),
    ).toEqual([])
  })

  test('there is no cycle between folders, areas or files', () => {
    const layers = graphOf((file) => (TABLE[layerOf(file)] === EVERYTHING ? undefined : layerOf(file)))
    expect(findCycle(layers)).toEqual([])
    expect(findCycle(graphOf(areaOf))).toEqual([])
    expect(findCycle(graphOf((file) => file))).toEqual([])
  })
})

describe('files', () => {
  test('stand at the top level only where the owner fixed it: sources, migrations, tests and what tools ask for', () => {
    const tracked = Bun.spawnSync(['git', 'ls-files'], { cwd: ROOT }).stdout.toString().split('\n')
    const top = new Set(
      tracked.filter((path) => path && !path.startsWith('.')).map((path) => path.split('/')[0]!),
    )
    const FIXED = [
      'Makefile',
      'README.md',
      'bunfig.toml',
      'migrations',
      'package.json',
      'src',
      'test',
      'tsconfig.json',
    ]
    expect([...top].sort()).toEqual([...FIXED, 'biome.json', 'package-lock.json'].sort())
  })

  test('none is longer than 250 lines without a reason', () => {
    const long = files.filter((file) => textOf(file).split('\n').length - 1 > 250)
    expect(long).toEqual(Object.keys(LONG).sort())
  })

  test('export only what another file says, a test included, but where there is a reason', () => {
    const tests = [...new Bun.Glob('**/*.{ts,tsx}').scanSync(import.meta.dir)].map(
      (file): [string, string] => [`test/${file}`, readFileSync(join(import.meta.dir, file), 'utf8')],
    )
    const sources = files
      .filter((file) => !file.endsWith('.gen.ts'))
      .map((f): [string, string] => [f, textOf(f)])
    const unused = unusedExports(new Map([...sources, ...tests])).filter(
      (found) => !found.startsWith('test/'),
    )
    const excused = (found: string) => Object.keys(UNUSED).find((folder) => found.startsWith(folder))
    expect(unused.filter((found) => !excused(found))).toEqual([])
    expect([...new Set(unused.map(excused))].sort()).toEqual(Object.keys(UNUSED).sort())
    const own = 'export const one = 1\n// two\nexport type two = typeof one'
    expect(
      unusedExports(
        new Map([
          ['a.ts', own],
          ['b/index.ts', "export { one, two } from '../a'"],
        ]),
      ),
    ).toEqual(['a.ts: one', 'a.ts: two'])
    expect(
      unusedExports(
        new Map([
          ['a.ts', own],
          ['b.ts', 'one'],
        ]),
      ),
    ).toEqual(['a.ts: two'])
  })

  test('each opens with a comment that says what it owns', () => {
    expect(files.filter((file) => !/^(#![^\n]*\n)?(\/\/|\/\*\*)/.test(textOf(file)))).toEqual([])
  })

  test('none repeats anything outside of a function', () => {
    // The binary is one function of all of them, which five hundred turns have compiled, 200 ms that a start waits for (src §3.19).
    const repeats = /^(for|while|do)\b/m
    expect(files.filter((file) => repeats.test(textOf(file)))).toEqual([])
  })

  /** The whole source in one process: minutes on a busy machine. */
  const PROBE_MS = 180_000
  test(
    'nothing opens, reads the environment, waits or asks the time on import',
    () => {
      const probe = Bun.spawnSync([process.execPath, join(import.meta.dir, 'support/import-probe.ts'), SRC], {
        cwd: ROOT,
        stderr: 'pipe',
        timeout: PROBE_MS,
      })
      expect(probe.stderr.toString()).toBe('')
      expect(JSON.parse(probe.stdout.toString())).toEqual({ imported: files.length - 7, touched: [] })
      expect(probe.exitCode).toBe(0)
    },
    PROBE_MS,
  )
})

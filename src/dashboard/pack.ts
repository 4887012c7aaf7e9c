// Run by `make build`: the dashboard's own bundle, packed for the wire, as a member of the binary. A command of its own for each, because
// the server's bundle must stay as it is.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { RUTA_FUENTE } from './fuente'
import type { Archivo } from './serve'

const AQUI = import.meta.dir
const FUENTE = 'node_modules/@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-latin-wght-normal.woff2'

const TIPOS: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
}

/** The files of `/app/`: the page first, then what it asks for. Throws, and with it the build, when the bundle does not build. */
function packDashboard(): Archivo[] {
  const dir = mkdtempSync(join(tmpdir(), 'timbre-panel-'))
  try {
    const built = Bun.spawnSync(
      [
        ...[process.execPath, 'build', join(AQUI, 'index.html'), `--outdir=${dir}`],
        // --production: else React's development build is inside.
        ...['--production', '--splitting', '--public-path=/app/activos/'],
        ...['entry', 'chunk', 'asset'].map((kind) => `--${kind}-naming=[name]-[hash].[ext]`),
      ],
      { cwd: join(AQUI, '../..'), stdout: 'ignore', stderr: 'pipe' },
    )
    if (built.exitCode !== 0) throw new Error(`the dashboard does not build: ${built.stderr}`)
    const files = readdirSync(dir).sort()
    const page = files.find((name) => name.endsWith('.html'))
    if (!page) throw new Error('the dashboard has no page')
    return [
      pack('', withPreload(readFileSync(join(dir, page), 'utf8'))),
      ...files
        .filter((name) => name !== page)
        .map((name) => pack(`/app/activos/${name}`, readFileSync(join(dir, name)))),
      pack(RUTA_FUENTE, readFileSync(join(AQUI, '../..', FUENTE))),
    ]
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

// The bundler would look for what the page links, and the font is none of its files.
const withPreload = (html: string): Buffer =>
  Buffer.from(
    html.replace(
      '<link rel="stylesheet"',
      `<link rel="preload" href="${RUTA_FUENTE}" as="font" type="font/woff2" crossorigin>$&`,
    ),
  )

/** As text. A font is compressed already. */
function pack(ruta: string, bytes: Buffer): Archivo {
  const tipo = TIPOS[ruta === '' ? 'html' : ruta.slice(ruta.lastIndexOf('.') + 1)]
  if (!tipo) throw new Error(`${ruta} has no media type`)
  if (ruta.endsWith('.woff2')) return { ruta, tipo, bytes: { plain: bytes.toString('base64') } }
  const br = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
  return { ruta, tipo, bytes: { br: br.toString('base64') } }
}

if (import.meta.main) await Bun.write(process.argv[2]!, JSON.stringify(packDashboard()))

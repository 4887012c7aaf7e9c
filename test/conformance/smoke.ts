// The built binary alone: in an empty folder, with the checkout's node_modules moved away, it serves, issues a document that
// the SII accepts, prints it and stops. Whatever it still needed from the checkout shows here.

import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { BINARY, runToEnd, start } from './process/binary'
import { type Checks, until } from './process/check'
import { ask, type Json, openCompany } from './process/client'

const ROOT = join(import.meta.dir, '../..')
const MODULES = join(ROOT, 'node_modules')
const AWAY = `${MODULES}.away`
const BINARY_MAX = 130_000_000
const VERDICT_MS = 30_000

/** Puts node_modules back where an earlier run that was killed left it. */
export function restoreModules(): void {
  if (existsSync(AWAY) && !existsSync(MODULES)) renameSync(AWAY, MODULES)
  rmSync(AWAY, { recursive: true, force: true })
}

/** Whatever this needs must be loaded before: while it runs there is nothing to import from. */
export async function smoke(checks: Checks, dir: string): Promise<void> {
  const cwd = join(dir, 'vacio')
  mkdirSync(cwd)
  const { size } = statSync(BINARY)
  checks.check('the binary is under 130 MB', size < BINARY_MAX, size)
  // Where a folder of its builder stands in it, two checkouts of one commit make two binaries.
  checks.check('the binary names no folder of its builder', !readFileSync(BINARY).includes(ROOT))
  renameSync(MODULES, AWAY)
  const onSignal = (): never => {
    restoreModules()
    process.exit(1)
  }
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal)
  try {
    await serveAndIssue(checks, cwd)
    const { status, out: avisos } = await runToEnd(['licencias'], {}, { cwd })
    const inside = ['=== elysia ', '=== better-sqlite3 ', '=== Bun ', 'Permission is hereby granted']
    checks.check(
      'licencias tells of what is inside',
      status === 0 && inside.every((text) => avisos.includes(text)),
    )
    // SQLite's addon is unpacked to the temporary folder: one that is not there must be named.
    for (const command of ['serve', 'verificar', 'respaldo copia.db']) {
      const { status, err } = await runToEnd(command.split(' '), { TMPDIR: join(cwd, 'no-esta') }, { cwd })
      checks.check(`${command}: a missing TMPDIR is named`, status === 1 && err.includes('TMPDIR='), err)
    }
  } finally {
    restoreModules()
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
  }
}

async function serveAndIssue(checks: Checks, cwd: string): Promise<void> {
  const server = await start(['serve', '--addr', '127.0.0.1:0'], {}, cwd)
  try {
    const { url } = server
    for (const path of ['/salud', '/listo', '/openapi.json', '/docs'])
      checks.check(`${path} answers 200`, (await ask('GET', url + path)).status === 200)
    const key = await openCompany(url, [39], 5)
    const get = async (path: string): Promise<Json> => (await ask('GET', url + path, key)).body
    const request = { tipo_dte: 39, detalle: [{ nombre: 'Café molido', precio: 4990 }] }
    const emitted = await ask('POST', `${url}/v1/dte/emitir`, key, request)
    checks.check(
      'emission answers 202 with folio 1',
      emitted.status === 202 && emitted.body.data.folio === 1,
      emitted,
    )
    const verdict = async (): Promise<string> => (await get('/v1/documentos/39/1')).data.estado_sii
    await until(async () => !['no_enviado', 'enviado', 'en_proceso'].includes(await verdict()), VERDICT_MS)
    checks.check('the SII accepts the document', (await verdict()) === 'aceptado', await verdict())
    checks.check('its XML', String(await get('/v1/dte/xml/39/1')).includes('<Folio>1</Folio>'))
    checks.check('its PDF', String(await get('/v1/dte/pdf/39/1')).startsWith('%PDF-'))
    server.signal('SIGTERM')
    checks.check('SIGTERM ends it with 0', (await server.exited) === 0, server.errors())
    checks.check('it keeps to its folder', readdirSync(cwd).join() === 'datos', readdirSync(cwd))
  } finally {
    await server.kill()
  }
}

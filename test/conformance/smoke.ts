// The built binary alone: in an empty folder, with the checkout's node_modules moved away, it serves, issues a document that
// the SII accepts, prints it and stops. Whatever it still needed from the checkout shows here.

import { existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from './client'
import type { Report } from './report'

const MODULES = join(import.meta.dir, '../../node_modules')
const AWAY = `${MODULES}.away`
const BINARY_MAX = 130_000_000

/** Puts node_modules back where an earlier run that was killed left it. */
export function restoreModules(): void {
  if (existsSync(AWAY) && !existsSync(MODULES)) renameSync(AWAY, MODULES)
}

/** Everything it needs must be loaded before: while it runs there is nothing to import from. */
export async function smoke(report: Report, binary: string, dir: string): Promise<void> {
  const cwd = join(dir, 'vacio')
  mkdirSync(cwd)
  const size = statSync(binary).size
  report.check('smoke: the binary is under 130 MB', size < BINARY_MAX, `${size} bytes`)
  renameSync(MODULES, AWAY)
  const onSignal = (): never => {
    restoreModules()
    process.exit(1)
  }
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal)
  try {
    await serveAndIssue(report, binary, cwd)
    refuseTempDir(report, binary, cwd)
  } catch (fault) {
    report.check('smoke', false, String(fault))
  } finally {
    restoreModules()
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
  }
}

async function serveAndIssue(report: Report, binary: string, cwd: string): Promise<void> {
  const server = Bun.spawn([binary, 'serve', '--addr', '127.0.0.1:0'], {
    cwd,
    stdout: 'pipe',
    stderr: 'inherit',
  })
  try {
    const api = createClient(await urlOf(server.stdout))
    const { access_token } = await api.post('/auth/register', {
      nombre: 'Humo',
      email: 'humo@example.cl',
      password: 'una clave de humo',
    })
    api.login(String(access_token))
    const { id } = await api.post('/v1/empresa', {
      rut: '76543210-3',
      razon_social: 'Comercial Ñandú Limitada',
      giro: 'Ferretería',
      direccion: 'Los Boldos 1',
      comuna: 'Talca',
    })
    await api.post(`/v1/empresa/${id}/certificado`, { simulado: true })
    await api.post('/v1/dte/folios/solicitar', { tipo_dte: 39, cantidad: 5 })
    const { folio } = await api.post('/v1/dte/emitir', {
      tipo_dte: 39,
      detalle: [{ nombre: 'Café', precio: 1990 }],
    })
    const documento = await api.until(
      `/v1/documentos/39/${folio}`,
      (data) =>
        data.estado_sii !== 'no_enviado' && data.estado_sii !== 'enviado' && data.estado_sii !== 'en_proceso',
    )
    report.check(
      'smoke: the SII accepts the document',
      documento.estado_sii === 'aceptado',
      String(documento.estado_sii),
    )
    const xml = await api.bytes(`/v1/dte/xml/39/${folio}`)
    report.check('smoke: its XML', xml.toString('latin1').includes('<Folio>1</Folio>'))
    const pdf = await api.bytes(`/v1/dte/pdf/39/${folio}`)
    report.check('smoke: its PDF', pdf.toString('latin1', 0, 5) === '%PDF-')
    for (const path of ['/salud', '/listo', '/openapi.json', '/docs'])
      report.check(`smoke: ${path}`, (await api.bytes(path)).length > 0)
    server.kill('SIGTERM')
    report.check('smoke: SIGTERM ends it with 0', (await server.exited) === 0)
    report.check('smoke: it keeps to its folder', readdirSync(cwd).join() === 'datos')
  } finally {
    server.kill('SIGKILL')
  }
}

/** The addon is unpacked to the temporary folder: one that is not there must be named. */
function refuseTempDir(report: Report, binary: string, cwd: string): void {
  const run = Bun.spawnSync([binary, 'serve'], { cwd, env: { TMPDIR: join(cwd, 'no-esta') }, stderr: 'pipe' })
  const said = run.stderr.toString()
  report.check('smoke: a missing TMPDIR is named', run.exitCode === 1 && said.includes('TMPDIR='), said)
}

async function urlOf(stdout: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of stdout) {
    text += decoder.decode(chunk, { stream: true })
    const line = text.split('\n').find((one) => one.includes('"servidor.iniciado"'))
    if (line) return String((JSON.parse(line) as { url: string }).url)
  }
  throw new Error(`the server ended: ${text}`)
}

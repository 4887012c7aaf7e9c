// `timbre instalar`: what the Debian package does, on any Linux with systemd: program, user, folder, variables and unit, then the first
// start. What is there already stays; `--proxy` only shows a file.

import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { PACKAGED } from '../base/packaged'
import { loadConfig } from '../config'
import { type Comando, Falla, type Io, text, UsoIncorrecto } from './comando'
import { fetchOwn } from './listen'
import {
  CARPETA,
  isOfPackage,
  PROGRAMA_DE_PAQUETE,
  PROGRAMA_INSTALADO,
  UNIDAD,
  USUARIO,
  unitFile,
  VARIABLES,
  VARIABLES_INICIALES,
} from './servicio'
import { PROXIES, siteFile } from './sitio'
import { findServicio } from './upgrade-service'

const START_MS = 180_000
const LOOK_MS = 200

export const instalacion: Comando = {
  nombre: 'instalar',
  uso: `[--proxy ${PROXIES.join('|')} [--sitio NOMBRE]]`,
  resumen:
    'deja a Timbre como servicio de este sistema (root, Linux con systemd), y dice su dirección; con --proxy muestra el archivo del sitio de un proxy y no cambia nada',
  flags: { proxy: { type: 'string' }, sitio: { type: 'string' } },
  words: [0, 0],
  async run(args, io) {
    const named = text(args, 'proxy')
    const proxy = PROXIES.find((one) => one === named)
    if (proxy) {
      const { hostname, port } = loadConfig(io.env, {}).addr
      const archivo = siteFile[proxy](text(args, 'sitio') ?? 'dte.example.cl', `${hostname}:${port}`)
      io.result({ archivo })
      io.out(archivo)
      return 0
    }
    if (named !== undefined) throw new UsoIncorrecto(`--proxy es ${PROXIES.join(' o ')}`)
    if (text(args, 'sitio') !== undefined) throw new UsoIncorrecto('--sitio va con --proxy')
    requireSystem()
    await start(io, install(io))
    return 0
  },
}

function requireSystem(): void {
  if (!PACKAGED)
    throw new Falla('Se instala el programa de una entrega o de make build, no el de las fuentes')
  if (!existsSync('/run/systemd/system'))
    throw new Falla('Este sistema no tiene systemd andando: ejecute timbre serve como su sistema lo haga')
  if (process.getuid?.() !== 0) throw new Falla('Sólo root instala: repítalo con sudo')
  if (isOfPackage(PROGRAMA_DE_PAQUETE))
    throw new Falla(
      'Timbre ya está instalado por su paquete .deb, que hace lo mismo: actualícelo con dpkg -i',
    )
}

/** Runs a program of the system and gives back what it wrote. Throws Falla with its own words when it fails. */
function run(...command: string[]): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { stdin: 'ignore' })
  if (exitCode !== 0)
    throw new Falla(`${command.join(' ')}: ${stderr.toString().trim() || `terminó con ${exitCode}`}`)
  return stdout.toString().trim()
}

/** Whether something that a running server must be started anew for was changed. */
function install(io: Io): boolean {
  const said = (what: string, isNew: boolean): boolean => {
    io.out(`${isNew ? 'hecho   ' : 'ya está '} ${what}`)
    return isNew
  }
  const hasUser = Bun.spawnSync(['getent', 'passwd', USUARIO]).exitCode === 0
  if (!hasUser)
    run(
      'useradd',
      '--system',
      '--user-group',
      '--no-create-home',
      `--home-dir=${CARPETA}`,
      '--shell=/usr/sbin/nologin',
      USUARIO,
    )
  said(`usuario ${USUARIO}`, !hasUser)
  // A unit with DynamicUser had its data behind a link, which is there too.
  const hasFolder = existsSync(CARPETA)
  if (!hasFolder) run('install', '-d', '-m', '0700', '-o', USUARIO, '-g', USUARIO, CARPETA)
  said(`carpeta ${CARPETA}: base de datos y clave maestra`, !hasFolder)
  const program = said(`programa ${PROGRAMA_INSTALADO}`, putProgram())
  said(`variables ${VARIABLES}`, putFile(VARIABLES, VARIABLES_INICIALES, 0o600))
  const unit = said(`unidad ${UNIDAD}`, putFile(UNIDAD, unitFile(PROGRAMA_INSTALADO), 0o644))
  if (readFileSync(UNIDAD, 'utf8') !== unitFile(PROGRAMA_INSTALADO))
    io.out(
      `AVISO   ${UNIDAD} no es la de esta versión, y queda como está: para tener la nueva, bórrela y repita`,
    )
  return program || unit
}

/** A name is changed and no file rewritten: the program may be running. */
function putProgram(): boolean {
  const own = process.execPath
  if (
    existsSync(PROGRAMA_INSTALADO) &&
    Buffer.compare(readFileSync(PROGRAMA_INSTALADO), readFileSync(own)) === 0
  )
    return false
  const part = `${PROGRAMA_INSTALADO}.nuevo`
  mkdirSync(dirname(PROGRAMA_INSTALADO), { recursive: true })
  copyFileSync(own, part)
  run('chmod', '0755', part)
  run('chown', '0:0', part)
  renameSync(part, PROGRAMA_INSTALADO)
  return true
}

function putFile(path: string, content: string, mode: number): boolean {
  if (existsSync(path)) return false
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content, { mode })
  return true
}

/** Starts the service, waits until it answers and says where. Throws Falla with the end of its log when it does not come up. */
async function start(io: Io, isChanged: boolean): Promise<void> {
  run('systemctl', 'daemon-reload')
  run('systemctl', 'enable', '--quiet', 'timbre')
  run('systemctl', isChanged ? 'restart' : 'start', 'timbre')
  const servicio = findServicio({ flags: {}, positionals: [] }, io.env)
  for (let waited = 0; waited < START_MS; waited += LOOK_MS) {
    const log = readLog()
    const started = log.find(({ event }) => event === 'servidor.iniciado')
    if (started && (await answers(`${started.url}/salud`))) {
      io.out(`andando  ${started.panel ?? started.url}`)
      const first = log.find(({ event }) => event === 'servidor.sin_usuarios')
      // It is good until there is a first person, which the log does not tell.
      const enlace =
        first && (await answers(`${started.url}${new URL(String(first.enlace)).pathname}`))
          ? first.enlace
          : null
      if (enlace) io.out(`         Registre la primera cuenta, una vez, en ${enlace}`)
      io.result({ direccion: started.url, enlace })
      return
    }
    if (servicio?.ended()) break
    await wait(LOOK_MS)
  }
  const last = run('journalctl', '-u', 'timbre', '-o', 'cat', '--no-pager', '-n', '5')
  throw new Falla(`El servicio no partió; vea journalctl -u timbre. Lo último:\n${last}`)
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetchOwn(url)).ok
  } catch {
    return false
  }
}

/** The lines that the service has logged since its present start. */
function readLog(): Record<string, unknown>[] {
  const id = run('systemctl', 'show', '--property=InvocationID', '--value', 'timbre')
  const lines = run('journalctl', `_SYSTEMD_INVOCATION_ID=${id}`, '-o', 'cat', '--no-pager').split('\n')
  return lines.flatMap((line) => {
    try {
      const parsed = JSON.parse(line)
      return parsed !== null && typeof parsed === 'object' ? [parsed] : []
    } catch {
      return []
    }
  })
}

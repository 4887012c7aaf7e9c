// The program that an upgrade brings: a file that a person gives, a folder of a release, or an address that has one.

import type { KeyObject } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { whyUnreachable } from '../base/network-words'
import { inflateNamed } from '../mail/unzip'
import { IS_WINDOWS, syncFile } from './archivo'
import { type Argumentos, Falla, text } from './comando'
import { CLAVE_FLAGS, FIRMA, keyFor, requireFirma, reviewFile, SUMAS } from './descarga'

/** Bytes of a program, out of its archive. */
const PROGRAM_MAX = 1024 ** 3

/** How releases name this machine; null where none is made for it. */
export function platformLabel(): string | null {
  const os = { linux: 'linux', darwin: 'macos', win32: 'windows' }[process.platform as string]
  if (!os || !['x64', 'arm64'].includes(process.arch)) return null
  // By what this program runs on: a machine of glibc may have musl's loader too.
  const musl = os === 'linux' && readFileSync('/proc/self/maps', 'utf8').includes('/ld-musl-')
  return `${os}${musl ? '-musl' : ''}-${process.arch}`
}

export const FUENTE_FLAGS = {
  desde: { type: 'string' },
  ...CLAVE_FLAGS,
} as const

/** Throws Falla unless the folder's sums are signed, and the file `nombre` is theirs. A release is many times what one machine needs. */
async function requireRelease(dir: string, nombre: string, key: KeyObject | null): Promise<void> {
  if (key) requireFirma(dir, key)
  const estado = await reviewFile(dir, nombre)
  if (!estado) throw new Falla(`Falta ${nombre} en ${dir}: descárguelo. No se cambió nada`)
  if (estado !== 'bien')
    throw new Falla(`${nombre} no es el archivo de ${SUMAS}: descárguelo de nuevo. No se cambió nada`)
}

/** The archive of a release for this machine among names, none that leads out of its folder. Throws Falla. */
function archiveAmong(names: Iterable<string>, where: string): string {
  const label = platformLabel()
  const suffix = `-${label}${IS_WINDOWS ? '.zip' : '.tar.gz'}`
  const found =
    label &&
    [...names].find((name) => name.startsWith('timbre-') && name.endsWith(suffix) && basename(name) === name)
  if (!found) throw new Falla(`En ${where} no hay un programa para esta máquina (timbre-…${suffix})`)
  return found
}

const namesOf = (sumas: string): string[] => sumas.split('\n').flatMap((line) => line.split(/ [ *]/)[1] ?? [])

async function download(url: string, path: string): Promise<void> {
  let answer: Response
  try {
    answer = await fetch(url)
  } catch (cause) {
    throw new Falla(`No se pudo descargar ${url}: ${whyUnreachable(cause)}`, { cause })
  }
  if (!answer.ok) throw new Falla(`No se pudo descargar ${url}: respondió ${answer.status}`)
  await Bun.write(path, answer)
}

/** Takes the program out of an archive, into `target`. */
function extract(archive: string, target: string): void {
  const tar = (...args: string[]) => {
    const { exitCode, stdout, stderr } = Bun.spawnSync(['tar', ...args], { maxBuffer: 1024 ** 3 })
    if (exitCode !== 0) throw new Falla(`No se pudo abrir ${archive}: ${stderr.toString().trim()}`)
    return stdout
  }
  const names = tar('-tzf', archive).toString().split('\n')
  const program = names.find((name) => /(^|\/)timbre$/.test(name))
  if (!program) throw new Falla(`${archive} no tiene el programa timbre`)
  writeFileSync(target, tar('-xzOf', archive, program))
}

/** The same out of the ZIP that a release has for Windows. */
async function extractZip(archive: string, target: string): Promise<void> {
  const bytes = await inflateNamed(readFileSync(archive), /(^|\/)timbre\.exe$/, PROGRAM_MAX).catch(() => null)
  if (!bytes) throw new Falla(`${archive} no tiene el programa timbre.exe, o está dañado`)
  writeFileSync(target, bytes)
}

/** The line that installs the Debian package for this machine: of the release that a person names, where it stands there alone. */
export function installLine(source: string | undefined): string {
  const general = 'sudo apt install ./timbre_….deb'
  if (source === undefined || !existsSync(source)) return general
  const dir = statSync(source).isDirectory() ? resolve(source) : dirname(resolve(source))
  const arch = { x64: 'amd64', arm64: 'arm64' }[process.arch as string]
  const found = readdirSync(dir).filter((name) => name.startsWith('timbre_') && name.endsWith(`_${arch}.deb`))
  if (found.length !== 1) return general
  const path = join(dir, found[0]!)
  return `sudo apt install ${/^[\w./+~:-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`}`
}

/**
 * Puts the program that a person names beside the one in use, as `target`. A folder is a release; a file is an archive of one, or
 * the program itself. Throws Falla where it is not what its sums or its signature say.
 */
export async function fetchPrograma(args: Argumentos, target: string): Promise<void> {
  const url = text(args, 'desde')
  const dir = url === undefined ? null : mkdtempSync(join(tmpdir(), 'timbre-descarga-'))
  try {
    let source = dir ?? resolve(args.positionals[0]!)
    if (!existsSync(source)) throw new Falla(`No existe ${source}`)
    if (source.endsWith('.deb'))
      throw new Falla(`${source} es un paquete de Debian: instálelo con sudo apt install ${source}`)
    if (dir) {
      const base = url!.replace(/\/+$/, '')
      await download(`${base}/${SUMAS}`, join(dir, SUMAS))
      if (keyFor(args)) await download(`${base}/${FIRMA}`, join(dir, FIRMA))
      const nombre = archiveAmong(namesOf(readFileSync(join(dir, SUMAS), 'utf8')), base)
      await download(`${base}/${nombre}`, join(dir, nombre))
      source = join(dir, nombre)
    } else if (statSync(source).isDirectory()) {
      if (!existsSync(join(source, SUMAS)))
        throw new Falla(`En ${source} no hay ${SUMAS}: no es la carpeta de una entrega`)
      source = join(source, archiveAmong(namesOf(readFileSync(join(source, SUMAS), 'utf8')), source))
    }
    if (existsSync(join(dirname(source), SUMAS)))
      await requireRelease(dirname(source), basename(source), keyFor(args))
    // A file taken out of its folder has nothing that says whose it is: its person does. Who names a key wants it judged.
    else if (text(args, 'clave') !== undefined)
      throw new Falla(
        `${source} no tiene al lado ${SUMAS}, y sin él no hay firma que revisar: indique la carpeta de la entrega, o quite --clave. No se cambió nada`,
      )
    rmSync(target, { force: true })
    if (/\.(tar\.gz|tgz)$/.test(source)) extract(source, target)
    else if (source.endsWith('.zip')) await extractZip(source, target)
    else copyFileSync(source, target)
    chmodSync(target, 0o755)
    syncFile(target)
  } finally {
    if (dir) rmSync(dir, { recursive: true, force: true })
  }
}

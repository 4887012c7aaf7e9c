// The program that an upgrade brings: a file that a person gives, a folder of a release, or an address that has one.

import type { KeyObject } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { syncFile } from './archivo'
import { type Argumentos, Falla, text } from './comando'
import { CLAVE_FLAGS, FIRMA, keyFor, requireFirma, reviewFiles, SUMAS } from './descarga'
import { whyUnreachable } from './network-words'

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

/** Throws Falla unless the folder's sums are signed, and the file `nombre` is theirs. */
async function requireRelease(dir: string, nombre: string, key: KeyObject | null): Promise<void> {
  if (key) requireFirma(dir, key)
  const found = (await reviewFiles(dir)).find((one) => one.nombre === nombre)
  if (!found) throw new Falla(`Falta ${nombre} en ${dir}: descárguelo. No se cambió nada`)
  if (found.estado !== 'bien')
    throw new Falla(`${nombre} no es el archivo de ${SUMAS}: descárguelo de nuevo. No se cambió nada`)
}

/** The archive of a release for this machine among names, none that leads out of its folder. Throws Falla. */
function archiveAmong(names: Iterable<string>, where: string): string {
  const label = platformLabel()
  const suffix = `-${label}.tar.gz`
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
    // A file taken out of its folder has nothing that says whose it is: its person does.
    if (existsSync(join(dirname(source), SUMAS)))
      await requireRelease(dirname(source), basename(source), keyFor(args))
    rmSync(target, { force: true })
    if (/\.(tar\.gz|tgz)$/.test(source)) extract(source, target)
    else copyFileSync(source, target)
    chmodSync(target, 0o755)
    syncFile(target)
  } finally {
    if (dir) rmSync(dir, { recursive: true, force: true })
  }
}

// `timbre respaldo crear-clave FILE`: the pair of keys of copies that the server writes and cannot read, and the file of the
// private one.

import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { newIdentidad, readIdentidades } from '../respaldo/cifrado'
import { readText } from './archivo'
import { Falla, type Io, UsoIncorrecto } from './comando'
import type { ExitStatus } from './exit-status'

export async function createClave(named: string | undefined, io: Io): Promise<ExitStatus> {
  if (!named) throw new UsoIncorrecto('Falta el archivo nuevo en que queda la clave privada')
  const path = resolve(named)
  if (existsSync(path)) throw new Falla(`${path} ya existe: indique un archivo nuevo`)
  const { privada, publica } = await newIdentidad()
  await writeFile(path, `# clave pública: ${publica}\n${privada}\n`, { mode: 0o600, flag: 'wx' })
  io.result({ publica, archivo: path })
  io.out(`TIMBRE_RESPALDO_PARA=${publica}`)
  io.err(
    `La clave privada está en ${path}: guárdela fuera de esta máquina y bórrela de aquí. Sin ella ninguna copia se abre`,
  )
  return 0
}

/** The private keys in a file. Throws Falla. */
export function readIdentidad(path: string): string[] {
  const found = readIdentidades(readText(path))
  if (!found.length) throw new Falla(`${path} no tiene ninguna clave privada (AGE-SECRET-KEY-1…)`)
  return found
}

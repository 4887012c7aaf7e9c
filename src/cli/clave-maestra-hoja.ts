// `timbre clave-maestra hoja|leer`: the master key on a sheet of paper, and from it back into its file (http §23).

import { existsSync, mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { encode } from 'uqr'
import { loadConfig } from '../config'
import { databaseFile, explained, keyOpens } from './carpeta'
import { claveFile, claveNuevaFile, keepClave, masterKeyOf, readClave, writeClave } from './clave-maestra'
import { type Comando, DATA_FLAG, Falla, type Io, text, UsoIncorrecto } from './comando'
import type { ExitStatus } from './exit-status'
import { HojaFault, huellaOf, lackingIn, linesOf, readLines } from './hoja'
import { clock } from './proceso'
import { checkSqlite } from './sqlite'

export const claveMaestra: Comando = {
  nombre: 'clave-maestra',
  uso: 'hoja | leer [--data DIR]',
  resumen:
    'escribe la clave maestra como una hoja para imprimir y guardar, con letras y un código QR; o la lee de vuelta de ella',
  flags: DATA_FLAG,
  words: [1, 1],
  async run(args, io) {
    const config = loadConfig(io.env, { data: text(args, 'data') })
    const dir = resolve(config.dataDir)
    const [action] = args.positionals
    if (action === 'hoja') return printHoja(dir, config.masterKey, io)
    if (action === 'leer') return readHoja(dir, io)
    throw new UsoIncorrecto('Diga hoja o leer')
  },
}

function printHoja(dir: string, fromEnv: Uint8Array | null, io: Io): ExitStatus {
  const none = { hasDatabase: true, random: () => new Uint8Array(0) }
  const { clave, origen } = masterKeyOf(dir, fromEnv, none)
  const lines = linesOf(clave)
  io.result({ origen, huella: huellaOf(clave), letras: lines })
  for (const line of [
    'Clave maestra de Timbre',
    '',
    `De ${origen}, el ${clock().toISOString().slice(0, 10)}. Huella ${huellaOf(clave)}.`,
    'Con ella y un respaldo se recupera todo: guárdela como el timbre de la empresa, lejos del servidor.',
    'Para volver: timbre clave-maestra leer, y escriba las cuatro líneas, o lea el código.',
    '',
    ...lines.map((one, i) => `  ${i + 1}  ${one}`),
    '',
    ...drawn(encode(lines.join('').replaceAll(' ', ''), { ecc: 'Q', border: 2 }).data),
  ])
    io.out(line)
  return 0
}

/** Two rows of squares a line, dark as ink on paper. */
const drawn = (rows: readonly (readonly boolean[])[]): string[] =>
  rows.flatMap((upper, y) =>
    y % 2 ? [] : [upper.map((dark, x) => INK[(dark ? 2 : 0) + (rows[y + 1]?.[x] ? 1 : 0)]).join('')],
  )

const INK = [' ', '▄', '▀', '█']

async function readHoja(dir: string, io: Io): Promise<ExitStatus> {
  const typed = await io.readSecret('Las cuatro líneas de la hoja, seguidas o una a una: ', askForMore)
  const clave = keyOf(typed)
  const [path, file] = [databaseFile(dir), claveFile(dir)]
  const huella = huellaOf(clave)
  if (existsSync(path)) {
    checkSqlite()
    if (!explained(path, () => keyOpens(path, clave)))
      throw new Falla(
        `La clave de la hoja no abre ${path}: es de otra base de datos, o de antes de cambiarla`,
      )
  }
  if (existsSync(file)) {
    if (Buffer.compare(readClave(file), clave) !== 0)
      throw new Falla(`${file} tiene otra clave: no se tocó. Si no sirve, muévala a otro lugar`)
    io.out(`${file} tiene la clave de la hoja. Huella ${huella}`)
    io.result({ archivo: file, huella, escrita: false })
    return 0
  }
  explained(path, () => {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    writeClave(claveNuevaFile(dir), clave)
    keepClave(dir)
  })
  io.out(`${file} escrita desde la hoja. Huella ${huella}`)
  io.result({ archivo: file, huella, escrita: true })
  if (!existsSync(path)) io.err('Ponga ahora la base de datos con timbre restaurar')
  return 0
}

function askForMore(typed: string): string | null {
  const lacking = lackingIn(typed)
  return lacking > 0 ? `Faltan ${lacking} letras (vacía, termina): ` : null
}

function keyOf(typed: string): Uint8Array {
  try {
    return readLines(typed)
  } catch (fault) {
    if (!(fault instanceof HojaFault)) throw fault
    throw new Falla(`${fault.message}. Vuelva a leerla: son cuatro líneas de tres grupos de cinco letras`, {
      cause: fault,
    })
  }
}

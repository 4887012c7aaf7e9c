// `timbre config`: each setting with its value and where that comes from, or the table of all of them.

import { ConfigError, loadConfig } from '../config'
import { type Argumentos, type Comando, DATA_FLAG, type Io, text } from './comando'
import { table } from './demo-tabla'
import { EXIT, type ExitStatus } from './exit-status'
import { keyOf, meaningOf, VARIABLES, type Variable } from './variables'

export const config: Comando = {
  nombre: 'config',
  uso: '[--variables] [--config ARCHIVO] [--data DIR]',
  resumen:
    'muestra cada ajuste y de dónde viene su valor, sin mostrar secretos; --variables, lo que cada uno significa y su nombre en timbre.toml',
  flags: { ...DATA_FLAG, variables: { type: 'boolean' } },
  words: [0, 0],
  async run(args, io) {
    if (args.flags.variables) return showVariables(io)
    const valores = VARIABLES.map((one) => ({
      variable: one.nombre,
      clave: keyOf(one),
      ...settingOf(one, args, io),
    }))
    const rows = valores.map(({ variable, valor, origen }) => [variable, valor ?? '', ORIGEN[origen]])
    for (const line of table(['Variable', 'Valor', 'Viene de'], rows)) io.out(line)
    if (io.configFile) io.err(`Archivo: ${io.configFile.path}`)
    const known = new Set(VARIABLES.map(({ nombre }) => nombre))
    const desconocidas = Object.keys(io.env).filter((name) => name.startsWith('TIMBRE_') && !known.has(name))
    for (const name of desconocidas) io.err(`${name} no es de Timbre: nadie la lee`)
    const faltas = faultsOf(args, io)
    for (const falta of faltas) io.err(falta)
    io.result({ archivo: io.configFile?.path ?? null, valores, desconocidas, faltas })
    return faltas.length ? EXIT.failed : EXIT.done
  },
}

const ORIGEN = { opcion: 'la opción', variable: 'la variable', archivo: 'el archivo', omision: 'por omisión' }

function settingOf(
  { nombre, omision, secreta }: Variable,
  args: Argumentos,
  { env, configFile }: Io,
): { valor: string | null; origen: keyof typeof ORIGEN } {
  const given =
    nombre === 'TIMBRE_DATA_DIR'
      ? text(args, 'data')
      : nombre === 'TIMBRE_CONFIG'
        ? text(args, 'config')
        : undefined
  if (given !== undefined) return { valor: given, origen: 'opcion' }
  const valor = env[nombre]
  if (!valor) return { valor: omision ?? null, origen: 'omision' }
  return {
    valor: secreta ? '********' : valor,
    origen: configFile?.names.includes(nombre) ? 'archivo' : 'variable',
  }
}

function faultsOf(args: Argumentos, io: Io): string[] {
  try {
    loadConfig(io.env, { data: text(args, 'data') })
    return []
  } catch (fault) {
    if (!(fault instanceof ConfigError)) throw fault
    return fault.message.split('\n')
  }
}

function showVariables(io: Io): ExitStatus {
  const rows = VARIABLES.map((one) => [one.nombre, keyOf(one), meaningOf(one)])
  for (const line of table(['Variable', 'En timbre.toml', 'Qué dice'], rows)) io.out(line)
  io.result(
    VARIABLES.map((one) => ({
      variable: one.nombre,
      clave: keyOf(one),
      significado: one.significado,
      omision: one.omision ?? null,
      secreta: one.secreta === true,
    })),
  )
  return EXIT.done
}

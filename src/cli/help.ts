// The help of the command line.

import { versionLine } from '../base/build'
import { VERSION } from '../domain/cambios'
import type { Comando } from './comando'
import { EXIT_MEANINGS } from './exit-status'
import { meaningOf, VARIABLES } from './variables'

const aligned = (rows: readonly (readonly [string, string])[]): string[] => {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}

const withoutJson = (comandos: readonly Comando[]): string =>
  comandos.flatMap(({ nombre, sinJson }) => (sinJson === undefined ? [] : [nombre])).join(', ')

/** The help, line by line: of all commands, or of one. */
export function helpText(comandos: readonly Comando[]): string[] {
  const commands = comandos.flatMap(({ nombre, uso, resumen }) => [
    `  timbre ${nombre} ${uso}`.trimEnd(),
    `      ${resumen}`,
  ])
  if (comandos.length === 1) return commands
  return [
    `Timbre ${versionLine(VERSION)}: facturación electrónica chilena en un solo programa.`,
    '',
    'Comandos',
    ...commands,
    '',
    'Opciones',
    ...aligned([
      ['--data DIR', 'carpeta de datos; vale más que TIMBRE_DATA_DIR'],
      ['--config ARCHIVO', 'archivo de configuración; vale más que TIMBRE_CONFIG, y menos que cada variable'],
      ['--addr HOST:PUERTO', 'dónde escucha; vale más que TIMBRE_ADDR'],
      [
        '--json',
        `un solo valor JSON en la salida, y las palabras en la de errores; no lo tienen ${withoutJson(comandos)}`,
      ],
    ]),
    '',
    'Variables de entorno',
    ...aligned(VARIABLES.map((one) => [one.nombre, meaningOf(one)])),
    '',
    'Cómo termina',
    ...aligned(Object.entries(EXIT_MEANINGS)),
  ]
}

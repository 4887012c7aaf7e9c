// `timbre man`: the manual page in roff, from the tables of commands, exit status and variables.

import { BUILD } from '../base/build'
import { VERSION } from '../domain/cambios'
import type { Comando } from './comando'
import { EXIT, EXIT_MEANINGS } from './exit-status'
import { meaningOf, VARIABLES } from './variables'

const ARCHIVOS: readonly (readonly [string, string])[] = [
  ['timbre.db', 'la base de datos, en la carpeta de datos'],
  ['clave.maestra', 'la clave que abre lo cifrado en ella: respáldela aparte'],
  ['timbre.toml', 'el archivo de configuración, si lo hay; timbre config dice qué da'],
]

/** `comandos`: those of the help. */
export const createManPage = (comandos: () => readonly Comando[]): Comando => ({
  nombre: 'man',
  uso: '',
  resumen: 'escribe la página de manual: timbre man | man -l -',
  flags: {},
  words: [0, 0],
  sinJson: 'escribe una página de manual en roff',
  async run(_, io) {
    for (const line of pageOf(comandos())) io.out(line)
    return EXIT.done
  },
})

function pageOf(comandos: readonly Comando[]): string[] {
  return [
    `.TH TIMBRE 1 ${JSON.stringify(BUILD.fecha ?? '')} ${JSON.stringify(`Timbre ${VERSION}`)} "Timbre"`,
    '.SH NOMBRE',
    text('timbre - facturación electrónica chilena en un solo programa'),
    '.SH SINOPSIS',
    '.B timbre',
    text('ORDEN [ARGUMENTOS]'),
    `.SH ${roff('ÓRDENES')}`,
    ...comandos.flatMap(({ nombre, uso, resumen }) =>
      entry(`timbre ${nombre}`, ` ${uso}`.trimEnd(), sentence(resumen)),
    ),
    '.SH OPCIONES',
    ...entry('--json', '', 'Un solo valor JSON en la salida, y las palabras en la de errores.'),
    ...entry('--data', ' DIR', 'Carpeta de datos; vale más que TIMBRE_DATA_DIR.'),
    ...entry('--config', ' ARCHIVO', 'Archivo de configuración; vale menos que cada variable.'),
    '.SH "ESTADO DE SALIDA"',
    ...Object.entries(EXIT_MEANINGS).flatMap(([status, meaning]) => entry(status, '', sentence(meaning))),
    '.SH VARIABLES',
    ...VARIABLES.flatMap((one) => entry(one.nombre, '', `${meaningOf(one)}.`)),
    '.SH ARCHIVOS',
    ...ARCHIVOS.flatMap(([name, meaning]) => entry(name, '', sentence(meaning))),
    `.SH "${roff('VÉASE TAMBIÉN')}"`,
    text('El manual completo está en la dirección /manual del servidor.'),
  ]
}

/** A term in bold, what follows it as it is, and its text below. */
const entry = (term: string, rest: string, meaning: string): string[] => [
  '.TP',
  `\\fB${roff(term)}\\fR${roff(rest)}`,
  text(meaning),
]

const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`

/** A line of text: never a request. */
const text = (line: string): string => (/^[.']/.test(line) ? `\\&${roff(line)}` : roff(line))

/** Hyphens are those that a person types; letters beyond ASCII go by number, whatever the reader's encoding. */
const roff = (line: string): string =>
  line
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(
      /[^\x20-\x7e]/g,
      (letter) => `\\[u${letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`,
    )

// The command line: the table of commands, and how one line of words becomes a run of one of them.

import { parseArgs } from 'node:util'
import { nearestName } from '../base/nearest-name'
import { ConfigError } from '../config'
import { AppError } from '../domain/errors'
import { isMovedFault, MUDADA } from '../http/moved'
import type { Referencia } from '../manual/tablas'
import { actualizar } from './actualizar'
import { apikey } from './apikey'
import { billing } from './billing'
import { certificar } from './certificar'
import { claveMaestra } from './clave-maestra-hoja'
import { cola } from './cola'
import { type Argumentos, type Comando, Falla, type Io, UsoIncorrecto } from './comando'
import { createCompletion } from './completion'
import { config } from './config'
import { originsIn, withConfigFile } from './config-file'
import { cuenta } from './cuenta'
import { createDemo } from './demo'
import { doctor } from './doctor'
import { pdf, xml } from './document-files'
import { documentos } from './documentos'
import { issueDocument } from './emitir'
import { empresa } from './empresa'
import { estado } from './estado'
import { EXIT, EXIT_MEANINGS, type ExitStatus } from './exit-status'
import { proveSigning } from './firma'
import { folios } from './folios'
import { helpText } from './help'
import { historia } from './historia'
import { instalacion } from './instalacion'
import { answerJson, flagsOf } from './json'
import { askHealth } from './latido'
import { licencias } from './licencias'
import { type Kept, keepLog } from './log-file'
import { createManPage } from './man-page'
import { portal } from './portal'
import { respaldo } from './respaldo'
import { restaurar } from './restaurar'
import { reviewPages } from './revision'
import { rotarClave } from './rotar-clave'
import { createServe } from './serve'
import { PROGRAMA_INSTALADO, unitFile } from './servicio'
import { servicio } from './servicio-comando'
import { simulador } from './simulador'
import { siteFile } from './sitio'
import { CARPETA_WINDOWS, writeTask } from './tarea'
import { tiposCambio } from './tipos-cambio'
import { rehearseStart } from './upgrade-rehearsal'
import { usuario } from './usuario'
import { validarXml } from './validar-xml'
import { meaningOf, VARIABLES } from './variables'
import { verificar } from './verificar'
import { descargaVerificada } from './verificar-descarga'
import { version } from './version'

/** The manual's tables of the command line. */
export const referencia = (): Referencia => ({
  comandos: COMANDOS,
  variables: VARIABLES.map((one) => [one.nombre, meaningOf(one)]),
  salidas: Object.entries(EXIT_MEANINGS),
  unidad: unitFile(PROGRAMA_INSTALADO),
  tarea: writeTask({ programa: 'C:\\Program Files\\Timbre\\timbre.exe', datos: CARPETA_WINDOWS }),
  sitios: {
    caddy: siteFile.caddy('dte.example.cl', '127.0.0.1:3000'),
    nginx: siteFile.nginx('dte.example.cl', '127.0.0.1:3000'),
  },
})

/** Those of the help. */
export const COMANDOS: readonly Comando[] = [
  createServe(referencia),
  createDemo(referencia),
  config,
  simulador,
  validarXml,
  issueDocument,
  estado,
  documentos,
  xml,
  pdf,
  certificar,
  historia,
  doctor,
  respaldo,
  restaurar,
  actualizar,
  verificar,
  rotarClave,
  claveMaestra,
  usuario,
  cuenta,
  apikey,
  empresa,
  folios,
  tiposCambio,
  portal,
  cola,
  billing,
  instalacion,
  servicio,
  descargaVerificada,
  createCompletion(() => COMANDOS),
  createManPage(() => COMANDOS),
  licencias,
  version,
]

/** Commands that the program starts itself, in no help. */
const INTERNOS: readonly Comando[] = [reviewPages, proveSigning, rehearseStart, askHealth]

/** Runs one command line, without the program's name. Resolves to the exit status. */
export async function runCli(argv: readonly string[], io: Io): Promise<ExitStatus> {
  const [name, ...rest] = argv
  if (name === undefined) {
    for (const line of helpText(COMANDOS)) io.err(line)
    return EXIT.usage
  }
  if (['help', '--help', '-h'].includes(name)) return showHelp(rest[0], io)
  const wanted = ['--version', '-v', '-V'].includes(name) ? 'version' : name
  const comando = [...COMANDOS, ...INTERNOS].find(({ nombre }) => nombre === wanted)
  if (!comando) {
    io.err(unknownCommand(name))
    return EXIT.usage
  }
  if (rest.includes('--help') || rest.includes('-h')) return showHelp(comando.nombre, io)
  // A line that does not parse may ask for it all the same.
  const answer = comando.sinJson === undefined && rest.includes('--json') ? answerJson(io) : null
  let own = answer?.io ?? io
  let kept: Kept | null = null
  try {
    const args = parse(comando, rest)
    try {
      own = withConfigFile(comando, args, own)
    } finally {
      // A file of configuration that cannot be read is to be told there too.
      kept = keepLog(comando, args, own)
      own = kept.io
    }
    const status = await comando.run(args, own)
    answer?.end()
    return status
  } catch (fault) {
    const known = knownFault(fault)
    if (!known) {
      kept?.defect(fault)
      throw fault
    }
    own.err(known.message)
    if (known instanceof ConfigError) for (const line of originsIn(known, own.configFile)) own.err(line)
    const usage = known instanceof UsoIncorrecto || (known instanceof ConfigError && known.usage)
    if (usage) own.err(`Uso: timbre ${comando.nombre} ${comando.uso}`.trimEnd())
    answer?.end(known)
    return usage ? EXIT.usage : EXIT.failed
  } finally {
    kept?.close()
  }
}

/** A fault that is said to a person in a sentence; null for a defect of ours, which needs its stack. */
function knownFault(fault: unknown): Error | null {
  const known = [UsoIncorrecto, ConfigError, Falla, AppError].some((kind) => fault instanceof kind)
  if (known) return fault as Error
  const refused = systemFault(fault)
  return refused === null ? null : new Falla(refused, { cause: fault })
}

/** A sentence for what SQLite or the system refused, null for all else. */
function systemFault(fault: unknown): string | null {
  if (!(fault instanceof Error) || !('code' in fault)) return null
  if (isMovedFault(fault)) return MUDADA
  const code = String(fault.code)
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code))
    return `La base de datos está dañada (${fault.message}): restaure un respaldo o indique otra carpeta con --data`
  if (code.startsWith('SQLITE_'))
    return `La base de datos no respondió (${fault.message}): revise permisos y espacio, y ejecute timbre doctor`
  return 'syscall' in fault ? `El sistema no lo permitió: ${fault.message}` : null
}

function showHelp(name: string | undefined, io: Io): ExitStatus {
  const comando = COMANDOS.find(({ nombre }) => nombre === name)
  if (name !== undefined && !comando) {
    io.err(unknownCommand(name))
    return EXIT.usage
  }
  for (const line of helpText(comando ? [comando] : COMANDOS)) io.out(line)
  return EXIT.done
}

function unknownCommand(name: string): string {
  const near = nearestName(name, [...COMANDOS.map(({ nombre }) => nombre), 'help'])
  return `No existe el comando «${name}»${near ? `; ¿quiso decir «${near}»?` : '.'} Vea timbre help`
}

function parse(comando: Comando, args: string[]): Argumentos {
  const flags = flagsOf(comando)
  const [min, max] = comando.words
  try {
    const { values, positionals } = parseArgs({ args, options: flags, allowPositionals: true, strict: true })
    if (positionals.length < min) throw new UsoIncorrecto('Faltan argumentos')
    if (positionals.length > max) throw new UsoIncorrecto(`Sobra «${positionals[max]}»`)
    return { flags: values as Argumentos['flags'], positionals }
  } catch (fault) {
    if (fault instanceof UsoIncorrecto) throw fault
    throw new UsoIncorrecto(flagFault(fault as Error & { code?: string }, flags, args))
  }
}

/** The parser's own messages are English and long. */
function flagFault(
  { code, message }: Error & { code?: string },
  flags: Comando['flags'],
  args: string[],
): string {
  const flag = /'(-[^' ]+)/.exec(message)?.[1] ?? args.find((word) => word.startsWith('-')) ?? ''
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const near = nearestName(flag.replace(/^-+/, ''), Object.keys(flags))
    return `No existe la opción ${flag}${near ? `; ¿quiso decir --${near}?` : ''}`
  }
  const next = args[args.indexOf(flag) + 1]
  if (/ambiguous/.test(message) && /^-\d/.test(next ?? ''))
    return `La opción ${flag} lleva un valor que no empieza con guion: no «${next}»`
  return `La opción ${flag} ${/argument missing|ambiguous/.test(message) ? 'necesita un valor' : 'no lleva valor'}`
}

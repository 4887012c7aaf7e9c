// The command line: the table of commands, and how one line of words becomes a run of one of them.

import { parseArgs } from 'node:util'
import { nearestName } from '../base/nearest-name'
import { ConfigError } from '../config'
import { AppError } from '../domain/errors'
import { apikey } from './apikey'
import { billing } from './billing'
import { cola } from './cola'
import { type Argumentos, type Comando, Falla, type Io, UsoIncorrecto } from './comando'
import { demo } from './demo'
import { doctor } from './doctor'
import { empresa } from './empresa'
import { proveSigning } from './firma'
import { folios } from './folios'
import { helpText } from './help'
import { licencias } from './licencias'
import { portal } from './portal'
import { respaldo } from './respaldo'
import { restaurar } from './restaurar'
import { reviewPages } from './revision'
import { rotarClave } from './rotar-clave'
import { serve } from './serve'
import { simulador } from './simulador'
import { tiposCambio } from './tipos-cambio'
import { usuario } from './usuario'
import { validarXml } from './validar-xml'
import { verificar } from './verificar'
import { descargaVerificada } from './verificar-descarga'
import { version } from './version'

const COMANDOS: readonly Comando[] = [
  serve,
  demo,
  simulador,
  validarXml,
  doctor,
  respaldo,
  restaurar,
  verificar,
  rotarClave,
  usuario,
  apikey,
  empresa,
  folios,
  tiposCambio,
  portal,
  cola,
  billing,
  descargaVerificada,
  licencias,
  version,
]

/** Commands that the program starts itself, in no help. */
const INTERNOS: readonly Comando[] = [reviewPages, proveSigning]

/** Runs one command line, without the program's name. Resolves to the exit status: 0 done, 1 failed, 2 wrong usage. */
export async function runCli(argv: readonly string[], io: Io): Promise<number> {
  const [name, ...rest] = argv
  if (name === undefined) {
    for (const line of helpText(COMANDOS)) io.err(line)
    return 2
  }
  if (['help', '--help', '-h'].includes(name)) return showHelp(rest[0], io)
  const wanted = ['--version', '-v', '-V'].includes(name) ? 'version' : name
  const comando = [...COMANDOS, ...INTERNOS].find(({ nombre }) => nombre === wanted)
  if (!comando) {
    io.err(unknownCommand(name))
    return 2
  }
  if (rest.includes('--help') || rest.includes('-h')) return showHelp(comando.nombre, io)
  try {
    return await comando.run(parse(comando, rest), io)
  } catch (fault) {
    if (fault instanceof UsoIncorrecto || (fault instanceof ConfigError && fault.usage)) {
      io.err(fault.message)
      io.err(`Uso: timbre ${comando.nombre} ${comando.uso}`.trimEnd())
      return 2
    }
    if (fault instanceof ConfigError || fault instanceof Falla || fault instanceof AppError) {
      io.err(fault.message)
      return 1
    }
    const refused = systemFault(fault)
    if (!refused) throw fault
    io.err(refused)
    return 1
  }
}

/** A sentence for what SQLite or the system refused, null for a defect of ours: that one needs its stack. */
function systemFault(fault: unknown): string | null {
  if (!(fault instanceof Error) || !('code' in fault)) return null
  const code = String(fault.code)
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code))
    return `La base de datos está dañada (${fault.message}): restaure un respaldo o indique otra carpeta con --data`
  if (code.startsWith('SQLITE_'))
    return `La base de datos no respondió (${fault.message}): revise permisos y espacio, y ejecute timbre doctor`
  return 'syscall' in fault ? `El sistema no lo permitió: ${fault.message}` : null
}

function showHelp(name: string | undefined, io: Io): number {
  const comando = COMANDOS.find(({ nombre }) => nombre === name)
  if (name !== undefined && !comando) {
    io.err(unknownCommand(name))
    return 2
  }
  for (const line of helpText(comando ? [comando] : COMANDOS)) io.out(line)
  return 0
}

function unknownCommand(name: string): string {
  const near = nearestName(name, [...COMANDOS.map(({ nombre }) => nombre), 'help'])
  return `No existe el comando «${name}»${near ? `; ¿quiso decir «${near}»?` : '.'} Vea timbre help`
}

function parse({ flags, words: [min, max] }: Comando, args: string[]): Argumentos {
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
  return `La opción ${flag} ${/argument missing|ambiguous/.test(message) ? 'necesita un valor' : 'no lleva valor'}`
}

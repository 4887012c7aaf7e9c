// `timbre respaldo`: copies of the database (http §23): a plain one in a file, or an encrypted one at the destination that the
// environment names, with what can be asked and proved of those.

import { resolve } from 'node:path'
import { type Config, loadConfig } from '../config'
import type { Apertura } from '../respaldo/cifrado'
import type { ConfigRespaldo } from '../respaldo/config'
import { textOf } from '../respaldo/destino'
import { RespaldoFault } from '../respaldo/falla'
import { DataDirLocked, lockRespaldo } from '../store/lock'
import { openCarpeta } from './carpeta'
import { masterKeyOf } from './clave-maestra'
import { type Argumentos, type Comando, DATA_FLAG, Falla, type Io, text, UsoIncorrecto } from './comando'
import type { ExitStatus } from './exit-status'
import { clock, logTo, newId, random } from './proceso'
import { copyToFile } from './respaldo-archivo'
import { createClave, readIdentidad } from './respaldo-clave'
import { type CopiaDeps, makeCopia } from './respaldo-copia'
import { runEnsayo } from './respaldo-ensayo'
import { listCopias } from './respaldo-lista'
import { checkSqlite } from './sqlite'

const NOUNS = ['listar', 'ensayar', 'crear-clave']

export const respaldo: Comando = {
  nombre: 'respaldo',
  uso: '[ARCHIVO] | listar | ensayar [COPIA] [--identidad ARCHIVO] | crear-clave ARCHIVO [--data DIR]',
  resumen:
    'copia la base de datos, también con el servidor en marcha: a un archivo nuevo, o cifrada y con su clave maestra a TIMBRE_RESPALDO_DESTINO; lista las de allá; ensaya una, que se trae, se abre y se verifica; crea las claves que la cifran y la abren',
  flags: { ...DATA_FLAG, identidad: { type: 'string' } },
  words: [0, 2],
  async run(args, io) {
    const [first, second] = args.positionals
    const named = first !== undefined && !NOUNS.includes(first)
    const extra = named || first === 'listar' ? second : undefined
    if (extra) throw new UsoIncorrecto(`Sobra «${extra}»`)
    if (args.flags.identidad !== undefined && first !== 'ensayar')
      throw new UsoIncorrecto('--identidad es de ensayar')
    if (first === 'crear-clave') return createClave(second, io)
    checkSqlite()
    const config = loadConfig(io.env, { data: text(args, 'data') })
    if (named) return copyToFile(config, first, io)
    const own = requireRespaldo(config)
    try {
      if (first === 'listar') return await listCopias(config, own, io)
      return await locked(config, own, io, (deps) =>
        first === 'ensayar' ? tryCopia(deps, second, args, io) : copy(deps, io),
      )
    } catch (fault) {
      if (fault instanceof RespaldoFault || fault instanceof DataDirLocked)
        throw new Falla(fault.message, { cause: fault })
      throw fault
    }
  },
}

function requireRespaldo({ respaldo }: Config): ConfigRespaldo {
  if (respaldo) return respaldo
  throw new Falla(
    'Indique un archivo nuevo, o dónde se guardan las copias en TIMBRE_RESPALDO_DESTINO y con qué se cifran en TIMBRE_RESPALDO_PARA',
  )
}

/** One copy or trial of a data folder at a time, with its database open. */
async function locked(
  config: Config,
  own: ConfigRespaldo,
  io: Io,
  work: (deps: CopiaDeps) => Promise<ExitStatus>,
): Promise<ExitStatus> {
  const dir = resolve(config.dataDir)
  const { store, close } = openCarpeta(config, {
    clock,
    random,
    log: logTo(io.err, config),
    shared: true,
  })
  const stop = new AbortController()
  void io.stopSignal().then(() => stop.abort(new Falla('Se interrumpió antes de terminar')))
  try {
    const unlock = lockRespaldo(dir)
    try {
      const { clave } = masterKeyOf(dir, config.masterKey, { hasDatabase: true, random })
      return await work({ dir, store, clave, config: own, clock, newId, random, signal: stop.signal })
    } finally {
      unlock()
    }
  } finally {
    close()
  }
}

async function copy(deps: CopiaDeps, io: Io): Promise<ExitStatus> {
  const { copia, borradas } = await makeCopia(deps)
  const { nombre, destino, bytes, sha256 } = copia
  io.result({ nombre, destino, bytes, sha256, borradas })
  io.out(`${copia.nombre} en ${copia.destino}: ${copia.bytes} bytes, cifrada y con la clave maestra`)
  if (borradas)
    io.out(
      `${borradas === 1 ? 'Se borró una copia' : `Se borraron ${borradas} copias`} que ya no hay que conservar`,
    )
  return 0
}

async function tryCopia(
  deps: CopiaDeps,
  nombre: string | undefined,
  args: Argumentos,
  io: Io,
): Promise<ExitStatus> {
  const file = text(args, 'identidad')
  const { cifrado } = deps.config
  const apertura: Apertura | null =
    file !== undefined ? { identidades: readIdentidad(file) } : 'frase' in cifrado ? cifrado : null
  const { ensayo, ensayoDetalle, nombre: tried } = await runEnsayo(deps, apertura, nombre)
  io.result({ nombre: tried, resultado: ensayo, detalle: ensayoDetalle })
  io.out(`${tried} en ${textOf(deps.config.ubicacion)}: ${ensayoDetalle}`)
  return ensayo === 'fallida' ? 1 : 0
}

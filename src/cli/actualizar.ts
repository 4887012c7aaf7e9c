// `timbre actualizar`: another version in the place of the one in use, whole or not at all. The program is swapped by one rename: who
// dies before it leaves the old one with its database, who dies after it the new one, which migrates at its start as it always does.

import { accessSync, constants, existsSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { loadConfig } from '../config'
import { databaseFile } from './carpeta'
import { type Argumentos, type Comando, DATA_FLAG, Falla, type Io, text, UsoIncorrecto } from './comando'
import { mergeConfigFile, plainEnv } from './config-file'
import { requireOneWay } from './descarga'
import { isOfPackage } from './servicio'
import { checkSqlite } from './sqlite'
import { dropOldCopies, type Tell } from './upgrade-copies'
import { clearRehearsal, rehearse, requireRoom } from './upgrade-rehearsal'
import { findServicio, SERVICIO_FLAGS, type Servicio } from './upgrade-service'
import { FUENTE_FLAGS, fetchPrograma, installLine } from './upgrade-source'
import { swap } from './upgrade-swap'

/** Seconds: a server with much to migrate takes its time to the first answer. */
const ESPERA = 300

export const actualizar: Comando = {
  nombre: 'actualizar',
  uso: '(ARCHIVO | CARPETA | --desde URL) [--data DIR] [--programa RUTA] [--servicio NOMBRE | --detener ORDEN --partir ORDEN] [--clave ARCHIVO.pem | --sin-firma] [--espera SEGUNDOS] [--ensayar]',
  resumen:
    'pone otra versión en lugar de la instalada: la prueba en una copia, respalda, cambia y pregunta; si algo falla, todo queda como estaba',
  flags: {
    ...DATA_FLAG,
    ...FUENTE_FLAGS,
    ...SERVICIO_FLAGS,
    programa: { type: 'string' },
    espera: { type: 'string' },
    ensayar: { type: 'boolean' },
  },
  words: [0, 1],
  async run(args, io) {
    if ((args.positionals.length === 1) === (text(args, 'desde') !== undefined))
      throw new UsoIncorrecto('Indique un archivo, una carpeta o --desde con una dirección')
    requireOneWay(args)
    checkSqlite()
    const plain = plainEnv(io)
    const servicio = findServicio(args, plain)
    const data = text(args, 'data') ?? servicio?.data
    // The copy, and the way back, would be of another database than that server migrates.
    if (servicio?.data && data && resolve(data) !== resolve(servicio.data))
      throw new Falla(
        `${servicio.nombre} usa la carpeta ${servicio.data} y no ${data}: indique el de ésa con --servicio, o con --detener y --partir. No se cambió nada`,
      )
    const file = { data, config: text(args, 'config') ?? servicio?.config }
    const { env } = mergeConfigFile(servicio?.env ?? plain, file)
    const config = loadConfig(env, { data, addr: servicio?.addr })
    const dir = resolve(config.dataDir)
    const programa = requirePrograma(args, servicio)
    const nuevo = `${programa}.nuevo`
    const onlyRehearse = args.flags.ensayar === true
    if (!onlyRehearse && servicio?.isDown())
      io.out(
        `Nadie atiende: ${servicio.nombre} está detenido, quizá por una actualización interrumpida. Se termina ahora`,
      )
    try {
      await fetchPrograma(args, nuevo)
      const [antes, despues] = [versionOf(programa), versionOf(nuevo)]
      if (!despues)
        throw new Falla('El archivo no es un programa que esta máquina pueda ejecutar. No se cambió nada')
      const hasData = existsSync(databaseFile(dir))
      if (hasData) {
        requireRoom(dir)
        await rehearse(nuevo, dir, env)
        io.out(`Ensayado: Timbre ${despues} parte de una copia de ${dir}`)
      }
      const report = (more: object): void =>
        io.result({ programa, antes, despues, ensayado: hasData, ...more })
      if (onlyRehearse) {
        report({ cambiado: false })
        return 0
      }
      if (antes === despues) {
        io.out(`Ya está instalado Timbre ${despues}`)
        servicio?.start()
        report({ cambiado: false })
        return 0
      }
      const copia = await swap({
        programa,
        nuevo,
        dir,
        hasData,
        servicio,
        config,
        despues,
        espera: esperaOf(args),
        io,
      })
      const borradas = copia ? dropOldCopies(copia, telling(io)) : []
      io.out(
        `Timbre ${despues} en ${programa}; antes, ${antes ?? 'ninguno'}, que quedó en ${programa}.anterior`,
      )
      report({ cambiado: true, anterior: `${programa}.anterior`, copia, borradas })
      if (!servicio) io.err('Nadie mantiene un servidor en marcha aquí: parta el suyo con timbre serve')
      return 0
    } finally {
      rmSync(nuevo, { force: true })
      clearRehearsal(dir)
    }
  },
}

const telling = ({ out, err }: Io): Tell => ({
  dropped: (path, kept) => out(`Borrada ${path}: quedan las ${kept} últimas copias`),
  failed: (path, { message }) => err(`No se pudo borrar la copia ${path}: ${message}`),
})

function esperaOf(args: Argumentos): number {
  const given = text(args, 'espera') ?? String(ESPERA)
  if (!/^[1-9]\d{0,4}$/.test(given)) throw new UsoIncorrecto('--espera va en segundos enteros')
  return Number(given)
}

/** The program in use: the one named, the service's, or this one. Throws Falla where this user may not replace it. */
function requirePrograma(args: Argumentos, servicio: Servicio | null): string {
  const programa = resolve(text(args, 'programa') ?? servicio?.programa ?? process.execPath)
  const source = args.positionals[0]
  if (source !== undefined && resolve(source) === programa)
    throw new Falla(
      `${programa} es el programa que se va a instalar: indique con --programa el que está en uso`,
    )
  if (isOfPackage(programa) && args.flags.ensayar !== true)
    throw new Falla(
      `${programa} es de un paquete de Debian: ensaye con --ensayar y actualice con ${installLine(source)}`,
    )
  try {
    accessSync(dirname(programa), constants.W_OK)
  } catch (cause) {
    throw new Falla(`No se puede escribir en ${dirname(programa)}: ejecute la orden con sudo`, { cause })
  }
  return programa
}

/** The line that a program says of itself; null where it is none of ours, or does not run here. */
function versionOf(programa: string): string | null {
  try {
    const { exitCode, stdout } = Bun.spawnSync([programa, '--version'], { stdin: 'ignore', stderr: 'ignore' })
    const said = stdout.toString().trim()
    return exitCode === 0 && /^\d+\.\d+\.\d+/.test(said) ? said : null
  } catch {
    return null
  }
}

// The look at every page of a database too large to be read before the start: in a process of its own beside the server, for
// SQLite would hold the event loop for as long as it reads.

import { constants, setPriority } from 'node:os'
import type { Log } from '../base/log'
import type { Comando } from './comando'
import { findDamage } from './integridad'
import { ownCommand } from './own-command'

const NOMBRE = 'revisar-paginas'

/** The child's result on its standard output, on one line. */
interface PageReview {
  tabla: string | null
  detalle: string | null
}

/** The child's side: `timbre revisar-paginas ARCHIVO`, in no help. */
export const reviewPages: Comando = {
  nombre: NOMBRE,
  uso: 'ARCHIVO',
  resumen: 'lee cada página de una base de datos y dice si hay alguna dañada',
  flags: {},
  words: [1, 1],
  async run({ positionals: [path] }, io) {
    const found = findDamage(path!)
    io.out(
      JSON.stringify({ tabla: found?.tabla ?? null, detalle: found?.detalle ?? null } satisfies PageReview),
    )
    return found ? 1 : 0
  },
}

export interface Revision {
  /** False once damage was found. */
  sound(): boolean
  /** Ends the look. */
  stop(): void
}

/** Starts the look at the database `path`. What it finds goes into the log, and into `sound`. */
export function startRevision(path: string, log: Log, command: readonly string[] = ownCommand()): Revision {
  let sound = true
  let stopped = false
  const unfinished = (motivo: unknown) =>
    log.warn('base_de_datos.sin_revisar', {
      archivo: path,
      motivo,
      mensaje:
        'No se pudo revisar si la base de datos está dañada; ejecute timbre doctor y vuelva a partir el servidor',
    })
  let child: Bun.Subprocess<'ignore', 'pipe', 'pipe'>
  try {
    child = Bun.spawn([...command, NOMBRE, path], { stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
    // Documents go first: nobody waits for this.
    setPriority(child.pid, constants.priority.PRIORITY_LOW)
  } catch (cause) {
    unfinished(cause)
    return { sound: () => true, stop: () => {} }
  }
  void (async () => {
    const [out, err] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ])
    if (stopped) return
    const found = readHallazgo(out)
    if (!found) return unfinished(err.trim().slice(0, 500) || 'terminó sin resultado')
    if (found.tabla === null) return log.info('base_de_datos.revisada', { archivo: path })
    sound = false
    log.error('base_de_datos.danada', {
      archivo: path,
      ...found,
      mensaje:
        'La base de datos está dañada y el servidor ya no se declara listo: deténgalo, copie la carpeta de datos tal como está ' +
        'y restaure el último respaldo',
    })
  })()
  return {
    sound: () => sound,
    stop() {
      stopped = true
      child.kill('SIGKILL')
    },
  }
}

function readHallazgo(text: string): PageReview | null {
  try {
    return JSON.parse(text) as PageReview
  } catch {
    return null
  }
}

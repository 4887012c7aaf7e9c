// The swap of an upgrade: service stopped, database copied, program put in its place, service started and asked; and the way back.

import { existsSync, linkSync, renameSync, rmSync } from 'node:fs'
import type { Config } from '../config'
import { connect } from '../store/driver'
import { DataDirLocked, lockDataDir } from '../store/lock'
import { giveTo } from '../store/owner'
import { IS_WINDOWS, syncFolderOf } from './archivo'
import { databaseFile, explained } from './carpeta'
import { Falla, type Io } from './comando'
import { copyTo } from './copia'
import { fetchOwn, ownAddress } from './listen'
import { clock } from './proceso'
import { copyName, UPGRADE } from './upgrade-copies'
import type { Servicio } from './upgrade-service'

const CADA_MS = 250
/** How long a server may take to end that was stopped by a command which does not wait for it. */
const FIN_MS = 30_000

interface Swap {
  programa: string
  nuevo: string
  dir: string
  hasData: boolean
  servicio: Servicio | null
  config: Config
  /** The line that the new program says of itself. */
  despues: string
  /** Seconds until the first answer. */
  espera: number
  io: Io
}

/** Swaps program and service; the copy of the database as it was before. Throws Falla once all is as it was, or with what is not. */
export async function swap({
  programa,
  nuevo,
  dir,
  hasData,
  servicio,
  config,
  despues,
  espera,
  io,
}: Swap): Promise<string | null> {
  const anterior = `${programa}.anterior`
  if (servicio && hasData) await requireAnswer(dir, config)
  // From here a person who stops the command would leave no server: what was begun ends, one way or the other.
  const deaf = (): void => {}
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, deaf)
  try {
    let copia: string | null = null
    try {
      servicio?.stop()
      if (servicio && hasData) await waitForEnd(dir)
      copia = hasData ? backUp(dir) : null
      if (copia) io.out(`Respaldado en ${copia}`)
      takePlace({ programa, nuevo, anterior })
    } catch (fault) {
      const down = servicio && startAgain(servicio)
      throw down ? new Falla(`${(fault as Error).message}. ${down}`, { cause: fault }) : fault
    }
    if (!servicio) return copia
    const since = clock()
    const why = await startAndAsk(servicio, config, despues, espera)
    if (why === null) return copia
    throw new Falla(goBack({ programa, anterior, dir, copia, servicio, since, why }))
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(signal, deaf)
  }
}

/** Until nobody has the folder. A server that stays is told by who locks it next. */
async function waitForEnd(dir: string): Promise<void> {
  for (const end = performance.now() + FIN_MS; performance.now() < end; await Bun.sleep(CADA_MS)) {
    try {
      lockDataDir(dir)()
      return
    } catch (fault) {
      if (!(fault instanceof DataDirLocked)) return
    }
  }
}

/** Puts the new program in the place of the old one, which stays as `anterior`. Windows lets nobody write over a program in use, and lets it be renamed. */
function takePlace({ programa, nuevo, anterior }: Record<'programa' | 'nuevo' | 'anterior', string>): void {
  rmSync(anterior, { force: true })
  const hasOld = existsSync(programa)
  if (hasOld) (IS_WINDOWS ? renameSync : linkSync)(programa, anterior)
  try {
    renameSync(nuevo, programa)
  } catch (fault) {
    if (hasOld && IS_WINDOWS) renameSync(anterior, programa)
    throw fault
  }
  syncFolderOf(programa)
}

/** Starts it after a fault, for a server that did not come up is better than none; why it could not, null once it is started. */
function startAgain(servicio: Servicio): string | null {
  try {
    servicio.start()
    return null
  } catch (fault) {
    return (fault as Error).message
  }
}

/** The database as the old program left it. Throws Falla where a server still has it. */
const backUp = (dir: string): string =>
  explained(databaseFile(dir), () => {
    const unlock = lockDataDir(dir)
    try {
      const path = databaseFile(dir)
      const copia = copyName(path, UPGRADE, clock())
      copyTo(path, copia, (partial) => giveTo(partial, path))
      return copia
    } finally {
      unlock()
    }
  })

/** Throws Falla where a server has the folder and does not answer where the new one would be asked: it would be taken for one that failed. */
async function requireAnswer(dir: string, { addr }: Config): Promise<void> {
  try {
    lockDataDir(dir)()
    return
  } catch (fault) {
    if (!(fault instanceof DataDirLocked)) throw fault
  }
  const at = ownAddress(addr)
  try {
    await fetchOwn(`http://${at}/salud`, { signal: AbortSignal.timeout(5000) })
  } catch (cause) {
    throw new Falla(
      `El servidor en marcha no responde en ${at}: indique su dirección con TIMBRE_ADDR. No se cambió nada`,
      { cause },
    )
  }
}

/** Why the service does not answer as the new program; null once it does. */
async function startAndAsk(
  servicio: Servicio,
  { addr }: Config,
  despues: string,
  espera: number,
): Promise<string | null> {
  const down = startAgain(servicio)
  if (down) return down
  const at = ownAddress(addr)
  let said = 'no respondió'
  for (const end = performance.now() + espera * 1000; performance.now() < end; ) {
    try {
      const answer = await fetchOwn(`http://${at}/salud`, { signal: AbortSignal.timeout(5000) })
      const { data } = (await answer.json()) as { data?: { version?: string; commit?: string | null } }
      const right = [data?.version, data?.commit].every((part) => !part || despues.includes(part))
      if (answer.ok && data?.version && right) return null
      said = `respondió ${answer.status} como ${data?.version ?? 'otro programa'}`
    } catch {
      // Not yet there.
    }
    if (servicio.ended()) return 'el servicio terminó'
    await Bun.sleep(CADA_MS)
  }
  return `en ${at} ${said} en ${espera} segundos`
}

interface Failed {
  programa: string
  anterior: string
  dir: string
  copia: string | null
  servicio: Servicio
  since: Date
  why: string
}

/** Puts database and program back, and starts it; what a person reads of it. The database first: a death in between leaves the new program whole. */
function goBack({ programa, anterior, dir, copia, servicio, since, why }: Failed): string {
  const failed = `El programa nuevo no quedó en marcha: ${why} (vea ${servicio.registro}).`
  try {
    servicio.stop()
  } catch {
    // Nothing to stop where it never came up; a server that still runs keeps the folder's lock.
  }
  const path = databaseFile(dir)
  if (copia && hasWorked(path, since)) {
    const now = startAgain(servicio) ?? 'Se partió otra vez'
    return `${failed} Alcanzó a trabajar con la base de datos, así que no se volvió atrás: lo que hizo se perdería. ${now}. El programa anterior está en ${anterior} y la base de antes en ${copia}`
  }
  if (copia)
    explained(path, () => {
      const unlock = lockDataDir(dir)
      try {
        const back = `${path}.volviendo`
        copyTo(copia, back, (partial) => giveTo(partial, path))
        // Last: until then the new program's database is whole, and the old one's must not find them.
        for (const journal of ['-wal', '-shm']) rmSync(path + journal, { force: true })
        renameSync(back, path)
        syncFolderOf(path)
      } finally {
        unlock()
      }
    })
  if (!existsSync(anterior)) {
    rmSync(programa, { force: true })
    return `${failed} Todo quedó como estaba: no había un programa en ${programa}`
  }
  renameSync(anterior, programa)
  syncFolderOf(programa)
  const down = startAgain(servicio)
  return down
    ? `${failed} Volvieron el programa anterior y su base de datos, pero nadie atiende. ${down}`
    : `${failed} Todo quedó como estaba: el programa anterior y su base de datos están en marcha otra vez`
}

/** Whether a server took a document or began a job since; in doubt it did. */
function hasWorked(path: string, since: Date): boolean {
  try {
    const db = connect(path, { readonly: true })
    try {
      const some = (sql: string, value: string | number): boolean =>
        db.prepare<[string | number], number>(`SELECT EXISTS (${sql})`).pluck().get(value) === 1
      return (
        some('SELECT 1 FROM documento WHERE created_at >= ?', since.toISOString()) ||
        some('SELECT 1 FROM job WHERE max(created_at, coalesce(started_at, 0)) >= ?', since.getTime())
      )
    } finally {
      db.close()
    }
  } catch {
    return true
  }
}

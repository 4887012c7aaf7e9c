// Whether the system's libcrypto signs for the server (src §3.8): found out in a process of its own, for a library that is no good may
// end the process that tries it.

import { constants, setPriority } from 'node:os'
import type { Firma } from '../config'
import { LibcryptoAbsent } from '../xml/libcrypto'
import { type Prueba, proveLibcrypto } from '../xml/libcrypto-prueba'
import type { Comando } from './comando'
import type { Revision } from './doctor-revision'
import { ownCommand } from './own-command'

const NOMBRE = 'probar-firma'
/** Less is no reason for foreign code: the way to its threads and back cost up to a quarter of a document (src §3.8). */
export const MAS_RAPIDA = 1.5
const PATIENCE_MS = 30_000

/** The child's result on its standard output, on one line. */
type ProbeResult = Prueba | { motivo: string }

/** The child's side: `timbre probar-firma`, in no help. */
export const proveSigning: Comando = {
  nombre: NOMBRE,
  uso: '',
  resumen: 'prueba si libcrypto del sistema firma lo mismo que el programa, y cuánto más rápido',
  flags: {},
  words: [0, 0],
  async run(_, io) {
    const write = (found: ProbeResult) => io.out(JSON.stringify(found))
    try {
      write(proveLibcrypto())
      return 0
    } catch (fault) {
      if (!(fault instanceof LibcryptoAbsent)) throw fault
      write({ motivo: fault.message })
      return 1
    }
  },
}

/** The library that signs, and why. */
interface Eleccion {
  /** Null: the program by itself. */
  libcrypto: Prueba | null
  detalle: string
}

const veces = (n: number): string =>
  n.toLocaleString('es-CL', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

interface Opciones {
  /** The command to start, up to the command's name. */
  command?: readonly string[]
  /** Ends the trial: a server that stops does not wait for it. */
  signal?: AbortSignal
}

/** Tries the library as `TIMBRE_FIRMA` asks. Never rejects: what is in doubt, the program signs. */
export async function chooseFirma(
  firma: Firma,
  { command = ownCommand(), signal }: Opciones = {},
): Promise<Eleccion> {
  const own = (motivo: string): Eleccion => ({
    libcrypto: null,
    detalle: `el programa por sí solo: ${motivo}`,
  })
  if (firma === 'propia') return own('así lo pide TIMBRE_FIRMA')
  if (process.platform !== 'linux') return own('libcrypto del sistema sólo se busca en Linux')
  const found = await ask(command, signal)
  if ('motivo' in found) return own(found.motivo)
  const { version } = found
  const times = `${veces(found.veces)} veces lo que firma el programa`
  if (firma === 'auto' && found.veces < MAS_RAPIDA) return own(`libcrypto ${version} del sistema da ${times}`)
  return { libcrypto: found, detalle: `libcrypto ${version} del sistema, ${times}` }
}

async function ask(command: readonly string[], signal?: AbortSignal): Promise<ProbeResult> {
  try {
    const child = Bun.spawn([...command, NOMBRE], {
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'ignore',
      timeout: PATIENCE_MS,
      signal,
      killSignal: 'SIGKILL',
    })
    // Documents go first: the program signs meanwhile.
    setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    const [out] = await Promise.all([new Response(child.stdout).text(), child.exited])
    const found = JSON.parse(out) as ProbeResult
    if ('motivo' in found || (found.veces > 0 && child.exitCode === 0)) return found
  } catch {
    // It ended without a word.
  }
  return { motivo: 'probar libcrypto del sistema terminó mal' }
}

/** The result for `timbre doctor`. */
export const checkFirma = async (firma: Firma): Promise<Revision> => ({
  estado: 'bien',
  que: 'Firma',
  detalle: (await chooseFirma(firma)).detalle,
})

// Work off the event loop: long documents' paper, and opening PFX files, whose keys are derived by a million hashes on purpose. Each
// kind has a thread, started when it is first needed and ended when it has been idle; everybody has the same share of it.

import { join } from 'node:path'
import { nextTurn, pauses } from './base/turn'
import { AppError } from './domain/errors'
import { createFairShare } from './jobs/fair-share'
import { readCarta } from './mail/carta'
import { readEml } from './mail/eml'
import { compose, type Impreso, type Printer, renderEscPos, renderPdf } from './pdf'
import type { Pedido, Respuesta, Tareas } from './worker'
import { type ArchivoLeido, readRecibidoEn } from './xml/recibido'

/** A thread holds some tens of megabytes. */
const OCIO_MS = 10_000

/** In the binary, whose files have no folder of the machine. */
const EMPAQUETADO = '/$bunfs/'
const entry = (): string =>
  Bun.main.startsWith(EMPAQUETADO) ? `${EMPAQUETADO}root/src/worker.js` : join(import.meta.dir, 'worker.ts')

/** One thread, shared by all who ask for it. */
function createThread() {
  const share = createFairShare()
  let worker: Worker | null = null
  let idle: ReturnType<typeof setTimeout> | undefined

  function stop(): void {
    worker?.terminate()
    worker = null
  }

  async function ask(pedido: Pedido): Promise<unknown> {
    clearTimeout(idle)
    worker ??= new Worker(entry())
    const answered = Promise.withResolvers<Respuesta>()
    worker.onmessage = ({ data }: MessageEvent<Respuesta>) => answered.resolve(data)
    worker.onerror = ({ message }) => answered.reject(new Error(`the thread ended: ${message}`))
    worker.ref()
    try {
      worker.postMessage(pedido)
      const respuesta = await answered.promise
      if ('valor' in respuesta) return respuesta.valor
      if ('error' in respuesta) throw new Error(respuesta.error)
      const { code, message, detalles } = respuesta.falla
      throw new AppError(code, message, detalles && { detalles })
    } catch (fault) {
      // Whatever it was, the next one finds a thread that is whole.
      if (!(fault instanceof AppError)) stop()
      throw fault
    } finally {
      worker?.unref()
      idle = setTimeout(stop, OCIO_MS)
      idle.unref()
    }
  }

  return <K extends keyof Tareas>(owner: string, tarea: K, ...args: Parameters<Tareas[K]>) =>
    share(owner, () => ask({ tarea, args })) as Promise<Awaited<ReturnType<Tareas[K]>>>
}

const papel = createThread()
const llaves = createThread()
const archivos = createThread()

/** Bytes of a stranger's file that are read in less than a turn, whatever they are. */
const ARCHIVO = 48 * 1024

/** Lines and characters beyond which a paper takes longer than a turn of the loop should. */
const LINEAS = 100
const CARACTERES = 20_000

function isLargo({ dte }: Impreso): boolean {
  if (dte.detalle.length > LINEAS) return true
  const written = dte.detalle.reduce(
    (sum, { nombre, descripcion = '' }) => sum + nombre.length + descripcion.length,
    0,
  )
  return written > CARACTERES
}

/** What the areas do off the loop, or at once where it is short. Each rejects with SERVER_BUSY when too much of its owner's waits. */
export const offLoop = {
  printer: {
    async pdf(owner, ...args) {
      return isLargo(args[0]) ? papel(owner, 'renderPdf', ...args) : renderPdf(...args)
    },
    async compose(owner, ...args) {
      return isLargo(args[0]) ? papel(owner, 'compose', ...args) : compose(...args)
    },
    async escPos(owner, ...args) {
      return isLargo(args[0]) ? papel(owner, 'renderEscPos', ...args) : renderEscPos(...args)
    },
  } satisfies Printer as Printer,

  /** One file of `owner` at a time. */
  readPfx: (owner: string, ...args: Parameters<Tareas['readPfx']>) => llaves(owner, 'readPfx', ...args),

  /** A mail message, taken apart. */
  readEml: async (owner: string, bytes: Uint8Array) =>
    bytes.length > ARCHIVO ? archivos(owner, 'readEml', bytes) : readEml(bytes),

  /** A letter of a mailbox. */
  readCarta: async (owner: string, mensaje: Uint8Array) =>
    mensaje.length > ARCHIVO ? archivos(owner, 'readCarta', mensaje) : readCarta(mensaje),

  /** A file of another company, read and judged. */
  async readRecibido(owner: string, ...args: Parameters<Tareas['writeRecibidoEn']>): Promise<ArchivoLeido> {
    if (args[1].length <= ARCHIVO) return readRecibidoEn(...args)
    const { archivo, ...pieces } = await archivos(owner, 'writeRecibidoEn', ...args)
    const leido: ArchivoLeido = { ...JSON.parse(archivo), documentos: [], respuestas: [] }
    for (const piece of pieces.documentos) {
      await nextTurn()
      leido.documentos.push(...JSON.parse(piece))
    }
    const pause = pauses()
    for (const { xml, resto } of pieces.respuestas) {
      await pause()
      leido.respuestas.push({ xml, ...JSON.parse(resto) })
    }
    return leido
  },
}

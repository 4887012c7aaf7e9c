// Work off the event loop: long documents' paper, strangers' long mails and files, and opening PFX files, whose keys are derived by a
// million hashes on purpose. Each kind has a thread, started when it is first needed and ended when it has been idle; everybody has
// the same share of it.

import { modulePath } from './base/packaged'
import { LARGE, nextTurn, pauses } from './base/turn'
import { AppError, faultsError } from './domain/errors'
import { createFairShare } from './jobs/fair-share'
import { type CartaLeida, readCarta, unread } from './mail/carta'
import { readEml } from './mail/eml'
import { compose, type Impreso, type Printer, renderEscPos, renderPdf } from './pdf'
import type { Pedido, Respuesta, Tareas } from './worker'
import { type ArchivoLeido, readRecibidoEn } from './xml/recibido'
import type { ArchivoHistorico } from './xml/recibido/historia'

/** A thread holds some tens of megabytes. */
const OCIO_MS = 10_000

/** How long one piece of work may hold a thread that is everybody's, and what is said of one that takes longer. */
interface Plazo {
  ms: number
  mensaje: string
}

/** Bytes copied in one turn of the loop. */
const TROZO = 1024 * 1024

/** A copy for a thread to take over, made in pieces: of what is posted as it stands the runtime makes one by itself, 60 ms for a long mail. */
async function copied(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const copy = new Uint8Array(Buffer.allocUnsafeSlow(bytes.length).buffer)
  for (let at = 0; at < bytes.length; at += TROZO) {
    if (at > 0) await nextTurn()
    copy.set(bytes.subarray(at, at + TROZO), at)
  }
  return copy
}

/** One thread, shared by all who ask for it. What takes longer than `plazo` is ended with it, and rejects with VALIDATION_ERROR. */
export function createThread(plazo?: Plazo) {
  const share = createFairShare()
  let worker: Worker | null = null
  let idle: ReturnType<typeof setTimeout> | undefined

  function stop(): void {
    worker?.terminate()
    worker = null
  }

  async function ask(tarea: keyof Tareas, given: readonly unknown[]): Promise<unknown> {
    const args: unknown[] = []
    const copies: ArrayBuffer[] = []
    for (const value of given) {
      const copy = value instanceof Uint8Array ? await copied(value) : null
      if (copy) copies.push(copy.buffer)
      args.push(copy ?? value)
    }
    clearTimeout(idle)
    worker ??= new Worker(modulePath('worker.ts'))
    const answered = Promise.withResolvers<Respuesta>()
    worker.onmessage = ({ data }: MessageEvent<Respuesta>) => answered.resolve(data)
    worker.onerror = ({ message }) => answered.reject(new Error(`the thread ended: ${message}`))
    worker.ref()
    const late = () => {
      stop()
      answered.reject(faultsError([{ campo: 'archivo', regla: 'formato', mensaje: plazo!.mensaje }]))
    }
    const until = plazo && setTimeout(late, plazo.ms)
    try {
      worker.postMessage({ tarea, args } as Pedido, copies)
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
      clearTimeout(until)
      worker?.unref()
      idle = setTimeout(stop, OCIO_MS)
      idle.unref()
    }
  }

  return <K extends keyof Tareas>(owner: string, tarea: K, ...args: Parameters<Tareas[K]>) =>
    share(owner, () => ask(tarea, args)) as Promise<Awaited<ReturnType<Tareas[K]>>>
}

const papel = createThread()
const llaves = createThread()
/** Two thousand documents take 2 s on a busy machine, in each of up to four encodings; what is written to do harm could take hours. */
const TARDE = {
  ms: 30_000,
  mensaje: 'El archivo tarda más de 30 segundos en leerse: trae demasiado; divídalo y cárguelo por partes',
}
const archivos = createThread(TARDE)
/** An import reads a hundred thousand in a row: who uploads one must not stand behind it. */
const historias = createThread(TARDE)

/** Spreadsheets that we write: they take seconds. */
const planillas = createThread()

/** Bytes of a stranger's mail that are taken apart at once: whatever they are, it takes some ten milliseconds at most. */
const CORREO = 24 * 1024
/**
 * The size up to which a stranger's file is read on the loop: an invoice in its envelope takes a millisecond or two, or some
 * twenty if it was written to do harm.
 */
const ARCHIVO = 12 * 1024

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

/**
 * The areas' work off the loop, or at once when it is short. Each rejects with SERVER_BUSY when too much of
 * its owner's waits.
 */
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
    bytes.length > CORREO ? archivos(owner, 'readEml', bytes) : readEml(bytes),

  /** A letter of a mailbox. */
  async readCarta(owner: string, mensaje: Uint8Array): Promise<CartaLeida> {
    if (mensaje.length <= CORREO) return readCarta(mensaje)
    try {
      return await archivos(owner, 'readCarta', mensaje)
    } catch (fault) {
      // It is told and left: those behind it are waiting.
      if (fault instanceof AppError && fault.code === 'VALIDATION_ERROR')
        return unread(mensaje, fault.message)
      throw fault
    }
  },

  /** Some files of a company's past, read and judged. */
  async readHistoria(
    owner: string,
    ...args: Parameters<Tareas['readHistoria']>
  ): Promise<ArchivoHistorico[]> {
    const read: ArchivoHistorico[] = []
    for (const text of await historias(owner, 'readHistoria', ...args)) {
      if (text.length > LARGE) await nextTurn()
      read.push(JSON.parse(text))
    }
    return read
  },

  /** A table as a spreadsheet (`base/xlsx.ts`). */
  writeXlsx: (owner: string, json: Uint8Array) => planillas(owner, 'writeXlsx', json),

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

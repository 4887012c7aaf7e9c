// The thread's life: started with the first file, one file at a time, ended when it has been idle, when a file takes too long or too
// much memory, and when nobody waits any more. Ending is the only way to stop a parser that is in the middle of a loop.

import { brotliDecompress } from 'node:zlib'
import { modulePath, PACKAGED } from '../base/packaged'
import type { Pedido, Respuesta, Tareas } from './hilo'

/** extraccion §1. */
const PLAZO_MS = 10_000
/** It holds some tens of megabytes. */
const OCIO_MS = 10_000
/** The growth of the process allowed for one file: beyond it the file is a bomb. Looked at every so often. */
const CRECER_MAX = 384 * 1024 * 1024
const MIRAR_MS = 50

/** Why a file was given up; `error` is a mistake of the reader's, which would be made again. */
export type Abandono = 'plazo' | 'memoria' | 'error'

/** The thread's program: a file of the source, or what `pack.ts` made of it, a member of the binary. */
async function startWorker(): Promise<{ worker: Worker; end(): void }> {
  if (!PACKAGED) {
    const worker = new Worker(modulePath('extraccion/hilo.ts'))
    return { worker, end: () => worker.terminate() }
  }
  const packed = Bun.embeddedFiles.find((file) => (file as File).name.startsWith('extraccion'))!
  const source = await new Promise<Buffer>((resolve, reject) => {
    void packed
      .arrayBuffer()
      .then((bytes) => brotliDecompress(bytes, (fault, plain) => (fault ? reject(fault) : resolve(plain))))
  })
  const url = URL.createObjectURL(new Blob([new Uint8Array(source)], { type: 'text/javascript' }))
  const worker = new Worker(url)
  return {
    worker,
    // Not before: a thread that was just opened may not have read it yet.
    end() {
      worker.terminate()
      URL.revokeObjectURL(url)
    },
  }
}

type Fin<T> = { valor: T } | { abandono: Abandono }

export interface Thread {
  /** Resolves with what the thread answered, or with why it was ended. Rejects when the signal is aborted or the thread fails. */
  ask<K extends keyof Tareas>(
    pedido: Pedido<K>,
    signal?: AbortSignal,
  ): Promise<Fin<Awaited<ReturnType<Tareas[K]>>>>
}

/** `notify` hears of the reader's own mistakes; `plazo` is for tests, which cannot wait. */
export function createThread(notify: (causa: string) => void = () => {}, plazo = PLAZO_MS): Thread {
  let thread: Awaited<ReturnType<typeof startWorker>> | null = null
  let idle: ReturnType<typeof setTimeout> | undefined
  let tail: Promise<unknown> = Promise.resolve()

  function stop(): void {
    thread?.end()
    thread = null
  }

  async function run(pedido: Pedido, signal: AbortSignal | undefined) {
    signal?.throwIfAborted()
    clearTimeout(idle)
    thread ??= await startWorker()
    const { worker } = thread
    const ended = Promise.withResolvers<Fin<unknown>>()
    worker.onmessage = ({ data }: MessageEvent<Respuesta>) => {
      if ('valor' in data) return ended.resolve(data)
      notify(data.error)
      ended.resolve({ abandono: 'error' })
    }
    worker.onerror = ({ message }) => ended.reject(new Error(`the thread ended: ${message}`))
    const abort = () => ended.reject(signal?.reason)
    signal?.addEventListener('abort', abort, { once: true })
    const until = setTimeout(() => ended.resolve({ abandono: 'plazo' }), plazo)
    const before = process.memoryUsage.rss()
    const watch = setInterval(() => {
      if (process.memoryUsage.rss() - before > CRECER_MAX) ended.resolve({ abandono: 'memoria' })
    }, MIRAR_MS)
    let whole = false
    worker.ref()
    try {
      worker.postMessage(pedido)
      const answer = await ended.promise
      whole = 'valor' in answer
      return answer
    } finally {
      clearTimeout(until)
      clearInterval(watch)
      signal?.removeEventListener('abort', abort)
      // Whatever it was, the next file finds a thread that is whole.
      if (!whole) stop()
      worker.unref()
      idle = setTimeout(stop, OCIO_MS)
      idle.unref()
    }
  }

  return {
    ask(pedido, signal) {
      const done = tail.then(() => run(pedido as Pedido, signal))
      tail = done.catch(() => {})
      return done as Promise<never>
    },
  }
}

// The server's end of a thread that signs (signing-thread.ts): which keys it has, and what it was asked and has not answered yet.

import type { KeyObject } from 'node:crypto'
import type { Aviso, Orden } from './signing-thread'
import { pkcs8Of, sha1Of } from './xml/libcrypto-prueba'
import { signInPool } from './xml/sign-pool'

/** A signature takes a millisecond; what hangs so long is given up. */
const LATE_MS = 20_000

/** For wiping its keys: a server that stops waits no longer. */
const PATIENCE_MS = 2000

/** Keys that a thread holds, each some ten kilobytes; the one not used for longest makes room. */
const MOST_KEYS = 500

/** The text that every key signs first, on both sides. */
export const PRUEBA = Buffer.from('timbre')
const PRUEBA_SHA1 = sha1Of(PRUEBA)

export interface Pending {
  data: Buffer
  key: KeyObject
  resolve(signature: Buffer): void
  reject(fault: unknown): void
}

export interface Known {
  id: number
  /** The runtime's signature over `PRUEBA`. */
  esperada: Buffer
}

export type Thread = ReturnType<typeof startThread>

/** A thread and what it has under way. `lost` is told once, of one that ended by itself or does not answer. */
export function startThread(worker: Worker, lost: (motivo: string) => void, ready: () => void) {
  const keys = new Set<number>()
  const batches: Pending[][] = []
  const ended = Promise.withResolvers<void>()
  let isReady = false
  let over = false
  let late: ReturnType<typeof setTimeout> | undefined
  const post = (orden: Orden, transfer: ArrayBuffer[] = []) => worker.postMessage(orden, transfer)
  const watch = (): void => {
    clearTimeout(late)
    if (batches.length) late = setTimeout(() => fail('no responde'), LATE_MS)
    else worker.unref()
  }
  /** Ends it as it is; the runtime signs what it had under way. */
  const abandon = (): void => {
    if (over) return
    over = true
    clearTimeout(late)
    ended.resolve()
    for (const batch of batches.splice(0)) batch.forEach(signByRuntime)
    worker.terminate()
  }
  const fail = (motivo: string): void => {
    if (over) return
    abandon()
    lost(motivo)
  }
  const forget = (id: number): void => {
    if (keys.delete(id)) post({ olvida: id })
  }
  /** Gives it a key that it has not. One that makes room for another of its batch is signed with by the runtime. */
  const show = ({ id, esperada }: Known, key: KeyObject): void => {
    const had = keys.delete(id)
    keys.add(id)
    if (had) return
    const exported = pkcs8Of(key)
    const pkcs8 = new Uint8Array(exported)
    exported.fill(0)
    post({ llave: id, pkcs8, prueba: PRUEBA_SHA1, esperada }, [pkcs8.buffer])
    if (keys.size > MOST_KEYS) forget(keys.values().next().value!)
  }
  worker.onerror = ({ message }) => fail(message)
  worker.addEventListener('close', () => fail('terminó'))
  worker.onmessage = ({ data }: MessageEvent<Aviso>) => {
    if (over) return
    if (data === 'fin') return ended.resolve()
    if (data === 'lista') {
      isReady = true
      return ready()
    }
    const batch = batches.shift()!
    watch()
    let at = 0
    for (const [i, largo] of data.largos.entries()) {
      if (largo) batch[i]!.resolve(Buffer.from(data.bytes.subarray(at, at + largo)))
      else signByRuntime(batch[i]!)
      at += largo
    }
    ready()
  }
  worker.unref()
  return {
    batches,
    isReady: () => isReady,
    send(batch: Pending[], known: Known[]): void {
      batches.push(batch)
      try {
        for (const [i, one] of known.entries()) show(one, batch[i]!.key)
        const sha1 = new Uint8Array(batch.length * PRUEBA_SHA1.length)
        for (const [i, { data }] of batch.entries()) sha1.set(sha1Of(data), i * PRUEBA_SHA1.length)
        post({ firma: known.map(({ id }) => id), sha1 }, [sha1.buffer])
        worker.ref()
        watch()
      } catch (fault) {
        fail(String(fault))
      }
    },
    forget,
    /** Has it wipe its keys; what it was asked for before is answered first. */
    async end(): Promise<void> {
      worker.ref()
      post('fin')
      const patience = setTimeout(ended.resolve, PATIENCE_MS)
      await ended.promise
      clearTimeout(patience)
      abandon()
    },
    abandon,
  }
}

export const signByRuntime = ({ data, key, resolve, reject }: Pending): void =>
  void signInPool(data, key).then(resolve, reject)

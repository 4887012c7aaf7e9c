// Chooses the signer (src §3.7, §3.8): the runtime's thread pool, or threads with the system's libcrypto
// where that is there, gives the same bytes and is quicker. Whatever goes wrong with those, the runtime
// signs what they had under way and all that comes after.

import type { KeyObject } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { Log } from './base/log'
import { modulePath } from './base/packaged'
import { systemTimer, type Timer } from './base/timer'
import { type Known, type Pending, PRUEBA, signByRuntime, startThread, type Thread } from './signing-link'
import type { Sign } from './xml/firma'
import type { Prueba } from './xml/libcrypto-prueba'
import { signInPool } from './xml/sign-pool'

export interface Signing {
  sign: Sign
  /** Wipes what was kept of a key beside the key itself; who still holds it signs by the runtime. */
  forget(key: KeyObject): void
  /** The library that signs now, for /metrics: `runtime` or `libcrypto 3.0.19`. */
  library(): string
  /** Ends the threads once they have answered, and wipes every key that they have. Afterwards the runtime signs. */
  stop(): Promise<void>
}

export const runtimeSigning: Signing = {
  sign: signInPool,
  forget() {},
  library: () => 'runtime',
  stop: () => Promise.resolve(),
}

/** More of them than one event loop can feed. */
const MOST_THREADS = 4
/** Signatures under way at once that make it worth while: a thread takes as long to start as fifty of them. */
const CROWD = 16
/** Each holds some megabytes, and keys that nobody needs. */
const OCIO_MS = 10_000
/** Signatures of one message: its way there and back costs as much as a twentieth of one. */
const BATCH = 8
/** Messages that a thread has before it: it never waits for the next. */
const DEPTH = 2

interface Deps {
  /** Says whether the library is to sign; null: it is not. Asked once, by the first crowd, and aborted by a stop. */
  probe: (signal: AbortSignal) => Promise<Prueba | null>
  log: Log
  timer?: Timer
  /** A thread that runs `signing-thread.ts`. */
  open?: () => Worker
}

/** Threads start with a crowd of signatures and end when there was none for a while. */
export function createSigning({
  probe,
  log,
  timer = systemTimer,
  open = () => new Worker(modulePath('signing-thread.ts'), { smol: true }),
}: Deps): Signing {
  /** Undefined: not asked yet. Null: the runtime signs, for good. */
  let prueba: Prueba | null | undefined
  let asking = false
  const ending = new AbortController()
  const known = new WeakMap<KeyObject, Known>()
  /** Asked for, or forgotten. */
  const seen = new WeakSet<KeyObject>()
  const forgotten = new WeakSet<KeyObject>()
  let lastId = 0
  let threads: Thread[] = []
  const queue: Pending[] = []
  let scheduled = false
  let underWay = 0
  let used = false
  let forgetTimer: (() => void) | null = null

  async function ask(): Promise<void> {
    asking = true
    const found = await probe(ending.signal).catch(() => null)
    if (!ending.signal.aborted) prueba = found
  }

  async function learn(key: KeyObject): Promise<void> {
    seen.add(key)
    if (key.asymmetricKeyType !== 'rsa') return
    const esperada = await signInPool(PRUEBA, key)
    if (forgotten.has(key)) return
    known.set(key, { id: ++lastId, esperada })
  }

  /** The runtime signs from now on, what is under way too. */
  function giveUp(motivo: string): void {
    if (!prueba) return
    prueba = null
    log.warn('firma.libcrypto_perdida', { motivo, mensaje: 'Sigue firmando el programa por sí solo' })
    const lost = threads
    threads = []
    forgetTimer?.()
    for (const thread of lost) thread.abandon()
    queue.splice(0).forEach(signByRuntime)
  }

  function start(): void {
    try {
      for (let n = Math.min(availableParallelism(), MOST_THREADS); n > 0; n--)
        threads.push(startThread(open(), giveUp, schedule))
    } catch (fault) {
      giveUp(String(fault))
    }
  }

  /** Ends the threads of now; the next signature starts others. */
  async function rest(): Promise<void> {
    const resting = threads
    threads = []
    queue.splice(0).forEach(signByRuntime)
    await Promise.all(resting.map((thread) => thread.end()))
  }

  function schedule(): void {
    if (scheduled) return
    scheduled = true
    queueMicrotask(dispatch)
  }

  function dispatch(): void {
    scheduled = false
    while (queue.length) {
      const free = threads.filter((thread) => thread.isReady() && thread.batches.length < DEPTH)
      const thread = free.sort((a, b) => a.batches.length - b.batches.length)[0]
      if (!thread) return
      const share = Math.ceil(queue.length / threads.length)
      const batch: Pending[] = []
      const keys: Known[] = []
      for (const pending of queue.splice(0, Math.min(share, BATCH))) {
        const key = known.get(pending.key)
        if (!key) signByRuntime(pending)
        else {
          batch.push(pending)
          keys.push(key)
        }
      }
      if (batch.length) thread.send(batch, keys)
    }
  }

  /** Ends the threads after a while without a crowd. */
  function watchIdle(): void {
    forgetTimer = timer(OCIO_MS, () => {
      forgetTimer = null
      if (used) watchIdle()
      else void rest()
      used = false
    })
  }

  function limitConcurrency(key: KeyObject): void {
    used = true
    if (prueba === undefined && !asking) void ask()
    if (!prueba) return
    if (!threads.length) start()
    if (!forgetTimer && threads.length) watchIdle()
    if (!seen.has(key)) void learn(key).catch(() => {})
  }

  function signBySomebody(data: Buffer, key: KeyObject): Promise<Buffer> {
    if (!prueba || !known.has(key) || !threads.some((thread) => thread.isReady()))
      return signInPool(data, key)
    return new Promise((resolve, reject) => {
      queue.push({ data, key, resolve, reject })
      schedule()
    })
  }

  return {
    sign(data, key) {
      underWay++
      if (underWay >= CROWD) limitConcurrency(key)
      return signBySomebody(data, key).finally(() => underWay--)
    },
    forget(key) {
      seen.add(key)
      forgotten.add(key)
      const id = known.get(key)?.id
      if (id === undefined) return
      known.delete(key)
      for (const thread of threads) thread.forget(id)
    },
    library: () => (prueba ? `libcrypto ${prueba.version}` : 'runtime'),
    async stop() {
      prueba = null
      asking = true
      ending.abort()
      forgetTimer?.()
      await rest()
    },
  }
}

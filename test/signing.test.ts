// Threads with the system's library sign where it is fit, the runtime otherwise and whenever anything goes
// wrong (src §3.8). Every signature comes, once, and is the same whoever made it.

import { describe, expect, test } from 'bun:test'
import { generateKeyPairSync, type KeyObject, sign as signSync } from 'node:crypto'
import { createLog } from '../src/base/log'
import { createSigning, type Signing } from '../src/signing'
import { startThread } from '../src/signing-link'
import type { Aviso, Orden } from '../src/signing-thread'
import { libcryptoHere, llave } from './support/firma'

const ENTRY = new URL('../src/signing-thread.ts', import.meta.url)
const PRUEBA = { version: '3.0.0', veces: 2 }
const data = (i: number): Buffer => Buffer.from(`documento ${i}`)
const rsa = (): KeyObject => generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey

/** Enough at once for threads to be worth while; every signature is held against the runtime's. */
async function crowd({ sign }: Signing, key: KeyObject): Promise<void> {
  const found = await Promise.all(Array.from({ length: 32 }, (_, i) => sign(data(i), key)))
  for (const [i, one] of found.entries()) expect(one).toEqual(signSync('RSA-SHA1', data(i), key))
}

/** A signing whose threads are watched: what each was asked, and the signatures that it gave. */
function watched(probe = async (): Promise<typeof PRUEBA | null> => PRUEBA) {
  const asked: Orden[] = []
  const workers: Worker[] = []
  const logged: string[] = []
  let native = 0
  let ended = 0
  let pass = (): void => {}
  const open = (): Worker => {
    const worker = new Worker(ENTRY, { smol: true })
    const post = worker.postMessage.bind(worker)
    worker.postMessage = (orden: Orden, transfer?: unknown) => {
      asked.push(orden)
      post(orden, transfer as ArrayBuffer[])
    }
    worker.addEventListener('message', ({ data }: MessageEvent<Aviso>) => {
      if (data === 'fin') ended++
      else if (data !== 'lista') native += data.largos.filter(Boolean).length
    })
    workers.push(worker)
    return worker
  }
  const log = createLog({ level: 'warn', clock: () => new Date(0), write: (line) => logged.push(line) })
  const signing = createSigning({
    probe,
    log,
    open,
    timer(_, fire) {
      pass = fire
      return () => {}
    },
  })
  return {
    signing,
    workers,
    logged,
    asked: (what: 'llave' | 'olvida' | 'firma') =>
      asked.filter((orden) => typeof orden === 'object' && what in orden).length,
    native: () => native,
    ended: () => ended,
    /** The time of an idle thread passes. */
    pass: () => pass(),
    /** Signs until the threads have, which start with a crowd. */
    async warm(key: KeyObject): Promise<void> {
      const before = native
      while (native === before) await crowd(signing, key)
    },
  }
}

describe.skipIf(!libcryptoHere)('threads with the library of the system', () => {
  test('give the bytes of the runtime, for several keys at once, and each key goes to a thread once', async () => {
    const { signing, warm, native, asked, workers } = watched()
    const keys = [llave.privada, rsa(), rsa()]
    for (const key of keys) await warm(key)
    const before = native()
    const found = await Promise.all(
      Array.from({ length: 90 }, (_, i) => signing.sign(data(i), keys[i % keys.length]!)),
    )
    for (const [i, one] of found.entries())
      expect(one).toEqual(signSync('RSA-SHA1', data(i), keys[i % keys.length]!))
    expect(native() - before).toBe(90)
    expect(asked('llave')).toBeLessThanOrEqual(keys.length * workers.length)
    expect(signing.library()).toBe('libcrypto 3.0.0')
    await signing.stop()
  })

  test('that end leave what they had under way to the runtime, and nothing is lost', async () => {
    const { signing, warm, workers, logged } = watched()
    await warm(llave.privada)
    const all = Array.from({ length: 60 }, (_, i) => signing.sign(data(i), llave.privada))
    for (const worker of workers) worker.terminate()
    for (const [i, one] of (await Promise.all(all)).entries())
      expect(one).toEqual(signSync('RSA-SHA1', data(i), llave.privada))
    expect(signing.library()).toBe('runtime')
    expect(await signing.sign(data(1), llave.privada)).toEqual(signSync('RSA-SHA1', data(1), llave.privada))
    expect(logged.join()).toContain('firma.libcrypto_perdida')
  })

  test('wipe a key that is forgotten, and who still holds it signs by the runtime', async () => {
    const { signing, warm, asked, native } = watched()
    const key = rsa()
    await warm(key)
    signing.forget(key)
    expect(asked('olvida')).toBeGreaterThan(0)
    const before = native()
    for (let i = 0; i < 5; i++)
      expect(await signing.sign(data(i), key)).toEqual(signSync('RSA-SHA1', data(i), key))
    expect(native()).toBe(before)
    await signing.stop()
  })

  test('wipe what they hold and end when they are idle, and start again', async () => {
    const { signing, warm, ended, pass, workers } = watched()
    await warm(llave.privada)
    const first = workers.length
    pass()
    await warm(llave.privada)
    expect(workers).toHaveLength(first)
    pass()
    pass()
    while (ended() < first) await new Promise(setImmediate)
    await warm(llave.privada)
    expect(workers.length).toBeGreaterThan(first)
    await signing.stop()
    expect(ended()).toBe(workers.length)
  })

  test('sign with no key but RSA', async () => {
    const { signing, warm, native } = watched()
    await warm(llave.privada)
    const before = native()
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    for (let i = 0; i < 3; i++)
      await Promise.all(Array.from({ length: 32 }, () => signing.sign(data(i), privateKey).catch(() => {})))
    expect(native()).toBe(before)
    await signing.stop()
  })
})

test.each<[string, () => Promise<null>]>([
  ['is not fit', async () => null],
  ['cannot be tried', () => Promise.reject(new Error('no process'))],
])('where the library %s the runtime signs, no thread starts and it is asked once', async (_, probe) => {
  let asked = 0
  const { signing, workers } = watched(() => {
    asked++
    return probe()
  })
  for (let i = 0; i < 5; i++) await crowd(signing, llave.privada)
  expect(workers).toHaveLength(0)
  expect(asked).toBe(1)
  expect(signing.library()).toBe('runtime')
})

/** A thread that only takes what it is sent, or does not even that. */
function deaf(postMessage: (orden: Orden) => void) {
  const nothing = () => {}
  const worker = { postMessage, addEventListener: nothing, ref: nothing, unref: nothing, terminate: nothing }
  const lost: string[] = []
  const thread = startThread(worker as unknown as Worker, (motivo) => lost.push(motivo), nothing)
  const ask = (id: number, key: KeyObject): Promise<Buffer> =>
    new Promise((resolve, reject) =>
      thread.send([{ data: data(id), key, resolve, reject }], [{ id, esperada: Buffer.of() }]),
    )
  return { ask, lost, thread }
}

test('a thread holds five hundred keys: the one not used for longest makes room', () => {
  const orders: Orden[] = []
  const { ask, thread } = deaf((orden) => orders.push(orden))
  const key = rsa()
  for (let id = 1; id <= 500; id++) void ask(id, key)
  void ask(1, key)
  expect(orders.filter((orden) => typeof orden === 'object' && 'olvida' in orden)).toEqual([])
  void ask(501, key)
  expect(orders.filter((orden) => typeof orden === 'object' && 'olvida' in orden)).toEqual([{ olvida: 2 }])
  thread.abandon()
})

test('what cannot be sent to a thread the runtime signs', async () => {
  const { ask, lost } = deaf(() => {
    throw new Error('closed')
  })
  const key = rsa()
  expect(await ask(1, key)).toEqual(signSync('RSA-SHA1', data(1), key))
  expect(lost).toEqual(['Error: closed'])
})

test('a library that is found after the stop does not sign', async () => {
  const found = Promise.withResolvers<typeof PRUEBA>()
  const { signing, workers } = watched(() => found.promise)
  await crowd(signing, llave.privada)
  await signing.stop()
  found.resolve(PRUEBA)
  await crowd(signing, llave.privada)
  expect(signing.library()).toBe('runtime')
  expect(workers).toHaveLength(0)
})

test('a thread that cannot start leaves signing to the runtime', async () => {
  const signing = createSigning({
    probe: async () => PRUEBA,
    log: createLog({ level: 'silent', clock: () => new Date(0), write() {} }),
    open: () => {
      throw new Error('no thread')
    },
  })
  for (let i = 0; i < 5; i++) await crowd(signing, llave.privada)
  expect(signing.library()).toBe('runtime')
})

test('a few signatures try nothing and start no thread, and neither does making a signing', async () => {
  let asked = 0
  const { signing, workers } = watched(async () => {
    asked++
    return PRUEBA
  })
  for (let i = 0; i < 40; i++) await signing.sign(data(i), llave.privada)
  expect(asked).toBe(0)
  expect(workers).toHaveLength(0)
})

// Figure 1: documents built, stamped and signed, in envelopes of 200, beside what the runtime's RSA alone would allow. No
// disk and no network.

import { generateKeyPairSync, sign as signSync } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { createLog } from '../../src/base/log'
import { createSlots, type InSlot } from '../../src/base/slots'
import { nextTurn } from '../../src/base/turn'
import { MAS_RAPIDA } from '../../src/cli/firma'
import { createSigning, type Signing } from '../../src/signing'
import type { Sign } from '../../src/xml/firma'
import { LibcryptoAbsent, openLibcrypto } from '../../src/xml/libcrypto'
import { type Prueba, pkcs8Of, proveLibcrypto, sha1Of } from '../../src/xml/libcrypto-prueba'
import { signDte } from '../../src/xml/sign-dte'
import { signInPool } from '../../src/xml/sign-pool'
import { buildSobre } from '../../src/xml/sobre'
import { cafTimbre, llave } from '../support/firma'
import { documento, HOY, withFolio } from './document'
import { interleave, pairs, perSecond, spread, TURNS } from './measure'
import type { Report } from './report'

const ENVELOPE = 200
const SECONDS = 0.8
/** As the emission job has them: so many documents under way in two batches together. */
const SLOTS = 32
const BATCHES = 2

const caf = cafTimbre(33)
const { dte } = documento()
const AT = `${HOY}T11:02:11`
const CARATULA = {
  rutEmisor: dte.emisor.rut,
  rutEnvia: '11111111-1',
  rutReceptor: '60803000-K',
  resolucion: { numero: 80, fecha: '2014-08-22' },
}

const onThisThread: Sign = async (data, key) => signSync('RSA-SHA1', data, key)

async function envelope(sign: Sign, inSlot: InSlot, pause: () => Promise<void>): Promise<Buffer> {
  const signed = await Promise.all(
    Array.from({ length: ENVELOPE }, (_, i) =>
      inSlot(async () => ({
        tipoDte: 33 as const,
        xml: await signDte(withFolio(dte, i + 1), caf, llave, sign, AT),
      })),
    ),
  )
  return (await buildSobre('EnvioDTE', CARATULA, signed, { llave, sign, at: AT, pause })).bytes
}

/** Documents a second of envelopes made one after another, `batches` of them side by side. */
async function documents(sign: Sign, inSlot: InSlot, batches: number, pause: () => Promise<void>) {
  const start = performance.now()
  let envelopes = 0
  const line = async (): Promise<void> => {
    while (performance.now() - start < SECONDS * 1000) {
      await envelope(sign, inSlot, pause)
      envelopes++
    }
  }
  await Promise.all(Array.from({ length: batches }, line))
  return (envelopes * ENVELOPE * 1000) / (performance.now() - start)
}

/** RSA-2048 signatures a second of the runtime's pool, as many under way as the engine has, and nothing else. */
async function pooled(data: Buffer): Promise<number> {
  const start = performance.now()
  let signed = 0
  const line = async (): Promise<void> => {
    while (performance.now() - start < (SECONDS / 2) * 1000) {
      await signInPool(data, llave.privada)
      signed++
    }
  }
  await Promise.all(Array.from({ length: SLOTS }, line))
  return (signed * 1000) / (performance.now() - start)
}

// As long as a canonical SignedInfo, and as a DD.
const signedInfo = Buffer.alloc(640, 'x')
const dd = Buffer.alloc(850, 'x')
const rsa512 = generateKeyPairSync('rsa', { modulusLength: 512, publicExponent: 3 }).privateKey

/** One RSA-2048 and one RSA-512 signature: what no document can do without. */
function floorOnce(): void {
  signSync('RSA-SHA1', signedInfo, llave.privada)
  signSync('RSA-SHA1', dd, rsa512)
}

/** Documents a second that RSA would allow one thread. */
const floorSlice = (): number => perSecond(SECONDS, floorOnce)

/** Microseconds of processor time that one call takes. */
function cpuOf(call: () => void): number {
  const before = process.cpuUsage()
  let done = 0
  perSecond(SECONDS / 2, () => {
    call()
    done++
  })
  const { user, system } = process.cpuUsage(before)
  return (user + system) / done
}

/** Microseconds of processor time that the runtime's RSA takes a document. */
export const floorCpuSlice = (): number => cpuOf(floorOnce)

/** Documents a second of the engine, all cores. */
export const engineSlice = (): Promise<number> => documents(signInPool, createSlots(SLOTS), BATCHES, nextTurn)

/** RSA-2048 signatures a second of the machine's own `openssl`, on all cores; NaN where it has none. */
async function opensslSlice(): Promise<number> {
  if (!Bun.which('openssl')) return Number.NaN
  const cores = String(availableParallelism())
  const child = Bun.spawn(['openssl', 'speed', '-seconds', '1', '-multi', cores, 'rsa2048'], {
    stdout: 'pipe',
    stderr: 'ignore',
  })
  // `rsa 2048 bits  0.000434s 0.000013s  2303.0  78251.0`: the last two are a second's.
  const [, perSecond] =
    /^rsa 2048 bits.* ([\d.]+) +[\d.]+\s*$/m.exec(await new Response(child.stdout).text()) ?? []
  return Number(perSecond)
}

/** The trial of the system's library, in this process; null where it is not there or differs. */
function tryLibrary(): Prueba | null {
  try {
    return proveLibcrypto()
  } catch (fault) {
    if (fault instanceof LibcryptoAbsent) return null
    throw fault
  }
}

/** The engine and the floor of a machine whose library signs for the server (src §3.8). */
interface ByLibrary {
  /** Documents a second of the engine, all cores. */
  engine(): Promise<number>
  /** Microseconds of processor time that its RSA takes a document. */
  floorCpu(): number
  stop(): Promise<void>
}

/** Null where the server signs by the runtime. */
export async function startByLibrary(): Promise<ByLibrary | null> {
  const prueba = tryLibrary()
  if (!prueba || prueba.veces < MAS_RAPIDA) return null
  const signing = signingWith(prueba)
  const inSlot = createSlots(SLOTS)
  // The first crowd starts its threads.
  await documents(signing.sign, inSlot, BATCHES, nextTurn)
  const lib = openLibcrypto()
  const keys = [llave.privada, rsa512].map((key) => lib.openKey(pkcs8Of(key))!)
  return {
    engine: () => documents(signing.sign, inSlot, BATCHES, nextTurn),
    floorCpu: () =>
      cpuOf(() => {
        for (const key of keys) key.sign(sha1Of(signedInfo))
      }),
    async stop() {
      for (const key of keys) key.free()
      await signing.stop()
    },
  }
}

const signingWith = (prueba: Prueba): Signing =>
  createSigning({
    probe: async () => prueba,
    log: createLog({ level: 'warn', clock: () => new Date(), write: console.error }),
  })

/** Beside which the system's library is held: what the machine itself signs, and the engine with the runtime alone (src §3.8). */
async function measureLibrary(report: Report): Promise<void> {
  const prueba = tryLibrary()
  const signing = prueba && signingWith(prueba)
  const inSlot = createSlots(SLOTS)
  // The first crowd starts its threads.
  if (signing) await documents(signing.sign, inSlot, BATCHES, nextTurn)
  const found = await interleave(TURNS, {
    openssl: opensslSlice,
    runtime: engineSlice,
    library: () => (signing ? documents(signing.sign, inSlot, BATCHES, nextTurn) : Number.NaN),
  })
  await signing?.stop()
  const own = prueba && prueba.veces >= MAS_RAPIDA ? found.library : found.runtime
  if (found.openssl.every(Number.isFinite)) {
    report.figure(
      'engine_openssl_rsa2048_per_s',
      'RSA-2048 of `openssl speed`, all cores',
      spread(found.openssl),
    )
    const ratio = pairs(own, found.openssl)
    const what = 'the engine, all cores, against it'
    // Where the server signs as the machine does, it is to reach what the machine gives.
    if (own === found.library) report.target('engine_to_openssl_ratio', what, ratio, '>=', 0.8)
    else report.figure('engine_to_openssl_ratio', what, ratio)
  }
  if (!prueba) return
  report.figure(
    'engine_library_times',
    `libcrypto ${prueba.version} against the runtime, a signature`,
    prueba.veces,
  )
  report.figure(
    'engine_library_ratio',
    'the engine with it against without',
    pairs(found.library, found.runtime),
  )
}

export async function measureEngine(report: Report): Promise<void> {
  const cores = availableParallelism()
  await measureLibrary(report)
  const found = await interleave(TURNS, {
    rsa2048: () => perSecond(SECONDS / 2, () => signSync('RSA-SHA1', signedInfo, llave.privada)),
    pooled: () => pooled(signedInfo),
    floor: floorSlice,
    one: () => documents(onThisThread, createSlots(1), 1, () => Promise.resolve()),
    all: engineSlice,
  })
  report.figure(
    'engine_rsa2048_per_s',
    'RSA-2048 signatures of the runtime, one thread',
    spread(found.rsa2048),
  )
  // The power of all cores changes by the minute on a shared machine, and bounds the ratio below.
  report.figure(
    'engine_rsa2048_cores_ratio',
    'the same on all cores, against it',
    pairs(found.pooled, found.rsa2048),
  )
  report.figure(
    'engine_floor_documents_per_s',
    'RSA floor: one RSA-2048 and one RSA-512 a document',
    spread(found.floor),
  )
  report.figure(
    'engine_one_thread_documents_per_s',
    'built, stamped and signed, one thread',
    spread(found.one),
  )
  report.figure('engine_all_cores_documents_per_s', `the same, all cores (${cores})`, spread(found.all))
  report.target(
    'engine_one_thread_to_floor_ratio',
    'one thread against the floor',
    pairs(found.one, found.floor),
    '>=',
    0.85,
  )
  report.target(
    'engine_all_cores_to_one_thread_ratio',
    'all cores against one thread',
    pairs(found.all, found.one),
    '>=',
    1.7,
  )
}

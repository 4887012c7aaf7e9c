// Figure 1: documents built, stamped and signed, in envelopes of 200, beside what the runtime's RSA alone would allow. No
// disk and no network.

import { generateKeyPairSync, sign as signSync } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { createSlots, type InSlot } from '../../src/base/slots'
import { nextTurn } from '../../src/base/turn'
import type { Sign } from '../../src/xml/firma'
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

/** Microseconds of processor time that RSA takes a document. */
export function floorCpuSlice(): number {
  const before = process.cpuUsage()
  let done = 0
  perSecond(SECONDS / 2, () => {
    floorOnce()
    done++
  })
  const { user, system } = process.cpuUsage(before)
  return (user + system) / done
}

/** Documents a second of the engine, all cores. */
export const engineSlice = (): Promise<number> => documents(signInPool, createSlots(SLOTS), BATCHES, nextTurn)

export async function measureEngine(report: Report): Promise<void> {
  const cores = availableParallelism()
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
  // What the cores give together changes by the minute on a shared machine, and bounds the ratio below.
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

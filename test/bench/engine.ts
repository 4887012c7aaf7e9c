// Figure 1: documents built, stamped and signed, in envelopes of 200, beside what the runtime's RSA alone would allow. No
// disk and no network.

import { generateKeyPairSync, sign as signSync } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { nextTurn } from '../../src/jobs/next-turn'
import { createSlots, type InSlot } from '../../src/jobs/slots'
import type { Sign } from '../../src/xml/firma'
import { signDte } from '../../src/xml/firmar-dte'
import { signInPool } from '../../src/xml/sign-pool'
import { buildSobre } from '../../src/xml/sobre'
import { cafTimbre, llave } from '../support/firma'
import { documento, HOY, withFolio } from './document'
import { interleave, median, perSecond } from './measure'
import type { Report } from './report'

const ENVELOPE = 200
const ROUNDS = 5
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
  return buildSobre('EnvioDTE', CARATULA, signed, { llave, sign, at: AT, pause })
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

/** Measures the engine; gives the all-core rate for others to be held against. */
export async function measureEngine(report: Report): Promise<number> {
  const cores = availableParallelism()
  const rsa512 = generateKeyPairSync('rsa', { modulusLength: 512, publicExponent: 3 }).privateKey
  // As long as a canonical SignedInfo, and as a DD.
  const signedInfo = Buffer.alloc(640, 'x')
  const dd = Buffer.alloc(850, 'x')
  const found = await interleave<number, 'rsa2048' | 'pooled' | 'floor' | 'one' | 'all'>(ROUNDS, {
    rsa2048: () => perSecond(SECONDS / 2, () => signSync('RSA-SHA1', signedInfo, llave.privada)),
    pooled: () => pooled(signedInfo),
    floor: () =>
      perSecond(SECONDS, () => {
        signSync('RSA-SHA1', signedInfo, llave.privada)
        signSync('RSA-SHA1', dd, rsa512)
      }),
    one: () => documents(onThisThread, createSlots(1), 1, () => Promise.resolve()),
    all: () => documents(signInPool, createSlots(SLOTS), BATCHES, nextTurn),
  })
  const [floor, one, all] = [median(found.floor), median(found.one), median(found.all)]
  report.figure(
    'engine_rsa2048_per_s',
    'RSA-2048 signatures of the runtime, one thread',
    median(found.rsa2048),
  )
  // What the cores give together changes by the minute on a shared machine, and bounds the ratio below.
  report.figure(
    'engine_rsa2048_cores_ratio',
    'the same on all cores, against it',
    median(found.pooled.map((rate, i) => rate / found.rsa2048[i]!)),
  )
  report.figure('engine_floor_documents_per_s', 'RSA floor: one RSA-2048 and one RSA-512 a document', floor)
  report.figure('engine_one_thread_documents_per_s', 'built, stamped and signed, one thread', one)
  report.figure('engine_all_cores_documents_per_s', `the same, all cores (${cores})`, all)
  report.target('engine_one_thread_to_floor_ratio', 'one thread against the floor', one / floor, '>=', 0.85)
  report.target('engine_all_cores_to_one_thread_ratio', 'all cores against one thread', all / one, '>=', 1.7)
  return all
}

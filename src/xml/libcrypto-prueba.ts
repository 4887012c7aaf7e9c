// Whether the system's libcrypto is to sign here (src §3.8): it must give the runtime's own bytes, and sooner.

import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { type Libcrypto, LibcryptoAbsent, type LlaveNativa, openLibcrypto } from './libcrypto'

export interface Prueba {
  /** The version of the library. */
  version: string
  /** How many times as many RSA-2048 signatures a second as the runtime's. */
  veces: number
}

/** A certificate's, a CAF's with its exponent, and what lies between. */
const KEYS = [
  { modulusLength: 2048, publicExponent: 65537 },
  { modulusLength: 1024, publicExponent: 65537 },
  { modulusLength: 512, publicExponent: 3 },
]
const MESSAGES = 4
/**
 * Signatures timed in one go, and how often: the best of each side is compared, and in time of the processor, for a crowd of documents
 * is what asks for the trial.
 */
const TIMED = 12
const ROUNDS = 7

/** The key as the library takes it: a copy that `openKey` wipes. */
export const pkcs8Of = (key: KeyObject): Uint8Array => key.export({ type: 'pkcs8', format: 'der' })

export const sha1Of = (data: Uint8Array): Uint8Array => new Bun.CryptoHasher('sha1').update(data).digest()

/** Holds the library against the runtime, a second or less of a processor. Throws LibcryptoAbsent when it is absent or differs. */
export function proveLibcrypto(open: () => Libcrypto = openLibcrypto): Prueba {
  const lib = open()
  let veces = 0
  for (const size of KEYS) {
    const { privateKey } = generateKeyPairSync('rsa', size)
    const key = lib.openKey(pkcs8Of(privateKey))
    if (!key) throw new LibcryptoAbsent(`no abre una llave RSA de ${size.modulusLength} bits`)
    try {
      for (let i = 0; i < MESSAGES; i++) {
        const data = Buffer.from(`Timbre ${i}`.repeat(i * 20))
        const found = key.sign(sha1Of(data))
        if (!found || !sign('RSA-SHA1', data, privateKey).equals(found))
          throw new LibcryptoAbsent(`firma distinto con una llave RSA de ${size.modulusLength} bits`)
      }
      veces ||= faster(key, privateKey)
    } finally {
      key.free()
    }
    if (key.sign(sha1Of(Buffer.of(1)))) throw new LibcryptoAbsent('firma con una llave ya borrada')
  }
  return { version: lib.version, veces }
}

function faster(key: LlaveNativa, privateKey: KeyObject): number {
  const data = Buffer.alloc(640, 'x')
  const sides = [() => void key.sign(sha1Of(data)), () => void sign('RSA-SHA1', data, privateKey)]
  const best = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, side] of sides.entries()) {
      const start = process.cpuUsage()
      for (let n = 0; n < TIMED; n++) side()
      const { user, system } = process.cpuUsage(start)
      best[i] = Math.min(best[i]!, user + system)
    }
  }
  return best[1]! / best[0]!
}

// The password-based ciphers of PKCS#12: the old ones of RFC 7292 appendix B and C (RC2, RC4 and 3DES under SHA-1) and
// PBES2 of RFC 8018 (AES or 3DES under PBKDF2).

import { createDecipheriv, createHash, createHmac, hash, pbkdf2Sync, timingSafeEqual } from 'node:crypto'
import { type Asn1, elements, integer, isUniversal, octets, oid } from './asn1'

/** A password in the two ways the format derives keys from it. */
export interface Clave {
  /** Big-endian UTF-16 with a closing null, for RFC 7292's own derivation. */
  bmp: Buffer
  /** As PBKDF2 takes it. */
  raw: Buffer
}

/** The file asks for an algorithm that is not among the known ones. */
export class UnsupportedAlgorithm extends Error {}

/** The file asks for more work than is done for one: hashes that it wants computed. */
export class TooMuchWork extends Error {}

// A hostile file could ask for 2^48 rounds, and for many keys; real ones ask for 2,000 to 600,000, of three to seven blocks. Two
// seconds of a thread of its own.
const MAX_HASHES = 5_000_000

const DIGESTS: Record<string, string> = {
  '1.2.840.113549.2.5': 'md5',
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.4': 'sha224',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
}

const HASH_BYTES: Record<string, number> = {
  md5: 16,
  sha1: 20,
  sha224: 28,
  sha256: 32,
  sha384: 48,
  sha512: 64,
}

const PRFS: Record<string, string> = {
  '1.2.840.113549.2.7': 'sha1',
  '1.2.840.113549.2.8': 'sha224',
  '1.2.840.113549.2.9': 'sha256',
  '1.2.840.113549.2.10': 'sha384',
  '1.2.840.113549.2.11': 'sha512',
}

/** Cipher, key length and IV length of pbeWithSHA1And…, RFC 7292 appendix C. */
const PKCS12_PBE: Record<string, [cipher: string, key: number, iv: number]> = {
  '1.2.840.113549.1.12.1.1': ['rc4', 16, 0],
  '1.2.840.113549.1.12.1.3': ['des-ede3-cbc', 24, 8],
  '1.2.840.113549.1.12.1.4': ['des-ede-cbc', 16, 8],
  '1.2.840.113549.1.12.1.5': ['rc2-cbc', 16, 8],
  '1.2.840.113549.1.12.1.6': ['rc2-40-cbc', 5, 8],
}

const PBES2_CIPHERS: Record<string, [cipher: string, key: number]> = {
  '2.16.840.1.101.3.4.1.2': ['aes-128-cbc', 16],
  '2.16.840.1.101.3.4.1.22': ['aes-192-cbc', 24],
  '2.16.840.1.101.3.4.1.42': ['aes-256-cbc', 32],
  '1.2.840.113549.3.7': ['des-ede3-cbc', 24],
}

const PBES2 = '1.2.840.113549.1.5.13'
const PBKDF2 = '1.2.840.113549.1.5.12'

function known<T>(table: Record<string, T>, id: string): T {
  const found = table[id]
  if (found === undefined) throw new UnsupportedAlgorithm(id)
  return found
}

/** Ways a password may have been written into a PFX, the standard one first. */
export function claveVariants(clave: string): Clave[] {
  const bmp = (text: string) => Buffer.concat([Buffer.from(text, 'utf16le').swap16(), Buffer.alloc(2)])
  const variants = [{ bmp: bmp(clave), raw: Buffer.from(clave, 'utf8') }]
  if (clave === '') variants.push({ bmp: Buffer.alloc(0), raw: Buffer.alloc(0) })
  // OpenSSL before 1.1 widened the bytes of the terminal's UTF-8 one by one, and some tools hand PBKDF2 Latin-1.
  if (/[^\x00-\x7f]/.test(clave)) {
    variants.push({
      bmp: bmp(Buffer.from(clave, 'utf8').toString('latin1')),
      raw: Buffer.from(clave, 'latin1'),
    })
  }
  return variants
}

/** Key derivation of RFC 7292 appendix B.2. `purpose` 1: cipher key, 2: IV, 3: MAC key. */
function deriveKey(
  digest: string,
  { bmp }: Clave,
  salt: Buffer,
  purpose: 1 | 2 | 3,
  rounds: number,
  length: number,
  budget: Budget,
): Buffer {
  budget(rounds, Math.ceil(length / HASH_BYTES[digest]!))
  const block = digest === 'sha384' || digest === 'sha512' ? 128 : 64
  const fill = (bytes: Buffer) => Buffer.alloc(Math.ceil(bytes.length / block) * block, bytes)
  const state = Buffer.concat([salt.length ? fill(salt) : salt, bmp.length ? fill(bmp) : bmp])
  const chunks: Buffer[] = []
  for (let have = 0; have < length; ) {
    let chunk: Buffer = createHash(digest).update(Buffer.alloc(block, purpose)).update(state).digest()
    for (let i = 1; i < rounds; i++) chunk = hash(digest, chunk, 'buffer')
    chunks.push(chunk)
    have += chunk.length
    const addend = Buffer.alloc(block, chunk)
    for (let start = 0; start < state.length; start += block) {
      let carry = 1
      for (let i = block - 1; i >= 0; i--) {
        carry += state[start + i]! + addend[i]!
        state[start + i] = carry & 255
        carry >>= 8
      }
    }
  }
  return Buffer.concat(chunks).subarray(0, length)
}

/** Counts the hashes that one file asks for. Throws TooMuchWork before they become a denial of service. */
export type Budget = (rounds: number, blocks: number) => void

export function createBudget(): Budget {
  let left = MAX_HASHES
  return (rounds, blocks) => {
    if (rounds < 1) throw new UnsupportedAlgorithm(`${rounds} iterations`)
    left -= rounds * blocks
    if (left < 0) throw new TooMuchWork(`${rounds} iterations`)
  }
}

/**
 * Decrypts `data` as its AlgorithmIdentifier says. Throws UnsupportedAlgorithm, or whatever the cipher says of a wrong
 * password.
 */
export function decryptPbe(algorithm: Asn1, data: Buffer, clave: Clave, budget: Budget): Buffer {
  const [id, parameters] = elements(algorithm)
  const name = oid(id)
  const [first, second] = elements(parameters)
  if (name === PBES2) return decryptPbes2(first, second, data, clave, budget)
  const [cipher, keyLength, ivLength] = known(PKCS12_PBE, name)
  const [salt, rounds] = [octets(first), integer(second)]
  const key = deriveKey('sha1', clave, salt, 1, rounds, keyLength, budget)
  const iv = ivLength ? deriveKey('sha1', clave, salt, 2, rounds, ivLength, budget) : null
  const decipher = createDecipheriv(cipher, key, iv)
  return Buffer.concat([decipher.update(data), decipher.final()])
}

function decryptPbes2(
  kdf: Asn1 | undefined,
  scheme: Asn1 | undefined,
  data: Buffer,
  { raw }: Clave,
  budget: Budget,
): Buffer {
  const [kdfId, kdfParameters] = elements(kdf)
  if (oid(kdfId) !== PBKDF2) throw new UnsupportedAlgorithm(oid(kdfId))
  const [salt, rounds, ...optional] = elements(kdfParameters)
  const prf = optional.find((node) => isUniversal(node, 16))
  const digest = prf ? known(PRFS, oid(elements(prf)[0])) : 'sha1'
  const [schemeId, iv] = elements(scheme)
  const [cipher, keyLength] = known(PBES2_CIPHERS, oid(schemeId))
  const iterations = integer(rounds)
  // Two hashes a round.
  budget(2 * iterations, Math.ceil(keyLength / HASH_BYTES[digest]!))
  const key = pbkdf2Sync(raw, octets(salt), iterations, keyLength, digest)
  const decipher = createDecipheriv(cipher, key, octets(iv))
  return Buffer.concat([decipher.update(data), decipher.final()])
}

/** Whether the file's MacData is that of `content` under the password. */
export function checkMac(macData: Asn1, content: Buffer, clave: Clave, budget: Budget): boolean {
  const [digestInfo, salt, rounds] = elements(macData)
  const [algorithm, expected] = elements(digestInfo)
  const digest = known(DIGESTS, oid(elements(algorithm)[0]))
  const length = HASH_BYTES[digest]!
  const key = deriveKey(digest, clave, octets(salt), 3, rounds ? integer(rounds) : 1, length, budget)
  const mac = createHmac(digest, key).update(content).digest()
  const wanted = octets(expected)
  return mac.length === wanted.length && timingSafeEqual(mac, wanted)
}

// RSA by the system's OpenSSL 3 (src §3.8): a thread's own hold on the library. Every native call stands here, each return value is
// looked at, and no pointer leaves: a key is signed with and freed by its own two functions, and once freed it signs no more.

import type { Pointer } from 'bun:ffi'

/** On its first use: a server that never has a crowd saves its millisecond and its megabyte. */
const ffi = () => require('bun:ffi') as typeof import('bun:ffi')

/** The name by which Debian, Ubuntu, Fedora and their like have it; where another library answers to it, a function is missing. */
const LIBCRYPTO = 'libcrypto.so.3'

/** The library cannot be had; the message says why, in Spanish. */
export class LibcryptoAbsent extends Error {}

/** A private key in the library's memory. */
export interface LlaveNativa {
  /** The PKCS#1 v1.5 signature over a SHA-1 digest of 20 bytes, a buffer of its own; null when the library does not give it. */
  sign(sha1: Uint8Array): Uint8Array | null
  /** Wipes the key. Afterwards `sign` gives null. */
  free(): void
}

export interface Libcrypto {
  version: string
  /** A key from its PKCS#8 DER, which is wiped; null when the library does not read it as one that signs. */
  openKey(pkcs8: Uint8Array): LlaveNativa | null
}

const SYMBOLS = {
  OpenSSL_version_num: { args: [], returns: 'u64' },
  OPENSSL_init_crypto: { args: ['u64', 'ptr'], returns: 'i32' },
  ERR_clear_error: { args: [], returns: 'void' },
  d2i_AutoPrivateKey: { args: ['ptr', 'ptr', 'i64'], returns: 'ptr' },
  EVP_PKEY_get_size: { args: ['ptr'], returns: 'i32' },
  EVP_PKEY_free: { args: ['ptr'], returns: 'void' },
  EVP_PKEY_CTX_new: { args: ['ptr', 'ptr'], returns: 'ptr' },
  EVP_PKEY_CTX_free: { args: ['ptr'], returns: 'void' },
  EVP_PKEY_sign_init: { args: ['ptr'], returns: 'i32' },
  EVP_PKEY_CTX_set_rsa_padding: { args: ['ptr', 'i32'], returns: 'i32' },
  EVP_PKEY_sign: { args: ['ptr', 'ptr', 'ptr', 'ptr', 'usize'], returns: 'i32' },
} as const

// The machine's configuration of OpenSSL may put other providers in, or forbid SHA-1: it is not read. Nor does the library clean up at
// the end of the process, when another thread may still be signing.
const NO_CONFIG = 0x80n
const NO_ATEXIT = 0x80000n
const PKCS1_PADDING = 1
/** Signing RSA-2048 with AVX-512 corrupts memory there (CVE-2022-2274). */
const CORRUPTS = 0x30000040
const OLDEST = 0x30000000
const NEXT = 0x40000000
/** The longest signature of a key that anybody signs with. */
const MOST_BYTES = 2048

/** `DigestInfo` of a SHA-1 digest, up to the digest: put there by us, for some systems refuse SHA-1 by its name. */
const DIGEST_INFO = [0x30, 0x21, 0x30, 0x09, 0x06, 0x05, 0x2b, 0x0e, 0x03, 0x02, 0x1a, 0x05, 0x00, 0x04, 0x14]
const SHA1_BYTES = 20

const hex = (n: number): number => n & 0xff

/**
 * Loads the library into this thread, some twenty milliseconds. It stays loaded. Throws LibcryptoAbsent. Threads may do so at once: Bun
 * crashed at that until 1.4.0.
 */
export function openLibcrypto(name = LIBCRYPTO): Libcrypto {
  const { symbols: c } = load(name)
  const number = Number(c.OpenSSL_version_num())
  const version = `${number >>> 28}.${hex(number >>> 20)}.${hex(number >>> 4)}`
  if (number < OLDEST || number >= NEXT || number === CORRUPTS)
    throw new LibcryptoAbsent(`${name} es la versión ${version}, que no se usa`)
  if (c.OPENSSL_init_crypto(NO_CONFIG | NO_ATEXIT, null) !== 1) throw new LibcryptoAbsent(`${name} no parte`)

  // Made once and written over by every call; each has memory of its own, which no collection moves.
  const length = new BigUint64Array(new ArrayBuffer(8))
  const signature = new Uint8Array(new ArrayBuffer(MOST_BYTES))
  const info = new Uint8Array(new ArrayBuffer(DIGEST_INFO.length + SHA1_BYTES))
  info.set(DIGEST_INFO)

  function readKey(pkcs8: Uint8Array): Pointer | null {
    if (!pkcs8.length) return null
    const der = new Uint8Array(new ArrayBuffer(pkcs8.length))
    der.set(pkcs8)
    pkcs8.fill(0)
    // The library moves the pointer that it is shown on to the end of what it read.
    const at = new BigUint64Array(new ArrayBuffer(8))
    at[0] = BigInt(ffi().ptr(der))
    try {
      return c.d2i_AutoPrivateKey(null, at, BigInt(der.length)) as Pointer | null
    } finally {
      der.fill(0)
    }
  }

  return {
    version,
    openKey(pkcs8) {
      const key = readKey(pkcs8)
      const context = key && c.EVP_PKEY_CTX_new(key, null)
      const fit =
        context &&
        c.EVP_PKEY_get_size(key) <= MOST_BYTES &&
        c.EVP_PKEY_sign_init(context) === 1 &&
        c.EVP_PKEY_CTX_set_rsa_padding(context, PKCS1_PADDING) === 1
      let open = true
      const free = (): void => {
        if (!open) return
        open = false
        if (context) c.EVP_PKEY_CTX_free(context)
        if (key) c.EVP_PKEY_free(key)
        c.ERR_clear_error()
      }
      if (!fit) {
        free()
        return null
      }
      return {
        sign(sha1) {
          if (!open || sha1.length !== SHA1_BYTES) return null
          info.set(sha1, DIGEST_INFO.length)
          length[0] = BigInt(MOST_BYTES)
          const done = c.EVP_PKEY_sign(context, signature, length, info, info.length)
          if (done === 1) return signature.slice(0, Number(length[0]))
          c.ERR_clear_error()
          return null
        },
        free,
      }
    },
  }
}

function load(name: string) {
  if (process.platform !== 'linux') throw new LibcryptoAbsent('sólo se busca en Linux')
  try {
    return ffi().dlopen(name, SYMBOLS)
  } catch {
    throw new LibcryptoAbsent(`${name} no está en el sistema o no es de OpenSSL 3`)
  }
}

// A thread that signs with the system's libcrypto (src §3.8): the only ones of the server in which foreign code runs. An entry of its
// own in the binary (Makefile, `build`).

import { standBack } from './stand-back'
import { type LlaveNativa, openLibcrypto } from './xml/libcrypto'

/** The orders to the thread, done in turn. */
export type Orden =
  /** A key under a number. It is kept when its signature over `prueba` (SHA-1) is `esperada`, which the runtime gave. */
  | { llave: number; pkcs8: Uint8Array; prueba: Uint8Array; esperada: Uint8Array }
  | { olvida: number }
  /** Signatures over `sha1`, 20 bytes each, by the keys of these numbers. */
  | { firma: number[]; sha1: Uint8Array }
  /** Forgets every key; nothing is asked for afterwards. */
  | 'fin'

/** The thread's answers: first that it is ready, then each `firma` and the end. */
export type Aviso =
  | 'lista'
  /** One after another in `bytes`, as long as `largos` says: 0 where the key is not kept or the library gave none. */
  | { bytes: Uint8Array; largos: number[] }
  | 'fin'

const SHA1_BYTES = 20

standBack()
const lib = openLibcrypto()
const llaves = new Map<number, LlaveNativa>()

function keep({ llave, pkcs8, prueba, esperada }: Extract<Orden, { llave: number }>): void {
  const key = lib.openKey(pkcs8)
  const found = key?.sign(prueba)
  if (key && found && Buffer.from(found).equals(esperada)) llaves.set(llave, key)
  else key?.free()
}

function forget(llave: number): void {
  llaves.get(llave)?.free()
  llaves.delete(llave)
}

function signAll({ firma, sha1 }: Extract<Orden, { firma: number[] }>): Aviso {
  const firmas = firma.map(
    (llave, i) => llaves.get(llave)?.sign(sha1.subarray(i * SHA1_BYTES, (i + 1) * SHA1_BYTES)) ?? null,
  )
  return {
    bytes: Buffer.concat(firmas.filter((one) => one !== null)),
    largos: firmas.map((one) => one?.length ?? 0),
  }
}

declare const self: Worker
const answer = (aviso: Aviso): void => self.postMessage(aviso)

self.onmessage = ({ data }: MessageEvent<Orden>) => {
  if (data === 'fin') {
    for (const llave of llaves.keys()) forget(llave)
    answer('fin')
  } else if ('firma' in data) answer(signAll(data))
  else if ('llave' in data) keep(data)
  else forget(data.olvida)
}

answer('lista')

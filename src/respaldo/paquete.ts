// A copy as one encrypted file: a tar of the database, its master key and a note of what it is.

import { createHash } from 'node:crypto'
import { open, rm, stat } from 'node:fs/promises'
import { type Apertura, type Cifrado, decrypt, encrypt } from './cifrado'
import { RespaldoFault } from './falla'
import { readTar, writeTar } from './tar'
import { fileStream, streamOf } from './trozos'

const [NOTA, CLAVE, BASE] = ['LEAME.txt', 'clave.maestra', 'timbre.db'] as const

const nota = (programa: string, at: Date): string =>
  `Copia de Timbre hecha el ${at.toISOString()} por ${programa}.
timbre.db es la base de datos y clave.maestra la clave que abre lo cifrado en ella.
Para volver: timbre restaurar ESTE_ARCHIVO --data CARPETA. Sin Timbre: age -d ESTE_ARCHIVO | tar x
`

/** The bytes of the copy of the database file `base`, in pieces. */
export async function packed(
  { base, clave, programa, at }: { base: string; clave: Uint8Array; programa: string; at: Date },
  cifrado: Cifrado,
): Promise<ReadableStream<Uint8Array>> {
  const text = (nombre: string, content: string) => {
    const bytes = Buffer.from(content)
    return { nombre, bytes: bytes.length, content: one(bytes) }
  }
  const entradas = [
    text(NOTA, nota(programa, at)),
    text(CLAVE, `${Buffer.from(clave).toString('hex')}\n`),
    { nombre: BASE, bytes: (await stat(base)).size, content: fileStream(base) },
  ]
  return encrypt(streamOf(writeTar(entradas, at)), cifrado)
}

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/**
 * Opens a copy: its database goes to the new file `base`, mode 0600, whole and on the disk; its key is returned. Throws
 * RespaldoFault, and leaves no file then.
 */
export async function unpacked(
  sealed: ReadableStream<Uint8Array>,
  apertura: Apertura,
  base: string,
): Promise<{ clave: Uint8Array }> {
  let clave: Uint8Array | undefined
  let found = false
  try {
    for await (const { nombre, content } of readTar(await decrypt(sealed, apertura))) {
      if (nombre === BASE) {
        await writeWhole(base, content)
        found = true
      } else {
        const bytes = Buffer.concat(await Array.fromAsync(content))
        if (nombre === CLAVE) clave = Buffer.from(bytes.toString('latin1').trim(), 'hex')
      }
    }
    if (!found || clave?.length !== 32)
      throw new RespaldoFault('La copia no tiene una base de datos con su clave maestra')
    return { clave }
  } catch (fault) {
    await rm(base, { force: true })
    throw fault
  }
}

async function writeWhole(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const piece of content) await file.writeFile(piece)
    await file.sync()
  } finally {
    await file.close()
  }
}

export interface Medida {
  bytes: number
  sha256: string
}

/** Passes `content` on and measures it; the measure is of what has passed. */
export function measured(content: AsyncIterable<Uint8Array>): {
  content: AsyncIterable<Uint8Array>
  measure(): Medida
} {
  const hash = createHash('sha256')
  let bytes = 0
  async function* pass(): AsyncGenerator<Uint8Array> {
    for await (const piece of content) {
      bytes += piece.length
      hash.update(piece)
      yield piece
    }
  }
  return { content: pass(), measure: () => ({ bytes, sha256: hash.digest('hex') }) }
}

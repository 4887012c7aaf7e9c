// A tar archive, written and read in one pass (POSIX.1-1988 ustar; sizes past 8 GiB in GNU's base 256), so that any tar opens what
// Timbre wrote.

import { RespaldoFault } from './falla'

const BLOCK = 512
const OCTAL_MAX = 8 ** 11

export interface Entrada {
  nombre: string
  /** As many as `content` has. */
  bytes: number
  content: AsyncIterable<Uint8Array>
}

/** The archive of `entradas`, in their order, all made at `at`. Throws when one has not the bytes it said. */
export async function* writeTar(entradas: readonly Entrada[], at: Date): AsyncGenerator<Uint8Array> {
  for (const { nombre, bytes, content } of entradas) {
    yield header(nombre, bytes, at)
    let written = 0
    for await (const piece of content) {
      written += piece.length
      yield piece
    }
    if (written !== bytes) throw new Error(`${nombre} has ${written} bytes, not ${bytes}`)
    if (bytes % BLOCK) yield new Uint8Array(BLOCK - (bytes % BLOCK))
  }
  yield new Uint8Array(2 * BLOCK)
}

function header(nombre: string, bytes: number, at: Date): Uint8Array {
  const block = Buffer.alloc(BLOCK)
  const octal = (value: number, offset: number, digits: number) =>
    block.write(value.toString(8).padStart(digits, '0'), offset, 'latin1')
  block.write(nombre, 0, 100, 'utf8')
  octal(0o600, 100, 7)
  octal(0, 108, 7)
  octal(0, 116, 7)
  if (bytes < OCTAL_MAX) octal(bytes, 124, 11)
  else {
    block[124] = 0x80
    block.writeBigUInt64BE(BigInt(bytes), 128)
  }
  octal(Math.floor(at.getTime() / 1000), 136, 11)
  block.write('0', 156, 'latin1')
  block.write('ustar\u000000', 257, 'latin1')
  octal(sumOf(block), 148, 6)
  block[155] = 0x20
  return block
}

/** The sum of a header's bytes, its own field counted as blanks. */
const sumOf = (block: Uint8Array): number =>
  block.reduce((sum, byte, i) => sum + (i >= 148 && i < 156 ? 0x20 : byte), 0)

/**
 * The entries of an archive. The content of each is to be read before the next is asked for. Reads `source` to its end. Throws
 * RespaldoFault for what is no archive, or ends before its time.
 */
export async function* readTar(source: AsyncIterable<Uint8Array>): AsyncGenerator<Entrada> {
  const pieces = source[Symbol.asyncIterator]()
  let rest: Uint8Array = new Uint8Array()

  /** At most `limit` of the next bytes; null at the end. */
  async function some(limit: number): Promise<Uint8Array | null> {
    while (!rest.length) {
      const { done, value } = await pieces.next()
      if (done) return null
      rest = value
    }
    const taken = rest.subarray(0, limit)
    rest = rest.subarray(taken.length)
    return taken
  }

  async function* exactly(bytes: number): AsyncGenerator<Uint8Array> {
    for (let left = bytes; left > 0; ) {
      const piece = await some(left)
      if (!piece) throw new RespaldoFault('La copia está incompleta')
      left -= piece.length
      yield piece
    }
  }

  async function block(): Promise<Buffer> {
    return Buffer.concat(await Array.fromAsync(exactly(BLOCK)))
  }

  for (let head = await block(); head[0] !== 0; head = await block()) {
    if (Number.parseInt(head.toString('latin1', 148, 154), 8) !== sumOf(head))
      throw new RespaldoFault('La copia no tiene la forma de una copia de Timbre')
    const bytes =
      head[124] === 0x80
        ? Number(head.readBigUInt64BE(128))
        : Number.parseInt(head.toString('latin1', 124, 135), 8)
    const nombre = head.toString('utf8', 0, 100).replace(/\0.*$/s, '')
    yield { nombre, bytes, content: exactly(bytes) }
    for await (const _ of exactly((BLOCK - (bytes % BLOCK)) % BLOCK));
  }
  // The proof that nothing is missing comes with the last byte.
  while (await some(BLOCK));
}

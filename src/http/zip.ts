// Files as one ZIP archive (APPNOTE 6.3, with ZIP64), written as it is read: no more of it is in memory than one file and the
// list of names that ends it. Own code, for the streaming libraries know no archive of more than 65,535 files.

import { crc32, createDeflateRaw, deflateRaw, deflateRawSync } from 'node:zlib'
import { streamOf } from './pieces'

export interface ArchivoZip {
  /** Letters of ASCII that every system takes for a file's name. */
  nombre: string
  bytes: Uint8Array
  /** `YYYY-MM-DDTHH:MM:SS`, of whatever place: archives know no zones. */
  fecha: string
  /** False for what is compressed already. */
  compress: boolean
}

/** A file whose length nobody knows before its end. */
export interface ArchivoLargo extends Pick<ArchivoZip, 'nombre' | 'fecha'> {
  piezas: AsyncIterable<Uint8Array>
}

const U16 = 0xffff
const U32 = 0xffffffff
/** Longer files are compressed off the event loop; for shorter ones the way there costs more. */
const LARGE = 64 * 1024
const deflateBeside = (bytes: Uint8Array): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    deflateRaw(bytes, (fault, data) => (fault ? reject(fault) : resolve(data))),
  )

/** How much of the list of names is written at a time. */
const BLOCK = 64 * 1024

/** Bytes of little-endian numbers, each with its length of 2, 4 or 8. */
function numbers(...fields: readonly (readonly [bytes: 2 | 4 | 8, value: number])[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0))
  let at = 0
  for (const [bytes, value] of fields) {
    if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value), at)
    else buffer.writeUIntLE(value, at, bytes)
    at += bytes
  }
  return buffer
}

/** A time of MS-DOS: two seconds are its smallest step, 1980 its first year. */
function dosTime(fecha: string): [time: number, date: number] {
  const [year, month, day, hour, minute, second] = fecha.split(/\D/).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  return [(hour << 11) | (minute << 5) | (second >> 1), (Math.max(0, year - 1980) << 9) | (month << 5) | day]
}

/** Records kept in blocks, as the list of names is: one of a file is worth less than the object that would hold it. */
export function createRegistros() {
  const blocks: Buffer[] = []
  let block = Buffer.alloc(BLOCK)
  let used = 0
  return {
    add(record: Buffer): void {
      if (used + record.length > BLOCK) {
        blocks.push(block.subarray(0, used))
        block = Buffer.alloc(BLOCK)
        used = 0
      }
      used += record.copy(block, used)
    },
    blocks: (): Buffer[] => [...blocks, block.subarray(0, used)],
  }
}

/** A file that came in pieces, as it was found to be at its end. */
interface Medida {
  crc: number
  largo: number
  comprimido: number
}

/** The bytes of a file in pieces, deflated as they come; `medida` is whole when they end. */
async function* deflatedPieces(
  piezas: AsyncIterable<Uint8Array>,
  medida: Medida,
): AsyncGenerator<Uint8Array, void, undefined> {
  const deflate = createDeflateRaw()
  const ready: Buffer[] = []
  const { promise: ended, resolve: end, reject: fail } = Promise.withResolvers<void>()
  deflate.on('data', (pieza: Buffer) => ready.push(pieza))
  deflate.on('end', end)
  deflate.on('error', fail)
  function* taken(): Generator<Buffer> {
    for (const pieza of ready.splice(0)) {
      medida.comprimido += pieza.length
      yield pieza
    }
  }
  try {
    for await (const pieza of piezas) {
      medida.crc = crc32(pieza, medida.crc)
      medida.largo += pieza.length
      // Not the next one before this is done: nothing piles up.
      await new Promise<void>((resolve) => deflate.write(pieza, () => resolve()))
      yield* taken()
    }
    deflate.end()
    await ended
    yield* taken()
  } finally {
    deflate.destroy()
  }
}

/** Its record in the list of names, in the form that has room for any length. */
const recordOf = (
  name: Buffer,
  [time, date]: [number, number],
  { crc, largo, comprimido }: Medida,
  offset: number,
): Buffer =>
  Buffer.concat([
    numbers([4, 0x02014b50], [2, 45], [2, 45], [2, 8], [2, 8], [2, time], [2, date], [4, crc]),
    numbers([4, U32], [4, U32], [2, name.length], [2, 28], [2, 0], [2, 0], [2, 0], [4, 0], [4, U32]),
    name,
    numbers([2, 1], [2, 24], [8, largo], [8, comprimido], [8, offset]),
  ])

/** A file in pieces as the archive has it: its sum and lengths stand behind it. Returns its record. */
async function* writePieces(
  { nombre, piezas, fecha }: ArchivoLargo,
  offset: number,
): AsyncGenerator<Uint8Array, Buffer, undefined> {
  const name = Buffer.from(nombre, 'ascii')
  const at = dosTime(fecha)
  yield Buffer.concat([
    numbers([4, 0x04034b50], [2, 45], [2, 8], [2, 8], [2, at[0]], [2, at[1]], [4, 0], [4, U32], [4, U32]),
    numbers([2, name.length], [2, 20]),
    name,
    numbers([2, 1], [2, 16], [8, 0], [8, 0]),
  ])
  const medida = { crc: 0, largo: 0, comprimido: 0 }
  yield* deflatedPieces(piezas, medida)
  yield numbers([4, 0x08074b50], [4, medida.crc], [8, medida.comprimido], [8, medida.largo])
  return recordOf(name, at, medida, offset)
}

/** The archive of `archivos`, piece by piece. Ends them when it is ended. */
export async function* writeZip(
  archivos: AsyncIterable<ArchivoZip | ArchivoLargo>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const directorio = createRegistros()
  let offset = 0
  let count = 0
  for await (const archivo of archivos) {
    count++
    if ('piezas' in archivo) {
      const pieces = writePieces(archivo, offset)
      let next = await pieces.next()
      try {
        for (; !next.done; next = await pieces.next()) {
          offset += next.value.length
          yield next.value
        }
      } finally {
        await pieces.return(Buffer.alloc(0))
      }
      directorio.add(next.value as Buffer)
      continue
    }
    const { nombre, bytes, fecha, compress } = archivo
    const name = Buffer.from(nombre, 'ascii')
    const deflated = () => (bytes.length > LARGE ? deflateBeside(bytes) : deflateRawSync(bytes))
    const data = compress ? await deflated() : bytes
    const [time, date] = dosTime(fecha)
    const common = numbers(
      [2, 0],
      [2, compress ? 8 : 0],
      [2, time],
      [2, date],
      [4, crc32(bytes)],
      [4, data.length],
      [4, bytes.length],
      [2, name.length],
    )
    const local = Buffer.concat([numbers([4, 0x04034b50], [2, 20]), common, numbers([2, 0]), name])
    const far = offset >= U32
    const extra = far ? numbers([2, 1], [2, 8], [8, offset]) : Buffer.alloc(0)
    directorio.add(
      Buffer.concat([
        numbers([4, 0x02014b50], [2, 45], [2, far ? 45 : 20]),
        common,
        numbers([2, extra.length], [2, 0], [2, 0], [2, 0], [4, 0], [4, far ? U32 : offset]),
        name,
        extra,
      ]),
    )
    yield Buffer.concat([local, data])
    offset += local.length + data.length
  }
  const start = offset
  for (const block of directorio.blocks()) {
    yield block
    offset += block.length
  }
  yield ending(count, start, offset - start)
}

/** The end of an archive: the place of its list of names, twice when the old form is too small. */
function ending(count: number, start: number, size: number): Buffer {
  const short = numbers(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, Math.min(count, U16)],
    [2, Math.min(count, U16)],
    [4, Math.min(size, U32)],
    [4, Math.min(start, U32)],
    [2, 0],
  )
  if (count < U16 && start < U32 && size < U32) return short
  const whole = numbers(
    [4, 0x06064b50],
    [8, 44],
    [2, 45],
    [2, 45],
    [4, 0],
    [4, 0],
    [8, count],
    [8, count],
    [8, size],
    [8, start],
  )
  const locator = numbers([4, 0x07064b50], [4, 0], [8, start + size], [4, 1])
  return Buffer.concat([whole, locator, short])
}

/** An archive as an answer: its files are asked for as they are sent. */
export const zipResponse = (name: string, archivos: AsyncIterable<ArchivoZip | ArchivoLargo>): Response =>
  new Response(streamOf(writeZip(archivos)), {
    headers: { 'content-type': 'application/zip', 'content-disposition': `attachment; filename="${name}"` },
  })

// A ZIP archive read back from the list of names that ends it, as an unzipper does: every checksum is computed anew.

import { crc32, inflateRawSync } from 'node:zlib'

export interface LeidoZip {
  nombre: string
  bytes: Buffer
  comprimido: boolean
}

/** Throws where the archive contradicts itself. */
export function leerZip(zip: Buffer): LeidoZip[] {
  const end = zip.length - 22
  if (zip.readUInt32LE(end) !== 0x06054b50) throw new Error('no end of the list of names')
  const is64 = zip.readUInt16LE(end + 10) === 0xffff || zip.readUInt32LE(end + 16) === 0xffffffff
  let [count, at] = [zip.readUInt16LE(end + 10), zip.readUInt32LE(end + 16)]
  if (is64) {
    if (zip.readUInt32LE(end - 20) !== 0x07064b50) throw new Error('no locator of ZIP64')
    const whole = Number(zip.readBigUInt64LE(end - 12))
    if (zip.readUInt32LE(whole) !== 0x06064b50) throw new Error('no end of ZIP64')
    count = Number(zip.readBigUInt64LE(whole + 32))
    at = Number(zip.readBigUInt64LE(whole + 48))
  }
  const files: LeidoZip[] = []
  for (let i = 0; i < count; i++) {
    if (zip.readUInt32LE(at) !== 0x02014b50) throw new Error(`no name ${i}`)
    const [method, crc, names, extra] = [
      zip.readUInt16LE(at + 10),
      zip.readUInt32LE(at + 16),
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
    ]
    const long = zip.readUInt32LE(at + 24) === 0xffffffff
    const field = (n: number) => Number(zip.readBigUInt64LE(at + 46 + names + 4 + 8 * n))
    if (long && zip.readUInt16LE(at + 46 + names) !== 1) throw new Error('no fields of ZIP64')
    const [size, packed, local] = long
      ? [field(0), field(1), field(2)]
      : [zip.readUInt32LE(at + 24), zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 42)]
    const nombre = zip.toString('ascii', at + 46, at + 46 + names)
    if (zip.toString('ascii', local + 30, local + 30 + names) !== nombre)
      throw new Error(`${nombre} is not where the list says`)
    const start = local + 30 + names + zip.readUInt16LE(local + 28)
    const data = zip.subarray(start, start + packed)
    const bytes = method === 8 ? inflateRawSync(data) : data
    if (bytes.length !== size || crc32(bytes) !== crc) throw new Error(`${nombre} is not what was written`)
    files.push({ nombre, bytes, comprimido: method === 8 })
    at += 46 + names + extra
  }
  return files
}

// A ZIP of the simulator's own hands (APPNOTE 6.3), so that no mistake of Timbre's writer is agreed with by its reader (simulator §25.2).

import { promisify } from 'node:util'
import { crc32, deflateRaw } from 'node:zlib'
import type { Archivo } from './programas'

const deflate = promisify(deflateRaw)
const DEFLATED = 8
const VERSION = 20
/** Midnight of 1 January 2020, as MS-DOS counts. */
const FECHA = (40 << 9) | (1 << 5) | 1

/** The part that both heads of a file have, from the version that it takes to the length of its name. */
function commonOf({ nombre, bytes }: Archivo, packed: Buffer): Buffer {
  const common = Buffer.alloc(26)
  common.writeUInt16LE(VERSION, 0)
  common.writeUInt16LE(DEFLATED, 4)
  common.writeUInt16LE(FECHA, 8)
  common.writeUInt32LE(crc32(bytes), 10)
  common.writeUInt32LE(packed.length, 14)
  common.writeUInt32LE(bytes.length, 18)
  common.writeUInt16LE(nombre.length, 22)
  return common
}

/** Names are ASCII; fewer than 65,535 files and four gigabytes. Other work gets its turn between files. */
export async function zipFiles(archivos: Iterable<Archivo>): Promise<Buffer> {
  const pieces: Buffer[] = []
  const list: Buffer[] = []
  let at = 0
  for (const archivo of archivos) {
    const packed = await deflate(archivo.bytes)
    const [common, name] = [commonOf(archivo, packed), Buffer.from(archivo.nombre, 'latin1')]
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), common, name, packed])
    // Comment, disk and attributes: none. Its place is the last field before the name.
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    const made = Buffer.from([VERSION, 0])
    list.push(Buffer.concat([Buffer.from('PK\u0001\u0002', 'latin1'), made, common, place, name]))
    pieces.push(local)
    at += local.length
  }
  const names = Buffer.concat(list)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(list.length, 8)
  end.writeUInt16LE(list.length, 10)
  end.writeUInt32LE(names.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...pieces, names, end])
}

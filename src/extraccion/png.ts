// A grey picture as a PNG (ISO/IEC 15948): each row as its difference from the one above, which print is little of.

import { crc32, deflateSync } from 'node:zlib'

export interface Gris {
  ancho: number
  alto: number
  /** A byte a pixel, 255 is white. */
  data: Uint8Array
}

function chunk(tipo: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(tipo, 'latin1'), data])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(data.length, 0)
  out.set(body, 4)
  out.writeUInt32BE(crc32(body), body.length + 4)
  return out
}

export function pngOf({ ancho, alto, data }: Gris): Uint8Array {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(ancho, 0)
  head.writeUInt32BE(alto, 4)
  // Eight bits, grey.
  head.set([8, 0, 0, 0, 0], 8)
  const rows = new Uint8Array((ancho + 1) * alto)
  for (let y = 0; y < alto; y++) {
    const to = y * (ancho + 1)
    // Filter 2: up.
    rows[to] = 2
    for (let x = 0; x < ancho; x++) {
      const i = y * ancho + x
      rows[to + 1 + x] = data[i]! - (y ? data[i - ancho]! : 0)
    }
  }
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', new Uint8Array()),
  ])
}

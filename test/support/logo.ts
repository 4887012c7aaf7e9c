// Images made for tests: a PNG written by hand, so that any of its parts can be wrong.
import { crc32, deflateSync } from 'node:zlib'

/** One chunk of a PNG. */
export function trozo(tipo: string, datos: Uint8Array): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(datos.length, 0)
  head.write(tipo, 4, 'latin1')
  const tail = Buffer.alloc(4)
  tail.writeUInt32BE(crc32(Buffer.concat([head.subarray(4), datos])))
  return Buffer.concat([head, datos, tail])
}

/** A PNG of three colours of eight bits whose rows carry no filter; `rgb` gives the colour of a pixel. */
export function png(ancho: number, alto: number, rgb: (x: number, y: number) => number[]): Buffer {
  const ihdr = Buffer.alloc(13)
  ihdr.writeUInt32BE(ancho, 0)
  ihdr.writeUInt32BE(alto, 4)
  ihdr.set([8, 2], 8)
  const rows = Array.from({ length: alto }, (_, y) => [
    0,
    ...Array.from({ length: ancho }, (_, x) => rgb(x, y)).flat(),
  ])
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    trozo('IHDR', ihdr),
    trozo('IDAT', deflateSync(Uint8Array.from(rows.flat()))),
    trozo('IEND', new Uint8Array()),
  ])
}

/** A blue rectangle with a lighter middle. */
export const logoDePrueba = (ancho = 60, alto = 30): Buffer =>
  png(ancho, alto, (x, y) =>
    x > ancho / 4 && x < (ancho * 3) / 4 && y > alto / 4 && y < (alto * 3) / 4
      ? [90, 160, 220]
      : [10, 60, 120],
  )

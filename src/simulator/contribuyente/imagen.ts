// The picture of a captcha (simulator §13.3): four characters of a coarse font among specks, as a bitmap of one bit. People read it.

import { createHash } from 'node:crypto'

/** Seven rows of five dots, the leftmost the highest bit. No character looks like another. */
const FUENTE: Readonly<Record<string, readonly number[]>> = {
  A: [14, 17, 17, 31, 17, 17, 17],
  C: [14, 17, 16, 16, 16, 17, 14],
  D: [30, 17, 17, 17, 17, 17, 30],
  E: [31, 16, 16, 30, 16, 16, 31],
  F: [31, 16, 16, 30, 16, 16, 16],
  H: [17, 17, 17, 31, 17, 17, 17],
  J: [7, 2, 2, 2, 2, 18, 12],
  K: [17, 18, 20, 24, 20, 18, 17],
  L: [16, 16, 16, 16, 16, 16, 31],
  M: [17, 27, 21, 21, 17, 17, 17],
  N: [17, 25, 21, 19, 17, 17, 17],
  P: [30, 17, 17, 30, 16, 16, 16],
  R: [30, 17, 17, 30, 20, 18, 17],
  T: [31, 4, 4, 4, 4, 4, 4],
  X: [17, 17, 10, 4, 10, 17, 17],
  Y: [17, 17, 10, 4, 4, 4, 4],
  3: [31, 2, 4, 2, 1, 17, 14],
  4: [2, 6, 10, 18, 31, 2, 2],
  7: [31, 1, 2, 4, 8, 8, 8],
  9: [14, 17, 17, 15, 1, 2, 12],
}

/** The letters of a captcha. */
export const LETRAS = Object.keys(FUENTE).join('')

const PUNTO = 5
const MARGEN = 12
const ANCHO = MARGEN * 2 + 4 * 7 * PUNTO
const ALTO = MARGEN * 2 + 7 * PUNTO
const CABECERA = 62

/** The bytes of a BMP; the same text always gives the same. */
export function drawCaptcha(text: string): Buffer {
  const noise = createHash('sha512').update(text).digest()
  const stride = Math.ceil(ANCHO / 32) * 4
  const bmp = Buffer.alloc(CABECERA + stride * ALTO)
  bmp.write('BM', 0, 'latin1')
  bmp.writeUInt32LE(bmp.length, 2)
  bmp.writeUInt32LE(CABECERA, 10)
  bmp.writeUInt32LE(40, 14)
  bmp.writeInt32LE(ANCHO, 18)
  bmp.writeInt32LE(ALTO, 22)
  bmp.writeUInt16LE(1, 26)
  bmp.writeUInt16LE(1, 28)
  bmp.writeUInt32LE(stride * ALTO, 34)
  bmp.writeUInt32LE(2, 46)
  // Colour 0 paper, colour 1 ink, as blue, green, red.
  bmp.writeUInt32LE(0x00f4f1ea, 54)
  bmp.writeUInt32LE(0x0033404d, 58)
  // Rows of a BMP go from the bottom up.
  const ink = (x: number, y: number): void => {
    const at = CABECERA + (ALTO - 1 - y) * stride + (x >> 3)
    bmp[at] = bmp[at]! | (0x80 >> (x & 7))
  }
  ;[...text].forEach((char, i) => {
    const drop = noise[i]! % 9
    FUENTE[char]!.forEach((bits, line) => {
      for (let dot = 0; dot < 5 * PUNTO; dot++) {
        if (!(bits & (16 >> Math.floor(dot / PUNTO)))) continue
        for (let k = 0; k < PUNTO; k++) ink(MARGEN + i * 7 * PUNTO + dot, 8 + drop + line * PUNTO + k)
      }
    })
  })
  for (let i = 4; i + 1 < noise.length; i += 2) ink(noise[i]! % ANCHO, noise[i + 1]! % ALTO)
  return bmp
}

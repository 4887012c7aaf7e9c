// Reads the picture of a captcha as a person would: every character of the font is held against what is drawn.

import { drawCaptcha, LETRAS } from '../../src/simulator/contribuyente/imagen'

interface Bitmap {
  width: number
  height: number
  ink(x: number, y: number): boolean
}

function bitmapOf(bmp: Buffer): Bitmap {
  const [start, width, height] = [bmp.readUInt32LE(10), bmp.readInt32LE(18), bmp.readInt32LE(22)]
  const stride = Math.ceil(width / 32) * 4
  return {
    width,
    height,
    ink: (x, y) => (bmp[start + (height - 1 - y) * stride + (x >> 3)]! & (0x80 >> (x & 7))) !== 0,
  }
}

/** The dots of one place of a picture, from the top of what is drawn there downwards. */
function glyphAt(picture: Bitmap, place: number): string {
  const left = 12 + place * 35
  // A cell of five dots is inked whole; a speck never is.
  const isCell = (x: number, y: number): boolean =>
    Array.from({ length: 25 }, (_, i) => picture.ink(x + (i % 5), y + Math.floor(i / 5))).every(Boolean)
  const rows = Array.from({ length: picture.height - 5 }, (_, y) => y)
  const top = rows.find((y) => [0, 1, 2, 3, 4].some((x) => isCell(left + 5 * x, y)))!
  return Array.from({ length: 7 }, (_, y) =>
    [0, 1, 2, 3, 4].map((x) => (isCell(left + 5 * x, top + 5 * y) ? '#' : '.')).join(''),
  ).join('/')
}

/** The four characters that a picture shows. */
export function readPicture(bmp: Buffer): string {
  const known = new Map(
    [...LETRAS].map((letter) => [glyphAt(bitmapOf(drawCaptcha(letter.repeat(4))), 0), letter]),
  )
  const picture = bitmapOf(bmp)
  return [0, 1, 2, 3].map((place) => known.get(glyphAt(picture, place)) ?? '?').join('')
}

import { describe, expect, test } from 'bun:test'
import { readPatrones } from '../../src/base/pdf417-patrones'
import { encodePdf417, PDF417_MAX_BYTES, pdf417Filas, type Simbolo } from '../../src/pdf/pdf417'
import { readPdf417 } from './leer-codigo'

/** Repeatable bytes: a linear congruential generator. */
function bytes(length: number, seed: number): Uint8Array {
  let state = seed
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state >>> 24
  })
}

/** The symbol at `pixeles` a module, rows 3 modules high, with a quiet zone. */
function draw({ ancho, filas, bytesPorFila, bits }: Simbolo, pixeles = 2) {
  const borde = 4 * pixeles
  const [w, h] = [ancho * pixeles + borde * 2, filas * 3 * pixeles + borde * 2]
  const grises = new Uint8Array(w * h).fill(255)
  for (let y = borde; y < h - borde; y++) {
    const fila = Math.floor((y - borde) / (3 * pixeles)) * bytesPorFila
    for (let x = borde; x < w - borde; x++) {
      const modulo = Math.floor((x - borde) / pixeles)
      if (bits[fila + (modulo >> 3)]! & (0x80 >> (modulo & 7))) grises[y * w + x] = 0
    }
  }
  return { ancho: w, alto: h, grises }
}

const decode = async (simbolo: Simbolo) => (await readPdf417(draw(simbolo)))[0]

/** Overwrites a data codeword with another pattern of its cluster. */
function damage(simbolo: Simbolo, fila: number, columna: number): void {
  const at = 17 * (2 + columna)
  const patron = readPatrones()[(fila % 3) * 929 + 450]!
  for (let i = 0; i < 17; i++) {
    const byte = fila * simbolo.bytesPorFila + ((at + i) >> 3)
    const mask = 0x80 >> ((at + i) & 7)
    if (patron & (0x10000 >> i)) simbolo.bits[byte]! |= mask
    else simbolo.bits[byte]! &= ~mask
  }
}

describe('PDF417 of the timbre (ISO/IEC 15438)', () => {
  test('an independent reader gets the bytes back, whatever their number modulo six', async () => {
    for (const length of [1, 5, 6, 7, 599, 744, 745, 746, 747, 748, 749, 776, 808, 900, 1006]) {
      const data = bytes(length, length)
      expect(Buffer.from(data).equals((await decode(encodePdf417(data, 15)))!)).toBe(true)
    }
  })

  test('every column count that the SII’s measures allow is read', async () => {
    const data = bytes(760, 7)
    for (const columnas of [12, 14, 15, 16, 18]) {
      expect(Buffer.from(data).equals((await decode(encodePdf417(data, columnas)))!)).toBe(true)
    }
  })

  test('all 929 patterns of the three clusters are right: with all 32 correctable errors spent, symbols still read', async () => {
    // One wrong pattern in the table would be the 33rd error wherever it is used; 45 symbols use nearly every pattern.
    const used = new Set<number>()
    const patrones = new Map([...readPatrones()].map((p, i) => [p, i]))
    for (let seed = 1; seed <= 45; seed++) {
      const data = bytes(1000, seed * 7919)
      const simbolo = encodePdf417(data, 16)
      for (const index of patternsOf(simbolo)) used.add(patrones.get(index)!)
      for (let i = 0; i < 32; i++) damage(simbolo, (i * 5 + seed) % simbolo.filas, i % 16)
      expect(Buffer.from(data).equals((await decode(simbolo)) ?? Buffer.alloc(0))).toBe(true)
    }
    // Codewords 900 to 928 stand among the correction words alone, so a few are missing.
    expect(used.size).toBeGreaterThan(2740)
  })

  test('each pattern has four bars and four spaces of 1 to 6 modules and belongs to its cluster', () => {
    const patrones = readPatrones()
    expect(new Set(patrones).size).toBe(2787)
    patrones.forEach((patron, i) => {
      const widths = [...patron.toString(2).matchAll(/1+|0+/g)].map(([run]) => run.length)
      expect(widths).toHaveLength(8)
      expect(Math.max(...widths)).toBeLessThanOrEqual(6)
      const [b1, , b2, , b3, , b4] = widths as [number, number, number, number, number, number, number]
      expect((b1 - b2 + b3 - b4 + 9) % 9).toBe(Math.floor(i / 929) * 3)
    })
  })

  test('760 bytes take the rows of pdf §2.1 and 17·columns + 69 modules', () => {
    for (const [columnas, filas] of [
      [12, 59],
      [14, 50],
      [16, 44],
      [18, 39],
    ] as const) {
      const simbolo = encodePdf417(new Uint8Array(760), columnas)
      expect([simbolo.filas, simbolo.ancho]).toEqual([filas, 17 * columnas + 69])
      expect(pdf417Filas(760, columnas)).toBe(filas)
    }
  })

  test('1034 bytes are the most it holds (pdf §2.1); one more is refused with its size', async () => {
    const data = bytes(PDF417_MAX_BYTES, 3)
    expect(Buffer.from(data).equals((await decode(encodePdf417(data, 16)))!)).toBe(true)
    expect(() => encodePdf417(new Uint8Array(1035), 16)).toThrow(/1035 bytes/)
    expect(() => encodePdf417(new Uint8Array(1034), 15)).toThrow(RangeError)
  })
})

function* patternsOf({ filas, columnas, bytesPorFila, bits }: Simbolo) {
  for (let fila = 0; fila < filas; fila++) {
    for (let c = 0; c < columnas; c++) {
      let patron = 0
      for (let i = 0; i < 17; i++) {
        const at = 17 * (2 + c) + i
        patron = (patron << 1) | ((bits[fila * bytesPorFila + (at >> 3)]! >> (7 - (at & 7))) & 1)
      }
      yield patron
    }
  }
}

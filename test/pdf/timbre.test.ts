import { describe, expect, test } from 'bun:test'
import { AppError } from '../../src/domain/errors'
import { MODULO } from '../../src/pdf/carta/medidas'
import { ALTO_FILA, encodeTimbre } from '../../src/pdf/timbre'
import vector from '../fixtures/ted-vector.json'
import { TED_VECTOR } from './ejemplos'
import { readPdf417 } from './leer-codigo'

const MM = 72 / 25.4

function pixels(ted: string) {
  const { ancho, filas, bytesPorFila, bits } = encodeTimbre(ted)
  const grises = new Uint8Array((ancho + 16) * (filas * 3 + 16)).fill(255)
  for (let y = 0; y < filas * 3; y++) {
    for (let x = 0; x < ancho; x++) {
      const byte = bits[Math.floor(y / 3) * bytesPorFila + (x >> 3)]!
      if (byte & (0x80 >> (x & 7))) grises[(y + 8) * (ancho + 16) + x + 8] = 0
    }
  }
  return { ancho: ancho + 16, alto: filas * 3 + 16, grises }
}

describe('timbre (pdf §2.1)', () => {
  test('the stamp vector is read back byte for byte in ISO-8859-1', async () => {
    const [read] = await readPdf417(pixels(TED_VECTOR))
    expect(read).toHaveLength(vector.bytesTedCompleto)
    expect(read!.toString('latin1')).toBe(TED_VECTOR)
  })

  test('TEDs of every length that names and escapes give are read back', async () => {
    for (let extra = 0; extra <= 220; extra += 11) {
      const nombre = 'Ñandú &amp; Cía. "Ááéíóúüñ" '.repeat(10).slice(0, extra)
      const ted = TED_VECTOR.replace('</RSR>', `${nombre}</RSR>`)
      const [read] = await readPdf417(pixels(ted))
      expect(read?.toString('latin1')).toBe(ted)
    }
  })

  test('from the smallest to the largest TED it measures 2 × 5 to 4 × 9 cm, bars of 0.17 mm or more', () => {
    expect(MODULO / MM).toBeGreaterThanOrEqual(0.17)
    for (const length of [560, 700, 776, 808, 900, 1006, 1022, 1034]) {
      const { ancho, filas } = encodeTimbre('x'.repeat(length))
      const [w, h] = [(ancho * MODULO) / MM, (filas * ALTO_FILA * MODULO) / MM]
      expect(w).toBeGreaterThanOrEqual(50)
      expect(w).toBeLessThanOrEqual(90)
      expect(h).toBeGreaterThanOrEqual(20)
      expect(h).toBeLessThanOrEqual(40)
    }
  })

  test('a TED too long for the barcode is refused in words', () => {
    const over = () => encodeTimbre('x'.repeat(1035))
    expect(over).toThrow(AppError)
    expect(over).toThrow('El timbre tiene 1035 bytes y el código de barras admite a lo más 1034')
  })

  test('a character outside ISO-8859-1 is a bug of the caller', () => {
    expect(() => encodeTimbre('€')).toThrow(RangeError)
  })
})

// Text of the XML (http §0.2): one line of ISO-8859-1, a fixed list transliterated, the rest refused.

import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { normalizeTexto } from '../../src/domain/texto'

describe('normalizeTexto', () => {
  test('breaks and runs of blanks become one blank', () => {
    expect(normalizeTexto('  Ñandú\r\n\t y   Cía\u00a0Ltda ').texto).toBe('Ñandú y Cía Ltda')
    expect(normalizeTexto('  Ñandú\r\n\t y   Cía\nLtda ').texto).toBe('Ñandú y Cía Ltda')
    expect(normalizeTexto(' \n ').texto).toBe('')
  })

  test('composes accents that arrive apart from their letter', () => {
    expect(normalizeTexto('An\u0303o')).toEqual({ texto: 'Año', transliterados: [], rechazados: [] })
  })

  test('replaces dashes, quotes and ellipsis, and says which', () => {
    expect(normalizeTexto('“Café” – 5 € …')).toEqual({
      texto: '"Café" - 5 EUR ...',
      transliterados: ['“', '”', '–', '€', '…'],
      rechazados: [],
    })
  })

  test('refuses emoji, other scripts and control characters, the second block of them included', () => {
    expect(normalizeTexto('Pizza 🍕').rechazados).toEqual(['🍕'])
    expect(normalizeTexto('Привет').rechazados).toEqual(['П', 'р', 'и', 'в', 'е', 'т'])
    expect(normalizeTexto('a\u0007b\u0085c\u009f').rechazados).toEqual(['\u0007', '\u0085', '\u009f'])
  })

  test('what it lets through is printable ISO-8859-1 on one line, and stays as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (source) => {
        const { texto } = normalizeTexto(source)
        expect(texto).toMatch(/^[\x20-\x7e\xa1-\xff]*$/)
        expect(texto).not.toMatch(/^ | $| {2}/)
        expect(normalizeTexto(texto).texto).toBe(texto)
      }),
    )
  })
})

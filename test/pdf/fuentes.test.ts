import { describe, expect, test } from 'bun:test'
import { inflateSync } from 'node:zlib'
import fontkit from '@pdf-lib/fontkit'
import fc from 'fast-check'
import { LETRAS_IMPRESAS, normalizeTexto } from '../../src/domain/texto'
import { FUENTES, measure, wrap } from '../../src/pdf/fuentes/fuente'
import { fromWinAnsi, toWinAnsi, WINANSI } from '../../src/pdf/fuentes/winansi'
import { cutFuentes, readOriginal } from './fuentes/generar'
import { glyphLookup, readTablas } from './fuentes/truetype'

const unpack = (truetype: string) => inflateSync(Buffer.from(truetype, 'base64'))

describe('embedded fonts', () => {
  test('both faces draw and measure every printable character of ISO-8859-1', () => {
    for (const cara of ['normal', 'negrita'] as const) {
      const archivo = unpack(FUENTES[cara].truetype)
      expect(archivo).toHaveLength(FUENTES[cara].bytes)
      const glyph = glyphLookup(readTablas(archivo))
      for (const char of WINANSI.filter((c) => c && c !== '\xad')) {
        if (char > '\xff') continue
        expect(glyph(char.codePointAt(0)!), `${cara} ${char}`).toBeGreaterThan(0)
        if (char !== '\xa0') expect(measure(char, cara, 10), `${cara} ${char}`).toBeGreaterThan(0)
      }
    }
  })

  test('are what the script cuts from the package', async () => {
    const cut = await cutFuentes()
    for (const cara of ['normal', 'negrita'] as const) {
      const { truetype, ...facts } = cut[cara]
      const { truetype: stored, ...known } = FUENTES[cara]
      expect(known).toEqual(facts)
      expect(unpack(stored).equals(unpack(truetype))).toBe(true)
    }
  })

  test('draw each character as the original does, as another program reads both', async () => {
    for (const [cara, estilo] of [
      ['normal', 'Regular'],
      ['negrita', 'SemiBold'],
    ] as const) {
      const ours = fontkit.create(unpack(FUENTES[cara].truetype))
      const original = fontkit.create(await readOriginal(estilo))
      const thousandths = (units: number) => Math.round((units * 1000) / original.unitsPerEm)
      const anchos = FUENTES[cara].anchos.split(' ').map(Number)
      let drawn = 0
      // Some of all kinds: the package inflates the whole original anew for each.
      for (const [code, char] of WINANSI.entries()) {
        if (char === '' || code % 6 !== 1) continue
        const glyph = ours.glyphForCodePoint(char.codePointAt(0)!)
        const known = original.glyphForCodePoint(char.codePointAt(0)!)
        const outline = glyph.path.toSVG()
        expect([char, outline]).toEqual([char, known.path.toSVG()])
        expect([char, glyph.advanceWidth]).toEqual([char, known.advanceWidth])
        if (known.id !== 0) expect([char, anchos[code - 32]]).toEqual([char, thousandths(known.advanceWidth)])
        if (outline !== '') drawn++
      }
      expect(drawn).toBeGreaterThan(30)
      expect([FUENTES[cara].ascendente, FUENTES[cara].descendente]).toEqual([ours.ascent, ours.descent])
    }
  })

  test('digits share one width, so that amounts align', () => {
    for (const cara of ['normal', 'negrita'] as const) {
      expect(new Set([...'0123456789'].map((d) => measure(d, cara, 10))).size).toBe(1)
    }
  })
})

describe('WinAnsi text', () => {
  test('Latin-1 passes unchanged, typographic marks get their code, the rest loses its accent or becomes ?', () => {
    expect(toWinAnsi('Ñuñoa, Peñalolén: 20 % «ü»')).toBe('Ñuñoa, Peñalolén: 20 % «ü»')
    expect(toWinAnsi('€ “x” –')).toBe('\x80 \x93x\x94 \x96')
    expect(toWinAnsi('Čapek ﬁn − 漢 \u200b\x07')).toBe('Capek fin - ? ')
    expect(toWinAnsi('a\u00a0b\nc')).toBe('a b c')
  })

  test('a second pass changes nothing, and what the alphabet has is read back', () => {
    const text = 'Señor: “1.250 €” – Ñandú'
    expect(toWinAnsi(toWinAnsi(text))).toBe(toWinAnsi(text))
    expect(fromWinAnsi(toWinAnsi(text))).toBe(text)
  })
})

describe('wrap', () => {
  test('no line is wider than the column and no letter is lost', () => {
    const word = fc.string({ unit: fc.constantFrom(...'abcWMñÁ.-/ 0123'), maxLength: 60 })
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), fc.integer({ min: 14, max: 300 }), (words, ancho) => {
        const text = words.join(' ')
        const lines = wrap(text, 'normal', 9, ancho)
        expect(lines.every((l) => l !== '' && measure(l, 'normal', 9) <= ancho)).toBe(true)
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
      }),
    )
  })

  test('words stay whole when they fit', () => {
    expect(wrap('Venta de materiales', 'normal', 9, 60)).toEqual(['Venta de', 'materiales'])
    expect(wrap('', 'normal', 9, 60)).toEqual([])
  })
})

test('what a text that is only printed may hold is what the font has, no more and no less', () => {
  const latin1 = WINANSI.filter((c) => c && c <= '\xff' && c !== '\x7f' && c !== '\xa0' && c !== '\xad')
  expect([...latin1, ...LETRAS_IMPRESAS].toSorted()).toEqual(
    WINANSI.filter((c) => c && c !== '\xa0' && c !== '\xad').toSorted(),
  )
  for (const cara of ['normal', 'negrita'] as const) {
    for (const letra of LETRAS_IMPRESAS) expect(measure(letra, cara, 10), letra).toBeGreaterThan(0)
  }
  expect(normalizeTexto(LETRAS_IMPRESAS, LETRAS_IMPRESAS).texto).toBe(LETRAS_IMPRESAS)
})

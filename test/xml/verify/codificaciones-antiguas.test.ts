import { expect, test } from 'bun:test'
import { decode, encode } from 'iconv-lite'
import { decodeOld } from '../../../src/xml/verify/old-encodings'

// A received file may declare any of them; the library is the judge here and no part of the binary.
test.each(['437', '850', '852', '858', '860'])(
  'code page %s reads every byte as another library does',
  (pagina) => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, i) => i))
    for (const name of [`ibm${pagina}`, `cp${pagina}`, pagina])
      expect(decodeOld(bytes, name)).toBe(decode(bytes, `cp${pagina}`))
  },
)

test('UTF-32 is read in both orders of its bytes, characters beyond 16 bits too', () => {
  for (const order of ['utf-32le', 'utf-32be'])
    expect(decodeOld(encode('Ñandú “🐦”', order, { addBOM: false }), order)).toBe('Ñandú “🐦”')
})

test('an encoding that is none of them is not guessed', () => {
  for (const name of ['cp999', 'ebcdic-7', 'utf-8', '']) expect(decodeOld(Buffer.from('x'), name)).toBeNull()
})

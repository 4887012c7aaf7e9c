// PDFs that nobody should have written, byte by byte: pdf-lib writes only good ones.

import { deflateSync } from 'node:zlib'

interface Objeto {
  dict: string
  stream?: Buffer
}

/** A file of these objects, the first of which is the catalogue; `xref: false` leaves the table out. */
export function pdfOf(objetos: readonly Objeto[], { xref = true, trailer = '' } = {}): Uint8Array {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xE2\xE3\xCF\xD3\n', 'latin1')]
  let length = parts[0]!.length
  const places: number[] = []
  const add = (part: Buffer) => {
    parts.push(part)
    length += part.length
  }
  for (const [i, { dict, stream }] of objetos.entries()) {
    places.push(length)
    const head = stream ? dict.replace(/>>$/, `/Length ${stream.length}>>`) : dict
    add(Buffer.from(`${i + 1} 0 obj\n${head}\n`, 'latin1'))
    if (stream) add(Buffer.concat([Buffer.from('stream\n'), stream, Buffer.from('\nendstream\n')]))
    add(Buffer.from('endobj\n'))
  }
  const trailerText = `trailer\n<</Size ${objetos.length + 1}/Root 1 0 R${trailer}>>\n`
  if (!xref) {
    add(Buffer.from(`${trailerText}startxref\n0\n%%EOF\n`))
    return Buffer.concat(parts)
  }
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  add(
    Buffer.from(
      `xref\n0 ${objetos.length + 1}\n0000000000 65535 f \n${rows}${trailerText}startxref\n${length}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}

/** A line of text each, from the top of the page. */
const contentOf = (lines: readonly string[]): string =>
  `BT /F1 10 Tf ${lines.map((line, i) => `1 0 0 1 50 ${800 - i * 14} Tm (${line}) Tj`).join(' ')} ET`

const PAGE =
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>/XObject<</X 4 0 R>>>>>>'
const FONT = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'

interface Hostile {
  catalog?: string
  pages?: string
  page?: string
  content?: Objeto
  more?: readonly Objeto[]
  xref?: boolean
  trailer?: string
}

/** A page with these lines, and whatever of it is not as it should be. */
export function hostilePdf(
  lines: readonly string[],
  { catalog = '', pages, page, content, more = [], ...rest }: Hostile = {},
): Uint8Array {
  return pdfOf(
    [
      { dict: `<</Type/Catalog/Pages 2 0 R${catalog}>>` },
      { dict: pages ?? '<</Type/Pages/Kids[3 0 R]/Count 1>>' },
      { dict: page ?? PAGE },
      content ?? { dict: '<<>>', stream: Buffer.from(contentOf(lines), 'latin1') },
      { dict: FONT },
      ...more,
    ],
    rest,
  )
}

/** `bytes` of operators, deflated `times` over: a hundred kilobytes that grow to gigabytes. */
export function bombStream(bytes: number, times = 1): Objeto {
  let stream: Buffer = Buffer.alloc(bytes, 'q Q ')
  for (let i = 0; i < times; i++) stream = deflateSync(stream, { level: 9 })
  return { dict: `<</Filter[${'/FlateDecode'.repeat(times)}]>>`, stream }
}

/** A page of so many pictures, each of a few kilobytes that inflate to a hundred megabytes. */
export function picturesPdf(n: number): Uint8Array {
  const side = 5900
  const stream = deflateSync(Buffer.alloc(side * side * 3))
  const dict = `<</Type/XObject/Subtype/Image/Width ${side}/Height ${side}/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/FlateDecode>>`
  const all = Array.from({ length: n }, (_, i) => i)
  const named = all.map((i) => `/I${i} ${i + 5} 0 R`).join(' ')
  const drawn = all.map((i) => `q 500 0 0 500 0 0 cm /I${i} Do Q`).join(' ')
  return pdfOf([
    { dict: '<</Type/Catalog/Pages 2 0 R>>' },
    { dict: '<</Type/Pages/Kids[3 0 R]/Count 1>>' },
    {
      dict: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</XObject<<${named}>>>>>>`,
    },
    { dict: '<<>>', stream: Buffer.from(drawn) },
    ...all.map(() => ({ dict, stream })),
  ])
}

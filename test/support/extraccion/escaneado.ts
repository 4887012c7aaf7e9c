// PDFs as scanners and telephones make them: pages that are a picture and have no text.

import { PDFDocument } from 'pdf-lib'

const segment = (mark: number, ...data: number[]): number[] => [
  0xff,
  mark,
  (data.length + 2) >> 8,
  (data.length + 2) & 0xff,
  ...data,
]
const word = (n: number): number[] => [n >> 8, n & 0xff]

/** A grey JPEG of one tone, `side` pixels wide and high: each block of 8 × 8 says no more than that nothing changes. */
export function greyJpeg(side: number): Uint8Array {
  const blocks = Math.ceil(side / 8) ** 2
  return Uint8Array.from([
    0xff,
    0xd8,
    ...segment(0xdb, 0, ...Array(64).fill(1)),
    ...segment(0xc0, 8, ...word(side), ...word(side), 1, 1, 0x11, 0),
    // One code of each table: no difference, end of block; two bits each.
    ...segment(0xc4, 0x00, 0, 1, ...Array(14).fill(0), 0),
    ...segment(0xc4, 0x10, 0, 1, ...Array(14).fill(0), 0),
    ...segment(0xda, 1, 1, 0x00, 0, 63, 0),
    ...Array(Math.ceil((blocks * 4) / 8)).fill(0),
    0xff,
    0xd9,
  ])
}

/** A page of each of these: a picture of so many pixels a side, or null, a page of lines without a picture. */
export async function scannedPdf(pages: readonly (number | null)[]): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  for (const side of pages) {
    const page = pdf.addPage([595, 842])
    if (side === null) page.drawLine({ start: { x: 1, y: 1 }, end: { x: 99, y: 99 } })
    else page.drawImage(await pdf.embedJpg(greyJpeg(side)), { x: 0, y: 0, width: 595, height: 842 })
  }
  return pdf.save()
}

/** A page whose picture is cut into two strips, drawn from below; `apart`, into two that stand side by side. */
export async function stripedPdf(side: number, apart = false): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  const page = pdf.addPage([595, 842])
  const at = apart
    ? ([
        [0, 0],
        [300, 0],
      ] as const)
    : ([
        [0, 0],
        [0, 421],
      ] as const)
  for (const [x, y] of at)
    page.drawImage(await pdf.embedJpg(greyJpeg(side)), { x, y, width: apart ? 295 : 595, height: 421 })
  return pdf.save()
}

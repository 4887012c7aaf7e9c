// Draws an invoice from its likeness in letters: a run of text stands where it stands in the line, two blanks or more part runs.

import { PDFDocument, StandardFonts } from 'pdf-lib'

const ANCHO = 5.4
const ALTO = 13

interface DrawOptions {
  /** In what order the runs are drawn: a reader that trusts it mixes the columns. */
  revuelta?: boolean
}

/** One page a `\f`; a run that begins with `# ` is large. */
export async function drawPdf(paper: string, { revuelta = false }: DrawOptions = {}): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  for (const sheet of paper.split('\f')) {
    const page = pdf.addPage([595, 842])
    const runs = sheet.split('\n').flatMap((line, row) =>
      [...line.matchAll(/\S+(?: \S+)*/g)].map((match) => {
        const large = match[0].startsWith('# ')
        const text = large ? match[0].slice(2) : match[0]
        return { text, x: 24 + match.index * ANCHO, y: 810 - row * ALTO, size: large ? 14 : 9 }
      }),
    )
    if (revuelta) runs.sort((a, b) => (a.text < b.text ? -1 : 1))
    for (const { text, size, ...at } of runs) page.drawText(text, { ...at, size, font })
  }
  return pdf.save()
}

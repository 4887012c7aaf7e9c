// PDFs made to hurt: each is read or left to a person, within its time, and the next file is read (extraccion §1, §2).

import { describe, expect, test } from 'bun:test'
import { PDFDocument } from 'pdf-lib'
import { createExtractor } from '../../src/extraccion'
import { linesOf } from '../../src/extraccion/lineas'
import { readReglas } from '../../src/extraccion/reglas'
import { createThread } from '../../src/extraccion/thread'
import { bombStream, hostilePdf, picturesPdf } from '../support/hostile-pdf'

const extractor = createExtractor()
const read = (bytes: Uint8Array, by = extractor) => by.extraer({ bytes, nombre: 'a.pdf', tipo: null })
const LINES = ['Invoice number: INV-1', 'Total: USD 10.00']

describe('a PDF', () => {
  test('with 10,000 objects that nothing needs is read', async () => {
    const more = Array.from({ length: 10_000 }, (_, i) => ({ dict: `<</A ${i + 5} 0 R/B[${i} ${i}]>>` }))
    expect((await read(hostilePdf(LINES, { more }))).texto).toContain('INV-1')
  })

  test('with scripts that open it, print it and ask the network is read, and none of them runs', async () => {
    const catalog =
      '/OpenAction<</S/JavaScript/JS(app.alert\\(1\\);for\\(;;\\);)>>/AA<</WC<</S/URI/URI(http://127.0.0.1:1/)>>>>'
    expect((await read(hostilePdf(LINES, { catalog }))).texto).toContain('INV-1')
  })

  test('without its table of objects is read by looking for them', async () => {
    expect((await read(hostilePdf(LINES, { xref: false }))).texto).toContain('INV-1')
  })

  test('that draws itself within itself, or whose pages are their own parents, comes to an end', async () => {
    const content = {
      dict: '<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 4 0 R>>>>>>',
      stream: Buffer.from('/X Do /X Do /X Do'),
    }
    expect(await read(hostilePdf([], { content }))).toMatchObject({ metodo: 'sin_extraer' })
    const pages = '<</Type/Pages/Kids[2 0 R 2 0 R]/Count 20/Parent 2 0 R>>'
    expect(await read(hostilePdf(LINES, { pages }))).toMatchObject({ metodo: 'sin_extraer' })
  })

  test('that is locked, cut short or no PDF at all is left to a person, with why', async () => {
    const trailer = `/Encrypt<</Filter/Standard/V 1/R 2/O<${'41'.repeat(32)}>/U<${'42'.repeat(32)}>/P -1>>/ID[<00><00>]`
    expect((await read(hostilePdf(LINES, { trailer }))).motivo).toContain('protegido con una clave')
    expect((await read(hostilePdf(LINES).slice(0, 300))).motivo).toContain('dañado')
    expect((await read(Buffer.from('%PDF-1.7\nnothing'))).motivo).toContain('dañado')
  })

  test('of more than thirty pages is not begun', async () => {
    const pdf = await PDFDocument.create()
    for (let i = 0; i < 31; i++) pdf.addPage()
    expect(await read(await pdf.save())).toMatchObject({ metodo: 'sin_extraer', paginas: 31 })
  })

  test('without text is left to a person', async () => {
    expect((await read(hostilePdf([]))).motivo).toContain('escaneado')
  })
})

test('a mistake of the reader is told, leaves the file to a person and the thread whole', async () => {
  const told: string[] = []
  const thread = createThread((causa) => told.push(causa))
  // A kind of file that no caller sends.
  const odd = {
    tarea: 'extraer',
    args: [{ bytes: null, nombre: '', tipo: null }, 'xml'],
  } as unknown as Parameters<typeof thread.ask>[0]
  expect(await thread.ask(odd)).toEqual({ abandono: 'error' })
  expect(told).toHaveLength(1)
  expect((await read(hostilePdf(LINES), createExtractor(thread))).texto).toContain('INV-1')
})

test('lines of tens of thousands of signs are read in a moment, whatever they repeat', () => {
  const MUCHO = 40_000
  for (const unit of [
    '1.',
    '1,',
    '123 ',
    'USD ',
    '$',
    '(',
    '/',
    '11/11/',
    '1 jan ',
    'A, ',
    'total ',
    'vat id ',
    'é',
    '1A-',
    ' ',
  ]) {
    const texto = `Total: ${unit.repeat(MUCHO / unit.length)}x`
    const pieza = { x: 10, ancho: 500, alto: 9 }
    const lineas = linesOf(
      [
        { ...pieza, texto, y: 20 },
        { ...pieza, texto: 'Total USD 10.00', y: 40 },
      ],
      1,
    )
    // Processor time: a busy machine takes its own.
    const begin = process.cpuUsage()
    readReglas(lineas)
    const { user } = process.cpuUsage(begin)
    // A twentieth of a second each where this was written; what grows by the square takes its time.
    expect([unit, user < 3_000_000]).toEqual([unit, true])
  }
})

describe('a file that takes too long', () => {
  test('is given up, and the next one is read', async () => {
    const short = createExtractor(createThread(undefined, 400))
    await read(hostilePdf(LINES), short).catch(() => {})
    const bomb = await read(hostilePdf([], { content: bombStream(300_000_000) }), short)
    expect(bomb).toMatchObject({ metodo: 'sin_extraer' })
    expect(bomb.motivo).toMatch(/10 segundos|demasiada memoria/)
    const patient = createExtractor()
    expect((await read(hostilePdf(LINES), patient)).texto).toContain('INV-1')
  })

  test('is given up whose pictures inflate to gigabytes, when a model is to see them, and the next one is read', async () => {
    const patient = createExtractor()
    const bomb = await patient.imagenesDe({ bytes: picturesPdf(20), nombre: 'a.pdf', tipo: null })
    expect(bomb).toMatchObject({
      imagenes: [],
      motivo: expect.stringMatching(/10 segundos|demasiada memoria/),
    })
    expect((await read(hostilePdf(LINES), patient)).texto).toContain('INV-1')
  })

  test('that nobody waits for is given up', async () => {
    const gone = new AbortController()
    const bytes = hostilePdf([], { content: bombStream(200_000_000) })
    const reading = extractor.extraer({ bytes, nombre: 'a.pdf', tipo: null }, { signal: gone.signal })
    const next = read(hostilePdf(LINES))
    gone.abort(new Error('gone'))
    await expect(reading).rejects.toThrow('gone')
    expect((await next).texto).toContain('INV-1')
  })
})

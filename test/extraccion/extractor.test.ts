// Refusals before any reading, and decisions left to a person (extraccion §1).

import { describe, expect, test } from 'bun:test'
import { degrees, PDFDocument, StandardFonts, setTextRenderingMode, TextRenderingMode } from 'pdf-lib'
import {
  CAMPOS,
  type Campo,
  createExtractor,
  type EstadoCuenta,
  type Extraccion,
  type FilaEstado,
  PROPUESTA_VACIA,
} from '../../src/extraccion'
import { greyJpeg, scannedPdf, stripedPdf } from '../support/extraccion/escaneado'

const extractor = createExtractor()
const archivo = (bytes: Uint8Array | string, nombre = 'a.bin') => ({
  bytes: typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes,
  nombre,
  tipo: 'application/pdf',
})

describe('a file', () => {
  test('of more than 10 MiB is refused', async () => {
    const big = archivo(new Uint8Array(10 * 1024 * 1024 + 1))
    await expect(extractor.extraer(big)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' })
    await expect(extractor.extraerEstado(big)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' })
  })

  test('is what its bytes say, whatever its name and the type that came with it', async () => {
    for (const bytes of ['MZ\x90\0\x03\0', 'PK\x03\x04\0\0', '<!DOCTYPE html><html></html>', 'hola', ''])
      await expect(extractor.extraer(archivo(bytes, 'a.pdf'))).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
        detalles: [{ campo: 'archivo' }],
      })
    await expect(extractor.extraerEstado(archivo('\x89PNG\r\n', 'a.csv'))).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    })
  })

  test('that is a table in a ZIP, an old spreadsheet or bytes of any other kind is no statement, and says what to do', async () => {
    // A PDF stored in a ZIP stands in its first kilobyte; a table before some bytes is none.
    for (const [bytes, words] of [
      ['PK\x03\x04a.pdf%PDF-1.4', 'guarde la planilla como CSV'],
      ['\xd0\xcf\x11\xe0\xa1\xb1', 'guárdelo como CSV'],
      ['\x1f\x8bFecha;Detalle;Monto USD', 'comprimido'],
      ['Fecha;Detalle;Monto USD\n\x01\x02\x03', 'no es un PDF o CSV'],
    ] as const)
      await expect(extractor.extraerEstado(archivo(bytes, 'a.csv'))).rejects.toMatchObject({
        message: expect.stringContaining(words),
      })
  })

  test('that is a scan gives its pages that are a picture, small and grey, and tells those that are none', async () => {
    const pdf = await scannedPdf([800, null, 2400, 50])
    const { imagenes, omitidas } = await extractor.imagenesDe(archivo(pdf))
    expect(omitidas).toEqual([2, 4])
    const sizes = imagenes.map((png) => [png[0], Buffer.from(png).readUInt32BE(16), png[25]])
    // Eight hundred pixels as they are, twenty-four hundred halved; colour type 0 is grey.
    expect(sizes).toEqual([
      [0x89, 800, 0],
      [0x89, 1200, 0],
    ])
    const whole = archivo(greyJpeg(8))
    expect(await extractor.imagenesDe(whole)).toEqual({ imagenes: [whole.bytes], omitidas: [] })
    expect((await extractor.imagenesDe(archivo('%PDF-1.4 broken'))).imagenes).toEqual([])
    const mail = (...parts: Uint8Array[]) =>
      archivo(
        [
          'From: a@b.example\r\nContent-Type: multipart/mixed; boundary=x\r\n',
          ...parts.map(
            (part) =>
              `--x\r\nContent-Type: application/octet-stream; name=a\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(part).toString('base64')}\r\n`,
          ),
          '--x--\r\n',
        ].join('\r\n'),
      )
    const photo = greyJpeg(64)
    expect((await extractor.imagenesDe(mail(pdf, photo))).imagenes).toHaveLength(2)
    const { imagenes: alone } = await extractor.imagenesDe(mail(greyJpeg(8), photo))
    expect(alone.map((bytes) => Buffer.from(bytes).equals(Buffer.from(photo)))).toEqual([true])
  })

  test('that lies on its side is read as it is shown, and what lies beside its page is not read', async () => {
    const pdf = await PDFDocument.create()
    const font = await pdf.embedFont(StandardFonts.Helvetica)
    const page = pdf.addPage([595, 842])
    page.setRotation(degrees(90))
    const lines = [
      'Acme Cloud LLC',
      'Invoice number: A-1',
      'Invoice date: November 5, 2026',
      'Total USD 1,250.00',
    ]
    for (const [i, line] of lines.entries())
      page.drawText(line, { x: 100 + 20 * i, y: 50, font, size: 10, rotate: degrees(90) })
    page.drawText('Total USD 9,999.00', { x: 700, y: 50, font, size: 10, rotate: degrees(90) })
    // And what is too small to be seen.
    page.drawText('Total USD 8,888.00', { x: 300, y: 50, font, size: 1, rotate: degrees(90) })
    const { propuesta, camposDudosos } = await extractor.extraer(archivo(await pdf.save()))
    expect([propuesta.numero, propuesta.fecha, propuesta.monto]).toEqual(['A-1', '2026-11-05', '1250.00'])
    expect(camposDudosos.map(({ campo }) => campo)).not.toContain('monto')
  })

  test('whose scanned page is cut into strips gives it whole, and one in other parts is told as left out', async () => {
    const { imagenes, omitidas } = await extractor.imagenesDe(archivo(await stripedPdf(800)))
    const [png] = imagenes.map((bytes) => Buffer.from(bytes))
    expect([omitidas, png?.readUInt32BE(16), png?.readUInt32BE(20)]).toEqual([[], 800, 1600])
    expect(await extractor.imagenesDe(archivo(await stripedPdf(800, true)))).toEqual({
      imagenes: [],
      omitidas: [1],
    })
  })

  test('that is a picture is left to a person', async () => {
    for (const bytes of ['\x89PNG\r\n\x1a\n', '\xff\xd8\xff\xe0']) {
      const done: Extraccion = await extractor.extraer(archivo(bytes, 'foto'))
      expect(done).toMatchObject({ metodo: 'sin_extraer', paginas: null, propuesta: PROPUESTA_VACIA })
      expect(done.motivo).toContain('imagen')
    }
  })

  test('of a scan that a program has read is doubtful in all that was read of it', async () => {
    const pdf = await PDFDocument.create()
    const font = await pdf.embedFont(StandardFonts.Helvetica)
    const page = pdf.addPage([595, 842])
    page.pushOperators(setTextRenderingMode(TextRenderingMode.Invisible))
    const lines = [
      'Acme Cloud LLC',
      'Invoice number: A-1',
      'Invoice date: November 5, 2026',
      'Total USD 1,250.00',
    ]
    for (const [i, line] of lines.entries()) page.drawText(line, { x: 50, y: 700 - 20 * i, font, size: 10 })
    const { propuesta, camposDudosos } = await extractor.extraer(archivo(await pdf.save()))
    expect(propuesta.monto).toBe('1250.00')
    expect(camposDudosos.map(({ campo }) => campo).sort()).toEqual([
      'fecha',
      'moneda',
      'monto',
      'numero',
      'proveedor.nombre',
    ] satisfies Campo[])
  })

  test('that nobody waits for any more is not begun', async () => {
    const gone = AbortSignal.abort(new Error('gone'))
    await expect(extractor.extraer(archivo('%PDF-1.4'), { signal: gone })).rejects.toThrow('gone')
  })

  test('of a statement that no layout fits has no rows and says so', async () => {
    const done: EstadoCuenta = await extractor.extraerEstado(archivo('a;b;c\r\n1;2;3\r\n', 'a.csv'))
    const none: FilaEstado[] = []
    expect(done).toMatchObject({ formato: 'desconocido', filas: none })
    expect(done.motivo).toBeString()
  })
})

test('the fields are told by their published names', () => {
  const one: Campo = 'proveedor.tax_id'
  expect(CAMPOS).toContain(one)
})

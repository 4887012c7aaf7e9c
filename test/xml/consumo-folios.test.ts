// The report of used folios before judges that nobody here wrote: a reader's canonicaliser and verifier, the SII's schema.

import { beforeAll, describe, expect, test } from 'bun:test'
import { SignedXml } from 'xml-crypto'
import { sumRcof } from '../../src/domain/rcof'
import { buildConsumoFolios } from '../../src/xml/consumo-folios'
import { loadSchema } from '../golden/schemas'
import { EMISOR } from '../support/emisor'
import { certificadoBase64, llave, RUT_FIRMANTE, sign } from '../support/firma'
import { describeWithShared } from '../support/shared'

const build = (resumen = sumRcof([], [])) =>
  buildConsumoFolios(
    {
      rutEmisor: EMISOR.rut,
      rutEnvia: RUT_FIRMANTE,
      resolucion: { numero: 0, fecha: '2026-01-01' },
      fecha: '2026-11-19',
      secuencia: 2,
      tasaIva: '19',
    },
    resumen,
    { llave, sign, at: '2026-11-20T04:10:00' },
  )

const amounts = { neto: 380000, exento: 1000, iva: 72200, total: 453200 }
const FULL = sumRcof(
  [
    { tipoDte: 39, desde: 101, hasta: 118, ...amounts },
    { tipoDte: 39, desde: 120, hasta: 120, ...amounts },
    { tipoDte: 41, desde: 1, hasta: 1, neto: 0, iva: 0, exento: 500, total: 500 },
    { tipoDte: 61, desde: 9, hasta: 9, ...amounts },
  ],
  [{ tipoDte: 39, desde: 119, hasta: 119 }],
)

describe('a report of used folios', () => {
  test('is signed over its document, in its place in the file', async () => {
    const xml = (await build(FULL)).toString('latin1')
    const publicCert = `-----BEGIN CERTIFICATE-----\n${certificadoBase64}\n-----END CERTIFICATE-----`
    const signed = new SignedXml({ publicCert })
    signed.loadSignature(/<Signature[\s\S]*<\/Signature>/.exec(xml)![0])
    expect(signed.checkSignature(xml)).toBe(true)
    expect(signed.getSignedReferences()[0]).toContain('<FoliosUtilizados>20</FoliosUtilizados>')
  })

  test('says the rate where there is net, and leaves out what is nothing', async () => {
    const xml = (await build(FULL)).toString('latin1')
    const [boletas, exentas] = xml.match(/<Resumen>[\s\S]*?<\/Resumen>/g)!
    expect(boletas).toContain('<TasaIVA>19</TasaIVA>')
    expect(exentas!.match(/<\w+>/g)!.join('')).toBe(
      '<Resumen><TipoDocumento><MntExento><MntTotal><FoliosEmitidos><FoliosAnulados><FoliosUtilizados><RangoUtilizados><Inicial><Final>',
    )
    expect((await build()).toString('latin1')).toContain(
      '<TipoDocumento>39</TipoDocumento>\n<MntTotal>0</MntTotal>\n<FoliosEmitidos>0</FoliosEmitidos>',
    )
  })

  test('has no line that the gate of the SII would break on (xml §1.2)', async () => {
    const lines = (await build(FULL)).toString('latin1').split('\n')
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(4090)
  })
})

describeWithShared('the schema of the SII', () => {
  let validate: (bytes: Uint8Array) => string[]
  beforeAll(async () => {
    validate = await loadSchema('ConsumoFolios')
  })

  test('takes a report with every element, and one of a day without movement', async () => {
    expect(validate(await build(FULL))).toEqual([])
    expect(validate(await build())).toEqual([])
  })

  test('refuses one whose elements stand in another order', async () => {
    const text = (await build()).toString('latin1')
    const swapped = text.replace(/(<MntTotal>.*)\n(<FoliosEmitidos>.*)\n/, '$2\n$1\n')
    expect(validate(Buffer.from(swapped, 'latin1'))).not.toEqual([])
  })
})

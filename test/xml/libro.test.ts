// The books of a certification before judges that nobody here wrote: a reader's verifier, the SII's schemas.

import { beforeAll, describe, expect, test } from 'bun:test'
import { SignedXml } from 'xml-crypto'
import { computeLibroCompras } from '../../src/domain/certificacion/libro-compras'
import { computeLibroGuias } from '../../src/domain/certificacion/libro-guias'
import { computeLibroVentas } from '../../src/domain/certificacion/libro-ventas'
import { buildLibroCompraVenta, buildLibroGuia } from '../../src/xml/libro'
import {
  COMPRAS,
  compra,
  FECHA,
  GUIAS,
  LIBRO_GUIAS,
  PERIODO,
  seccion,
  VENTAS,
} from '../domain/certificacion/libros-ejemplo'
import { loadSchema } from '../golden/schemas'
import { EMISOR } from '../support/emisor'
import { certificadoBase64, llave, RUT_FIRMANTE, sign } from '../support/firma'
import { describeWithShared } from '../support/shared'

const CARATULA = {
  rutEmisor: EMISOR.rut,
  rutEnvia: RUT_FIRMANTE,
  periodo: PERIODO,
  fechaResolucion: '2026-01-01',
  folioNotificacion: 5_123_402,
}
const FIRMA = { llave, sign, at: '2026-11-24T10:11:12' }

const ventas = () => buildLibroCompraVenta(CARATULA, computeLibroVentas(VENTAS), FIRMA)
const compras = (section = COMPRAS) =>
  buildLibroCompraVenta(CARATULA, computeLibroCompras(section, { fecha: FECHA }).libro!, FIRMA)
const guias = () => {
  const factura = { tipoDte: 33, folio: 8, fecha: FECHA }
  const documentos = GUIAS.map((guia) => ({ ...guia, factura }))
  return buildLibroGuia(CARATULA, computeLibroGuias(documentos, LIBRO_GUIAS).libro!, FIRMA)
}

/** All that the schema lets a set need: fixed assets, and a note over an own purchase invoice. */
const RARO = seccion({
  clase: 'libro_compras',
  compras: [
    compra(33, '1', 'COMPRA DE ACTIVO FIJO', '5000'),
    compra(46, '2', 'COMPRA CON RETENCION TOTAL DEL IVA', '5000'),
    compra(61, '3', 'DESCUENTO A FACTURA DE COMPRA ELECTRONICA 2', '500'),
  ],
})

describe('a book', () => {
  test('is signed over its content, in its place in the file', async () => {
    for (const bytes of [await ventas(), await compras(), await guias()]) {
      const xml = bytes.toString('latin1')
      const publicCert = `-----BEGIN CERTIFICATE-----\n${certificadoBase64}\n-----END CERTIFICATE-----`
      const signed = new SignedXml({ publicCert })
      signed.loadSignature(/<Signature[\s\S]*<\/Signature>/.exec(xml)![0])
      expect(signed.checkSignature(xml)).toBe(true)
      expect(signed.getSignedReferences()[0]).toContain('<TipoLibro>ESPECIAL</TipoLibro>')
    }
  })

  test('says zeros, names as they are, and what was annulled', async () => {
    const text = (await ventas()).toString('latin1')
    expect(text).toContain('<RznSoc>Ferretería Ñuñoa &amp; Hijos 1</RznSoc>')
    expect(text).toContain(
      '<MntExe>0</MntExe>\n<MntNeto>0</MntNeto>\n<MntIVA>0</MntIVA>\n<MntTotal>0</MntTotal>',
    )
    expect((await guias()).toString('latin1').match(/<Anulado>2</g)).toHaveLength(1)
  })

  test('has no line that the gate of the SII would break on (xml §1.2)', async () => {
    const lines = (await compras()).toString('latin1').split('\n')
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(4090)
  })
})

describeWithShared('the schemas of the SII', () => {
  let compraVenta: (bytes: Uint8Array) => string[]
  let guia: (bytes: Uint8Array) => string[]
  beforeAll(async () => {
    compraVenta = await loadSchema('LibroCompraVenta')
    guia = await loadSchema('LibroGuia')
  })

  test('take the books of the worked examples, and one with everything that a set can need', async () => {
    expect(compraVenta(await ventas())).toEqual([])
    expect(compraVenta(await compras())).toEqual([])
    expect(compraVenta(await compras(RARO))).toEqual([])
    expect(guia(await guias())).toEqual([])
  })

  test('refuse one whose elements stand in another order', async () => {
    const swap = (text: string, a: string, b: string) =>
      text.replace(new RegExp(`(<${a}>.*)\n(<${b}>.*)\n`), '$2\n$1\n')
    const libro = swap((await compras()).toString('latin1'), 'MntExe', 'MntNeto')
    expect(compraVenta(Buffer.from(libro, 'latin1'))).not.toEqual([])
    const otro = swap((await guias()).toString('latin1'), 'TpoOper', 'FchDoc')
    expect(guia(Buffer.from(otro, 'latin1'))).not.toEqual([])
  })
})

// The reviewer of printed samples (simulator §23.7): the symbol is read back, and each datum that is another is found by the check that
// names it.

import { describe, expect, test } from 'bun:test'
import { deflateSync, inflateSync } from 'node:zlib'
import fc from 'fast-check'
import type { Simbolo } from '../../../src/pdf/pdf417'
import { encodePdf417 } from '../../../src/pdf/pdf417'
import { readCodigo } from '../../../src/simulator/certificacion/codigo-barras'
import { emitir, enSii, leer, onSet, unzip } from '../../areas/certificacion/escena'
import { testAppWithFolios } from '../../support/test-app'

const RUT = '76543210-3'

const mapaOf = ({ ancho, filas, bits }: Simbolo) => ({ ancho, alto: filas, bits, oscuro: 1 as const })

describe('the reader of symbols (simulator §23.7)', () => {
  test('reads what the encoder of the paper draws, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 1034 }), (bytes) => {
        expect(readCodigo(mapaOf(encodePdf417(Buffer.from(bytes), 16)))).toEqual(Buffer.from(bytes))
      }),
      { numRuns: 30 },
    )
  })

  test('reads a larger drawing of it, in the other colours and with a margin', () => {
    const { ancho, filas, bits, bytesPorFila } = encodePdf417(Buffer.from('<TED>ñandú</TED>', 'latin1'), 4)
    const [scale, margin] = [3, 20]
    const wide = ancho * scale + margin * 2
    const stride = (wide + 7) >> 3
    const out = new Uint8Array(stride * filas * scale).fill(0xff)
    for (let y = 0; y < filas * scale; y++)
      for (let x = 0; x < ancho * scale; x++) {
        const from = Math.floor(x / scale)
        const dark = (bits[Math.floor(y / scale) * bytesPorFila + (from >> 3)]! >> (7 - (from & 7))) & 1
        if (dark) out[y * stride + ((x + margin) >> 3)]! &= ~(0x80 >> ((x + margin) & 7))
      }
    const read = readCodigo({ ancho: wide, alto: filas * scale, bits: out, oscuro: 0 })
    expect(read?.toString('latin1')).toBe('<TED>ñandú</TED>')
  })

  test('gives nothing of an image without a symbol, or with a spoilt one', () => {
    const symbol = mapaOf(encodePdf417(Buffer.from('<TED>uno</TED>'), 4))
    expect(readCodigo({ ancho: 64, alto: 20, bits: new Uint8Array(160), oscuro: 1 })).toBeNull()
    const spoilt = Uint8Array.from(symbol.bits)
    spoilt[6]! ^= 0xff
    expect(readCodigo({ ...symbol, bits: spoilt })).toBeNull()
  })
})

/** The only image of a page. */
function imageOf(pdf: Buffer) {
  const [, ancho, alto, stream] = /\/Width (\d+)\/Height (\d+).*?stream\n(.*?)\nendstream/s.exec(
    pdf.toString('latin1'),
  )!
  const bits = inflateSync(Buffer.from(stream!, 'latin1'))
  return { ancho: Number(ancho), alto: Number(alto), bits, oscuro: 1 as const }
}

/** Another image in the place of a page's only one. */
function withImage(pdf: Buffer, bits: Uint8Array): Buffer {
  const raw = pdf.toString('latin1')
  const image = raw.indexOf('/Subtype/Image')
  const from = raw.indexOf('stream\n', image) + 'stream\n'.length
  return Buffer.concat([
    pdf.subarray(0, from),
    deflateSync(bits),
    pdf.subarray(raw.indexOf('\nendstream', from)),
  ])
}

describe('POST /simulador/certificacion/muestras', () => {
  test('finds a sample whose stamp is of another document, or is not to be read', async () => {
    const app = await testAppWithFolios({ folios: { 33: 4, 61: 3, 56: 1 } })
    const { id } = await onSet(app, 'basico')
    await emitir(app, id, 'basico')
    await app.settle()
    const { track_id, fecha_envio } = (await leer(app, id)).sets[0].intento
    await enSii(app, 'avance', { rut: RUT, clase: 'basico', track_id, fecha: fecha_envio })
    app.advance(3_600_000)
    await app.drainJobs()
    await app.post(`/v1/certificacion/${id}/sets/basico/veredicto`, { estado: 'SOK' })
    app.store.client.prepare("UPDATE sim_tramite SET paso = 'MUESTRAS'").run()
    const files = await unzip(app, 'POST', `/v1/certificacion/${id}/muestras`)
    const pdf = [...files].find(([name]) => name.endsWith('_tributaria.pdf'))![1]
    const judge = async (bytes: Buffer): Promise<string[]> => {
      const archivos = [{ nombre: 'una.pdf', pdf_base64: bytes.toString('base64') }]
      const { data } = (await (await enSii(app, 'muestras', { rut: RUT, archivos })).json()) as {
        data: { archivos: { controles: { control: string; conforme: boolean; encontrado: string }[] }[] }
      }
      return data.archivos[0]!.controles.filter(({ conforme }) => !conforme).map(
        ({ control, encontrado }) => `${control}: ${encontrado}`,
      )
    }
    expect(await judge(pdf)).toEqual([])
    const ted = readCodigo(imageOf(pdf))!.toString('latin1')
    expect(ted).toContain('<F>1</F>')
    const other = encodePdf417(Buffer.from(ted.replace('<F>1</F>', '<F>2</F>'), 'latin1'), 16)
    expect(await judge(withImage(pdf, other.bits))).toEqual(['timbre: el de otro documento'])
    expect(await judge(withImage(pdf, new Uint8Array(other.bits.length)))).toEqual(['timbre: no se lee'])
  }, 60_000)
})

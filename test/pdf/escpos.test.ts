import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { DECLARACION } from '../../src/pdf/cedible'
import { renderEscPos } from '../../src/pdf/escpos/escpos'
import { toPc850 } from '../../src/pdf/escpos/pagina-codigos'
import { lineas, text } from './azar'
import { impreso, linea, TED_VECTOR } from './ejemplos'
import { readPdf417 } from './leer-codigo'
import { printEscPos, type TiraImpresa } from './leer-escpos'

const textOf = ({ renglones }: TiraImpresa) => renglones.map((r) => r.texto).join('\n')

describe.each([
  ['80mm', 48, 64, 576],
  ['57mm', 32, 42, 384],
] as const)('ESC/POS on %s', (papel, columnas, columnasChica, puntos) => {
  const print = (doc: ReturnType<typeof impreso>, rest = {}) =>
    printEscPos(renderEscPos(doc, { papel, cedible: false, ...rest }))

  test('the raster of two dots a module is read back to the exact TED, whatever its length', async () => {
    for (const length of [TED_VECTOR.length, 871, 930, 1000, 1034]) {
      const ted = TED_VECTOR.replace(
        '</RSR>',
        `${'Ñandú &amp; Cía. '.repeat(40).slice(0, length - TED_VECTOR.length)}</RSR>`,
      )
      const [tira] = print(impreso(39, {}, { ted }))
      expect(tira!.imagenes).toHaveLength(1)
      const [imagen] = tira!.imagenes as [{ ancho: number; alto: number; grises: Uint8Array }]
      expect(imagen.ancho).toBeLessThanOrEqual(puntos)
      const [read] = await readPdf417(conMargen(imagen))
      expect(read?.toString('latin1'), `${length} bytes`).toBe(ted)
    }
  })

  test('says what the boleta says, accents and ñ included, and is cut', () => {
    const [tira, ...more] = print(impreso(39))
    expect(more).toEqual([])
    expect(tira!.cortada).toBe(true)
    const all = textOf(tira!)
    for (const said of [
      'R.U.T.: 76.543.210-3',
      'BOLETA ELECTRÓNICA',
      'N° 1234',
      'S.I.I. - CHILLÁN',
      'Comercial Ñandú del Sur Ltda.',
      'Pintura látex interior n.º 1',
      'Timbre Electrónico SII',
    ]) {
      expect(all).toContain(said)
    }
    expect(all.replaceAll('\n', ' ')).toContain('www.sii.cl')
    const line = (start: string) => tira!.renglones.find((r) => r.texto.startsWith(start))!
    expect(line('2 UN x 18.990').texto).toBe(`${'2 UN x 18.990'.padEnd(columnas - 6)}37.980`)
    expect(line('IVA 19%').texto).toBe(`${'IVA 19%'.padEnd(columnas - 7)}201.161`)
    expect(line('TOTAL')).toMatchObject({
      negrita: true,
      alta: true,
      texto: `${'TOTAL'.padEnd(columnas - 11)}$ 1.259.900`,
    })
  })

  test('the box is closed by lines of the code page and its texts are bold and high', () => {
    const [tira] = print(impreso(34))
    const box = tira!.renglones.filter((r) => /^[╔║╚]/.test(r.texto))
    expect(box[0]!.texto).toBe(`╔${'═'.repeat(columnas - 2)}╗`)
    expect(box.at(-1)!.texto).toBe(`╚${'═'.repeat(columnas - 2)}╝`)
    const inside = box.slice(1, -1)
    expect(
      inside.every((r) => r.texto.length === columnas && r.texto.endsWith('║') && r.alta && r.negrita),
    ).toBe(true)
    const said = inside.map((r) => r.texto.slice(1, -1).trim()).join(' ')
    expect(said).toBe('R.U.T.: 76.543.210-3 FACTURA NO AFECTA O EXENTA ELECTRÓNICA N° 1234')
  })

  test('no line is longer than the paper and no byte is a stray command, however wild the document', () => {
    fc.assert(
      fc.property(
        lineas(6),
        text(100),
        text(300),
        fc.boolean(),
        (detalle, razonSocial, observaciones, cedible) => {
          const doc = impreso(
            33,
            { detalle, receptor: { rut: '22222222-2', razonSocial } },
            { impresion: { observaciones } },
          )
          for (const { renglones } of print(doc, { cedible })) {
            for (const { texto, chica } of renglones) {
              expect(texto.length).toBeLessThanOrEqual(chica ? columnasChica : columnas)
            }
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  test('a document without effect says so first, in high and bold letters', () => {
    const marca = { palabra: 'ANULADO', texto: 'ANULADO por la Nota de crédito electrónica N° 5' }
    for (const tira of print(impreso(33, {}, { marca }), { copias: 2 })) {
      const head = tira.renglones.slice(0, 2).map((r) => r.texto)
      expect(head.join(' ').trim()).toBe(marca.texto)
      expect(tira.renglones[0]).toMatchObject({ alta: true, negrita: true, ancla: 1 })
    }
  })

  test('the receipt stands before the timbre, whose legend is centred below it, a hyphen or a line apart (pdf §2.1, §5.3)', () => {
    const [tira] = print(impreso(papel === '80mm' ? 33 : 39), { cedible: papel === '80mm', copias: 0 })
    const all = tira!.renglones.map((r) => r.texto)
    const at = all.indexOf('Timbre Electrónico SII')
    expect(all.slice(at, at + 3)).toEqual([
      'Timbre Electrónico SII',
      'Res. 80 de 2014',
      'Verifique documento: www.sii.cl',
    ])
    expect(tira!.renglones.slice(at, at + 3).every((r) => r.ancla === 1)).toBe(true)
    if (papel === '57mm') return
    expect(all.findIndex((t) => t.startsWith('Firma'))).toBeLessThan(at)
    expect(all.at(-1)).toBe('CEDIBLE')
    // Two dots a module at 203 dpi: 12 columns in the middle of the head (pdf §5.3).
    const [{ ancho, alto, grises }] = tira!.imagenes as [{ ancho: number; alto: number; grises: Uint8Array }]
    const row = [...grises.subarray(0, ancho)]
    const [left, right] = [row.indexOf(0), row.lastIndexOf(0)]
    expect(right - left + 1).toBe((12 * 17 + 69) * 2)
    expect(Math.abs(left - (puntos - 1 - right))).toBeLessThanOrEqual(16)
    expect(alto % 6).toBe(0)
  })

  test('copies are cut apart; the cedible one has receipt and word (pdf §3)', () => {
    const tiras = print(impreso(33), { copias: 2, cedible: true })
    expect(tiras.map((t) => textOf(t).includes('CEDIBLE'))).toEqual([false, false, true])
    expect(textOf(tiras[2]!).replaceAll('\n', ' ')).toContain(DECLARACION)
    expect(print(impreso(39), { cedible: true })).toHaveLength(1)
    expect(print(impreso(39), { corte: false })[0]!.cortada).toBe(false)
  })

  test('a preview has no barcode and says so', () => {
    const [tira] = print(impreso(39, {}, { ted: null }))
    expect(tira!.imagenes).toEqual([])
    expect(textOf(tira!)).toContain('Vista previa sin timbre')
  })

  test('a long name keeps its quantity and amount', () => {
    const nombre = 'Cable eléctrico flexible de cobre con aislación de PVC, rollo de 100 m, verde'
    const [tira] = print(impreso(39, { detalle: [linea(1, { nombre })] }))
    expect(textOf(tira!).replaceAll('\n', ' ')).toContain(nombre)
  })
})

describe('code page 850', () => {
  test('every printable character of ISO-8859-1 is printed as itself', () => {
    let latin1 = ''
    for (let code = 0xa1; code < 0x100; code++) if (code !== 0xad) latin1 += String.fromCharCode(code)
    const bytes = Buffer.from(`\x1b@\x1bt\x02${toPc850(latin1)}\n`, 'latin1')
    expect(printEscPos(bytes)[0]!.renglones[0]!.texto).toBe(latin1)
  })

  test('what it lacks is spelt out; control codes never reach the printer', () => {
    expect(toPc850('10 € – “fin”… \u001b@\u001dV\0')).toBe('10 EUR - "fin"... @V')
  })
})

function conMargen({ ancho, alto, grises }: { ancho: number; alto: number; grises: Uint8Array }, borde = 16) {
  const out = new Uint8Array((ancho + borde * 2) * (alto + borde * 2)).fill(255)
  for (let y = 0; y < alto; y++) {
    out.set(grises.subarray(y * ancho, (y + 1) * ancho), (y + borde) * (ancho + borde * 2) + borde)
  }
  return { ancho: ancho + borde * 2, alto: alto + borde * 2, grises: out }
}

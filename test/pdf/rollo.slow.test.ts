import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { TIPOS } from '../../src/domain/dte/tipos'
import type { Impreso, PapelRollo } from '../../src/pdf/impreso'
import { renderPdf } from '../../src/pdf/render'
import { ROLLOS } from '../../src/pdf/rollo/medidas'
import { composeRollo } from '../../src/pdf/rollo/rollo'
import { encodeTimbreRollo } from '../../src/pdf/timbre'
import { amount, lineas, option, text } from './azar'
import { impreso, linea, TED_VECTOR } from './ejemplos'
import { box, expectSound } from './geometria'
import { readPdf417 } from './leer-codigo'
import { printTimbre, readPdf } from './leer-pdf'

const MM = 72 / 25.4
const PAPELES: PapelRollo[] = ['80mm', '57mm']

const render = (doc: Impreso, formato: PapelRollo, rest = {}) =>
  renderPdf(doc, { formato, cedible: false, ...rest })

const compose = (doc: Impreso, papel: PapelRollo, cedible = false) =>
  composeRollo(papel, doc, doc.ted === null ? null : encodeTimbreRollo(doc.ted, papel), { cedible })

const tedOf = (length: number): string =>
  length <= TED_VECTOR.length
    ? TED_VECTOR.slice(0, length)
    : TED_VECTOR.replace(
        '</RSR>',
        `${'Ñandú &amp; Cía. '.repeat(40).slice(0, length - TED_VECTOR.length)}</RSR>`,
      )

describe.each(PAPELES)('strip of %s', (papel) => {
  const dpi = papel === '80mm' ? 300 : 203.2

  test('the head that the paper is for prints the timbre with two dots a module and an independent reader gets the TED back (pdf §2.1)', async () => {
    for (const length of [640, 700, 744, 776, 808, 871, 930, 1000, 1029, 1034]) {
      const ted = tedOf(length)
      const printed = await printTimbre(render(impreso(39, {}, { ted }), papel), dpi)
      expect(printed.modulo / MM).toBeCloseTo(50.8 / dpi, 3)
      const [read] = await readPdf417(printed)
      expect(read?.toString('latin1'), `${length} bytes`).toBe(ted)
    }
  })

  test('every printed dot row and column of a module is a whole one: no bar is thicker than its twin', async () => {
    const { ancho, alto, grises } = await printTimbre(render(impreso(39), papel), dpi)
    const runs = new Set<number>()
    const lee =
      papel === '80mm'
        ? (i: number) => grises[Math.floor(alto / 2) * ancho + i]
        : (i: number) => grises[i * ancho + (ancho >> 1)]
    const until = papel === '80mm' ? ancho : alto
    for (let i = 13, run = 1; i < until - 12; i++) {
      if (lee(i) === lee(i - 1)) run++
      else {
        runs.add(run)
        run = 1
      }
    }
    expect([...runs].filter((run) => run % 2 === 1)).toEqual([])
  })

  test('the timbre is 2 × 4.5 cm at least, at most 9 cm long, and keeps its silence (pdf §2.1, §4)', () => {
    for (const length of [640, 776, 808, 1034]) {
      const [pagina] = compose(impreso(33, {}, { ted: tedOf(length) }), papel, true)
      const { x, y, ancho, alto } = pagina!.timbre!
      const [corto, largo] = [Math.min(ancho, alto) / MM, Math.max(ancho, alto) / MM]
      expect(corto).toBeGreaterThanOrEqual(20)
      expect(largo).toBeGreaterThanOrEqual(45)
      expect(largo).toBeLessThanOrEqual(90)
      expect(x / MM).toBeGreaterThanOrEqual(4)
      const near = pagina!.textos
        .map(box)
        .filter(({ top, bottom }) => top < y + alto + 17.5 && bottom > y - 17.5)
      expect(near).toEqual([])
    }
  })

  test('no text touches another nor leaves the paper, however long names, amounts and notes are', () => {
    const parties = fc.record({
      razonSocial: text(100),
      giro: text(80),
      direccion: text(70),
      comuna: text(20),
    })
    const extra = fc.record({
      observaciones: option(text(1000)),
      notas: option(fc.array(text(200), { maxLength: 4 })),
      datos: option(fc.array(fc.record({ etiqueta: text(30), valor: text(120) }), { maxLength: 5 })),
      leyenda: option(text(300)),
    })
    fc.assert(
      fc.property(
        fc.constantFrom(...TIPOS.map((t) => t.codigo)),
        lineas(6),
        parties,
        parties,
        extra,
        amount,
        fc.boolean(),
        (tipo, detalle, emisor, receptor, impresion, total, cedible) => {
          const base = impreso(tipo).dte
          const doc = impreso(
            tipo,
            {
              detalle,
              emisor: { ...base.emisor, ...emisor },
              receptor: { ...base.receptor, ...receptor },
              referencias: [
                { linea: 1, tipoDocumento: 'HES', folio: emisor.comuna.slice(0, 18), razon: emisor.giro },
              ],
              totales: {
                montoNeto: total,
                tasaIva: '19',
                montoIva: total,
                impuestos: [{ codigo: '24', tasa: '31.5', monto: total }],
                montoTotal: total,
              },
            },
            { impresion, ambiente: 'certificacion' },
          )
          expectSound(compose(doc, papel, cedible), ROLLOS[papel].margen - 0.5)
        },
      ),
      { numRuns: 60 },
    )
  })

  test('one page as long as what it says, under 40 KB, with everything a letter says', async () => {
    const short = render(impreso(39, { detalle: [linea(1)] }), papel)
    const long = render(impreso(39, { detalle: Array.from({ length: 40 }, (_, i) => linea(i + 1)) }), papel)
    expect(short.length).toBeLessThan(40_000)
    const [a, b] = [await readPdf(short), await readPdf(long)]
    expect([a.paginas.length, b.paginas.length]).toEqual([1, 1])
    expect(a.paginas[0]!.ancho / MM).toBeCloseTo(Number.parseInt(papel, 10), 1)
    expect(b.paginas[0]!.alto).toBeGreaterThan(a.paginas[0]!.alto + 39 * 15)
    const plain = a.paginas[0]!.texto
    for (const said of [
      'R.U.T.: 76.543.210-3',
      'BOLETA ELECTRÓNICA',
      'N° 1234',
      'S.I.I. - CHILLÁN',
      'Comercial Ñandú del Sur Ltda.',
      'Pintura látex interior n.º 1',
      '2 UN x 18.990',
      '37.980',
      'IVA 19% 201.161',
      'TOTAL $ 1.259.900',
      'Timbre Electrónico SII',
      'www.sii.cl',
    ]) {
      expect(plain).toContain(said)
    }
  })

  test('a boleta of a thousand lines is whole, cut only where a page would pass the limit of the format', async () => {
    const detalle = Array.from({ length: 1000 }, (_, i) => linea(i + 1))
    const { paginas } = await readPdf(render(impreso(39, { detalle }), papel))
    const all = paginas.map((p) => p.texto).join(' ')
    for (const n of [1, 500, 1000]) expect(all).toContain(`n.º ${n} `)
    for (const { alto } of paginas) expect(alto).toBeLessThanOrEqual(14400)
    expect(paginas.map((p) => p.imagenes)).toEqual([...paginas.slice(1).map(() => 0), 1])
  })

  test('the cedible copy is a strip of its own with receipt and word; a boleta has none (pdf §3)', async () => {
    const factura = await readPdf(render(impreso(33), papel, { cedible: true, copias: 2 }))
    expect(factura.paginas.map((p) => p.texto.endsWith('CEDIBLE'))).toEqual([false, false, true])
    expect(factura.paginas[2]!.texto).toContain('Acuse de recibo')
    expect((await readPdf(render(impreso(39), papel, { cedible: true }))).paginas).toHaveLength(1)
  })

  test('a preview says that it has no timbre', async () => {
    const doc = impreso(39, { idDoc: { tipoDte: 39, folio: 0, fechaEmision: '2026-11-20' } }, { ted: null })
    const { paginas } = await readPdf(render(doc, papel, { marcaDeAgua: 'BORRADOR' }))
    expect(paginas[0]!.texto).toStartWith('BORRADOR')
    expect(paginas[0]!.texto).toEndWith('Vista previa sin timbre')
    expect(paginas[0]!.imagenes).toBe(0)
  })
})

test('one ink: nothing on a strip is red or grey', () => {
  for (const { textos, cajas, lineas } of compose(impreso(33), '80mm', true)) {
    const inks = [...textos.map((t) => t.color), ...cajas.map((c) => c.borde), ...lineas.map((l) => l.color)]
    expect(new Set(inks)).toEqual(new Set([0]))
  }
})

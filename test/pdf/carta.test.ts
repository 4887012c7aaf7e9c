import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { TIPOS } from '../../src/domain/dte/tipos'
import { composeCarta } from '../../src/pdf/carta/carta'
import { HOJA, LIMITE } from '../../src/pdf/carta/medidas'
import type { Impreso } from '../../src/pdf/impreso'
import type { Pagina } from '../../src/pdf/lienzo'
import { encodeTimbre } from '../../src/pdf/timbre'
import { amount, lineas, option, text } from './azar'
import { impreso, linea, TED_VECTOR } from './ejemplos'
import { box, expectSound } from './geometria'

const CM = 72 / 2.54

const compose = (doc: Impreso, cedible = false) =>
  composeCarta(doc, doc.ted === null ? null : encodeTimbre(doc.ted), { cedible })

const textOf = (pagina: Pagina): string => pagina.textos.map((t) => t.codes).join(' ')

describe('letter page', () => {
  test('a head of a table never stands at the foot of a page without a row below it', () => {
    const detalle = [linea(1, { descripcion: 'palabra '.repeat(60).trim() })]
    for (let refs = 0; refs < 24; refs++) {
      const referencias = Array.from({ length: refs }, (_, i) => ({
        linea: i + 1,
        tipoDocumento: '801',
        folio: 'OC',
        fecha: '2026-11-01',
      }))
      for (const page of compose(impreso(33, { detalle, referencias }), true)) {
        if (textOf(page).includes('Descripci')) expect(textOf(page)).toContain('palabra')
      }
    }
  })

  test('no text touches another nor leaves the page, however long names, amounts and notes are', () => {
    const tipos = fc.constantFrom(...TIPOS.map((t) => t.codigo))
    const extra = fc.record({
      observaciones: option(text(1000)),
      notas: option(fc.array(text(200), { maxLength: 6 })),
      datos: option(fc.array(fc.record({ etiqueta: text(30), valor: text(120) }), { maxLength: 5 })),
      leyenda: option(text(300)),
    })
    const parties = fc.record({
      razonSocial: text(100),
      giro: text(80),
      direccion: text(70),
      comuna: text(20),
    })
    const referencia = fc.record({
      folio: text(18),
      razon: option(text(90)),
      tipoDocumento: fc.constantFrom('33', '820', 'HES'),
    })
    const taxes = fc.array(fc.constantFrom('24', '26', '271', '33', '481'), { maxLength: 20 })
    fc.assert(
      fc.property(
        fc.record({ tipo: tipos, detalle: lineas(12), impresion: extra, emisor: parties, receptor: parties }),
        fc.record({
          refs: fc.array(referencia, { maxLength: 8 }),
          taxes,
          total: amount,
          cedible: fc.boolean(),
        }),
        ({ tipo, detalle, impresion, emisor, receptor }, { refs, taxes, total, cedible }) => {
          const base = impreso(tipo).dte
          const doc = impreso(
            tipo,
            {
              detalle,
              emisor: { ...base.emisor, ...emisor },
              receptor: { ...base.receptor, ...receptor },
              referencias: refs.map((r, i) => ({ linea: i + 1, fecha: '2026-11-01', ...r })),
              dscRcgGlobal: [
                { linea: 1, tipo: 'D', glosa: emisor.giro.slice(0, 45), tipoValor: '$', valor: total },
              ],
              totales: {
                montoNeto: total,
                tasaIva: '19',
                montoIva: total,
                impuestos: taxes.map((codigo) => ({ codigo, tasa: '31.5', monto: total })),
                montoTotal: total,
              },
            },
            { impresion, ambiente: 'simulacion' },
          )
          expectSound(compose(doc, cedible))
        },
      ),
      { numRuns: 150 },
    )
  })

  test('sixty lines take several pages; totals and timbre stand on the last alone (pdf §1.2)', () => {
    const detalle = Array.from({ length: 60 }, (_, i) =>
      linea(i + 1, { descripcion: i % 4 ? undefined : 'á'.repeat(300) }),
    )
    const paginas = compose(impreso(33, { detalle }))
    expect(paginas.length).toBeGreaterThan(2)
    expectSound(paginas)
    paginas.forEach((pagina, i) => {
      const last = i === paginas.length - 1
      expect(textOf(pagina)).toContain(`Página ${i + 1} de ${paginas.length}`)
      expect(textOf(pagina).includes('TOTAL')).toBe(last)
      expect(pagina.timbre !== null).toBe(last)
      expect(textOf(pagina)).toContain('R.U.T.: 76.543.210-3')
      expect(textOf(pagina)).toContain('Descripción')
    })
    for (let n = 1; n <= 60; n++) {
      const found = paginas.filter((p) => p.textos.some((t) => t.codes === `Pintura látex interior n.º ${n}`))
      expect(found, `line ${n}`).toHaveLength(1)
    }
    expect(paginas.at(-1)!.textos.some((t) => t.codes === 'Pintura látex interior n.º 60')).toBe(true)
  })

  test('any number of lines leaves the foot on one page with at least one line above it', () => {
    for (let count = 1; count <= 60; count++) {
      const paginas = compose(
        impreso(33, { detalle: Array.from({ length: count }, (_, i) => linea(i + 1)) }),
        true,
      )
      const last = textOf(paginas.at(-1)!)
      expect(last).toContain('TOTAL')
      expect(last).toContain('CEDIBLE')
      expect(last).toContain(`n.º ${count}`)
    }
  })

  test('a boleta of a thousand lines and a factura of forty references are laid out whole', () => {
    const detalle = Array.from({ length: 1000 }, (_, i) => linea(i + 1))
    expectSound(compose(impreso(39, { detalle })))
    const referencias = Array.from({ length: 40 }, (_, i) => ({
      linea: i + 1,
      tipoDocumento: '52',
      folio: String(9000 + i),
      fecha: '2026-11-01',
    }))
    const paginas = compose(impreso(33, { referencias }))
    expectSound(paginas)
    expect(paginas.map(textOf).join(' ')).toContain('9039')
  })

  test('the timbre stands 2 cm or more from the left edge, low on the page, with a quarter inch of silence (pdf §2.1)', () => {
    const largest = TED_VECTOR.replace('</RSR>', `${'x'.repeat(1034 - TED_VECTOR.length)}</RSR>`)
    for (const ted of [TED_VECTOR, largest]) {
      const [pagina] = compose(
        impreso(33, {}, { ted, impresion: { observaciones: 'Nota '.repeat(60) } }),
        true,
      )
      const { x, y, ancho, alto } = pagina!.timbre!
      expect(x).toBeGreaterThanOrEqual(2 * CM)
      expect(y).toBeGreaterThan(HOJA.alto / 2)
      expect(y + alto).toBeLessThan(LIMITE)
      const near = pagina!.textos.filter((t) => {
        const { left, right, top, bottom } = box(t)
        return left < x + ancho + 18 && right > x - 18 && top < y + alto + 17.9 && bottom > y - 17.9
      })
      expect(near.map((t) => t.codes)).toEqual([])
      const cajas = pagina!.cajas.filter((c) => c.x < x + ancho + 18 && c.y < y + alto && c.y + c.alto > y)
      expect(cajas).toEqual([])
    }
  })

  test('the red box measures within 1.5 × 5.5 and 4 × 8 cm, its line 0.5 to 1 mm, its name takes two lines at most', () => {
    for (const { codigo } of TIPOS) {
      const [pagina] = compose(impreso(codigo))
      const caja = pagina!.cajas[0]!
      expect(caja.ancho / CM).toBeGreaterThanOrEqual(5.5)
      expect(caja.ancho / CM).toBeLessThanOrEqual(8)
      expect(caja.alto / CM).toBeGreaterThanOrEqual(1.5)
      expect(caja.alto / CM).toBeLessThanOrEqual(4)
      expect((caja.grosor! / CM) * 10).toBeGreaterThanOrEqual(0.5)
      const inside = pagina!.textos.filter((t) => t.x > caja.x && t.y < caja.y + caja.alto && t.y > caja.y)
      expect(inside.length).toBeLessThanOrEqual(4)
      expect(inside.every((t) => t.cuerpo >= 10 && t.cara === 'negrita')).toBe(true)
    }
  })

  test('columns that no line fills are not printed', () => {
    const [bare] = compose(impreso(61, { detalle: [{ linea: 1, nombre: 'Corrige giro', monto: '0' }] }))
    for (const titulo of ['Código', 'Cantidad', 'Unidad', 'Precio', 'Descuento']) {
      expect(bare!.textos.map((t) => t.codes)).not.toContain(titulo)
    }
    const [full] = compose(impreso(33, { detalle: [linea(1, { recargoMonto: '5', descuentoMonto: '3' })] }))
    expect(full!.textos.map((t) => t.codes)).toContain('Dscto. / rec.')
  })
})

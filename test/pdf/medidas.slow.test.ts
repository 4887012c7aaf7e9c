// The paper under a ruler (pdf §1.2 to §5): every measure is read back from the bytes of the PDF.
import { beforeAll, describe, expect, test } from 'bun:test'
import { SOLICITUDES } from '../../src/domain/dte/ejemplos/solicitudes'
import { readDocumento } from '../../src/domain/dte/solicitud'
import { TIPOS, type TipoDte } from '../../src/domain/dte/tipos'
import type { Formato, Impreso } from '../../src/pdf/impreso'
import { type Logo, prepareLogo } from '../../src/pdf/plantilla/logo'
import { createPlantilla } from '../../src/pdf/plantilla/read-config'
import { renderPdf } from '../../src/pdf/render'
import { dte, ESPECIALES, impreso, impresoDe, linea, TED_VECTOR } from './ejemplos'
import { readPdf417 } from './leer-codigo'
import { printTimbre } from './leer-pdf'
import { measurePdf, meets, type PaginaMedida } from './medir-pdf'

const HOY = '2026-11-20'

/** The example of a type, as issued by its request: what `timbre demo` prints. */
function ejemplo(tipo: TipoDte, extra: Partial<Impreso> = {}): Impreso {
  const emisor = {
    ...dte(33).emisor,
    telefono: ['+56 71 222 0000'],
    email: 'ventas@piduco.example',
  }
  const { documento, faults } = readDocumento(
    SOLICITUDES[tipo]({ 33: 1, 110: 1 }, HOY),
    emisor,
    HOY,
    '10:00:00',
  )
  if (!documento) throw new Error(JSON.stringify(faults))
  const { idDoc } = documento.dte
  return {
    ...impresoDe(tipo),
    dte: { ...documento.dte, idDoc: { ...idDoc, folio: 9_999_999_999 } },
    impresion: documento.impresion,
    ...extra,
  }
}

const tedOf = (length: number): string =>
  length < TED_VECTOR.length
    ? TED_VECTOR.slice(0, length)
    : TED_VECTOR.replace('</RSR>', `${'&amp;Ñ'.repeat(99).slice(0, length - TED_VECTOR.length)}</RSR>`)

/** The papers that a type can have. */
const papelesDe = (tipo: TipoDte): Formato[] =>
  esBoleta(tipo) ? ['carta', '80mm', '57mm'] : ['carta', '80mm']
const esBoleta = (tipo: TipoDte): boolean => tipo === 39 || tipo === 41
const CEDIBLES = [33, 34, 43, 46, 52]

let logo: Logo
beforeAll(async () => {
  const raw = new Uint8Array(54 + 300 * 300 * 3)
  const bmp = Buffer.from(raw.buffer)
  bmp.write('BM', 'latin1')
  bmp.writeUInt32LE(bmp.length, 2)
  bmp.writeUInt32LE(54, 10)
  bmp.writeUInt32LE(40, 14)
  bmp.writeInt32LE(300, 18)
  bmp.writeInt32LE(300, 22)
  bmp.writeUInt16LE(1, 26)
  bmp.writeUInt16LE(24, 28)
  logo = (await prepareLogo(await new Bun.Image(bmp).png().buffer())).logo
})

const CONFIG = {
  colores: { acento: '#0a4d8c' },
  columnas: { linea: true },
  textos: { encabezado: 'Despachos a regiones', nota: 'Cambios hasta 10 días.', leyenda: 'x'.repeat(200) },
  logo: { alto_mm: 30 },
}

const said = (pagina: PaginaMedida): string => pagina.textos.map((t) => t.texto).join(' ')
const find = (pagina: PaginaMedida, start: string) => pagina.textos.find((t) => t.texto.startsWith(start))!
const timbreOf = (pagina: PaginaMedida) => pagina.imagenes.find((i) => i.nombre === '/T')!

/** The measures that every page owes the manual. */
function expectLawful(pagina: PaginaMedida, tipo: TipoDte, formato: Formato): void {
  // Free border of 0.5 cm (MM 1.1.2). A mark may run across.
  for (const zona of [...pagina.textos.filter((t) => !t.girado), ...pagina.cajas, ...pagina.imagenes]) {
    expect(zona.x).toBeGreaterThanOrEqual(4.99)
    expect(zona.y).toBeGreaterThanOrEqual(4.99)
    expect(pagina.ancho - zona.x - zona.ancho).toBeGreaterThanOrEqual(4.99)
    expect(pagina.alto - zona.y - zona.alto).toBeGreaterThanOrEqual(4.99)
  }
  // The box (MM 1.1.4), on paper that has room for it.
  const caja = pagina.cajas.find((c) => c.grosor !== null && c.relleno === null)!
  expect(caja.grosor!).toBeWithin(0.5, 1.0001)
  expect(caja.alto).toBeWithin(15, 40.0001)
  if (formato !== '57mm') expect(caja.ancho).toBeWithin(55, 80.0001)
  const dentro = pagina.textos.filter((t) => !t.girado && meets(t, caja))
  expect(dentro.length).toBeWithin(3, 5)
  for (const { texto, cuerpo, fuente } of dentro) {
    expect(texto).toBe(
      texto.replace(/[a-zñáéíóú](?!\.)/g, (c) => (texto.startsWith('N') ? c : c.toUpperCase())),
    )
    expect(cuerpo).toBeGreaterThanOrEqual(10)
    expect(fuente).toContain('SemiBold')
  }
  const [r, g = r, b = r] = caja.tinta as [number, number?, number?]
  expect((r < 0.2 && g < 0.2 && b < 0.2) || (r > 0.6 && g < 0.3 && b < 0.3), 'red or black').toBe(true)
  const unidad = find(pagina, 'S.I.I. - ')
  expect(unidad.y).toBeGreaterThan(caja.y + caja.alto)
  expect(unidad.y - caja.y - caja.alto).toBeLessThan(6)
  expect(unidad.x + unidad.ancho / 2).toBeCloseTo(caja.x + caja.ancho / 2, 0)
  if (formato === 'carta') expect(caja.x).toBeGreaterThan(pagina.ancho / 2)
  // The logo (MM 1.1.3).
  const marca = pagina.imagenes.find((i) => i.nombre === '/L')
  if (marca) {
    expect(marca.ancho * marca.alto).toBeLessThanOrEqual((pagina.ancho * pagina.alto) / 5)
    expect(marca.x + marca.ancho / 2).toBeLessThan(pagina.ancho / 2)
    expect(marca.y + marca.alto / 2).toBeLessThan(pagina.alto / 2)
  }
  const timbre = timbreOf(pagina)
  if (timbre) expectTimbre(pagina, tipo, formato)
}

/** The timbre and its legend (MM 1.5, IT A.2.5; R74 for boletas). */
function expectTimbre(pagina: PaginaMedida, tipo: TipoDte, formato: Formato): void {
  const timbre = timbreOf(pagina)
  const [largo, grueso] = timbre.girada ? [timbre.alto, timbre.ancho] : [timbre.ancho, timbre.alto]
  if (formato === '57mm') {
    expect(esBoleta(tipo)).toBe(true)
    expect(largo).toBeGreaterThanOrEqual(45)
  } else {
    expect(largo).toBeWithin(50, 90.0001)
    expect(grueso).toBeLessThanOrEqual(40)
    expect(timbre.x).toBeGreaterThanOrEqual(20)
  }
  expect(grueso).toBeGreaterThanOrEqual(20)
  // 2 dots at 300 dpi, what pdf §2.1 takes for 6.7 mils; rows of three modules.
  expect(timbre.modulo).toBeGreaterThanOrEqual(0.1693)
  expect(grueso / timbre.filas / timbre.modulo).toBeCloseTo(3, 2)
  // Lower part of the page, a quarter inch of silence on every side, the edge of the paper included.
  expect(timbre.y + timbre.alto / 2).toBeGreaterThan(pagina.alto / 2)
  const near = [...pagina.textos.filter((t) => !t.girado), ...pagina.cajas.filter((c) => c.grosor !== null)]
  expect(near.filter((zona) => meets(timbre, zona, 6.34))).toEqual([])
  for (const { x1, x2, y1, y2 } of pagina.lineas) {
    expect(meets(timbre, { x: x1, y: y1, ancho: x2 - x1, alto: y2 - y1 }, 6.34)).toBe(false)
  }
  expect(pagina.ancho - timbre.x - timbre.ancho).toBeGreaterThanOrEqual(6.34)
  // The legend directly below, centred on the symbol.
  const lines = pagina.textos.filter((t) => !t.girado && t.y > timbre.y + timbre.alto)
  const legend = ['Timbre Electrónico SII', 'Res. 80 de 2014', 'Verifique documento: www.sii.cl']
  const below = lines.filter((t) => legend.some((words) => t.texto.includes(words)))
  expect([
    'Timbre Electrónico SII|Res. 80 de 2014 - Verifique documento: www.sii.cl',
    'Timbre Electrónico SII|Res. 80 de 2014|Verifique documento: www.sii.cl',
  ]).toContain(below.map((t) => t.texto).join('|'))
  below.forEach((t, i) => {
    expect(t.cuerpo).toBeGreaterThanOrEqual(6)
    expect(t.x + t.ancho / 2).toBeCloseTo(timbre.x + timbre.ancho / 2, 1)
    expect(t.y - timbre.y - timbre.alto).toBeLessThan(8 + i * 5)
  })
}

describe.each(TIPOS.map((t) => t.codigo))('type %d under a ruler', (tipo) => {
  test.each(papelesDe(tipo))(
    'on %s: border, box, SII unit, timbre and legend are as the manual wants',
    async (formato) => {
      for (const ted of [tedOf(700), TED_VECTOR, tedOf(1000)]) {
        for (const conPlantilla of [false, true]) {
          const plantilla = createPlantilla(conPlantilla ? CONFIG : {}, conPlantilla ? logo : null)
          const doc = ejemplo(tipo, { ted, plantilla })
          const paginas = await measurePdf(renderPdf(doc, { formato, cedible: true }))
          const copias = CEDIBLES.includes(tipo) ? 2 : 1
          expect(paginas).toHaveLength(copias)
          for (const pagina of paginas) expectLawful(pagina, tipo, formato)
          expect(said(paginas[0]!)).not.toMatch(/CEDIBLE|Acuse de recibo|[Rr]ecib[ií] conforme/)
          for (const pagina of paginas.slice(1)) expectCedible(pagina, tipo, formato)
        }
      }
    },
  )
})

/** The receipt before the timbre, the word at the lower right, below everything else (MM 1.1.7, 1.4). */
function expectCedible(pagina: PaginaMedida, tipo: TipoDte, formato: Formato): void {
  const palabra = find(pagina, 'CEDIBLE')
  expect(palabra.texto).toBe(tipo === 52 ? 'CEDIBLE CON SU FACTURA' : 'CEDIBLE')
  expect(palabra.x + palabra.ancho).toBeGreaterThan(pagina.ancho - 20)
  const [acuse, timbre] = [find(pagina, 'Acuse de recibo'), timbreOf(pagina)]
  const total = find(pagina, 'TOTAL')
  expect(acuse.y).toBeGreaterThan(total.y)
  for (const campo of ['Nombre', 'R.U.T.', 'Fecha', 'Recinto', 'Firma']) {
    expect(pagina.textos.some((t) => t.texto === campo && t.y > acuse.y)).toBe(true)
  }
  if (formato === 'carta') {
    expect(acuse.x).toBeGreaterThan(timbre.x + timbre.ancho)
    expect(palabra.y).toBeGreaterThan(acuse.y)
  } else {
    const firma = find(pagina, 'Firma')
    expect(firma.y + firma.alto).toBeLessThan(timbre.y)
    expect(palabra.y).toBe(Math.max(...pagina.textos.map((t) => t.y)))
  }
}

test.each([
  ['80mm', 33],
  ['57mm', 39],
] as const)(
  'on %s the order is the manual’s: box, unit, issuer, receptor, date, references, detail, totals, timbre',
  async (formato, tipo) => {
    const referencias = [{ linea: 1, tipoDocumento: '801', folio: 'OC-77', fecha: '2026-11-01' }]
    const doc = impreso(tipo, { referencias, detalle: [linea(1, { nombre: 'Ladrillo' })] })
    const [pagina] = (await measurePdf(renderPdf(doc, { formato, cedible: false }))) as [PaginaMedida]
    const marks = [
      'BOLETA|FACTURA',
      'S.I.I. - ',
      'Comercial',
      'Señor',
      'Fecha de emisi',
      'Referencias',
      'Ladrillo',
      'TOTAL',
    ]
    const ys = marks.map((start) => pagina.textos.find((t) => new RegExp(`^(${start})`).test(t.texto))!.y)
    expect(ys).toEqual(ys.toSorted((a, b) => a - b))
    expect(timbreOf(pagina).y).toBeGreaterThan(ys.at(-1)!)
  },
)

test('TEDs from 700 to 1029 bytes keep both limits on 80 mm, and are read at 300 dpi; the last five exist in 16 columns alone', async () => {
  for (const length of [700, 808, 1029, 1034]) {
    const ted = tedOf(length)
    const bytes = renderPdf(impreso(33, {}, { ted }), { formato: '80mm', cedible: false })
    const [pagina] = (await measurePdf(bytes)) as [PaginaMedida]
    const { x, ancho, alto } = timbreOf(pagina)
    expect(ancho).toBeWithin(50, 90)
    expect(alto).toBeWithin(20, 40)
    expect(pagina.ancho - x - ancho).toBeGreaterThanOrEqual(4.99)
    if (length < 1030) expect(x).toBeGreaterThanOrEqual(20)
    const [read] = await readPdf417(await printTimbre(bytes, 300))
    expect(read?.toString('latin1'), `${length} bytes`).toBe(ted)
  }
})

test('a liquidación of eight lines and two commissions fits one letter page, the cedible copy too', async () => {
  const detalle = Array.from({ length: 8 }, (_, i) => ({
    linea: i + 1,
    tipoDocLiq: i % 3 === 1 ? '34' : '33',
    nombre: `Ventas del local ${i + 1}, segunda quincena de noviembre`,
    monto: '100000',
    ...(i % 3 === 1 && { exento: 1 as const }),
  }))
  const referencias = [
    { linea: 1, tipoDocumento: '801', folio: 'OC-77', fecha: '2026-11-01', razon: 'Mandato' },
  ]
  for (const ted of [TED_VECTOR, tedOf(1000)]) {
    const doc = impresoDe(43, { detalle, referencias }, { ted })
    const paginas = await measurePdf(renderPdf(doc, { formato: 'carta', cedible: true }))
    expect(paginas).toHaveLength(2)
    for (const pagina of paginas) {
      for (const { texto } of [detalle[0]!, detalle[7]!].map(({ nombre }) => find(pagina, nombre))) {
        expect(texto).toContain('local')
      }
      expect(said(pagina)).toContain('Comisión por ventas en sala')
      expectLawful(pagina, 43, 'carta')
    }
  }
})

describe('a document that fills the page of its original fits one page as a cedible copy too (pdf §5: one page a document)', () => {
  /** Two pages, the original and the copy, each by the manual and with every text at 6 points or more. */
  async function expectOnePageEach(doc: Impreso, words: string[]): Promise<void> {
    const { tipoDte } = doc.dte.idDoc
    const paginas = await measurePdf(renderPdf(doc, { formato: 'carta', cedible: true }))
    expect(paginas).toHaveLength(2)
    for (const pagina of paginas) {
      for (const word of words) expect(said(pagina)).toContain(word)
      expectLawful(pagina, tipoDte, 'carta')
      for (const { cuerpo } of pagina.textos) expect(cuerpo).toBeGreaterThanOrEqual(6)
      for (const [i, one] of pagina.textos.entries()) {
        const over = pagina.textos.slice(i + 1).filter((other) => isOver(one, other))
        expect(over.map(({ texto }) => [one.texto, texto])).toEqual([])
      }
    }
    expectCedible(paginas[1]!, tipoDte, 'carta')
    // A hand needs 5 mm from one line of the receipt to the next.
    const [rut, recinto] = ['R.U.T.', 'Recinto'].map(
      (campo) => paginas[1]!.textos.findLast((t) => t.texto === campo)!,
    )
    expect(recinto!.y - rut!.y).toBeGreaterThanOrEqual(5)
  }

  /** Whether a text is printed into another: their lines are less than eight tenths of a letter apart. */
  const isOver = (a: PaginaMedida['textos'][number], b: PaginaMedida['textos'][number]): boolean => {
    const apart = (Math.abs(a.y + a.alto - b.y - b.alto) * 72) / 25.4
    return a.x < b.x + b.ancho && b.x < a.x + a.ancho && apart < Math.min(a.cuerpo, b.cuerpo) * 0.8
  }

  const teds: [string, string][] = [
    ['an ordinary', TED_VECTOR],
    ['a long', tedOf(1000)],
  ]

  test.each(teds)(
    'a liquidación of eight described lines and two commissions, with %s TED',
    async (_, ted) => {
      const detalle = Array.from({ length: 8 }, (_, i) => ({
        linea: i + 1,
        tipoDocLiq: '33',
        nombre: `Ventas del local ${i + 1}`,
        descripcion: 'Abarrotes',
        monto: '100000',
      }))
      const words = ['Ventas del local 1', 'Ventas del local 8', 'Abarrotes', 'Comisión por ventas en sala']
      await expectOnePageEach(impresoDe(43, { detalle }, { ted }), words)
    },
  )

  test.each(teds)(
    'invoices and guides with many optional fields and full transport, with %s TED',
    async (_, ted) => {
      for (const tipo of [33, 52] as const) {
        const { idDoc, emisor, receptor } = dte(tipo)
        const doc = impresoDe(
          tipo,
          {
            idDoc: {
              ...idDoc,
              ...(tipo === 52 && { indTraslado: 1 }),
              tipoDespacho: 2,
              fechaVencimiento: '2026-12-20',
              formaPago: 2,
              medioPago: 'CH',
              terminoPagoGlosa: '50 % a 15 días, 50 % a 30 días',
              periodoDesde: '2026-11-01',
              periodoHasta: '2026-11-30',
            },
            emisor: { ...emisor, vendedor: 'Marta Soto' },
            receptor: { ...receptor, contacto: 'Sofía Reyes, +56 9 8765 4321' },
            rutMandante: '22222222-2',
            rutSolicita: '15432198-5',
            transporte: ESPECIALES[52].transporte,
            totales: {
              montoNeto: '1058739',
              montoExento: '25000',
              tasaIva: '19',
              montoIva: '201161',
              impuestos: [
                { codigo: '24', tasa: '31.5', monto: '31500' },
                { codigo: '25', tasa: '20.5', monto: '20500' },
                { codigo: '271', tasa: '18', monto: '18000' },
              ],
              montoTotal: '1354900',
            },
            detalle: [1, 2].map((n) =>
              linea(n, {
                codigo: [{ tipo: 'INT', valor: `PIN-00${n}` }],
                descripcion: 'Tineta de cuatro litros, blanco invierno',
                descuentoPct: '10',
                descuentoMonto: '4220',
              }),
            ),
            dscRcgGlobal: [{ linea: 1, tipo: 'D', glosa: 'Convenio', tipoValor: '%', valor: '5' }],
            referencias: Array.from({ length: 6 }, (_, i) => ({
              linea: i + 1,
              tipoDocumento: 'HES',
              folio: `550${i}`,
              fecha: '2026-11-02',
            })),
          },
          { ted, impresion: { observaciones: 'Descargar en el patio norte.' } },
        )
        await expectOnePageEach(doc, [
          'Ruta 5 km 402',
          'Luis Núñez',
          'PIN-002',
          'Descargar en el patio norte.',
        ])
      }
    },
  )
})

test('only simulation’s paper and previews say that they are worth nothing; certification’s is that of production', async () => {
  for (const formato of ['carta', '80mm'] as const) {
    const print = async (ambiente: Impreso['ambiente'], ted: string | null = TED_VECTOR) =>
      said((await measurePdf(renderPdf(impreso(33, {}, { ambiente, ted }), { formato, cedible: false })))[0]!)
    expect(await print('certificacion')).toBe(await print('produccion'))
    expect(await print('certificacion')).not.toContain('SIN VAL')
    expect(await print('simulacion')).toContain('SIN VALIDEZ')
    expect(await print('certificacion', null)).toContain('SIN VALOR TRIBUTARIO')
  }
})

describe('a document without effect', () => {
  const marca = { palabra: 'ANULADO', texto: 'ANULADO por la Nota de crédito electrónica N° 5' }

  test.each(['carta', '80mm', '57mm'] as const)(
    'on %s bears the word across every copy and why at its head',
    async (formato) => {
      const doc = impreso(39, {}, { marca })
      const paginas = await measurePdf(renderPdf(doc, { formato, cedible: false, copias: 2 }))
      expect(paginas).toHaveLength(2)
      for (const pagina of paginas) {
        const words = pagina.textos.filter((t) => t.texto === 'ANULADO')
        expect(words.length).toBeGreaterThan(0)
        for (const word of words) {
          expect(word.girado).toBe(true)
          expect(word.ancho).toBeGreaterThan(pagina.ancho / 2)
        }
        const why = pagina.textos.filter((t) => !t.girado && marca.texto.startsWith(t.texto.slice(0, 20)))
        expect(why[0]!.y).toBeLessThan(find(pagina, 'R.U.T.:').y)
        expectLawful(pagina, 39, formato)
      }
    },
  )

  test.each(['carta', '80mm', '57mm'] as const)(
    'on %s keeps a timbre that can be read: the mark leaves it alone',
    async (formato) => {
      for (const ted of [TED_VECTOR, tedOf(1000)]) {
        const bytes = renderPdf(impreso(39, {}, { marca, ted }), { formato, cedible: false })
        const [pagina] = (await measurePdf(bytes)) as [PaginaMedida]
        const near = pagina.textos.filter((t) => t.girado && meets(timbreOf(pagina), t, 6.3))
        expect(near).toEqual([])
      }
    },
  )
})

test('a copy of what has no cedible one is printed all the same when that alone is asked for (http §11)', async () => {
  const paginas = await measurePdf(renderPdf(impreso(39), { formato: '80mm', cedible: true, copias: 0 }))
  expect(paginas).toHaveLength(1)
})

test('a boleta that names its buyer prints name, RUT and means of payment (domain/dte §3.2)', async () => {
  const { idDoc, receptor } = dte(39)
  const doc = impreso(39, { idDoc: { ...idDoc, medioPago: 2 }, receptor: { ...receptor } })
  for (const formato of ['carta', '80mm', '57mm'] as const) {
    const text = said((await measurePdf(renderPdf(doc, { formato, cedible: false })))[0]!)
    for (const words of ['Inmobiliaria Peñalolén', '22.222.222-2', 'Pago electrónico']) {
      expect(text).toContain(words)
    }
  }
})

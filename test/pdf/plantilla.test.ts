// Templates (contract §22): declarative, validated, and unable to change what the law prints (formato-dte.md §6.1).
import { describe, expect, test } from 'bun:test'
import { deflateSync, inflateSync } from 'node:zlib'
import { PDFDocument } from 'pdf-lib'
import type { Fault } from '../../src/domain/errors'
import { AppError } from '../../src/domain/errors'
import { composeCarta } from '../../src/pdf/carta/carta'
import { HOJA } from '../../src/pdf/carta/medidas'
import type { Formato, Impreso } from '../../src/pdf/impreso'
import { readPlantilla } from '../../src/pdf/plantilla/leer'
import { prepareLogo } from '../../src/pdf/plantilla/logo'
import { PLANTILLA_NORMAL } from '../../src/pdf/plantilla/plantilla'
import { renderPdf } from '../../src/pdf/render'
import { composeRollo } from '../../src/pdf/rollo/rollo'
import { encodeTimbre, encodeTimbreRollo } from '../../src/pdf/timbre'
import { impreso, impresoDe, linea, TED_VECTOR } from './ejemplos'
import { expectSound } from './geometria'
import { readPdf } from './leer-pdf'

function faultsOf(config: unknown): Fault[] {
  try {
    readPlantilla(config)
  } catch (error) {
    if (error instanceof AppError && error.code === 'VALIDATION_ERROR') return error.detalles as Fault[]
    throw error
  }
  return []
}

/** A PNG of given rows of bytes, each with another of the five filters. */
function png(
  ancho: number,
  alto: number,
  bits: number,
  clase: number,
  rows: number[][],
  extra: Record<string, number[]> = {},
  datos?: number[],
) {
  const chunk = (tipo: string, datos: Uint8Array) => {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(datos.length, 0)
    head.write(tipo, 4, 'latin1')
    return Buffer.concat([head, datos, Buffer.alloc(4)])
  }
  const ihdr = Buffer.alloc(13)
  ihdr.writeUInt32BE(ancho, 0)
  ihdr.writeUInt32BE(alto, 4)
  ihdr.set([bits, clase], 8)
  const paso = Math.max(1, (bits * [1, 0, 3, 1, 2, 0, 4][clase]!) >> 3)
  const filtered = rows.map((row, y) => {
    const above = rows[y - 1] ?? row.map(() => 0)
    const filtro = y % 5
    return [
      filtro,
      ...row.map((value, i) => {
        const [a, b, c] = [row[i - paso] ?? 0, above[i]!, i >= paso ? above[i - paso]! : 0]
        const p = a + b - c
        const paeth = [a, b, c].reduce((best, v) => (Math.abs(p - v) < Math.abs(p - best) ? v : best), a)
        return (value - [0, a, b, Math.floor((a + b) / 2), paeth][filtro]!) & 0xff
      }),
    ]
  })
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', ihdr),
    ...Object.entries(extra).map(([tipo, datos]) => chunk(tipo, Uint8Array.from(datos))),
    chunk('IDAT', deflateSync(Uint8Array.from(datos ?? filtered.flat()))),
    chunk('IEND', new Uint8Array()),
  ])
}

const rgbOf = (archivo: Uint8Array) => [...inflateSync(prepareLogo(archivo).datos)]

const jpeg = (ancho: number, alto: number, canales = 3, sof = 0xc0) =>
  Buffer.from([
    ...[0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, sof, 0, 8 + canales * 3, 8],
    ...[alto >> 8, alto & 255, ancho >> 8, ancho & 255, canales],
    ...Array.from({ length: canales * 3 }, () => 1),
    ...[0xff, 0xda, 0, 2, 0xff, 0xd9],
  ])

const cuadro = () =>
  png(
    40,
    20,
    8,
    2,
    Array.from({ length: 20 }, () => Array.from({ length: 120 }, () => 90)),
  )

describe('reading a template', () => {
  test('nothing chosen is the ordinary paper', () => {
    expect(readPlantilla({})).toEqual(PLANTILLA_NORMAL)
  })

  test.each([
    [{ colores: { recuadro: 'verde' } }, 'config.colores.recuadro', 'valor'],
    [{ colores: { acento: 'azul' } }, 'config.colores.acento', 'color'],
    [{ colores: { acento: '#ffff00' } }, 'config.colores.acento', 'contraste'],
    [{ columnas: { valor: false } }, 'config.columnas.valor', 'desconocido'],
    [{ mostrar: { iva: false } }, 'config.mostrar.iva', 'desconocido'],
    [{ columnas: { codigo: 'no' } }, 'config.columnas.codigo', 'tipo'],
    [{ textos: { leyenda: 'x'.repeat(201) } }, 'config.textos.leyenda', 'largo_max'],
    [{ textos: { nota: 'Copia cedible' } }, 'config.textos.nota', 'reservado'],
    [{ textos: { encabezado: 'S.I.I. - SANTIAGO' } }, 'config.textos.encabezado', 'reservado'],
    [
      { filas: [{ dato: 'x', etiqueta: 'R.U.T.', lugar: 'receptor' }] },
      'config.filas[0].etiqueta',
      'reservado',
    ],
    [{ filas: [{ dato: 'Total', lugar: 'documento' }] }, 'config.filas[0].dato', 'reservado'],
    [{ filas: [{ dato: 'x', lugar: 'recuadro' }] }, 'config.filas[0].lugar', 'valor'],
    [{ logo: { alto_mm: 80 } }, 'config.logo.alto_mm', 'maximo'],
    [{ html: '<b>' }, 'config.html', 'desconocido'],
    ['<script>', 'config', 'tipo'],
  ])('%j is refused at %s', (config, campo, regla) => {
    expect(faultsOf(config)).toMatchObject([{ campo, regla }])
  })

  test('every fault is told at once', () => {
    expect(faultsOf({ colores: { recuadro: 'x', acento: 1 }, columnas: 3 })).toHaveLength(3)
  })
})

describe('logo', () => {
  test('PNG of every kind and filter becomes colours on white', () => {
    const gris = [0, 51, 102, 153, 204, 255]
    const rows = Array.from({ length: 6 }, (_, y) => gris.map((g) => (g + y * 10) % 256))
    const spread = rows.flat().flatMap((g) => [g, g, g])
    expect(rgbOf(png(6, 6, 8, 0, rows))).toEqual(spread)
    expect(
      rgbOf(
        png(
          6,
          6,
          8,
          2,
          rows.map((r) => r.flatMap((g) => [g, 255 - g, 7])),
        ),
      ),
    ).toEqual(rows.flat().flatMap((g) => [g, 255 - g, 7]))
    expect(
      rgbOf(
        png(
          6,
          6,
          16,
          0,
          rows.map((r) => r.flatMap((g) => [g, 99])),
        ),
      ),
    ).toEqual(spread)
    // Half transparent black on white is grey; wholly transparent is white.
    expect(rgbOf(png(2, 1, 8, 6, [[0, 0, 0, 128, 9, 9, 9, 0]]))).toEqual([127, 127, 127, 255, 255, 255])
    expect(rgbOf(png(2, 1, 8, 4, [[0, 255, 80, 0]]))).toEqual([0, 0, 0, 255, 255, 255])
    const paleta = { PLTE: [200, 10, 20, 1, 2, 3], tRNS: [0] }
    expect(rgbOf(png(3, 1, 1, 3, [[0b01000000]], paleta))).toEqual([255, 255, 255, 1, 2, 3, 255, 255, 255])
    expect(rgbOf(png(2, 1, 8, 0, [[7, 8]], { tRNS: [0, 7] }))).toEqual([255, 255, 255, 8, 8, 8])
  })

  test('an interlaced PNG (Adam7) is put together from its seven passes', () => {
    const [ancho, alto] = [11, 9]
    const gris = (x: number, y: number) => (x * 20 + y * 3) % 256
    const passes = ['0088', '4088', '0448', '2044', '0224', '1022', '0112']
    const datos = passes.flatMap((p) => {
      const [x0, y0, dx, dy] = [...p].map(Number) as [number, number, number, number]
      const rows: number[] = []
      for (let y = y0; y < alto; y += dy) {
        const row: number[] = []
        for (let x = x0; x < ancho; x += dx) row.push(gris(x, y))
        // Filter `Sub` within each pass.
        if (row.length > 0) rows.push(1, ...row.map((v, i) => (v - (row[i - 1] ?? 0)) & 0xff))
      }
      return rows
    })
    const archivo = png(ancho, alto, 8, 0, [], {}, datos)
    archivo[28] = 1
    const want = Array.from({ length: ancho * alto }, (_, i) => gris(i % ancho, Math.floor(i / ancho)))
    expect(rgbOf(archivo)).toEqual(want.flatMap((g) => [g, g, g]))
  })

  test('a large one is made small once, by averages', () => {
    const rows = Array.from({ length: 4 }, () => Array.from({ length: 1200 }, (_, x) => (x % 2 ? 100 : 200)))
    const logo = prepareLogo(png(1200, 4, 8, 0, rows))
    expect([logo.ancho, logo.alto]).toEqual([600, 2])
    expect(new Set(inflateSync(logo.datos))).toEqual(new Set([150]))
  })

  test('JPEG of one, three or four colours passes as it is', () => {
    for (const [canales, espacio] of [
      [1, 'DeviceGray'],
      [3, 'DeviceRGB'],
      [4, 'DeviceCMYK'],
    ] as const) {
      const archivo = jpeg(300, 100, canales, 0xc2)
      const logo = prepareLogo(archivo)
      expect(logo).toMatchObject({ ancho: 300, alto: 100 })
      expect(logo.dict).toContain(`/ColorSpace/${espacio}/Filter/DCTDecode`)
      expect(Buffer.compare(Buffer.from(logo.datos), archivo)).toBe(0)
    }
  })

  const bomba = png(4, 4, 8, 0, [[1, 2, 3, 4]])
  const gigante = png(60000, 60000, 8, 2, [[0]])
  test.each([
    ['a GIF', Buffer.from('GIF89a'), 'debe ser una imagen PNG o JPEG'],
    ['an SVG', Buffer.from('<svg onload="x()"/>'), 'debe ser una imagen PNG o JPEG'],
    ['nothing', Buffer.alloc(0), 'debe ser una imagen PNG o JPEG'],
    ['a PNG of fewer rows than it says', bomba, 'dañado'],
    ['a PNG that would swell to gigabytes', gigante, '4 millones de píxeles'],
    ['a PNG cut short', cuadro().subarray(0, 60), 'dañado'],
    ['a PNG whose transparent colour is cut short', png(1, 1, 8, 2, [[1, 2, 3]], { tRNS: [0] }), 'dañado'],
    ['a JPEG cut short', jpeg(10, 10).subarray(0, 20), 'dañado'],
    ['a lossless JPEG', jpeg(10, 10, 3, 0xc3), 'dañado'],
    ['a JPEG too large', jpeg(60000, 60000), '4 millones'],
  ])('%s is refused', (_, archivo, message) => {
    expect(() => prepareLogo(archivo)).toThrow(message)
  })

  test('more than 1 MiB is refused', () => {
    expect(() => prepareLogo(new Uint8Array(1024 * 1024 + 1))).toThrow('1 MiB')
  })
})

describe('a document with a template', () => {
  const logo = prepareLogo(cuadro())
  const config = {
    colores: { recuadro: 'negro', acento: '#0a4d8c' },
    columnas: { linea: true, codigo: false },
    mostrar: { telefono: false, email: false, sitio_web: false, contacto: false, ciudad: false },
    textos: {
      encabezado: 'Desde 1974',
      nota: 'Cambios hasta 10 días',
      leyenda: 'Gracias por su preferencia',
    },
    filas: [{ dato: 'Orden interna', etiqueta: 'OT', lugar: 'documento' }],
    logo: { posicion: 'arriba', alto_mm: 30 },
  }
  const impresion = { datos: [{ etiqueta: 'Orden interna', valor: 'OT-0091' }] }
  const conPlantilla = (doc: Impreso): Impreso => ({
    ...doc,
    plantilla: readPlantilla(config, logo),
    impresion,
  })

  test.each(['carta', '80mm', '57mm'] as Formato[])(
    'keeps on %s all that the law prints, of every type',
    async (formato) => {
      for (const tipo of [33, 34, 39, 41, 43, 46, 52, 56, 61, 110] as const) {
        const plain = impresoDe(tipo, { detalle: [linea(1), linea(2)] })
        const said = (doc: Impreso) =>
          readPdf(renderPdf(doc, { formato, cedible: true })).then((r) =>
            r.paginas.map((p) => p.texto).join(' '),
          )
        const after = new Set((await said(conPlantilla(plain))).split(' '))
        const hidden = new Set([
          'Tel.',
          '+56',
          '42',
          '221',
          '0000',
          '·',
          'Ciudad',
          'Ciudad:',
          'Santiago',
          'Philadelphia',
        ])
        const missing = (await said(plain))
          .split(' ')
          .filter((word) => !after.has(word) && !hidden.has(word) && !word.includes('nandu.example'))
        expect([tipo, missing]).toEqual([tipo, []])
      }
    },
  )

  test('prints what it adds and hides what it may', async () => {
    const detalle = [linea(1, { codigo: [{ tipo: 'INT1', valor: 'COD-77' }] })]
    for (const formato of ['carta', '80mm', '57mm'] as const) {
      const bytes = renderPdf(conPlantilla(impreso(33, { detalle })), { formato, cedible: false })
      const { texto } = (await readPdf(bytes)).paginas[0]!
      for (const text of ['Desde 1974', 'Cambios hasta 10 días', 'Gracias por su preferencia', 'OT-0091']) {
        expect(texto).toContain(text)
      }
      for (const text of ['COD-77', 'nandu.example', 'Orden interna']) expect(texto).not.toContain(text)
    }
  })

  test('the box is black or red whatever the accent, and the logo takes less than a fifth of the page (§6.1)', () => {
    const doc = conPlantilla(impreso(33))
    const paginas = [
      ...composeCarta(doc, encodeTimbre(TED_VECTOR), { cedible: false }),
      ...composeRollo('80mm', doc, encodeTimbreRollo(TED_VECTOR, 576), { cedible: false }),
      ...composeRollo('57mm', doc, encodeTimbreRollo(TED_VECTOR, 384), { cedible: false }),
    ]
    for (const pagina of paginas) {
      expect(pagina.cajas[0]!.borde).toBe(0)
      expect(pagina.logo!.ancho * pagina.logo!.alto).toBeLessThan((pagina.ancho * pagina.alto) / 5)
      expectSound([pagina], pagina.ancho === HOJA.ancho ? 30 : 11)
    }
    const rojo = composeCarta(impreso(33), encodeTimbre(TED_VECTOR), { cedible: false })[0]!
    expect(rojo.cajas[0]!.borde).toEqual([0.78, 0.07, 0.11])
  })

  test('the logo is one image of the file, shared by its pages and copies', async () => {
    const bytes = renderPdf(conPlantilla(impreso(33)), { formato: 'carta', cedible: true, copias: 3 })
    const images = (await PDFDocument.load(bytes)).context
      .enumerateIndirectObjects()
      .filter(([, object]) => String((object as { dict?: unknown }).dict ?? '').includes('/Image'))
    expect(images).toHaveLength(2)
    expect(bytes.length).toBeLessThan(40_000)
  })

  test('long words beside a logo wrap', () => {
    const razonSocial = 'W'.repeat(100)
    for (const posicion of ['izquierda', 'arriba']) {
      const doc = impreso(33, { emisor: { ...impreso(33).dte.emisor, razonSocial } })
      const plantilla = readPlantilla({ logo: { posicion } }, logo)
      expectSound(composeCarta({ ...doc, plantilla }, encodeTimbre(TED_VECTOR), { cedible: false }))
    }
  })
})

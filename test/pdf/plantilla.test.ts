// Templates (http §22.2): declarative, validated, and unable to change what the law prints (pdf §1.2).
import { describe, expect, test } from 'bun:test'
import { deflateSync, inflateSync } from 'node:zlib'
import fc from 'fast-check'
import { PDFDocument } from 'pdf-lib'
import { Lectura } from '../../src/domain/dte/solicitud/lectura'
import { composeCarta } from '../../src/pdf/carta/carta'
import { HOJA } from '../../src/pdf/carta/medidas'
import type { Formato, Impreso } from '../../src/pdf/impreso'
import { prepareLogo } from '../../src/pdf/plantilla/logo'
import { PLANTILLA_NORMAL } from '../../src/pdf/plantilla/plantilla'
import { readPixeles } from '../../src/pdf/plantilla/png'
import { createPlantilla, readConfig } from '../../src/pdf/plantilla/read-config'
import { renderPdf } from '../../src/pdf/render'
import { composeRollo } from '../../src/pdf/rollo/rollo'
import { encodeTimbre, encodeTimbreRollo } from '../../src/pdf/timbre'
import { logoDePrueba, trozo } from '../support/logo'
import { text } from './azar'
import { impreso, impresoDe, linea, TED_VECTOR } from './ejemplos'
import { box, expectSound } from './geometria'
import { readPdf } from './leer-pdf'

function faultsOf(config: unknown) {
  const lectura = new Lectura()
  readConfig(config, 'config', lectura)
  return lectura.faults
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
  entrelazado = 0,
) {
  const ihdr = Buffer.alloc(13)
  ihdr.writeUInt32BE(ancho, 0)
  ihdr.writeUInt32BE(alto, 4)
  ihdr.set([bits, clase, 0, 0, entrelazado], 8)
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
    trozo('IHDR', ihdr),
    ...Object.entries(extra).map(([tipo, datos]) => trozo(tipo, Uint8Array.from(datos))),
    trozo('IDAT', deflateSync(Uint8Array.from(datos ?? filtered.flat()))),
    trozo('IEND', new Uint8Array()),
  ])
}

const rgbOf = async (archivo: Uint8Array) => [...inflateSync((await prepareLogo(archivo)).logo.datos)]

/** The colours of a JPEG at places of its middle row, given as parts of its width. */
async function coloursOf(jpeg: Uint8Array, ...places: number[]) {
  const png = await new Bun.Image(jpeg).png().buffer()
  const { ancho, alto, rgb } = readPixeles(png)
  return places.map((place) => {
    const at = ((alto >> 1) * ancho + Math.floor(ancho * place)) * 3
    return [...rgb.subarray(at, at + 3)].map((c) => Math.round(c / 32) * 32)
  })
}

/** A JPEG of 32 by 16 as presses want it, its left half red and its right half blue; four inks, inverted as Adobe does. */
const CMYK =
  '/9j/7gAOQWRvYmUAZAAAAAAC/9sAQwACAQEBAQECAQEBAgICAgIEAwICAgIFBAQDBAYFBgYGBQYGBgcJCAYHCQcGBggLCAkKCgoK' +
  'CgYICwwLCgwJCgoK/9sAQwECAgICAgIFAwMFCgcGBwoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoK' +
  'CgoKCgoK/8AAFAgAEAAgBAERAAIRAQMRAQQRAP/EABYAAQEBAAAAAAAAAAAAAAAAAAAICf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/' +
  'xAAWAQEBAQAAAAAAAAAAAAAAAAAACgj/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADgQBAAIRAxEEAAA/ALMasT/t/ABXiVNSoACQ' +
  '1ViasAFeJU1KgAP/2Q=='

/** Left half red, right half blue. */
const bicolor = (ancho = 40, alto = 20) =>
  png(
    ancho,
    alto,
    8,
    2,
    Array.from({ length: alto }, () =>
      Array.from({ length: ancho }, (_, x) => (x < ancho / 2 ? [255, 0, 0] : [0, 0, 255])).flat(),
    ),
  )
const fotoBicolor = (ancho = 40, alto = 20) =>
  new Bun.Image(bicolor(ancho, alto)).jpeg({ quality: 95 }).buffer()

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
    expect(createPlantilla({})).toEqual(PLANTILLA_NORMAL)
  })

  test.each([
    [{ colores: { recuadro: 'verde' } }, 'config.colores.recuadro', 'valor'],
    [{ colores: { acento: 'azul' } }, 'config.colores.acento', 'color'],
    [{ colores: { acento: '#ffff00' } }, 'config.colores.acento', 'contraste'],
    [{ logo: { mostrar: 'no' } }, 'config.logo.mostrar', 'tipo'],
    [{ columnas: { valor: false } }, 'config.columnas.valor', 'desconocido'],
    [{ mostrar: { iva: false } }, 'config.mostrar.iva', 'desconocido'],
    [{ columnas: { codigo: 'no' } }, 'config.columnas.codigo', 'tipo'],
    [{ textos: { leyenda: 'x'.repeat(201) } }, 'config.textos.leyenda', 'largo_max'],
    [{ textos: { nota: 'Copia cedible' } }, 'config.textos.nota', 'reservado'],
    [{ textos: { nota: 'C e d í b l e con su factura' } }, 'config.textos.nota', 'reservado'],
    [{ textos: { leyenda: 'Timbre  Electronico' } }, 'config.textos.leyenda', 'reservado'],
    [{ textos: { encabezado: 'S.I.I. - SANTIAGO' } }, 'config.textos.encabezado', 'reservado'],
    [{ textos: { encabezado: 'S I I - TALCA' } }, 'config.textos.encabezado', 'reservado'],
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
  test('PNG of every kind and filter becomes colours on white', async () => {
    const gris = [0, 51, 102, 153, 204, 255]
    const rows = Array.from({ length: 6 }, (_, y) => gris.map((g) => (g + y * 10) % 256))
    const spread = rows.flat().flatMap((g) => [g, g, g])
    expect(await rgbOf(png(6, 6, 8, 0, rows))).toEqual(spread)
    const colores = rows.map((r) => r.flatMap((g) => [g, 255 - g, 7]))
    expect(await rgbOf(png(6, 6, 8, 2, colores))).toEqual(colores.flat())
    const dobles = rows.map((r) => r.flatMap((g) => [g, 99]))
    expect(await rgbOf(png(6, 6, 16, 0, dobles))).toEqual(spread)
    // Half transparent black on white is grey; wholly transparent is white.
    expect(await rgbOf(png(2, 1, 8, 6, [[0, 0, 0, 128, 9, 9, 9, 0]]))).toEqual([127, 127, 127, 255, 255, 255])
    expect(await rgbOf(png(2, 1, 8, 4, [[0, 255, 80, 0]]))).toEqual([0, 0, 0, 255, 255, 255])
    const paleta = { PLTE: [200, 10, 20, 1, 2, 3], tRNS: [0] }
    const indices = png(3, 1, 1, 3, [[0b01000000]], paleta)
    expect(await rgbOf(indices)).toEqual([255, 255, 255, 1, 2, 3, 255, 255, 255])
    expect(await rgbOf(png(2, 1, 8, 0, [[7, 8]], { tRNS: [0, 7] }))).toEqual([255, 255, 255, 8, 8, 8])
  })

  test('an interlaced PNG (Adam7) is put together from its seven passes', async () => {
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
    const archivo = png(ancho, alto, 8, 0, [], {}, datos, 1)
    const want = Array.from({ length: ancho * alto }, (_, i) => gris(i % ancho, Math.floor(i / ancho)))
    expect(await rgbOf(archivo)).toEqual(want.flatMap((g) => [g, g, g]))
  })

  test('a large one is made small once, by averages', async () => {
    const rows = Array.from({ length: 4 }, () => Array.from({ length: 1200 }, (_, x) => (x % 2 ? 100 : 200)))
    const { ancho, alto, logo } = await prepareLogo(png(1200, 4, 8, 0, rows))
    expect([ancho, alto, logo.ancho, logo.alto]).toEqual([1200, 4, 600, 2])
    expect(new Set(inflateSync(logo.datos))).toEqual(new Set([150]))
  })

  test('a PNG that is a photograph is embedded as one, many times smaller', async () => {
    let seed = 1
    const noise = () => {
      seed = (seed * 16807) % 2147483647
      return seed & 0xff
    }
    const rows = Array.from({ length: 300 }, () => Array.from({ length: 900 }, noise))
    const { logo } = await prepareLogo(png(300, 300, 8, 2, rows))
    expect(logo).toMatchObject({ ancho: 300, alto: 300 })
    expect(logo.dict).toContain('/DCTDecode')
    expect(logo.datos.length).toBeLessThan(150_000)
    // The way through BMP neither turns it nor swaps its colours.
    const half = (y: number) =>
      Array.from({ length: 900 }, (_, i) => (i % 3 === (y < 150 ? 0 : 2) ? 255 : noise() & 7))
    const flag = await prepareLogo(
      png(
        300,
        300,
        8,
        2,
        Array.from({ length: 300 }, (_, y) => half(y)),
      ),
    )
    expect(flag.logo.dict).toContain('/DCTDecode')
    const { rgb } = readPixeles(await new Bun.Image(flag.logo.datos).png().buffer())
    expect([...rgb.subarray(0, 3)].map((c) => c >> 6)).toEqual([3, 0, 0])
    expect([...rgb.subarray(-3)].map((c) => c >> 6)).toEqual([0, 0, 3])
  })

  test('JPEG of every kind is embedded in three colours, made small, without what a PDF does not read', async () => {
    const base = await fotoBicolor(900, 300)
    const progresivo = await new Bun.Image(base).jpeg({ progressive: true }).buffer()
    const conPerfil = Buffer.concat([
      base.subarray(0, 2),
      Buffer.from([0xff, 0xe2, 0x40, 0x02]),
      Buffer.alloc(0x4000, 7),
      base.subarray(2),
    ])
    for (const archivo of [base, progresivo, conPerfil]) {
      const { tipo, ancho, alto, logo } = await prepareLogo(archivo)
      expect([tipo, ancho, alto, logo.ancho, logo.alto]).toEqual(['image/jpeg', 900, 300, 600, 200])
      expect(logo.dict).toContain('/ColorSpace/DeviceRGB/Filter/DCTDecode')
      expect(await coloursOf(logo.datos, 0.25, 0.75)).toEqual([
        [256, 0, 0],
        [0, 0, 256],
      ])
      expect(logo.datos.length).toBeLessThan(10_000)
    }
    const gris = await prepareLogo(await new Bun.Image(base).modulate({ saturation: 0 }).jpeg().buffer())
    expect(gris.logo.dict).toContain('/DeviceRGB')
  })

  test('a JPEG made for a press (CMYK, Adobe’s inverted one) keeps its colours', async () => {
    const { logo } = await prepareLogo(Buffer.from(CMYK, 'base64'))
    expect(logo).toMatchObject({ ancho: 32, alto: 16 })
    const [left, right] = await coloursOf(logo.datos, 0.25, 0.75)
    expect([left![0]! > 200, left![2]! < 60]).toEqual([true, true])
    expect([right![0]! < 60, right![2]! > 200]).toEqual([true, true])
  })

  test('a photograph taken with the camera turned stands upright', async () => {
    const foto = await fotoBicolor(40, 20)
    // Orientation 6: the picture was stored on its side.
    const exif = Buffer.from(
      '457869660000' + '4d4d002a00000008' + '0001' + '0112000300000001' + '00060000' + '00000000',
      'hex',
    )
    const app1 = Buffer.concat([Buffer.from([0xff, 0xe1, 0, exif.length + 2]), exif])
    const { logo } = await prepareLogo(Buffer.concat([foto.subarray(0, 2), app1, foto.subarray(2)]))
    expect([logo.ancho, logo.alto]).toEqual([20, 40])
  })

  const jpegOf = (ancho: number, alto: number, sof = 0xc0) =>
    Buffer.from([
      ...[0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, sof, 0, 17, 8],
      ...[alto >> 8, alto & 255, ancho >> 8, ancho & 255, 3, 1, 17, 0, 2, 17, 0, 3, 17, 0],
      ...[0xff, 0xda, 0, 12, 3, 1, 0, 2, 0, 3, 0, 0, 63, 0, 0xff, 0xd9],
    ])
  const barridos = Buffer.concat([
    jpegOf(10, 10, 0xc2).subarray(0, -2),
    ...Array.from({ length: 200 }, () => Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 0, 0])),
    Buffer.of(0xff, 0xd9),
  ])
  const bomba = png(4, 4, 8, 0, [[1, 2, 3, 4]])
  const gigante = png(60000, 60000, 8, 2, [[0]])
  test.each([
    ['a GIF', Buffer.from('GIF89a'), 'debe ser una imagen PNG o JPEG'],
    ['a WebP', Buffer.from('RIFF....WEBPVP8 '), 'debe ser una imagen PNG o JPEG'],
    ['an SVG', Buffer.from('<?xml version="1.0"?><svg onload="x()"/>'), 'no puede ser SVG'],
    ['a PDF that says it is a PNG', Buffer.from('%PDF-1.7 PNG'), 'debe ser una imagen PNG o JPEG'],
    ['nothing', Buffer.alloc(0), 'debe ser una imagen PNG o JPEG'],
    ['a PNG signature alone', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'dañado'],
    ['a PNG of fewer rows than it says', bomba, 'dañado'],
    ['a PNG that would swell to gigabytes', gigante, '4 millones de píxeles'],
    ['a PNG cut short', cuadro().subarray(0, 60), 'dañado'],
    ['a PNG of a kind that does not exist', png(1, 1, 3, 2, [[1, 2, 3]]), 'dañado'],
    ['a JPEG without its end', jpegOf(10, 10).subarray(0, -2), 'dañado'],
    ['a JPEG of its header alone', jpegOf(10, 10).subarray(0, 20), 'dañado'],
    ['a lossless JPEG', jpegOf(10, 10, 0xc3), 'dañado'],
    ['a JPEG of thousands of passes', barridos, 'dañado'],
    ['a JPEG too large', jpegOf(60000, 60000), '4 millones'],
  ])('%s is refused', async (_, archivo, message) => {
    await expect(prepareLogo(archivo)).rejects.toThrow(message)
  })

  test('a real JPEG cut anywhere is refused', async () => {
    const foto = await fotoBicolor(200, 200)
    for (let at = 3; at < foto.length - 1; at += 41) {
      await expect(prepareLogo(foto.subarray(0, at))).rejects.toThrow('JPEG')
    }
  })

  test('more than 1 MiB is refused', async () => {
    await expect(prepareLogo(new Uint8Array(1024 * 1024 + 1))).rejects.toThrow('1 MiB')
  })
})

describe('a document with a template', async () => {
  const { logo } = await prepareLogo(cuadro())
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
    plantilla: createPlantilla(config, logo),
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

  test('the box is black or red whatever the accent, and the logo takes less than a fifth of the page (pdf §1.2)', () => {
    const doc = conPlantilla(impreso(33))
    const paginas = [
      ...composeCarta(doc, encodeTimbre(TED_VECTOR), { cedible: false }),
      ...composeRollo('80mm', doc, encodeTimbreRollo(TED_VECTOR, '80mm'), { cedible: false }),
      ...composeRollo('57mm', doc, encodeTimbreRollo(TED_VECTOR, '57mm'), { cedible: false }),
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

  test('a logo of any shape meets no text, no barcode and no edge, whatever stands beside it', async () => {
    const shapes = [
      [900, 60],
      [60, 900],
      [200, 200],
    ] as const
    const logos = await Promise.all(
      shapes.map(async ([w, h]) => (await prepareLogo(logoDePrueba(w, h))).logo),
    )
    fc.assert(
      fc.property(
        fc.record({ imagen: fc.constantFrom(...logos), alto_mm: fc.integer({ min: 5, max: 30 }) }),
        fc.constantFrom(undefined, 'izquierda', 'arriba'),
        fc.record({ razonSocial: text(100), giro: text(80), direccion: text(70) }),
        text(200),
        ({ imagen, alto_mm }, posicion, emisor, encabezado) => {
          const base = impreso(33)
          const plantilla = createPlantilla(
            { logo: { alto_mm, ...(posicion && { posicion }) }, textos: { encabezado } },
            imagen,
          )
          const doc = { ...impreso(33, { emisor: { ...base.dte.emisor, ...emisor } }), plantilla }
          for (const paginas of [
            composeCarta(doc, encodeTimbre(TED_VECTOR), { cedible: true }),
            composeRollo('80mm', doc, encodeTimbreRollo(TED_VECTOR, '80mm'), { cedible: true }),
            composeRollo('57mm', doc, encodeTimbreRollo(TED_VECTOR, '57mm'), { cedible: true }),
          ]) {
            expectSound(paginas, paginas[0]!.ancho === HOJA.ancho ? 30 : 11)
            const { x, y, ancho, alto } = paginas[0]!.logo!
            expect([x >= 11, x + ancho <= paginas[0]!.ancho - 11, y >= 8, ancho > 0.5, alto > 0.5]).toEqual(
              Array(5).fill(true),
            )
            const meets = paginas[0]!.textos
              .map((t) => ({ codes: t.codes, ...box(t) }))
              .filter((t) => t.left < x + ancho && t.right > x && t.top < y + alto && t.bottom > y)
            expect(meets.map((t) => t.codes)).toEqual([])
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  test('a wide logo stands above the name unless told otherwise, another one beside it', async () => {
    const place = async (ancho: number, alto: number, posicion?: string) => {
      const { logo } = await prepareLogo(logoDePrueba(ancho, alto))
      return createPlantilla({ logo: posicion ? { posicion } : {} }, logo).logo?.posicion
    }
    expect(await place(300, 100)).toBe('arriba')
    expect(await place(300, 150)).toBe('izquierda')
    expect(await place(300, 100, 'izquierda')).toBe('izquierda')
  })

  test('long words beside a logo wrap', () => {
    const razonSocial = 'W'.repeat(100)
    for (const posicion of ['izquierda', 'arriba']) {
      const doc = impreso(33, { emisor: { ...impreso(33).dte.emisor, razonSocial } })
      const plantilla = createPlantilla({ logo: { posicion } }, logo)
      expectSound(composeCarta({ ...doc, plantilla }, encodeTimbre(TED_VECTOR), { cedible: false }))
    }
  })
})

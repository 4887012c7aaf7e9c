// Copies of a set's file: other codes, lost letters, other separators and older heads (domain/certificacion
// §2.1).

import { describe, expect, test } from 'bun:test'
import { readSet } from '../../../src/domain/certificacion/read-set'
import type { SetLeido } from '../../../src/domain/certificacion/set'
import {
  BASICO,
  BOLETA,
  bytesOf,
  COMPRA,
  EXENTA,
  EXPORTACION,
  GUIA,
  LIBROS,
  LIQUIDACION,
} from '../../support/textos-set'

const TODO = [BASICO, EXENTA, GUIA, COMPRA, LIQUIDACION, EXPORTACION, LIBROS].join('\n')
const tabs = (text: string): string => text.replaceAll('→', '\t')

/** A reading without lines, texts and notes, which differ from copy to copy. */
const contentOf = ({ secciones }: SetLeido): unknown =>
  JSON.parse(JSON.stringify(secciones), (key, value) =>
    ['linea', 'texto', 'notas'].includes(key)
      ? undefined
      : typeof value === 'string'
        ? value.replace(/ +/g, ' ')
        : value,
  )
const SECO = contentOf(readSet(bytesOf(TODO)))

describe('a copy reads the same', () => {
  const same = (bytes: Uint8Array): void => {
    const read = readSet(bytes)
    expect(read.faltas).toEqual([])
    expect(contentOf(read)).toEqual(SECO)
  }

  test('with line feeds alone, or carriage returns alone', () => {
    same(Buffer.from(tabs(TODO), 'latin1'))
    same(Buffer.from(tabs(TODO).replaceAll('\n', '\r'), 'latin1'))
  })

  test('with blanks for tabs, hard blanks, and a mark of its end', () => {
    same(
      bytesOf(
        TODO.replace(/^(→+)(?= *\d)/gm, '\t\t')
          .replace(/→+ */g, '     ')
          .replaceAll('\t', '→'),
      ),
    )
    same(bytesOf(`${TODO.replaceAll('→ ', '→\xa0').replaceAll('   ', '\xa0\xa0\xa0')}\x1a`))
  })

  test('with the heads of older files, and dashes before them', () => {
    const old = TODO.replace(/^CASO (\d+-\d+)/gm, 'CASO  $1').replace(
      /^(SET .*) - N.*: (\d+)$/gm,
      '-----\n$1 - NÚMERO DE ATENCIÓN:  $2',
    )
    same(bytesOf(old))
  })

  test('with lines wider apart, and blanks at their ends', () => {
    same(bytesOf(TODO.replaceAll('\n', '→ \n\n')))
  })

  test('with accents in its key words, or in lower case', () => {
    const accents = TODO.replaceAll('NOTA DE CREDITO', 'NOTA DE CRÉDITO')
      .replaceAll('RAZON REFERENCIA', 'Razón referencia')
      .replaceAll('GUIA DE DESPACHO', 'Guía de despacho')
    const folded = JSON.parse(
      JSON.stringify(SECO)
        .replaceAll('NOTA DE CREDITO', 'NOTA DE CRÉDITO')
        .replaceAll('GUIA DE DESPACHO', 'Guía de despacho'),
    )
    const read = readSet(bytesOf(accents))
    expect(read.faltas).toEqual([])
    expect(
      JSON.stringify(contentOf(read))
        .normalize('NFD')
        .replace(/[\u0300-\u036f]/g, '')
        .toUpperCase(),
    ).toBe(
      JSON.stringify(folded)
        .normalize('NFD')
        .replace(/[\u0300-\u036f]/g, '')
        .toUpperCase(),
    )
  })

  test('with any separators between its cells', () => {
    let seed = 7
    const random = (max: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((seed / 2_147_483_648) * max)
    }
    const SEPARADORES = ['\t', '\t\t', '  ', '   ', '\t   ', ' \t', '\t \t  ', '      ', '\t\t\t\t\t']
    for (let k = 0; k < 40; k++) {
      const printed = tabs(TODO)
        .split('\n')
        .map((line) => {
          const lead = /^\t+/.exec(line)?.[0] ?? ''
          const rest = line
            .slice(lead.length)
            .replace(/(?<=\S)(?:[ \t]*\t[ \t]*| {2,})(?=\S)/g, () => SEPARADORES[random(9)]!)
          return `${lead && '\t\t'}${rest.trimEnd()}${random(4) ? '' : SEPARADORES[random(9)]}`
        })
        .join(random(2) ? '\n' : '\r\n')
      same(Buffer.from(printed, 'latin1'))
    }
  })
})

describe('numbers', () => {
  const precio = (text: string): [string | null, string[]] => {
    const { secciones, dudas } = readSet(bytesOf(GUIA.replace('   4437', text)))
    return [
      secciones[0]!.casos[1]!.items[0]!.precio,
      dudas.map(({ clave, propuesta }) => `${clave} ${propuesta}`),
    ]
  }
  test('are integers or have decimals, with or without marks of thousands', () => {
    expect(precio('4437')).toEqual(['4437', []])
    expect(precio('004437')).toEqual(['4437', []])
    expect(precio('12.35')).toEqual(['12.35', []])
    expect(precio('12,5')).toEqual(['12.5', []])
    expect(precio('$ 4437')).toEqual(['4437', []])
    expect(precio('1.234.567')).toEqual(['1234567', []])
    expect(precio('1.962,39')).toEqual(['1962.39', []])
  })
  test('that could be two are asked: thousands in pesos, decimals in other currencies', () => {
    expect(precio('4.437')).toEqual(['4437', ['guia.2.item1.precio 4437']])
    const { secciones, dudas } = readSet(bytesOf(EXPORTACION.replace('→→     12', '→→1.234')))
    expect(secciones[0]!.casos[0]!.items[0]!.precio).toBe('1.234')
    expect(dudas).toMatchObject([{ clave: 'exportacion_1.1.item1.precio', propuesta: '1.234' }])
  })
  test('of a percentage have their sign on either side, or apart', () => {
    for (const text of ['12%', '%12', '12 %', '12   %', '12']) {
      const plain = text === '12' ? '12%' : text
      const { secciones, faltas } = readSet(
        bytesOf(BASICO.replace('     12%', plain).replace('      9%', text)),
      )
      expect(faltas).toEqual([])
      expect(secciones[0]!.casos[3]!.descuentoGlobalPct).toBe('12')
      expect(secciones[0]!.casos[1]!.items[1]!.descuentoPct).toBe('12')
    }
  })
})

describe('letters', () => {
  const dudasOf = (bytes: Uint8Array) =>
    readSet(bytes).dudas.map(({ clave, propuesta }) => [clave, propuesta])

  test('of a copy in UTF-8 are right, and asked once a section', () => {
    const read = readSet(Buffer.from(tabs(`\ufeff${BASICO}${GUIA}${EXENTA}`)))
    expect(read.secciones[0]!.casos[2]!.items[0]!.nombre).toBe('Caño de cobre AFECTO')
    expect(read.faltas).toEqual([])
    expect(read.dudas.map(({ clave, propuesta }) => [clave, propuesta])).toEqual([
      ['basico.codificacion', 'si'],
      ['exenta.codificacion', 'si'],
    ])
    expect(read.dudas[0]!.mensaje).toContain('«Caño de cobre AFECTO»')
    expect(dudasOf(Buffer.from(tabs(BOLETA)))).toEqual([])
  })

  test('of a copy in UTF-16 are right, too', () => {
    const { secciones } = readSet(Buffer.from(`\ufeff${tabs(BASICO)}`, 'utf16le'))
    expect(secciones[0]!.casos[2]!.items[0]!.nombre).toBe('Caño de cobre AFECTO')
  })

  test('that a name has lost are asked, never guessed', () => {
    for (const lost of ['Ca\ufffdo', 'Ca?o', 'CaÃ±o']) {
      const read = readSet(Buffer.from(tabs(BASICO.replace('Caño', lost))))
      expect(read.dudas.filter(({ clave }) => clave.endsWith('nombre'))).toMatchObject([
        { clave: 'basico.3.item1.nombre', clase: 'basico', caso: 3, propuesta: null },
      ])
      expect(read.secciones[0]!.casos[2]!.items[0]!.nombre).toBe(`${lost} de cobre AFECTO`)
    }
  })

  test("of the SII's own names are proposed, where they came without their accents, too", () => {
    for (const lost of ['Caj\ufffdn AFECTO', 'Cajon AFECTO', 'Caj?n AFECTO', 'Cajn AFECTO']) {
      const bytes = Buffer.from(tabs(BASICO.replace('Caño', 'Tubo').replace('Relleno AFECTO', lost)))
      expect(dudasOf(bytes)).toEqual([['basico.1.item2.nombre', 'Cajón AFECTO']])
    }
    expect(dudasOf(bytesOf(BASICO.replace('Relleno AFECTO', 'Cajón AFECTO')))).toEqual([])
  })

  test('that a key word has lost do no harm', () => {
    const lost = BASICO.replace('NUMERO DE ATENCION', 'N\ufffdMERO DE ATENCI\ufffdN')
      .replaceAll('CREDITO', 'CR\ufffdDITO')
      .replaceAll('RAZON', 'RAZ\ufffdN')
      .replaceAll('ELECTRONICA', 'ELECTR\ufffdNICA')
    const { faltas, secciones } = readSet(Buffer.from(tabs(lost)))
    expect(faltas).toEqual([])
    expect(secciones[0]!.casos.map(({ tipoDte }) => tipoDte)).toEqual([33, 33, 33, 33, 61, 61, 61, 56])
  })
})

test('an amount of purchases without a tab to tell its column is asked', () => {
  const { secciones, dudas } = readSet(bytesOf(LIBROS.replace('→→  29960', '                29960')))
  expect(dudas).toMatchObject([{ clave: 'libro_compras.compra3.monto', propuesta: 'afecto' }])
  expect(secciones[1]!.compras[2]).toMatchObject({ afecto: '29960', exento: null })
})

test('a boleta whose remark and name disagree is asked', () => {
  const text = BOLETA.replace('El item 2 es un\nservicio exento', 'El item 2 es un servicio afecto')
  expect(readSet(bytesOf(text)).dudas).toMatchObject([
    { clave: 'boleta.2.item2.exento', propuesta: 'afecto' },
  ])
})

test('names of documents and sections have the variants that were seen', () => {
  const variants = BASICO.replaceAll('FACTURA ELECTRONICA', 'Factura Electrónica').replace(
    'SET BASICO -',
    'SET BÁSICO –',
  )
  expect(readSet(Buffer.from(tabs(variants))).faltas).toEqual([])
  for (const [from, to] of [
    ['BASICO CASO GENERAL DE EMISOR DE FACTURA DE COMPRA', 'FACTURA DE COMPRA'],
    ['BASICO LIQUIDACIONES', 'LIQUIDACION FACTURA'],
    ['BASICO DOCUMENTOS DE EXPORTACION (1)', 'DOCUMENTOS DE EXPORTACION'],
    ['BASICO DOCUMENTOS DE EXPORTACION (2)', 'BASICO DOCUMENTOS DE EXPORTACION(2)'],
    ['SET FACTURA EXENTA', 'SET FACTURA NO AFECTA O EXENTA'],
    ['DOCUMENTO→LIQUIDACION FACTURA ELECTRONICA', 'DOCUMENTO→LIQUIDACION-FACTURA ELECTRONICA'],
    ['PRECIO UNITARIO→→DESCUENTO ITEM', 'PRECIO UNITARIO DESCUENTO ITEM'],
    ['DESCUENTO GLOBAL ITEMES AFECTOS', 'DESCUENTO GLOBAL A ITEMS AFECTOS:'],
    ['MOTIVO:→→VENTA', 'MOTIVO: VENTA'],
    ['DOCUMENTO→GUIA DE DESPACHO\n', 'DOCUMENTO: GUIA DE DESPACHO ELECTRONICA\n'],
    ['MONEDA DE LA OPERACION:                      DOLAR USA', 'MONEDA DE LA OPERACION: DOLAR USA'],
    ['MONEDA DE LA OPERACION:                      DOLAR USA', 'MONEDA DE LA OPERACION→→DOLAR USA'],
    ['SEGURO (**):    ', 'SEGURO (**)     '],
  ] as const) {
    expect(TODO).toContain(from)
    expect(readSet(bytesOf(TODO.replace(from, to))).faltas).toEqual([])
  }
})

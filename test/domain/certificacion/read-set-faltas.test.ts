// Lines of a set that cannot be read are told with their number and never skipped (domain/certificacion
// §2.1).

import { describe, expect, test } from 'bun:test'
import { readSet } from '../../../src/domain/certificacion/read-set'
import { BASICO, BOLETA, bytesOf, EXPORTACION, GUIA, LIBROS } from '../../support/textos-set'

const faltasOf = (text: string): string[] =>
  readSet(bytesOf(text)).faltas.map(({ linea, codigo }) => `${linea} ${codigo}`)

/** The line of the first text that begins with `words`, from 1. */
const lineOf = (text: string, words: string): number =>
  text.split('\n').findIndex((line) => line.startsWith(words)) + 1

/** The faults of a text after one replacement, beside the line that was changed. */
function broken(text: string, from: string, to: string): { faltas: string[]; linea: number } {
  expect(text).toContain(from)
  return { faltas: faltasOf(text.replace(from, to)), linea: lineOf(text, from.split('\n')[0]!) }
}

describe('a line that is changed is the line that is told', () => {
  const cases: [what: string, text: string, from: string, to: string, codigo: string][] = [
    [
      'a key word that is none',
      BASICO,
      'DESCUENTO GLOBAL ITEMES',
      'REBAJA GLOBAL ITEMES',
      'linea_desconocida',
    ],
    ['a sentence', BASICO, 'Relleno AFECTO→→     57→→   2508', 'Vea el anexo', 'linea_desconocida'],
    [
      'a row with a cell too few',
      BASICO,
      'Relleno AFECTO→→     57→→   2508',
      'Relleno AFECTO→→57',
      'columnas',
    ],
    [
      'a row with a cell too many',
      BASICO,
      'Relleno AFECTO→→     57→→   2508',
      'Relleno→AFECTO→57→2508',
      'columnas',
    ],
    [
      'a row of blanks for tabs',
      BASICO,
      'Relleno AFECTO→→     57→→   2508',
      'Relleno AFECTO 57 2508',
      'linea_desconocida',
    ],
    [
      'a number that is none',
      BASICO,
      'Relleno AFECTO→→     57→→   2508',
      'Relleno AFECTO→→l7→→2508',
      'numero',
    ],
    ['a price below zero', BASICO, 'Relleno AFECTO→→     57→→   2508', 'Relleno AFECTO→→57→→-2508', 'numero'],
    [
      'a column that is none',
      BASICO,
      'ITEM→→→CANTIDAD→PRECIO UNITARIO\n',
      'ITEM→→→CANTIDAD→PRECIO DOBLE\n',
      'columna',
    ],
    ['a case out of order', BASICO, 'CASO 5123401-7', 'CASO 5123401-9', 'numero_de_caso'],
    ['a case of another set', BASICO, 'CASO 5123401-7', 'CASO 5123402-7', 'atencion'],
    ['a case without its set', BASICO, 'CASO 5123401-7', 'CASO-7', 'atencion'],
    [
      'a document that is none',
      BASICO,
      'DOCUMENTO→FACTURA ELECTRONICA\n',
      'DOCUMENTO→VALE VISTA\n',
      'documento',
    ],
    [
      'a reference without a case',
      BASICO,
      'REFERENCIA→→FACTURA ELECTRONICA CORRESPONDIENTE A CASO 5123401-1',
      'REFERENCIA→→FACTURA 12',
      'referencia',
    ],
    [
      'a reference to another set',
      BASICO,
      'REFERENCIA→→FACTURA ELECTRONICA CORRESPONDIENTE A CASO 5123401-1',
      'REFERENCIA→→FACTURA CORRESPONDIENTE A CASO 9-1',
      'referencia',
    ],
    [
      'a reference to a later case',
      BASICO,
      'REFERENCIA→→FACTURA ELECTRONICA CORRESPONDIENTE A CASO 5123401-1',
      'REFERENCIA→→FACTURA CORRESPONDIENTE A CASO 5123401-6',
      'referencia',
    ],
    [
      'a discount of the exempt',
      BASICO,
      'DESCUENTO GLOBAL ITEMES AFECTOS→→     12%',
      'DESCUENTO GLOBAL ITEMES EXENTOS→→12%',
      'descuento_global',
    ],
    [
      'a discount without percentage',
      BASICO,
      'DESCUENTO GLOBAL ITEMES AFECTOS→→     12%',
      'DESCUENTO GLOBAL ITEMES AFECTOS',
      'porcentaje',
    ],
    [
      'a reason twice',
      BASICO,
      'RAZON REFERENCIA→ANULA FACTURA',
      'RAZON REFERENCIA→ANULA FACTURA\nRAZON REFERENCIA→ANULA',
      'repetido',
    ],
    [
      'a discount of a line that there is not',
      EXPORTACION,
      'DESCUENTO LINEA # 1:   5%',
      'DESCUENTO LINEA # 3:   5%',
      'linea_referida',
    ],
    ['a key of customs that is none', EXPORTACION, 'TOTAL BULTOS: ', 'TOTAL PALLETS: ', 'linea_desconocida'],
    ['a key of customs twice', EXPORTACION, 'SEGURO (**): ', 'FLETE (**): ', 'repetido'],
    [
      'a heading without number',
      GUIA,
      'SET GUIA DE DESPACHO - NUMERO DE ATENCION: 5123403',
      'SET GUIA DE DESPACHO - NUMERO DE ATENCION:',
      'titulo',
    ],
    ['a purchase that is none', LIBROS, 'FACTURA→→→→→418', 'VALE→→→→→418', 'compra'],
    ['amounts with letters', LIBROS, '  10215→→   8340', '  10215→→   83x0', 'numero'],
  ]
  for (const [what, text, from, to, codigo] of cases) {
    test(what, () => {
      const { faltas, linea } = broken(text, from, to)
      const after = codigo === 'repetido' && from.startsWith('RAZON') ? 1 : 0
      expect(faltas.map((falta) => falta.split(' ')[1])).toContain(codigo)
      if (codigo !== 'linea_referida') expect(faltas).toContain(`${linea + after} ${codigo}`)
    })
  }
})

describe('what a case lacks is told at its head', () => {
  const cases: [what: string, text: string, from: string, codigo: string, head: string][] = [
    ['its document', BASICO, 'DOCUMENTO→FACTURA ELECTRONICA\n', 'sin_documento', 'CASO 5123401-1'],
    ['its items', GUIA, 'ITEM→→CANTIDAD\nITEM 1→→    137\nITEM 2→→     52\n', 'sin_items', 'CASO 5123403-1'],
    [
      'its motive',
      GUIA,
      'MOTIVO:→→TRASLADO DE MATERIALES ENTRE BODEGAS DE LA EMPRESA\n',
      'sin_motivo',
      'CASO 5123403-1',
    ],
    [
      'its reference',
      BASICO,
      'REFERENCIA→→FACTURA ELECTRONICA CORRESPONDIENTE A CASO 5123401-1\n',
      'sin_referencia',
      'CASO 5123401-5',
    ],
    ['its reason', BASICO, 'RAZON REFERENCIA→CORRIGE GIRO DEL RECEPTOR\n', 'sin_razon', 'CASO 5123401-5'],
  ]
  for (const [what, text, from, codigo, head] of cases) {
    test(what, () => {
      expect(broken(text, from, '').faltas).toEqual([`${lineOf(text, head)} ${codigo}`])
    })
  }
})

test('a document that the set cannot have is told', () => {
  const { faltas } = broken(GUIA, 'DOCUMENTO→GUIA DE DESPACHO\n', 'DOCUMENTO→FACTURA ELECTRONICA\n')
  expect(faltas).toEqual([`${lineOf(GUIA, 'CASO 5123403-1')} documento_ajeno`])
})

test('a set that Timbre does not know is named, and the others are read', () => {
  const ajeno = 'SET IMPUESTO LEY ALCOHOLES - NUMERO DE ATENCION: 5123499\n\nCASO 5123499-1\nDOCUMENTO→VINO\n'
  const { secciones, faltas } = readSet(bytesOf(`${GUIA}${ajeno}${BASICO}`))
  expect(secciones.map(({ clase }) => clase)).toEqual(['guia', 'basico'])
  expect(faltas).toEqual([
    {
      linea: GUIA.split('\n').length,
      codigo: 'SET_UNSUPPORTED',
      mensaje: 'Timbre no conoce el set «IMPUESTO LEY ALCOHOLES»',
    },
  ])
})

test('a set of exempt boletas is not known either', () => {
  const [falta] = readSet(bytesOf(BOLETA.replace('ELECTRONICA DE', 'ELECTRONICA EXENTA DE'))).faltas
  expect(falta).toMatchObject({ linea: 1, codigo: 'SET_UNSUPPORTED' })
})

test('two sets of a kind are refused: only the last that was downloaded counts', () => {
  expect(faltasOf(`${GUIA}${GUIA}`)).toEqual([`${GUIA.split('\n').length} seccion_repetida`])
})

test('a set without cases, a book without documents, and a file without sets are told', () => {
  expect(faltasOf(GUIA.slice(0, GUIA.indexOf('CASO')))).toEqual(['1 sin_casos'])
  expect(faltasOf('SET LIBRO DE COMPRAS - NUMERO DE ATENCION: 7\n')).toEqual(['1 sin_documentos'])
  expect(faltasOf('<html>\n<p>Sesión expirada</p>')).toEqual(['1 sin_sets'])
  expect(faltasOf('')).toEqual(['1 sin_sets'])
})

test('a title that is lost is told, not taken for a note', () => {
  const titles: [text: string, title: string, line: string][] = [
    [EXPORTACION, 'SET BASICO DOCUMENTOS DE EXPORTACION (1) -', 'CASO 5123406-1'],
    [LIBROS, 'SET LIBRO DE COMPRAS -', 'TIPO DOCUMENTO'],
    [LIBROS, 'SET LIBRO DE COMPRAS PARA EXENTOS -', 'TIPO DOCUMENTO→→FOLIO→MONTO'],
    [LIBROS, 'SET LIBRO DE GUIAS -', '- EL CASO 2'],
  ]
  for (const [text, title, line] of titles) {
    expect(text).toContain(title)
    expect(faltasOf(text.replace(title, 'CAPITULO'))).toContain(`${lineOf(text, line)} titulo`)
  }
  expect(faltasOf(LIBROS.replace(/^(SET LIBRO DE COMPRAS) - .*$/m, '$1 5123409'))).toContain('5 titulo')
  // The same words within a sentence are none.
  expect(faltasOf(LIBROS.replace('DOCUMENTOS DEL SET BASICO', 'DOCUMENTOS DEL\nSET BASICO\nO'))).toEqual([])
})

test('a case that lost its head is not taken for lines of the one before', () => {
  expect(faltasOf(BOLETA.replace('CASO-3\n', ''))).toEqual([`${lineOf(BOLETA, 'Harina') - 2} repetido`])
})

test('a remark of a purchase is no other purchase', () => {
  const text = LIBROS.replace('FACTURA ELECTRONICA→→77→4100→8200', 'VALE→→77→4100→8200')
  expect(faltasOf(text)[0]).toBe(`${lineOf(LIBROS, 'FACTURA ELECTRONICA→→77')} compra`)
})

test('a hundred faults are told, and how many more there are', () => {
  const rows = Array.from({ length: 150 }, (_, i) => `Renglón ${i} suelto`).join('\n')
  const { faltas } = readSet(bytesOf(BASICO.replace('Relleno AFECTO', `${rows}\nRelleno AFECTO`)))
  expect(faltas).toHaveLength(101)
  expect(faltas.at(-1)).toMatchObject({ codigo: 'mas_faltas' })
  expect(faltas.at(-1)!.mensaje).toStartWith('Hay 50 faltas más')
})

test('more than a set has is told at its line, and what follows is not read', () => {
  const rows = (count: number): string =>
    Array.from({ length: count }, (_, i) => `Clavo ${i} AFECTO→→1→2`).join('\n')
  const relleno = lineOf(BASICO, 'Relleno AFECTO')
  const items = faltasOf(BASICO.replace('Relleno AFECTO', `${rows(70)}\nRelleno AFECTO`))
  expect(items).toEqual([`${relleno + 59} muchos_items`])
  const cases = Array.from(
    { length: 50 },
    (_, i) => `CASO 5-${i + 1}\nDOCUMENTO→FACTURA ELECTRONICA\nITEM→CANTIDAD→PRECIO\n${rows(1)}`,
  )
  expect(faltasOf(`SET BASICO - NUMERO DE ATENCION: 5\n${cases.join('\n')}`)).toEqual(['162 muchos_casos'])
})

test('questions beyond all count are a fault, for those that are not told would be guessed', () => {
  const rows = (caso: number): string =>
    Array.from({ length: 40 }, (_, i) => `Pa?uelo ${caso}.${i} AFECTO→→1→2`).join('\n')
  const cases = [1, 2, 3].map(
    (n) => `CASO 5-${n}\nDOCUMENTO→FACTURA ELECTRONICA\nITEM→CANTIDAD→PRECIO\n${rows(n)}`,
  )
  const { dudas, faltas } = readSet(bytesOf(`SET BASICO - NUMERO DE ATENCION: 5\n${cases.join('\n')}`))
  expect(dudas).toHaveLength(100)
  expect(faltas.map(({ codigo }) => codigo)).toEqual(['muchas_dudas'])
})

const LOOP_MS = 50

test('nonsense of a megabyte is refused unread, and the densest file that is read costs little', () => {
  const lines = (count: number, line: string): Buffer => Buffer.from(`${line}\n`.repeat(count), 'latin1')
  for (const bytes of [
    lines(20_000, 'x\xc3\t \xa0?'.repeat(9)),
    lines(1, ' '.repeat(1_000_000)),
    lines(1_000_000, ''),
  ]) {
    expect(readSet(bytes).faltas.map(({ codigo }) => codigo)).toEqual(['archivo_largo'])
  }
  expect(readSet(lines(4000, 'SET X')).faltas[0]).toMatchObject({ codigo: 'archivo_largo' })
  expect(readSet(lines(3, 'A'.repeat(900))).faltas.map(({ codigo }) => codigo)).toContain('linea_larga')
  const head = bytesOf(BASICO.slice(0, BASICO.indexOf('Viga')))
  for (const dense of [
    Buffer.concat([head, lines(200, 'x?y \t'.repeat(60))]),
    Buffer.concat([head, lines(980, 'x?y \txyz')]),
    Buffer.concat([head, lines(980, 'Ca\xd1o ? AFECTO\t1\t2')]),
  ]) {
    const costs = Array.from({ length: 3 }, () => {
      const before = process.cpuUsage()
      readSet(dense)
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1000
    })
    expect(Math.min(...costs)).toBeLessThan(LOOP_MS)
  }
})

// A batch out of a table: cells, documents, faults at their rows, and what is not sent twice (http §1).

import { describe, expect, test } from 'bun:test'
import { createLedger, keysOf } from '../../../src/dashboard/emitir/lote/results'
import { columnOf, EJEMPLO, placeOfPath } from '../../../src/dashboard/shell/planilla/columns'
import { readBatch } from '../../../src/dashboard/shell/planilla/documents'
import { outcomeOf } from '../../../src/dashboard/shell/planilla/outcome'
import { cutRows, readText } from '../../../src/dashboard/shell/planilla/table'

const bytes = (text: string) => new TextEncoder().encode(text)
const documentsOf = (text: string) => {
  const read = readBatch(text)
  if ('error' in read) throw new Error(read.error)
  return read.documentos
}

describe('a file', () => {
  test('is read as UTF-8, else as Excel saves it in Chile', () => {
    expect(readText(bytes('ítem;ñandú'))).toEqual({ text: 'ítem;ñandú' })
    expect(readText(new Uint8Array([0xed, 0x74, 0x65, 0x6d]))).toEqual({ text: 'ítem' })
  })

  test.each([
    ['PK\u0003\u0004', 'un ZIP'],
    ['PK\u0003\u0004 xl/workbook', 'una planilla XLSX'],
    ['%PDF-1.7', 'un PDF'],
    ['<?xml version="1.0"?>', 'un XML'],
    ['a\u0000b', 'no es texto'],
  ])('that begins %p is no table, and says what it is', (start, words) => {
    const read = readText(Uint8Array.from(start, (char) => char.charCodeAt(0)))
    expect(read).toEqual({ error: expect.stringContaining(words) as unknown as string })
  })
})

test('cells are cut at semicolons, commas or tabs; quotes hold them and ends of line; rows keep their number', () => {
  expect(cutRows('\uFEFFa;b\r\n"x;""y""\nz";2\r\n\r\n3;4')).toEqual([
    { fila: 1, cells: ['a', 'b'] },
    { fila: 2, cells: ['x;"y" z', '2'] },
    { fila: 4, cells: ['3', '4'] },
  ])
  expect(cutRows('a,b\n1,2')[1]?.cells).toEqual(['1', '2'])
  // The line by which Excel names the separator is none of the table.
  expect(cutRows('sep=;\r\na;b\r\n1;2')).toEqual([
    { fila: 2, cells: ['a', 'b'] },
    { fila: 3, cells: ['1', '2'] },
  ])
  expect(cutRows('a\tb\n1,5\t2')[1]?.cells).toEqual(['1,5', '2'])
})

test.each([
  ['20-11-2026', '2026-11-20'],
  ['2-11-26 0:00', '2026-11-02'],
  ['2026/11/02', '2026-11-02'],
  ['46346', '2026-11-20'],
])('a day written %s is %s', (written, day) => {
  const [one] = documentsOf(`tipo;fecha;item;precio\n33;${written};A;1`)
  expect(one).toMatchObject({ faults: [], body: { fecha_emision: day } })
})

test('a day is read as others of its table show, and told where they disagree', () => {
  const head = 'tipo;fecha;vencimiento;item;precio'
  const [shown] = documentsOf(`${head}\n33;11/02/2026;11/30/2026;A;1`)
  expect(shown).toMatchObject({ faults: [], body: { fecha_emision: '2026-11-02' } })
  const [doubtful] = documentsOf(`${head}\n33;11/02/2026;11/30/2026;A;1\n33;30/11/2026;;A;1`)
  expect(doubtful!.faults).toEqual([
    expect.objectContaining({
      fila: 2,
      columna: 'fecha_emision',
      texto: expect.stringContaining('puede ser'),
    }),
    expect.objectContaining({
      fila: 2,
      columna: 'fecha_vencimiento',
      texto: expect.stringContaining('parece 2026-11-30'),
    }),
  ])
})

test('a day that may be another is read day first and told with its rows, unless the table shows how it writes them', () => {
  const head = 'tipo;fecha;item;precio'
  const doubtOf = (...days: string[]) => {
    const read = readBatch([head, ...days.map((day) => `33;${day};A;1`)].join('\n'))
    return 'dudosas' in read ? read.dudosas : read.error
  }
  expect(doubtOf('05/11/2026', '2026-11-05', '06/11/2026')).toEqual({
    filas: [2, 4],
    lecturas: ['2026-11-05', '2026-05-11'],
  })
  expect(doubtOf('05/11/2026', '20/11/2026')).toBeNull()
  expect(doubtOf('2026-11-05')).toBeNull()
})

test('headings are known in any case and accents, and by their usual names', () => {
  expect(['Razón Social', 'TIPO', 'Ítem', 'precio unitario', 'Con IVA'].map(columnOf)).toEqual([
    ...(['razon_social', 'tipo_dte', 'item', 'precio', 'con_iva'] as const),
  ])
  expect(columnOf('saldo')).toBeUndefined()
})

describe('documents', () => {
  test('rows of one number are one; what is of the whole stands in the first', () => {
    const [factura, boleta] = documentsOf(EJEMPLO)
    expect(factura).toMatchObject({
      ...{ filas: [2, 3], faults: [] },
      body: {
        tipo_dte: 33,
        receptor: { rut: '77123456-9', comuna: 'Pelarco' },
        detalle: [
          { nombre: 'Cemento 25 kg', cantidad: '10', precio: '4180' },
          { nombre: 'Fierro 12 mm', cantidad: '5', precio: '7990', descuento_pct: '8' },
        ],
      },
    })
    expect(boleta?.body).toEqual({
      ...{ tipo_dte: 39, detalle: [{ nombre: 'Taladro', cantidad: '1', precio: '9990' }] },
    } as never)
  })

  test('without that column each row is one; dates, words and references are read', () => {
    const [one, two] = documentsOf(
      'tipo;fecha;forma_pago;exento;item;precio;con_iva;ref_tipo;ref_folio;ref_fecha\n' +
        '33;22-11-2026;crédito;sí;a;1;no;801;OC-1;01/11/2026\n33;;;no;b;2;;;;',
    )
    expect(one?.body).toMatchObject({
      ...{ fecha_emision: '2026-11-22', forma_pago: 2, precio_incluye_iva: false },
      detalle: [{ exento: true }],
      referencias: [{ tipo_documento: '801', folio: 'OC-1', fecha: '2026-11-01' }],
    })
    expect(two?.body.detalle).toEqual([{ nombre: 'b', precio: '2' }])
  })

  test('what cannot be read stands at its row and column', () => {
    const [one, two] = documentsOf(
      'documento;tipo_dte;rut;fecha;item;precio\nA;33;77.123.456-0;ayer;a;doce\nA;34;;;b;1\nB;7;;;c;1',
    )
    expect(one?.faults.map(({ fila, columna }) => `${fila} ${columna}`).sort()).toEqual([
      ...['2 fecha_emision', '2 precio', '2 rut', '3 tipo_dte'],
    ])
    expect(two?.faults).toEqual([{ fila: 4, columna: 'tipo_dte', texto: 'No es un tipo de documento' }])
  })

  test.each([
    ['', 'La primera fila'],
    ['tipo_dte;item', 'La primera fila'],
    ['tipo_dte;item;saldo\n33;a;1', '«saldo»'],
    ['tipo_dte;item;item\n33;a;b', 'dos veces'],
    ['tipo_dte;precio\n33;1', '«item»'],
  ])('%p is no batch', (text, words) => {
    expect(readBatch(text)).toEqual({ error: expect.stringContaining(words) as unknown as string })
  })
})

test('a fault of the API stands at the row of its line', () => {
  expect(placeOfPath('detalle[1].descuento_pct')).toEqual({ columna: 'descuento', linea: 1 })
  expect(placeOfPath('receptor.giro')).toEqual({ columna: 'giro', linea: 0 })
  expect(placeOfPath('traslado')).toEqual({ columna: null, linea: 0 })
  const answer = {
    ...{ indice: 0, ok: false, code: 'VALIDATION_ERROR' as const, error: 'La solicitud tiene errores' },
    detalles: [
      {
        campo: 'detalle[1].precio',
        regla: 'numero' as const,
        mensaje: 'detalle[1].precio debe ser un número',
      },
    ],
  }
  expect(outcomeOf(answer, { filas: [7, 9] })).toEqual({
    faults: [{ fila: 9, columna: 'precio', texto: 'Debe ser un número' }],
  })
  expect(outcomeOf({ indice: 0, ok: false, error: 'No quedan folios' }, { filas: [7] })).toEqual({
    faults: [{ fila: 7, columna: null, texto: 'No quedan folios' }],
  })
})

describe('what was sent', () => {
  const storage = () => {
    const kept = new Map<string, string>()
    return {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => void kept.set(key, text),
    }
  }

  test('two equal documents are two, and the same table has the same names', () => {
    const documentos = documentsOf('tipo;item\n39;a\n39;a\n39;b')
    const keys = keysOf(documentos)
    expect(new Set(keys).size).toBe(3)
    expect(keysOf(documentsOf('tipo;item\n39;a\n39;a\n39;b'))).toEqual(keys)
  })

  test('is known after a reload; a request has one key until it is settled', () => {
    const kept = storage()
    let made = 0
    const create = () => `k${++made}`
    const ledger = createLedger(kept, 'a')
    ledger.add([['x#1', { tipo: 39, folio: 4 }]])
    expect(ledger.keyOf({ a: 1 }, create)).toBe('k1')
    const again = createLedger(kept, 'a')
    expect(again.find('x#1')).toEqual({ tipo: 39, folio: 4 })
    expect(again.keyOf({ a: 1 }, create)).toBe('k1')
    again.settle({ a: 1 })
    expect(again.keyOf({ a: 1 }, create)).toBe('k2')
    expect(createLedger(kept, 'b').find('x#1')).toBeUndefined()
  })
})

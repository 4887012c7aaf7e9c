// The files of a register (domain/rcv §2, §3): what is read of them, what is refused, and that the writer gives back their bytes.

import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DocumentoRcv, FORMAS, type Forma, formaOf } from '../../../src/domain/rcv/columnas'
import { readRcv } from '../../../src/domain/rcv/read'
import { writeCabecera, writeNumerado } from '../../../src/domain/rcv/write'
import { rutDv } from '../../../src/domain/rut'

const FILES = {
  'compra-registro': ['compra', 'REGISTRO', 27, 8],
  'compra-pendiente': ['compra', 'PENDIENTE', 23, 2],
  'compra-reclamado': ['compra', 'RECLAMADO', 24, 2],
  'compra-no-incluir': ['compra', 'NO_INCLUIR', 24, 1],
  venta: ['venta', 'REGISTRO', 43, 7],
} as const
type Name = keyof typeof FILES

const textOf = (name: Name): string =>
  readFileSync(join(import.meta.dir, `../../fixtures/rcv/${name}.csv`), 'utf8')
const read = (text: string | Uint8Array) =>
  readRcv(typeof text === 'string' ? Buffer.from(text) : text, () => undefined)
const write = (forma: Forma, documentos: readonly DocumentoRcv[]): string =>
  writeCabecera(forma) + documentos.map((d, i) => writeNumerado(forma, d, i + 1)).join('')

/** A file with one of its cells written otherwise. */
function withCell(name: Name, line: number, column: string, value: string): string {
  const lines = textOf(name).split('\r\n')
  const at = lines[0]!.split(';').indexOf(column)
  const cells = lines[line - 1]!.split(';')
  cells[at] = value
  lines[line - 1] = cells.join(';')
  return lines.join('\r\n')
}

describe('the file of a slice', () => {
  test.each(Object.entries(FILES))(
    '%s is known by its header, and written back to the byte',
    async (name, is) => {
      const [lado, estado, columnas, documentos] = is
      const text = textOf(name as Name)
      const found = await read(text)
      expect(found.faltas).toEqual([])
      expect([found.forma.lado, found.forma.estado, found.forma.columnas.length]).toEqual([
        lado,
        estado,
        columnas,
      ])
      expect(found.documentos).toHaveLength(documentos)
      expect(found.documentos.map(({ crudo }) => crudo)).toEqual(found.documentos.map(() => null))
      expect(write(found.forma, found.documentos)).toBe(text)
    },
  )

  test('with a header and no row is a slice with nothing in it', async () => {
    const { forma, documentos, faltas } = await read(writeCabecera(formaOf('compra', 'PENDIENTE')))
    expect([forma.estado, documentos, faltas]).toEqual(['PENDIENTE', [], []])
  })

  test('tells amounts as whole pesos, instants in UTC, rates as written and the taxes of the extra rows', async () => {
    const { documentos } = await read(textOf('compra-registro'))
    const [acero, bebida, tabaco, nota] = documentos
    expect(acero).toEqual({
      tipoDte: 33,
      tipoTransaccion: 'Del Giro',
      rut: '90000012-K',
      razonSocial: 'Aceros del Maule S.A.',
      folio: 88123,
      fechaEmision: '2026-11-12',
      fechaRecepcion: '2026-11-13T15:20:11Z',
      fechaAcuse: '2026-11-14T12:01:02Z',
      fechaReclamo: null,
      montoExento: 0,
      montoNeto: 420_000,
      montoIva: 79_800,
      ivaNoRecuperable: 0,
      ivaUsoComun: 0,
      montoTotal: 499_800,
      crudo: null,
      datos: {
        activoFijoNeto: 0,
        activoFijoIva: 0,
        impuestoSinCredito: 0,
        ivaNoRetenido: 0,
        notaSobreFacturaCompra: '0',
      },
    })
    expect(bebida!.datos.otrosImpuestos).toEqual([
      { codigo: 27, valor: 10_000, tasa: '10' },
      { codigo: 24, valor: 10_500, tasa: '31.5' },
      { codigo: 26, valor: 3000, tasa: '2.967999999' },
    ])
    expect(tabaco!.razonSocial).toBe('Tabaquería "El Puro"; e Hijos')
    expect(nota!.montoTotal).toBe(119_000)
  })

  test('tells what only sales have', async () => {
    const { documentos } = await read(textOf('venta'))
    const byType = (tipo: number) => documentos.find(({ tipoDte }) => tipoDte === tipo)!
    expect(byType(33).datos).toMatchObject({ referenciaTipo: '52', referenciaFolio: '200-300-400' })
    expect(byType(61).fechaReclamo).toBeNull()
    expect(byType(110).datos).toMatchObject({ extranjeroNumId: '98-7654321', extranjeroNacionalidad: 'US' })
    expect(byType(43).datos).toMatchObject({ liquidacionRut: '76543210-3', liquidacionNeto: 10_000 })
    expect(byType(34).datos).toMatchObject({ numeroInterno: '0012', codigoSucursal: '081234567' })
  })
})

describe('what is read as if it were right', () => {
  test('windows-1252, where the bytes are no UTF-8', async () => {
    const text = textOf('compra-registro')
    const { forma, documentos, faltas } = await read(Buffer.from(text, 'latin1'))
    expect(faltas).toEqual([])
    expect(documentos[1]!.razonSocial).toBe('Distribuidora de Bebidas Ñuñoa Ltda.')
    expect(write(forma, documentos)).toBe(text)
  })

  test('a mark, LF, blank lines and a missing semicolon at the end of rows', async () => {
    const text = textOf('compra-pendiente')
    const other = `\uFEFF${text.replaceAll(';\r\n', '\n').replaceAll('\r\n', '\n')}\n  \n`
    const { documentos, faltas } = await read(other)
    expect(faltas).toEqual([])
    const asPage = (await read(text)).documentos
    expect(documentos.map(({ crudo: _, ...d }) => d)).toEqual(asPage.map(({ crudo: _, ...d }) => d))
  })

  test('blanks, RUTs as people write them, more semicolons and odd empties: read well, given back as they came', async () => {
    const odd = [
      ['Razon Social', '  Aceros del Maule S.A. '],
      ['RUT Proveedor', '90.000.012-k'],
      ['Fecha Acuse', 'null'],
      ['Tabacos Puros', '007'],
      ['Tasa Otro Impuesto', ';;;'],
      ['Fecha Recepcion', '13/11/2026'],
      ['Fecha Recepcion', '13-11-2026 12:20'],
      ['Fecha Docto', '12-11-2026'],
      ['Razon Social', '"Aceros del Maule S.A."'],
      ['Razon Social', 'Aceros\tdel\u0000Maule S.A.'],
    ] as const
    for (const [column, value] of odd) {
      const text = withCell('compra-registro', 2, column, value)
      const { forma, documentos, faltas } = await read(text)
      expect([column, faltas]).toEqual([column, []])
      expect(documentos[0]!.razonSocial).toBe('Aceros del Maule S.A.')
      expect(documentos[0]!.rut).toBe('90000012-K')
      expect(write(forma, documentos)).toBe(text)
    }
  })

  test('but not the empty cells that a spreadsheet leaves out at the end of a row', async () => {
    const text = textOf('venta')
    const bare = text.replace(/;+\r?$/gm, '')
    const { documentos, faltas, forma } = await read(bare)
    expect([documentos.length, faltas]).toEqual([(await read(text)).documentos.length, []])
    // Whoever reads by place finds all cells where they belong.
    expect(write(forma, documentos)).toBe(text)
  })

  test('a name with a line break in its quotes, whose next lines keep their numbers', async () => {
    const text = withCell('compra-pendiente', 2, 'Razon Social', '"Aceros\ndel Maule"').replace('45;', 'x;')
    const { faltas } = await read(text)
    expect(faltas.map(({ campo }) => campo)).toEqual(['linea[4].Folio'])
  })

  test('a quote that is never closed costs its own line alone', async () => {
    const { faltas } = await read(withCell('compra-pendiente', 2, 'Razon Social', '"Aceros'))
    expect(faltas.map(({ campo, regla }) => [campo, regla])).toEqual([['linea[2].Nro', 'cantidad_min']])
  })
})

describe('a file that a spreadsheet touched', () => {
  /** Every cell of some columns written otherwise. */
  const rewritten = (name: Name, columns: RegExp, write: (cell: string) => string, sign = ';'): string => {
    const [head, ...rows] = textOf(name).trimEnd().split('\r\n')
    const names = head!.split(';')
    const cut = (row: string) => row.match(/"(?:[^"]|"")*"|[^;]+|(?<=;)(?=;)|^(?=;)|(?<=;)$/g) ?? []
    const line = (cells: string[]) =>
      cells.map((cell) => (cell.includes(sign) && cell[0] !== '"' ? `"${cell}"` : cell)).join(sign)
    const body = rows.map((row) =>
      line(cut(row).map((cell, i) => (columns.test(names[i] ?? '') && cell ? write(cell) : cell))),
    )
    return [names.join(sign), ...body].join('\r\n')
  }
  const bare = (documentos: readonly DocumentoRcv[]) => documentos.map(({ crudo: _, ...rest }) => rest)
  const FECHAS = /^Fecha/
  const [d, m, y] = [
    (c: string) => c.slice(0, 2),
    (c: string) => c.slice(3, 5),
    (c: string) => c.slice(6, 10),
  ]
  const hour = (c: string) => c.slice(11)
  const to12 = (c: string) => {
    const [h, ...rest] = c.slice(11).split(':')
    return c.length < 11
      ? ''
      : ` ${Number(h) % 12 || 12}:${rest.join(':')} ${Number(h) < 12 ? 'a.\u00a0m.' : 'p.\u00a0m.'}`
  }
  const withHour = (day: string, c: string) => `${day} ${hour(c).replace(/^0/, '')}`.trim()
  const serial = (c: string) => {
    const at = Date.UTC(Number(y(c)), Number(m(c)) - 1, Number(d(c))) / 86_400_000 + 25_569
    const [h = 0, min = 0, s = 0] = hour(c).split(':').map(Number)
    const part = Math.round(((h * 3600 + min * 60 + s) / 86_400) * 1e9)
    return c.length < 11 ? String(at) : `${at},${String(part).padStart(9, '0')}`
  }

  test.each<[string, (cell: string) => string]>([
    ['unpadded with hyphens', (c) => withHour(`${Number(d(c))}-${Number(m(c))}-${y(c)}`, c)],
    ['the year first', (c) => withHour(`${y(c)}/${Number(m(c))}/${Number(d(c))}`, c)],
    ['ISO', (c) => `${y(c)}-${m(c)}-${d(c)}${c.length < 11 ? '' : `T${hour(c)}`}`],
    ['points', (c) => withHour(`${d(c)}.${m(c)}.${y(c)}`, c)],
    [
      'the month first, which others of them show',
      (c) => withHour(`${Number(m(c))}/${Number(d(c))}/${y(c)}`, c),
    ],
    ['an hour of twelve', (c) => `${d(c)}/${m(c)}/${y(c)}${to12(c)}`],
    ['the number of a spreadsheet', serial],
  ])('days as %s are those of the page', async (_, write) => {
    const page = await read(textOf('compra-registro'))
    const found = await read(rewritten('compra-registro', FECHAS, (c) => (c === 'null' ? c : write(c))))
    expect(found.faltas).toEqual([])
    expect(bare(found.documentos)).toEqual(bare(page.documentos))
  })

  test('days of which some only read one way and some only the other: the doubtful ones are told, and what shows it', async () => {
    let text = withCell('compra-pendiente', 2, 'Fecha Docto', '11/12/2026')
    text = text.replace(/26\/11\/2026 /, '11/26/2026 ')
    const { faltas } = await read(text.replace(/(?<=\n2;.*;)\d\d\/11\/2026;/, '25/11/2026;'))
    expect(faltas.map(({ campo }) => campo)).toEqual(['linea[2].Fecha Docto', 'linea[2].Fecha Recepcion'])
    expect(faltas[0]!.mensaje).toContain('puede ser 2026-12-11 o 2026-11-12')
  })

  test.each([
    [',', 'utf8'],
    ['\t', 'utf16le'],
    ['|', 'utf8'],
  ] as const)('cells parted by «%s»', async (sign, charset) => {
    const page = await read(textOf('compra-registro'))
    const text = rewritten('compra-registro', /^$/, (c) => c, sign)
    const bytes = Buffer.from(charset === 'utf8' ? `\uFEFFsep=${sign}\r\n${text}` : `\uFEFF${text}`, charset)
    const found = await read(bytes)
    expect(found.faltas).toEqual([])
    expect(bare(found.documentos)).toEqual(bare(page.documentos))
    expect(write(found.forma, found.documentos)).toBe(textOf('compra-registro'))
  })

  test('amounts in groups, which one of two groups shows to be thousands', async () => {
    const grouped = (sign: string) => (c: string) => c.replace(/\B(?=(\d{3})+$)/g, sign)
    const text = textOf('compra-registro').replaceAll('420000', '4200000')
    const lines = text.split('\r\n')
    lines[1] = lines[1]!.replace(';79800;', ';798000;').replace(';499800;', ';4998000;')
    const page = await read(lines.join('\r\n'))
    for (const sign of ['.', ',']) {
      const touched = lines.map((line, i) =>
        i === 0
          ? line
          : line
              .split(';')
              .map((c, at) => (at >= 9 && at <= 25 ? grouped(sign)(c) : c))
              .join(';'),
      )
      const found = await read(touched.join('\r\n'))
      expect([sign, found.faltas]).toEqual([sign, []])
      expect(bare(found.documentos)).toEqual(bare(page.documentos))
    }
    const decimals = await read(withCell('compra-pendiente', 2, 'Monto Neto', '$ 420.000,00'))
    expect(decimals.documentos[0]!.montoNeto).toBe(420_000)
  })

  test('its header led by blank lines and repeated, empty lines, a rate with its comma, a RUT with dots', async () => {
    const lines = textOf('compra-registro').split('\r\n')
    const page = await read(textOf('compra-registro'))
    lines.splice(4, 0, lines[0]!, ';;;;;', '')
    const text = `\r\n;;;\r\n${lines.join('\r\n').replace('31.5', '31,5').replace('90000012-K', '90.000.012-k')}`
    const found = await read(text)
    expect(found.faltas).toEqual([])
    expect(bare(found.documentos)).toEqual(bare(page.documentos))
  })

  test.each([
    ['PK\x03\x04\x14\0[Content_Types].xmlxl/workbook.xml', 'una planilla XLSX'],
    ['PK\x03\x04mimetypeapplication/vnd.oasis.opendocument.spreadsheet', 'una planilla ODS'],
    ['PK\x03\x04\x14\0a.csv', 'un ZIP'],
    ['\xd0\xcf\x11\xe0', 'una planilla XLS'],
    ['%PDF-1.7', 'un PDF'],
    ['<html><table>', 'una página HTML'],
    ['<?xml version="1.0"?><Workbook/>', 'un XML'],
  ])('that is none is told: %s', async (start, what) => {
    const { faltas } = await read(Buffer.from(start, 'latin1'))
    expect(faltas).toHaveLength(1)
    expect(faltas[0]).toMatchObject({ campo: 'archivo', regla: 'formato' })
    expect(faltas[0]!.mensaje).toContain(`El archivo es ${what}`)
  })
})

describe('the numbers of the lines', () => {
  test('are told where they are not those of their places, and the line in which each document begins', async () => {
    const text = textOf('compra-registro').replace('\r\n4;', '\r\n14;').replace('\r\n5;', '\r\n14;')
    const { documentos, enLinea } = await read(text)
    expect(documentos.map(({ nro }) => nro)).toEqual([
      undefined,
      undefined,
      undefined,
      14,
      14,
      undefined,
      undefined,
      undefined,
    ])
    expect(enLinea).toEqual([2, 3, 6, 7, 8, 9, 10, 11])
  })
})

describe('what is refused, by line and column', () => {
  test('every wrong cell of every line at once', async () => {
    const lines = textOf('compra-registro').split('\r\n')
    const edit = (line: number, column: number, value: string) => {
      const cells = lines[line - 1]!.split(';')
      cells[column] = value
      lines[line - 1] = cells.join(';')
    }
    edit(2, 3, '90000012-1')
    edit(2, 5, '')
    edit(3, 14, '142.500')
    edit(7, 6, '31/11/2026')
    edit(8, 26, '2,9x')
    edit(8, 28, 'x')
    edit(11, 14, '')
    const { faltas, documentos } = await read(lines.join('\r\n'))
    expect(documentos.length).toBeLessThan(8)
    expect(faltas.map(({ campo, regla }) => [campo, regla])).toEqual([
      ['linea[2].RUT Proveedor', 'rut'],
      ['linea[2].Folio', 'requerido'],
      ['linea[3].Monto Total', 'entero'],
      // Its extra rows follow no document now.
      ['linea[4].Nro', 'orden'],
      ['linea[5].Nro', 'orden'],
      ['linea[7].Fecha Docto', 'fecha'],
      ['linea[8].celda 29', 'sobra'],
      ['linea[8].Tasa Otro Impuesto', 'numero'],
      ['linea[11].Monto Total', 'requerido'],
    ])
    expect(faltas[0]!.mensaje).toBe(
      'Línea 2, RUT Proveedor: no es un RUT válido: revise el número y el dígito verificador',
    )
    expect(faltas[0]!.datos).toEqual({ linea: 2 })
  })

  test.each([
    ['Nro', '', 'requerido'],
    ['Tipo Doc', '', 'requerido'],
    ['RUT Proveedor', '', 'requerido'],
    ['Razon Social', '  ', 'requerido'],
    ['Folio', '', 'requerido'],
    ['Fecha Docto', '', 'requerido'],
    ['Fecha Recepcion', '', 'requerido'],
    ['Monto Total', '', 'requerido'],
    ['Monto Neto', '1.000', 'entero'],
    ['Monto Neto', '1000,5', 'entero'],
    ['Fecha Recepcion', '13/11/2026 24:00:00', 'fecha_hora'],
    ['Fecha Docto', '2026-11-31', 'fecha'],
    ['Fecha Docto', '20261113', 'fecha'],
    ['Fecha Recepcion', '13/11/2026 9:5', 'fecha_hora'],
    ['Fecha Recepcion', '13/11/2026 13:05 a. m.', 'fecha_hora'],
    ['Monto Neto', '4,2E+05', 'entero'],
    ['Monto Neto', '(420000)', 'minimo'],
    ['Monto Neto', '420.000-', 'entero'],
    ['Monto Neto', '#¡VALOR!', 'entero'],
    ['Folio', '1,23E+11', 'entero'],
    ['Razon Social', '#N/A', 'formato'],
    ['RUT Proveedor', '9,00E+07', 'rut'],
    ['Folio', '88123x', 'entero'],
    ['Folio', '0', 'folio'],
    ['Tipo Doc', '52', 'valor'],
    ['Tipo Doc', '39', 'valor'],
    ['Monto Total', '-23800', 'minimo'],
    ['Monto Neto', '-1', 'minimo'],
  ])('%s as «%s» is told as %s', async (column, value, regla) => {
    const { faltas } = await read(withCell('compra-pendiente', 2, column, value))
    expect(faltas.map((f) => [f.campo, f.regla])).toEqual([[`linea[2].${column}`, regla]])
  })

  const SIGNED = ['Monto No facturable', 'Total Monto Periodo']

  test('an amount below zero in any column, but those that the format signs', async () => {
    const { columnas } = formaOf('venta', 'REGISTRO')
    for (const { nombre } of columnas.filter(({ clase }) => clase === 'monto')) {
      const { faltas } = await read(withCell('venta', 2, nombre, '-500'))
      const told = SIGNED.includes(nombre) ? [] : [[`linea[2].${nombre}`, 'minimo']]
      expect([nombre, faltas.map((f) => [f.campo, f.regla])]).toEqual([nombre, told])
    }
    // The fifth is a liquidación, of which any amount may be so.
    expect((await read(withCell('venta', 6, 'IVA Terceros', '-500'))).faltas).toEqual([])
  })

  test('a further tax below zero, but that of a fuel', async () => {
    const with24 = (cells: string) => textOf('compra-registro').replace(';24;10500;31.5', cells)
    const { faltas } = await read(with24(';24;-10500;31.5'))
    expect(faltas.map((f) => [f.campo, f.regla])).toEqual([['linea[4].Valor Otro Impuesto', 'minimo']])
    const { faltas: none, documentos } = await read(with24(';28;-10500;'))
    expect(none).toEqual([])
    expect(documentos[1]!.datos.otrosImpuestos?.[1]).toEqual({ codigo: 28, valor: -10_500, tasa: null })
  })

  test('paper has no reception, and may lack its name', async () => {
    let text = withCell('compra-pendiente', 2, 'Tipo Doc', '30')
    text = text.replace('Aceros del Maule S.A.', '').replace('26/11/2026 15:20:11', '')
    expect((await read(text)).faltas).toEqual([])
  })

  test('without its type a document is told all that an electronic one lacks', async () => {
    const text = withCell('compra-pendiente', 2, 'Tipo Doc', '""').replace('26/11/2026 15:20:11', '""')
    expect((await read(text)).faltas.map(({ campo, regla }) => [campo, regla])).toEqual([
      ['linea[2].Tipo Doc', 'requerido'],
      ['linea[2].Fecha Recepcion', 'requerido'],
    ])
  })

  test('a document that comes twice, and an extra row with an amount', async () => {
    const lines = textOf('compra-registro').split('\r\n')
    lines.splice(
      11,
      0,
      lines[1]!.replace(/^1/, '9'),
      lines[3]!.replace(';24;', ';24;').replace(';;;;;', ';;;;8;'),
    )
    const { faltas } = await read(lines.join('\r\n'))
    expect(faltas.map(({ campo, regla }) => [campo, regla])).toEqual([
      ['linea[12].Folio', 'repetido'],
      ['linea[13].Monto Neto', 'sobra'],
    ])
    expect(faltas[0]!.mensaje).toContain('línea 2')
  })

  test('a document that comes twice in zero, and one of zero without reception beside no whole row', async () => {
    const [head, row] = textOf('compra-pendiente').split('\r\n')
    const zero = row!.replace('0;20000;3800;0;;23800', '0;0;0;0;;0').replace('26/11/2026 15:20:11', '')
    const twice = await read(`${[head, zero, zero.replace(/^1/, '2')].join('\r\n')}\r\n`)
    expect(twice.faltas.map(({ campo, regla }) => [campo, regla])).toEqual([
      ['linea[3].Folio', 'repetido'],
      ['linea[2].Fecha Recepcion', 'requerido'],
    ])
    const amounts = zero.replace('0;0;0;0;;0', '0;10;0;0;;0')
    expect((await read(`${[head, row, amounts].join('\r\n')}\r\n`)).faltas).toMatchObject([
      { campo: 'linea[3].Folio', regla: 'repetido' },
    ])
  })

  test('a line cut short at the end of the file', async () => {
    const text = textOf('venta')
    const { faltas } = await read(text.slice(0, -60))
    expect(faltas.map(({ campo, regla }) => [campo, regla])).toEqual([['linea[8].Nro', 'cantidad_min']])
  })

  test('more than a hundred faults: the first are told, of the others how many', async () => {
    const [head, row] = textOf('compra-pendiente').split('\r\n')
    const { faltas, omitidas, lineas } = await read(
      [head, ...Array(250).fill(row!.replace('499800', ''))].join('\n'),
    )
    expect([faltas.length, omitidas.cuantas, lineas]).toEqual([100, 149, '3-251'])
  })

  test('a header of no register, and one that is almost one', async () => {
    const [none] = (await read('a;b;c\n1;2;3\n')).faltas
    expect(none).toMatchObject({ campo: 'archivo', regla: 'cabecera' })
    const [almost] = (await read(textOf('venta').replace('Monto total', 'Monto Total'))).faltas
    expect(almost!.mensaje).toBe(
      'La cabecera es casi la de ventas: en la columna 14 va «Monto total» y viene «Monto Total»',
    )
    expect((await read('')).faltas).toHaveLength(1)
    const summary = 'Tipo Documento;Total Documentos;Monto Exento;Monto Neto;IVA Recuperable;Monto Total\n'
    expect((await read(summary)).faltas[0]!.mensaje).toContain('es el resumen de las compras')
    const another = 'Tipo Doc;Total Oper. del mes;Monto Exento;Monto Neto;Monto IVA;Monto Total\n'
    expect((await read(another)).faltas[0]!.mensaje).toContain('parece un resumen del registro')
    // All columns of the file of what is pending stand in that of the register too.
    const pendiente = textOf('compra-pendiente').replace('Folio', 'folio')
    expect((await read(pendiente)).faltas[0]!.mensaje).toBe(
      'La cabecera es casi la de compras PENDIENTE: en la columna 6 va «Folio» y viene «folio»',
    )
    const short = textOf('compra-pendiente').replace('Razon Social;', '')
    expect((await read(short)).faltas[0]!.mensaje).toContain('la de compras PENDIENTE: en la columna 5')
  })
})

/** Numbers that repeat. */
function lcg(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

const NAMES = ['Ñandú; Ltda.', 'A', 'Comercial "El Ñato" S.A.', 'Sol y Mar', 'X '.repeat(40).trim(), 'é\nü']

function randomCell(clase: string, below: (n: number) => number): string {
  if (clase === 'entero') return String(1 + below(200))
  if (clase === 'monto') return String(below(1_000_000_000))
  if (clase === 'tasa') return ['19', '31.5', '2.967999999', '0'][below(4)]!
  if (clase === 'rut') {
    const body = String(1_000_000 + below(90_000_000))
    return `${body}-${rutDv(body)}`
  }
  const day = `${String(1 + below(28)).padStart(2, '0')}/${String(1 + below(12)).padStart(2, '0')}/${2017 + below(10)}`
  if (clase === 'fecha') return day
  // Clocks change at midnight and at eleven in the evening.
  if (clase === 'instante') return `${day} ${String(1 + below(22)).padStart(2, '0')}:00:${10 + below(49)}`
  return NAMES[below(NAMES.length)]!
}

describe('any file that the page may give', () => {
  const REQUIRED = [
    'nro',
    'tipoDte',
    'rut',
    'razonSocial',
    'folio',
    'fechaEmision',
    'fechaRecepcion',
    'montoTotal',
  ]
  const quoted = (text: string) => (/[";\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

  test.each(FORMAS.map((forma) => [`${forma.lado} ${forma.estado}`, forma] as const))(
    '%s: what is written of what was read is what was read',
    async (_, forma) => {
      const below = lcg(7)
      for (let round = 0; round < 30; round++) {
        let text = writeCabecera(forma)
        const rows = 1 + below(12)
        for (let n = 1; n <= rows; n++) {
          const cells = forma.columnas.map(({ campo, clase, vacio }) => {
            if (campo === 'nro') return String(n)
            // No file has lines of guides and boletas.
            if (campo === 'tipoDte') return String([33, 34, 43, 46, 56, 61, 30, 914, 199][below(9)])
            if (campo === 'folio') return String(1000 * round + n)
            if (!REQUIRED.includes(campo) && below(3) === 0) return below(2) ? '' : (vacio ?? '')
            return quoted(randomCell(clase, below))
          })
          text += `${cells.join(';')};${';'.repeat(below(3))}\r\n`
          for (let more = below(3); more > 0; more--) {
            const extra = cells.map((cell, i) => (i > 0 && i < 7 ? cell : ''))
            extra.splice(-3, 3, '24', '500', '31.5')
            text += `${extra.join(';')};\r\n`
          }
        }
        const { documentos, faltas } = await read(text)
        expect(faltas).toEqual([])
        expect(documentos).toHaveLength(rows)
        expect(write(forma, documentos)).toBe(text)
      }
    },
  )
})

describe('a copy in zero, without reception, beside the whole row of its document (unsure: domain/rcv §3)', () => {
  const [head, row, other] = textOf('compra-pendiente').split('\r\n')
  const zero = row!.replace('0;20000;3800;0;;23800', '0;0;0;0;;0').replace('26/11/2026 15:20:11', '')
  const file = (...rows: (string | undefined)[]): string =>
    `${[head, ...rows.map((one, i) => one!.replace(/^\d+/, String(i + 1)))].join('\r\n')}\r\n`

  test.each([
    ['behind it', file(row, zero, other), [3]],
    ['before it', file(zero, row, other), [2]],
    ['before and behind', file(zero, row, zero, other), [2, 4]],
    ['without its name too', file(row, zero.replace('Aceros del Maule S.A.', ''), other), [3]],
  ])('is passed over %s, and its line told', async (_, text, copias) => {
    const found = await read(text)
    expect([found.faltas, found.copias]).toEqual([[], copias])
    expect(found.documentos.map(({ folio, montoTotal }) => [folio, montoTotal])).toEqual([
      [88_177, 23_800],
      [45, 11_900],
    ])
  })

  test('leaves a document of zero alone that has its reception', async () => {
    const own = row!.replace('0;20000;3800;0;;23800', '0;0;0;0;;0')
    const { faltas, copias, documentos } = await read(file(own, other))
    expect([faltas, copias, documentos.length]).toEqual([[], [], 2])
  })
})

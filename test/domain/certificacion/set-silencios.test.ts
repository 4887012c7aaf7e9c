// Nothing of a set is dropped, nor read as something else, without a word (domain/certificacion §2.1).

import { describe, expect, test } from 'bun:test'
import { buildSolicitudes } from '../../../src/domain/certificacion/build-solicitudes'
import { readSet } from '../../../src/domain/certificacion/read-set'
import { BASICO, BOLETA, bytesOf, EXENTA, EXPORTACION, GUIA, LIBROS } from '../../support/textos-set'

/** A text with one piece changed, read. */
function readChanged(text: string, from: string, to: string) {
  expect(text).toContain(from)
  return readSet(bytesOf(text.replace(from, to)))
}

describe('is a fault', () => {
  const RELLENO = 'Relleno AFECTO→→     57→→   2508'
  const A_TRES = 'FACTURA ELECTRONICA CORRESPONDIENTE A CASO 5123401-3'
  const DEVUELTO = 'ITEM 2 AFECTO→→    179\n'
  const GLOBAL = 'DESCUENTO GLOBAL ITEMES AFECTOS→→     12%'
  const cases: [what: string, text: string, from: string, to: string, codigo: string][] = [
    ['a row after a ruler', BASICO, RELLENO, `----------\n${RELLENO}`, 'linea_desconocida'],
    [
      'an amount below a note',
      BASICO,
      RELLENO,
      `${RELLENO}\nNOTA: vea abajo\nRECARGO GLOBAL→→  3%`,
      'columnas',
    ],
    ['no quantity at all', BASICO, RELLENO, 'Relleno AFECTO→→      0→→   2508', 'numero'],
    ['no price at all', BASICO, RELLENO, 'Relleno AFECTO→→     57→→   0', 'numero'],
    ['a discount beyond the line', BASICO, '      9%', '    109%', 'numero'],
    ['a discount beyond the document', BASICO, GLOBAL, GLOBAL.replace('12', '112'), 'porcentaje'],
    ['a global discount of a note', BASICO, DEVUELTO, `${DEVUELTO}\n${GLOBAL}\n`, 'descuento_global'],
    ['a global discount of a guide', GUIA, 'TRASLADO POR', `${GLOBAL}\nTRASLADO POR`, 'descuento_global'],
    [
      'a reference to a document of another kind',
      BASICO,
      A_TRES,
      A_TRES.replace('FACTURA', 'NOTA DE CREDITO'),
      'referencia',
    ],
    ['a reference to two cases', BASICO, A_TRES, `${A_TRES} Y CASO 5123401-4`, 'repetido'],
  ]
  test.each(cases)('%s', (_what, text, from, to, codigo) => {
    expect(readChanged(text, from, to).faltas.map((falta) => falta.codigo)).toContain(codigo)
  })
})

test('what is told not to be exempt is not', () => {
  const { secciones, faltas } = readChanged(BASICO, 'Relleno AFECTO', 'Relleno NO EXENTO')
  expect(faltas).toEqual([])
  expect(secciones[0]!.casos[0]!.items.map(({ exento }) => exento)).toEqual([false, false])
})

test('a letter that a page wrote by its name is asked', () => {
  const { dudas } = readChanged(BASICO, 'Relleno AFECTO', 'Rellenos &amp; Cajas AFECTO')
  expect(dudas.map(({ clave }) => clave)).toEqual(['basico.1.item2.nombre'])
})

test('a quote that a word processor bent is asked, for the SII has none', () => {
  const bytes = new TextEncoder().encode(EXENTA.replaceAll('→', '\t').replaceAll("PLC's", 'PLC\u2019s'))
  const { dudas } = readSet(bytes)
  const asked = dudas.filter(({ clave }) => clave.endsWith('.nombre'))
  expect(asked.length).toBeGreaterThan(0)
  for (const { propuesta } of asked) expect(propuesta).toContain("PLC's")
})

describe('of a note is asked', () => {
  const RECEPTOR = { rut: '76543210-3', razon_social: 'Cliente Uno SpA', giro: 'Obras' }
  const DEVUELTOS = 'ITEM→→→CANTIDAD\nBaldosa B&W AFECTO→→    118\nITEM 2 AFECTO→→    179\n'
  const buildNotas = (text: string, respuestas: Record<string, string> = {}) =>
    buildSolicitudes(
      readSet(bytesOf(text)).secciones[0]!,
      { receptores: [RECEPTOR], respuestas },
      '2026-11-20',
    )
  const keysOf = (text: string) => buildNotas(text).dudas.map(({ clave, propuesta }) => [clave, propuesta])

  test('what it returns without items', () => {
    expect(BASICO).toContain(DEVUELTOS)
    expect(keysOf(BASICO.replace(DEVUELTOS, ''))).toEqual([['basico.6.sin_items', null]])
  })

  test('whether the items that it annuls are those of the document', () => {
    const text = BASICO.replace('ANULA FACTURA\n', `ANULA FACTURA\n\n${DEVUELTOS}`)
    expect(keysOf(text)).toEqual([['basico.7.items', 'si']])
  })

  test('how a correction of anything but the giro reads', () => {
    const text = BASICO.replace('CORRIGE GIRO DEL RECEPTOR', 'CORRIGE DIRECCION DEL RECEPTOR')
    expect(keysOf(text)).toEqual([['basico.5.texto', 'CORRIGE DIRECCION DEL RECEPTOR']])
  })

  test('whether more came back than was sold', () => {
    expect(keysOf(BASICO.replace('    179', '   2679'))).toEqual([['basico.6.item2.cantidad', '2679']])
  })

  test('from which of two lines of one name it takes the price', () => {
    const text = BASICO.replaceAll('ITEM 2 AFECTO→→    267', 'Baldosa B&W AFECTO→→    267').replace(
      'ITEM 2 AFECTO→→    179',
      'Baldosa B&W AFECTO→→    179',
    )
    expect(keysOf(text)).toEqual([
      ['basico.6.item1.linea', '1'],
      ['basico.6.item2.linea', '2'],
    ])
    // 118 × 2,743 − 5 % and 179 × 1,913 − 9 %, in the order of the invoice.
    expect(buildNotas(text).solicitudes[5]!.totales.neto).toBe(307_490 + 311_609)
    const respuestas = { 'basico.6.item1.linea': '1', 'basico.6.item2.linea': '1' }
    const answered = buildNotas(text, respuestas)
    expect(answered.dudas).toEqual([])
    expect(answered.solicitudes[5]!.totales.neto).toBe(307_490 + 466_447)
  })
})
describe('a remark', () => {
  const dudasOf = (text: string) => readSet(bytesOf(text)).dudas.map(({ clave }) => clave)

  test('that a boleta’s items follow asks nothing', () => expect(dudasOf(BOLETA)).toEqual([]))

  test('with a word that was not used is asked', () => {
    expect(BOLETA).toContain('El item 1 es un servicio afecto.')
    const text = BOLETA.replace('El item 1 es un servicio afecto.', 'Los items 1 y 3 son exentos.')
    expect(dudasOf(text)).toEqual(['boleta.2.observacion'])
    const more = BASICO.replace('→→   2508\n', '→→   2508\n\nOBSERVACION: EL ITEM 2 LLEVA RECARGO\n')
    expect(dudasOf(more)).toEqual(['basico.1.observacion'])
  })
})

test('the lone amount of a purchase is proposed as affected, but of an exempt invoice', () => {
  const copia = LIBROS.replace('→→  29960', '      29960')
  const propuestas = (text: string) => readSet(bytesOf(text)).dudas.map(({ propuesta }) => propuesta)
  expect(propuestas(copia)).toEqual(['afecto'])
  expect(propuestas(copia.replace('FACTURA→→→→→418', 'FACTURA EXENTA→→→→→418'))).toEqual(['exento'])
})

describe('at its reading, not at its issue, is asked (domain/certificacion §2.1)', () => {
  const LARGO = `Baldosa ${'muy '.repeat(20)}larga AFECTO`

  test('a name of more letters than a document holds, cut by default and answered once it is told', () => {
    const { secciones, dudas } = readChanged(BASICO, 'Relleno AFECTO', LARGO)
    expect(dudas).toMatchObject([
      {
        clave: 'basico.1.item2.nombre',
        mensaje: expect.stringContaining('caben 80'),
        propuesta: LARGO.slice(0, 80).trim(),
      },
    ])
    const corto = 'Baldosa muy larga AFECTO'
    const { solicitudes } = buildSolicitudes(
      secciones[0]!,
      { respuestas: { 'basico.1.item2.nombre': corto } },
      '2026-11-20',
    )
    expect(solicitudes[0]!.solicitud).toMatchObject({ detalle: [{}, { nombre: corto }] })
  })

  test('a unit of more than four letters', () => {
    expect(readChanged(EXENTA, '→Hora→', '→Horas hombre→').dudas).toMatchObject([
      { clave: 'exenta.1.item1.unidad', propuesta: 'Hora' },
    ])
  })

  test('a discount without its sign, unless the head has it', () => {
    const bare = readChanged(BASICO, '      9%', '      9')
    expect(bare.dudas).toMatchObject([{ clave: 'basico.2.item2.descuento_pct', propuesta: '9%' }])
    const answered = (text: string) =>
      buildSolicitudes(
        bare.secciones[0]!,
        { respuestas: { 'basico.2.item2.descuento_pct': text } },
        '2026-11-20',
      ).solicitudes[1]!.solicitud
    expect(answered('9%')).toMatchObject({ detalle: [{}, { descuento_pct: 9 }] })
    expect(answered('7')).toMatchObject({ detalle: [{}, { descuento_pct: 7 }] })
    const text = BASICO.replace('DESCUENTO ITEM', 'DESCUENTO ITEM %').replace('      9%', '      9')
    expect(readSet(bytesOf(text)).dudas).toEqual([])
  })
})

describe('the transport of guides (Res. Ex. SII 154/2025)', () => {
  const keysOf = (traslado: Record<string, unknown> | undefined, hoy = '2026-11-20') =>
    buildSolicitudes(readSet(bytesOf(GUIA)).secciones[0]!, traslado ? { traslado } : {}, hoy)
      .dudas.map(({ clave }) => clave)
      .filter((clave) => clave === 'guia.traslado')
  const chofer = { rut: '15432198-5', nombre: 'Luis Núñez' }

  test('is asked once for the set since 2026-11-01, until each datum is told or told not to be held', () => {
    expect(keysOf(undefined)).toEqual(['guia.traslado'])
    expect(keysOf({ patente: 'KRTZ41', chofer })).toEqual(['guia.traslado'])
    expect(keysOf({ patente: 'KRTZ41', chofer, rut_transportista: '77123456-9' })).toEqual([])
    expect(keysOf({ patente: 'KRTZ41', no_disponible: ['chofer', 'rut_transportista'] })).toEqual([])
    expect(keysOf(undefined, '2026-10-31')).toEqual([])
  })
})

test('a letter among the digits of a percentage leaves none, and is told', () => {
  const wide = readChanged(EXPORTACION, '%10 RECARGO', '%1o RECARGO')
  expect(wide.faltas.map(({ codigo }) => codigo)).toContain('porcentaje')
  const line = readChanged(EXPORTACION, 'DESCUENTO LINEA # 1:   5%', 'DESCUENTO LINEA # 1:  l5%')
  expect(line.faltas.map(({ codigo }) => codigo)).toContain('porcentaje')
})

test('a guide’s lot whose case cannot be read is asked, and so is a price of an item that the invoice has not', () => {
  const guias = readChanged(
    LIBROS,
    'EL CASO 3 CORRESPONDE A UNA GUIA ANULADA',
    'EL CASO o CORRESPONDE A UNA GUIA ANULADA',
  )
  expect(guias.faltas).toEqual([])
  expect(guias.dudas.map(({ clave }) => clave)).toEqual([expect.stringMatching(/^libro_guias\.linea\d+$/)])
  const { secciones } = readChanged(
    EXENTA,
    'HORAS MODELISTA →    855→→',
    'HORAS MODELISTA →    855→→\nOTRA COSA→27',
  )
  const { dudas } = buildSolicitudes(secciones[0]!, {}, '2026-11-20')
  expect(dudas.map(({ clave }) => clave)).toContain('exenta.2.item2.cantidad')
})

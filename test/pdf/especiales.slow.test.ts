// Documents with blocks of their own: 43, 46, 52 and the exports, on every paper (pdf §1.1 columns I and P, pdf §1).
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Dte } from '../../src/domain/dte/dte'
import { TIPOS, type TipoDte } from '../../src/domain/dte/tipos'
import { composeCarta } from '../../src/pdf/carta/carta'
import { camposDocumento, camposReceptor, referencias } from '../../src/pdf/contenido'
import { bloques } from '../../src/pdf/contenido-bloques'
import { lineasDetalle } from '../../src/pdf/contenido-detalle'
import { filasTotales } from '../../src/pdf/contenido-totales'
import { renderEscPos } from '../../src/pdf/escpos/escpos'
import type { Formato } from '../../src/pdf/impreso'
import { renderPdf } from '../../src/pdf/render'
import { composeRollo } from '../../src/pdf/rollo/rollo'
import { encodeTimbre, encodeTimbreRollo } from '../../src/pdf/timbre'
import { text } from './azar'
import { dte, impreso, impresoDe, linea, TED_VECTOR } from './ejemplos'
import { expectSound } from './geometria'
import { readPdf417 } from './leer-codigo'
import { printEscPos } from './leer-escpos'
import { printTimbre, readPdf } from './leer-pdf'

const PAPELES: Formato[] = ['carta', '80mm', '57mm']
const CODIGOS = TIPOS.map((t) => t.codigo)

const read = async (doc: ReturnType<typeof impreso>, formato: Formato, cedible = false) =>
  (await readPdf(renderPdf(doc, { formato, cedible }))).paginas.map((p) => p.texto)

const campos = (doc: ReturnType<typeof impreso>) =>
  new Map(bloques(doc).flatMap((b) => b.campos.map((c) => [c.etiqueta, c.valor] as const)))

const totales = (doc: ReturnType<typeof impreso>) =>
  filasTotales(doc).map(({ etiqueta, valor }) => [etiqueta, valor])

const guia = (indTraslado: number, rest: Partial<Dte> = {}) =>
  impresoDe(52, { idDoc: { ...dte(52).idDoc, indTraslado }, ...rest })

describe.each(PAPELES)('the twelve types on %s', (papel) => {
  test.each(CODIGOS)('type %d is one page under 40 KB and its timbre is read back', async (tipo) => {
    const bytes = renderPdf(impresoDe(tipo), { formato: papel, cedible: false })
    expect(bytes.length).toBeLessThan(40_000)
    const { paginas } = await readPdf(bytes)
    expect(paginas).toHaveLength(1)
    for (const word of ['undefined', 'null', 'NaN', 'código ']) expect(paginas[0]!.texto).not.toContain(word)
    // Two dots a module: 80 mm are for heads of 300 dpi, boletas of 57 mm for those of 203 (pdf §5).
    const dpi = { carta: 240, '80mm': 300, '57mm': 203.2 }[papel]
    const [ted] = await readPdf417(await printTimbre(bytes, dpi))
    expect(ted?.toString('latin1')).toBe(TED_VECTOR)
  })

  test('the cedible copy: CEDIBLE on 33 34 43 46, CEDIBLE CON SU FACTURA on guides that are sales, else none (pdf §3)', async () => {
    for (const tipo of CODIGOS) {
      const [, copia] = await read(impresoDe(tipo), papel, true)
      expect([tipo, copia?.includes('CEDIBLE') ?? false]).toEqual([tipo, [33, 34, 43, 46].includes(tipo)])
    }
    for (let ind = 1; ind <= 9; ind++) {
      const [original, copia] = await read(guia(ind), papel, true)
      expect(original).not.toContain('CEDIBLE')
      expect([ind, copia?.includes('CEDIBLE CON SU FACTURA') ?? false]).toEqual([ind, ind === 1 || ind === 9])
    }
  })

  test('a guide says what moves, how and where to; without amounts it shows none (domain/dte §6.10)', async () => {
    const [said] = (await read(impresoDe(52), papel)) as [string]
    const wanted = ['Traslados internos', 'Por cuenta del emisor a otras instalaciones', 'KRTZ41', 'JXDP12']
    wanted.push(
      '77.123.456-9',
      'Luis Núñez',
      '15.432.198-5',
      'Ruta 5 km 402',
      '20-11-2026 a las 08:30',
      '21-11-2026',
    )
    for (const text of [...wanted, 'Sin valores', '14,5']) expect(said.replaceAll(': ', ' ')).toContain(text)
    for (const text of ['$', 'Monto neto', 'IVA', 'Precio', 'Valor']) expect(said).not.toContain(text)
  })

  test('a liquidación names what each line settles and subtracts its charges (domain/dte §6.12)', async () => {
    const [said] = (await read(impresoDe(43), papel)) as [string]
    for (const text of [
      'Liquida: Boleta electrónica',
      'Liquida: Nota de crédito electrónica',
      '-100.000',
      'Comisiones y otros cargos',
      'Comisión por ventas en sala',
      'Publicidad (otro cargo)',
      'Comisiones, neto -120.000',
      'Comisiones, exento -5.000',
      'Comisiones, IVA -22.800',
      '$ 1.042.200',
    ]) {
      expect(said).toContain(text)
    }
  })

  test('an export shows its currency, its equivalent in pesos and customs codes in words (domain/dte §6.11)', async () => {
    const [said] = (await read(impresoDe(110), papel)) as [string]
    for (const text of [
      'DOLAR USA 1.485,00',
      '945,32',
      '$ 1.403.800',
      'A firme',
      'FOB',
      'SAN ANTONIO',
      'BARCELONA',
    ]) {
      expect(said).toContain(text)
    }
    for (const text of [
      '1.250,00',
      '2,0833',
      '820,5 KN',
      'Acreditivo hasta 1 año',
      'DOLAR USA 200,00',
      'MSKU1234565',
    ]) {
      expect(said).toContain(text)
    }
  })
})

test('no text touches another nor leaves the page, whatever the blocks hold', () => {
  fc.assert(
    fc.property(
      fc.constantFrom<TipoDte>(43, 46, 52, 110, 111),
      text(70),
      text(40),
      text(255),
      fc.boolean(),
      (tipo, largo, medio, marcas, cedible) => {
        const base = impresoDe(tipo).dte
        const aduana = base.transporte?.aduana && {
          ...base.transporte.aduana,
          nombreTransp: medio,
          nomCiaTransp: medio,
          totClauVenta: '123456789012345.12',
          tipoBultos: Array.from({ length: 10 }, () => ({ codTpoBultos: 22, cantBultos: 9, marcas })),
        }
        const transporte = base.transporte && {
          ...base.transporte,
          direccionDestino: largo,
          ...(aduana && { aduana }),
        }
        const comisiones = base.comisiones?.map((c) => ({
          ...c,
          glosa: medio,
          valorNeto: '123456789012345678',
        }))
        const doc = impresoDe(tipo, { ...(transporte && { transporte }), ...(comisiones && { comisiones }) })
        expectSound(composeCarta(doc, encodeTimbre(TED_VECTOR), { cedible }))
        expectSound(composeRollo('80mm', doc, encodeTimbreRollo(TED_VECTOR, '80mm'), { cedible }), 11)
        expectSound(composeRollo('57mm', doc, encodeTimbreRollo(TED_VECTOR, '57mm'), { cedible }), 12)
      },
    ),
    { numRuns: 80 },
  )
})

test('ESC/POS says the blocks of every type in lines that fit', () => {
  for (const tipo of CODIGOS) {
    for (const [papel, columnas] of [
      ['80mm', 64],
      ['57mm', 42],
    ] as const) {
      const [tira] = printEscPos(renderEscPos(impresoDe(tipo), { papel, cedible: false }))
      expect(Math.max(...tira!.renglones.map((r) => r.texto.length))).toBeLessThanOrEqual(columnas)
      const said = tira!.renglones.map((r) => r.texto).join(' ')
      for (const { campos } of bloques(impresoDe(tipo))) {
        for (const { etiqueta } of campos) expect(said).toContain(`${etiqueta}:`)
      }
    }
  }
})

describe('what the types say', () => {
  test('a purchase invoice names what it withholds and what it does not (domain/dte §6.5)', () => {
    expect(totales(impresoDe(46))).toEqual([
      ['Monto neto', '82.050'],
      ['IVA 19%', '15.590'],
      ['IVA retenido madera 8%', '-6.564'],
      ['IVA no retenido', '9.026'],
      ['TOTAL', '$ 91.076'],
    ])
  })

  test('every kind of transfer is a word (column P of IndTraslado)', () => {
    const words = Array.from({ length: 9 }, (_, i) => campos(guia(i + 1)).get('Tipo de traslado'))
    expect(words[0]).toBe('Operación constituye venta')
    expect(words[7]).toBe('Traslado para exportación (no venta)')
    expect(new Set(words).size).toBe(9)
  })

  test('a guide for export says who moves the goods and by which permit (column P of CdgTraslado)', () => {
    const emisor = {
      ...dte(52).emisor,
      guiaExportacion: { codigo: 4, folioAutorizacion: 4471, fechaAutorizacion: '2026-10-02' },
    }
    const found = campos(guia(8, { emisor }))
    expect(found.get('Traslada')).toBe('Contribuyente autorizado por el SII')
    expect(found.get('Autorización SII')).toBe('N° 4471 del 02-10-2026')
  })

  test('a guide that is a sale, or has prices, shows them as a factura does (domain/dte §6.10)', () => {
    const detalle = [linea(1)]
    const rest = {
      detalle,
      totales: { montoNeto: '37980', tasaIva: '19', montoIva: '7216', montoTotal: '45196' },
    }
    expect(totales(guia(5, rest)).at(-1)).toEqual(['TOTAL', '$ 45.196'])
  })

  test('a factura that travels has a transport block, without kind of transfer', () => {
    const doc = impreso(33, { transporte: { patente: 'KRTZ41', comunaDestino: 'Talca' } })
    expect(bloques(doc)).toEqual([
      {
        titulo: 'Transporte',
        campos: [
          { etiqueta: 'Patente', valor: 'KRTZ41' },
          { etiqueta: 'Destino', valor: 'Talca' },
        ],
        lineas: [],
      },
    ])
    expect(bloques(impreso(33))).toEqual([])
  })

  test('the packages of an export are lines of their own (column I of TipoBultos)', () => {
    expect(bloques(impresoDe(110))[0]!.lineas).toEqual([
      '12 CAJA DE CARTON · marcas: S/M · contenedor MSKU1234565 · sello A-77 de SAG',
    ])
  })

  test('an export in pesos is printed without cents', () => {
    const doc = impresoDe(110, {
      totales: { moneda: 'PESO CL', montoExento: '1485', montoTotal: '1485' },
      otraMoneda: undefined,
    })
    expect(totales(doc).at(-1)).toEqual(['TOTAL', '$ 1.485'])
  })

  test('a tourist invoice says so and shows the passport (columns I of TipoFactEsp, NumId, TipoDocID)', () => {
    const doc = impreso(33, {
      idDoc: { ...dte(33).idDoc, tipoFactEsp: 1 },
      receptor: {
        rut: '55555555-5',
        razonSocial: 'Extranjero sin RUT',
        extranjero: { numId: 'X991', tipoDocId: 1 },
      },
    })
    expect(camposReceptor(doc)).toContainEqual({
      etiqueta: 'Identificación',
      valor: 'X991, documento tipo 1',
    })
    expect(camposDocumento(doc)).toContainEqual({
      etiqueta: 'Factura especial',
      valor: 'Venta a turista extranjero',
    })
  })

  test('a boleta prints code, reason, seller and till of its references, and its subtotals (columns I of pdf §4)', () => {
    const referencia = { linea: 1, codigo: 'MESA-4', razon: 'Consumo', CodVndor: '17', CodCaja: '3' }
    expect(referencias(impreso(39, { referencias: [referencia] }))[0]!.motivo).toBe(
      'MESA-4 · Consumo · Vendedor 17 · Caja 3',
    )
    const subtotales = [{ linea: 1, glosa: 'Bebidas', orden: 1, exento: '100', valor: '4990' }]
    expect(totales(impreso(39, { subtotales })).slice(0, 2)).toEqual([
      ['Bebidas, exento', '100'],
      ['Bebidas', '4.990'],
    ])
  })

  test('a boleta prints who sold and where, how it was paid, and the ticket of an event', () => {
    const doc = impreso(39, {
      idDoc: { ...dte(39).idDoc, medioPago: 3 },
      referencias: [{ linea: 1, CodVndor: '17', CodCaja: '3' }],
    })
    expect(camposDocumento(doc)).toContainEqual({
      etiqueta: 'Medio de pago',
      valor: 'Transferencia electrónica',
    })
    expect(camposDocumento(doc)).toContainEqual({ etiqueta: 'Vendedor', valor: '17' })
    expect(camposDocumento(doc)).toContainEqual({ etiqueta: 'Caja', valor: '3' })
    expect(referencias(doc)).toEqual([])
    const ticket = {
      folio: 4821,
      generado: '2026-11-23T10:02:11',
      evento: 'Noche de Cueca',
      tipo: 'Adulto',
      codigoEvento: 'NC26',
      fechaEvento: '2026-12-05T21:00:00',
      lugar: 'Teatro Municipal',
      ubicacion: 'Platea',
      fila: 'C',
    }
    const detalle = [{ ...dte(39).detalle[0]!, ticket }]
    expect(lineasDetalle(impreso(39, { detalle }))[0]!.detalles).toContain(
      'Noche de Cueca · Ticket Adulto · N° 4821 · Evento NC26 · Lugar Teatro Municipal · Ubicación Platea · Fila C · 05-12-2026 21:00',
    )
  })

  test('the product of a withholding agent is printed unless the line names it (domain/dte §6.6)', () => {
    const linea = {
      ...dte(46).detalle[0]!,
      codigo: [{ tipo: 'CPCS', valor: '3203' }],
      retenedor: { indAgente: 'R' as const },
    }
    const con = (over: object) =>
      lineasDetalle(impreso(46, { detalle: [{ ...linea, ...over }] }))[0]!.detalles
    expect(con({ nombre: 'Animales gordos' })).toContain('Ganado: Porcino')
    expect(con({ nombre: 'Ganado PORCINO en pie' }).join()).not.toContain('Ganado: Porcino')
    expect(con({ retenedor: undefined }).join()).not.toContain('Porcino')
  })

  test('the equivalent of a national document has its currency, rate and every amount in words', () => {
    const otraMoneda = {
      moneda: 'DOLAR USA',
      tipoCambio: '945.32',
      montoNeto: '1057.8428',
      montoIva: '200.9901',
      montoTotal: '1258.833',
    }
    const doc = impreso(33, { otraMoneda })
    expect(camposDocumento(doc)).toContainEqual({ etiqueta: 'Tipo de cambio', valor: 'DOLAR USA 945,32' })
    expect(totales(doc)).toContainEqual(['Total en DOLAR USA', 'DOLAR USA 1.258,833'])
    expect(totales(doc)).toContainEqual(['IVA en DOLAR USA', 'DOLAR USA 200,9901'])
  })
})

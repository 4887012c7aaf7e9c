// Every column with an amount, in every type of document of each side, moves a line of the monthly return or is told: nothing is dropped
// in silence (domain/rcv §6).

import { describe, expect, test } from 'bun:test'
import { FORMAS, LADOS, type Lado } from '../../../src/domain/rcv/columnas'
import { createF29 } from '../../../src/domain/rcv/f29'
import { PARTES } from '../../../src/domain/rcv/f29-lineas'
import type { DocumentoF29 } from '../../../src/domain/rcv/f29-valores'
import { isKnown, isNota } from '../../../src/domain/rcv/tipos'

/** Amounts that move nothing and are rightly not told: a sum of the others, or what is not this company's VAT. */
const NADA: Readonly<Record<string, 'todos' | readonly number[]>> = {
  'venta.montoTotal': 'todos',
  'venta.montoPeriodo': 'todos',
  'venta.montoNoFacturable': 'todos',
  'venta.garantiaEnvases': 'todos',
  // The buyer withholds it, by an invoice of his own.
  'venta.montoIva': [29],
  // The mandante's sales: of their VAT a warning tells.
  'venta.montoNeto': [40, 43, 103, 55, 56, 60, 61],
  'venta.montoExento': [40, 43, 103, 55, 56, 60, 61],
  'compra.montoTotal': 'todos',
  // Notes received have one line, whatever they are of.
  'compra.activoFijoNeto': [55, 56, 60, 61],
  'compra.activoFijoIva': [55, 56, 60, 61],
  // All that gives no credit stands on one line.
  'compra.activoFijoNeto sin crédito': 'todos',
  'compra.activoFijoIva sin crédito': 'todos',
}

const UNKNOWN = 999
const TIPOS = [...Array.from({ length: UNKNOWN }, (_, tipo) => tipo).filter(isKnown), UNKNOWN]
const PRINCIPALES = new Set([
  'montoExento',
  'montoNeto',
  'montoIva',
  'ivaNoRecuperable',
  'ivaUsoComun',
  'montoTotal',
])
/** Further taxes have a table of their own. */
const IMPUESTO = new Set<string>(['codigo', 'valor', 'tasa'])

const columnsOf = (lado: Lado): string[] => [
  ...new Set(
    FORMAS.filter((forma) => forma.lado === lado)
      .flatMap(({ columnas }) => columnas)
      .filter(({ campo, clase }) => clase === 'monto' && !IMPUESTO.has(campo))
      .map(({ campo }) => campo),
  ),
]

function compute(one: DocumentoF29) {
  const suma = createF29()
  suma.add(one)
  const result = suma.result()
  return { avisos: result.avisos, lines: PARTES.map((parte) => result[parte]) }
}

const documento = (lado: Lado, tipoDte: number, tipoTransaccion: string, amounts: readonly number[]) => {
  const [montoNeto, montoIva, montoExento] = amounts as [number, number, number]
  const montoTotal = montoNeto + montoIva + montoExento
  const empty = { ivaNoRecuperable: 0, ivaUsoComun: 0, fechaEmision: '2026-11-12', rut: '76543210-3' }
  return { lado, tipoDte, tipoTransaccion, montoNeto, montoIva, montoExento, montoTotal, ...empty }
}
const AMOUNTS = [
  [100_000, 19_000, 0],
  [0, 0, 100_000],
  [0, 0, 0],
] as const
const SOBRE = [
  { referenciaTipo: '33' },
  { referenciaTipo: '43' },
  { referenciaTipo: '46', notaSobreFacturaCompra: '1' },
]
const SOBRE_EXPORTACION = [{ referenciaTipo: '110' }]
const DE_EXPORTACION: readonly number[] = [104, 106, 111, 112]
const SIN_CREDITO = 'No Incluir'

function datosOf(tipoDte: number) {
  if (DE_EXPORTACION.includes(tipoDte)) return SOBRE_EXPORTACION
  return isNota(tipoDte) ? SOBRE : [{}, { notaSobreFacturaCompra: '1' }]
}

const KINDS = {
  venta: ['Del Giro', 'Activo Fijo', 'Bienes Raíces'],
  compra: ['Del Giro', 'Supermercados', 'Bienes Raíces', 'Activo Fijo', 'IVA Uso Común', SIN_CREDITO],
} as const

function* documentos(lado: Lado): Generator<DocumentoF29> {
  for (const tipoDte of TIPOS)
    for (const kind of KINDS[lado])
      for (const amounts of AMOUNTS)
        for (const datos of datosOf(tipoDte)) yield { ...documento(lado, tipoDte, kind, amounts), datos }
}

const withColumn = (one: DocumentoF29, columna: string): DocumentoF29 =>
  PRINCIPALES.has(columna)
    ? { ...one, [columna]: Number(one[columna as keyof DocumentoF29] ?? 0) + 77 }
    : { ...one, datos: { ...one.datos, [columna]: 77 } }

/** Columns that change neither a line nor a warning, with the types in which they do not. */
function silentOf(lado: Lado): Map<string, Set<number>> {
  const silent = new Map<string, Set<number>>()
  const columns = columnsOf(lado)
  for (const one of documentos(lado)) {
    const without = JSON.stringify(compute(one))
    for (const columna of columns) {
      if (JSON.stringify(compute(withColumn(one, columna))) !== without) continue
      const lost = one.tipoTransaccion === SIN_CREDITO && NADA[`${lado}.${columna} sin crédito`]
      const key = `${lado}.${columna}${lost ? ' sin crédito' : ''}`
      silent.set(key, (silent.get(key) ?? new Set()).add(one.tipoDte))
    }
  }
  return silent
}

describe.each(Object.keys(LADOS) as Lado[])('of %ss', (lado) => {
  const silent = silentOf(lado)

  test('no column is dropped in silence, but those that are a sum or not the company’s', () => {
    const dropped = [...silent].flatMap(([columna, tipos]) => {
      const known = NADA[columna] ?? []
      return known === 'todos'
        ? []
        : [...tipos].filter((tipo) => !known.includes(tipo)).map((tipo) => `${columna} of ${tipo}`)
    })
    expect(dropped).toEqual([])
  })

  test('each exception is one', () => {
    const idle = Object.keys(NADA).filter((columna) => columna.startsWith(lado) && !silent.has(columna))
    expect(idle).toEqual([])
  })
})

test.each<[what: string, lado: Lado, tipoDte: number, columna: string, told: string]>([
  ['VAT not withheld of an invoice sold', 'venta', 33, 'ivaNoRetenido', 'venta.ivaNoRetenido'],
  ['VAT not withheld of an invoice bought', 'compra', 33, 'ivaNoRetenido', 'compra.ivaNoRetenido'],
  ['VAT not withheld of an import', 'compra', 914, 'ivaNoRetenido', 'compra.ivaNoRetenido'],
  ['VAT withheld of an invoice sold', 'venta', 33, 'ivaRetenidoTotal', 'venta.ivaRetenidoTotal'],
  ['a commission of an invoice sold', 'venta', 33, 'liquidacionIva', 'venta.liquidacionIva'],
  ['a net of fixed assets without their VAT', 'compra', 33, 'activoFijoNeto', 'compra.netoActivoSolo'],
  ['a net of fixed assets of an exempt purchase', 'compra', 34, 'activoFijoNeto', 'compra.activoFijoNeto'],
])('%s is told with its amount and adds nothing', (_, lado, tipoDte, columna, told) => {
  const one = { ...documento(lado, tipoDte, 'Del Giro', AMOUNTS[0]), datos: {} }
  const { avisos } = compute(withColumn(one, columna))
  expect(avisos).toContainEqual(expect.objectContaining({ campo: told, documentos: 1, monto: 77 }))
  const sums = (lines: ReturnType<typeof compute>['lines']) =>
    lines.map((parte) => parte.reduce((sum, { iva }) => sum + iva, 0))
  expect(sums(compute(withColumn(one, columna)).lines)).toEqual(sums(compute(one).lines))
})

test('own VAT that is not the VAT of its document is told in a boleta and an exempt invoice, too', () => {
  for (const [tipoDte, amounts] of [
    [39, [100_000, 19_000, 0]],
    [34, [0, 0, 100_000]],
    [110, [0, 0, 100_000]],
  ] as const) {
    const one = {
      ...documento('venta', tipoDte, 'Del Giro', amounts),
      datos: { ivaPropio: amounts[1] + 77 },
    }
    expect(compute(one).avisos).toContainEqual(
      expect.objectContaining({ campo: 'venta.diferenciaPropio', monto: 77 }),
    )
  }
})

test('a document that is no note is none over a factura de compra, whatever its column says', () => {
  const datos = { notaSobreFacturaCompra: '1', otrosImpuestos: [{ codigo: 15, valor: 19_000, tasa: '19' }] }
  const { avisos, lines } = compute({ ...documento('compra', 33, 'Del Giro', AMOUNTS[0]), datos })
  expect(lines[PARTES.indexOf('retenciones')]).toEqual([])
  expect(avisos).toContainEqual(expect.objectContaining({ campo: 'compra.otrosImpuestos', monto: 19_000 }))
})

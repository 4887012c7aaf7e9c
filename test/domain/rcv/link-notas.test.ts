// Which invoice a note of credit acts on (domain/rcv §5).

import { describe, expect, test } from 'bun:test'
import {
  type DocumentoVinculable,
  type NotaVinculable,
  proposeFacturas,
} from '../../../src/domain/rcv/candidatas'
import { linkNotas, type Partes } from '../../../src/domain/rcv/link-notas'

const factura = (
  folio: number,
  total: number,
  more: Partial<DocumentoVinculable> = {},
): DocumentoVinculable => ({
  id: `f${folio}`,
  tipoDte: 33,
  folio,
  fechaEmision: '2026-11-10',
  montoTotal: total,
  cargos: 0,
  montoNeto: Math.round(total / 1.19),
  montoIva: total - Math.round(total / 1.19),
  ...more,
})

const nota = (folio: number, total: number, more: Partial<NotaVinculable> = {}): NotaVinculable => ({
  ...factura(folio, total),
  id: `n${folio}`,
  tipoDte: 61,
  fechaEmision: '2026-11-18',
  xml: null,
  registro: [],
  sobreFacturaCompra: false,
  ...more,
})

const ref = (folio: number, codigo: number | null = null, tipoDte = 33) => ({ tipoDte, folio, codigo })

const link = (partes: Partial<Partes>) =>
  linkNotas({ notas: [], facturas: [], manuales: [], quitadas: new Set(), ...partes }, () => undefined)
const pairs = async (partes: Partial<Partes>) =>
  (await link(partes)).map(({ ncId, facturaId, monto, confianza }) => [ncId, facturaId, monto, confianza])

describe('a note whose XML is here', () => {
  test('is linked to what it names, with certainty', async () => {
    const notas = [nota(1, 119_000, { xml: [ref(7, 3)] })]
    expect(await link({ notas, facturas: [factura(7, 499_800), factura(8, 119_000)] })).toEqual([
      {
        ncId: 'n1',
        facturaId: 'f7',
        monto: 119_000,
        origen: 'xml',
        confianza: 100,
        razones: ['FolioRef 7 en el XML de la nota'],
      },
    ])
  })

  test('is spent on several in their order, each up to its balance', async () => {
    const facturas = [factura(7, 100), factura(8, 100), factura(9, 100)]
    const notas = [nota(1, 250, { xml: [ref(9, 3), ref(7, 3), ref(8, 3)] })]
    expect(await pairs({ notas, facturas })).toEqual([
      ['n1', 'f9', 100, 100],
      ['n1', 'f7', 100, 100],
      ['n1', 'f8', 50, 100],
    ])
  })

  test('takes nothing when it corrects text, and nothing of what has no balance', async () => {
    const facturas = [factura(7, 100)]
    expect(await pairs({ notas: [nota(1, 0, { xml: [ref(7, 2)] })], facturas })).toEqual([
      ['n1', 'f7', 0, 100],
    ])
    const two = [nota(1, 100, { xml: [ref(7, 1)] }), nota(2, 50, { xml: [ref(7, 3)] })]
    expect(await pairs({ notas: two, facturas })).toEqual([['n1', 'f7', 100, 100]])
  })

  test('that names an invoice which is not here is linked to no other', async () => {
    const facturas = [factura(7, 119_000)]
    expect(await pairs({ notas: [nota(1, 119_000, { xml: [ref(99, 1)] })], facturas })).toEqual([])
    // An order is no invoice.
    expect(await pairs({ notas: [nota(1, 119_000, { xml: [ref(99, null, 801)] })], facturas })).toEqual([
      ['n1', 'f7', 119_000, 90],
    ])
  })
})

describe('a note that the register tells of', () => {
  test('is linked to one folio with 0.95, to several with 0.85', async () => {
    const facturas = [factura(7, 100), factura(8, 100)]
    expect(await pairs({ notas: [nota(1, 100, { registro: [ref(7)] })], facturas })).toEqual([
      ['n1', 'f7', 100, 95],
    ])
    expect(await pairs({ notas: [nota(1, 150, { registro: [ref(7), ref(8)] })], facturas })).toEqual([
      ['n1', 'f7', 100, 85],
      ['n1', 'f8', 50, 85],
    ])
  })

  test('comes after those whose XML is here, however old', async () => {
    const notas = [
      nota(1, 100, { registro: [ref(7)], fechaEmision: '2026-11-11' }),
      nota(2, 100, { xml: [ref(7, 1)], fechaEmision: '2026-11-20' }),
    ]
    expect(await pairs({ notas, facturas: [factura(7, 100)] })).toEqual([['n2', 'f7', 100, 100]])
  })
})

describe('a note of which only the parties are known', () => {
  const only = nota(1, 119_000)

  test('is linked to the only invoice of its total', async () => {
    const [made] = await link({ notas: [only], facturas: [factura(7, 119_000)] })
    expect(made).toEqual({
      ncId: 'n1',
      facturaId: 'f7',
      monto: 119_000,
      origen: 'automatica',
      confianza: 90,
      razones: ['Mismo total', 'Mismo neto e IVA', '8 días antes', 'Única factura posible'],
    })
  })

  test('is linked to the one of its total among others of other totals', async () => {
    const facturas = [factura(7, 119_000), factura(8, 300_000)]
    expect(await pairs({ notas: [only], facturas })).toEqual([['n1', 'f7', 119_000, 85]])
  })

  test('waits when two are alike, when it is a part, and when the invoice is far', async () => {
    const waits = async (...facturas: DocumentoVinculable[]) =>
      expect(await pairs({ notas: [only], facturas })).toEqual([])
    await waits(factura(7, 119_000), factura(8, 119_000))
    await waits(factura(7, 500_000))
    await waits(factura(7, 119_000, { montoNeto: 1, fechaEmision: '2026-02-01' }))
    await waits(factura(7, 119_000, { fechaEmision: '2025-11-17' }))
    await waits(factura(7, 119_000, { fechaEmision: '2026-11-19' }))
    await waits(factura(7, 118_999))
    await waits(factura(7, 119_000, { tipoDte: 110 }))
    await waits(factura(7, 119_000, { tipoDte: 46 }))
  })

  test('over a factura de compra is linked to a 46 alone', async () => {
    const notas = [nota(1, 119_000, { sobreFacturaCompra: true })]
    const facturas = [factura(7, 119_000), factura(8, 119_000, { tipoDte: 46 })]
    expect(await pairs({ notas, facturas })).toEqual([['n1', 'f8', 119_000, 90]])
  })

  test('of paper or of an export goes with its own kind', async () => {
    const facturas = [
      factura(7, 119_000),
      factura(8, 119_000, { tipoDte: 30 }),
      factura(9, 119_000, { tipoDte: 110 }),
    ]
    expect(await pairs({ notas: [nota(1, 119_000, { tipoDte: 60 })], facturas })).toEqual([
      ['n1', 'f8', 119_000, 90],
    ])
    expect(await pairs({ notas: [nota(1, 119_000, { tipoDte: 112 })], facturas })).toEqual([
      ['n1', 'f9', 119_000, 90],
    ])
  })
})

describe('what people decided', () => {
  const facturas = [factura(7, 119_000), factura(8, 119_000)]

  test('a note linked by hand is left alone, and its invoice has less left', async () => {
    const manuales = [{ ncId: 'n1', facturaId: 'f7', monto: 100_000 }]
    const notas = [nota(1, 119_000, { xml: [ref(8, 1)] }), nota(2, 119_000, { registro: [ref(7)] })]
    expect(await pairs({ notas, facturas, manuales })).toEqual([['n2', 'f7', 19_000, 95]])
  })

  test('a link taken away is not made again by any evidence', async () => {
    const quitadas = new Set(['n1/f7'])
    expect(await pairs({ notas: [nota(1, 119_000, { xml: [ref(7, 1)] })], facturas, quitadas })).toEqual([])
    expect(await pairs({ notas: [nota(1, 119_000)], facturas: [facturas[0]!], quitadas })).toEqual([])
  })
})

test('the same documents in another order have the same links', async () => {
  const facturas = Array.from({ length: 40 }, (_, i) =>
    factura(i + 1, 1000 * (1 + (i % 13)), { fechaEmision: `2026-11-0${1 + (i % 9)}` }),
  )
  const notas = Array.from({ length: 30 }, (_, i) =>
    nota(i + 1, 500 * (1 + (i % 17)), {
      fechaEmision: `2026-11-1${i % 10}`,
      xml: i % 5 === 0 ? [ref(1 + ((i * 3) % 40), 3)] : null,
      registro: i % 3 === 0 ? [ref(1 + ((i * 7) % 40))] : [],
    }),
  )
  const made = (await pairs({ notas, facturas })).toSorted()
  expect(made.length).toBeGreaterThan(10)
  expect((await pairs({ notas: notas.toReversed(), facturas: facturas.toReversed() })).toSorted()).toEqual(
    made,
  )
  // No balance is passed.
  const spent = new Map<unknown, number>()
  for (const [, id, monto] of made) spent.set(id, (spent.get(id) ?? 0) + (monto as number))
  for (const { id, montoTotal } of facturas) expect(spent.get(id) ?? 0).toBeLessThanOrEqual(montoTotal)
})

describe('what is proposed to a person', () => {
  test('is at most five, the likeliest first, with what speaks for each', () => {
    const facturas = [1, 2, 3, 4, 5, 6, 7].map((n) => factura(n, n === 4 ? 119_000 : 200_000 + n))
    const found = proposeFacturas(
      nota(1, 119_000),
      facturas,
      119_000,
      ({ montoTotal }) => montoTotal,
      new Set(),
    )
    expect(found).toHaveLength(5)
    expect(found[0]).toEqual({
      factura: facturas[3]!,
      confianza: 85,
      razones: ['Mismo total', 'Mismo neto e IVA', '8 días antes'],
    })
    expect(found[1]).toMatchObject({
      confianza: 55,
      razones: ['La nota es por una parte de la factura', '8 días antes'],
    })
  })

  test('has again what a person unlinked, and says so; what the note names comes first', () => {
    const removed = proposeFacturas(
      nota(1, 119_000, { registro: [ref(7, null)] }),
      [factura(3, 119_000), factura(7, 200_000, { fechaEmision: '2025-01-10' })],
      119_000,
      ({ montoTotal }) => montoTotal,
      new Set(['n1/f7']),
    )
    expect(removed.map(({ factura: { folio }, confianza }) => [folio, confianza])).toEqual([
      [7, 95],
      [3, 85],
    ])
    expect(removed[0]!.razones[0]).toBe('La nota nombra el folio 7')
    expect(removed[0]!.razones.at(-1)).toBe('Su vinculación se quitó a mano')
  })

  test.each<[what: string, NotaVinculable, folios: number[]]>([
    ['with VAT: of what bears VAT, and no less net', nota(1, 11_900), [2, 3, 5]],
    ['with VAT alone: of what bears VAT', nota(1, 1900, { montoNeto: 0, montoIva: 1900 }), [2, 3, 5]],
    ['with more net than a mixed invoice has', nota(1, 59_500), [2, 5]],
    ['that is exempt: of what has so much exempt', nota(1, 40_000, { montoNeto: 0, montoIva: 0 }), [1, 3]],
    ['that is exempt, of more than a mixed invoice has', nota(1, 90_000, { montoNeto: 0, montoIva: 0 }), [1]],
  ])('is of the kind that the note takes: a note %s', (_, one, folios) => {
    const facturas = [
      factura(1, 119_000, { tipoDte: 34, montoNeto: 0, montoIva: 0 }),
      factura(2, 119_000),
      // Mixed: 50,000 exempt.
      factura(3, 97_600, { montoNeto: 40_000, montoIva: 7600 }),
      factura(4, 119_000, { tipoDte: 110, montoNeto: 0, montoIva: 0 }),
      // Its VAT gives no credit and stands in another column.
      factura(5, 119_000, { montoIva: 0 }),
    ]
    const found = proposeFacturas(one, facturas, one.montoTotal, ({ montoTotal }) => montoTotal, new Set())
    expect(found.map(({ factura: { folio } }) => folio).toSorted()).toEqual(folios)
  })

  test('of the other part of a note is what still bears its kind, however little', () => {
    const facturas = [factura(1, 5000), factura(2, 5000, { tipoDte: 34, montoNeto: 0, montoIva: 0 })]
    const found = proposeFacturas(nota(1, 119_000), facturas, 5000, ({ montoTotal }) => montoTotal, new Set())
    expect(found.map(({ factura: { folio } }) => folio)).toEqual([1])
  })

  test('takes no exempt invoice of its very total for a note with VAT by itself', async () => {
    const facturas = [factura(7, 119_000, { tipoDte: 34, montoNeto: 0, montoIva: 0 })]
    expect(await pairs({ notas: [nota(1, 119_000)], facturas })).toEqual([])
    const exenta = nota(1, 119_000, { montoNeto: 0, montoIva: 0 })
    expect(await pairs({ notas: [exenta], facturas })).toEqual([['n1', 'f7', 119_000, 90]])
  })

  test('has nothing whose balance does not reach', () => {
    expect(proposeFacturas(nota(1, 100), [factura(1, 100)], 100, () => 99, new Set())).toEqual([])
  })
})

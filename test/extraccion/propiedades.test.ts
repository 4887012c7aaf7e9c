// The laws of any invoice: a printed value is read as it is, and nothing is proposed that is neither printed
// nor doubtful (extraccion §1, §3).

import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { readingsOf } from '../../src/domain/numero-impreso'
import { datesIn } from '../../src/extraccion/fechas'
import { type Linea, oneBlank } from '../../src/extraccion/lineas'
import { amountsIn, monedasIn } from '../../src/extraccion/monedas'
import { readReglas } from '../../src/extraccion/reglas'
import { camposOf, dudososOf } from '../support/extraccion/muestra'

const grouped = (whole: string, sign: string): string => whole.replace(/\B(?=(\d{3})+$)/g, sign)
const ESTILOS = [
  [',', '.'],
  ['.', ','],
  [' ', ','],
  ["'", '.'],
  ['', '.'],
  ['', ','],
] as const

const monto = fc.record({
  cents: fc.bigInt({ min: 1n, max: 99_999_999_999n }),
  estilo: fc.constantFrom(...ESTILOS),
})
const printed = ({ cents, estilo: [group, point] }: { cents: bigint; estilo: (typeof ESTILOS)[number] }) => {
  const digits = cents.toString().padStart(3, '0')
  const [whole, fraction] = [digits.slice(0, -2), digits.slice(-2)]
  return { texto: `${grouped(whole, group)}${point}${fraction}`, valor: `${whole}.${fraction}` }
}

const MESES = {
  en: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
  es: [
    'enero',
    'febrero',
    'marzo',
    'abril',
    'mayo',
    'junio',
    'julio',
    'agosto',
    'septiembre',
    'octubre',
    'noviembre',
    'diciembre',
  ],
  pt: [
    'janeiro',
    'fevereiro',
    'março',
    'abril',
    'maio',
    'junho',
    'julho',
    'agosto',
    'setembro',
    'outubro',
    'novembro',
    'dezembro',
  ],
}
const two = (n: number): string => String(n).padStart(2, '0')
const FECHAS: ((y: number, m: number, d: number) => string)[] = [
  (y, m, d) => `${y}-${two(m)}-${two(d)}`,
  (y, m, d) => `${MESES.en[m - 1]} ${d}, ${y}`,
  (y, m, d) => `${d} ${MESES.en[m - 1]!.slice(0, 3)} ${y}`,
  (y, m, d) => `${two(d)}-${MESES.en[m - 1]!.slice(0, 3)}-${y}`,
  (y, m, d) => `${d} de ${MESES.es[m - 1]} de ${y}`,
  (y, m, d) => `${d} de ${MESES.pt[m - 1]} de ${y}`,
  (y, m, d) => `${two(d)}.${two(m)}.${y}`,
  (y, m, d) => `${two(d)}/${two(m)}/${y}`,
  (y, m, d) => `${m}/${d}/${y}`,
]
const fecha = fc.record({
  at: fc.date({ min: new Date('2020-01-01'), max: new Date('2035-12-31'), noInvalidDate: true }),
  forma: fc.nat(FECHAS.length - 1),
})
const dayOf = ({ at, forma }: { at: Date; forma: number }) => {
  const [y, m, d] = at.toISOString().slice(0, 10).split('-').map(Number) as [number, number, number]
  return {
    texto: FECHAS[forma]!(y, m, d),
    iso: at.toISOString().slice(0, 10),
    dos: forma >= 7 && m <= 12 && d <= 12 && m !== d,
  }
}

describe('a printed number', () => {
  test('with its decimals has one reading, whatever its signs', () => {
    fc.assert(
      fc.property(monto, (one) => {
        const { texto, valor } = printed(one)
        expect(readingsOf(texto)).toEqual([valor])
        expect(amountsIn(`Total EUR ${texto} due`, null)).toMatchObject([
          { lecturas: [valor], monedas: ['EUR'] },
        ])
      }),
    )
  })

  test('of three digits behind its only sign has two', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 999 }),
        fc.nat(999),
        fc.constantFrom('.', ','),
        (whole, rest, sign) => {
          const digits = String(rest).padStart(3, '0')
          expect(readingsOf(`${whole}${sign}${digits}`)).toEqual([`${whole}${digits}`, `${whole}.${digits}`])
        },
      ),
    )
  })

  test('is never read as what it is not: the digits are the same, in their order', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."0123456789.,' "), maxLength: 14 }), (texto) => {
        for (const reading of readingsOf(texto))
          expect(reading.replace('.', '').replace(/^0+/, '')).toBe(
            texto.replace(/\D/g, '').replace(/^0+/, ''),
          )
      }),
    )
  })
})

test('of control characters and marks that turn writing about nothing is left', () => {
  expect(oneBlank('Acme\u202Ecnl\u0000 \u0007\u00A0Inc.\u200B\uFEFF')).toBe('Acmecnl Inc.')
})

test('a printed day is read as it is, and as two where day and month may be exchanged', () => {
  fc.assert(
    fc.property(fecha, (one) => {
      const { texto, iso, dos } = dayOf(one)
      const [found, ...others] = datesIn(`on ${texto} at`)
      expect(others).toEqual([])
      expect(found!.impresa).toBe(texto)
      expect(found!.lecturas).toContain(iso)
      expect(found!.lecturas).toHaveLength(dos ? 2 : 1)
    }),
  )
})

/** Lines of cells, each at its place, ten points high. */
const linesOf = (rows: readonly (readonly string[])[]): Linea[] =>
  rows.map((cells, row) => ({
    y: row * 14,
    pagina: 1,
    celdas: cells.map((texto, i) => ({
      texto,
      x0: i * 150,
      x1: i * 150 + texto.length * 5,
      y: row * 14,
      alto: 10,
      pagina: 1,
    })),
  }))

const ROTULOS = [
  ['Invoice number', 'Invoice date', 'Total', 'Currency'],
  ['Número de factura', 'Fecha de emisión', 'Importe total', 'Moneda'],
  ['Número da fatura', 'Data de emissão', 'Valor total', 'Moeda'],
] as const

test('an invoice of any amount, day and tongue is proposed as printed, beside its labels, below or behind them', () => {
  fc.assert(
    fc.property(
      monto,
      fecha,
      fc.constantFrom(...ROTULOS),
      fc.constantFrom('right', 'below', 'behind'),
      (m, f, [numero, dia, total, moneda], how) => {
        const amount = printed(m)
        const day = dayOf(f)
        const fields: [string, string][] = [
          [numero, 'AB-1077'],
          [dia, day.texto],
          [moneda, 'EUR'],
          [total, amount.texto],
        ]
        const rows =
          how === 'right'
            ? fields.map((field) => [...field])
            : how === 'below'
              ? [fields.map(([label]) => label), fields.map(([, value]) => value)]
              : fields.map(([label, value]) => [`${label}: ${value}`])
        const read = readReglas(linesOf(rows))
        expect(read?.propuesta).toMatchObject({ numero: 'AB-1077', monto: amount.valor, moneda: 'EUR' })
        const doubt = read!.camposDudosos.find(({ campo }) => campo === 'fecha')
        expect([read!.propuesta.fecha, ...(doubt?.alternativas ?? [])]).toContain(day.iso)
        expect(doubt !== undefined).toBe(day.dos)
      },
    ),
  )
})

const SOPA = fc.oneof(
  fc.constantFrom(
    ...ROTULOS.flat(),
    'Bill to',
    'From',
    'Subtotal',
    'VAT 21%',
    'Amount due',
    'Acme Inc.',
    'Madrid, España',
    'USD',
    '$',
    'CREDIT NOTE',
    'Description',
    'Tax ID',
    'reverse charge',
  ),
  monto.map((one) => `${printed(one).texto}`),
  monto.map((one) => `$${printed(one).texto}`),
  fecha.map((one) => dayOf(one).texto),
  fc.string({ maxLength: 12 }),
)

test('of any soup of words nothing is proposed that is neither printed nor doubtful', () => {
  fc.assert(
    fc.property(fc.array(fc.array(SOPA, { minLength: 1, maxLength: 4 }), { maxLength: 14 }), (rows) => {
      const read = readReglas(linesOf(rows))
      if (!read) return
      const doubtful = new Set(dudososOf(read.camposDudosos))
      const flat = rows.flat().join(' \n ')
      for (const [campo, value] of Object.entries(camposOf(read.propuesta))) {
        if (value === null || doubtful.has(campo as never)) continue
        if (campo === 'monto' || campo === 'impuesto_extranjero')
          expect(
            rows
              .flat()
              .flatMap((cell) => amountsIn(cell, null))
              .some(({ lecturas }) => lecturas.includes(value)),
          ).toBe(true)
        else if (campo === 'fecha')
          expect(datesIn(flat).some(({ lecturas }) => lecturas.includes(value))).toBe(true)
        else if (campo === 'numero' || campo === 'proveedor.nombre' || campo === 'descripcion')
          expect(flat.replace(/\s+/g, ' ')).toContain(value)
        else if (campo === 'moneda')
          // `$U0` of chance letters is a sign too.
          expect(rows.flat().some((cell) => monedasIn(cell).includes(value))).toBe(true)
      }
    }),
    { numRuns: 300 },
  )
})

test('the year of a day in a column beside another day is no amount', () => {
  const read = readReglas(linesOf([['Amount due', '01/01/2020', 'May 1, 2026', '2020-01-01']]))
  expect(read?.propuesta.monto ?? null).toBeNull()
})

test('an amount that money comes back by is negative, wherever its sign stands', () => {
  for (const text of [
    '-$1,250.00',
    '($1,250.00)',
    'USD -1,250.00',
    '1,250.00-',
    'USD 1,250.00 CR',
    '–US$ 1,250.00',
  ])
    expect(amountsIn(`Total: ${text}`, null)).toMatchObject([{ lecturas: ['1250.00'], negativo: true }])
  for (const text of ['CRC 1,250.00', '1,250.00 CRC', '(USD) 1,250.00'])
    expect(amountsIn(`Total ${text}`, null)).toMatchObject([{ lecturas: ['1250.00'], negativo: false }])
  const doubtsOf = (total: string) =>
    dudososOf(readReglas(linesOf([['Acme Inc.'], ['Invoice Number: A-1'], [total]]))!.camposDudosos)
  expect(doubtsOf('Total: -$1,250.00 USD')).toEqual(['monto'])
  expect(doubtsOf('Total - $1,250.00 USD')).toEqual([])
})

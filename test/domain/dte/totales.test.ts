// Laws of the arithmetic that hold for any document (domain/dte §6), and agreement with the judge, which recomputes
// every amount from the XML up and shares no code with what is tested here.

import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { micro, ONE } from '../../../src/domain/decimal'
import type { DscRcgGlobal, LineaDetalle, Totales } from '../../../src/domain/dte/dte'
import { readDocumento } from '../../../src/domain/dte/solicitud'
import { tipoDocumento } from '../../../src/domain/dte/tipos'
import { computeLinea, computeTotales } from '../../../src/domain/dte/totales'
import { authorityKey } from '../../../src/xml/autoridades'
import { LATIN1_DECLARATION } from '../../../src/xml/dte-xml'
import { signDte } from '../../../src/xml/sign-dte'
import {
  checkEncabezado,
  checkEsquemaDte,
  checkMontos,
  checkReferencias,
  checkTed,
  parseSobre,
} from '../../../src/xml/verify'
import { randomRequests } from '../../conformance/random-requests'
import { EMISOR } from '../../support/emisor'
import { cafTimbre, llave, sign } from '../../support/firma'

const pesos = (value: string | undefined): bigint => micro(value) / ONE

const decimalText = (digits: number, decimals: number) =>
  fc
    .tuple(fc.bigInt({ min: 1n, max: 10n ** BigInt(digits) }), fc.integer({ min: 0, max: decimals }))
    .map(([n, d]) => {
      const text = n.toString().padStart(d + 1, '0')
      return d === 0 ? text : `${text.slice(0, -d)}.${text.slice(-d)}`.replace(/\.?0+$/, '') || '1'
    })

const linea: fc.Arbitrary<LineaDetalle> = fc
  .record({
    cantidad: decimalText(6, 6),
    precio: decimalText(8, 6),
    descuentoPct: fc.option(fc.integer({ min: 1, max: 100 }).map(String), { nil: undefined }),
    recargoPct: fc.option(fc.integer({ min: 1, max: 300 }).map(String), { nil: undefined }),
    exento: fc.constantFrom(undefined, undefined, 1 as const, 2 as const, 6 as const),
    impuestoAdicional: fc.constantFrom<(string[] | undefined)[]>(
      undefined,
      undefined,
      ['27'] as string[],
      ['24', '271'] as string[],
    ),
  })
  .map(({ impuestoAdicional, ...entrada }) => ({
    ...entrada,
    ...(impuestoAdicional && !entrada.exento && { impuestoAdicional }),
    linea: 1,
    nombre: 'x',
    monto: computeLinea(entrada).monto,
  }))

const lineas = fc.array(linea, { minLength: 1, maxLength: 20 })
const globales: fc.Arbitrary<DscRcgGlobal[]> = fc.array(
  fc.record({
    linea: fc.constant(1),
    tipo: fc.constantFrom('D' as const, 'R' as const),
    tipoValor: fc.constant('%' as const),
    valor: fc.integer({ min: 1, max: 50 }).map(String),
    afectaExento: fc.constantFrom(undefined, 1 as const, 2 as const),
  }),
  { maxLength: 3 },
)

const compute = (
  tipo: 33 | 39 | 41,
  l: readonly LineaDetalle[],
  g: readonly DscRcgGlobal[],
  preciosBrutos: boolean,
): Totales => computeTotales(tipoDocumento(tipo), l, g, { preciosBrutos, fecha: '2026-11-03' })

describe('totals of any document', () => {
  test('are the sum of their parts', () => {
    fc.assert(
      fc.property(lineas, globales, fc.boolean(), (l, g, brutos) => {
        const t = compute(33, l, g, brutos)
        const impuestos = (t.impuestos ?? []).reduce((sum, { monto }) => sum + pesos(monto), 0n)
        expect(pesos(t.montoTotal)).toBe(
          pesos(t.montoNeto) + pesos(t.montoExento) + pesos(t.montoIva) + impuestos,
        )
        if (t.montoPeriodo)
          expect(pesos(t.montoPeriodo)).toBe(pesos(t.montoTotal) + pesos(t.montoNoFacturable))
      }),
    )
  })

  test('do not depend on the order of lines', () => {
    fc.assert(
      fc.property(lineas, globales, (l, g) => {
        expect(compute(33, [...l].reverse(), g, false)).toEqual(compute(33, l, g, false))
      }),
    )
  })

  test('of gross prices keep the gross to the peso, and their IVA is within one peso of the rate (domain/dte §6.8, §6.9)', () => {
    fc.assert(
      fc.property(lineas, (l) => {
        const t = compute(39, l, [], true)
        const gross = l.filter(({ exento }) => !exento).reduce((sum, { monto }) => sum + pesos(monto), 0n)
        expect(pesos(t.montoNeto) + pesos(t.montoIva)).toBe(gross)
        const byRate = (pesos(t.montoNeto) * 19n + 50n) / 100n
        const gap = pesos(t.montoIva) - byRate
        expect(gap >= -1n && gap <= 1n).toBe(true)
      }),
    )
  })

  test('entered net or as the gross of that net differ by rounding alone', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 9 }), (neto) => {
        const one = (monto: number): LineaDetalle[] => [{ linea: 1, nombre: 'x', monto: String(monto) }]
        const net = compute(33, one(neto), [], false)
        const gross = compute(33, one(Number(net.montoTotal)), [], true)
        expect(gross).toEqual(net)
      }),
    )
  })

  test('have no fraction of a peso anywhere', () => {
    fc.assert(
      fc.property(
        lineas,
        globales,
        fc.constantFrom(33 as const, 39 as const, 41 as const),
        fc.boolean(),
        (l, g, tipo, brutos) => {
          const { impuestos = [], tasaIva: _, ...amounts } = compute(tipo, l, g, brutos)
          for (const amount of [...Object.values(amounts), ...impuestos.map(({ monto }) => monto)])
            expect(amount).toMatch(/^-?\d+$/)
        },
      ),
    )
  })
})

test('the judge, which recomputes from the XML, objects to no random document that is accepted', async () => {
  const bodies = randomRequests(300, 20261120)
  let judged = 0
  for (const [i, body] of bodies.entries()) {
    const { documento } = readDocumento(body, EMISOR, '2026-11-20', '10:15:00')
    if (!documento) continue
    documento.dte.idDoc.folio = (i % 1000) + 1
    const tipo = documento.dte.idDoc.tipoDte
    const xml = await signDte(documento.dte, cafTimbre(tipo), llave, sign, '2026-11-20T10:00:00')
    const file = parseSobre(Buffer.from(LATIN1_DECLARATION + xml, 'latin1'))
    const read = file.dtes[0]!
    const findings = [
      ...checkEsquemaDte(read, file),
      ...checkMontos(read),
      ...checkEncabezado(read),
      ...checkReferencias(read),
      ...checkTed(read, (idk) => authorityKey(idk)?.llave ?? null),
    ]
    expect({ body, findings }).toEqual({ body, findings: [] })
    judged++
  }
  expect(judged).toBeGreaterThan(200)
})

test.each<[Parameters<typeof computeLinea>[0], ReturnType<typeof computeLinea>]>([
  [
    { monto: '33', recargoPct: '10' },
    { monto: '36', recargoMonto: '3' },
  ],
  [
    { monto: '35', recargoPct: '10' },
    { monto: '39', recargoMonto: '4' },
  ],
  [
    { monto: '1000', descuentoPct: '12.5' },
    { monto: '875', descuentoMonto: '125' },
  ],
  [
    { monto: '1000', descuentoMonto: '100', recargoPct: '10' },
    { monto: '990', descuentoMonto: '100', recargoMonto: '90' },
  ],
  [{ monto: '33' }, { monto: '33' }],
])(
  'discounts and surcharges of a line without price act on its amount as on one unit of that price: %j',
  (linea, made) => {
    expect(computeLinea(linea)).toEqual(made)
    const { monto, ...rest } = linea
    expect(computeLinea({ ...rest, cantidad: '1', precio: monto! })).toEqual(made)
  },
)

// Laws of balances by component (domain/dte §6.1, §6.8, §7.3): whoever divides a document among credit notes
// has all of them accepted, to the last peso, however each rounds its IVA; and nobody has more accepted than there is.

import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { decimal, micro, ONE } from '../../../src/domain/decimal'
import { type Componentes, componentesOf, minus } from '../../../src/domain/dte/componentes'
import type { Dte } from '../../../src/domain/dte/dte'
import { distribute, excesosOf, isMismoCredito, type Lado, visible } from '../../../src/domain/dte/saldo'
import { readDocumento } from '../../../src/domain/dte/solicitud'
import { boleta, EMISOR, factura } from '../../support/emisor'

const HOY = '2026-11-20'

function read(body: unknown): Dte {
  const { documento, faults } = readDocumento(body, EMISOR, HOY)
  if (!documento) throw new Error(JSON.stringify(faults))
  return documento.dte
}

const note = (over: object): Dte =>
  read(
    factura({
      tipo_dte: 61,
      referencias: [{ tipo_documento: 33, folio: 1, fecha: HOY, codigo: 3 }],
      ...over,
    }),
  )

const side = (left: Componentes, own: Componentes): Lado => ({ left, visible: visible(left, own) })

/** Takes notes from a document one after the other; the excesses of each, and what is left. */
function take(doc: Dte, notas: readonly Dte[], bruto = false) {
  const own = componentesOf(doc, false)
  let left = own
  const excesos = notas.map((nota, notas) => {
    const pedido = componentesOf(nota, true)
    const found = excesosOf(pedido, [side(left, own)], { bruto, notas })
    if (!found.length) left = minus(left, pedido)
    return found
  })
  return { own, left, excesos }
}

const cents = fc.integer({ min: 1, max: 400_000 })
/** Parts of what adds up to a document. */
const partes = fc.array(cents, { minLength: 1, maxLength: 12 })
const sum = (all: readonly number[]): number => all.reduce((a, b) => a + b, 0)
const total = (all: Componentes): string => decimal(all.total ?? 0n)

describe('a document divided among credit notes has room for all of them, and is used up', () => {
  test('by net and exempt prices', () => {
    fc.assert(
      fc.property(partes, partes, (afectas, exentas) => {
        const doc = read(
          factura({
            detalle: [
              { nombre: 'A', precio: sum(afectas) },
              { nombre: 'E', precio: sum(exentas), exento: true },
            ],
          }),
        )
        const notas = [
          ...afectas.map((precio) => note({ detalle: [{ nombre: 'A', precio }] })),
          ...exentas.map((precio) => note({ detalle: [{ nombre: 'E', precio, exento: true }] })),
        ]
        const { own, left, excesos } = take(doc, notas)
        expect(excesos.flat()).toEqual([])
        expect(total(visible(left, own))).toBe('0')
      }),
    )
  })

  test('by gross prices, over a boleta and over an invoice of net prices', () => {
    fc.assert(
      fc.property(partes, fc.boolean(), (gross, overBoleta) => {
        const net = { detalle: [{ nombre: 'A', precio: sum(gross) }] }
        const doc = read(overBoleta ? boleta(net) : factura({ ...net, precio_incluye_iva: true }))
        const notas = gross.map((precio) =>
          note({ detalle: [{ nombre: 'A', precio }], precio_incluye_iva: true }),
        )
        const { own, left, excesos } = take(doc, notas, true)
        expect(excesos.flat()).toEqual([])
        expect(total(visible(left, own))).toBe('0')
      }),
    )
  })

  test('by net prices over a boleta, as its net is shown', () => {
    fc.assert(
      fc.property(cents, cents, (gross, cut) => {
        const doc = read(boleta({ detalle: [{ nombre: 'A', precio: gross + 2 }] }))
        const neto = Number(doc.totales.montoNeto)
        const first = 1 + (cut % neto)
        const parts = [first, neto - first].filter((precio) => precio > 0)
        const notas = parts.map((precio) => note({ detalle: [{ nombre: 'A', precio }] }))
        const { own, left, excesos } = take(doc, notas, true)
        expect(excesos.flat()).toEqual([])
        expect(total(visible(left, own))).toBe('0')
      }),
    )
  })

  test('under additional taxes, each with its lines', () => {
    fc.assert(
      fc.property(partes, partes, partes, (plain, liquor, wine) => {
        const kinds = [
          { amounts: plain, over: {} },
          { amounts: liquor, over: { impuesto_adicional: 24 } },
          { amounts: wine, over: { impuesto_adicional: 25 } },
        ]
        const detalle = kinds.map(({ amounts, over }) => ({ nombre: 'A', precio: sum(amounts), ...over }))
        const notas = kinds.flatMap(({ amounts, over }) =>
          amounts.map((precio) => note({ detalle: [{ nombre: 'A', precio, ...over }] })),
        )
        const { own, left, excesos } = take(read(factura({ detalle })), notas)
        expect(excesos.flat()).toEqual([])
        expect(total(visible(left, own))).toBe('0')
      }),
    )
  })

  test('under the credit of a building company, at the rate of the document', () => {
    const tasas = fc.constantFrom(0.65, 0.5, 0.4225, 0.1)
    fc.assert(
      fc.property(partes, tasas, (amounts, tasa_credito_empresa_constructora) => {
        const lines = (precio: number) => ({
          detalle: [{ nombre: 'A', precio }],
          tasa_credito_empresa_constructora,
        })
        const doc = read(factura(lines(sum(amounts))))
        const notas = amounts.map((precio) => note(lines(precio)))
        const { own, left, excesos } = take(doc, notas)
        expect(excesos.flat()).toEqual([])
        expect(total(visible(left, own))).toBe('0')
        for (const nota of notas) expect(isMismoCredito(componentesOf(nota, true), own)).toBe(true)
      }),
    )
  })
})

describe('nothing is taken twice', () => {
  test('whatever notes ask, in whatever order: what is accepted never exceeds net, exempt or base', () => {
    const asked = fc.record({ afecto: fc.nat(90_000), exento: fc.nat(90_000), licor: fc.nat(90_000) })
    fc.assert(
      fc.property(fc.array(asked, { minLength: 1, maxLength: 10 }), (all) => {
        const lines = ({ afecto, exento, licor }: { afecto: number; exento: number; licor: number }) => [
          ...(afecto ? [{ nombre: 'A', precio: afecto }] : []),
          ...(exento ? [{ nombre: 'E', precio: exento, exento: true }] : []),
          ...(licor ? [{ nombre: 'L', precio: licor, impuesto_adicional: 24 }] : []),
        ]
        const doc = read(factura({ detalle: lines({ afecto: 100_000, exento: 100_000, licor: 100_000 }) }))
        const notas = all.map(lines).filter((l) => l.length)
        const { left } = take(
          doc,
          notas.map((detalle) => note({ detalle })),
        )
        for (const name of ['neto 19', 'exento', 'base 24', 'sin_impuestos']) {
          expect((left[name] ?? 0n) >= 0n).toBe(true)
        }
      }),
    )
  })

  test('by gross prices neither, but for the peso by which each net is rounded', () => {
    fc.assert(
      fc.property(cents, fc.array(cents, { minLength: 1, maxLength: 12 }), (gross, parts) => {
        const doc = read(boleta({ detalle: [{ nombre: 'A', precio: gross }] }))
        const notas = parts.map((precio) =>
          note({ detalle: [{ nombre: 'A', precio }], precio_incluye_iva: true }),
        )
        const { left } = take(doc, notas, true)
        const slack = BigInt(parts.length + 1) * ONE
        expect((left['neto 19'] ?? 0n) >= -slack).toBe(true)
        expect((left.total ?? 0n) >= -slack * 2n).toBe(true)
      }),
    )
  })
})

test('what a note takes from several documents adds up to the note, and no document gives what it has not', () => {
  const amounts = fc.record({ afecto: fc.integer({ min: 1, max: 90_000 }), exento: fc.nat(90_000) })
  fc.assert(
    fc.property(fc.array(amounts, { minLength: 2, maxLength: 5 }), fc.nat(100), fc.nat(100), (docs, a, e) => {
      const lines = (afecto: number, exento: number) => [
        { nombre: 'A', precio: Math.max(afecto, 1) },
        ...(exento ? [{ nombre: 'E', precio: exento, exento: true }] : []),
      ]
      const owns = docs.map(({ afecto, exento }) =>
        componentesOf(read(factura({ detalle: lines(afecto, exento) })), false),
      )
      const part = (all: number[], percent: number) => Math.floor((sum(all) * percent) / 100)
      const pedido = componentesOf(
        note({
          detalle: lines(
            part(
              docs.map((d) => d.afecto),
              a,
            ),
            part(
              docs.map((d) => d.exento),
              e,
            ),
          ),
        }),
        true,
      )
      const lados = owns.map((own) => side(own, own))
      expect(excesosOf(pedido, lados, { bruto: false, notas: 0 })).toEqual([])
      const parts = distribute(pedido, lados, false)
      expect(parts.reduce(minus, pedido)).toEqual({})
      for (const [i, took] of parts.entries()) {
        for (const name of ['neto 19', 'exento'])
          expect((took[name] ?? 0n) <= (owns[i]![name] ?? 0n)).toBe(true)
      }
    }),
  )
})

test('an export counts MntExe in its currency, exactly', () => {
  const own: Componentes = { exento: micro('1250.3751'), total: 0n }
  const ask = (monto: string) => ({ exento: micro(monto), total: micro(monto) })
  const at = (left: Componentes) => [side(left, own)]
  const options = { bruto: false, notas: 0 }
  expect(excesosOf(ask('1250.3751'), at(own), options)).toEqual([])
  expect(excesosOf(ask('1250.3752'), at(own), options)).toEqual([
    { componente: 'exento', saldo: '1250.3751', pedido: '1250.3752' },
  ])
  expect(decimal(visible(minus(own, ask('0.0001')), own).exento!)).toBe('1250.375')
})

// Random but valid emission requests of the twelve types, from a seed: whatever the API accepts must be XML that the SII's
// schemas and independent signature checkers accept.

import fc from 'fast-check'
import { compra, exportacion, guia, liquidacion, notaExportacion } from './random-others'
import {
  dates,
  globales,
  impuesto,
  type Linea,
  lineas,
  orden,
  pago,
  receptor,
  ruts,
  shade,
  shades,
  some,
  text,
} from './random-parts'

const modificado = (codigo: number) =>
  fc
    .tuple(fc.constantFrom(33, 34), fc.integer({ min: 1, max: 900_000 }), dates, some({ razon: text(90) }))
    .map(([tipo_documento, folio, fecha, rest]) => ({ tipo_documento, folio, fecha, codigo, ...rest }))

const afecta = fc
  .record({
    receptor,
    pago,
    lines: lineas(60),
    shades,
    codigo: impuesto,
    gross: fc.boolean(),
    DscRcgGlobal: globales(false),
    referencias: fc.array(orden, { maxLength: 3 }),
  })
  .map(({ pago, lines, shades, codigo, gross, ...rest }) => ({
    ...rest,
    ...pago,
    ...(gross && !codigo && { precio_incluye_iva: true }),
    detalle: shade(lines, shades, codigo, true),
  }))

const exenta = fc
  .record({
    receptor,
    pago,
    detalle: lineas(60),
    DscRcgGlobal: globales(true),
    referencias: fc.array(orden, { maxLength: 2 }),
  })
  .map(({ pago, ...rest }) => ({ ...rest, ...pago }))

/** Lines below the total from which a boleta names its buyer, whatever surcharges come on top. */
const small = (lines: Linea[]): Linea[] =>
  lines
    .slice(0, 5)
    .map((l) => ({ ...l, cantidad: Math.min(l.cantidad, 3), precio: Math.min(l.precio, 20_000) }))

const boletaDe = (tipo: 39 | 41): fc.Arbitrary<object> =>
  fc
    .record({
      lines: lineas(80),
      shades,
      named: fc.boolean(),
      receptor: fc.tuple(ruts, text(100)).map(([rut, razon_social]) => ({ rut, razon_social })),
      DscRcgGlobal: globales(tipo === 41),
      net: fc.boolean(),
      medio_pago: fc.integer({ min: 1, max: 5 }),
    })
    .map(({ lines: any, named, ...rest }) => ({ ...rest, named, lines: named ? any : small(any) }))
    .map(({ lines, shades, named, receptor, medio_pago, net, DscRcgGlobal }) => ({
      tipo_dte: tipo,
      ...(named && { receptor, medio_pago }),
      ...(tipo === 39 && net && { precio_incluye_iva: false }),
      DscRcgGlobal,
      detalle: tipo === 39 ? shade(lines, shades, undefined, false) : lines,
    }))

const nota = (tipo: 56 | 61): fc.Arbitrary<object> =>
  fc
    .tuple(afecta, fc.array(modificado(3), { minLength: 1, maxLength: 3 }))
    // Its first line carries IVA, which no note over exempt documents alone may.
    .map(([base, [first, ...refs]]) => ({
      ...base,
      tipo_dte: tipo,
      referencias: [
        refs.some((ref) => ref.tipo_documento === 33) ? first : { ...first, tipo_documento: 33 },
        ...refs,
        ...base.referencias,
      ],
    }))

const SOLICITUDES: readonly fc.Arbitrary<object>[] = [
  afecta.map((r) => ({ tipo_dte: 33, ...r })),
  exenta.map((r) => ({ tipo_dte: 34, ...r })),
  boletaDe(39),
  boletaDe(41),
  liquidacion,
  compra,
  guia,
  nota(56),
  nota(61),
  exportacion,
  notaExportacion(111),
  notaExportacion(112),
]

/** `count` requests, the types in turn; the same for the same seed. */
export function randomRequests(count: number, seed: number): object[] {
  const each = Math.ceil(count / SOLICITUDES.length)
  const byType = SOLICITUDES.map((arbitrary, i) => fc.sample(arbitrary, { numRuns: each, seed: seed + i }))
  return Array.from(
    { length: count },
    (_, i) => byType[i % SOLICITUDES.length]![Math.floor(i / SOLICITUDES.length)]!,
  )
}

// Random but valid emission requests of the six types, from a seed: whatever the API accepts must be XML that the SII's
// schemas and independent signature checkers accept.

import fc from 'fast-check'

/** Letters of Chilean names, what XML must escape, and characters that are transliterated. */
const CHARS = [
  ...'abcdefghijklmnñopqrstuvwxyzABCDEFGHIÁÉÍÓÚÜÑ0123456789 .,-/()°',
  ...'&<>"\'',
  ...'–“”’…çãöÿ½',
]

const text = (max: number): fc.Arbitrary<string> =>
  fc
    // An ellipsis becomes three characters, so a third of the limit always fits.
    .array(fc.constantFrom(...CHARS), { minLength: 1, maxLength: Math.max(2, Math.floor(max / 3)) })
    .map((chars) => chars.join('').trim())
    // Quotes alone are no name: a stamp has blanks for them.
    .filter((s) => /[\p{L}\d]/u.test(s))

const chance = fc.integer({ min: 0, max: 99 })
/** The fields of `fields`, each present or absent. */
const some = <T extends Record<string, fc.Arbitrary<unknown>>>(fields: T) =>
  fc.record(fields, { requiredKeys: [] })

const decimals = (max: number, digits: number): fc.Arbitrary<number> =>
  fc.integer({ min: 1, max: max * 10 ** digits }).map((n) => n / 10 ** digits)

const ruts = fc.constantFrom(
  '77123456-9',
  '76.543.210-3',
  '12345678-5',
  '11111111-1',
  '60803000-k',
  '22222222-2',
)
const dates = fc.integer({ min: 1, max: 20 }).map((day) => `2026-11-${String(day).padStart(2, '0')}`)

const receptor = fc
  .tuple(
    ruts,
    text(100),
    text(40),
    text(70),
    some({ ciudad: text(20), contacto: text(80), codigo_interno: text(20) }),
  )
  .map(([rut, razon_social, giro, direccion, rest]) => ({
    rut,
    razon_social,
    giro,
    direccion,
    comuna: 'Ñuñoa',
    ...rest,
  }))

const adjustment = fc.oneof(
  fc.constant({}),
  decimals(100, 2).map((descuento_pct) => ({ descuento_pct })),
  decimals(100, 2).map((recargo_pct) => ({ recargo_pct })),
  fc.integer({ min: 1, max: 99_999 }).map((recargo_monto) => ({ recargo_monto })),
  fc.constant({ descuento_monto: 1 }),
)

const linea = fc
  .tuple(
    text(80),
    fc.oneof(fc.integer({ min: 1, max: 500 }), decimals(200, 6), decimals(50, 2)),
    // At least one peso a line, so that a discount of one peso fits.
    fc.oneof(
      fc.integer({ min: 2, max: 2_000_000 }),
      decimals(100_000, 6).map((n) => Math.round((n + 2) * 1e6) / 1e6),
    ),
    adjustment,
    some({ descripcion: text(1000), unidad: fc.constantFrom('UN', 'KG', 'M3', 'SEM.'), codigo: text(35) }),
  )
  .map(([nombre, cantidad, precio, adjust, rest]) => ({
    nombre,
    // A fraction of a unit could be worth less than the peso that is discounted.
    cantidad: 'descuento_monto' in adjust ? Math.ceil(cantidad) : cantidad,
    precio,
    ...adjust,
    ...rest,
  }))

type Linea =
  typeof linea extends fc.Arbitrary<infer T>
    ? T & { exento?: boolean | number; impuesto_adicional?: number }
    : never

const lineas = (max: number): fc.Arbitrary<Linea[]> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.array(linea, { minLength: 1, maxLength: 8 }) },
    { weight: 1, arbitrary: fc.array(linea, { minLength: max, maxLength: max }) },
  )

const globales = (exento: boolean): fc.Arbitrary<object[]> =>
  fc.array(
    fc.tuple(text(45), fc.constantFrom('D', 'R'), decimals(30, 2)).map(([glosa, tipo, valor]) => ({
      glosa,
      tipo,
      tipo_valor: '%',
      valor,
      ...(exento && { afecta_exento: 1 }),
    })),
    { maxLength: 3 },
  )

const orden = fc
  .tuple(text(18), dates, some({ razon: text(90) }))
  .map(([folio, fecha, rest]) => ({ tipo_documento: '801', folio, fecha, ...rest }))

const modificado = (codigo: number): fc.Arbitrary<object> =>
  fc
    .tuple(fc.constantFrom(33, 34), fc.integer({ min: 1, max: 900_000 }), dates, some({ razon: text(90) }))
    .map(([tipo_documento, folio, fecha, rest]) => ({ tipo_documento, folio, fecha, codigo, ...rest }))

const pago = fc.constantFrom(
  {},
  { forma_pago: 1 },
  { forma_pago: 2, fecha_vencimiento: '2027-01-20' },
  {
    forma_pago: 2,
    pagos: [{ fecha: '2026-12-20', monto: 1000, glosa: 'Cuota única' }],
  },
)

/**
 * Marks some lines exempt, non-billable or taxed; the first stays affected, as a factura needs. `negative`: whether a
 * non-billable line may subtract, which can leave a boleta below zero.
 */
function shade(list: Linea[], shades: number[], codigo: number | undefined, negative: boolean): Linea[] {
  const exentos = negative ? [true, 1, 2, 6] : [true, 1, 2]
  return list.map((l, i) => {
    const shadeOf = shades[i % shades.length]!
    if (i > 0 && shadeOf < 15) return { ...l, exento: exentos[shadeOf % exentos.length]! }
    return codigo && shadeOf < 60 ? { ...l, impuesto_adicional: codigo } : l
  })
}

const shades = fc.array(chance, { minLength: 5, maxLength: 9 })
const impuesto = fc.constantFrom(undefined, undefined, 24, 25, 27, 271, 19, 18)

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

const boletaDe = (tipo: 39 | 41): fc.Arbitrary<object> =>
  fc
    .record({
      lines: lineas(80),
      shades,
      named: fc.boolean(),
      receptor: fc.tuple(ruts, text(100)).map(([rut, razon_social]) => ({ rut, razon_social })),
      DscRcgGlobal: globales(tipo === 41),
      net: fc.boolean(),
    })
    .map(({ lines, shades, named, receptor, net, DscRcgGlobal }) => ({
      tipo_dte: tipo,
      ...(named && { receptor }),
      ...(tipo === 39 && net && { precio_incluye_iva: false }),
      DscRcgGlobal,
      detalle: tipo === 39 ? shade(lines, shades, undefined, false) : lines,
    }))

const nota = (tipo: 56 | 61): fc.Arbitrary<object> =>
  fc
    .tuple(afecta, fc.array(modificado(3), { minLength: 1, maxLength: 3 }))
    .map(([base, refs]) => ({ ...base, tipo_dte: tipo, referencias: [...refs, ...base.referencias] }))

const SOLICITUDES: readonly fc.Arbitrary<object>[] = [
  afecta.map((r) => ({ tipo_dte: 33, ...r })),
  exenta.map((r) => ({ tipo_dte: 34, ...r })),
  boletaDe(39),
  boletaDe(41),
  nota(56),
  nota(61),
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

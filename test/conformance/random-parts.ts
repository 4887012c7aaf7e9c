// The parts random requests are made of: names, RUTs, lines, discounts, references. Every value is one the API accepts.

import fc from 'fast-check'

/** Letters of Chilean names, what XML must escape, and characters that are transliterated. */
const CHARS = [
  ...'abcdefghijklmnñopqrstuvwxyzABCDEFGHIÁÉÍÓÚÜÑ0123456789 .,-/()°',
  ...'&<>"\'',
  ...'–“”’…çãöÿ½',
]

export const text = (max: number): fc.Arbitrary<string> =>
  fc
    // An ellipsis becomes three characters, so a third of the limit always fits.
    .array(fc.constantFrom(...CHARS), { minLength: 1, maxLength: Math.max(2, Math.floor(max / 3)) })
    .map((chars) => chars.join('').trim())
    // Quotes alone are no name: a stamp has blanks for them.
    .filter((s) => /[\p{L}\d]/u.test(s))

const chance = fc.integer({ min: 0, max: 99 })
/** The fields of `fields`, each present or absent. */
export const some = <T extends Record<string, fc.Arbitrary<unknown>>>(fields: T) =>
  fc.record(fields, { requiredKeys: [] })

export const decimals = (max: number, digits: number): fc.Arbitrary<number> =>
  fc.integer({ min: 1, max: max * 10 ** digits }).map((n) => n / 10 ** digits)

export const ruts = fc.constantFrom(
  '77123456-9',
  '76.543.210-3',
  '12345678-5',
  '11111111-1',
  '60803000-k',
  '22222222-2',
)
export const dates = fc.integer({ min: 1, max: 20 }).map((day) => `2026-11-${String(day).padStart(2, '0')}`)

export const receptor = fc
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

export const linea = fc
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

export type Linea =
  typeof linea extends fc.Arbitrary<infer T>
    ? T & { exento?: boolean | number; impuesto_adicional?: number }
    : never

export const lineas = (max: number): fc.Arbitrary<Linea[]> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.array(linea, { minLength: 1, maxLength: 8 }) },
    { weight: 1, arbitrary: fc.array(linea, { minLength: max, maxLength: max }) },
  )

export const globales = (exento: boolean): fc.Arbitrary<object[]> =>
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

export const orden = fc
  .tuple(text(18), dates, some({ razon: text(90) }))
  .map(([folio, fecha, rest]) => ({ tipo_documento: '801', folio, fecha, ...rest }))

export const pago = fc.constantFrom(
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
export function shade(
  list: Linea[],
  shades: number[],
  codigo: number | undefined,
  negative: boolean,
): Linea[] {
  const exentos = negative ? [true, 1, 2, 6] : [true, 1, 2]
  return list.map((l, i) => {
    const shadeOf = shades[i % shades.length]!
    if (i > 0 && shadeOf < 15) return { ...l, exento: exentos[shadeOf % exentos.length]! }
    return codigo && shadeOf < 60 ? { ...l, impuesto_adicional: codigo } : l
  })
}

export const shades = fc.array(chance, { minLength: 5, maxLength: 9 })
export const impuesto = fc.constantFrom(undefined, undefined, 24, 25, 27, 271, 19, 18)

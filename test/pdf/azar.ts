// Random parts of documents, with the longest and widest texts that a field may hold.
import fc from 'fast-check'
import type { LineaDetalle } from '../../src/domain/dte/dte'

export const text = (max: number) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.lorem({ maxCount: 14 }).map((t) => t.slice(0, max).trim() || 'x') },
    fc
      .string({ unit: fc.constantFrom(...'WMÑáiln.-/ '), minLength: 1, maxLength: max })
      .map((t) => t.trim() || 'W'),
    fc.constant('W'.repeat(max)),
  )
export const option = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
export const amount = fc
  .oneof(fc.integer({ min: 0, max: 9_999_999 }), fc.constant(123456789012345))
  .map(String)
export const quantity = fc.oneof(
  fc.integer({ min: 1, max: 999 }).map(String),
  fc.constantFrom('0.000001', '123456789012.123456', '1250.375125'),
)
export const lineas = (max: number): fc.Arbitrary<LineaDetalle[]> =>
  fc
    .array(
      fc.record({
        nombre: text(80),
        descripcion: option(text(1000)),
        codigo: option(text(35).map((valor) => [{ tipo: 'INT1', valor }])),
        cantidad: option(quantity),
        unidad: option(text(4)),
        precio: option(quantity),
        descuentoPct: option(fc.constant('12.5')),
        descuentoMonto: option(amount),
        recargoMonto: option(amount),
        impuestoAdicional: option(fc.constant<string[]>(['24', '26'])),
        exento: option(fc.constantFrom(1 as const, 2 as const, 6 as const)),
        monto: amount,
      }),
      { minLength: 1, maxLength: max },
    )
    .map((rows) => rows.map((row, i) => ({ linea: i + 1, ...row })))

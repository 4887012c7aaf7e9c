// A sample invoice: its likeness, and what reading it must come to.

import type { Campo, CampoDudoso, Propuesta } from '../../../src/extraccion'

export interface Muestra {
  nombre: string
  papel: string
  /** Fields that are told; others are not looked at. */
  espera: Partial<Record<Campo, string | null>>
  /** All the fields that are doubtful, no others. */
  dudosos: Campo[]
  /** Some of what a doubtful field could be. */
  alternativas?: Partial<Record<Campo, string[]>>
  revuelta?: true
}

/** A proposal's fields by their published names. */
export const camposOf = ({ proveedor, ...rest }: Propuesta): Record<Campo, string | null> => ({
  'proveedor.nombre': proveedor.nombre,
  'proveedor.pais': proveedor.pais,
  'proveedor.tax_id': proveedor.taxId,
  'proveedor.direccion': proveedor.direccion,
  numero: rest.numero,
  fecha: rest.fecha,
  moneda: rest.moneda,
  monto: rest.monto,
  impuesto_extranjero: rest.impuestoExtranjero,
  descripcion: rest.descripcion,
})

export const dudososOf = (dudas: readonly CampoDudoso[]): Campo[] => dudas.map(({ campo }) => campo).sort()

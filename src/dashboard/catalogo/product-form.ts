// An item of the catalogue as a form has it, and the bodies that make or change one (areas/catalogo §1).

import { IMPUESTOS } from '../../domain/dte/impuestos'
import { MONEDAS_LINEA } from '../../domain/producto'
import type { BodyOf, DataOf } from '../api/client'

export type Producto = DataOf<'GET /v1/catalogo/:id'>
type NewBody = BodyOf<'POST /v1/catalogo'>

export const TEXTOS = ['codigo', 'nombre', 'descripcion', 'unidad', 'cuenta', 'centro'] as const
export type Texto = (typeof TEXTOS)[number]

/** `iva`: the three that exclude each other are one choice. */
export type Iva = 'neto' | 'con_iva' | 'exento'

/** Texts as typed; empty is nothing. `precio` as the field read it. */
export interface ProductDraft extends Record<Texto, string> {
  precio: string | null
  moneda: Producto['moneda']
  iva: Iva
  impuesto: string
  activo: boolean
}

export const MONEDAS = (Object.keys(MONEDAS_LINEA) as Producto['moneda'][]).map(
  (moneda) => [moneda, moneda === 'CLP' ? 'Pesos' : moneda] as const,
)

export const IVAS: readonly (readonly [Iva, string])[] = [
  ['neto', 'Afecto; el precio va sin IVA'],
  ['con_iva', 'Afecto; el precio ya lleva IVA'],
  ['exento', 'Exento'],
]

export const IMPUESTOS_ADICIONALES: readonly (readonly [string, string])[] = [
  ['', 'Ninguno'],
  ...IMPUESTOS.map(({ codigo, nombre }) => [codigo, `${codigo} · ${nombre}`] as const),
]

export function draftOf(producto?: Producto): ProductDraft {
  const texts = Object.fromEntries(TEXTOS.map((name) => [name, producto?.[name] ?? ''])) as Record<
    Texto,
    string
  >
  return {
    ...texts,
    precio: producto?.precio ?? null,
    moneda: producto?.moneda ?? 'CLP',
    iva: producto?.exento ? 'exento' : producto?.precio_con_iva ? 'con_iva' : 'neto',
    impuesto: String(producto?.impuesto_adicional ?? ''),
    activo: producto?.activo ?? true,
  }
}

/** The faults that stop the form, by field. */
export const lacks = ({ codigo, nombre }: ProductDraft): Partial<Record<string, string>> => ({
  ...(!codigo.trim() && { codigo: 'Escriba el código con que lo busca' }),
  ...(!nombre.trim() && { nombre: 'Escriba su nombre, como va en el documento' }),
})

/** All of it; what is empty is emptied. */
export function bodyOf(draft: ProductDraft): NewBody {
  const orNull = (name: Texto): string | null => draft[name].trim() || null
  const { precio, moneda, iva, impuesto, activo } = draft
  return {
    codigo: draft.codigo.trim(),
    nombre: draft.nombre.trim(),
    ...{ descripcion: orNull('descripcion'), unidad: orNull('unidad') },
    ...{ cuenta: orNull('cuenta'), centro: orNull('centro') },
    ...{ precio, moneda, activo },
    precio_con_iva: iva === 'con_iva',
    exento: iva === 'exento',
    impuesto_adicional: impuesto ? Number(impuesto) : null,
  }
}

/** The paths that have a place in the form. */
export const PLACED: readonly string[] = [
  ...TEXTOS,
  ...['precio', 'moneda', 'precio_con_iva', 'exento', 'impuesto_adicional', 'activo'],
]

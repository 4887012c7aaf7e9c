// Products of withholding agents by their CPCS code: the regime each belongs to, its taxes and the units it is sold in
// (datos/cpcs.json, the annex of the SII's instruction of 2005; domain/dte §6.6).

import filas from './datos/cpcs.json'

export interface Producto {
  codigo: string
  nombre: string
  /** The regime, in words: `Ganado`. */
  regimen: string
  /** Codes of its partial and of its total withholding, as lines carry them. */
  impuesto: string
  impuestoTotal: string | null
  /** Units it may be sold in; none when the table names none. */
  unidades: readonly string[]
  /** It is also counted in this unit (`QtyRef`). */
  unidadRef: string | null
}

const BY_CODE = new Map<string, Producto>(
  filas.map(({ codigo, producto, cambioSujeto, codImpAdic, codImpAdicTotal, unidades, unidadRef }) => [
    codigo,
    {
      codigo,
      nombre: producto,
      regimen: cambioSujeto,
      impuesto: String(codImpAdic),
      impuestoTotal: codImpAdicTotal === null ? null : String(codImpAdicTotal),
      unidades,
      unidadRef,
    },
  ]),
)

/** The product of a code, undefined when the table has none such. */
export const findProducto = (codigo: string): Producto | undefined => BY_CODE.get(codigo)

/** The type of an item code that names such a product. */
export const CPCS = 'CPCS'

const DE_REGIMEN = new Set([...BY_CODE.values()].flatMap((p) => [p.impuesto, p.impuestoTotal ?? p.impuesto]))

/** Whether a tax belongs to a regime whose products have codes; gold and margins without a table have none. */
export const isDeRegimen = (impuesto: string): boolean => DE_REGIMEN.has(impuesto)

/** Taxes whose goods are counted by heads too: cattle, and its slaughter. */
export const POR_CABEZA: ReadonlySet<string> = new Set(['17', '32', '321'])

/** The unit of heads. */
export const UNIDAD_REF = 'UNID'

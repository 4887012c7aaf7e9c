// Rates as dated data, each with its law: the IVA's, and those of additional taxes and withholdings by SII code, beside their
// kind and what they are computed on (domain/dte §6.5). A change of the law is a row here or in datos/impuestos-adicionales.json.

import filas from './datos/impuestos-adicionales.json'
import type { Decimal } from './dte'
import { GUIA } from './tipos'

/** A rate in force from a date until the next row of its list; the oldest that is known stands for what came before it. */
export interface Tasa {
  /** `2000-01-01`, the first date that the format admits, where no change is known. */
  desde: string
  /** Per cent; `iva` is whatever the IVA's is: of what withholds all of it. */
  tasa: Decimal | 'iva'
  ley: string
}

/** The IVA. */
const TASAS_IVA: readonly (Tasa & { tasa: Decimal })[] = [
  { desde: '2000-01-01', tasa: '18', ley: 'D.L. 825, art. 14, antes de la Ley 19.888' },
  { desde: '2003-10-01', tasa: '19', ley: 'D.L. 825, art. 14; Ley 19.888, art. 1' },
]

const enVigor = <T extends Tasa>(tasas: readonly T[], fecha: string): T | undefined =>
  tasas.findLast(({ desde }) => desde <= fecha) ?? tasas[0]

/** Rate of the IVA, per cent, for a document of that date. */
export const tasaIva = (fecha: string): Decimal => enVigor(TASAS_IVA, fecha)!.tasa

export interface Impuesto {
  codigo: string
  nombre: string
  /** `A` adds to the total, `R` is withheld from it. */
  tipo: 'A' | 'R'
  /** None when the issuer informs the amount. */
  tasas: readonly Tasa[]
  /** Document types that may carry it. */
  tipos: readonly number[]
  /** Computed on `MntBaseFaena` of its lines instead of their amount (code 17). */
  sobreBaseFaena: boolean
}

// Codes without kind (16, 40, 54, 55) are in the XSD but undefined in the format, and 29 is barred from a DTE: domain/dte §6.5,
// §10.8. Refusing them is the one safe reading.
const BY_CODE = new Map(
  filas.flatMap(({ codigo, nombre, tipo, tasas, tipos }): [string, Impuesto][] => {
    if (!tipo || !nombre) return []
    const impuesto: Impuesto = {
      codigo: String(codigo),
      nombre,
      tipo: tipo as 'A' | 'R',
      tasas: tasas.map((row) => ({ ...row, tasa: String(row.tasa) })),
      // A guide that is a sale computes as the factura it announces (domain/dte §6.10).
      tipos: tipo === 'A' ? [...tipos, GUIA] : tipos,
      sobreBaseFaena: codigo === 17,
    }
    return [[impuesto.codigo, impuesto]]
  }),
)

/** The tax of a code, undefined when it may not stand in a document. */
export const impuesto = (codigo: string): Impuesto | undefined => BY_CODE.get(codigo)

/** Its rate, per cent, for a document of that date; null when the issuer informs the amount. */
export function tasaDe({ tasas }: Impuesto, fecha: string): Decimal | null {
  const tasa = enVigor(tasas, fecha)?.tasa ?? null
  return tasa === 'iva' ? tasaIva(fecha) : tasa
}

/** All that may stand in a document. */
export const IMPUESTOS: readonly Impuesto[] = [...BY_CODE.values()]

/** Their amount comes from the issuer: margins and fuels valued in UTM (domain/dte §6.5). */
export const CODIGOS_INFORMADOS: ReadonlySet<string> = new Set(
  IMPUESTOS.filter(({ tasas }) => tasas.length === 0).map(({ codigo }) => codigo),
)

/**
 * Fuels: their tax has a part that moves with the price and may bring it below zero (Ley 20.765, art. 1), which the SII's schema
 * of 2026-02-06 takes for `MontoImp`.
 */
const COMBUSTIBLES: ReadonlySet<number> = new Set([28, 35, 51, 52])
export const isCombustible = (codigo: number | null): boolean => codigo !== null && COMBUSTIBLES.has(codigo)

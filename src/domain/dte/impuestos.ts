// Additional taxes and withholdings by SII code: kind, rate and what they are computed on (formato-dte.md §2.5).

import filas from './datos/impuestos-adicionales.json'
import type { Decimal } from './dte'

/** IVA rate in force, per cent. Data, not arithmetic: the one place that changes with the law. */
export const TASA_IVA: Decimal = '19'

export interface Impuesto {
  codigo: string
  nombre: string
  /** `A` adds to the total, `R` is withheld from it. */
  tipo: 'A' | 'R'
  /** Per cent; null when the issuer informs the amount. */
  tasa: Decimal | null
  /** Document types that may carry it. */
  tipos: readonly number[]
  /** Computed on `MntBaseFaena` of its lines instead of their amount (code 17). */
  sobreBaseFaena: boolean
}

/** Their amount comes from the issuer: margins and fuels valued in UTM (§2.5). */
const INFORMADOS = new Set(['14', '28', '35', '50', '51', '52'])

// Codes without kind or rate (16, 40, 53, 54, 55) are in the XSD but undefined in the format, and 29 is barred from a
// DTE: formato-dte.md §8.8. Refusing them is the one safe reading.
const BY_CODE = new Map<string, Impuesto>()
for (const { codigo, nombre, tipo, tasa, tipos } of filas) {
  const informado = INFORMADOS.has(String(codigo))
  if (!tipo || !nombre || codigo === 29 || (tasa === null && !informado)) continue
  BY_CODE.set(String(codigo), {
    codigo: String(codigo),
    nombre,
    tipo: tipo as 'A' | 'R',
    tasa: informado || tasa === null ? null : String(tasa),
    // A guide that is a sale computes as the factura it announces (§2.9).
    tipos: tipo === 'A' ? [...tipos, 52] : tipos,
    sobreBaseFaena: codigo === 17,
  })
}

/** The tax of a code, undefined when it may not stand in a document. */
export const impuesto = (codigo: string): Impuesto | undefined => BY_CODE.get(codigo)

/** All that may stand in a document. */
export const IMPUESTOS: readonly Impuesto[] = [...BY_CODE.values()]

export const CODIGOS_INFORMADOS: ReadonlySet<string> = INFORMADOS

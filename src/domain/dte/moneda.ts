// Currencies of an export: the SII's closed list of words, and the ISO code each stands for (TipMonType of SiiTypes_v10;
// domain/dte §6.11). Seven words are an unconfirmed reading of the ISO code (domain/dte §10.14).

import { decimal, micro, multiply } from '../decimal'
import filas from './datos/monedas.json'
import type { Decimal } from './dte'

interface Moneda {
  palabra: string
  iso?: string
  /** No source confirms that the word is that currency. */
  supuesta?: boolean
}

export const MONEDAS: readonly Moneda[] = filas

const BY_NAME = new Map(
  MONEDAS.flatMap((moneda) =>
    [moneda.iso ?? moneda.palabra, moneda.palabra].map((name) => [name, moneda] as const),
  ),
)

/** The currency of an ISO code or of the SII's word, in any case; undefined when the SII has no word for it. */
export const findMoneda = (nombre: string): Moneda | undefined => BY_NAME.get(nombre.trim().toUpperCase())

export const PESO_CHILENO = 'PESO CL'

/** Decimals of the amounts of a document: none in pesos, 4 in a foreign currency. */
export const decimalesDe = (moneda: string | undefined): 0 | 4 =>
  moneda === undefined || moneda === PESO_CHILENO ? 0 : 4

/** An amount of a foreign currency in pesos, half up. */
export const enPesos = (monto: Decimal, tipoCambio: Decimal): Decimal =>
  decimal(multiply(micro(monto), micro(tipoCambio)))

// The amounts of a document in pesos, whatever it is expressed in: what lists, sums, balances and quotas count in.

import { micro, ONE } from '../decimal'
import type { Decimal, Dte } from './dte'

interface MontosEnPesos {
  neto: number
  exento: number
  iva: number
  total: number
}

const pesos = (value: Decimal | undefined): number => Number(micro(value) / ONE)

/** Its amounts in pesos; of an export, the equivalents its `OtraMoneda` states at the exchange rate of the document. */
export function montosEnPesos({ totales, otraMoneda }: Pick<Dte, 'totales' | 'otraMoneda'>): MontosEnPesos {
  const { montoExento, montoTotal } = totales.moneda && otraMoneda ? otraMoneda : totales
  return {
    neto: pesos(totales.montoNeto),
    exento: pesos(montoExento),
    iva: pesos(totales.montoIva),
    total: pesos(montoTotal),
  }
}

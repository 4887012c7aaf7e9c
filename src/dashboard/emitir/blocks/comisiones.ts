// Commissions of a liquidación, or of a purchase through somebody: rows of the same shape in both (http §4).

import { formatNumber } from '../../ui/format'
import { type createReader, withoutUndefined } from '../read'

/** `iva` empty is computed by the server. */
export interface Comision {
  tipo: 'C' | 'O'
  glosa: string
  tasa: string
  neto: string
  exento: string
  iva: string
}

export const emptyComision: Comision = { tipo: 'C', glosa: '', tasa: '', neto: '', exento: '', iva: '' }

/** `at`: the path of the list. */
export function comisionesToBody(
  rows: readonly Comision[],
  at: string,
  { text, decimal, pesos }: ReturnType<typeof createReader>,
) {
  if (!rows.length) return undefined
  return rows.map(({ tipo, glosa, tasa, neto, exento, iva }, i) =>
    withoutUndefined({
      tipo,
      glosa: text(glosa),
      tasa: decimal(tasa, `${at}[${i}].tasa`),
      valor_neto: pesos(neto, `${at}[${i}].valor_neto`),
      valor_exento: pesos(exento, `${at}[${i}].valor_exento`),
      iva: pesos(iva, `${at}[${i}].iva`),
    }),
  )
}

type Asked = Readonly<Partial<Record<'tasa' | 'valor_neto' | 'valor_exento' | 'iva', string | number>>> & {
  tipo?: 'C' | 'O'
  glosa?: string
}

const number = (value: string | number | undefined): string =>
  value === undefined ? '' : formatNumber(value)

export const comisionesFrom = (asked: readonly Asked[] = []): Comision[] =>
  asked.map(({ tipo, glosa, tasa, valor_neto, valor_exento, iva }) => ({
    tipo: tipo ?? 'C',
    glosa: glosa ?? '',
    tasa: number(tasa),
    neto: number(valor_neto),
    exento: number(valor_exento),
    iva: number(iva),
  }))

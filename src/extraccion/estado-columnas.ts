// Which column of a card's table is which, by the words of its heading (extraccion §5).

import { fold } from './plano'

export type Columna = 'fecha' | 'comercio' | 'pais' | 'moneda' | 'origen' | 'usd' | 'clp' | 'monto'

/** By a heading's words, folded; the first that fits. */
const COLUMNAS: [Columna, RegExp][] = [
  [
    'fecha',
    /^(?:fecha(?: (?:de )?(?:la )?(?:operacion|transaccion|compra|movimiento))?|date|transaction date)$/,
  ],
  [
    'comercio',
    /^(?:descripcion|comercio|detalle|establecimiento|glosa|concepto|merchant|description|nombre comercio)\b/,
  ],
  ['pais', /^(?:pais|country)\b/],
  ['usd', /(?:us ?\$|\busd\b|u\$s|dolar)/],
  ['origen', /\borigen\b.*\bmonto\b|\b(?:monto|importe|valor)\b.*\b(?:origen|original)\b/],
  ['clp', /\b(?:monto|importe|valor|cargo|total)\b.*(?:pesos|clp|\(\$\))|^\$$/],
  ['moneda', /^(?:moneda|divisa|currency)\b/],
  ['monto', /^(?:monto|importe|valor|cargo|amount)\b/],
]

/** What heads a column that is no amount of a charge: of rates, of what is left of the card, of a part, of money that came back. */
const NO_ES_MONTO =
  /\b(?:tipo (?:de )?cambio|tasa|paridad|cotizacion|exchange rate|rate)\b|\bt ?\/ ?c\b|\bvalor (?:del )?dolar\b|^dolar(?: observado)?$|\b(?:saldo|cupo|limite|disponible|balance|limit|available|comision(?:es)?|fees?|cuotas?)\b|^(?!.*\bcargos?\b).*\b(?:abonos?|creditos?|credits?)\b/

/** Which column is where; null for a line that is no heading. */
export function columnsOf(cells: readonly string[]): Map<Columna, number> | null {
  const found = new Map<Columna, number>()
  for (const [i, cell] of cells.entries()) {
    const name = fold(cell)
      .replace(/[.:_]+/g, ' ')
      .trim()
    if (NO_ES_MONTO.test(name)) continue
    const [column] = COLUMNAS.find(([one, words]) => !found.has(one) && words.test(name)) ?? []
    if (column) found.set(column, i)
  }
  const hasAmount = (['usd', 'origen', 'clp', 'monto'] as const).some((one) => found.has(one))
  return found.has('fecha') && found.has('comercio') && hasAmount ? found : null
}

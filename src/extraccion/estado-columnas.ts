// Which column of a card's table is which, by the words of its heading (extraccion §5).

import { fold } from './plano'

export type Columna =
  | 'fecha'
  | 'comercio'
  | 'pais'
  | 'moneda'
  | 'origen'
  | 'usd'
  | 'clp'
  | 'monto'
  /** The kind of a movement, where the bank may name a cargo or an abono. */
  | 'tipo'
  /** Cargo or abono, as a word; a `C` is a cargo. */
  | 'cargoAbono'
  /** Débito or crédito, as a word; a `C` is a crédito. */
  | 'debitoCredito'
  /** The credit, where charges have a column of their own. */
  | 'abono'

/** A table's columns by their place, whether one of them is an amount, and whether its heading is in English. */
export interface Columnas {
  at: Map<Columna, number>
  hasMonto: boolean
  enIngles: boolean
}

/** By a heading's words, folded; the first that fits. */
const COLUMNAS: [Columna, RegExp][] = [
  [
    'fecha',
    /^(?:fecha(?: (?:de )?(?:la )?(?:operacion|transaccion|compra|movimiento))?|date|transaction date)$/,
  ],
  ['tipo', /^tipo(?: (?:de )?(?:movimiento|transaccion|operacion))?$/],
  ['cargoAbono', /^(?:cargos? ?(?:[/-]|[oy] )? ?abonos?|c ?\/ ?a)$/],
  ['debitoCredito', /^(?:(?:debitos?|debe|debit) ?[/-]? ?(?:creditos?|haber|credit)|d ?\/ ?[ch])$/],
  [
    'comercio',
    /^(?:descripcion|comercio|detalle|establecimiento|glosa|concepto|merchant|description|nombre comercio)\b/,
  ],
  ['pais', /^(?:pais|country)\b/],
  ['abono', /^(?:monto (?:de )?)?(?:abonos?|creditos?|credits?|haber)\b(?!.*\bcargos?\b)/],
  ['usd', /(?:us ?\$|\busd\b|u\$s|dolar)/],
  ['origen', /\borigen\b.*\bmonto\b|\b(?:monto|importe|valor)\b.*\b(?:origen|original)\b/],
  ['clp', /\b(?:monto|importe|valor|cargo|total)\b.*(?:pesos|clp|\(\$\))|^\$$/],
  ['moneda', /^(?:moneda|divisa|currency)\b/],
  ['monto', /^(?:monto|importe|valor|cargos?|debitos?|amount)\b/],
]

/** Headings of columns without charges: rates, the card's remaining credit, a part. */
const NO_ES_MONTO =
  /\b(?:tipo (?:de )?cambio|tasa|paridad|cotizacion|exchange rate|rate)\b|\bt ?\/ ?c\b|\bvalor (?:del )?dolar\b|^dolar(?: observado)?$|\b(?:saldo|cupo|limite|disponible|balance|limit|available|comision(?:es)?|fees?|cuotas?)\b/

/** A column of what came back, by other words than those of its own: no amount of a charge either. */
const DE_VUELTA = /^(?!.*\bcargos?\b).*\b(?:abonos?|creditos?|credits?)\b/

/** Which column is where; null for a line that is no heading. */
export function columnsOf(cells: readonly string[]): Columnas | null {
  const at = new Map<Columna, number>()
  let enIngles = false
  for (const [i, cell] of cells.entries()) {
    const name = fold(cell)
      .replace(/[.:_]+/g, ' ')
      .trim()
    if (NO_ES_MONTO.test(name)) continue
    const [column] = COLUMNAS.find(([one, words]) => !at.has(one) && words.test(name)) ?? []
    if (!column || (DE_VUELTA.test(name) && ['usd', 'origen', 'clp', 'monto'].includes(column))) continue
    at.set(column, i)
    enIngles ||= column === 'fecha' && name.endsWith('date')
  }
  // One column for both that is the only amount holds it with its sign.
  const both = at.get('cargoAbono')
  if (both !== undefined && !hasAmount(at)) {
    at.delete('cargoAbono')
    at.set('monto', both)
  }
  return at.has('fecha') && at.has('comercio') ? { at, hasMonto: hasAmount(at), enIngles } : null
}

const hasAmount = (at: ReadonlyMap<Columna, number>): boolean =>
  (['usd', 'origen', 'clp', 'monto'] as const).some((one) => at.has(one))

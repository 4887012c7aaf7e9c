// The choices of a type's lines.

import { CODIGOS_INFORMADOS, IMPUESTOS, type Impuesto, tasaDe } from '../../domain/dte/impuestos'
import { isTipoDte, tipoDocumento } from '../../domain/dte/tipos'
import { chileDate } from '../../domain/fecha'
import { MONEDAS_LINEA } from '../../domain/producto'
import { formatNumber } from '../ui/format'

type Choice = readonly [value: string, words: string]

/** domain/dte §6.3. Codes 4 and 5 are of guides: of one that is a sale, of one that is not. */
const IND_EXE: readonly Choice[] = [
  ['1', 'Exenta o no afecta'],
  ['2', 'No facturable'],
  ['3', 'Garantía de envases'],
  ['4', 'No se vende'],
  ['5', 'Rebaja otra guía'],
  ['6', 'No facturable, negativa'],
]

const OF_GUIDES = new Set(['4', '5'])

/** Where every line is exempt, nothing has to say so. */
export function exemptionsOf(tipo: number): readonly Choice[] {
  if (!isTipoDte(tipo)) return []
  const { exento, indExe, guia } = tipoDocumento(tipo)
  const choices = IND_EXE.filter(
    ([code]) => indExe.includes(Number(code)) && !(exento && code === '1') && (guia || !OF_GUIDES.has(code)),
  )
  return [['', exento ? 'Exenta' : 'Afecta a IVA'], ...choices]
}

const CURRENCIES: readonly Choice[] = [
  ['', 'Pesos'],
  ...Object.keys(MONEDAS_LINEA).flatMap((moneda): Choice[] => (moneda === 'CLP' ? [] : [[moneda, moneda]])),
]

/** The currencies that a price may be in; none where the document has one of its own. */
export const currenciesOf = (tipo: number): readonly Choice[] =>
  isTipoDte(tipo) && tipoDocumento(tipo).monedaExtranjera ? [] : CURRENCIES

/** A tax as a choice, with its rate on `fecha`. */
export function choiceOf(tax: Impuesto, fecha: string): Choice {
  const tasa = tasaDe(tax, fecha)
  const words = `${tax.codigo} · ${tax.nombre}`
  return [tax.codigo, tasa === null ? words : `${words} · ${formatNumber(tasa)} %`]
}

/** The additional taxes that the server computes on a line of the type, at their rates of today; none, where it bears none. */
export function taxesOf(tipo: number): readonly Choice[] {
  const found = IMPUESTOS.filter(
    ({ codigo, tipos }) => tipos.includes(tipo) && !CODIGOS_INFORMADOS.has(codigo),
  )
  if (!found.length) return []
  return [['', 'Ninguno'], ...found.map((tax) => choiceOf(tax, chileDate(new Date())))]
}

// Amounts with their currency: a code beside the number, or a sign that is one currency's alone. `$` is many's (extraccion §3).

import { datesIn } from './fechas'
import { type Decimales, NUMERO, readingsIn } from './numeros'

/** ISO 4217 codes that invoices come in. Not all there are: ALL, TOP and TRY are words too, and stand only where a number is beside them. */
const CODIGOS =
  `USD EUR GBP CLP BRL ARS MXN COP PEN UYU BOB PYG VES CRC GTQ DOP PAB CAD AUD NZD JPY CNY HKD TWD SGD KRW INR IDR MYR PHP THB VND
CHF SEK NOK DKK ISK PLN CZK HUF RON BGN TRY RUB UAH ILS AED SAR QAR EGP MAD ZAR NGN KES GHS PKR BDT LKR`.split(
    /\s+/,
  )
export const isCodigo = (texto: string): boolean => CODIGOS.includes(texto)

/** Longer ones are accounts and codes. */
const CIFRAS_MAX = 15

const DOLARES = ['USD', 'CLP', 'CAD', 'AUD', 'MXN', 'COP', 'ARS']
/** Signs, the longest first; more than one currency where the sign does not tell. */
const SIGNOS: [sign: string, monedas: string[]][] = [
  ['US $', ['USD']],
  ['US$', ['USD']],
  ['U$S', ['USD']],
  ['USD$', ['USD']],
  ['CLP$', ['CLP']],
  ['MX$', ['MXN']],
  ['CA$', ['CAD']],
  ['CAD$', ['CAD']],
  ['C$', ['CAD']],
  ['AU$', ['AUD']],
  ['A$', ['AUD']],
  ['NZ$', ['NZD']],
  ['HK$', ['HKD']],
  ['NT$', ['TWD']],
  ['SG$', ['SGD']],
  ['S$', ['SGD']],
  ['R$', ['BRL']],
  ['S/', ['PEN']],
  ['$U', ['UYU']],
  ['€', ['EUR']],
  ['£', ['GBP']],
  ['₹', ['INR']],
  ['₩', ['KRW']],
  ['₪', ['ILS']],
  ['₺', ['TRY']],
  ['₽', ['RUB']],
  ['zł', ['PLN']],
  ['Kč', ['CZK']],
  ['¥', ['JPY', 'CNY']],
  ['kr', ['SEK', 'NOK', 'DKK']],
  ['$', DOLARES],
]
const SIGNO = new Map(SIGNOS)
/** The currencies whose sign a text is; more than one where it does not tell. */
export const monedasOf = (texto: string): readonly string[] => SIGNO.get(texto) ?? []

const quoted = (text: string): string => text.replace(/[$/]/g, '\\$&')
const MARCA = `(?:(?<![A-Za-z])(?:${CODIGOS.join('|')})(?![A-Za-z])|${SIGNOS.map(([sign]) => (/^[a-zA-Z]/.test(sign) ? '(?<![A-Za-z])' : '') + quoted(sign) + (/[a-zA-Z]$/.test(sign) ? '(?![A-Za-z])' : '')).join('|')})`
const MONTO = new RegExp(
  `((?:[-−–(](?=${MARCA}))?(?:${MARCA}[ :]?){0,2})([-−–(]? ?)((?:${MARCA} ?)?)(?:(?<=${MARCA}[ :]?)|(?<![\\w./,]))(${NUMERO})(?![\\d%]|[.,]\\d| ?%|[/-]\\d)(\\)?)( ?-(?!\\d)| ?CR(?![A-Za-z]))?((?: ?\\(${MARCA}\\)?(?! ?\\d)| ?${MARCA}\\)?){0,2})`,
  'g',
)
const UNA_MARCA = new RegExp(MARCA, 'g')

/** A text without currencies' codes and signs. */
export const withoutMarks = (texto: string): string => texto.replace(UNA_MARCA, ' ')

export interface Monto {
  /** The possible readings of the number, decimal text; several when the file does not tell. */
  lecturas: string[]
  /** The currencies it can be in; empty when none is beside it. */
  monedas: string[]
  negativo: boolean
  /** With decimals or a currency: a bare integer may be anything. */
  claro: boolean
  indice: number
}

/** The currencies that the marks of a text leave possible; empty when it has none. A code beside a sign decides. */
export function monedasIn(texto: string): string[] {
  const marks = texto.match(UNA_MARCA) ?? []
  const codes = [...new Set(marks.filter(isCodigo))]
  const sets = marks.map((mark) => SIGNO.get(mark) ?? [])
  // `(USD) €100`: neither is believed.
  const contrary = sets.flatMap(([one, ...more]) => (one && !more.length && !codes.includes(one) ? one : []))
  if (codes.length) return [...codes, ...contrary]
  const [first] = sets.sort((a, b) => a.length - b.length)
  return first ?? []
}

/** Blanks in the place of days, which are no amounts. */
const withoutDates = (texto: string): string =>
  datesIn(texto).reduce(
    (text, { indice, impresa: { length } }) =>
      text.slice(0, indice) + ' '.repeat(length) + text.slice(indice + length),
    texto,
  )

/** All amounts of a text, in their order; percentages are none. */
export function amountsIn(texto: string, decimales: Decimales | null): Monto[] {
  return [...withoutDates(texto).matchAll(MONTO)].flatMap((match) => {
    const [, before = '', minus = '', inner = '', number = '', close = '', after = '', behind = ''] = match
    const lecturas = readingsIn(number, decimales)
    if (lecturas.length === 0 || number.replace(/\D/g, '').length > CIFRAS_MAX) return []
    const monedas = monedasIn(before + inner + behind)
    return {
      lecturas,
      monedas,
      negativo:
        /[-−–]/.test(before + minus) || after !== '' || (/^\(/.test(before || minus) && close === ')'),
      claro: monedas.length > 0 || /[.,]\d{2}$/.test(number),
      indice: match.index,
    }
  })
}

/** Currencies that a file names in words for all its amounts. */
const EN_PALABRAS: [RegExp, string][] = [
  [
    /\b(?:us|u\.s\.|american) dollars?\b|\bd[oó]lares (?:estadounidenses|americanos|de los estados unidos)\b|\bd[oó]lar(?:es)? americanos?\b/i,
    'USD',
  ],
  [/\bcanadian dollars?\b/i, 'CAD'],
  [/\baustralian dollars?\b/i, 'AUD'],
  [/\bpesos chilenos\b|\bchilean pesos?\b/i, 'CLP'],
  [/\bpesos mexicanos\b/i, 'MXN'],
  [/\breais\b/i, 'BRL'],
]

/** Codes that a file states of all its amounts: after a word for currency, in parentheses, or in words. */
export function monedasDeclaradas(texto: string): string[] {
  const found = new Set<string>()
  for (const [, code] of texto.matchAll(
    /\b(?:currency|moneda|moeda|divisa|amounts?|prices?|importes?|valores|montos?|total) *(?:are |is |shown |expressed |expresad[oa]s? )?(?:in|en|em|:)? *\(?([A-Z]{3})\b/gi,
  ))
    if (isCodigo(code!)) found.add(code!)
  // `Total due (USD)`, `Amount (EUR)`: in capitals and alone within its parentheses.
  for (const [, code] of texto.matchAll(/\(([A-Z]{3})\)/g))
    if (isCodigo(code!) && code !== 'TRY') found.add(code!)
  for (const [words, code] of EN_PALABRAS) if (words.test(texto)) found.add(code)
  return [...found]
}

/** Those, and the ones beside an amount. */
export const monedasDichas = (texto: string): string[] => [
  ...monedasDeclaradas(texto),
  ...amountsIn(texto, null).flatMap(({ monedas }) => (monedas.length === 1 ? monedas : [])),
]

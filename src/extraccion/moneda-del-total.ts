// In which currency the total of an invoice is: what stands beside it, else what the file says of all its amounts (extraccion §3).

import { candidatesOf, type Dudas, distinct } from './candidatos'
import type { Documento } from './documento'
import * as E from './etiquetas'
import { amountsIn, isCodigo, type Monto, monedasDeclaradas } from './monedas'
import { fold } from './plano'

/** Where a sign that is many currencies' is most likely its own. */
const DEL_PAIS: Record<string, string> = {
  CL: 'CLP',
  CO: 'COP',
  MX: 'MXN',
  AR: 'ARS',
  CA: 'CAD',
  AU: 'AUD',
  JP: 'JPY',
  CN: 'CNY',
  SE: 'SEK',
  NO: 'NOK',
  DK: 'DKK',
}

/** A code alone, or before its name. */
const acceptMoneda = (texto: string): string | null => {
  const [code] = /^[A-Z]{3}\b/.exec(texto.trim()) ?? []
  return code && isCodigo(code) ? code : null
}

/** `pais` is the supplier's, for a sign that is many currencies'. */
export function readMoneda(doc: Documento, total: Monto, pais: string | null, dudas: Dudas): string | null {
  const [only, ...others] = total.monedas
  const labelled = candidatesOf(doc, [{ peso: 1, palabras: E.MONEDA }], acceptMoneda).map(
    ({ valor }) => valor,
  )
  const lines = doc.texto.split('\n').filter((line) => !E.EQUIVALENTE.test(fold(line)))
  const declared = [...labelled, ...monedasDeclaradas(lines.join('\n'))]
  if (only && others.length === 0) {
    if (declared.length && !declared.includes(only))
      dudas.add('moneda', 'El archivo dice otra para sus montos', distinct(declared))
    return only
  }
  const amounts = amountsIn(lines.join('\n'), null).filter(({ monedas }) => monedas.length === 1)
  const said = distinct([...declared, ...amounts.map(({ monedas: [code] }) => code!)])
  const possible = total.monedas.length ? said.filter((code) => total.monedas.includes(code)) : said
  const [one, ...more] = possible
  if (one && more.length === 0) {
    const own = amounts.filter(({ monedas: [code] }) => code === one)
    const isIts =
      declared.includes(one) ||
      own.some(({ lecturas }) => lecturas.some((value) => total.lecturas.includes(value))) ||
      (total.monedas.length === 0 && own.length > 1)
    if (!isIts)
      dudas.add(
        'moneda',
        'El total no la dice: es la de otro monto',
        total.monedas.filter((code) => code !== one),
      )
    return one
  }
  if (one) dudas.add('moneda', 'El archivo nombra más de una moneda', more)
  if (one || !only) return one ?? null
  const own = total.monedas.find((code) => code === DEL_PAIS[pais ?? '']) ?? only
  dudas.add(
    'moneda',
    'El signo es de varias monedas',
    total.monedas.filter((code) => code !== own),
  )
  return own
}

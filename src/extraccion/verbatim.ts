// Whether a proposed value stands in the text; the one place that decides it, for rules and for models (extraccion §1).

import { readingsOf } from '../domain/numero-impreso'
import type { Dudas } from './candidatos'
import { datesIn, ordenDe, ordered } from './fechas'
import { amountsIn, monedasDichas, monedasIn } from './monedas'
import { decimalesDe, NUMERO, readingsIn } from './numeros'
import { nombresDe } from './paises'
import { fold } from './plano'
import type { Campo, Propuesta } from './tipos'

const squeeze = (texto: string): string => fold(texto).replace(/\s+/g, ' ').trim()
const escaped = (texto: string): string => texto.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/** A text stands as a whole: no letter or digit goes on at either end. */
function stands(valor: string, plano: string): boolean {
  const wanted = squeeze(valor)
  return wanted !== '' && new RegExp(`(?<![\\p{L}\\d])${escaped(wanted)}(?![\\p{L}\\d])`, 'u').test(plano)
}

/** A number of a document as a whole: INV is not the number that INV-1 is. */
const codeStands = (valor: string, plano: string): boolean =>
  new RegExp(`(?<![\\p{L}\\d][-/._]?)${escaped(squeeze(valor))}(?![-/._]?[\\p{L}\\d])`, 'u').test(plano)

/** A decimal stands when a printed number can be read as it; `1.234` can be two. */
function numberStands(valor: string, texto: string): boolean {
  const same = (a: string, b: string): boolean => trim(a) === trim(b)
  for (const [printed] of texto.matchAll(new RegExp(NUMERO, 'g')))
    if (readingsOf(printed).some((one) => same(one, valor))) return true
  return amountsIn(texto, null).some(({ lecturas }) => lecturas.some((one) => same(one, valor)))
}

const trim = (valor: string): string => (valor.includes('.') ? valor.replace(/\.?0+$/, '') : valor)

/** Each line of it: lines of an address are put together with commas. */
const addressStands = (valor: string, plano: string): boolean =>
  valor.split(/, */).every((part) => part === '' || plano.includes(squeeze(part)))

const paisStands = (code: string, texto: string, plano: string): boolean =>
  new RegExp(`\\b${escaped(code)}\\b`).test(texto) || nombresDe(code).some((name) => stands(name, plano))

const currencyStands = (code: string, texto: string): boolean =>
  new RegExp(`(?<![A-Za-z])${code}(?![A-Za-z])`).test(texto) ||
  monedasDichas(texto).includes(code) ||
  texto.split('\n').some((line) => {
    const found = monedasIn(line)
    return found.length === 1 && found[0] === code
  })

/** Adds a doubt for every value that the text does not have. */
export function doubtUnprinted(propuesta: Propuesta, texto: string, dudas: Dudas): void {
  const plano = squeeze(texto)
  const { proveedor } = propuesta
  const checks: [Campo, string | null, (valor: string) => boolean][] = [
    ['proveedor.nombre', proveedor.nombre, (v) => stands(v, plano)],
    ['proveedor.pais', proveedor.pais, (v) => paisStands(v, texto, plano)],
    ['proveedor.tax_id', proveedor.taxId, (v) => stands(v, plano)],
    ['proveedor.direccion', proveedor.direccion, (v) => addressStands(v, plano)],
    ['numero', propuesta.numero, (v) => codeStands(v, plano)],
    ['fecha', propuesta.fecha, (v) => datesIn(texto).some(({ lecturas }) => lecturas.includes(v))],
    ['moneda', propuesta.moneda, (v) => currencyStands(v, texto)],
    ['monto', propuesta.monto, (v) => numberStands(v, texto)],
    ['impuesto_extranjero', propuesta.impuestoExtranjero, (v) => numberStands(v, texto)],
    ['descripcion', propuesta.descripcion, (v) => stands(v, plano)],
  ]
  for (const [campo, valor, printed] of checks)
    if (valor !== null && !dudas.has(campo) && !printed(valor))
      dudas.add(campo, 'No está escrito así en el archivo')
}

/** Adds a doubt for a day or an amount that stands in the text, but never in one reading alone. */
export function doubtReadings(
  { fecha, monto, impuestoExtranjero }: Propuesta,
  texto: string,
  dudas: Dudas,
): void {
  const all = fecha === null ? [] : datesIn(texto)
  const [own] = all.filter(({ lecturas }) => fecha !== null && lecturas.includes(fecha))
  const orden = own ? ordenDe(all, own) : null
  const days = all.map((one) => ({ impresa: one.impresa, lecturas: ordered(one, orden) }))
  const day = fecha === null ? undefined : doubled(days, fecha)
  if (day)
    dudas.add(
      'fecha',
      `${day.impresa} admite dos lecturas`,
      day.lecturas.filter((one) => one !== fecha),
    )
  const decimales = decimalesDe(texto)
  const numbers = [...texto.matchAll(new RegExp(NUMERO, 'g'))].map(([impresa]) => ({
    impresa,
    lecturas: readingsIn(impresa, decimales),
  }))
  for (const [campo, value] of [
    ['monto', monto],
    ['impuesto_extranjero', impuestoExtranjero],
  ] as const) {
    const number = value === null ? undefined : doubled(numbers, value)
    if (number)
      dudas.add(
        campo,
        `${number.impresa} admite dos lecturas`,
        number.lecturas.filter((one) => trim(one) !== trim(value!)),
      )
  }
}

interface Leible {
  impresa: string
  lecturas: string[]
}

/** The reading of the value, when all its readings are double. */
function doubled(found: readonly Leible[], value: string): Leible | undefined {
  const as = found.filter(({ lecturas }) => lecturas.some((one) => trim(one) === trim(value)))
  return as.every(({ lecturas }) => lecturas.length > 1) ? as[0] : undefined
}

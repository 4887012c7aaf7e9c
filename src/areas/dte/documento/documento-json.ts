// Documents as answers show them: our snake_case names, amounts as JSON numbers (http §1, §10). What each value is comes
// from the SII's schema, so that a field that documents learn shows without a word here.

import { snake } from '../../../domain/dte/claves'
import type { Decimal, Dte } from '../../../domain/dte/dte'
import { type Nodo, nodo } from '../../../domain/dte/esquema'
import { RAICES } from '../../../domain/dte/fila'
import { tipoDocumento } from '../../../domain/dte/tipos'
import type { Advertencia } from '../../../domain/errors'

export type Json = Record<string, unknown>

/** Codes that the schema takes for texts, and requests and answers for numbers. */
export const CODIGOS_COMO_NUMEROS = new Set(['CodImpAdic', 'TipoImp', 'TipoImpOtrMnda', 'ItemEspectaculo'])

/** The JSON form of an exact decimal. Of a document, all but what passes fifteen digits fit a JSON number. */
export type Cifra = (text: Decimal) => number | string

const nameOf = (key: string): string => (/^[A-Z]/.test(key) ? key : snake(key))

function valueToJson(n: Nodo | undefined, value: unknown, cifra: Cifra): unknown {
  if (Array.isArray(value)) return value.map((item) => valueToJson(n, item, cifra))
  if (typeof value === 'object' && value !== null) return bloqueToJson(n?.hijos ?? [], value, cifra)
  const amount = n && (n.clase === 'decimal' || n.clase === 'entero' || CODIGOS_COMO_NUMEROS.has(n.tag))
  return amount && typeof value === 'string' ? cifra(value) : value
}

/** A block with its keys in our names; `hijos` are the elements that the schema has in it. */
export function bloqueToJson(hijos: readonly Nodo[], bloque: object, cifra: Cifra = Number): Json {
  return Object.fromEntries(
    Object.entries(bloque).map(([key, value]) => [
      nameOf(key),
      valueToJson(
        hijos.find((n) => n.key === key),
        value,
        cifra,
      ),
    ]),
  )
}

/** The elements of a block: its type's, then those that other types have there, for what is kept and not written. */
export const hijosDe = ({ idDoc }: Pick<Dte, 'idDoc'>, ruta: string): readonly Nodo[] =>
  [tipoDocumento(idDoc.tipoDte).raiz, ...RAICES].flatMap((raiz) => nodo(raiz, ruta)?.hijos ?? [])

/** The totals; an export's beside their equivalents in pesos (http §1). */
export const totalesToJson = (dte: Dte): Json => {
  const { totales, otraMoneda } = dte
  return {
    ...bloqueToJson(hijosDe(dte, 'Encabezado/Totales'), totales),
    ...(otraMoneda && { otra_moneda: bloqueToJson(hijosDe(dte, 'Encabezado/OtraMoneda'), otraMoneda) }),
  }
}

export const detalleToJson = (dte: Dte, cifra?: Cifra): Json[] =>
  dte.detalle.map((linea) => bloqueToJson(hijosDe(dte, 'Detalle'), linea, cifra))

export const referenciasToJson = (dte: Dte): Json[] =>
  dte.referencias.map((referencia) => bloqueToJson(hijosDe(dte, 'Referencia'), referencia))

export const descuentosToJson = (dte: Dte): Json[] =>
  dte.dscRcgGlobal.map((one) => bloqueToJson(hijosDe(dte, 'DscRcgGlobal'), one))

export const advertenciasToJson = (advertencias: readonly Advertencia[]): object[] =>
  advertencias.map((a) => ({ ...a }))

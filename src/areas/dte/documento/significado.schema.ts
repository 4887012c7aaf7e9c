// The meanings of a document's codes in the OpenAPI document: the domain's tables by the SII's tag.

import { TABLA_DE_TAG, TABLAS } from '../../../domain/dte/aduana'
import filas from '../../../domain/dte/datos/impuestos-adicionales.json'
import type { Nodo } from '../../../domain/dte/esquema'
import { impuesto } from '../../../domain/dte/impuestos'
import { significadoDe } from '../../../domain/dte/significados'
import { significados } from '../../../http/envelope'
import { CODIGOS_COMO_NUMEROS } from './documento-json'

type JsonSchema = Record<string, unknown>

/** The closed list of an element, as any of its roots has it, with what each value means; nothing where it is open. */
export function enumDe(nodos: readonly Nodo[]): JsonSchema {
  const { tag } = nodos[0]!
  if (TABLA_DE_TAG[tag]) return aduana(tag)
  if (!nodos.every(({ valores }) => valores)) return {}
  const asNumber = ({ clase }: Nodo): boolean => clase === 'entero' || CODIGOS_COMO_NUMEROS.has(tag)
  const values = nodos.flatMap((n): (string | number)[] =>
    asNumber(n) ? n.valores!.map(Number) : n.valores!,
  )
  const said = significadoDe(tag, values.map(String))
  return { enum: [...new Set(values)], ...(said && { description: `${significados(said)}.` }) }
}

/** Codes of customs are listed where the list is short; the rest is told by the answer of POST /v1/dte/validar. */
export function aduana(tag: string): JsonSchema {
  const { nombre, codigos } = TABLAS[TABLA_DE_TAG[tag]!]
  const description = `Código de ${nombre} de la tabla de Aduana.`
  if (codigos.size > 25) return { description }
  const said = [...codigos.values()].map(({ codigo, glosa, sigla }) => [
    codigo,
    glosa ?? sigla ?? 'sin glosa',
  ])
  return {
    enum: [...codigos.keys()],
    description: `${description} ${significados(Object.fromEntries(said))}.`,
  }
}

/** The values of a field with what each means, whichever of them a type takes. */
export function codigos(tag: string, valores: readonly (string | number)[], description = ''): JsonSchema {
  const said = significadoDe(tag, valores.map(String))!
  return { enum: valores, description: `${description && `${description} `}${significados(said)}.` }
}

/** Every additional tax or withholding that a line may bear. */
export const impuestosAdicionales = (): JsonSchema => {
  const valores = filas.map(({ codigo }) => codigo).filter((codigo) => impuesto(String(codigo)))
  return codigos('CodImpAdic', valores)
}

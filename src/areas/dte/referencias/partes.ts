// The parts that a note takes of a document, as the tables of its takings keep them.

import { decimal, micro } from '../../../domain/decimal'
import type { Componentes } from '../../../domain/dte/componentes'
import type { Decimal } from '../../../domain/dte/dte'

export const partesToText = (partes: Componentes): string =>
  JSON.stringify(Object.fromEntries(Object.entries(partes).map(([name, amount]) => [name, decimal(amount)])))

export const partesOf = ({ partes }: { partes: string }): Componentes => {
  const all = Object.entries(JSON.parse(partes) as Record<string, Decimal>)
  return Object.fromEntries(all.map(([name, amount]) => [name, micro(amount)]))
}

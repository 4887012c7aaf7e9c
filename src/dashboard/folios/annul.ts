// Which folios an annulment is about, and what it takes out of use (areas/folios §3).

import { formatNumber, plural } from '../ui/format'
import { shortName } from '../ui/tipo'
import { remaining, type Stock } from './proyeccion'

export interface Tramo {
  tipo_dte: number
  desde: number
  hasta: number
}

export const countOf = ({ desde, hasta }: Omit<Tramo, 'tipo_dte'>): number => hasta - desde + 1

/** `119 a 125`, `119`. */
export const rangeOf = ({ desde, hasta }: Omit<Tramo, 'tipo_dte'>): string =>
  desde === hasta ? formatNumber(desde) : `${formatNumber(desde)} a ${formatNumber(hasta)}`

/** `los folios 119 a 125 de factura`, `el folio 119 de factura`. */
export function nameOf(tramo: Tramo): string {
  const tipo = shortName(tramo.tipo_dte).toLowerCase()
  return `${tramo.desde === tramo.hasta ? 'el folio' : 'los folios'} ${rangeOf(tramo)} de ${tipo}`
}

/** How many of them are still to be used here, in ranges that are good: folios are taken from the beginning of each. */
export const freeOf = (
  { desde, hasta }: Omit<Tramo, 'tipo_dte'>,
  stock: Pick<Stock, 'rangos'> | undefined,
): number =>
  (stock?.rangos ?? [])
    .filter(({ estado }) => estado === 'vigente')
    .reduce((sum, rango) => {
      const first = Math.max(desde, rango.hasta - remaining(rango) + 1)
      return sum + Math.max(0, Math.min(hasta, rango.hasta) - first + 1)
    }, 0)

/** Whether what is left is the end of each range: folios that were given back stand before it, and nothing tells which. */
function isInOrder({ rangos, siguiente }: Pick<Stock, 'rangos' | 'siguiente'>): boolean {
  const first = rangos.find((rango) => rango.estado === 'vigente' && remaining(rango) > 0)
  return !first || siguiente === first.hasta - remaining(first) + 1
}

/** The folios that leave use once it is asked for. */
export function takenOf(
  tramo: Tramo,
  stock: Pick<Stock, 'rangos' | 'siguiente' | 'disponibles'> | undefined,
): string {
  if (stock && !isInOrder(stock))
    return 'Los que estén libres entre ellos dejan de usarse en este momento, aunque el SII tarde o los rehúse.'
  const free = freeOf(tramo, stock)
  if (free === 0) return 'Ninguno de ellos estaba por usarse aquí.'
  const left = Math.max(0, (stock?.disponibles ?? 0) - free)
  const rest =
    left === 0 ? 'no quedará ninguno' : `${left === 1 ? 'quedará' : 'quedarán'} ${formatNumber(left)}`
  const gone = plural(free, 'folio libre deja', 'folios libres dejan')
  return `${gone} de usarse en este momento, aunque el SII tarde o los rehúse: ${rest} para emitir.`
}

/** As the SII's form takes it: ISO-8859-1, up to a hundred characters. Null where it is good. */
export function refuseMotivo(motivo: string): string | null {
  if (!motivo.trim()) return 'Escriba el motivo'
  return /^[\x20-\x7e\xa0-\xff]+$/.test(motivo) ? null : 'Tiene caracteres que el SII no admite'
}

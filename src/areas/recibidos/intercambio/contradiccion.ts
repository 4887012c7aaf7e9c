// Among the answers about one document, finds the one that stands and those that say the opposite
// (areas/recibidos/intercambio §4).

import { CLASES_RESPUESTA, type ClaseRespuesta, isOpuesta } from '../../../domain/intercambio'
import type { RecibidaRow } from './statements'

export const DICE: Record<ClaseRespuesta, string> = {
  recepcion: 'Recepción',
  resultado: 'Resultado comercial',
  recibo: 'Recibo de mercaderías o servicios',
}

const CLASES = Object.keys(CLASES_RESPUESTA) as ClaseRespuesta[]

type Dicha = Pick<RecibidaRow, 'clase' | 'codigo' | 'firma'>

const isFirmada = ({ firma }: Pick<Dicha, 'firma'>): boolean => firma === 'valida'

/** When it was signed, by its own word where that can be; of what nobody signed the word is worth nothing. */
const momentoOf = (row: RecibidaRow): string =>
  isFirmada(row) && row.firmada_en !== null && row.firmada_en < row.recibida_en
    ? row.firmada_en
    : row.recibida_en

/** The one of a class that stands, of those about one document, oldest first: the last that is well signed, else the last. */
export function vigenteDe(rows: readonly RecibidaRow[], clase: ClaseRespuesta): RecibidaRow | null {
  const own = rows.filter((row) => row.clase === clase)
  const signed = own.filter(isFirmada)
  return (signed.length ? signed : own).reduce<RecibidaRow | null>(
    (last, row) => (last && momentoOf(last) > momentoOf(row) ? last : row),
    null,
  )
}

const opposes = (one: Dicha, other: Dicha): boolean =>
  isFirmada(one) === isFirmada(other) && isOpuesta(one, other)

/**
 * Another answer about a document that contradicts `one`, as well signed: any other of its class, and the
 * standing ones of the others. In words; null when nothing does.
 */
export function contradiccionDe(rows: readonly RecibidaRow[], one: Dicha): string | null {
  const others = CLASES.flatMap((clase) =>
    clase === one.clase ? rows.filter((row) => row.clase === clase) : (vigenteDe(rows, clase) ?? []),
  )
  const against = others.findLast((other) => opposes(one, other))
  if (!against) return null
  return enPalabras(against)
}

export const enPalabras = ({
  clase,
  codigo,
  glosa,
  recinto,
}: Pick<RecibidaRow, 'clase' | 'codigo' | 'glosa' | 'recinto'>): string =>
  [DICE[clase as ClaseRespuesta], codigo, glosa || recinto]
    .filter((part) => part !== null && part !== '')
    .join(' · ')

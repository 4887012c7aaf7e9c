// `33-12`, as the addresses of other screens name a document.

import { isTipoDte, type TipoDte } from '../../domain/dte/tipos'

export function readFrom(text: string): { tipo: TipoDte; folio: number } | null {
  const [, tipo, folio] = /^(\d{2,3})-([1-9]\d{0,9})$/.exec(text) ?? []
  return isTipoDte(Number(tipo)) ? { tipo: Number(tipo) as TipoDte, folio: Number(folio) } : null
}

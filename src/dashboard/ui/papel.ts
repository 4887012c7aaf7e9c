// The papers that documents are printed on (http §11).

import { isTipoDte, TIPOS, type TipoDte, tipoDocumento } from '../../domain/dte/tipos'

export const PAPELES = [
  ['carta', 'Carta'],
  ['80mm', 'Rollo de 80 mm'],
  ['57mm', 'Rollo de 57 mm'],
] as const
export type Papel = (typeof PAPELES)[number][0]

export const paperName = (papel: Papel): string => PAPELES.find(([one]) => one === papel)?.[1] ?? papel

export const isBoleta = (tipoDte: number): boolean =>
  isTipoDte(tipoDte) && tipoDocumento(tipoDte).raiz === 'Boleta'

const hasPaper = (tipoDte: number, papel: Papel): boolean => papel !== '57mm' || isBoleta(tipoDte)

/** The papers that all of these types have: 57 mm is for boletas alone. */
export const papersOf = (...tipos: readonly number[]) =>
  PAPELES.filter(([papel]) => tipos.every((tipo) => hasPaper(tipo, papel)))

/** The types a paper is for. */
export const typesOn = (papel: Papel): TipoDte[] =>
  TIPOS.map(({ codigo }) => codigo).filter((codigo) => hasPaper(codigo, papel))

export const hasCedible = (tipoDte: number): boolean => isTipoDte(tipoDte) && tipoDocumento(tipoDte).cedible

// The lists of regions and comunas that the form offers; their values are ours (simulator §15.2).

import comunas from '../../domain/dte/datos/comunas.json'

const REGIONES = [...new Set(comunas.map(({ region }) => region))]

type Opcion = readonly [value: string, text: string]

export const REGIONES_BTE: readonly Opcion[] = REGIONES.map((region, i) => [
  String(i + 1),
  region.toUpperCase(),
])

export const comunasBte = (): Opcion[] =>
  comunas.map(({ cut, nombre }) => [String(Number(cut)), nombre.toUpperCase()])

/** The name of a value of the list; null when it is none. */
export const comunaOf = (value: string): string | null =>
  comunas.find(({ cut }) => Number(cut) === Number(value))?.nombre.toUpperCase() ?? null

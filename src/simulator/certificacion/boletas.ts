// The set of boletas (simulator §23.1): the same for every taxpayer, without attention number and without accents.

import type { Caso, Linea } from './filas'
import { BOLETA } from './tipos'

const caso = (lineas: readonly Linea[], observacion?: string): Caso => ({
  ...{ tipo: BOLETA, lineas, servicio: 3, ...(observacion && { observacion }) },
})

export const CASOS_BOLETA: readonly Caso[] = [
  caso([
    { nombre: 'Lavado de alfombra', cantidad: 1, precio: 17_900 },
    { nombre: 'Limpieza de tapiz', cantidad: 1, precio: 8900 },
  ]),
  caso([{ nombre: 'Bolsa de carbon', cantidad: 18, precio: 130 }]),
  caso([
    { nombre: 'Cafe', cantidad: 3, precio: 1560 },
    { nombre: 'Queque', cantidad: 2, precio: 2340 },
  ]),
  caso(
    [
      { nombre: 'item afecto', cantidad: 7, precio: 1690 },
      { nombre: 'item exento', cantidad: 2, precio: 1100, exento: true },
    ],
    'El item 1 es un servicio afecto. El item 2 es un servicio exento.',
  ),
  caso([{ nombre: 'Harina', cantidad: 5, precio: 720, unidad: 'Kg' }], 'Unidad de medida en Kg.'),
]

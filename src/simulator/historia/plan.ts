// The documents of a company's past, drawn by chance that is the same each time (simulator §25.1): twelve by turns, in which each note has
// what it is about before it.

import { addDays, daysBetween } from '../../domain/fecha'
import { rutOfNumero } from '../contribuyente/ficha'
import { createDado } from '../vecinos/dado'
import type { Linea } from '../vecinos/montos'

export interface Pasado {
  /** How many documents. */
  documentos: number
  /** First and last date, `YYYY-MM-DD`. */
  desde: string
  hasta: string
  semilla: string
}

/** A document that is to be written; `sobre` is the place in the list of the one that it names. */
export interface Planeado {
  tipoDte: number
  fecha: string
  rutReceptor: string
  formaPago: number | null
  lineas: readonly Linea[]
  sobre: { indice: number; codigo: 1 | 3 | null; razon: string } | null
}

const ARTICULOS: readonly (readonly [nombre: string, precio: number])[] = [
  ['Cañería de cobre ½"', 6_990],
  ['Tablón de pino 2×10', 11_350],
  ['Asesoría en faena', 85_000],
  ['Señalética «Salida»', 4_190],
  ['Perno & tuerca 8 mm', 1_290],
  ['Arriendo de andamio', 38_400],
]
const CLIENTES = Array.from({ length: 12 }, (_, i) => rutOfNumero(String(77_400_113 + 1_037 * i)))

/** One of the twelve; `sobre` is the place within it. */
interface Turno {
  tipoDte: number
  sobre?: number
  /** It takes everything of what it names, a fifth, or only the customer and the lines. */
  toma?: 'todo' | 'parte'
  formaPago?: number
  razon?: string
}
const TURNO: readonly Turno[] = [
  { tipoDte: 33, formaPago: 2 },
  { tipoDte: 39 },
  { tipoDte: 52 },
  { tipoDte: 33, formaPago: 2, sobre: 2, razon: 'Guía de despacho' },
  { tipoDte: 34, formaPago: 2 },
  { tipoDte: 39 },
  { tipoDte: 61, sobre: 0, toma: 'todo', razon: 'Anula factura' },
  { tipoDte: 33, formaPago: 1 },
  { tipoDte: 61, sobre: 3, toma: 'parte', razon: 'Devolución de mercadería' },
  { tipoDte: 39 },
  { tipoDte: 56, sobre: 7, toma: 'parte', razon: 'Intereses por atraso' },
  { tipoDte: 61, sobre: 4, toma: 'parte', razon: 'Descuento posterior' },
]
const PARTE = 5

/** All of them, by date. */
export function planPasado(rut: string, { documentos, desde, hasta, semilla }: Pasado): Planeado[] {
  const dado = createDado([rut, semilla, desde, hasta].join(' '))
  const dias = daysBetween(desde, hasta) + 1
  const planned: Planeado[] = []

  function freshLines(exento: boolean): Linea[] {
    return Array.from({ length: 1 + dado(3) }, () => {
      const [nombre, precio] = ARTICULOS[dado(ARTICULOS.length)]!
      return { nombre, cantidad: 1 + dado(9), precio: precio + 10 * dado(200), exento }
    })
  }

  for (let i = 0; i < documentos; i++) {
    const { tipoDte, sobre, toma, formaPago = null, razon = '' } = TURNO[i % TURNO.length]!
    const indice = sobre === undefined ? null : i - (i % TURNO.length) + sobre
    const target = indice === null ? null : planned[indice]!
    const net = target?.lineas.reduce((sum, { cantidad, precio }) => sum + cantidad * precio, 0) ?? 0
    const part = { nombre: razon, cantidad: 1, precio: Math.ceil(net / PARTE) }
    planned.push({
      tipoDte,
      fecha: addDays(desde, Math.floor((i * dias) / documentos)),
      rutReceptor: target?.rutReceptor ?? CLIENTES[dado(CLIENTES.length)]!,
      formaPago,
      lineas:
        toma === 'parte'
          ? [{ ...part, exento: target!.lineas[0]!.exento }]
          : (target?.lineas ?? freshLines(tipoDte === 34)),
      sobre:
        indice === null ? null : { indice, razon, codigo: toma === 'todo' ? 1 : toma === 'parte' ? 3 : null },
    })
  }
  return planned
}

// Tables of a case: a head that names its columns, and rows whose cells are as many (domain/certificacion
// §2.1).

import { type Apuntes, cellsOf, type Linea, quote } from './apuntes'
import { foldClave } from './letras'
import { type NumeroTexto, readNumero, readPorcentaje } from './numeros'
import type { ItemCaso } from './set'

type Columna = 'cantidad' | 'unidad' | 'precio' | 'total' | 'descuentoPct' | 'recargoPct'

/** The words of the columns, the longest first: a head may have single blanks between them. */
const COLUMNAS: readonly (readonly [palabras: string, columna: Columna])[] = [
  ['PRECIO UNITARIO CON IVA INCLUIDO', 'precio'],
  ['PRECIO UNITARIO CON IVA', 'precio'],
  ['PRECIO UNITARIO', 'precio'],
  ['VALOR UNITARIO CON IVA', 'precio'],
  ['VALOR UNITARIO', 'precio'],
  ['UNIDAD DE MEDIDA', 'unidad'],
  ['UNIDAD MEDIDA', 'unidad'],
  ['VALOR DE LINEA', 'total'],
  ['VALOR LINEA', 'total'],
  ['TOTAL DE LINEA', 'total'],
  ['TOTAL LINEA', 'total'],
  ['DESCUENTO POR ITEM', 'descuentoPct'],
  ['DESCUENTO ITEM', 'descuentoPct'],
  ['RECARGO ITEM', 'recargoPct'],
  ['DESCUENTO', 'descuentoPct'],
  ['RECARGO', 'recargoPct'],
  ['CANTIDAD', 'cantidad'],
  ['CANT.', 'cantidad'],
  ['CANT', 'cantidad'],
  ['UNIDAD', 'unidad'],
  ['PRECIO', 'precio'],
  ['P. UNITARIO', 'precio'],
  ['VALOR', 'precio'],
  ['TOTAL', 'total'],
]

/** The columns of a head's words; null when some word is no column. */
export function readColumnas(folded: string): Columna[] | null {
  const columnas: Columna[] = []
  let rest = folded.replace(/ ?\(?%\)?/g, '')
  while (rest) {
    const found = COLUMNAS.find(([palabras]) => rest === palabras || rest.startsWith(`${palabras} `))
    if (!found || columnas.includes(found[1])) return null
    columnas.push(found[1])
    rest = rest.slice(found[0].length).trimStart()
  }
  return columnas
}

export interface Tabla {
  columnas: readonly Columna[]
  filas: ItemCaso[]
  /** Commissions of a liquidación. */
  comisiones: boolean
  /** Whether the head says that its discounts are percentages. */
  porcentaje: boolean
}

/** The place of a row, for its doubts. */
export interface Lugar {
  /** `basico.2`: class and case. */
  prefijo: string
  clase: ItemDuda['clase']
  caso: number
  /** Amounts are in foreign currency. */
  decimales: boolean
}
type ItemDuda = Apuntes['dudas'][number]

/** Whether a name says that its item is exempt. */
export const isNombreExento = (nombre: string): boolean =>
  /(?<!\bNO )\bEXENT[OA]S?\b|(?:^| )NO AFECT[OA]S?\b/.test(foldClave(nombre))

const isTexto = (columna: Columna): boolean => columna === 'unidad'
const isPct = (columna: Columna): boolean => columna === 'descuentoPct' || columna === 'recargoPct'

type Leida =
  | { item: ItemCaso; dudosos: [Columna, NumeroTexto][]; sinSigno: [Columna, string][] }
  | { falta: string; codigo: string }

/** A row of a table, or why it is none. */
export function readFila({ n, raw }: Linea, { columnas, porcentaje }: Tabla, decimales: boolean): Leida {
  const [nombre = '', ...cells] = cellsOf(raw)
  if (cells.length !== columnas.length) {
    const falta = `La fila tiene ${cells.length} datos y su encabezado ${columnas.length} columnas`
    return { codigo: 'columnas', falta }
  }
  const item: ItemCaso = {
    nombre,
    linea: n,
    cantidad: null,
    unidad: null,
    precio: null,
    total: null,
    descuentoPct: null,
    recargoPct: null,
    exento: isNombreExento(nombre),
  }
  const dudosos: [Columna, NumeroTexto][] = []
  const sinSigno: [Columna, string][] = []
  for (const [i, columna] of columnas.entries()) {
    const cell = cells[i]!
    const numero = isTexto(columna) || isPct(columna) ? null : readNumero(cell, decimales)
    const valor = isTexto(columna) ? cell : isPct(columna) ? readPorcentaje(cell) : (numero?.valor ?? null)
    if (valor === null) return { codigo: 'numero', falta: `${quote(cell)} no es un número` }
    if (columna !== 'total' && valor.startsWith('-')) {
      return { codigo: 'numero', falta: `${quote(cell)} es menor que cero` }
    }
    if (valor === '0' && (columna === 'cantidad' || columna === 'precio')) {
      return { codigo: 'numero', falta: `No hay línea con ${columna} cero` }
    }
    if (isPct(columna) && Number(valor) > 100) {
      return { codigo: 'numero', falta: `${quote(cell)} es más que todo` }
    }
    if (numero?.otro) dudosos.push([columna, numero])
    if (isPct(columna) && !porcentaje && !cell.includes('%')) sinSigno.push([columna, valor])
    item[columna] = valor
  }
  return { item, dudosos, sinSigno }
}

/** Puts a row into its table with the doubts of its numbers. */
export function pushFila(
  { item, dudosos, sinSigno }: Extract<Leida, { item: ItemCaso }>,
  tabla: Tabla,
  { prefijo, clase, caso }: Lugar,
  apuntes: Apuntes,
): void {
  tabla.filas.push(item)
  const lista = tabla.comisiones ? 'comision' : 'item'
  const ask = (campo: string, mensaje: string, propuesta: string): void => {
    const clave = `${prefijo}.${lista}${tabla.filas.length}.${campo}`
    apuntes.duda({ clave, clase, caso, linea: item.linea, mensaje, propuesta })
  }
  for (const [columna, { valor, otro }] of dudosos)
    ask(columna, `El número puede ser ${valor} o ${otro}: diga cuál es`, valor)
  for (const [columna, valor] of sinSigno) {
    const [campo, word] =
      columna === 'recargoPct'
        ? (['recargo_pct', 'recargo'] as const)
        : (['descuento_pct', 'descuento'] as const)
    ask(
      campo,
      `El ${word} ${valor} de ${quote(item.nombre)} no trae el signo %: confirme que es un porcentaje, o dígalo`,
      `${valor}%`,
    )
  }
}

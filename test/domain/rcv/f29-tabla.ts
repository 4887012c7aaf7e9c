// The tables of the monthly return as the README of domain/rcv shows them; run by itself it writes them anew.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FORMAS, type Lado } from '../../../src/domain/rcv/columnas'
import { CLASES } from '../../../src/domain/rcv/f29-clases'
import { DECIDEN, DESTINOS } from '../../../src/domain/rcv/f29-columnas'
import type { Destino } from '../../../src/domain/rcv/f29-destino'
import { FUENTES } from '../../../src/domain/rcv/f29-fuentes'
import { IMPUESTOS_F29 } from '../../../src/domain/rcv/f29-impuestos'
import { type ClaveLinea, LINEAS, LINEAS_EN_ORDEN, type Linea } from '../../../src/domain/rcv/f29-lineas'
import { DERIVADOS } from '../../../src/domain/rcv/f29-valores'

export const README = join(import.meta.dir, '../../../src/domain/rcv/README.md')
const MARKS = ['<!-- f29: written by test/domain/rcv/f29-tabla.ts -->', '<!-- /f29 -->'] as const

const FORMA: Readonly<Record<Lado, (typeof FORMAS)[number]>> = {
  venta: FORMAS.find(({ lado }) => lado === 'venta')!,
  compra: FORMAS.find(({ lado, estado }) => lado === 'compra' && estado === 'REGISTRO')!,
}
const nameOf = (lado: Lado, columna: string): string => {
  const found = FORMA[lado].columnas.find(({ campo }) => campo === columna)
  return found ? found.nombre : `*${columna}*: ${DERIVADOS[columna as keyof typeof DERIVADOS]}`
}
const codesOf = (clave: ClaveLinea): string => {
  const { codigos }: Linea = LINEAS[clave]
  return codigos ? [codigos.cantidad, codigos.monto].filter((code) => code !== null).join('/') : 'sin código'
}
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')

const SIGNO = { 1: 'suma', 0: 'informa', [-1]: 'resta' } as const

function placeOf({ linea, signo, como, aviso, nota }: Destino): string {
  const told = aviso ? `aviso \`${aviso.code}\`: ${aviso.mensaje}` : ''
  if (linea === null) return nota ? `no va: ${nota}` : `sin lugar; ${told}`
  const where = linea === 'casa' ? 'la línea de su clase' : `\`${linea}\` (${codesOf(linea)})`
  return `${signo < 0 ? '−' : '+'} ${where}, ${como}${told && `; ${told}`}`
}

function columns(lado: Lado): string {
  const rows = DESTINOS[lado].map((one) => [
    nameOf(lado, one.columna),
    one.clases ? one.clases.join(', ') : 'las demás',
    placeOf(one),
    FUENTES[one.fuente],
  ])
  return table(
    [lado === 'venta' ? 'Columna de ventas' : 'Columna de compras', 'Clases', 'Va a', 'Fuente'],
    rows,
  )
}

export function tablas(): string {
  const lineas = LINEAS_EN_ORDEN.map((clave) => {
    const { nombre, signo, monto, fuente }: Linea = LINEAS[clave]
    return [`\`${clave}\``, nombre, codesOf(clave), monto, SIGNO[signo], FUENTES[fuente]]
  })
  const clases = (['venta', 'compra'] as const).flatMap((lado) =>
    Object.entries(CLASES[lado]).map(([clase, [linea, tipos]]) => [
      lado,
      clase,
      tipos,
      linea ? `\`${linea}\` (${codesOf(linea)})` : 'ninguna',
    ]),
  )
  const place = (linea: ClaveLinea | null): string => (linea ? `${codesOf(linea)}` : 'sin lugar: aviso')
  const impuestos = IMPUESTOS_F29.map(({ codigo, venta, compra, imputable, aviso, fuente }) => [
    String(codigo),
    place(venta) + (imputable ? '; notas 545 y 546' : ''),
    `${place(compra)}${imputable ? `; notas 551 y 559` : ''}${aviso ? `; aviso \`F29_NOT_COMPUTED\`: ${aviso}` : ''}`,
    FUENTES[fuente],
  ])
  const [first, last] = MARKS
  return [
    first,
    table(['Línea', 'Qué es', 'Códigos', 'Monto', 'En su lado', 'Fuente'], lineas),
    table(['Lado', 'Clase', 'Tipos', 'Línea'], clases),
    columns('venta'),
    columns('compra'),
    table(['Otro impuesto', 'Ventas', 'Compras', 'Fuente'], impuestos),
    table(['Columna sin monto', 'Decide'], Object.entries(DECIDEN)),
    last,
  ].join('\n\n')
}

/** The README with the tables between its marks. */
export function withTablas(text: string): string {
  const [before, rest] = text.split(MARKS[0]) as [string, string]
  return before + tablas() + rest.split(MARKS[1])[1]
}

if (import.meta.main) writeFileSync(README, withTablas(readFileSync(README, 'utf8')))

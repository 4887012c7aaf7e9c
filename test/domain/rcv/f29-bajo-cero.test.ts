// One document moves no line of the monthly return below zero, whatever its columns say (domain/rcv §6).

import { expect, test } from 'bun:test'
import { LADOS, type Lado } from '../../../src/domain/rcv/columnas'
import { createF29 } from '../../../src/domain/rcv/f29'
import { LINEAS_EN_ORDEN, PARTES } from '../../../src/domain/rcv/f29-lineas'
import type { DocumentoF29 } from '../../../src/domain/rcv/f29-valores'

/** Numbers that repeat. */
function lcg(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}
const below = lcg(7)
const oneOf = <T>(values: readonly T[]): T => values[below(values.length)]!
const amount = () => oneOf([0, 0, 0, 1, 3, 190, 1900, 9500, 9501, 19_000, 30_000])

const COLUMNAS = {
  compra: ['activoFijoNeto', 'activoFijoIva', 'ivaNoRetenido'],
  venta: [
    ...['ivaRetenidoTotal', 'ivaRetenidoParcial', 'ivaNoRetenido', 'ivaPropio', 'ivaTerceros'],
    ...['liquidacionNeto', 'liquidacionIva', 'ivaFueraPlazo'],
  ],
} as const

function random(lado: Lado): DocumentoF29 {
  const part = () => (lado === 'compra' ? amount() : 0)
  const said = Object.fromEntries(COLUMNAS[lado].map((columna) => [columna, amount()]))
  const [montoNeto, montoIva, ivaNoRecuperable, ivaUsoComun] = [
    oneOf([0, 1, 3, 999, 10_000, 50_000, 100_000]),
    ...[amount(), part(), part()],
  ] as [number, number, number, number]
  const beside = oneOf([0, 0, said.ivaTerceros ?? 0, said.ivaFueraPlazo ?? 0])
  return {
    lado,
    tipoDte: oneOf([30, 33, 40, 43, 46, 56, 60, 61, 914]),
    tipoTransaccion: oneOf([
      'Del Giro',
      'Activo Fijo',
      'IVA Uso Común',
      'Supermercados',
      'IVA no Recuperable',
    ]),
    fechaEmision: '2026-11-12',
    montoExento: 0,
    montoNeto,
    montoIva,
    ivaNoRecuperable,
    ivaUsoComun,
    montoTotal: montoNeto + montoIva + ivaNoRecuperable + ivaUsoComun + beside,
    datos: {
      ...said,
      referenciaTipo: oneOf(['33', '33', '43']),
      notaSobreFacturaCompra: oneOf(['0', '0', '1']),
    },
  }
}

/** Lines that hold what notes of credit take away, each less what they take. */
const CON_SIGNO = new Set(
  LINEAS_EN_ORDEN.filter((clave) => /recuperable|uso_comun|_terceros|recibidas$/.test(clave)).map(
    (clave) => clave.split('/')[1],
  ),
)

test.each(Object.keys(LADOS) as Lado[])('of %ss', (lado) => {
  for (let i = 0; i < 5000; i++) {
    const one = random(lado)
    const suma = createF29()
    suma.add(one)
    const result = suma.result()
    const rows = PARTES.flatMap((parte) => result[parte]).filter(({ concepto }) => !CON_SIGNO.has(concepto))
    expect([one, rows.filter(({ iva, neto }) => iva < 0 || neto < 0)]).toEqual([one, []])
  }
})

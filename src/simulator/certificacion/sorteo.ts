// Draws sets of tests from a seed (simulator §23.1): the pattern of each is fixed, its numbers and some of its names vary.

import { createDado } from '../vecinos/dado'
import { CASOS_BOLETA } from './boletas'
import type { Caso, Clase, Filas, Linea } from './filas'
import { expectedOf } from './montos'
import { computeCompras } from './montos-libro'
import { BIENES, SERVICIOS } from './palabras'
import { MedioPeso } from './pesos'
import { drawCompras, drawComprasExentos } from './sorteo-compras'
import { drawExportacionBienes, drawExportacionServicios } from './sorteo-exportacion'
import { drawLiquidaciones } from './sorteo-liquidacion'
import { between, type Dado, one, pick } from './suerte'
import { COMPRA, CREDITO, DEBITO, EXENTA, FACTURA, GUIA } from './tipos'

const cantidad = (dado: Dado): number => between(dado, 20, 700)
const precio = (dado: Dado): number => between(dado, 500, 8000)
const isPart = (dado: Dado, todo: number): number => between(dado, 2, Math.max(2, todo - 2))

function drawBasico(dado: Dado): Caso[] {
  const names = pick(dado, BIENES, 2)
  const afecta = (nombre: string): Linea => ({ nombre, cantidad: cantidad(dado), precio: precio(dado) })
  const numbered = (n: number): Linea => afecta(`ITEM ${n} AFECTO`)
  const exenta = (nombre: string): Linea => ({
    ...{ nombre, cantidad: between(dado, 1, 2), precio: between(dado, 3000, 40_000), exento: true },
  })
  const devuelta: Linea[] = [afecta(`${names[1]} AFECTO`), numbered(2)].map((linea) => ({
    ...linea,
    descuento: between(dado, 3, 20),
  }))
  return [
    { tipo: FACTURA, lineas: [afecta(`${names[0]} AFECTO`), numbered(2)] },
    { tipo: FACTURA, lineas: devuelta },
    { tipo: FACTURA, lineas: [numbered(1), numbered(2), exenta('ITEM 3 SERVICIO EXENTO')] },
    {
      tipo: FACTURA,
      lineas: [numbered(1), numbered(2), exenta('ITEM 3 SERVICIO EXENTO')],
      descuentoGlobal: between(dado, 5, 25),
    },
    {
      tipo: CREDITO,
      lineas: [],
      referencia: { caso: 1, codigo: 2, razon: 'CORRIGE GIRO DEL RECEPTOR' },
    },
    {
      tipo: CREDITO,
      lineas: devuelta.map(({ nombre, cantidad: todo }) => ({ nombre, cantidad: isPart(dado, todo!) })),
      referencia: { caso: 2, codigo: 3, razon: 'DEVOLUCION DE MERCADERIAS' },
    },
    { tipo: CREDITO, lineas: [], referencia: { caso: 3, codigo: 1, razon: 'ANULA FACTURA' } },
    {
      tipo: DEBITO,
      lineas: [],
      referencia: { caso: 5, codigo: 1, razon: 'ANULA NOTA DE CREDITO ELECTRONICA' },
    },
  ]
}

function drawExenta(dado: Dado): Caso[] {
  const names = pick(dado, SERVICIOS, 5)
  const linea = (n: number, unidad?: string): Linea => ({
    ...{ nombre: names[n]!, cantidad: between(dado, 2, 20), ...(unidad && { unidad }) },
    ...{ precio: between(dado, 4000, 90_000), exento: true },
  })
  const menos = (n: number): Linea => ({ nombre: names[n]!, precio: between(dado, 300, 2500), exento: true })
  const nota = (
    tipo: number,
    caso: number,
    codigo: 1 | 2 | 3,
    razon: string,
    lineas: Linea[] = [],
  ): Caso => ({
    ...{ tipo, lineas, referencia: { caso, codigo, razon } },
  })
  return [
    { tipo: EXENTA, lineas: [linea(0, 'Hora')] },
    nota(CREDITO, 1, 3, 'MODIFICA MONTO', [menos(0)]),
    { tipo: EXENTA, lineas: [linea(1), linea(2)] },
    nota(CREDITO, 3, 2, 'CORRIGE GIRO'),
    nota(DEBITO, 4, 1, 'ANULA NOTA DE CREDITO ELECTRONICA'),
    { tipo: EXENTA, lineas: [linea(3), linea(4)] },
    nota(CREDITO, 6, 3, 'MODIFICA MONTO', [menos(3)]),
    nota(DEBITO, 6, 3, 'MODIFICA MONTO', [menos(4)]),
  ]
}

function drawGuia(dado: Dado): Caso[] {
  const items = (count: number, priced: boolean): Linea[] =>
    Array.from({ length: count }, (_, i) => ({
      ...{ nombre: `ITEM ${i + 1}`, cantidad: cantidad(dado), ...(priced && { precio: precio(dado) }) },
    }))
  const venta = (por: string, tipoDespacho: number): Caso => ({
    ...{ tipo: GUIA, lineas: items(between(dado, 1, 3), true) },
    traslado: { motivo: 'VENTA', por, indTraslado: 1, tipoDespacho },
  })
  const motivo = 'TRASLADO DE MATERIALES ENTRE BODEGAS DE LA EMPRESA'
  return [
    {
      ...{ tipo: GUIA, lineas: items(3, false) },
      traslado: { motivo, por: null, indTraslado: 5, tipoDespacho: null },
    },
    venta('EMISOR DEL DOCUMENTO AL LOCAL DEL CLIENTE', 2),
    venta('CLIENTE', 1),
  ]
}

function drawCompra(dado: Dado): Caso[] {
  const names = ['Producto 1', one(dado, ['Producto 2', 'Leña & carbón', 'Papa "semilla"'])]
  const lineas = names.map((nombre) => ({ nombre, cantidad: cantidad(dado), precio: precio(dado) }))
  const vuelve = lineas.map(({ nombre, cantidad: todo }) => ({ nombre, cantidad: isPart(dado, todo) }))
  return [
    { tipo: COMPRA, lineas },
    {
      ...{ tipo: CREDITO, lineas: vuelve },
      referencia: { caso: 1, codigo: 3, razon: 'DEVOLUCION DE MERCADERIA ITEMS 1 Y 2' },
    },
    {
      ...{ tipo: DEBITO, lineas: [] },
      referencia: { caso: 2, codigo: 1, razon: 'ANULA NOTA DE CREDITO ELECTRONICA' },
    },
  ]
}

const cases = (casos: readonly Caso[]): Filas => ({ casos, compras: [], factor: null })

const SORTEOS: Readonly<Record<Clase, (dado: Dado) => Filas>> = {
  basico: (dado) => cases(drawBasico(dado)),
  exenta: (dado) => cases(drawExenta(dado)),
  guia: (dado) => cases(drawGuia(dado)),
  compra: (dado) => cases(drawCompra(dado)),
  liquidacion: (dado) => cases(drawLiquidaciones(dado)),
  exportacion_1: (dado) => cases(drawExportacionBienes(dado)),
  exportacion_2: (dado) => cases(drawExportacionServicios(dado)),
  libro_ventas: () => cases([]),
  libro_compras: drawCompras,
  libro_compras_exentos: drawComprasExentos,
  libro_guias: () => cases([]),
  // The same for all taxpayers (simulator §23.1).
  boleta: () => cases(CASOS_BOLETA),
}

/** The rows of a set; the same seed draws the same. */
export function drawSet(clase: Clase, semilla: string): Filas {
  const dado = createDado(`${semilla} ${clase}`)
  for (;;) {
    const filas = SORTEOS[clase](dado)
    if (isWhole(filas)) return filas
  }
}

/** Whether no amount of the rows lies on half a peso. */
function isWhole({ casos, compras, factor }: Filas): boolean {
  try {
    for (const caso of casos) expectedOf(casos, caso)
    computeCompras(compras, factor)
    return true
  } catch (fault) {
    if (fault instanceof MedioPeso) return false
    throw fault
  }
}

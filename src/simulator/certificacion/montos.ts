// The amounts of each case, by integers of the reviewer's own (simulator §23.2). Nothing of the rules that Timbre issues by is used.

import type { Caso, Linea } from './filas'
import { ivaOf, nearest, percent } from './pesos'
import { BOLETA, COMPRA, EXENTA, isExportacion, LIQUIDACION } from './tipos'

export interface LineaEsperada {
  nombre: string
  /** Null: not looked at. */
  cantidad: number | null
  unidad: string | null
  precio: number | null
  descuentoPct: number | null
  descuento: number
  recargoPct: number | null
  recargo: number
  monto: number
  exento: boolean
  liquida: number | null
}

/** Amounts in pesos; of an export, in hundredths of its currency. */
export interface Esperado {
  lineas: LineaEsperada[]
  /** The correction of a text: one line of any words, and nothing to pay. */
  texto: boolean
  descuentoGlobal: number | null
  neto: number
  exento: number
  iva: number
  /** Withheld by 46 and its notes. */
  retenido: number
  comision: { neto: number; exento: number; iva: number }
  /** The global surcharges of an export. */
  recargos: number[]
  total: number
  /** The value of an export, of which nothing may be due. */
  valor: number
}

const sum = (list: readonly number[]): number => list.reduce((all, one) => all + one, 0)
const SIN_COMISION = { neto: 0, exento: 0, iva: 0 }
/** Without payment. */
export const SIN_PAGO = 21

function lineaOf(linea: Linea, exento: boolean): LineaEsperada {
  const { nombre, cantidad, unidad, precio, monto, descuento, recargo, liquida } = linea
  const bruto = monto ?? (cantidad ?? 1) * (precio ?? 0)
  const menos = descuento === undefined ? 0 : percent(bruto, descuento)
  const mas = recargo === undefined ? 0 : percent(bruto, recargo)
  return {
    ...{ nombre, cantidad: cantidad ?? null, unidad: unidad ?? null, precio: precio ?? null },
    ...{ descuentoPct: descuento ?? null, descuento: menos, recargoPct: recargo ?? null, recargo: mas },
    ...{ monto: bruto - menos + mas, exento, liquida: liquida ?? null },
  }
}

/** The lines that a case has once those of the case it refers to are looked up. */
function lineasOf(casos: readonly Caso[], caso: Caso): Linea[] {
  const { referencia } = caso
  if (!referencia) return [...caso.lineas]
  const target = casos[referencia.caso - 1]!
  if (referencia.codigo === 1) return lineasOf(casos, target)
  const before = lineasOf(casos, target)
  return caso.lineas.map((linea): Linea => {
    const same = before.find(({ nombre }) => nombre === linea.nombre)
    if (!same) return linea
    // The difference of a price counts for all units; what comes back, at the price that it had.
    if (linea.precio !== undefined)
      return { nombre: linea.nombre, monto: (linea.cantidad ?? same.cantidad ?? 1) * linea.precio }
    return {
      ...same,
      ...linea,
      ...(same.monto !== undefined && { monto: linea.monto ?? same.monto }),
    }
  })
}

/** The case to which a note over notes goes back. */
const rootOf = (casos: readonly Caso[], caso: Caso): Caso =>
  caso.referencia ? rootOf(casos, casos[caso.referencia.caso - 1]!) : caso

/** Whether a note corrects a text, itself or by annulling one that does. */
const correctsText = (casos: readonly Caso[], { referencia }: Caso): boolean =>
  referencia?.codigo === 2 || (referencia?.codigo === 1 && correctsText(casos, casos[referencia.caso - 1]!))

/** The contents that a case must have. Throws MedioPeso. */
export function expectedOf(casos: readonly Caso[], caso: Caso): Esperado {
  const root = rootOf(casos, caso)
  const exenta = root.tipo === EXENTA || isExportacion(root.tipo)
  if (correctsText(casos, caso)) return emptyOf(exenta)
  const lineas = lineasOf(casos, caso).map((linea) => lineaOf(linea, exenta || linea.exento === true))
  const globalOf = (one: Caso): number | null =>
    one.descuentoGlobal ?? (one.referencia?.codigo === 1 ? globalOf(casos[one.referencia.caso - 1]!) : null)
  const descuentoGlobal = globalOf(caso)
  if (isExportacion(root.tipo)) return exportOf(casos, caso, lineas)
  const afecto = sum(lineas.filter(({ exento }) => !exento).map(({ monto }) => monto))
  const exento = sum(lineas.filter((linea) => linea.exento).map(({ monto }) => monto))
  const base = { lineas, texto: false, descuentoGlobal, exento, recargos: [], valor: 0 }
  const none = { ...base, retenido: 0, comision: SIN_COMISION }
  if (root.tipo === BOLETA) {
    const neto = nearest(100 * afecto, 119)
    return { ...none, neto, iva: afecto - neto, total: afecto + exento }
  }
  const neto = afecto - (descuentoGlobal === null ? 0 : percent(afecto, descuentoGlobal))
  const iva = ivaOf(neto)
  if (root.tipo === COMPRA) return { ...none, neto, iva, retenido: iva, total: neto + exento }
  if (root.tipo !== LIQUIDACION) return { ...none, neto, iva, total: neto + iva + exento }
  const comisiones = caso.comisiones ?? []
  const comNeto = sum(comisiones.map((one) => one.neto))
  const comision = { neto: comNeto, exento: sum(comisiones.map((one) => one.exento)), iva: ivaOf(comNeto) }
  const menos = comision.neto + comision.exento + comision.iva
  return { ...none, comision, neto, iva, total: neto + iva + exento - menos }
}

const emptyOf = (exento: boolean): Esperado => ({
  lineas: [{ ...lineaOf({ nombre: '' }, exento), monto: 0 }],
  ...{ texto: true, descuentoGlobal: null, neto: 0, exento: 0, iva: 0, retenido: 0, comision: SIN_COMISION },
  ...{ recargos: [], total: 0, valor: 0 },
})

function exportOf(casos: readonly Caso[], caso: Caso, lineas: LineaEsperada[]): Esperado {
  /** A return has no freight; what is annulled has that of its document. */
  const aduanaOf = (one: Caso): Caso['aduana'] =>
    one.aduana ?? (one.referencia?.codigo === 1 ? aduanaOf(casos[one.referencia.caso - 1]!) : undefined)
  const own = aduanaOf(caso)
  const comision = own?.comisionExterior ? percent(own.totalClausula!, own.comisionExterior) : null
  const recargos = [own?.flete, own?.seguro, comision].filter((one) => one !== null && one !== undefined)
  const valor = 100 * sum(lineas.map(({ monto }) => monto)) + sum(recargos)
  const gratis = rootOf(casos, caso).aduana?.formaPago.codigo === SIN_PAGO
  return {
    ...{ lineas, texto: false, descuentoGlobal: null, neto: 0, exento: valor, iva: 0, retenido: 0 },
    ...{ comision: SIN_COMISION, recargos, valor, total: gratis ? 0 : valor },
  }
}

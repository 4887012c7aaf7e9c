// The lines of a note, from the text and from the document it acts on (domain/certificacion §2.2).

import { jsonOfDecimal, micro } from '../decimal'
import type { CodigoNota, ContextoSet, LineaPedida, Pedido } from './contexto-set'
import { foldClave } from './letras'
import type { CasoSet, ItemCaso } from './set'

const isCodigo = (answer: string): boolean => /^[123]$/.test(answer)

/** The code of a reference by the words of its reason. */
export function codigoDe(contexto: ContextoSet, caso: CasoSet): CodigoNota {
  const razon = foldClave(caso.razon ?? '')
  if (/\bANUL/.test(razon)) return 1
  const montos = /\b(?:MONTO|PRECIO|VALOR|CANTIDAD)/.test(razon)
  if (/\b(?:CORRIGE|CORRECCION|CORREGIR)\b/.test(razon)) return montos ? 3 : 2
  if (/\bMODIFICA/.test(razon)) return montos || caso.items.length ? 3 : 2
  if (/\b(?:DEVOLUCION|DEVUELVE|REBAJA|DESCUENTO|BONIFICACION|DIFERENCIA|AUMENTO)\b/.test(razon)) return 3
  const mensaje = `No se sabe qué hace la nota con la razón «${caso.razon}»: 1 anula, 2 corrige texto, 3 corrige montos`
  const answer = contexto.ask(caso, 'codigo', caso.linea, mensaje, caso.items.length ? '3' : null, isCodigo)
  return Number(answer ?? 3) as CodigoNota
}

/** The lines of a note of a code over another request. */
export function linesOfNota(
  contexto: ContextoSet,
  caso: CasoSet,
  codigo: CodigoNota,
  referido: Pedido,
): LineaPedida[] {
  if (codigo !== 3 && caso.items.length) {
    const mensaje = `La nota con razón «${caso.razon}» trae ítems, que no se usan: confirme que son los del documento`
    contexto.ask(caso, 'items', caso.items[0]!.linea, mensaje, 'si', (answer) => answer === 'si')
  }
  if (codigo === 1) return referido.detalle
  if (codigo === 2) return [textoCorregido(contexto, caso, referido)]
  if (!caso.items.length) {
    const mensaje = `La nota con razón «${caso.razon}» no trae ítems: no se sabe qué cambia`
    contexto.ask(caso, 'sin_items', caso.linea, mensaje, null, () => false)
  }
  return caso.items.map((item, i) => lineaReferida(contexto, caso, item, i, referido))
}

/**
 * The one line of a correction: what stood, and what shall stand. Whether the SII reads it is unsure
 * (domain/certificacion §8).
 */
function textoCorregido(contexto: ContextoSet, caso: CasoSet, referido: Pedido): LineaPedida {
  const { seccion } = contexto
  const { razon, numero } = caso
  const giro = String(referido.receptor?.giro ?? '')
  const nuevo = giro ? giro.slice(0, 40) : 'el que figura en el SII'
  const giroNuevo = `Donde dice giro anterior debe decir ${nuevo}`
  const mensaje = `La nota corrige algo que no es el giro («${razon}»): escriba la línea que lo dice`
  const nombre = /\bGIRO\b/.test(foldClave(razon ?? ''))
    ? (contexto.respuesta(`${seccion.clase}.${numero}.texto`) ?? giroNuevo)
    : contexto.ask(caso, 'texto', caso.linea, mensaje, razon)!
  return { nombre: nombre.slice(0, 80), ...(seccion.clase === 'exenta' && { exento: true }) }
}

/**
 * A line with the price, unit and discount of the same item of the document. A change of amount without a
 * quantity is of all its units.
 */
function lineaReferida(
  contexto: ContextoSet,
  caso: CasoSet,
  item: ItemCaso,
  i: number,
  referido: Pedido,
): LineaPedida {
  const near = findReferida(contexto, caso, item, i, referido)
  if (!near) {
    const mensaje = `El caso ${referido.caso.numero} no tiene el ítem «${item.nombre}»: diga su precio`
    const precio = item.precio ?? contexto.ask(caso, `item${i + 1}.precio`, item.linea, mensaje, null)
    const cuantos = `El caso ${referido.caso.numero} no tiene el ítem «${item.nombre}»: diga cuántos son`
    const cantidad =
      item.cantidad ??
      (item.precio === null
        ? '1'
        : contexto.ask(caso, `item${i + 1}.cantidad`, item.linea, cuantos, '1', isCantidad))
    return {
      nombre: item.nombre,
      ...numbers(cantidad ?? '1', precio ?? '0'),
      ...(item.exento && { exento: true }),
    }
  }
  const { nombre: _n, cantidad, precio, monto, ...rest } = near
  const line: LineaPedida = { nombre: item.nombre, ...rest }
  if (item.cantidad !== null) {
    const mensaje = `La nota devuelve ${item.cantidad} de «${item.nombre}», y el caso ${referido.caso.numero} tiene ${cantidad}: confirme la cantidad`
    const own = item.cantidad
    if (cantidad !== undefined && micro(own) > micro(String(cantidad)))
      contexto.ask(caso, `item${i + 1}.cantidad`, item.linea, mensaje, own)
    line.cantidad = jsonOfDecimal(own)
  } else if (cantidad !== undefined) line.cantidad = cantidad
  if (item.precio !== null) {
    line.precio = jsonOfDecimal(item.precio)
    // The difference is told as it is.
    delete line.descuento_pct
    delete line.recargo_pct
  } else if (precio !== undefined) line.precio = precio
  else if (monto !== undefined) line.monto = item.total === null ? monto : jsonOfDecimal(item.total)
  return line
}

/** The line of a document by its name; where the name stands twice, the one that a person says. */
function findReferida(
  contexto: ContextoSet,
  caso: CasoSet,
  item: ItemCaso,
  i: number,
  { detalle, caso: origen }: Pedido,
): LineaPedida | undefined {
  const same = detalle.filter(({ nombre }) => nombre === item.nombre)
  const near = same.length
    ? same
    : detalle.filter(({ nombre }) => foldClave(String(nombre)) === foldClave(item.nombre))
  if (near.length < 2) return near[0]
  const before = caso.items.slice(0, i).filter(({ nombre }) => nombre === item.nombre).length
  const places = near.map((line) => String(detalle.indexOf(line) + 1))
  const mensaje = `El caso ${origen.numero} tiene ${near.length} veces «${item.nombre}»: diga de cuál de sus líneas es (${places.join(', ')})`
  const isPlace = (answer: string): boolean => places.includes(answer)
  const propuesta = places[before] ?? places[0]!
  return detalle[
    Number(contexto.ask(caso, `item${i + 1}.linea`, item.linea, mensaje, propuesta, isPlace)) - 1
  ]
}

const isCantidad = (answer: string): boolean => /^[1-9]\d{0,8}$/.test(answer)

const numbers = (cantidad: string, precio: string): LineaPedida => ({
  cantidad: jsonOfDecimal(cantidad),
  precio: jsonOfDecimal(precio),
})

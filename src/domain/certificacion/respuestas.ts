// Answers of a person to the doubts of a set's text, put in place of what was read (domain/certificacion
// §2.3).

import { readPorcentaje } from './numeros'
import type { AjustesSet, CasoSet, ClaseSet, CompraTexto, ItemCaso, SeccionSet } from './set'
import { isNombreExento } from './tabla'

type Respuestas = NonNullable<AjustesSet['respuestas']>

const NUMEROS = ['cantidad', 'precio', 'total'] as const
const PORCENTAJES = [
  ['descuentoPct', 'descuento_pct'],
  ['recargoPct', 'recargo_pct'],
] as const

function answerItem(item: ItemCaso, prefijo: string, respuestas: Respuestas): ItemCaso {
  const answered = { ...item }
  const nombre = respuestas[`${prefijo}.nombre`]
  if (nombre) {
    answered.nombre = nombre
    if (isNombreExento(nombre) !== isNombreExento(item.nombre)) answered.exento = isNombreExento(nombre)
  }
  const unidad = respuestas[`${prefijo}.unidad`]
  if (unidad) answered.unidad = unidad
  for (const [campo, clave] of PORCENTAJES) {
    const pct = readPorcentaje(respuestas[`${prefijo}.${clave}`] ?? '')
    if (pct !== null && Number(pct) <= 100) answered[campo] = pct
  }
  const exento = respuestas[`${prefijo}.exento`]
  if (exento) answered.exento = exento === 'exento'
  for (const campo of NUMEROS) {
    const valor = respuestas[`${prefijo}.${campo}`]
    if (valor && /^-?\d{1,15}(?:\.\d{1,6})?$/.test(valor)) answered[campo] = valor
  }
  return answered
}

const answerCaso = (caso: CasoSet, clase: ClaseSet, respuestas: Respuestas): CasoSet => ({
  ...caso,
  items: caso.items.map((item, i) => answerItem(item, `${clase}.${caso.numero}.item${i + 1}`, respuestas)),
  comisiones: caso.comisiones.map((item, i) =>
    answerItem(item, `${clase}.${caso.numero}.comision${i + 1}`, respuestas),
  ),
})

function answerCompra(compra: CompraTexto, clave: string, respuestas: Respuestas): CompraTexto {
  const campo = respuestas[clave]
  if (campo !== 'exento' && campo !== 'afecto') return compra
  const monto = compra.exento ?? compra.afecto
  return { ...compra, exento: null, afecto: null, [campo]: monto }
}

/** A section with the answers in it. */
export const answerSeccion = (seccion: SeccionSet, respuestas: Respuestas = {}): SeccionSet => ({
  ...seccion,
  casos: seccion.casos.map((caso) => answerCaso(caso, seccion.clase, respuestas)),
  compras: seccion.compras.map((compra, i) =>
    answerCompra(compra, `${seccion.clase}.compra${i + 1}.monto`, respuestas),
  ),
})

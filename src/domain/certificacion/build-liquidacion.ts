// Requests of the set of settlements (domain/certificacion §2.2): what each line settles, and the agent's
// charges.

import { divideRounded, jsonOfDecimal, type Micro, micro, ONE } from '../decimal'
import { tasaIva } from '../dte/impuestos'
import type { ContextoSet, LineaPedida } from './contexto-set'
import { foldClave } from './letras'
import type { CasoSet, ItemCaso } from './set'

/** `TpoDocLiq` on paper and electronic, by the words of a line; an advance or what is no document has 99. */
const LIQUIDA: readonly (readonly [RegExp, papel: string, electronico: string])[] = [
  [/\bANTICIPOS?\b/, '99', '99'],
  [/\bLIQ(?:UIDACION(?:ES)?|\.)?(?: DE)? FACT/, '40', '43'],
  [/\bLIQUIDACION(?:ES)?\b/, '40', '43'],
  [/\bNOTAS? DE CREDITO\b/, '60', '61'],
  [/\bNOTAS? DE DEBITO\b/, '55', '56'],
  [/\bBOLETAS? (?:NO AFECTAS?(?: O EXENTAS?)?|EXENTAS?)\b/, '38', '41'],
  [/\bBOLETAS?\b/, '35', '39'],
  [/\bFACTURAS? (?:NO AFECTAS?(?: O EXENTAS?)?|EXENTAS?)\b/, '32', '34'],
  [/\bFACTURAS?\b/, '30', '33'],
]

const isTipo = (answer: string): boolean => /^\d{2}$/.test(answer)
const isTrato = (answer: string): boolean => answer === 'neto' || answer === 'exento'

function tipoDocLiq(contexto: ContextoSet, caso: CasoSet, item: ItemCaso, i: number): string {
  const clave = foldClave(item.nombre)
  const found = LIQUIDA.find(([pattern]) => pattern.test(clave))
  const electronico = /\bELECT/.test(clave)
  if (found) {
    const campo = `${contexto.seccion.clase}.${caso.numero}.item${i + 1}.tipo_doc_liq`
    const answer = contexto.respuesta(campo)
    return answer && isTipo(answer) ? answer : found[electronico ? 2 : 1]
  }
  const mensaje = `No se sabe qué documento liquida «${item.nombre}»: diga su código (99 si es otra transacción)`
  return contexto.ask(caso, `item${i + 1}.tipo_doc_liq`, item.linea, mensaje, '99', isTipo) ?? '99'
}

/** Whether an amount is exempt: its name begins with the word, else with NETO, or it is asked. */
function isExento(
  contexto: ContextoSet,
  caso: CasoSet,
  { nombre, linea, total }: ItemCaso,
  campo: string,
): boolean {
  const clave = foldClave(nombre)
  if (/^EXENT[OA]S?\b/.test(clave)) return true
  if (/^(?:MONTO )?NETO\b|^AFECT[OA]S?\b/.test(clave)) return false
  const mensaje = `«${nombre}» no dice si es neto o exento: diga cuál (monto ${total})`
  return contexto.ask(caso, `${campo}.trato`, linea, mensaje, 'neto', isTrato) === 'exento'
}

/** The fields of a settlement. */
export function buildLiquidacion(
  contexto: ContextoSet,
  caso: CasoSet,
): { detalle: LineaPedida[]; bloque: object } {
  const detalle = caso.items.map((item, i) => ({
    nombre: item.nombre,
    ...(item.cantidad !== null && { cantidad: jsonOfDecimal(item.cantidad) }),
    monto: jsonOfDecimal(item.total ?? item.precio ?? '0'),
    tipo_doc_liq: tipoDocLiq(contexto, caso, item, i),
    ...(isExento(contexto, caso, item, `item${i + 1}`) && { exento: true }),
  }))
  const comisiones = caso.comisiones.map((item, i) => {
    const valor = jsonOfDecimal(item.total ?? '0')
    const exento = isExento(contexto, caso, item, `comision${i + 1}`)
    return { glosa: item.nombre, valor_neto: exento ? 0 : valor, valor_exento: exento ? valor : 0 }
  })
  const bloque = {
    forma_pago: 2,
    ...(comisiones.length > 0 && { liquidacion: { comisiones } }),
    ...ivaTercerosOf(detalle, comisiones, contexto.hoy),
  }
  return { detalle, bloque }
}

/**
 * The IVA of the principal, which is what the agent's own leaves of the whole; left out where a charge
 * given back makes the agent's negative, for the SII refuses both parts beside it (domain/certificacion
 * §8).
 */
function ivaTercerosOf(
  detalle: readonly LineaPedida[],
  comisiones: readonly { valor_neto: unknown }[],
  hoy: string,
): { iva_terceros?: number } {
  const ivaOf = (netos: readonly unknown[]): bigint => {
    const neto = netos.reduce((sum: Micro, one) => sum + micro(String(one)), 0n)
    return divideRounded(neto * micro(tasaIva(hoy)), 100n * ONE * ONE)
  }
  const propio = ivaOf(comisiones.map(({ valor_neto }) => valor_neto))
  const iva = ivaOf(detalle.filter(({ exento }) => !exento).map(({ monto }) => monto))
  return propio > 0n && iva > propio ? { iva_terceros: Number(iva - propio) } : {}
}

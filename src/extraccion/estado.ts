// The common parts of card statements, from whatever file (extraccion §5). Of a card's number the last four
// digits leave this room.

import { type Fecha, type Orden, ordered } from './fechas'
import { compare, type Decimales, NUMERO, readingsIn } from './numeros'
import { fold } from './plano'

/** More is no statement of a month. */
export const FILAS_MAX = 2000

/** How the bank's own movements begin: paying the card's bill is no purchase. */
const DEL_BANCO =
  /^(?:monto (?:cancelado|total)|cupos?|deuda|pagos?|abonos?|saldos?|total(?:es)?|sub ?total|traspasos?|interes(?:es)?|impuestos?|iva|comision(?:es)?|payments?)\b/

/** And what else they are of: with any other word it is somebody's name, «Total Energies», «Pago Spotify». */
const PALABRAS = new Set(
  `a al anterior anual administracion adeudado adeudada app automatico autopay avance banco caja cancelado cargo cargos cta ctacte cte clp compra compras con corriente
cotizacion credito cuenta cuota cuotas cupo cupos de deuda decreto del dl dolar dolares efectivo el en estado estampillas exterior extranjera
facturacion facturada facturado facturados final gracias inicial internacional internacionales internet interes intereses la las ley linea los mantencion
mastercard mensual mes minimo mobile monto mora moneda movimientos nacional nacionales no normal online operacion operaciones pago pagos pap para pat periodo pesos
por recibida recibido recibidos received rotativo rotativos saldo saldos sobre su sucursal sub subtotal tarjeta tarjetas tasa tc tef thank
timbre timbres total totales transferencia traspaso un usd us uso utilizado utilizada visa web y you`.split(
    /\s+/,
  ),
)

/** Whether a movement is the bank's own. */
export function isDelBanco(texto: string): boolean {
  const plano = fold(texto)
  const head = DEL_BANCO.exec(plano)
  if (!head) return false
  const rest = plano.slice(head[0].length).match(/\p{L}+/gu) ?? []
  return rest.every((word) => PALABRAS.has(word))
}

/** All of a number but its last four digits. */
export const withoutCard = (texto: string): string =>
  texto.replace(/(?<!\d)(?:\d[ -]?){9,15}(\d{4})(?!\d)/g, '****$1')

export function tarjetaIn(texto: string): string | null {
  const whole = /(?<![\dxX*])(?:[\dxX*•]{4}[ -]?){3}(\d{4})(?!\d)/.exec(texto)
  return (whole ?? /[xX*•]{4}[ -]?(\d{4})(?!\d)/.exec(texto))?.[1] ?? null
}

/** More digits than any charge has. */
const CIFRAS_MAX = 15

/** By a sign, before or behind it, in brackets, or by its word in English. */
const NEGATIVO = /[-−–]\s*(?:[A-Z$]{0,4}\s*)?\d|\d\s*[-−–]|\(.*\d.*\)|\d\s*CR\b/i

/** The readings of the only number in a cell, the likelier first; none without one, or with several. */
export function amountsIn(texto: string, decimales: Decimales | null): string[] {
  const [number, ...others] = texto.match(new RegExp(NUMERO, 'g')) ?? []
  if (!number || others.length) return []
  if (number.replace(/\D/g, '').length > CIFRAS_MAX) return []
  const negative = NEGATIVO.test(texto)
  return readingsIn(number, decimales).map((value) =>
    negative && compare(value, '0') !== 0 ? `-${value}` : value,
  )
}

/** The amount of a cell; null where it has none. */
export const amountIn = (texto: string, decimales: Decimales | null): string | null =>
  amountsIn(texto, decimales)[0] ?? null

/** Chile's banks write the day first; `orden` is how this file writes days, where it shows. */
export const dayOf = (fecha: Fecha | null, orden: Orden = null): string | null =>
  fecha && ordered(fecha, orden)[0]!

/** Why a day of a table may be another one; null where it can be but one, or is written as Chile's banks do. */
export function dudaDeDia(fecha: Fecha | null, orden: Orden, enIngles: boolean): string | null {
  if (!fecha || fecha.lecturas.length < 2 || orden === 'd') return null
  if (orden === 'm') return 'Otra fecha del archivo sólo se entiende con el mes primero, y así se lee ésta'
  return enIngles ? `«${fecha.impresa.slice(0, 40)}» puede ser ${fecha.lecturas.join(' o ')}` : null
}

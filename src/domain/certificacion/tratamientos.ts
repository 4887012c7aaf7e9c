// The treatment of a purchase's IVA by the words of its observation, as data (domain/certificacion §3.2). An observation that
// names none, or two, is asked of a person.

import { foldText } from '../texto'

interface Tratamiento {
  /** As a person is told. */
  nombre: string
  /** The set's words, folded; absent where a person alone may say it. */
  texto?: RegExp
  /** The code of the IVA that it makes irrecoverable. */
  noRec?: number
}

const FILAS = {
  giro: { nombre: 'del giro, con derecho a crédito', texto: /\bdel giro\b/ },
  uso_comun: { nombre: 'IVA de uso común', texto: /\buso comun\b/ },
  retencion_total: { nombre: 'retención total del IVA', texto: /\bretencion total\b/ },
  activo_fijo: { nombre: 'activo fijo o bien raíz', texto: /\bactivo fijo\b|\bbien(?:es)? rai(?:z|ces)\b/ },
  entrega_gratuita: { nombre: 'entrega gratuita', texto: /\bentrega gratuita\b/, noRec: 4 },
  operaciones_exentas: { nombre: 'destinada a operaciones exentas', noRec: 1 },
  fuera_de_plazo: { nombre: 'registrada fuera de plazo', texto: /\bfuera de plazo\b/, noRec: 2 },
  gasto_rechazado: { nombre: 'gasto rechazado', texto: /\bgastos? rechazados?\b/, noRec: 3 },
  otro_no_recuperable: { nombre: 'IVA no recuperable por otra causa', noRec: 9 },
} as const satisfies Record<string, Tratamiento>

export type TratamientoCompra = keyof typeof FILAS

export const TRATAMIENTOS: Readonly<Record<TratamientoCompra, Tratamiento>> = FILAS

const NOMBRES = Object.keys(FILAS) as TratamientoCompra[]

/** The treatments for a person to choose from. */
export const OPCIONES_TRATAMIENTO = NOMBRES.map((uno) => `${uno} (${TRATAMIENTOS[uno].nombre})`).join(', ')

export const isTratamiento = (text: string | undefined): text is TratamientoCompra =>
  text !== undefined && Object.hasOwn(FILAS, text)

/** The treatments that an observation names. */
export function findTratamientos(observacion: string): TratamientoCompra[] {
  const plain = foldText(observacion)
  return NOMBRES.filter((uno) => TRATAMIENTOS[uno].texto?.test(plain))
}

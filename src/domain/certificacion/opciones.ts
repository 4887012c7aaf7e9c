// The answers that a doubt takes, where they are few or a table of customs' has them, by the last part of its key (domain/certificacion
// §2.3): a form offers their words.

import type { TablaAduana } from '../dte/aduana'
import { MONEDAS } from '../dte/moneda'
import { traslado } from '../dte/traslado'

type Opcion = readonly [valor: string, palabras: string]

/** A table of customs, or the answers themselves; null for any text. */
export type Opciones = { tabla: TablaAduana } | { lista: readonly Opcion[] } | null

const TABLA: Readonly<Record<string, TablaAduana>> = {
  forma_de_pago_exportacion: 'formaPago',
  modalidad_de_venta: 'modalidad',
  clausula_de_venta_de_exportacion: 'clausula',
  via_de_transporte: 'via',
  puerto_de_embarque: 'puerto',
  puerto_de_desembarque: 'puerto',
  unidad_de_medida_de_tara: 'unidad',
  unidad_peso_bruto: 'unidad',
  unidad_peso_neto: 'unidad',
  tipo_de_bulto: 'bulto',
  pais_receptor_y_pais_destino: 'pais',
  nacionalidad: 'pais',
}

const ESTA_BIEN: readonly Opcion[] = [['si', 'Sí, está bien']]
const EXENTO: readonly Opcion[] = [
  ['afecto', 'Afecto'],
  ['exento', 'Exento'],
]
const PAPELES: readonly Opcion[] = [
  ['807', 'DUS'],
  ['808', 'Conocimiento de embarque (B/L)'],
  ['809', 'Guía aérea (AWB)'],
  ['810', 'Manifiesto internacional (MIC)'],
  ['811', 'Carta de porte'],
  ['812', 'Resolución SNA'],
  ['813', 'Pasaporte'],
]

const LISTA: Readonly<Record<string, readonly Opcion[]>> = {
  ind_traslado: [1, 2, 3, 4, 5, 6, 7].map((codigo) => [String(codigo), traslado(codigo).glosa] as const),
  tipo_despacho: [
    ['1', 'La lleva el cliente'],
    ['2', 'El emisor, al local del cliente'],
    ['3', 'El emisor, a otro lugar'],
  ],
  codigo: [
    ['1', 'Anula el documento'],
    ['2', 'Corrige un texto'],
    ['3', 'Corrige montos'],
  ],
  descuento_global: [
    ['si', 'Sí, la nota lo lleva'],
    ['no', 'No lo lleva'],
  ],
  medio_peso: [['arriba', 'Hacia arriba']],
  trato: [
    ['neto', 'Neto'],
    ['exento', 'Exento'],
  ],
  tipo_doc_liq: [
    ['30', 'Factura en papel'],
    ['33', 'Factura electrónica'],
    ['32', 'Factura exenta en papel'],
    ['34', 'Factura exenta electrónica'],
    ['35', 'Boleta en papel'],
    ['39', 'Boleta electrónica'],
    ['38', 'Boleta exenta en papel'],
    ['41', 'Boleta exenta electrónica'],
    ['40', 'Liquidación factura en papel'],
    ['43', 'Liquidación factura electrónica'],
    ['55', 'Nota de débito en papel'],
    ['56', 'Nota de débito electrónica'],
    ['60', 'Nota de crédito en papel'],
    ['61', 'Nota de crédito electrónica'],
    ['99', 'Anticipo u otra transacción'],
  ],
  exento: EXENTO,
  monto: EXENTO,
  items: ESTA_BIEN,
  codificacion: ESTA_BIEN,
  observacion: ESTA_BIEN,
  referencia_hotel: PAPELES,
  moneda_de_la_operacion: MONEDAS.filter(({ iso }) => iso !== undefined).map(
    ({ palabra, iso }) => [palabra, `${iso} · ${palabra}`] as const,
  ),
}

/** Answers that are numbers, written with a point. */
const NUMEROS = /^(?:tipo_cambio|total_bultos|total_clausula_de_venta|flete|seguro|cantidad|precio|total)$/

const fieldOf = (clave: string): string => clave.slice(clave.lastIndexOf('.') + 1)

export function opcionesOf(clave: string): Opciones {
  const field = fieldOf(clave)
  const tabla = TABLA[field]
  if (tabla) return { tabla }
  const lista = /^referencia\d+$/.test(field) ? PAPELES : LISTA[field]
  return lista ? { lista } : null
}

export const isNumerica = (clave: string): boolean => NUMEROS.test(fieldOf(clave))

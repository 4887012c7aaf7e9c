// Purchases from abroad: what may become of them, and what keeps one from being issued (areas/compras-internacionales §1, §3).

import { normalizeTexto, showChar } from './texto'

export const ESTADOS_COMPRA_INT = {
  extrayendo: 'se lee su archivo',
  extraida: 'hay una propuesta, que una persona revisa',
  sin_extraer: 'su archivo no se pudo leer: una persona la completa',
  clasificada: 'una persona confirmó qué se compró',
  emitiendo: 'su factura de compra va al SII',
  emitida: 'el SII aceptó su factura de compra',
  descartada: 'una persona la descartó',
} as const satisfies Readonly<Record<string, string>>
export type EstadoCompraInt = keyof typeof ESTADOS_COMPRA_INT

export const NATURALEZAS = {
  servicio: 'un servicio, que se factura aquí',
  bien_importado: 'un bien que pasó por Aduana, donde se pagó su IVA',
  indeterminado: 'aún no se sabe',
} as const satisfies Readonly<Record<string, string>>
export type Naturaleza = keyof typeof NATURALEZAS

/** A person's answers about a purchase; null where nobody has answered. */
export interface Clasificacion {
  naturaleza: Naturaleza
  prestadorResidente: boolean | null
  ivaChilenoCobrado: boolean | null
  confirmado: boolean
  afectoImpuestoAdicional: boolean | null
}

export const BLOQUEOS = {
  SIN_CONFIRMAR: 'una persona debe confirmar qué se compró',
  BIEN_IMPORTADO: 'es un bien importado',
  IVA_CHILENO_COBRADO: 'el proveedor ya cobró el IVA de Chile',
  PRESTADOR_RESIDENTE: 'quien presta el servicio reside en Chile',
  INFORMACION_INDETERMINADA: 'falta algo que decir, o queda una duda abierta',
} as const satisfies Readonly<Record<string, string>>
export type MotivoBloqueo = keyof typeof BLOQUEOS

export interface Bloqueo {
  motivo: MotivoBloqueo
  mensaje: string
}

/** The known data of a purchase, null where unknown. Amounts are decimal text of `moneda`. */
export interface PropuestaCompra {
  proveedor: { nombre: string | null; pais: string | null; taxId: string | null; direccion: string | null }
  numero: string | null
  fecha: string | null
  moneda: string | null
  monto: string | null
  impuestoExtranjero: string | null
  descripcion: string | null
}

export interface CampoDudoso {
  campo: string
  motivo: string
  alternativas: string[]
}

/** The texts of a purchase that its document has, by their published names. */
const textosOf = ({ proveedor, numero, descripcion }: PropuestaCompra): [campo: string, texto: string][] =>
  (
    [
      ['proveedor.nombre', proveedor.nombre],
      ['proveedor.direccion', proveedor.direccion],
      ['numero', numero],
      ['descripcion', descripcion],
    ] as const
  ).flatMap(([campo, text]) => (text === null ? [] : [[campo, text]]))

/** The characters that the SII's files cannot hold: a person rewrites them, no letter is left out. */
const unwritableIn = (propuesta: PropuestaCompra): string[] =>
  textosOf(propuesta).flatMap(([campo, text]) => {
    const { texto, rechazados } = normalizeTexto(text)
    if (rechazados.length === 0) return texto === '' ? `${campo} (en blanco)` : []
    return `${campo} (${rechazados.slice(0, 5).map(showChar).join(', ')})`
  })

/** The texts written with other characters than the purchase has (domain/texto). */
export const transliteradosOf = (propuesta: PropuestaCompra): { campo: string; caracteres: string[] }[] =>
  textosOf(propuesta).flatMap(([campo, text]) => {
    const { transliterados } = normalizeTexto(text)
    return transliterados.length ? { campo, caracteres: transliterados.map(showChar) } : []
  })

/** Letters that the document has for each; there is room for any number. */
export const LARGOS = { 'proveedor.nombre': 100, 'proveedor.direccion': 70, descripcion: 80 } as const
type Largo = keyof typeof LARGOS

/** A text as a field of so many letters has it. */
export const cutTo = (text: string, max: number): string =>
  text.length > max ? text.slice(0, max).trimEnd() : text

/** The texts longer than their field of the document, and what is left of them there. */
export const cortadosOf = (propuesta: PropuestaCompra): { campo: Largo; queda: string }[] =>
  textosOf(propuesta).flatMap(([campo, text]) => {
    if (!Object.hasOwn(LARGOS, campo)) return []
    const { texto } = normalizeTexto(text)
    const queda = cutTo(texto, LARGOS[campo as Largo])
    return queda === texto ? [] : [{ campo: campo as Largo, queda }]
  })

const isPositive = (monto: string | null): boolean =>
  monto !== null && /[1-9]/.test(monto) && monto[0] !== '-'

/** Everything that keeps a purchase from being issued, in the order in which people mend it; empty when nothing does. */
export function bloqueosOf(
  propuesta: PropuestaCompra,
  dudosos: readonly Pick<CampoDudoso, 'campo'>[],
  { naturaleza, prestadorResidente, ivaChilenoCobrado, confirmado }: Clasificacion,
): Bloqueo[] {
  const { proveedor, numero, fecha, moneda, monto } = propuesta
  const unwritable = unwritableIn(propuesta)
  const unknown = [
    naturaleza === 'indeterminado' && 'qué se compró',
    prestadorResidente === null && 'si quien presta reside en Chile',
    ivaChilenoCobrado === null && 'si el proveedor cobró el IVA de Chile',
    proveedor.nombre === null && 'el nombre del proveedor',
    numero === null && 'el número',
    fecha === null && 'la fecha',
    moneda === null && 'la moneda',
    !isPositive(monto) && 'el monto',
  ].filter((text) => text !== false)
  const open = dudosos.map(({ campo }) => campo)
  const told = [
    unknown.length && `Falta saber ${unknown.join(', ')}`,
    open.length && `Hay dudas por resolver en ${open.join(', ')}`,
    unwritable.length &&
      `El SII no admite estos caracteres: escriba en letras latinas ${unwritable.join('; ')}`,
    // One of the two is wrong, and only a person knows which.
    proveedor.pais === 'CL' &&
      prestadorResidente === false &&
      'El país del proveedor es Chile y se dijo que no reside aquí: corrija proveedor.pais o prestador_residente',
  ].filter((text) => typeof text === 'string')
  const when = (is: boolean, motivo: MotivoBloqueo, mensaje: string): Bloqueo[] =>
    is ? [{ motivo, mensaje }] : []
  return [
    ...when(told.length > 0, 'INFORMACION_INDETERMINADA', told.join('. ')),
    ...when(
      naturaleza === 'bien_importado',
      'BIEN_IMPORTADO',
      'Un bien importado paga su IVA en Aduana, con la declaración de ingreso: no lleva factura de compra',
    ),
    ...when(
      ivaChilenoCobrado === true,
      'IVA_CHILENO_COBRADO',
      'El proveedor ya cobró el IVA de Chile en su factura: retenerlo otra vez sería pagarlo dos veces',
    ),
    ...when(
      prestadorResidente === true,
      'PRESTADOR_RESIDENTE',
      'Quien presta el servicio reside en Chile: pídale su propia factura',
    ),
    ...when(!confirmado, 'SIN_CONFIRMAR', 'Una persona debe confirmar qué se compró'),
  ]
}

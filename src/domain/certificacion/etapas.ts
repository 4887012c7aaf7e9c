// The stages of the road (areas/certificacion §1) and the state of each set, read from its last run: no state is kept twice.

import type { ClaseSet } from './set'

export const ALCANCES = { factura: 'facturas, guías, notas y lo demás', boleta: 'boletas' } as const
export type Alcance = keyof typeof ALCANCES

export const ESTADOS_CERTIFICACION = {
  preparacion: 'aún no se carga un set de pruebas',
  set: 'se emiten los documentos y libros del set de pruebas',
  simulacion: 'los sets están conformes; sigue la simulación',
  intercambio: 'sigue responder los documentos que envía el SII',
  muestras: 'sigue subir las muestras impresas',
  declaracion: 'sigue que el representante legal declare el cumplimiento',
  autorizada: 'el SII autorizó a la empresa',
  abandonada: 'se dejó',
} as const
export type EstadoCertificacion = keyof typeof ESTADOS_CERTIFICACION

/** The stages of each road, in order. */
export const ETAPAS: Readonly<Record<Alcance, readonly EstadoCertificacion[]>> = {
  factura: ['preparacion', 'set', 'simulacion', 'intercambio', 'muestras', 'declaracion', 'autorizada'],
  boleta: ['preparacion', 'set', 'declaracion', 'autorizada'],
}

export const isClosed = (estado: EstadoCertificacion): boolean =>
  estado === 'autorizada' || estado === 'abandonada'

/** The stage behind one; itself where nothing follows. */
export function stageAfter(alcance: Alcance, estado: EstadoCertificacion): EstadoCertificacion {
  const etapas = ETAPAS[alcance]
  return etapas[etapas.indexOf(estado) + 1] ?? estado
}

/** The stages of which the portal decides whether they are asked of a company at all, so a person says where it stands. */
const DEL_PORTAL: readonly EstadoCertificacion[] = ['simulacion', 'intercambio', 'muestras', 'declaracion']

/** Whether a person may say that the portal stands at `meta`: past `estado`, or before it where that was a slip. */
export const canMoveTo = (estado: EstadoCertificacion, meta: EstadoCertificacion): boolean =>
  meta !== estado && DEL_PORTAL.includes(estado) && DEL_PORTAL.includes(meta)

/** The simulación runs as a set of its round that has no text. */
export type ClaseIntento = ClaseSet | 'simulacion'

/** Each class, and what it holds. */
export const CLASES_INTENTO: Readonly<Record<ClaseIntento, string>> = {
  basico: 'facturas y sus notas',
  exenta: 'facturas exentas y sus notas',
  guia: 'guías de despacho',
  compra: 'facturas de compra y sus notas',
  liquidacion: 'liquidaciones factura',
  exportacion_1: 'una factura de exportación y sus notas',
  exportacion_2: 'facturas de exportación de servicios, bienes y alojamiento',
  libro_ventas: 'el libro de ventas',
  libro_compras: 'el libro de compras',
  libro_compras_exentos: 'el libro de compras de quien vende exento',
  libro_guias: 'el libro de guías de despacho',
  boleta: 'boletas electrónicas',
  simulacion: 'documentos como los que emite la empresa, sin texto del SII',
}

export const ESTADOS_INTENTO = {
  emitiendo: 'sale hacia el SII',
  enviado: 'el SII valida el envío',
  validado: 'el SII aceptó el envío; falta declararlo en su sitio',
  declarado: 'el SII revisa el set',
  conforme: 'el SII lo dio por correcto',
  rechazado: 'el SII lo rechazó',
} as const
export type EstadoIntento = keyof typeof ESTADOS_INTENTO

export const ESTADOS_SET = {
  con_dudas: 'falta responder sus dudas, o corregir lo que impide emitirlo',
  espera_set: 'el SII lo revisa contra otro set, que aún no está conforme',
  listo: 'se puede emitir',
  emitiendo: 'sale hacia el SII',
  enviado: 'el SII valida el envío',
  validado: 'el SII aceptó el envío; falta declararlo en su sitio',
  declarado: 'el SII revisa el set',
  conforme: 'el SII lo dio por correcto',
  rechazado: 'el SII lo rechazó; emítalo otra vez',
  obsoleto: 'un set posterior lo dejó sin efecto',
} as const
export type EstadoSet = keyof typeof ESTADOS_SET

/** A set as far as its state depends on it. */
export interface SetEnCurso {
  clase: ClaseIntento
  /** It is of the last round. */
  vigente: boolean
  /** Doubts that nobody answered. */
  dudas: number
  /** Faults for which its next run would be refused. */
  faltas: number
  /** The last run's; null before the first. */
  intento: EstadoIntento | null
}

/** The sets against which the SII judges a book; of several that a round has, the first. */
const CONTRA: Partial<Record<ClaseIntento, readonly ClaseSet[]>> = {
  libro_ventas: ['basico', 'exenta'],
  libro_guias: ['guia'],
}

/** Any of these must be conforme before a set; none where it waits for no other. */
export const setsBefore = (clase: ClaseIntento): readonly ClaseSet[] => CONTRA[clase] ?? []

/** The set that must be conforme before this one; null for none. */
export function setBefore(clase: ClaseIntento, clases: readonly ClaseIntento[]): ClaseSet | null {
  return setsBefore(clase).find((one) => clases.includes(one)) ?? null
}

export function estadoOfSet(
  { clase, vigente, dudas, faltas, intento }: SetEnCurso,
  others: readonly SetEnCurso[],
): EstadoSet {
  if (!vigente) return 'obsoleto'
  if (intento !== null && intento !== 'rechazado') return intento
  const before = setBefore(
    clase,
    others.map((one) => one.clase),
  )
  if (before && others.find((one) => one.clase === before)!.intento !== 'conforme') return 'espera_set'
  if (dudas + faltas > 0) return 'con_dudas'
  return intento ?? 'listo'
}

export const isLibro = (clase: ClaseIntento): boolean => clase.startsWith('libro_')

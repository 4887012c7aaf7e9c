// The facets of a company on the board of its firm (areas/firma §1): what each keeps as its area answered it.

import type { Permiso } from '../permisos'

/** The facets, and the permission that each is read with. */
export const PERMISO_FACETA = {
  rcv: 'rcv:leer',
  acuses: 'rcv:leer',
  cuadratura: 'rcv:leer',
  f29: 'rcv:leer',
  rcof: 'dte:leer',
  documentos: 'dte:leer',
  folios: 'folios:leer',
  acceso: 'empresa:leer',
} as const satisfies Readonly<Record<string, Permiso>>
export type Faceta = keyof typeof PERMISO_FACETA
export const FACETAS = Object.keys(PERMISO_FACETA) as [Faceta, ...Faceta[]]

export const SIGNIFICADO_FACETA: Readonly<Record<Faceta, string>> = {
  rcv: 'si el registro del mes se trajo, y cuándo',
  acuses: 'las compras que esperan aceptación o reclamo',
  cuadratura: 'las diferencias entre el registro y lo que hay aquí',
  f29: 'la declaración del mes',
  rcof: 'los días sin el consumo de folios que la ley pedía',
  documentos: 'lo emitido que espera a una persona',
  folios: 'los folios que quedan de cada tipo',
  acceso: 'el certificado, el portal, el buzón y las tareas programadas',
}

/** From worst to best; `nada`: there is nothing to judge. */
export const SEVERIDADES = {
  mal: 'hay que atenderlo ya',
  aviso: 'conviene mirarlo',
  bien: 'está en orden',
  nada: 'no hay qué juzgar',
} as const
export type Severidad = keyof typeof SEVERIDADES

export interface DatosRcv {
  estado: 'nunca' | 'sincronizando' | 'sincronizado' | 'parcial' | 'fallido'
  /** When each side was last read whole, as far back as its oldest book; null: one of them never was. */
  compras: string | null
  ventas: string | null
}

/** Those that wait, by when their time ends: the first of them one by one, the others by their sum. */
export interface DatosAcuses {
  vencen: [vence: string, monto: number][]
  /** `fechas`: how many of them end on each Chile date; rows of before lack it until they are read anew. */
  resto: { pendientes: number; monto: number; fechas?: [fecha: string, documentos: number][] }
}

export interface DatosCuadratura {
  leido: boolean
  causas: { lado: string; clase: string; documentos: number }[]
}

export interface DatosF29 {
  /** When its oldest book was last read whole; null: one of them never was. */
  leido: string | null
  /** Codes of what it lacks, whenever it was read. */
  falta: string[]
  totales: { debito: number; credito: number; diferencia: number } | null
}

export interface DatosRcof {
  dias: string[]
}

export interface DatosDocumentos {
  desde: string
  rechazados: number
  detenidos: number
  /** Envelopes, not documents. */
  sin_veredicto: number
  /** Each matter with where it is seen to; rows of before lack it until they are read anew. */
  asuntos?: { asunto: string; cantidad: number; enlace: string }[]
  /** The next date of each active series, and how many have that one; as `asuntos`. */
  series?: [fecha: string, series: number][]
}

export interface DatosFolios {
  tipos: {
    tipo_dte: number
    disponibles: number
    /** As the area judged it that day: null where nobody need see to it. */
    estado: 'agotados' | 'bajos' | 'por_agotarse' | 'por_vencer' | null
    se_agota_el: string | null
    vence_el: string | null
    se_perderan: number
  }[]
}

export interface DatosAcceso {
  /** `falta` where none is loaded. */
  certificado: { valido_hasta: string } | null
  clave: boolean
  /** Ways in that the SII refused; `hasta` null: until a person acts. */
  bloqueos: { metodo: string; motivo: string; hasta: string | null }[]
  buzon_apagado: string | null
  /** Tasks that failed three times in a row or more. */
  fallidas: { tarea: string; fallas: number }[]
}

export interface Datos {
  rcv: DatosRcv
  acuses: DatosAcuses
  cuadratura: DatosCuadratura
  f29: DatosF29
  rcof: DatosRcof
  documentos: DatosDocumentos
  folios: DatosFolios
  acceso: DatosAcceso
}

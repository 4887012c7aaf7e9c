// The checklist: next steps, who has to do each, where, and what to type there (areas/certificacion §1).

import type { Ambiente } from '../ambiente'
import type { Alcance, ClaseIntento, EstadoCertificacion, EstadoSet } from './etapas'

export const QUIENES = {
  persona: 'lo hace una persona, en el SII o aquí',
  timbre: 'lo hace Timbre; nada que hacer',
  sii: 'se espera al SII',
} as const

export interface Pendiente {
  quien: keyof typeof QUIENES
  /** The step, for a program. */
  codigo: CodigoPendiente
  /** The set that it is about; null for the road as a whole. */
  clase: ClaseIntento | null
  accion: string
  /** The page of the SII; null where the act is done here, or the SII is simulated. */
  enlace: string | null
  /** To be typed there, or what lacks. */
  datos: Readonly<Record<string, string>>
  /** Since when it waits (ISO 8601). */
  desde: string
}

export const CODIGOS_PENDIENTE = [
  'certificado',
  'resolucion',
  'postular',
  'usuarios',
  'cargar_set',
  'set_no_admitido',
  'responder_dudas',
  'esperar_set',
  'folios',
  'emitir',
  'enviando',
  'envio_detenido',
  'validacion',
  'declarar_avance',
  'revision',
  'corregir',
  'avanzar_paso',
  'anotar_etapa',
  'simulacion',
  'intercambio',
  'muestras',
  'declaracion',
  'produccion',
] as const
export type CodigoPendiente = (typeof CODIGOS_PENDIENTE)[number]

/** A set as the checklist sees it. */
export interface SetPendiente {
  clase: ClaseIntento
  nombre: string
  estado: EstadoSet
  dudas: number
  /** Folios that its next run lacks, by type. */
  faltan: readonly { tipoDte: number; faltan: number }[]
  trackId: string | null
  /** The day of the upload in Chile. */
  fechaEnvio: string | null
  glosa: string | null
  /** Why its envelope goes no further by itself; null while it does. */
  detenido: string | null
  desde: string
}

export interface Camino {
  ambiente: Ambiente
  alcance: Alcance
  estado: EstadoCertificacion
  desde: string
  rut: string
  /** Whether the company has a certificate that is valid today, and a resolution. */
  certificado: boolean
  resolucion: boolean
  /** The sets of the last round, in the order of its text, the simulación among them. */
  sets: readonly SetPendiente[]
  /** The sets of its text that Timbre does not know, in words. */
  noAdmitidos: readonly string[]
}

// The checklist: next steps, who has to do each, where, and what to type there (areas/certificacion §1).

import type { Ambiente } from '../ambiente'
import type { EstadoRcof } from '../rcof'
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
  'corregir_ajustes',
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
  'rcof',
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
  /** For what its next run would be refused, in words. */
  faltas: readonly string[]
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

/** The report of the day on which a set of boletas was issued, as far as it came. */
export interface RcofDelSet {
  /** The day in Chile. */
  fecha: string
  /** The last report's; null before the first. */
  estado: EstadoRcof | null
  /** It counts every boleta of the set. */
  completo: boolean
  /** Why it stopped, or was refused, in words; null while it goes on by itself, and where it is accepted. */
  motivo: string | null
  /** It stopped where the SII may have it: its job is tried again, and no other is sent. */
  reintentar: boolean
  /** Since when it stands so. */
  desde: string
}

/** Whether the SII has what it asks of the day. */
export const isReported = ({ estado, completo }: Pick<RcofDelSet, 'estado' | 'completo'>): boolean =>
  completo && (estado === 'aceptado' || estado === 'aceptado_con_reparos')

export interface Camino {
  ambiente: Ambiente
  alcance: Alcance
  estado: EstadoCertificacion
  desde: string
  rut: string
  /** Whether the company has a certificate that is valid today, and a resolution. */
  certificado: boolean
  resolucion: boolean
  /** Its certificate is the simulator's, and the SII is the real one. */
  certificadoAjeno: boolean
  /** The sets of the last round, in the order of its text, the simulación among them. */
  sets: readonly SetPendiente[]
  /** The sets of its text that Timbre does not know, in words. */
  noAdmitidos: readonly string[]
  /** The report of boletas whose envelope the SII took; null of any other road, and before. */
  rcof: RcofDelSet | null
}

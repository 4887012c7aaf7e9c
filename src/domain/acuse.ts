// A receiver's answers about a document at the SII, and what the law makes of them (http §27).

import { type EstadoSii, SIN_VALOR } from './dte/estados'
import { TIPOS } from './dte/tipos'
import { addDays, chileDate, chileMidnight } from './fecha'

/** The actions that can be registered. */
export const ACCIONES_ACUSE = {
  ERM: 'otorga recibo de mercaderías o servicios',
  ACD: 'acepta el contenido del documento',
  RCD: 'reclama el contenido del documento',
  RFP: 'reclama falta parcial de mercaderías o servicios',
  RFT: 'reclama falta total de mercaderías o servicios',
} as const
export type AccionAcuse = keyof typeof ACCIONES_ACUSE

/** Actions that the SII only lists. */
const SOLO_LISTADOS = {
  NCA: 'recepción de una nota de crédito que anula el documento',
  ENC: 'recepción de otra nota de crédito',
  PAG: 'documento pagado al contado',
} as const

export const EVENTOS_ACUSE = { ...ACCIONES_ACUSE, ...SOLO_LISTADOS }

/** Types whose acceptance the SII keeps. */
export const TIPOS_ACUSE: readonly number[] = TIPOS.filter(({ reclamable }) => reclamable).map(
  ({ codigo }) => codigo,
)

/** Eight days from the instant of reception at the SII; that they are 192 hours to the second is our reading. */
export const PLAZO_ACUSE_MS = 192 * 3_600_000

/** Days of Chile after that of reception on which an issuer asks by the clock, while the time runs. */
const DIAS_DE_PREGUNTA = [3, 6]

/** Since when an issuer should have asked of a document received at `recibido`, as far as it is so at `now`: on those days, and once after its time was over. */
export function dueSince(recibido: Date, now: Date): Date | null {
  const vence = new Date(recibido.getTime() + PLAZO_ACUSE_MS)
  if (now > vence) return vence
  const days = DIAS_DE_PREGUNTA.map((days) => chileMidnight(addDays(chileDate(recibido), days)))
  return days.findLast((day) => day <= now) ?? null
}

/** Where a document stands with its receiver, from the highest of what decides it. */
export const RESULTADOS_ACUSE = {
  anulado: 'una nota de crédito lo anuló dentro del plazo',
  reclamado: 'el receptor lo reclamó',
  aceptado: 'el receptor aceptó su contenido',
  recibido: 'el receptor otorgó el recibo',
  no_aplica: 'al contado, gratuito, o de un tipo que no se acepta ni reclama',
  aceptado_tacito: 'pasó el plazo sin reclamo',
  pendiente: 'el plazo corre y nadie ha dicho nada',
} as const
export type ResultadoAcuse = keyof typeof RESULTADOS_ACUSE

/** Something that was registered. `codigo` as the SII writes it, one that it may invent too; `rut` whose act it was. */
export interface EventoAcuse {
  codigo: string
  descripcion: string
  /** ISO 8601, UTC. */
  fecha: string
  rut: string
}

/** The known facts of a document; `vence` is null while nobody knows when the SII received it. */
interface HechosAcuse {
  eventos: readonly Pick<EventoAcuse, 'codigo' | 'fecha'>[]
  vence: Date | null
  /** The document tells by itself: it was paid when issued, or is free. */
  alContado?: boolean
  /** The decision in a register, where no event decides. */
  decidido?: ResultadoAcuse | null
}

const isReclamo = (codigo: string): boolean => ['RCD', 'RFP', 'RFT'].includes(codigo)

/** The decision by events alone; null when time decides. */
export function decidedBy({ eventos, vence, alContado = false }: HechosAcuse): ResultadoAcuse | null {
  const has = (test: (codigo: string) => boolean) => eventos.some(({ codigo }) => test(codigo))
  const voided = eventos.some(
    ({ codigo, fecha }) => codigo === 'NCA' && (vence === null || Date.parse(fecha) <= vence.getTime()),
  )
  if (voided) return 'anulado'
  if (has(isReclamo)) return 'reclamado'
  if (has((codigo) => codigo === 'ACD')) return 'aceptado'
  // The portal registers a receipt of its own name.
  if (has((codigo) => codigo === 'ERM' || codigo === 'ERG')) return 'recibido'
  return alContado || has((codigo) => codigo === 'PAG') ? 'no_aplica' : null
}

/** The entry of a document in a register of sales or purchases; ISO 8601, UTC. */
interface EnRegistro {
  fecha_recepcion: string | null
  fecha_acuse: string | null
  fecha_reclamo: string | null
}

/** Presumed when the time was over, and written so: an acceptance by then is nobody's word. */
const TACITO_MS = 60_000

/**
 * The receiver's decision that a register tells, and since when; null where it tells none, or only that time
 * was over. It does not tell a receipt from an acceptance: the less of both.
 */
export function saidByRegistro({ fecha_recepcion, fecha_acuse, fecha_reclamo }: EnRegistro) {
  if (fecha_reclamo) return { resultado: 'reclamado' as const, fecha: fecha_reclamo }
  if (!fecha_acuse || !fecha_recepcion) return null
  const presumed = Date.parse(fecha_recepcion) + PLAZO_ACUSE_MS - TACITO_MS
  return Date.parse(fecha_acuse) < presumed ? { resultado: 'recibido' as const, fecha: fecha_acuse } : null
}

/** Where it stands at `now`. The last instant of the eighth day still belongs to the receiver. */
export const resultadoOf = (hechos: HechosAcuse, now: Date): ResultadoAcuse =>
  decidedBy(hechos) ?? (hechos.vence !== null && now > hechos.vence ? 'aceptado_tacito' : 'pendiente')

/** An issued document, as far as its own row tells. */
interface Emitido {
  tipo_dte: number
  estado_sii: EstadoSii
  /** The decision by events; null while only time decides. */
  acuse: ResultadoAcuse | null
  forma_pago: number | null
  /** When its envelope left; null of one that did not. */
  enviado_at: string | null
}

/** Where an issued document stands with its receiver at `now`; null while the SII does not have it. */
export function estadoAcuse(
  { tipo_dte, estado_sii, acuse, forma_pago, enviado_at }: Emitido,
  now: Date,
): ResultadoAcuse | null {
  if (acuse) return acuse
  if (!TIPOS_ACUSE.includes(tipo_dte) || forma_pago === 1 || forma_pago === 3) return 'no_aplica'
  if (enviado_at === null || SIN_VALOR.includes(estado_sii)) return null
  return Date.parse(enviado_at) + PLAZO_ACUSE_MS < now.getTime() ? 'aceptado_tacito' : 'pendiente'
}

/** The actions that the receiver may still register at `now`. */
export function accionesPosibles(
  { eventos, vence, alContado = false, decidido }: HechosAcuse,
  now: Date,
): AccionAcuse[] {
  if (vence !== null && now > vence) return []
  const codes = new Set(eventos.map(({ codigo }) => codigo))
  if (alContado || codes.has('PAG')) return []
  const claimed = decidido === 'reclamado' || [...codes].some(isReclamo)
  const accepted = decidido === 'recibido' || codes.has('ACD') || codes.has('ERM') || codes.has('ERG')
  return (Object.keys(ACCIONES_ACUSE) as AccionAcuse[]).filter(
    (accion) => !codes.has(accion) && (isReclamo(accion) ? !accepted : !claimed),
  )
}

// The SII's portal as far as it is known beforehand: what is done there, by which way in, and why it keeps a person out (sii §11).

import type { Ambiente } from './ambiente'

/** The two ways in: a person's certificate, or RUT and clave tributaria. */
export type MetodoPortal = 'certificado' | 'clave'

/** Certification and production have one portal; the simulated one is another. */
export type MundoPortal = 'sii' | 'simulacion'

export const mundoOf = (ambiente: Ambiente): MundoPortal => (ambiente === 'simulacion' ? 'simulacion' : 'sii')

export type OperacionPortal = 'rcv' | 'consultas' | 'folios' | 'contribuyente' | 'bte' | 'situacion'

/** The name of each, for people. */
export const OPERACIONES_PORTAL: Readonly<Record<OperacionPortal, string>> = {
  rcv: 'el registro de compras y ventas',
  consultas: 'consultas de documentos',
  folios: 'pedir y anular folios',
  contribuyente: 'consultas de contribuyentes autorizados',
  bte: 'boletas de terceros',
  situacion: 'la situación tributaria, que no pide ingreso',
}

/**
 * The ways in of each: the first that is ready is taken, the next where the SII locks that one out. `situacion` needs none. By
 * certificate `bte` was never seen to work.
 */
export const METODOS_PORTAL: Readonly<Record<OperacionPortal, readonly MetodoPortal[]>> = {
  rcv: ['certificado', 'clave'],
  consultas: ['certificado', 'clave'],
  folios: ['certificado'],
  contribuyente: ['certificado'],
  bte: ['clave', 'certificado'],
  situacion: [],
}

/** Those by which each is known to work: what is said to be available. The others are tried where none of these is loaded. */
export const METODOS_SEGUROS: typeof METODOS_PORTAL = { ...METODOS_PORTAL, bte: ['clave'] }

/** Why the SII refused a login, and what a person does about it. */
export const MOTIVOS_BLOQUEO = {
  CLAVE_INCORRECTA: 'Cargue la clave correcta; Timbre no volverá a intentar con la anterior',
  CLAVE_BLOQUEADA:
    'El SII bloqueó la clave por una hora: levántelo en sii.cl y dígalo al desbloquear, o espere: después Timbre ingresa solo',
  DEMASIADAS_SESIONES:
    'Hay demasiadas sesiones abiertas en el SII: cierre alguna y dígalo al desbloquear, o espere: pasada la hora Timbre ingresa solo',
  CERTIFICADO_RECHAZADO: 'El SII no acepta el certificado: cargue otro vigente de una entidad acreditada',
  SIN_REPRESENTACION: 'Registre en el SII a la persona como representante de la empresa y desbloquee',
  DESCONOCIDO:
    'Ingrese usted en sii.cl con esa credencial y resuelva lo que el SII le pida; desbloquee, o Timbre prueba solo cuando termine el plazo',
} as const satisfies Readonly<Record<string, string>>

export type MotivoBloqueo = keyof typeof MOTIVOS_BLOQUEO

/** A login that the SII refused. Instants in ISO 8601. */
export interface Bloqueo {
  metodo: MetodoPortal
  motivo: MotivoBloqueo
  /** Six parts, as the SII writes it; null where the page had none. */
  codigoSii: string | null
  glosa: string
  desde: string
  /** When it ends by itself; null: once a person acts. */
  hasta: string | null
  /** The person; null where it was not kept. */
  rut: string | null
  /** Within the SII's own hour a person said that it was mended, and the SII refused again. */
  insistido: boolean
}

/** The SII itself keeps out until then, unless a person ends at the SII what it was for. */
export const isDelSii = ({ motivo }: Pick<Bloqueo, 'motivo'>): boolean =>
  motivo === 'CLAVE_BLOQUEADA' || motivo === 'DEMASIADAS_SESIONES'

export const isBloqueado = ({ hasta }: Pick<Bloqueo, 'hasta'>, now: Date): boolean =>
  hasta === null || Date.parse(hasta) > now.getTime()

/** Nothing is asked for a while: the front end lets nobody through, or the SII wants a later login. */
export interface PausaDelSii {
  motivo: 'FIREWALL' | 'COLA' | 'REINGRESO'
  /** ISO 8601. */
  hasta: string
}

/** The same, or the person has asked as much as the SII bears in five minutes, or logged in as often. */
export type Pausa = PausaDelSii | { motivo: 'RITMO' | 'INGRESOS'; hasta: string }

/** The explanation of each, for people. */
export const MOTIVOS_PAUSA: Readonly<Record<Pausa['motivo'], string>> = {
  FIREWALL: 'el SII rechaza por ahora las consultas de este servidor',
  COLA: 'el SII tiene a todos en una fila de espera',
  REINGRESO: 'hubo demasiados ingresos seguidos y el SII pide otro más tarde: Timbre espera y sigue solo',
  RITMO: 'esa persona ya hizo las consultas que el SII admite en cinco minutos: lo demás espera y sigue solo',
  INGRESOS: 'esa persona ya ingresó tan seguido como conviene: lo demás espera y sigue solo',
}

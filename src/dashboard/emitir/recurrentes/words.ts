// A series in words: its state, how it issues, why one of its dates waits and where that is mended (areas/recurrentes §1, §4).

import type { TipoDte } from '../../../domain/dte/tipos'
import { tipoDocumento } from '../../../domain/dte/tipos'
import type { Permiso } from '../../../domain/permisos'
import type { Ocurrencia, ProximaFecha, Serie } from '../../api/routes.gen'
import type { Sesion } from '../../api/sesion'
import type { Word } from '../../ui/status'
import { tipoOf } from '../from-draft'

export const ESTADO: Readonly<Record<Serie['estado'], Word>> = {
  activa: ['●', 'Activa', 'bien'],
  detenida: ['✕', 'Detenida', 'mal'],
  pausada: ['❙❙', 'En pausa', 'aviso'],
  terminada: ['○', 'Terminada', 'neutro'],
}

export const MODO: Readonly<Record<Serie['modo'], string>> = {
  borrador: 'Deja un borrador',
  automatico: 'Se emite sola',
}

export const COPIA_POR_CORREO: Readonly<Record<Serie['envio'], string>> = {
  empresa: 'Como dice la empresa',
  no: 'No sale',
  al_emitir: 'Cuando el SII recibe el documento',
  al_aceptar: 'Cuando el SII lo acepta',
}

/** The state of one date, whether it is to come or was. */
export const ESTADO_FECHA: Readonly<Record<Ocurrencia['estado'] | ProximaFecha['estado'], Word>> = {
  prevista: ['○', 'Prevista', 'neutro'],
  cambiada: ['!', 'Cambiada', 'aviso'],
  omitida: ['⊘', 'Omitida', 'neutro'],
  borrador: ['◐', 'Quedó como borrador', 'espera'],
  emitida: ['✓', 'Emitida', 'bien'],
  detenida: ['✕', 'Espera', 'mal'],
}

type Remedio = readonly [permiso: Permiso, href: string, verbo: string]

/** Where what a date waits for is seen to; undefined where no screen is for it. */
export const remedyOf = (code: string | null): Remedio | undefined => {
  if (code === null) return undefined
  if (code === 'NO_FOLIOS') return ['folios:leer', '/folios', 'Conseguir folios']
  if (code === 'EMISSION_LIMIT') return ['billing:administrar', '/plan', 'Ver el plan']
  if (code === 'EXCHANGE_RATE_MISSING')
    return ['compras_int:leer', '/compras-internacionales/tipos-cambio', 'Cargar el valor']
  return code.startsWith('CERTIFICATE') ? ['empresa:leer', '/certificado', 'Ver el certificado'] : undefined
}

type Person = Pick<Sesion, 'puede' | 'soloMira' | 'tipos_dte'>

/** Whether a series may issue the type: a note is about one document, and does not come again. */
export const isOfSeries = (tipo: TipoDte | null): tipo is TipoDte =>
  tipo !== null && tipoDocumento(tipo).nota === null

const isMine = (tipo: TipoDte | null, { tipos_dte }: Person): boolean =>
  tipo !== null && (tipos_dte.length === 0 || tipos_dte.includes(tipo))

/** Whether the person may make a series of a request of that type. */
export const mayRepeat = (tipo: TipoDte | null, person: Person): boolean =>
  person.puede('recurrentes:gestionar') && !person.soloMira && isOfSeries(tipo) && isMine(tipo, person)

/**
 * The acts that the API takes from the person: what issues by itself asks `dte:emitir` too, but to stop it or to leave a date out
 * (areas/recurrentes §1).
 */
export function rightsOf({ modo, estado, solicitud }: Serie, person: Person) {
  const gestiona = person.puede('recurrentes:gestionar') && !person.soloMira
  const mine = isMine(tipoOf(solicitud), person)
  const emite = modo === 'borrador' || (person.puede('dte:emitir') && mine)
  const vive = estado !== 'terminada'
  return {
    editar: gestiona && emite && mine && vive,
    pausar: gestiona && vive && estado !== 'pausada',
    reanudar: gestiona && emite && estado === 'pausada',
    terminar: gestiona && vive,
    adelantar: gestiona && emite && (estado === 'activa' || estado === 'detenida'),
    eliminar: gestiona && !vive,
    omitir: gestiona && vive,
    mover: gestiona && emite && vive,
  }
}
export type Rights = ReturnType<typeof rightsOf>

export const SERIES = [
  'GET /v1/recurrentes',
  'GET /v1/recurrentes/:id',
  'GET /v1/recurrentes/:id/proximas',
  'GET /v1/recurrentes/:id/ocurrencias',
] as const

/** The answers that are old once a date was done. */
export const AFTER_DATE = [
  ...SERIES,
  'GET /v1/borradores',
  'GET /v1/documentos',
  'GET /v1/resumen',
  'GET /v1/dte/folios',
  'GET /v1/dte/emision',
  'GET /v1/cuenta/uso',
] as const

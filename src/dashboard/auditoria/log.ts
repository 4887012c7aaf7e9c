// The log of changes in words, and the filters that narrow it (http §22.3).

import { ACCIONES_ACUSE, type AccionAcuse } from '../../domain/acuse'
import { TEMA, type Tema } from '../../domain/auditoria'
import type { DataOf } from '../api/client'
import { dayFilter, filtersOf, oneOf, textFilter } from '../shell/filters'
import { NOMBRE_AMBIENTE } from '../ui/ambiente'
import { formatDate, formatNumber, formatPesos, formatRut } from '../ui/format'
import { NOMBRE_ROL } from '../ui/rol'
import { shortName } from '../ui/tipo'

export type Suceso = DataOf<'GET /v1/auditoria'>[number]

/** The subjects of the log, by what the API filters with. */
export const TEMAS = Object.entries(TEMA) as [Tema, string][]

export const SPELLING = filtersOf('/auditoria', {
  /** Days of Chile, both included. */
  desde: dayFilter,
  hasta: dayFilter,
  /** Id or mail address of who acted. */
  usuario: textFilter,
  accion: oneOf<Tema | ''>([['', 'Todos'], ...TEMAS]),
})

const ACENTOS: Readonly<Record<string, string>> = {
  invitacion: 'invitación',
  sesion: 'sesión',
  anulacion: 'anulación',
}
const ENTRADAS: Readonly<Record<string, string>> = {
  'auth.login': 'entrada',
  'auth.login_fallido': 'entrada fallida',
}

/** `usuario.invitacion_anulada` → `Usuarios: invitación anulada`. */
export function wordsOf(accion: string): string {
  const [tema = '', what = ''] = accion.split('.')
  const words = what
    .split('_')
    .map((word) => ACENTOS[word] ?? word)
    .join(' ')
  return `${TEMA[tema as Tema] ?? tema}: ${ENTRADAS[accion] ?? words}`
}

const NOMBRE: Readonly<Record<string, string>> = {
  rut: 'RUT',
  rut_titular: 'RUT del titular',
  email: 'correo',
  invitacion: 'invitación',
  version: 'versión',
  valido_hasta: 'válido hasta',
  expires_at: 'vence',
  scopes: 'permisos',
  ips: 'direcciones',
  tipo_dte: 'documento',
  tipos_dte: 'documentos',
  tipos_activos: 'activa en',
  accion: 'acción',
  job_id: 'trabajo',
}

/** An id of the API: `ses_01JD3QK8Z0ABCDEFGHJKMNPQRS`; told apart by its end. */
const ID = /\b([a-z]+)_[0-9A-Z]{20,}\b/g
const LAST = 4

/** A phrase of the detail; `title` is the same with every id whole, where it was not said so. */
export interface Phrase {
  words: string
  title?: string
}

/**
 * Describes a change: the company, the thing, one phrase a field. Companies of `empresas` are said by name,
 * other ids by their end.
 */
export function phrasesOf(
  { empresa_id, objeto, detalle }: Pick<Suceso, 'empresa_id' | 'objeto' | 'detalle'>,
  empresas: readonly { id: string; razon_social: string }[],
): Phrase[] {
  const nameOf = (id: string): string | undefined => empresas.find((one) => one.id === id)?.razon_social
  const own = empresa_id ?? ''
  // The company once: what was done to itself names it already.
  const whole = [own, objeto === own ? '' : (objeto ?? ''), ...detailsOf(detalle)].filter(Boolean)
  return whole.map((text) => {
    const words = text.replace(ID, (id, kind) => nameOf(id) ?? `${kind}_…${id.slice(-LAST)}`)
    return words === text ? { words } : { words, title: text }
  })
}

/** The details of a change, one phrase a field; empty ones are left out. */
export const detailsOf = (detalle: Suceso['detalle']): string[] =>
  Object.entries(detalle)
    .filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => `${NOMBRE[name] ?? name.replaceAll('_', ' ')}: ${saidAs(name, value)}`)

/** By what the field is; as it comes where nothing is known of it. */
function saidAs(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => saidAs(name, one)).join(', ')
  if (typeof value === 'number') {
    if (/^tipos?_/.test(name)) return shortName(value)
    return name === 'monto' ? formatPesos(value) : formatNumber(value)
  }
  if (typeof value !== 'string') return formatValue(value)
  if (name === 'rut' || name === 'rut_titular') return formatRut(value)
  if (name === 'accion' && value in ACCIONES_ACUSE) return ACCIONES_ACUSE[value as AccionAcuse]
  if (name === 'ambiente') return NOMBRE_AMBIENTE[value as keyof typeof NOMBRE_AMBIENTE] ?? value
  if (name === 'rol') return NOMBRE_ROL[value as keyof typeof NOMBRE_ROL] ?? value
  return /^\d{4}-\d\d-\d\d(T.*Z)?$/.test(value) ? formatDate(value) : value
}

const formatValue = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'sí' : 'no'
  if (typeof value !== 'object' || value === null) return String(value)
  // A thing within: its fields, as those of the whole are said.
  return detailsOf(value as Suceso['detalle'])
    .map((phrase) => phrase.replace(': ', ' '))
    .join(', ')
}

// The log of changes in words, and the filters that narrow it (contract §22).

import { ACCIONES } from '../../domain/auditoria'
import type { Consulta, Datos } from '../api/client'

export type Suceso = Datos<'GET /v1/auditoria'>[number]
type Query = Consulta<'GET /v1/auditoria'>

export interface Filters {
  /** Days of Chile, both included; empty is no end. */
  desde: string
  hasta: string
  /** Id or mail address of who acted. */
  usuario: string
  /** A subject of actions; empty is all. */
  tema: string
}

export const SIN_FILTROS: Filters = { desde: '', hasta: '', usuario: '', tema: '' }

export const queryOf = ({ desde, hasta, usuario, tema }: Filters): Query => ({
  ...(desde && { desde }),
  ...(hasta && { hasta }),
  ...(usuario.trim() && { usuario: usuario.trim() }),
  ...(tema && { accion: tema as NonNullable<Query['accion']> }),
})

const TEMA: Readonly<Record<string, string>> = {
  auth: 'Acceso',
  usuario: 'Usuarios',
  apikey: 'Llaves',
  empresa: 'Empresas',
  certificado: 'Certificado',
  folios: 'Folios',
  emision: 'Emisión',
  trabajo: 'Trabajos',
  documento: 'Documentos',
  guia: 'Guías',
  plantilla: 'Plantillas',
  webhook: 'Webhooks',
  cuenta: 'Cuenta',
  billing: 'Pagos',
}

/** The subjects of the log, by what the API filters with. */
export const TEMAS: readonly (readonly [id: string, words: string])[] = [
  ...new Set(ACCIONES.map((accion) => accion.split('.')[0] ?? '')),
].map((id) => [id, TEMA[id] ?? id])

const ACENTOS: Readonly<Record<string, string>> = {
  invitacion: 'invitación',
  sesion: 'sesión',
  anulacion: 'anulación',
}

/** `usuario.invitacion_anulada` → `Usuarios: invitación anulada`. */
export function wordsOf(accion: string): string {
  const [tema = '', what = ''] = accion.split('.')
  const words = what
    .split('_')
    .map((word) => ACENTOS[word] ?? word)
    .join(' ')
  return `${TEMA[tema] ?? tema}: ${words}`
}

/** What is told of it, one phrase a field; what is nothing is left out. */
export const detailsOf = (detalle: Suceso['detalle']): string[] =>
  Object.entries(detalle)
    .filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => `${name}: ${said(value)}`)

const said = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(said).join(', ')
  if (typeof value === 'boolean') return value ? 'sí' : 'no'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

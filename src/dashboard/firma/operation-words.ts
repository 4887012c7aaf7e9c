// Operations over many companies in words (areas/firma §5).

import type { BodyOf, DataOf } from '../api/client'
import type { Me } from '../api/sesion'
import type { Word } from '../ui/status'

export type TipoOperacion = BodyOf<'POST /v1/firma/operaciones'>['tipo']
type Operacion = DataOf<'GET /v1/firma/operaciones/:id'>
export type DeEmpresa = Operacion['empresas'][number]

export const NOMBRE_OPERACION: Readonly<Record<TipoOperacion, string>> = {
  'rcv.sincronizar': 'Traer el registro de compras y ventas',
  'bte.sincronizar': 'Traer las boletas de terceros del mes que cerró',
  'buzon.leer': 'Leer el buzón de correo',
  'acuse.refrescar': 'Preguntar qué dijeron los receptores',
}

/** The right that the API asks for each. */
export const PERMISO_OPERACION: Readonly<Record<TipoOperacion, Me['permisos'][number]>> = {
  'rcv.sincronizar': 'rcv:sincronizar',
  'bte.sincronizar': 'bte:emitir',
  'buzon.leer': 'recibidos:gestionar',
  'acuse.refrescar': 'consultas:ejecutar',
}

export const ESTADO_OPERACION: Readonly<Record<Operacion['estado'], Word>> = {
  en_curso: ['◐', 'En curso', 'espera'],
  terminada: ['✓', 'Terminada', 'bien'],
  cancelada: ['○', 'Cancelada', 'neutro'],
}

export const ESTADO_EMPRESA: Readonly<Record<DeEmpresa['estado'], Word>> = {
  espera: ['○', 'Espera su turno', 'neutro'],
  en_curso: ['◐', 'En curso', 'espera'],
  ok: ['✓', 'Hecha', 'bien'],
  fallida: ['✕', 'No se pudo', 'mal'],
  omitida: ['○', 'No se hizo', 'neutro'],
}

export const MOTIVO: Readonly<Record<NonNullable<DeEmpresa['motivo']>, string>> = {
  sin_trabajo: 'No había nada que hacer',
  cancelada: 'Se canceló antes de su turno',
  eliminada: 'La empresa se eliminó',
}

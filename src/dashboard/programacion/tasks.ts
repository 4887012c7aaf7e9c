// The tasks of a schedule in words, as the API lists them: one that has no words here yet is shown by its own name (jobs §7).

import type { Permiso } from '../../domain/permisos'
import type { DataOf } from '../api/client'
import type { Word } from '../ui/status'

export type Programacion = DataOf<'GET /v1/empresa/:id/programacion'>
export type Estado = Programacion['estado'][number]
/** The settings of a task, under the API's names. */
export type Ajustes = Readonly<Record<string, boolean | string | number>>

interface Words {
  nombre: string
  que: string
  /** The cost of one run. */
  gasta(ajustes: Ajustes): string
  /** The permission for its operation: running it now needs it. */
  permiso: Permiso
}

const TAREAS: Readonly<Record<string, Words>> = {
  rcv: {
    nombre: 'Registro de compras y ventas',
    que: 'Trae del SII las compras y las ventas de los últimos meses.',
    gasta: ({ periodos }) => `Gasta una consulta por cada mes: hasta ${periodos}.`,
    permiso: 'rcv:sincronizar',
  },
  acuse: {
    nombre: 'Qué dijeron los receptores',
    que: 'Pregunta por las facturas a crédito emitidas, si el receptor las aceptó o las reclamó.',
    gasta: ({ max_por_dia }) => `Gasta una consulta por cada documento: hasta ${max_por_dia}.`,
    permiso: 'consultas:ejecutar',
  },
  folios: {
    nombre: 'Folios',
    que: 'Pide folios de los tipos que se están acabando, según la alerta de cada uno.',
    gasta: () => 'Gasta una consulta por cada pedido de folios.',
    permiso: 'folios:administrar',
  },
  bte: {
    nombre: 'Boletas de terceros',
    que: 'Lee del SII, una vez al mes, las boletas de terceros del mes que cerró.',
    gasta: () => 'Gasta una consulta.',
    permiso: 'bte:emitir',
  },
  buzon: {
    nombre: 'Buzón de correo',
    que: 'Lee los documentos que los proveedores mandan por correo.',
    gasta: () => 'No gasta consultas.',
    permiso: 'recibidos:gestionar',
  },
  rcof: {
    nombre: 'Consumo de folios (RCOF)',
    que: 'Envía el consumo de folios de cada día que no lo tiene. Ya no es obligatorio.',
    gasta: ({ dias_atras }) => `Gasta una consulta por cada día sin informar: hasta ${dias_atras}.`,
    permiso: 'rcof:enviar',
  },
}

export const wordsOf = (tarea: string): Words =>
  TAREAS[tarea] ?? {
    nombre: tarea,
    que: '',
    gasta: () => 'Gasta las consultas de lo que pida al SII.',
    permiso: 'empresa:administrar',
  }

const CAMPOS: Readonly<Record<string, readonly [label: string, hint: string]>> = {
  hora: ['Hora de Chile', 'La empresa va hasta 20 minutos después, siempre los mismos.'],
  periodos: ['Meses', 'El presente entre ellos; del día 26 en adelante sólo el presente.'],
  cada_minutos: ['Cada cuántos minutos', 'De 1 a 1440.'],
  dias_atras: ['Días hacia atrás', 'Antes de hoy: se envía cada uno que no tiene consumo de folios.'],
  dia: ['Día del mes', 'De cada mes: se lee el anterior.'],
  max_por_dia: ['Documentos al día', 'Los más antiguos primero.'],
}

export const fieldOf = (campo: string): readonly [label: string, hint: string] =>
  CAMPOS[campo] ?? [campo.replaceAll('_', ' '), '']

export interface Task {
  estado: Estado
  activo: boolean
  ajustes: Ajustes
  /** The settings beside on and off. */
  campos: readonly string[]
}

/** In the order of the API's own list. */
export function tasksOf({ estado, ...tareas }: Programacion): Task[] {
  const all: Readonly<Record<string, Ajustes>> = tareas
  return estado.map((one) => {
    const ajustes = all[one.tarea] ?? {}
    const campos = Object.keys(ajustes).filter((campo) => campo !== 'activo')
    return { estado: one, activo: ajustes.activo === true, ajustes, campos }
  })
}

export const RESULTADO: Readonly<Record<NonNullable<Estado['resultado']>, Word>> = {
  en_curso: ['◐', 'En curso', 'espera'],
  ok: ['✓', 'Terminó', 'bien'],
  fallida: ['✕', 'Falló', 'mal'],
}

interface Remedio {
  que: string
  href?: string
  verbo?: string
  permiso?: Permiso
}

export const REMEDIO: Readonly<Record<NonNullable<Estado['omitida']>, Remedio>> = {
  PLAN_LIMIT: {
    que: 'Puede ejecutarla usted, o esperar el mes siguiente.',
    href: '/plan',
    verbo: 'Ver el plan',
    permiso: 'billing:administrar',
  },
  PORTAL_LOCKED: {
    que: 'Vea por qué la rehusó, y ejecútela.',
    href: '/acceso-sii',
    verbo: 'Ver el acceso al SII',
    permiso: 'empresa:leer',
  },
  SIN_CREDENCIAL: {
    que: 'Cargue un certificado.',
    href: '/certificado',
    verbo: 'Ver el certificado',
    permiso: 'empresa:leer',
  },
  PAUSA: { que: 'Se intenta otra vez a su hora.' },
}
const BUZON: Remedio = {
  que: 'Guarde el buzón de la empresa, o guárdelo otra vez si el servidor de correo rehusó la clave.',
  href: '/buzon',
  verbo: 'Ver el buzón',
  permiso: 'recibidos:leer',
}

/** The remedy of an omitted turn; it leads nowhere when waiting is all there is. */
export const remedyOf = (tarea: string, omitida: NonNullable<Estado['omitida']>): Remedio =>
  tarea === 'buzon' ? BUZON : REMEDIO[omitida]

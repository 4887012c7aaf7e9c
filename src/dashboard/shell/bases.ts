// Where operations that run as jobs are asked for and listed (jobs §6): what stands before `/trabajos`, and which screen is theirs.

import type { Permiso } from '../../domain/permisos'
import type { ApiRoute } from '../api/client'

/** The path before `/trabajos`. */
export type Base =
  | '/v1/rcv'
  | '/v1/dte/acuse'
  | '/v1/dte/rcof'
  | '/v1/dte/folios'
  | '/v1/bte'
  | '/v1/clientes'
  | '/v1/historia'
  | '/v1/compras-internacionales'
  | '/v1/recibidos'

interface Lugar {
  nombre: string
  leer: Permiso
  /** For retrying and discarding. */
  actuar: Permiso
  /** The screen where such are asked for; it lists them too. */
  href: string
  /** The routes whose answers the end of one makes old. */
  envejece: readonly ApiRoute[]
}

export const BASES: Readonly<Record<Base, Lugar>> = {
  '/v1/rcv': {
    nombre: 'Registro de compras y ventas',
    leer: 'rcv:leer',
    actuar: 'rcv:sincronizar',
    href: '/registro',
    envejece: [
      'GET /v1/rcv',
      'GET /v1/rcv/:periodo',
      'GET /v1/rcv/:periodo/cambios',
      'GET /v1/rcv/:periodo/cuadratura',
      'GET /v1/rcv/:periodo/f29',
      'GET /v1/rcv/:periodo/vinculaciones',
      'GET /v1/rcv/:periodo/nc-pendientes',
    ],
  },
  '/v1/dte/acuse': {
    nombre: 'Aceptaciones y reclamos',
    leer: 'rcv:leer',
    actuar: 'acuse:registrar',
    href: '/por-aceptar',
    envejece: ['GET /v1/dte/acuse', 'GET /v1/dte/acuse/pendientes'],
  },
  '/v1/dte/rcof': {
    nombre: 'Consumo de folios (RCOF)',
    leer: 'dte:leer',
    actuar: 'rcof:enviar',
    href: '/rcof',
    envejece: ['GET /v1/dte/rcof', 'GET /v1/dte/rcof/:fecha', 'GET /v1/dte/rcof/:fecha/previa'],
  },
  '/v1/dte/folios': {
    nombre: 'Folios',
    leer: 'folios:leer',
    actuar: 'folios:administrar',
    href: '/folios',
    envejece: [
      'GET /v1/dte/folios',
      'GET /v1/dte/folios/huecos',
      'GET /v1/dte/folios/por-anular',
      'GET /v1/dte/folios/pronostico',
      'GET /v1/resumen',
    ],
  },
  '/v1/bte': {
    nombre: 'Boletas de terceros',
    leer: 'bte:leer',
    actuar: 'bte:emitir',
    href: '/honorarios',
    envejece: ['GET /v1/bte', 'GET /v1/bte/:folio', 'GET /v1/bte/resumen/:periodo', 'GET /v1/bte/tasa'],
  },
  '/v1/compras-internacionales': {
    nombre: 'Compras internacionales',
    leer: 'compras_int:leer',
    actuar: 'compras_int:gestionar',
    href: '/compras-internacionales',
    envejece: [
      'GET /v1/compras-internacionales',
      'GET /v1/compras-internacionales/:id',
      'GET /v1/compras-internacionales/estados-cuenta',
      'GET /v1/compras-internacionales/estados-cuenta/:id',
    ],
  },
  '/v1/clientes': {
    nombre: 'Clientes',
    leer: 'clientes:leer',
    actuar: 'clientes:escribir',
    href: '/clientes',
    envejece: ['GET /v1/clientes', 'GET /v1/clientes/:id', 'GET /v1/clientes/:id/historial'],
  },
  '/v1/historia': {
    nombre: 'Historia de otro sistema',
    leer: 'dte:leer',
    actuar: 'historia:gestionar',
    href: '/operaciones',
    envejece: ['GET /v1/documentos', 'GET /v1/dte/folios', 'GET /v1/resumen'],
  },
  '/v1/recibidos': {
    nombre: 'Documentos recibidos',
    leer: 'recibidos:leer',
    actuar: 'recibidos:gestionar',
    href: '/operaciones',
    envejece: [
      'GET /v1/recibidos',
      'GET /v1/recibidos/mensajes',
      'GET /v1/recibidos/:id',
      'GET /v1/recibidos/respuestas',
      'GET /v1/empresa/:id/buzon',
    ],
  },
}

export const TODAS = Object.keys(BASES) as Base[]

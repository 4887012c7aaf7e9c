// Under which key an answer is kept. Everything of a company stands under its id and environment, so that no two can mix.

import { contexto, type Ruta } from './client'

/** Paths about a person or the server, whatever company is looked at. */
const SIN_EMPRESA: readonly Ruta[] = [
  'GET /auth/me',
  'GET /auth/sesiones',
  'GET /listo',
  'GET /salud',
  'GET /cambios',
]

/** The cache key of a route asked with `pedido`. */
export const claveOf = (ruta: Ruta, pedido?: unknown) =>
  SIN_EMPRESA.includes(ruta)
    ? (['', '', ruta, pedido ?? null] as const)
    : ([contexto.empresaId ?? '', contexto.ambiente ?? '', ruta, pedido ?? null] as const)

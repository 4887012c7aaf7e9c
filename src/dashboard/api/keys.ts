// Under which key an answer is kept. Everything of a company stands under its id and environment, so that no two can mix.

import { type ApiRoute, contexto } from './client'

/** Paths about a person or the server, whatever company is looked at. */
const SIN_EMPRESA: readonly ApiRoute[] = [
  'GET /auth/me',
  'GET /auth/sesiones',
  'GET /listo',
  'GET /salud',
  'GET /cambios',
]

/** The cache key of a route asked with `request`. */
export const claveOf = (route: ApiRoute, request?: unknown) =>
  SIN_EMPRESA.includes(route)
    ? (['', '', route, request ?? null] as const)
    : ([contexto.empresaId ?? '', contexto.ambiente ?? '', route, request ?? null] as const)

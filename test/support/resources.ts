// Plain resources, a row each. Four walks of test/http read it: whose ids a stranger is refused (aislamiento), which line each act leaves
// (auditoria), what an example needs (examples), and that what was made is answered with 201 (estados).

import { rutDv } from '../../src/domain/rut'
import type { CompanyApp, Headers0, Tenant, TestApp } from './test-app'

interface Act {
  /** The line that it leaves in the log of changes. */
  accion: string
  body?: object
  /** Acts without which it cannot be. */
  after?: readonly string[]
}

interface Resource {
  /** Where one of them stands, before its id. */
  at: string
  /** The line that a new one leaves. */
  accion: string
  /** The body that makes the nth one. `mark` stands in it where it may. */
  body(n: number, mark: string, tenant: Tenant): object
  /** By method and route. */
  acts: Readonly<Record<string, Act>>
}

const rutOf = (n: number): string => `${90_000_100 + n}-${rutDv(`${90_000_100 + n}`)}`

/** By the path that makes one with POST. */
export const RESOURCES: Readonly<Record<string, Resource>> = {
  '/v1/clientes': {
    at: '/v1/clientes',
    accion: 'cliente.creado',
    body: (n, mark) => ({ rut: rutOf(n), razon_social: mark, notas: mark }),
    acts: {
      'PUT /v1/clientes/:id': { accion: 'cliente.cambiado', body: { giro: 'Aceros' } },
      'DELETE /v1/clientes/:id': { accion: 'cliente.eliminado' },
      'POST /v1/clientes/:id/restaurar': {
        accion: 'cliente.restaurado',
        after: ['DELETE /v1/clientes/:id'],
      },
    },
  },
  '/v1/apikeys': {
    at: '/v1/apikeys',
    accion: 'apikey.creada',
    body: (_, mark, { empresaId }) => ({ nombre: mark, empresa_id: empresaId }),
    acts: {
      'POST /v1/apikeys/:id/rotar': { accion: 'apikey.rotada' },
      'DELETE /v1/apikeys/:id': { accion: 'apikey.revocada' },
    },
  },
  '/v1/usuarios/invitar': {
    at: '/v1/usuarios/invitaciones',
    accion: 'usuario.invitado',
    body: (n) => ({ email: `persona${n}@example.cl`, rol: 'lector', empresas: [] }),
    acts: { 'DELETE /v1/usuarios/invitaciones/:id': { accion: 'usuario.invitacion_anulada' } },
  },
  '/v1/plantilla': {
    at: '/v1/plantilla/versiones',
    accion: 'plantilla.creada',
    body: (_, mark) => ({ nombre: mark }),
    acts: {
      'PUT /v1/plantilla/versiones/:id/activar': { accion: 'plantilla.activada' },
      'PUT /v1/plantilla/versiones/:id/desactivar': {
        accion: 'plantilla.desactivada',
        after: ['PUT /v1/plantilla/versiones/:id/activar'],
      },
      'DELETE /v1/plantilla/versiones/:id': { accion: 'plantilla.eliminada' },
    },
  },
}

let made = 0
export const bodyOf = (path: string, tenant: Tenant, mark = 'Aceros del Maule S.A.'): object =>
  RESOURCES[path]!.body(++made, mark, tenant)

/** Sends an act about one of them. */
export const play = (app: TestApp, route: string, id: string, headers: Headers0, body?: object) => {
  const [method = '', path = ''] = route.split(' ')
  const json = body && { body: JSON.stringify(body) }
  return app.request(method, path.replace(':id', id), {
    headers: { ...headers, ...(json && { 'content-type': 'application/json' }) },
    ...json,
  })
}

/** The id of a new one, with which `route` may be asked. */
export async function makeOne(
  app: CompanyApp,
  path: string,
  { mark, route = '' }: { mark?: string; route?: string } = {},
): Promise<string> {
  const { session } = app.tenant
  const { status, body } = await app.post(path, bodyOf(path, app.tenant, mark), session)
  if (status !== 201) throw new Error(`POST ${path}: ${status} ${JSON.stringify(body)}`)
  const { acts } = RESOURCES[path]!
  for (const before of acts[route]?.after ?? [])
    await play(app, before, body.data.id, session, acts[before]?.body)
  return body.data.id
}

/** The resource that a route with an id is about: the path that makes one. */
export const resourceOf = (path: string): string | undefined =>
  Object.keys(RESOURCES).find(
    (made) =>
      /^\/(:id|\{id\})/.test(path.slice(RESOURCES[made]!.at.length)) && path.startsWith(RESOURCES[made]!.at),
  )

// Plain resources, a row each. Four walks of test/http read it: whose ids a stranger is refused (aislamiento), which line each act leaves
// (auditoria), what an example needs (examples), and that what was made is answered with 201 (estados).

import { rutDv } from '../../src/domain/rut'
import { factura } from './emisor'
import { type CompanyApp, type Headers0, PASSWORD, type Tenant, type TestApp } from './test-app'

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
  '/v1/catalogo': {
    at: '/v1/catalogo',
    accion: 'producto.creado',
    body: (n, mark) => ({ codigo: `P-${n}`, nombre: mark, cuenta: mark }),
    acts: {
      'PUT /v1/catalogo/:id': { accion: 'producto.cambiado', body: { precio: '2.5' } },
      'DELETE /v1/catalogo/:id': { accion: 'producto.eliminado' },
      'POST /v1/catalogo/:id/restaurar': {
        accion: 'producto.restaurado',
        after: ['DELETE /v1/catalogo/:id'],
      },
    },
  },
  '/v1/contabilidad/reglas': {
    at: '/v1/contabilidad/reglas',
    accion: 'contabilidad.regla_creada',
    body: (n, mark) => ({
      orden: n,
      si: { libro: 'honorarios', componente: 'bruto' },
      cuenta: '1',
      glosa: mark,
    }),
    acts: {
      'PUT /v1/contabilidad/reglas/:id': {
        accion: 'contabilidad.regla_cambiada',
        body: { orden: 1, si: { libro: 'honorarios', componente: 'bruto' }, cuenta: '2' },
      },
      'DELETE /v1/contabilidad/reglas/:id': { accion: 'contabilidad.regla_eliminada' },
    },
  },
  '/v1/contabilidad/plantillas': {
    at: '/v1/contabilidad/plantillas',
    accion: 'contabilidad.plantilla_creada',
    body: (_, mark) => ({ nombre: mark, desde: 'defontana' }),
    acts: {
      'PUT /v1/contabilidad/plantillas/:id': {
        accion: 'contabilidad.plantilla_cambiada',
        body: { encabezado: false },
      },
      'DELETE /v1/contabilidad/plantillas/:id': { accion: 'contabilidad.plantilla_eliminada' },
    },
  },
  '/v1/borradores': {
    at: '/v1/borradores',
    accion: 'borrador.creado',
    body: (_, mark) => ({ solicitud: factura({ referencia_externa: mark }) }),
    acts: {
      'PUT /v1/borradores/:id': {
        accion: 'borrador.cambiado',
        body: { solicitud: { tipo_dte: 33 }, version: 1 },
      },
      'DELETE /v1/borradores/:id': { accion: 'borrador.descartado' },
    },
  },
  '/v1/recurrentes': {
    at: '/v1/recurrentes',
    accion: 'recurrente.creada',
    body: (_, mark) => ({
      nombre: mark,
      regla: { cada: 'mes', dias: ['ultimo_habil'], desde: '2026-12-01', veces: 12 },
      solicitud: factura({ referencia_externa: mark }),
    }),
    acts: {
      'PUT /v1/recurrentes/:id': { accion: 'recurrente.cambiada', body: { nombre: 'Soporte' } },
      'DELETE /v1/recurrentes/:id': { accion: 'recurrente.eliminada' },
      'POST /v1/recurrentes/:id/pausar': { accion: 'recurrente.pausada' },
      'POST /v1/recurrentes/:id/reanudar': {
        accion: 'recurrente.reanudada',
        after: ['POST /v1/recurrentes/:id/pausar'],
      },
      'POST /v1/recurrentes/:id/terminar': { accion: 'recurrente.terminada' },
      'POST /v1/recurrentes/:id/adelantar': { accion: 'recurrente.adelantada' },
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
  '/v1/webhooks': {
    at: '/v1/webhooks',
    accion: 'webhook.creado',
    body: (_, mark) => ({
      url: 'https://example.cl/secreto?t=oculto',
      descripcion: mark,
      secreto: 'un secreto de veinticuatro',
    }),
    acts: {
      'PUT /v1/webhooks/:id': {
        accion: 'webhook.cambiado',
        body: { url: 'https://example.cl/oculto', activo: false },
      },
      'POST /v1/webhooks/:id/activar': { accion: 'webhook.activado' },
      'POST /v1/webhooks/:id/rotar-secreto': { accion: 'webhook.secreto_rotado' },
      'DELETE /v1/webhooks/:id': { accion: 'webhook.eliminado' },
    },
  },
  '/v1/cuenta/exportaciones': {
    at: '/v1/cuenta/exportaciones',
    accion: 'cuenta.exportada',
    body: () => ({ password: PASSWORD }),
    acts: { 'DELETE /v1/cuenta/exportaciones/:id': { accion: 'cuenta.exportacion_borrada' } },
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

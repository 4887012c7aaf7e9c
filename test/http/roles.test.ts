// Every route against every role and every scope (contract §15): allowed, or 403. The table below is the contract's, written
// again by hand; which permission a route asks is what the route itself declares.

import { beforeAll, describe, expect, test } from 'bun:test'
import { ACCESS, type Access } from '../../src/http/credential'
import { detailOf } from '../../src/http/openapi'
import { invitePerson } from '../support/personas'
import { type Headers0, type Tenant, type TestApp, testAppWithCompany } from '../support/test-app'

const READS = ['dte:leer', 'folios:leer', 'rcv:leer', 'bte:leer', 'clientes:leer', 'empresa:leer']
const WRITES = [
  'dte:emitir',
  'dte:anular',
  'folios:administrar',
  'rcv:sincronizar',
  'acuse:registrar',
  'rcof:enviar',
  'bte:emitir',
  'clientes:escribir',
  'empresa:administrar',
  'plantilla:administrar',
  'webhooks:administrar',
  'apikeys:administrar',
  'usuarios:administrar',
  'consultas:ejecutar',
  'compras_int:gestionar',
]
const MAY: Record<string, string[]> = {
  propietario: [...READS, ...WRITES, 'billing:administrar'],
  administrador: [...READS, ...WRITES],
  emisor: [...READS, 'dte:emitir', 'dte:anular', 'bte:emitir', 'clientes:escribir', 'consultas:ejecutar'],
  contador: [...READS, 'rcv:sincronizar', 'acuse:registrar', 'rcof:enviar', 'consultas:ejecutar'],
  lector: READS,
}

let app: TestApp & { tenant: Tenant }
let sessions: Record<string, Headers0>
beforeAll(async () => {
  app = await testAppWithCompany()
  sessions = { propietario: app.tenant.session }
  for (const rol of Object.keys(MAY).slice(1))
    sessions[rol] = (await invitePerson(app, app.tenant.session, rol)).session
})

const guarded = () => {
  const routes = app.app.elysia.routes.map((route) => ({
    ...route,
    name: `${route.method} ${route.path}`,
    access: detailOf(route)[ACCESS] as Access,
  }))
  return routes.filter(({ access }) => !access.publico)
}
/** 403 by role or scope; a refusal of another kind comes after that door. No id of these exists, so nothing is done. */
const isShut = async ({ method, path }: { method: string; path: string }, headers: Headers0) => {
  const { status, body } = await app.request(method, path.replace(/:\w+/g, '1'), { headers })
  expect(status).not.toBe(401)
  return status === 403 && ['FORBIDDEN', 'SCOPE_REQUIRED', 'SESSION_REQUIRED'].includes(body.code)
}

describe('a role', () => {
  test.each(Object.keys(MAY))('%s opens the routes of its permissions and no other', async (rol) => {
    const wrong: string[] = []
    for (const route of guarded()) {
      const { permiso, soloPropietario } = route.access
      const allowed = soloPropietario
        ? rol === 'propietario'
        : permiso === null || MAY[rol]!.includes(permiso)
      if ((await isShut(route, sessions[rol]!)) === allowed) wrong.push(`${rol}: ${route.name}`)
    }
    expect(wrong).toEqual([])
  })

  test('of an owner is asked for by the log of changes alone', () => {
    const owners = guarded().filter(({ access }) => access.soloPropietario)
    expect(owners.map(({ name }) => name)).toEqual(['GET /v1/auditoria'])
  })
})

describe('a scope', () => {
  test('opens the routes that ask for it and no other; none opens what is for people', async () => {
    const asked = [...new Set(guarded().flatMap(({ access }) => access.permiso ?? []))]
    expect(asked.length).toBeGreaterThan(6)
    const wrong: string[] = []
    for (const scope of asked) {
      const created = await app.post(
        '/v1/apikeys',
        { nombre: scope, empresa_id: app.tenant.empresaId, scopes: [scope] },
        app.tenant.session,
      )
      const key = { 'x-api-key': created.body.data.api_key }
      for (const route of guarded()) {
        const { permiso, soloSesion } = route.access
        const allowed = !soloSesion && permiso === scope
        if ((await isShut(route, key)) === allowed) wrong.push(`${scope}: ${route.name}`)
      }
    }
    expect(wrong).toEqual([])
  })
})

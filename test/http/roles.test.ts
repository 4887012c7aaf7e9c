// Every route against every role and every scope (http §15): allowed, or 403. The table below is that of
// domain/permisos.ts, written again by hand; which permission a route asks is what the route itself declares.

import { beforeAll, describe, expect, test } from 'bun:test'
import { ACCESS, type Access } from '../../src/http/credential'
import { detailOf } from '../../src/http/openapi'
import { invitePerson } from '../support/personas'
import { type CompanyApp, type Headers0, testAppWithCompany } from '../support/test-app'

const READS = [
  'dte:leer',
  'folios:leer',
  'rcv:leer',
  'bte:leer',
  'clientes:leer',
  'catalogo:leer',
  'contabilidad:leer',
  'empresa:leer',
  'recibidos:leer',
  'compras_int:leer',
]
const WRITES = [
  'dte:emitir',
  'dte:anular',
  'borradores:escribir',
  'recurrentes:gestionar',
  'folios:administrar',
  'rcv:sincronizar',
  'acuse:registrar',
  'rcof:enviar',
  'bte:emitir',
  'clientes:escribir',
  'catalogo:escribir',
  'contabilidad:administrar',
  'contabilidad:exportar',
  'empresa:administrar',
  'plantilla:administrar',
  'webhooks:administrar',
  'apikeys:administrar',
  'usuarios:administrar',
  'consultas:ejecutar',
  'recibidos:gestionar',
  'compras_int:gestionar',
  'historia:gestionar',
]
const MAY: Record<string, string[]> = {
  propietario: [...READS, ...WRITES, 'billing:administrar'],
  administrador: [...READS, ...WRITES],
  emisor: [
    ...READS,
    'dte:emitir',
    'dte:anular',
    'borradores:escribir',
    'recurrentes:gestionar',
    'bte:emitir',
    'clientes:escribir',
    'catalogo:escribir',
    'consultas:ejecutar',
  ],
  contador: [
    ...READS,
    'borradores:escribir',
    'rcv:sincronizar',
    'acuse:registrar',
    'rcof:enviar',
    'consultas:ejecutar',
    'recibidos:gestionar',
    'compras_int:gestionar',
    'historia:gestionar',
    'contabilidad:administrar',
    'contabilidad:exportar',
  ],
  lector: READS,
}

let app: CompanyApp
let sessions: Record<string, Headers0>
beforeAll(async () => {
  app = await testAppWithCompany()
  sessions = { propietario: app.tenant.session }
  for (const rol of Object.keys(MAY).slice(1))
    sessions[rol] = (await invitePerson(app, app.tenant.session, rol)).session
})

/** Ends the session that asks, and so the walk: test/areas/auth/cookie.slow.test.ts has it. */
const ENDS = ['DELETE /auth/cookie']

const guarded = () => {
  const routes = app.app.elysia.routes.map((route) => ({
    ...route,
    name: `${route.method} ${route.path}`,
    access: detailOf(route)[ACCESS] as Access,
  }))
  return routes.filter(({ access, name }) => !access.publico && !ENDS.includes(name))
}
/** 403 by role or scope; a refusal of another kind comes after that door. No id of these exists, so nothing is done. */
const isShut = async ({ method, path }: { method: string; path: string }, headers: Headers0) => {
  const { status, body } = await app.request(method, path.replace(/:\w+/g, '1'), { headers })
  expect(status).not.toBe(401)
  return status === 403 && ['FORBIDDEN', 'SCOPE_REQUIRED', 'SESSION_REQUIRED'].includes(body.code)
}

/** The demands of a route beside its declared permission. */
const TAMBIEN: Record<string, string> = {
  'POST /v1/compras-internacionales/:id/emitir': 'compras_int:gestionar',
}
/** The permissions that open a route beside its declared one. */
const ALTERNATIVA: Record<string, string> = {
  'GET /v1/tipos-cambio': 'dte:leer',
  'GET /v1/tipos-cambio/banco': 'dte:leer',
}
const opens = (name: string, permisos: readonly string[], permiso: string): boolean =>
  [permiso, TAMBIEN[name] ?? permiso].every((one) => permisos.includes(one)) ||
  (ALTERNATIVA[name] !== undefined && permisos.includes(ALTERNATIVA[name]))

describe('a role', () => {
  test.each(Object.keys(MAY))('%s opens the routes of its permissions and no other', async (rol) => {
    const wrong: string[] = []
    for (const route of guarded()) {
      const { permiso, soloPropietario } = route.access
      const allowed = soloPropietario
        ? rol === 'propietario'
        : permiso === null || opens(route.name, MAY[rol]!, permiso)
      if ((await isShut(route, sessions[rol]!)) === allowed) wrong.push(`${rol}: ${route.name}`)
    }
    expect(wrong).toEqual([])
  })

  test('of an owner is asked for by the log of changes, what all people of the account must have, its leaving, and the copies of the server', () => {
    const owners = guarded().filter(({ access }) => access.soloPropietario)
    expect(owners.map(({ name }) => name).sort()).toEqual([
      'DELETE /v1/cuenta/exportaciones/:id',
      'GET /v1/auditoria',
      'GET /v1/cuenta/exportaciones',
      'GET /v1/cuenta/exportaciones/:id/archivo',
      'GET /v1/respaldos',
      'POST /v1/cuenta/exportaciones',
      'POST /v1/respaldos',
      'PUT /v1/cuenta/segundo-factor',
    ])
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
        const allowed = !soloSesion && permiso !== null && opens(route.name, [scope], permiso)
        if ((await isShut(route, key)) === allowed) wrong.push(`${scope}: ${route.name}`)
      }
    }
    expect(wrong).toEqual([])
  })
})

describe('a person limited to some companies of the account', () => {
  // By hand: what changes or tells the account as a whole. The rest is of a company, or of the person.
  const ENTERA = [
    'DELETE /simulador/contribuyentes/:rut',
    'DELETE /simulador/fallas',
    'DELETE /v1/billing/checkout/:id',
    'DELETE /v1/cuenta/exportaciones/:id',
    'DELETE /v1/usuarios/:id',
    'DELETE /v1/usuarios/:id/segundo-factor',
    'DELETE /v1/usuarios/invitaciones/:id',
    'GET /simulador/contribuyentes',
    'GET /v1/auditoria',
    'GET /v1/billing/checkout/:id',
    'GET /v1/billing/cobros',
    'GET /v1/billing/suscripcion',
    'GET /v1/cuenta/exportaciones',
    'GET /v1/cuenta/exportaciones/:id/archivo',
    'GET /v1/respaldos',
    'GET /v1/usuarios',
    'GET /v1/usuarios/invitaciones',
    'POST /v1/billing/cancelar',
    'POST /v1/billing/checkout',
    'POST /v1/billing/checkout/:id/confirmar',
    'POST /v1/billing/reactivar',
    'POST /v1/cuenta/exportaciones',
    'POST /v1/empresa',
    'POST /v1/respaldos',
    'POST /v1/usuarios/invitar',
    'PUT /v1/cuenta',
    'PUT /v1/cuenta/plan',
    'PUT /v1/cuenta/segundo-factor',
    'PUT /v1/usuarios/:id',
  ]
  let limited: Headers0

  beforeAll(async () => {
    const who = await invitePerson(app, app.tenant.session, 'administrador', {
      email: 'limitada@example.cl',
      empresas: [app.tenant.empresaId],
    })
    // With every permission that a person can be given beside the role's.
    const put = { permisos_extra: ['billing:administrar'] }
    expect((await app.put(`/v1/usuarios/${who.id}`, put, app.tenant.session)).status).toBe(200)
    await app.post('/v1/empresa/seleccionar', { empresa_id: app.tenant.empresaId }, who.session)
    limited = who.session
  })

  test('does nothing that belongs to the whole account', async () => {
    const shut: string[] = []
    for (const route of guarded()) if (await isShut(route, limited)) shut.push(route.name)
    expect(shut.sort()).toEqual(ENTERA)
  })

  test('is told why', async () => {
    const { status, body } = await app.put('/v1/cuenta', { nombre: 'Otra' }, limited)
    expect([status, body.code]).toEqual([403, 'FORBIDDEN'])
    expect(body.error).toContain('limitado a algunas de sus empresas')
    const invited = await app.post(
      '/v1/usuarios/invitar',
      { email: 'nueva@example.cl', rol: 'lector', empresas: [app.tenant.empresaId] },
      limited,
    )
    expect(invited.body.error).toContain('limitado a algunas de sus empresas')
  })

  test('gives no key what is denied to the person, nor takes over one that has it', async () => {
    const { empresaId } = app.tenant
    const made = await app.post(
      '/v1/apikeys',
      { nombre: 'propia', empresa_id: empresaId, scopes: ['usuarios:administrar'] },
      limited,
    )
    expect(made.status).toBe(403)
    const owners = await app.post(
      '/v1/apikeys',
      { nombre: 'de la dueña', empresa_id: empresaId, scopes: ['usuarios:administrar'] },
      app.tenant.session,
    )
    expect((await app.post(`/v1/apikeys/${owners.body.data.id}/rotar`, {}, limited)).status).toBe(403)
  })

  test('sees in /auth/me what remains', async () => {
    const { permisos } = (await app.get('/auth/me', limited)).body.data
    expect(permisos).toContain('empresa:administrar')
    expect(permisos).not.toContain('usuarios:administrar')
    expect(permisos).not.toContain('billing:administrar')
  })
})

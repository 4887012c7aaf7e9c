// People of an account besides its owner, come in by invitation.

import { PERMISOS } from '../../src/domain/permisos'
import type { Headers0, Tenant, TestApp } from './test-app'
import { PASSWORD } from './test-app'

export interface Persona {
  id: string
  email: string
  token: string
  refreshToken: string
  session: Headers0
}

export const tokenOf = (enlace: string): string => enlace.split('#token=')[1]!

/** Invites somebody as `by`, accepts and opens a session. */
export async function invitePerson(
  app: TestApp,
  by: Headers0,
  rol: string,
  { email = `${rol}@example.cl`, empresas = [] as string[], tipos_dte = [] as number[] } = {},
): Promise<Persona> {
  const invited = await app.post('/v1/usuarios/invitar', { email, rol, empresas, tipos_dte }, by)
  if (invited.status !== 201) throw new Error(JSON.stringify(invited.body))
  const body = { token: tokenOf(invited.body.data.enlace), nombre: `Persona ${rol}`, password: PASSWORD }
  const accepted = await app.post('/auth/invite/accept', body, {})
  if (accepted.status !== 201) throw new Error(JSON.stringify(accepted.body))
  const { access_token, refresh_token, usuario } = accepted.body.data
  return {
    id: usuario.id,
    email,
    token: access_token,
    refreshToken: refresh_token,
    session: { authorization: `Bearer ${access_token}` },
  }
}

/** A key of a company that may do all that a key may. */
export async function keyOf(app: TestApp, session: Headers0, empresaId: string): Promise<Headers0> {
  const body = { nombre: 'todo', empresa_id: empresaId, scopes: PERMISOS }
  const made = await app.post('/v1/apikeys', body, session)
  return { 'x-api-key': made.body.data.api_key }
}

/** A sibling company of the tenant's account and a key for it. */
export async function siblingOf(app: TestApp, tenant: Tenant, empresa: Record<string, unknown>) {
  const { id } = (await app.post('/v1/empresa', empresa, tenant.session)).body.data
  return { id: id as string, key: await keyOf(app, tenant.session, id) }
}

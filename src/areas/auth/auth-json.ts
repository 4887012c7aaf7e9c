// Tokens and people as the API speaks of them (http §14).

import { type Static, type TProperties, Type } from '@sinclair/typebox'
import { SIGNIFICADO_ROL } from '../../domain/permisos'
import { ACCESS_TOKEN_SECONDS } from '../../http/access-token'
import { Exact, Leido, Nullable, OneOf, PermisoJson } from '../../http/envelope'
import { EmpresaBreve } from '../empresa'
import type { Tokens } from './sesiones'
import type { Cuenta, Usuario } from './usuario-store'

const UsuarioJson = Exact({
  id: Type.String(),
  nombre: Type.String(),
  email: Type.String(),
  rol: OneOf(SIGNIFICADO_ROL, { 'x-nombre': 'Rol' }),
})

export const toUsuarioJson = ({ id, nombre, email, rol }: Usuario): Static<typeof UsuarioJson> => ({
  id,
  nombre,
  email,
  rol,
})

export const CuentaJson = Exact({
  id: Type.String(),
  nombre: Type.String(),
  email: Type.String(),
  plan: Type.String(),
  created_at: Type.String(),
})

export const toCuentaJson = ({ id, nombre, email, plan, createdAt }: Cuenta): Static<typeof CuentaJson> => ({
  id,
  nombre,
  email,
  plan,
  created_at: createdAt,
})

/** At least ten characters (http §14); the ceiling only keeps a novel from being hashed. */
export const Password = Type.String({ minLength: 10, maxLength: 200, examples: ['una frase larga y propia'] })

/** A code of the authenticator, or one of recovery. */
export const CodigoFactor = Type.String({
  minLength: 6,
  maxLength: 40,
  description: 'Los seis dígitos de la aplicación, o un código de recuperación.',
  examples: ['287082'],
})

const OBJETO = { type: 'object', additionalProperties: true }

/** A passkey's answer. What is in it is the browser's, which adds to it: the ceremony reads it. */
export const CredencialJson = Leido<unknown>({
  ...OBJETO,
  description: 'Lo que da `toJSON()` de la credencial del navegador (WebAuthn).',
  examples: [{ id: 'AQID', rawId: 'AQID', type: 'public-key', response: {} }],
})

/** Options of a ceremony for the browser. `reader`: the function that reads them there. */
export const OpcionesJson = (reader: string) =>
  Leido<object>({ ...OBJETO, description: `Para ${reader} en el navegador (WebAuthn).` })

const tokenFields = {
  access_token: Type.String({ description: 'Va en Authorization: Bearer; dura una hora.' }),
  refresh_token: Type.String({ description: 'Sirve una vez para renovar; dura 7 días.' }),
  token_type: Type.Literal('Bearer'),
  expires_in: Type.Integer({ description: 'Segundos de vida del access_token.' }),
}

/** Tokens stand in `data` and at top level alike: the published interface does not say where (http §14), so both readings work. */
export const TokensReply = <T extends TProperties>(more: T) =>
  Exact({ ok: Type.Literal(true), data: Exact({ ...tokenFields, ...more }), ...tokenFields })

/** The reply of a route that gives tokens. */
export function tokensReply<T extends object>({ accessToken, refreshToken }: Tokens, more: T) {
  const fields = {
    access_token: accessToken,
    refresh_token: refreshToken,
    token_type: 'Bearer' as const,
    expires_in: ACCESS_TOKEN_SECONDS,
  }
  return { ok: true as const, data: { ...fields, ...more }, ...fields }
}

export const sessionFields = { usuario: UsuarioJson, empresa_activa: Nullable(EmpresaBreve) }

export const Me = Exact({
  usuario: Exact({ id: Type.String(), nombre: Type.String(), email: Type.String() }),
  rol: OneOf(SIGNIFICADO_ROL, { 'x-nombre': 'Rol' }),
  permisos: Type.Array(PermisoJson),
  tipos_dte: Type.Array(Type.Integer(), { description: 'Los que puede emitir; vacía, todos.' }),
  empresas: Type.Array(EmpresaBreve),
  empresa_activa: Nullable(EmpresaBreve),
  falta_segundo_factor: Type.Boolean({
    description: 'La cuenta exige un segundo factor y la persona no lo tiene: sólo puede activarlo.',
  }),
  envia_correo: Type.Boolean({
    description: 'Si este servidor envía correo; en `simulacion` lo hace el simulador a los suyos.',
  }),
})

// A passkey shown again in a session, instead of a code (http §14.2).

import { Type } from '@sinclair/typebox'
import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { Datos, Exact } from '../../http/envelope'
import { shownUntil } from '../../http/second-factor'
import { CredencialJson, OpcionesJson } from './auth-json'
import type { Ceremonies } from './ceremonies'
import type { PasskeyProof } from './passkey-proof'
import type { Passkeys } from './passkeys'
import type { Sesiones } from './sesiones'
import { siteOf } from './site'
import type { UsuarioStore } from './usuario-store'

interface Deps extends Pick<AreaDeps, 'credential' | 'audit' | 'clock'> {
  usuarios: UsuarioStore
  passkeys: Passkeys
  ceremonies: Ceremonies
  passkeyProof: PasskeyProof
  sesiones: Sesiones
  publicUrl: string | null
}

const tags = ['Autenticacion']

export const passkeyConfirmRoutes = ({
  credential,
  audit,
  clock,
  usuarios,
  passkeys,
  ceremonies,
  passkeyProof,
  sesiones,
  publicUrl,
}: Deps) => {
  const confirming = (sesionId: string): string => `confirmar ${sesionId}`
  return newArea(credential)
    .post(
      '/auth/llaves-acceso/confirmar/comenzar',
      ({ tenant, request }) => {
        const site = siteOf(request, publicUrl)
        const allowed = passkeys.requireUsable(tenant.usuarioId, site)
        const opciones = ceremonies.request(site, allowed, confirming(tenant.sesionId))
        return { ok: true as const, data: { opciones } }
      },
      {
        session: true,
        response: Datos(
          Exact({ opciones: OpcionesJson('`PublicKeyCredential.parseRequestOptionsFromJSON()`') }),
        ),
        detail: {
          tags,
          summary: 'Comienza a confirmar el segundo factor con una llave de acceso',
          'x-errores': ['INVALID_STATE'],
        },
      },
    )
    .post(
      '/auth/llaves-acceso/confirmar',
      async ({ tenant, body, request }) => {
        const { usuarioId, sesionId } = tenant
        const site = siteOf(request, publicUrl)
        await passkeyProof.ofSession(
          usuarios.find(usuarioId)!,
          body.credencial,
          site,
          confirming(sesionId),
          tenant,
        )
        audit(
          tenant,
          () => sesiones.markFactor(sesionId),
          () => ({
            accion: 'auth.segundo_factor_confirmado',
            objeto: sesionId,
            detalle: { con: 'llave_acceso' },
          }),
        )
        const now = clock()
        return { ok: true as const, data: { confirmado_hasta: shownUntil(now.toISOString(), now)! } }
      },
      {
        session: true,
        body: Exact({ credencial: CredencialJson }),
        response: Datos(Exact({ confirmado_hasta: Type.String() })),
        detail: {
          tags,
          summary: 'Confirma el segundo factor en esta sesión con una llave de acceso',
          'x-errores': ['RATE_LIMIT', 'INVALID_STATE'],
          description: 'Vale lo mismo que `POST /auth/segundo-factor/confirmar`.',
        },
      },
    )
}

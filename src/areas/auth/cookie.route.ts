// POST and DELETE /auth/cookie: the session of a browser, which no script of its page can read (http §14).

import { Type } from '@sinclair/typebox'
import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import type { SessionCookies } from '../../http/session-cookie'
import type { Sesiones } from './sesiones'

interface Deps extends Pick<AreaDeps, 'credential' | 'audit'> {
  sesiones: Sesiones
  cookies: SessionCookies
}

const tags = ['Autenticacion']

const hecho = (description: string) => ({
  204: {
    description,
    headers: {
      'Set-Cookie': {
        description: 'La cookie de la sesión.',
        required: true,
        schema: { type: 'string' as const },
      },
    },
  },
})

export const cookieRoutes = ({ credential, audit, sesiones, cookies }: Deps) =>
  newArea(credential)
    .post(
      '/auth/cookie',
      ({ tenant, request, set, status }) => {
        const { secret, end } = sesiones.toCookie(tenant.sesionId)
        set.headers['set-cookie'] = cookies.give(request, secret, end)
        return status(204, undefined)
      },
      {
        anySession: true,
        response: { 204: Type.Void() },
        detail: {
          tags,
          summary: 'Sigue la sesión por cookie, en un navegador',
          'x-errores': ['INVALID_STATE'],
          security: [{ sesion: [] }],
          responses: hecho('La sesión sigue por la cookie'),
          description:
            'Se pide con el access_token de la sesión, una vez por sesión. Desde entonces su refresh_token no sirve, y la sesión ' +
            'dura 7 días desde su último uso y 30 desde que se inició, también por su access_token.\n\nLa cookie (`HttpOnly`, `SameSite=Strict`) ' +
            'vale donde vale una sesión, también en `/v1/events/stream`; no se mira si viene `Authorization`, `X-API-Key` o ' +
            '`?ticket=`. Fuera de GET y HEAD exige `Origin` de este servidor: 403 `FORBIDDEN` sin él.',
        },
      },
    )
    .delete(
      '/auth/cookie',
      ({ tenant, request, set, status }) => {
        audit(
          tenant,
          () => sesiones.end(tenant.usuarioId, tenant.sesionId),
          () => ({ accion: 'auth.sesion_cerrada', objeto: tenant.sesionId }),
        )
        set.headers['set-cookie'] = cookies.clear(request)
        return status(204, undefined)
      },
      {
        anySession: true,
        response: { 204: Type.Void() },
        detail: {
          tags,
          summary: 'Cierra la sesión y borra su cookie',
          responses: hecho('La sesión está cerrada'),
        },
      },
    )

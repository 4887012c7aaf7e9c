// POST /auth/login/llave-acceso: a session by a passkey, alone or after the password (http §14.2).

import { Type } from '@sinclair/typebox'
import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { Datos, Exact } from '../../http/envelope'
import {
  CredencialJson,
  OpcionesJson,
  sessionFields,
  TokensReply,
  tokensReply,
  toUsuarioJson,
} from './auth-json'
import type { Ceremonies } from './ceremonies'
import { type Entry, purposeOf } from './entry'
import type { Passkeys } from './passkeys'
import { siteOf } from './site'

interface Deps extends Pick<AreaDeps, 'credential'> {
  entry: Entry
  passkeys: Passkeys
  ceremonies: Ceremonies
  clientIp: (request: Request) => string | null
  publicUrl: string | null
}

const tags = ['Autenticacion']
const Ticket = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'El de `POST /auth/login`; sin él, la llave basta.',
  }),
)

export const passkeyLoginRoutes = ({ credential, entry, passkeys, ceremonies, clientIp, publicUrl }: Deps) =>
  newArea(credential)
    .post(
      '/auth/login/llave-acceso/comenzar',
      ({ body: { ticket = null }, request }) => {
        const site = siteOf(request, publicUrl)
        const allowed = ticket === null ? [] : passkeys.requireUsable(entry.halfway(ticket).id, site)
        const opciones = ceremonies.request(site, allowed, purposeOf(ticket))
        return { ok: true as const, data: { opciones } }
      },
      {
        publico: true,
        body: Exact({ ticket: Ticket }),
        response: Datos(
          Exact({ opciones: OpcionesJson('`PublicKeyCredential.parseRequestOptionsFromJSON()`') }),
        ),
        detail: {
          tags,
          summary: 'Comienza a entrar con una llave de acceso',
          'x-errores': ['INVALID_STATE', 'TOKEN_INVALID', 'TOKEN_EXPIRED'],
          description:
            'Sin `ticket` la persona elige en su navegador una llave de este servidor; con él sirven las de quien acertó la contraseña.',
        },
      },
    )
    .post(
      '/auth/login/llave-acceso',
      async ({ body: { ticket = null, credencial }, request }) => {
        const site = siteOf(request, publicUrl)
        const origen = { ip: clientIp(request), agente: request.headers.get('user-agent') }
        const { tokens, usuario, empresaActiva } = await entry.loginByPasskey(
          ticket,
          credencial,
          site,
          origen,
        )
        return tokensReply(tokens, { usuario: toUsuarioJson(usuario), empresa_activa: empresaActiva })
      },
      {
        publico: true,
        body: Exact({ ticket: Ticket, credencial: CredencialJson }),
        response: TokensReply(sessionFields),
        detail: {
          tags,
          summary: 'Inicia una sesión con una llave de acceso',
          'x-errores': [
            'INVALID_CREDENTIALS',
            'INVALID_STATE',
            'TOKEN_INVALID',
            'TOKEN_EXPIRED',
            'RATE_LIMIT',
          ],
          description:
            'Vale por contraseña y segundo factor: no pide código. La respuesta del navegador sirve una vez, dentro de 5 minutos. Las ' +
            'erradas cuentan como contraseñas erradas.',
        },
      },
    )

// POST /auth/register, POST /auth/login and its second step (http §14).

import { Type } from '@sinclair/typebox'
import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { Exact } from '../../http/envelope'
import { Correo, Rut, Texto } from '../../http/formats'
import {
  CodigoFactor,
  CuentaJson,
  Password,
  sessionFields,
  TokensReply,
  toCuentaJson,
  tokensReply,
  toUsuarioJson,
} from './auth-json'
import type { Entry, Origen } from './entry'

interface Deps extends Pick<AreaDeps, 'credential'> {
  entry: Entry
  clientIp: (request: Request) => string | null
}

const tags = ['Autenticacion']

const RegisterBody = Exact({
  nombre: Type.String({ minLength: 1, maxLength: 100, examples: ['Marta Peña'] }),
  email: Correo(),
  password: Password,
  empresa: Type.Optional(
    Exact({ rut: Rut(), razon_social: Texto(100, { examples: ['Ferretería Ñuble Limitada'] }) }),
  ),
})

export const entryRoutes = ({ credential, entry, clientIp }: Deps) => {
  const origenOf = (request: Request): Origen => ({
    ip: clientIp(request),
    agente: request.headers.get('user-agent'),
  })
  return newArea(credential)
    .post(
      '/auth/register',
      async ({ body, request, status }) => {
        const { tokens, cuenta, usuario, empresaActiva } = await entry.register(body, origenOf(request))
        return status(
          201,
          tokensReply(tokens, {
            usuario: toUsuarioJson(usuario),
            empresa_activa: empresaActiva,
            cuenta: toCuentaJson(cuenta),
          }),
        )
      },
      {
        publico: true,
        body: RegisterBody,
        response: { 201: TokensReply({ ...sessionFields, cuenta: CuentaJson }) },
        detail: {
          tags,
          summary: 'Registra una cuenta y a su propietario',
          'x-errores': ['FORBIDDEN', 'ALREADY_EXISTS', 'RATE_LIMIT'],
          description:
            'En un servidor propio sólo el primer registro está abierto, salvo con TIMBRE_OPEN_REGISTRATION=true. La empresa, ' +
            'si se nombra, queda en simulacion y se completa con PUT /v1/empresa/:id. Diez registros de una dirección en 15 minutos son el límite.',
        },
      },
    )
    .post(
      '/auth/login',
      async ({ body, request }) => {
        const { tokens, usuario, empresaActiva } = await entry.login(
          body.email,
          body.password,
          origenOf(request),
        )
        return tokensReply(tokens, { usuario: toUsuarioJson(usuario), empresa_activa: empresaActiva })
      },
      {
        publico: true,
        body: Exact({
          email: Type.String({ maxLength: 80, examples: ['facturas@example.cl'] }),
          password: Type.String({ maxLength: 200, examples: ['una frase larga y propia'] }),
        }),
        response: TokensReply(sessionFields),
        detail: {
          tags,
          summary: 'Inicia una sesión',
          'x-errores': ['INVALID_CREDENTIALS', 'SECOND_FACTOR_REQUIRED', 'RATE_LIMIT'],
          description:
            'A quien tiene un segundo factor responde 401 `SECOND_FACTOR_REQUIRED`, y `detalles` trae el `ticket` con que sigue en ' +
            '`POST /auth/login/segundo-factor`.\n\nLa empresa activa es la última que usó la persona, o la única que ve; con varias y ninguna usada es null. Con diez ' +
            'intentos fallidos en 15 minutos, por correo o por dirección, responde 429 con Retry-After.',
        },
      },
    )
    .post(
      '/auth/login/segundo-factor',
      async ({ body, request }) => {
        const { tokens, usuario, empresaActiva } = await entry.loginByCode(
          body.ticket,
          body.codigo,
          origenOf(request),
        )
        return tokensReply(tokens, { usuario: toUsuarioJson(usuario), empresa_activa: empresaActiva })
      },
      {
        publico: true,
        body: Exact({ ticket: Type.String({ minLength: 1, maxLength: 200 }), codigo: CodigoFactor }),
        response: TokensReply(sessionFields),
        detail: {
          tags,
          summary: 'Inicia una sesión: el segundo factor',
          'x-errores': ['INVALID_CREDENTIALS', 'TOKEN_INVALID', 'TOKEN_EXPIRED', 'RATE_LIMIT'],
          description:
            'El ticket es el de `POST /auth/login`: sirve 5 minutos, para esto y una vez. Un código vale una vez, con 30 segundos de ' +
            'diferencia entre los relojes. Los errados cuentan como contraseñas erradas; tras cien seguidos sólo sirve uno de recuperación.',
        },
      },
    )
}

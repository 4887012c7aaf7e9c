// POST /v1/usuarios/invitar, GET and DELETE /v1/usuarios/invitaciones, POST /auth/invite/accept (http §14, §22).

import { Type } from '@sinclair/typebox'
import type { Clock } from '../../base/clock'
import type { Log } from '../../base/log'
import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { Datos, Exact, Lista } from '../../http/envelope'
import { accountRequest } from '../../http/idempotency'
import { answerList, listQuery, sourceOfFew } from '../../http/listing'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import {
  type Entry,
  Password,
  type Passwords,
  type SendMail,
  sessionFields,
  TokensReply,
  tokensReply,
  toUsuarioJson,
  type UsuarioStore,
} from '../auth'
import type { EmpresaStore } from '../empresa'
import type { Invitacion, InvitacionStore } from './invitacion-store'
import type { Invitaciones } from './invitaciones'
import { invitationMail } from './invitation-mail'
import { InvitacionJson, InvitacionNueva, InvitarBody, toInvitacion } from './usuario-json'

interface Deps extends Pick<AreaDeps, 'credential' | 'audit' | 'idempotency'> {
  clock: Clock
  log: Log
  invitaciones: InvitacionStore
  invitar: Invitaciones
  usuarios: UsuarioStore
  empresas: EmpresaStore
  entry: Entry
  passwords: Passwords
  sendMail: SendMail | null
  publicUrl: string | null
  clientIp: (request: Request) => string | null
}

const tags = ['Usuarios']
const INVITACIONES = { words: ({ email, rol }: Invitacion) => [email, rol], orden: '-creada_en' }

export const invitacionRoutes = (deps: Deps) => {
  const { credential, audit, idempotency, clock, log, invitaciones, invitar } = deps
  const { entry, passwords, sendMail, clientIp } = deps
  const linkOf = (token: string, request: Request): string =>
    // Behind the #: no proxy's log keeps it.
    `${deps.publicUrl ?? new URL(request.url).origin}/invitacion#token=${token}`

  return newArea(credential)
    .post(
      '/v1/usuarios/invitar',
      ({ tenant, body, request, set }) => {
        let send = () => {}
        const answer = idempotency.create({ set }, accountRequest(request, tenant, body), () => {
          const { invitacion, token } = audit(
            tenant,
            () => invitar.invite(tenant, body),
            ({ invitacion: { id, email, rol, empresas, tiposDte } }) => ({
              accion: 'usuario.invitado',
              objeto: id,
              detalle: { email, rol, empresas, tipos_dte: tiposDte },
            }),
          )
          const { id, email, rol, expiraEn } = invitacion
          const enlace = linkOf(token, request)
          send = () =>
            // The link is in the answer: mail that does not leave is no reason to fail.
            void sendMail?.(invitationMail(invitacion, enlace, deps)).catch((error: unknown) =>
              log.warn('usuarios.invitacion_no_enviada', { invitacion_id: id, error }),
            )
          return { id, email, rol, expira_en: expiraEn, enlace, por_correo: sendMail !== null }
        })
        send()
        return answer
      },
      {
        accountPermission: 'usuarios:administrar',
        factorShown: true,
        body: InvitarBody,
        response: { 201: Datos(InvitacionNueva) },
        detail: {
          tags,
          parameters: [IDEMPOTENCY_PARAMETER],
          summary: 'Invita a una persona a la cuenta',
          'x-errores': ['ALREADY_EXISTS', 'PLAN_FEATURE'],
          description:
            'El enlace sirve 7 días y una vez; se acepta con POST /auth/invite/accept y el token que lleva tras `#token=`. Invitar de nuevo al mismo correo anula el enlace anterior. Con servidor de correo el enlace sale además por correo (`por_correo`); sin él, entréguelo usted.',
        },
      },
    )
    .get(
      '/v1/usuarios/invitaciones',
      ({ tenant: { cuentaId }, query, request }) => {
        const now = clock()
        return answerList(
          { query, request },
          INVITACIONES,
          sourceOfFew({
            rows: (limit, offset) => invitaciones.list(cuentaId, limit, offset),
            total: () => invitaciones.count(cuentaId),
          }),
          (invitacion) => toInvitacion(invitacion, now),
        )
      },
      {
        accountPermission: 'usuarios:administrar',
        query: Exact(listQuery('el correo o el rol', INVITACIONES.orden)),
        response: Lista(InvitacionJson),
        detail: { tags, summary: 'Las invitaciones sin aceptar, la más nueva primero' },
      },
    )
    .delete(
      '/v1/usuarios/invitaciones/:id',
      ({ tenant, params, status }) => {
        audit(
          tenant,
          () => invitar.revoke(tenant.cuentaId, params.id),
          ({ email }) => ({ accion: 'usuario.invitacion_anulada', objeto: params.id, detalle: { email } }),
        )
        return status(204, undefined)
      },
      {
        accountPermission: 'usuarios:administrar',
        factorShown: true,
        params: Exact({ id: Type.String() }),
        response: { 204: Type.Void() },
        detail: { tags, summary: 'Anula una invitación', 'x-errores': ['INVALID_STATE'] },
      },
    )
    .post(
      '/auth/invite/accept',
      async ({ body, request, status }) => {
        // Before the costly hash, which nobody without an invitation may ask for.
        const { cuentaId, id, email: nombre } = invitar.read(body.token)
        const passwordHash = await passwords.hash(body.password)
        const ip = clientIp(request)
        const usuario = audit(
          { cuentaId, empresaId: null, usuarioId: null, apiKeyId: null, ip, nombre },
          () => invitar.accept(body.token, body.nombre, passwordHash),
          ({ id: objeto, email, rol }) => ({
            accion: 'usuario.invitacion_aceptada',
            objeto,
            detalle: { email, rol, invitacion: id },
          }),
        )
        const agente = request.headers.get('user-agent')
        const { tokens, empresaActiva } = await entry.enter(usuario, { ip, agente })
        return status(
          201,
          tokensReply(tokens, { usuario: toUsuarioJson(usuario), empresa_activa: empresaActiva }),
        )
      },
      {
        publico: true,
        body: Exact({
          token: Type.String({ minLength: 1, maxLength: 200 }),
          nombre: Type.String({ minLength: 1, maxLength: 100, examples: ['Marta Peña'] }),
          password: Password,
        }),
        response: { 201: TokensReply(sessionFields) },
        detail: {
          tags: ['Autenticacion'],
          summary: 'Acepta una invitación y abre la primera sesión',
          'x-errores': ['TOKEN_INVALID', 'TOKEN_EXPIRED', 'INVALID_STATE', 'ALREADY_EXISTS', 'PLAN_FEATURE'],
          description:
            'TOKEN_INVALID si la invitación no existe o fue anulada, TOKEN_EXPIRED si venció, INVALID_STATE si ya se aceptó, ALREADY_EXISTS si el correo ya tiene un usuario.',
        },
      },
    )
}

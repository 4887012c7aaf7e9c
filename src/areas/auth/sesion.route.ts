// POST /auth/refresh, POST /auth/logout, GET /auth/me, GET and DELETE /auth/sesiones (http §14).

import { Type } from '@sinclair/typebox'
import { AppError } from '../../domain/errors'
import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { Datos, Exact, Lista, Nullable } from '../../http/envelope'
import { answerList, listQuery, sourceOfFew } from '../../http/listing'
import { type EmpresaStore, toBreve } from '../empresa'
import { actorOf } from './actor'
import { Me, TokensReply, tokensReply } from './auth-json'
import type { SendMail } from './password-mail'
import type { Sesion, Sesiones } from './sesiones'
import type { Usuario, UsuarioStore } from './usuario-store'

interface Deps extends Pick<AreaDeps, 'credential' | 'audit'> {
  sesiones: Sesiones
  usuarios: UsuarioStore
  empresas: EmpresaStore
  /** Null without a mail server. */
  sendMail: SendMail | null
  clientIp: (request: Request) => string | null
}

const tags = ['Autenticacion']
const ABIERTAS = { words: ({ ip, agente }: Sesion) => [ip, agente], orden: '-last_used_at' }
// Long enough for an access token: one sent by mistake is to be told as what it is.
const RefreshBody = Exact({ refresh_token: Type.String({ minLength: 1, maxLength: 2000 }) })

// One page of companies is all that a person can be shown to choose from at once.
const COMPANIES_MAX = 1000

const SesionJson = Exact({
  id: Type.String(),
  created_at: Type.String(),
  last_used_at: Type.String(),
  ip: Nullable(Type.String()),
  agente: Nullable(Type.String({ description: 'El User-Agent con que se inició.' })),
  actual: Type.Boolean({ description: 'La de este token.' }),
})

export const sesionRoutes = ({
  credential,
  audit,
  sesiones,
  usuarios,
  empresas,
  sendMail,
  clientIp,
}: Deps) => {
  const end = (usuario: Usuario, ip: string | null, sesionId: string): void => {
    audit(
      actorOf(usuario, ip),
      () => sesiones.end(usuario.id, sesionId),
      () => ({ accion: 'auth.sesion_cerrada', objeto: sesionId }),
    )
  }
  return newArea(credential)
    .post('/auth/refresh', async ({ body }) => tokensReply(await sesiones.refresh(body.refresh_token), {}), {
      publico: true,
      body: RefreshBody,
      response: TokensReply({}),
      detail: {
        tags,
        summary: 'Renueva los tokens',
        'x-errores': ['TOKEN_INVALID', 'TOKEN_EXPIRED', 'REFRESH_REUSED'],
        description: 'Cada refresh_token sirve una vez; usarlo de nuevo cierra la sesión (REFRESH_REUSED).',
      },
    })
    .post(
      '/auth/logout',
      ({ body, request, status }) => {
        const found = sesiones.ofToken(body.refresh_token)
        // A token that says nothing to us is no fault: the aim is reached.
        const usuario = found && usuarios.find(found.usuarioId)
        if (usuario) end(usuario, clientIp(request), found.sesionId)
        return status(204, undefined)
      },
      {
        publico: true,
        body: RefreshBody,
        response: { 204: Type.Void() },
        detail: { tags, summary: 'Cierra la sesión' },
      },
    )
    .get(
      '/auth/me',
      ({ tenant }) => {
        const usuario = usuarios.find(tenant.usuarioId)
        if (!usuario) throw new AppError('TOKEN_INVALID', 'El usuario de esta sesión ya no existe')
        const active = tenant.empresaId && empresas.findAny(tenant.cuentaId, tenant.empresaId)
        const own = empresas.list(tenant.cuentaId, tenant.empresas, COMPANIES_MAX, 0).map(toBreve)
        return {
          ok: true as const,
          data: {
            usuario: { id: usuario.id, nombre: usuario.nombre, email: usuario.email },
            rol: usuario.rol,
            permisos: [...tenant.permisos],
            tipos_dte: [...(tenant.tiposDte ?? [])],
            empresas: own,
            empresa_activa: active ? toBreve(active) : null,
            envia_correo: sendMail !== null,
            falta_segundo_factor: tenant.factorMissing === true,
          },
        }
      },
      {
        anySession: true,
        response: Datos(Me),
        detail: { tags, summary: 'Quién es el usuario, qué puede y en qué empresas' },
      },
    )
    .get(
      '/auth/sesiones',
      ({ tenant: { usuarioId, sesionId }, query, request }) =>
        answerList(
          { query, request },
          ABIERTAS,
          sourceOfFew({
            rows: (limit, offset) => sesiones.list(usuarioId, limit, offset),
            total: () => sesiones.count(usuarioId),
          }),
          ({ id, createdAt, lastUsedAt, ip, agente }) => ({
            id,
            created_at: createdAt,
            last_used_at: lastUsedAt,
            ip,
            agente,
            actual: id === sesionId,
          }),
        ),
      {
        session: true,
        query: Exact(listQuery('la dirección o el navegador', ABIERTAS.orden)),
        response: Lista(SesionJson),
        detail: { tags, summary: 'Las sesiones abiertas de la persona' },
      },
    )
    .delete(
      '/auth/sesiones/:id',
      ({ tenant, params, status }) => {
        audit(
          tenant,
          () => {
            if (!sesiones.end(tenant.usuarioId, params.id))
              throw new AppError('NOT_FOUND', 'La sesión no existe')
          },
          () => ({ accion: 'auth.sesion_cerrada', objeto: params.id }),
        )
        return status(204, undefined)
      },
      {
        session: true,
        params: Exact({ id: Type.String() }),
        response: { 204: Type.Void() },
        detail: { tags, summary: 'Cierra una sesión propia, desde la solicitud siguiente' },
      },
    )
}

// POST /auth/refresh, POST /auth/logout, GET /auth/me (contract §14).

import { Type } from '@sinclair/typebox'
import { AppError } from '../../domain/errors'
import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { Datos, Exact } from '../../http/envelope'
import { type EmpresaStore, toBreve } from '../empresa'
import { Me, TokensReply, tokensReply } from './auth-json'
import type { Sesiones } from './sesiones'
import type { UsuarioStore } from './usuario-store'

interface Deps extends Pick<AreaDeps, 'credential'> {
  sesiones: Sesiones
  usuarios: UsuarioStore
  empresas: EmpresaStore
}

const tags = ['Autenticacion']
const RefreshBody = Exact({ refresh_token: Type.String({ minLength: 1, maxLength: 200 }) })

// One page of companies is all that a person can be shown to choose from at once.
const COMPANIES_MAX = 1000

export const sesionRoutes = ({ credential, sesiones, usuarios, empresas }: Deps) =>
  newArea(credential)
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
      ({ body, status }) => {
        sesiones.close(body.refresh_token)
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
        const own = empresas.list(tenant.cuentaId, COMPANIES_MAX, 0).map(toBreve)
        return {
          ok: true as const,
          data: {
            usuario: { id: usuario.id, nombre: usuario.nombre, email: usuario.email },
            rol: usuario.rol,
            permisos: [...tenant.permisos],
            empresas: own,
            empresa_activa: own.find(({ id }) => id === tenant.empresaId) ?? null,
          },
        }
      },
      {
        session: true,
        response: Datos(Me),
        detail: { tags, summary: 'Quién es el usuario, qué puede y en qué empresas' },
      },
    )

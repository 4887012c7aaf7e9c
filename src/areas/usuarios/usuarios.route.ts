// GET /v1/usuarios, PUT and DELETE /v1/usuarios/:id, and the second factor of who lost it (http §14.1, §22.1).

import { Type } from '@sinclair/typebox'
import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { Datos, Exact, Lista } from '../../http/envelope'
import { answerList, listQuery, sourceOfFew } from '../../http/listing'
import type { Factors, Usuario, UsuarioStore } from '../auth'
import { CambiosUsuario, toUsuario, UsuarioCompleto } from './usuario-json'
import type { Usuarios } from './usuarios'

interface Deps extends Pick<AreaDeps, 'credential' | 'audit'> {
  usuarios: UsuarioStore
  factors: Factors
  gente: Usuarios
}

const tags = ['Usuarios']
const PERSONAS = {
  words: ({ nombre, email, rol }: Usuario) => [nombre, email, rol],
  orden: 'created_at',
}
const IdUsuario = Exact({ id: Type.String() })

export const usuarioRoutes = ({ credential, audit, usuarios, factors, gente }: Deps) => {
  const toJson = (usuario: Usuario) =>
    toUsuario(usuario, factors.of(usuario.id) !== null, usuarios.lastUse(usuario.id))
  return newArea(credential)
    .get(
      '/v1/usuarios',
      ({ tenant: { cuentaId }, query, request }) =>
        answerList(
          { query, request },
          PERSONAS,
          sourceOfFew({
            rows: (limit, offset) => usuarios.list(cuentaId, limit, offset),
            total: () => usuarios.countIn(cuentaId),
          }),
          toJson,
        ),
      {
        accountPermission: 'usuarios:administrar',
        query: Exact(listQuery('su nombre, su correo o su rol', PERSONAS.orden)),
        response: Lista(UsuarioCompleto),
        detail: { tags, summary: 'Las personas de la cuenta' },
      },
    )
    .put(
      '/v1/usuarios/:id',
      ({ tenant, params, body }) => {
        const usuario = audit(
          tenant,
          () => gente.update(tenant, params.id, body),
          ({ email }) => ({ accion: 'usuario.cambiado', objeto: params.id, detalle: { email, ...body } }),
        )
        return { ok: true as const, data: toJson(usuario) }
      },
      {
        accountPermission: 'usuarios:administrar',
        factorShown: true,
        params: IdUsuario,
        body: CambiosUsuario,
        response: Datos(UsuarioCompleto),
        detail: {
          tags,
          summary: 'Cambia el rol, los permisos y los límites de una persona',
          'x-errores': ['CONFLICT'],
          description:
            'Lo que no se envía queda igual. Rige desde su solicitud siguiente. Nadie da ni cambia más de lo que él mismo puede; ' +
            'al último propietario no se le cambia el rol (409).',
        },
      },
    )
    .delete(
      '/v1/usuarios/:id',
      ({ tenant, params, status }) => {
        audit(
          tenant,
          () => gente.remove(tenant, params.id),
          ({ email, rol }) => ({ accion: 'usuario.eliminado', objeto: params.id, detalle: { email, rol } }),
        )
        return status(204, undefined)
      },
      {
        accountPermission: 'usuarios:administrar',
        factorShown: true,
        params: IdUsuario,
        response: { 204: Type.Void() },
        detail: {
          tags,
          summary: 'Elimina a una persona de la cuenta',
          'x-errores': ['CONFLICT'],
          description:
            'Se cierran sus sesiones y se anulan las invitaciones que hizo. Las llaves de API son de la empresa y siguen: revóquelas aparte. El último propietario no se elimina (409).',
        },
      },
    )
    .delete(
      '/v1/usuarios/:id/segundo-factor',
      ({ tenant, params, status }) => {
        audit(
          tenant,
          () => gente.resetFactor(tenant, params.id),
          ({ email }) => ({
            accion: 'usuario.segundo_factor_quitado',
            objeto: params.id,
            detalle: { email },
          }),
        )
        return status(204, undefined)
      },
      {
        session: 'usuarios:administrar',
        factorShown: true,
        params: IdUsuario,
        response: { 204: Type.Void() },
        detail: {
          tags,
          summary: 'Quita el segundo factor a una persona que lo perdió',
          'x-errores': ['INVALID_STATE'],
          description:
            'Se cierran sus sesiones. El propio se quita con `POST /auth/segundo-factor/quitar`. Si la cuenta lo exige, la persona activa otro al entrar.',
        },
      },
    )
}

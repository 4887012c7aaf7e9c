// People of an account and invitations to it as the API speaks of them (http §22.1).

import { type Static, Type } from '@sinclair/typebox'
import { TIPOS } from '../../domain/dte/tipos'
import { SIGNIFICADO_ROL } from '../../domain/permisos'
import { Exact, Nullable, OneOf, PermisoJson } from '../../http/envelope'
import { Correo } from '../../http/formats'
import { showAs } from '../../http/show-as'
import { derechosOf, type Usuario } from '../auth'
import type { Invitacion } from './invitacion-store'

const Rol = OneOf(SIGNIFICADO_ROL, { 'x-nombre': 'Rol', examples: ['emisor'] })

const Empresas = Type.Array(Type.String({ maxLength: 40 }), {
  uniqueItems: true,
  maxItems: 1000,
  description: 'Empresas de la cuenta que ve; vacía, todas, también las que se creen después.',
  examples: [['emp_01JD3Q8Z5V7K2M4N6P8R0S2T4V']],
})

const TiposDte = Type.Array(
  Type.Union(TIPOS.map(({ codigo, nombre }) => Type.Literal(codigo, { title: nombre }))),
  {
    uniqueItems: true,
    description: 'Tipos de documento que puede emitir; vacía, todos.',
    examples: [[39, 41]],
  },
)

const Permisos = (description: string, example: string) =>
  Type.Array(PermisoJson, { uniqueItems: true, description, examples: [[example]] })

/** Body of POST /v1/usuarios/invitar. */
export const InvitarBody = Exact({
  email: Correo(),
  rol: Rol,
  empresas: Empresas,
  tipos_dte: Type.Optional(TiposDte),
})
export type InvitarBody = Static<typeof InvitarBody>

/** Body of PUT /v1/usuarios/:id: what is absent stays. */
export const CambiosUsuario = Exact(
  {
    nombre: Type.Optional(Type.String({ minLength: 1, maxLength: 100, examples: ['Marta Peña'] })),
    rol: Type.Optional(Rol),
    permisos_extra: Type.Optional(Permisos('Permisos además de los del rol.', 'rcv:sincronizar')),
    permisos_quitados: Type.Optional(Permisos('Permisos del rol que no tiene.', 'dte:anular')),
    tipos_dte: Type.Optional(TiposDte),
    empresas: Type.Optional(Empresas),
  },
  { minProperties: 1 },
)
export type CambiosUsuario = Static<typeof CambiosUsuario>

export const UsuarioCompleto = Exact(
  {
    id: Type.String(),
    nombre: Type.String(),
    email: Type.String(),
    rol: Rol,
    permisos: Type.Array(PermisoJson, { description: 'Los del rol con sus cambios.' }),
    permisos_extra: Type.Array(PermisoJson),
    permisos_quitados: Type.Array(PermisoJson),
    tipos_dte: Type.Array(Type.Integer(), { description: 'Los que puede emitir; vacía, todos.' }),
    empresas: Type.Array(Type.String(), { description: 'Las que ve; vacía, todas.' }),
    created_at: Type.String(),
    segundo_factor: Type.Boolean({ description: 'Si lo tiene activo.' }),
    ultimo_uso: Nullable(Type.String({ description: 'Última vez que se usó una sesión suya.' })),
  },
  { 'x-nombre': 'UsuarioConPermisos' },
)

export const toUsuario = showAs(
  UsuarioCompleto,
  (usuario: Usuario, segundo_factor: boolean, ultimo_uso: string | null) => ({
    permisos: [...derechosOf(usuario).permisos],
    segundo_factor,
    ultimo_uso,
  }),
)

export const InvitacionJson = Exact(
  {
    id: Type.String(),
    email: Type.String(),
    rol: Rol,
    empresas: Type.Array(Type.String()),
    tipos_dte: Type.Array(Type.Integer()),
    estado: OneOf(['pendiente', 'vencida']),
    creada_en: Type.String(),
    expira_en: Type.String(),
  },
  { 'x-nombre': 'Invitacion' },
)

export const toInvitacion = showAs(InvitacionJson, ({ expiraEn, createdAt }: Invitacion, now: Date) => ({
  estado: expiraEn > now.toISOString() ? ('pendiente' as const) : ('vencida' as const),
  creada_en: createdAt,
}))

export const InvitacionNueva = Exact({
  id: Type.String(),
  email: Type.String(),
  rol: Rol,
  expira_en: Type.String(),
  enlace: Type.String({ description: 'Para entregar a la persona; se muestra sólo esta vez.' }),
  por_correo: Type.Boolean({
    description: 'Si el enlace sale además por correo; `false` en un servidor sin correo: entréguelo usted.',
  }),
})

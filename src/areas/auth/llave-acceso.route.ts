// The passkeys of the person who asks: registered, listed, renamed and deleted (http §14.2).

import { Type } from '@sinclair/typebox'
import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { Datos, Exact, Lista, Nullable } from '../../http/envelope'
import { Texto } from '../../http/formats'
import { answerList, listQuery, sourceOfFew } from '../../http/listing'
import { CredencialJson, OpcionesJson } from './auth-json'
import type { Ceremonies } from './ceremonies'
import type { Factors } from './factors'
import type { PasskeyProof } from './passkey-proof'
import type { Passkey, Passkeys } from './passkeys'
import type { Proof } from './proof'
import type { Sesiones } from './sesiones'
import { siteOf } from './site'
import type { UsuarioStore } from './usuario-store'

interface Deps extends Pick<AreaDeps, 'credential' | 'audit'> {
  usuarios: UsuarioStore
  passkeys: Passkeys
  ceremonies: Ceremonies
  passkeyProof: PasskeyProof
  proof: Proof
  factors: Factors
  sesiones: Sesiones
  publicUrl: string | null
}

const tags = ['Autenticacion']
const PROPIAS = { words: ({ nombre, sitio }: Passkey) => [nombre, sitio], orden: 'created_at' }

const Nombre = Texto(60, { minLength: 1, examples: ['El teléfono de Marta'] })

const LlaveJson = Exact(
  {
    id: Type.String(),
    nombre: Type.String(),
    sitio: Type.String({ description: 'El dominio en que sirve.', examples: ['facturas.example.cl'] }),
    created_at: Type.String(),
    last_used_at: Nullable(Type.String()),
  },
  { 'x-nombre': 'LlaveAcceso' },
)

const toJson = ({ id, nombre, sitio, createdAt, lastUsedAt }: Passkey) => ({
  id,
  nombre,
  sitio,
  created_at: createdAt,
  last_used_at: lastUsedAt,
})

export const llaveAccesoRoutes = ({
  credential,
  audit,
  usuarios,
  passkeys,
  ceremonies,
  passkeyProof,
  proof,
  factors,
  sesiones,
  publicUrl,
}: Deps) => {
  const personOf = (id: string) => usuarios.find(id)!
  const registering = (sesionId: string): string => `registrar ${sesionId}`
  return newArea(credential)
    .get(
      '/auth/llaves-acceso',
      ({ tenant: { usuarioId }, query, request }) =>
        answerList(
          { query, request },
          PROPIAS,
          sourceOfFew({
            rows: (limit, offset) => passkeys.list(usuarioId, limit, offset),
            total: () => passkeys.count(usuarioId),
          }),
          toJson,
        ),
      {
        anySession: true,
        query: Exact(listQuery('el nombre o el dominio', PROPIAS.orden)),
        response: Lista(LlaveJson),
        detail: { tags, summary: 'Las llaves de acceso de la persona' },
      },
    )
    .post(
      '/auth/llaves-acceso/comenzar',
      async ({ tenant, body, request }) => {
        const site = siteOf(request, publicUrl)
        const usuario = personOf(tenant.usuarioId)
        passkeys.requireRoom(usuario.id)
        await proof.ofPassword(usuario, body.password, tenant.ip)
        const taken = passkeys.list(usuario.id).map(({ credencial }) => credencial)
        const opciones = ceremonies.creation(site, usuario, taken, registering(tenant.sesionId))
        return { ok: true as const, data: { opciones } }
      },
      {
        anySession: true,
        factorShown: true,
        body: Exact({
          password: Type.String({ maxLength: 200, examples: ['una frase larga y propia'] }),
        }),
        response: Datos(
          Exact({ opciones: OpcionesJson('`PublicKeyCredential.parseCreationOptionsFromJSON()`') }),
        ),
        detail: {
          tags,
          summary: 'Comienza a registrar una llave de acceso',
          'x-errores': ['RATE_LIMIT', 'INVALID_STATE'],
          description:
            'Una llave de acceso (WebAuthn, «passkey») verifica a la persona con huella, rostro o PIN: por sí sola es contraseña y segundo ' +
            'factor. Sirve en `TIMBRE_PUBLIC_URL`, con https y un dominio, o en localhost; en otra dirección responde 409. La respuesta del ' +
            'navegador va a `POST /auth/llaves-acceso` desde la misma sesión, dentro de 5 minutos.',
        },
      },
    )
    .post(
      '/auth/llaves-acceso',
      async ({ tenant, body, request, status }) => {
        const { usuarioId, sesionId } = tenant
        const site = siteOf(request, publicUrl)
        const key = await passkeyProof.ofNew(body.credencial, site, registering(sesionId))
        const { llave, codes } = audit(
          tenant,
          () => {
            // The answer was verified meanwhile, and whoever ended the session wanted nothing more of it.
            sesiones.requireOpen(sesionId)
            const isFirst = factors.of(usuarioId) === null
            const llave = passkeys.add(usuarioId, body.nombre, site.rpId, key)
            factors.endOthers(usuarioId, sesionId)
            sesiones.markFactor(sesionId)
            return { llave, codes: isFirst ? factors.renew(usuarioId) : null }
          },
          ({ llave }) => ({
            accion: 'auth.llave_acceso_creada',
            objeto: llave.id,
            detalle: { nombre: llave.nombre },
          }),
        )
        return status(201, { ok: true as const, data: { ...toJson(llave), codigos_recuperacion: codes } })
      },
      {
        anySession: true,
        body: Exact({ nombre: Nombre, credencial: CredencialJson }),
        response: {
          201: Datos(
            Exact({
              ...LlaveJson.properties,
              codigos_recuperacion: Nullable(
                Type.Array(Type.String(), {
                  description: 'Diez, si es el primer segundo factor de la persona. Se muestran sólo aquí.',
                }),
              ),
            }),
          ),
        },
        detail: {
          tags,
          summary: 'Registra una llave de acceso',
          'x-errores': ['INVALID_STATE', 'ALREADY_EXISTS'],
          description: 'Se cierran las demás sesiones de la persona; ésta sigue.',
        },
      },
    )
    .put(
      '/auth/llaves-acceso/:id',
      ({ tenant, params, body: { nombre } }) => {
        const before = audit(
          tenant,
          () => passkeys.rename(tenant.usuarioId, params.id, nombre),
          (before) => ({
            accion: 'auth.llave_acceso_renombrada',
            objeto: params.id,
            detalle: { nombre, antes: before.nombre },
          }),
        )
        return { ok: true as const, data: toJson({ ...before, nombre }) }
      },
      {
        session: true,
        factorShown: true,
        params: Exact({ id: Type.String() }),
        body: Exact({ nombre: Nombre }),
        response: Datos(LlaveJson),
        detail: { tags, summary: 'Cambia el nombre de una llave de acceso propia' },
      },
    )
    .delete(
      '/auth/llaves-acceso/:id',
      ({ tenant, params, status }) => {
        audit(
          tenant,
          () => passkeys.remove(tenant.usuarioId, params.id),
          ({ nombre }) => ({
            accion: 'auth.llave_acceso_eliminada',
            objeto: params.id,
            detalle: { nombre },
          }),
        )
        return status(204, undefined)
      },
      {
        session: true,
        factorShown: true,
        params: Exact({ id: Type.String() }),
        response: { 204: Type.Void() },
        detail: {
          tags,
          summary: 'Elimina una llave de acceso propia',
          description:
            'Con la última, si no hay aplicación de códigos, dejan de servir los códigos de recuperación.',
        },
      },
    )
}

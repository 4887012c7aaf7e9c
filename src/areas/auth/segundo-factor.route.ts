// The second factor of the person who asks: begun, confirmed, ended, and its recovery codes (http §14.1).

import { Type } from '@sinclair/typebox'
import { renderSVG } from 'uqr'
import { AppError } from '../../domain/errors'
import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { Datos, Exact, Nullable } from '../../http/envelope'
import { shownUntil } from '../../http/second-factor'
import { CodigoFactor } from './auth-json'
import type { Factors } from './factors'
import type { Proof } from './proof'
import type { Sesiones } from './sesiones'
import { uriOf } from './totp'
import type { UsuarioStore } from './usuario-store'

interface Deps extends Pick<AreaDeps, 'credential' | 'audit' | 'clock'> {
  usuarios: UsuarioStore
  factors: Factors
  proof: Proof
  sesiones: Sesiones
}

const tags = ['Autenticacion']

const FactorJson = Exact(
  {
    activo: Type.Boolean(),
    desde: Nullable(Type.String({ description: 'Cuándo se activó.' })),
    codigos_restantes: Nullable(Type.Integer({ description: 'Códigos de recuperación sin usar.' })),
    exigido: Type.Boolean({ description: 'Si la cuenta lo exige a todas sus personas.' }),
    confirmado_hasta: Nullable(
      Type.String({ description: 'Hasta cuándo esta sesión no lo vuelve a pedir; null: lo pediría.' }),
    ),
  },
  { 'x-nombre': 'SegundoFactor' },
)

const Codigos = Exact(
  {
    codigos_recuperacion: Type.Array(Type.String(), {
      description: 'Diez, cada uno sirve una vez. Se muestran sólo aquí.',
      examples: [['KRUG-QZLU-NBSS-AYLO']],
    }),
  },
  { 'x-nombre': 'CodigosRecuperacion' },
)

const Actual = Type.String({ maxLength: 200, examples: ['una frase larga y propia'] })
const Ambos = Exact({ password: Actual, codigo: CodigoFactor })

export const segundoFactorRoutes = ({
  credential,
  audit,
  clock,
  usuarios,
  factors,
  proof,
  sesiones,
}: Deps) => {
  const personOf = (id: string) => usuarios.find(id)!
  function requireOn(usuarioId: string): void {
    if (!factors.of(usuarioId)) throw new AppError('INVALID_STATE', 'No tiene un segundo factor activo')
  }
  return newArea(credential)
    .get(
      '/auth/segundo-factor',
      ({ tenant }) => {
        const factor = factors.of(tenant.usuarioId)
        const { desde = null, codigos = null } = factor ?? {}
        return {
          ok: true as const,
          data: {
            activo: factor !== null,
            desde,
            codigos_restantes: codigos,
            exigido: factors.isDemanded(tenant.cuentaId),
            confirmado_hasta: factor && shownUntil(tenant.factorShownAt, clock()),
          },
        }
      },
      {
        anySession: true,
        response: Datos(FactorJson),
        detail: { tags, summary: 'El segundo factor de la persona' },
      },
    )
    .post(
      '/auth/segundo-factor',
      async ({ tenant, body }) => {
        const usuario = personOf(tenant.usuarioId)
        const requireOff = (): void => {
          if (factors.of(usuario.id))
            throw new AppError('INVALID_STATE', 'Ya tiene un segundo factor; quítelo para poner otro')
        }
        requireOff()
        await proof.ofPassword(usuario, body.password, tenant.ip)
        // Another request may have confirmed one while the password was compared.
        requireOff()
        const secreto = factors.begin(usuario.id)
        const uri = uriOf(secreto, usuario.email)
        return { ok: true as const, data: { secreto, uri, qr_svg: renderSVG(uri, QR) } }
      },
      {
        anySession: true,
        body: Exact({ password: Actual }),
        response: Datos(
          Exact({
            secreto: Type.String({ description: 'En base32, para escribirlo a mano.' }),
            uri: Type.String({ description: 'La dirección `otpauth://` que entiende la aplicación.' }),
            qr_svg: Type.String({ description: 'La misma como código QR: una imagen SVG.' }),
          }),
        ),
        detail: {
          tags,
          summary: 'Comienza a activar un segundo factor',
          'x-errores': ['RATE_LIMIT', 'INVALID_STATE'],
          description:
            'Una aplicación de códigos (TOTP, RFC 6238: SHA-1, seis dígitos, 30 segundos). No rige hasta confirmarlo con ' +
            '`POST /auth/segundo-factor/activar`; pedirlo de nuevo da otro secreto.',
        },
      },
    )
    .post(
      '/auth/segundo-factor/activar',
      ({ tenant, body }) => {
        const { usuarioId, sesionId } = tenant
        if (factors.of(usuarioId)) throw new AppError('INVALID_STATE', 'Ya tiene un segundo factor')
        const codes = audit(
          tenant,
          () => {
            const confirmed = factors.confirm(usuarioId, sesionId, body.codigo)
            if (!confirmed) throw proof.unconfirmed()
            sesiones.markFactor(sesionId)
            return confirmed
          },
          () => ({ accion: 'auth.segundo_factor_activado', objeto: usuarioId }),
        )
        return { ok: true as const, data: { codigos_recuperacion: codes } }
      },
      {
        anySession: true,
        body: Exact({ codigo: CodigoFactor }),
        response: Datos(Codigos),
        detail: {
          tags,
          summary: 'Activa el segundo factor con su primer código',
          'x-errores': ['INVALID_STATE'],
          description:
            'Responde los códigos de recuperación. Se cierran las demás sesiones de la persona; ésta sigue.',
        },
      },
    )
    .post(
      '/auth/segundo-factor/confirmar',
      ({ tenant, body }) => {
        const { usuarioId, sesionId } = tenant
        requireOn(usuarioId)
        const way = proof.ofSession(personOf(usuarioId), body.codigo, tenant)
        audit(
          tenant,
          () => sesiones.markFactor(sesionId),
          () => ({ accion: 'auth.segundo_factor_confirmado', objeto: sesionId, detalle: { con: way } }),
        )
        const now = clock()
        return { ok: true as const, data: { confirmado_hasta: shownUntil(now.toISOString(), now)! } }
      },
      {
        session: true,
        body: Exact({ codigo: CodigoFactor }),
        response: Datos(Exact({ confirmado_hasta: Type.String() })),
        detail: {
          tags,
          summary: 'Confirma el segundo factor en esta sesión',
          'x-errores': ['RATE_LIMIT', 'INVALID_STATE'],
          description:
            'Lo que cambia certificado, llaves, usuarios o ambiente lo pide de nuevo (403 `SECOND_FACTOR_STALE`) si la sesión no lo mostró en ' +
            'los últimos 10 minutos. Iniciar la sesión con él cuenta.',
        },
      },
    )
    .post(
      '/auth/segundo-factor/codigos',
      async ({ tenant, body }) => {
        requireOn(tenant.usuarioId)
        await proof.ofBoth(personOf(tenant.usuarioId), body.password, body.codigo, tenant)
        const codes = audit(
          tenant,
          () => factors.renew(tenant.usuarioId),
          () => ({ accion: 'auth.codigos_renovados', objeto: tenant.usuarioId }),
        )
        return { ok: true as const, data: { codigos_recuperacion: codes } }
      },
      {
        session: true,
        body: Ambos,
        response: Datos(Codigos),
        detail: {
          tags,
          summary: 'Códigos de recuperación nuevos',
          'x-errores': ['RATE_LIMIT', 'INVALID_STATE'],
          description: 'Los anteriores dejan de servir.',
        },
      },
    )
    .post(
      '/auth/segundo-factor/quitar',
      async ({ tenant, body, status }) => {
        requireOn(tenant.usuarioId)
        await proof.ofBoth(personOf(tenant.usuarioId), body.password, body.codigo, tenant)
        audit(
          tenant,
          () => factors.remove(tenant.usuarioId),
          () => ({ accion: 'auth.segundo_factor_quitado', objeto: tenant.usuarioId }),
        )
        return status(204, undefined)
      },
      {
        session: true,
        body: Ambos,
        response: { 204: Type.Void() },
        detail: {
          tags,
          summary: 'Quita el segundo factor propio',
          'x-errores': ['RATE_LIMIT', 'INVALID_STATE'],
          description: 'Pide contraseña y código, también si va a poner otro en su lugar.',
        },
      },
    )
}

/** Light around it, or a camera does not find it on a dark page. */
const QR = { ecc: 'M', border: 4, pixelSize: 4 } as const

// The second factor of the person who asks: begun, confirmed, ended, and its recovery codes (http §14.1).

import { Type } from '@sinclair/typebox'
import { renderSVG } from 'uqr'
import { AppError } from '../../domain/errors'
import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { Datos, Exact, Nullable } from '../../http/envelope'
import { requireShown, shownUntil } from '../../http/second-factor'
import type { SessionTenant } from '../../http/tenant'
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
    activo: Type.Boolean({ description: 'Si hay uno: aplicación o llaves de acceso.' }),
    aplicacion: Type.Boolean({ description: 'Si hay una aplicación de códigos.' }),
    llaves_acceso: Type.Integer({ description: 'Cuántas llaves de acceso hay.' }),
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
const Ambos = Exact({ password: Actual, codigo: Type.Optional(CodigoFactor) })
/** Said of what takes password and code. */
const SIN_CODIGO = 'Sin `codigo`, la sesión debe haber mostrado el segundo factor en los últimos 10 minutos.'

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
  function requireApp(usuarioId: string, there: boolean, otherwise: string): void {
    if ((factors.of(usuarioId)?.aplicacion ?? false) !== there) throw new AppError('INVALID_STATE', otherwise)
  }
  const requireNoApp = (id: string) =>
    requireApp(id, false, 'Ya tiene una aplicación de códigos; quítela para poner otra')
  /** The password, and the code or a factor that was shown lately. */
  async function proveBoth(tenant: SessionTenant, password: string, codigo: string | undefined) {
    const usuario = personOf(tenant.usuarioId)
    if (codigo !== undefined) return proof.ofBoth(usuario, password, codigo, tenant)
    requireShown(tenant, clock())
    return proof.ofPassword(usuario, password, tenant.ip)
  }
  return newArea(credential)
    .get(
      '/auth/segundo-factor',
      ({ tenant }) => {
        const factor = factors.of(tenant.usuarioId)
        const { desde = null, codigos = null, aplicacion = false, llaves = 0 } = factor ?? {}
        return {
          ok: true as const,
          data: {
            activo: factor !== null,
            aplicacion,
            llaves_acceso: llaves,
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
        requireNoApp(usuario.id)
        await proof.ofPassword(usuario, body.password, tenant.ip)
        // Another request may have confirmed one while the password was compared.
        requireNoApp(usuario.id)
        const secreto = factors.begin(usuario.id)
        const uri = uriOf(secreto, usuario.email)
        return { ok: true as const, data: { secreto, uri, qr_svg: renderSVG(uri, QR) } }
      },
      {
        anySession: true,
        factorShown: true,
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
          summary: 'Comienza a activar una aplicación de códigos',
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
        requireNoApp(usuarioId)
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
        factorShown: true,
        body: Exact({ codigo: CodigoFactor }),
        response: Datos(Codigos),
        detail: {
          tags,
          summary: 'Activa la aplicación de códigos con su primer código',
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
        await proveBoth(tenant, body.password, body.codigo)
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
          'x-errores': ['RATE_LIMIT', 'INVALID_STATE', 'SECOND_FACTOR_STALE'],
          description: `Los anteriores dejan de servir. ${SIN_CODIGO}`,
        },
      },
    )
    .post(
      '/auth/segundo-factor/quitar',
      async ({ tenant, body, status }) => {
        requireApp(tenant.usuarioId, true, 'No tiene una aplicación de códigos activa')
        await proveBoth(tenant, body.password, body.codigo)
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
          summary: 'Quita la aplicación de códigos propia',
          'x-errores': ['RATE_LIMIT', 'INVALID_STATE', 'SECOND_FACTOR_STALE'],
          description: `Pide contraseña y código, también si va a poner otra en su lugar. Las llaves de acceso quedan. ${SIN_CODIGO}`,
        },
      },
    )
}

/** Light around it, or a camera does not find it on a dark page. */
const QR = { ecc: 'M', border: 4, pixelSize: 4 } as const

// PUT /auth/password, POST /auth/password/olvidada and /auth/password/restablecer (http §14).

import { Type } from '@sinclair/typebox'
import type { Log } from '../../base/log'
import { faultsError } from '../../domain/errors'
import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { Datos, Exact } from '../../http/envelope'
import { actorOf } from './actor'
import type { Attempts } from './attempts'
import { Password } from './auth-json'
import { type PasswordChange, RESTABLECER_MINUTOS } from './password-change'
import { passwordMail, type SendMail } from './password-mail'
import type { Sesiones } from './sesiones'
import type { UsuarioStore } from './usuario-store'

interface Deps extends Pick<AreaDeps, 'credential' | 'audit'> {
  log: Log
  passwordChange: PasswordChange
  attempts: Attempts
  sesiones: Sesiones
  usuarios: UsuarioStore
  /** Null without a mail server: the operator hands tokens out. */
  sendMail: SendMail | null
  publicUrl: string | null
  clientIp: (request: Request) => string | null
}

const tags = ['Autenticacion']

export const passwordRoutes = (deps: Deps) => {
  const {
    credential,
    audit,
    log,
    passwordChange,
    attempts,
    sesiones,
    usuarios,
    sendMail,
    publicUrl,
    clientIp,
  } = deps
  async function sendToken(email: string, ip: string | null): Promise<void> {
    const usuario = usuarios.findByEmail(email)
    if (!usuario) return
    if (!sendMail) {
      log.warn('auth.clave_olvidada', {
        usuario_id: usuario.id,
        mensaje: 'No hay servidor de correo: entregue un token con timbre usuario restablecer --email CORREO',
      })
      return
    }
    const token = audit(
      actorOf(usuario, ip),
      () => passwordChange.issueToken(usuario.id, false),
      (made) => ({ accion: 'auth.clave_olvidada', objeto: usuario.id, detalle: { enviado: made !== null } }),
    )
    if (token) await sendMail(passwordMail(usuario, token, publicUrl))
  }

  return newArea(credential)
    .put(
      '/auth/password',
      async ({ tenant, body, status }) => {
        const usuario = usuarios.find(tenant.usuarioId)!
        // A stolen session must not be able to guess the password that it lacks.
        const known = sesiones.knows(usuario.id, tenant.ip)
        const attempt = attempts.begin(usuario.email, tenant.ip, known)
        await passwordChange.check(usuario, body.actual)
        attempt.succeeded()
        if (body.actual === body.nueva)
          throw faultsError([{ campo: 'nueva', regla: 'igual', mensaje: 'Debe ser distinta de la actual' }])
        const hash = await passwordChange.hash(body.nueva)
        audit(
          tenant,
          () => passwordChange.set(usuario.id, hash, tenant.sesionId),
          () => ({ accion: 'auth.clave_cambiada', objeto: usuario.id }),
        )
        return status(204, undefined)
      },
      {
        session: true,
        factorShown: true,
        body: Exact({
          actual: Type.String({ maxLength: 200, examples: ['la frase de hasta ahora'] }),
          nueva: Password,
        }),
        response: { 204: Type.Void() },
        detail: {
          tags,
          summary: 'Cambia la contraseña propia',
          'x-errores': ['RATE_LIMIT'],
          description: 'Se cierran las demás sesiones de la persona; ésta sigue.',
        },
      },
    )
    .post(
      '/auth/password/olvidada',
      ({ body, request, status }) => {
        const ip = clientIp(request)
        // After the answer: how long it takes must not tell which e-mails have an account.
        setImmediate(() => {
          sendToken(body.email, ip).catch((error: unknown) => log.error('auth.clave_olvidada', { error }))
        })
        return status(202, { ok: true as const, data: { mensaje: sendMail ? MENSAJE : SIN_CORREO } })
      },
      {
        publico: true,
        body: Exact({ email: Type.String({ maxLength: 80, examples: ['facturas@example.cl'] }) }),
        response: { 202: Datos(Exact({ mensaje: Type.String() })) },
        detail: {
          tags,
          summary: 'Pide un enlace para restablecer la contraseña',
          description:
            'Responde siempre lo mismo, exista o no el correo. Sin servidor de correo lo dice, y el token lo entrega quien administra el servidor, con `timbre usuario restablecer`.',
        },
      },
    )
    .post(
      '/auth/password/restablecer',
      async ({ body, request, status }) => {
        passwordChange.ownerOf(body.token)
        const hash = await passwordChange.hash(body.nueva)
        // Again: another one may have come first while the password was hashed.
        const usuario = passwordChange.ownerOf(body.token)
        audit(
          actorOf(usuario, clientIp(request)),
          () => passwordChange.set(usuario.id, hash, null),
          () => ({ accion: 'auth.clave_restablecida', objeto: usuario.id }),
        )
        attempts.forgive(usuario.email)
        return status(202, { ok: true as const, data: { mensaje: 'Contraseña cambiada; inicie sesión' } })
      },
      {
        publico: true,
        body: Exact({ token: Type.String({ minLength: 1, maxLength: 200 }), nueva: Password }),
        response: { 202: Datos(Exact({ mensaje: Type.String() })) },
        detail: {
          tags,
          summary: 'Restablece la contraseña con un token',
          'x-errores': ['TOKEN_INVALID', 'TOKEN_EXPIRED'],
          description: `El token sirve una vez, durante ${RESTABLECER_MINUTOS} minutos. Se cierran todas las sesiones de la persona.`,
        },
      },
    )
}

/** The same whoever asks, as the other. */
const SIN_CORREO =
  'Este servidor no envía correos: pida un enlace a quien lo administra (timbre usuario restablecer)'
const MENSAJE = `Si el correo tiene una cuenta, recibirá un enlace que sirve ${RESTABLECER_MINUTOS} minutos`

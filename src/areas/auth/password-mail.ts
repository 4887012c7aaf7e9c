// The message that brings a token for a new password.

import { RESTABLECER_MINUTOS } from './password-change'
import type { Usuario } from './usuario-store'

/** A message of plain text to one address. */
export interface Mensaje {
  para: string
  asunto: string
  texto: string
  /** Where mails of its kind are turned off. */
  baja?: string | null
}

/** Hands a message to the mail server; rejects when it was not taken. */
export type SendMail = (mensaje: Mensaje) => Promise<void>

/**
 * `publicUrl` is what the operator set, never the request's own host: who asks for somebody else's password chooses that one,
 * and the link would carry the token there.
 */
export const passwordMail = (
  { nombre, email }: Pick<Usuario, 'nombre' | 'email'>,
  token: string,
  publicUrl: string | null,
): Mensaje => ({
  para: email,
  asunto: 'Restablecer su contraseña de Timbre',
  texto: [
    `Alguien pidió restablecer la contraseña de ${nombre} (${email}). Si no fue usted, no haga nada.`,
    '',
    publicUrl
      ? `Enlace: ${publicUrl}/restablecer#token=${token}`
      : `Código para la página /restablecer de su servidor: ${token}`,
    '',
    `Sirve una vez, durante ${RESTABLECER_MINUTOS} minutos.`,
    '',
  ].join('\n'),
})

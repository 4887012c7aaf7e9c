// The mail to a person whose second factor became another: a stranger in an open session would change it first.

import type { Accion } from '../../domain/auditoria'
import type { AreaDeps } from '../../http/deps'
import type { SendMail } from './password-mail'
import type { UsuarioStore } from './usuario-store'

/** The changes that are told, by their line in the log. */
const CAMBIOS: { [K in Accion]?: string } = {
  'auth.segundo_factor_activado': 'Se activó una aplicación de códigos',
  'auth.segundo_factor_quitado': 'Se quitó la aplicación de códigos',
  'auth.codigos_renovados': 'Se hicieron códigos de recuperación nuevos, y los anteriores dejaron de servir',
  'auth.llave_acceso_creada': 'Se agregó una llave de acceso',
  'auth.llave_acceso_eliminada': 'Se quitó una llave de acceso',
  'usuario.segundo_factor_quitado': 'Quien administra la cuenta quitó el segundo factor',
}

interface Deps extends Pick<AreaDeps, 'audit' | 'log'> {
  usuarios: Pick<UsuarioStore, 'find'>
  /** Null sends none. */
  sendMail: SendMail | null
}

/** The same log of changes, which also tells the person by mail. No answer waits for the mail server. */
export function tellingFactor({ audit, log, usuarios, sendMail }: Deps): AreaDeps['audit'] {
  if (!sendMail) return audit
  return (actor, change, hecho) => {
    let accion: Accion | undefined
    let objeto: string | undefined
    const result = audit(actor, change, (made) => {
      const told = hecho(made)
      ;({ accion, objeto } = told)
      return told
    })
    const words = accion && CAMBIOS[accion]
    const id = accion?.startsWith('usuario.') ? objeto : actor.usuarioId
    const person = words && id ? usuarios.find(id) : undefined
    if (words && person)
      void sendMail({
        para: person.email,
        asunto: 'Cambió su segundo factor en Timbre',
        texto: [
          `${words}, para entrar como ${person.nombre} (${person.email}).`,
          '',
          // A stranger's key outlives both password and sessions.
          'Si no fue usted, en Mi acceso elimine las llaves de acceso que no conozca, cambie su contraseña y cierre las demás sesiones; y avise a quien administra la cuenta.',
          '',
        ].join('\n'),
      }).catch((error: unknown) => log.warn('auth.aviso_no_enviado', { usuario_id: person.id, error }))
    return result
  }
}

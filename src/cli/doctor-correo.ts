// The check of `timbre doctor` on the mail server: whether it takes the connection and the password. Nothing
// is sent.

import type { Config } from '../config'
import { type CorreoFault, createCorreo } from '../mail/correo'
import type { Revision } from './doctor-revision'

const PATIENCE_MS = 8_000

/** `wanted`: how many companies want copies sent to their receivers. */
export async function checkCorreo({ smtp }: Pick<Config, 'smtp'>, wanted: number): Promise<Revision> {
  const que = 'Correo'
  if (!smtp) {
    if (!wanted)
      return {
        estado: 'bien',
        que,
        detalle: 'sin configurar: no salen copias, invitaciones ni enlaces de contraseña',
      }
    return {
      estado: 'falla',
      que,
      detalle: `sin configurar, y ${wanted} empresa(s) envían copias a sus receptores`,
      remedio: 'defina TIMBRE_SMTP_URL',
    }
  }
  const server = `${smtp.host}:${smtp.port}`
  try {
    await createCorreo(smtp, { saludoMs: PATIENCE_MS, respuestaMs: PATIENCE_MS }).verify()
    return {
      estado: 'bien',
      que,
      detalle: `${server} responde; se envía desde ${smtp.nombre ? `${smtp.nombre} <${smtp.from}>` : smtp.from}`,
    }
  } catch (fault) {
    const { message, cause } = fault as CorreoFault
    return {
      estado: 'falla',
      que,
      detalle: `${server}: ${message} (${(cause as Error).message})`,
      remedio: 'revise TIMBRE_SMTP_URL y la red; las copias esperan hasta un día en cola',
    }
  }
}

// Mail about accounts, through whatever mail server there is.

import type { SendMail } from './areas/auth'
import type { Clock } from './base/clock'
import type { NewId } from './base/id'
import type { Correo } from './mail/correo'

/** Mail about accounts, in the program's own name. */
export const mailFrom =
  (correo: Correo, { newId, clock }: { newId: NewId; clock: Clock }): SendMail =>
  (mensaje) =>
    correo.send({
      ...mensaje,
      id: newId('msg'),
      fecha: clock(),
      remitente: null,
      responderA: null,
      adjuntos: [],
    })

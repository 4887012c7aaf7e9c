// One message by SMTP, on a connection of its own.

import type { SendMailOptions } from 'nodemailer'
import { loadPacked } from '../base/packed'
import type { Titular } from '../domain/titular'
import { oneLine } from './one-line'

/** A mail server and whom messages come from. */
export interface Smtp {
  host: string
  port: number
  /** TLS from the first byte (`smtps:`); otherwise by STARTTLS. */
  tls: boolean
  /** STARTTLS when the server offers it; `exigido` refuses to speak without it, `no` does not try. */
  starttls: 'ofrecido' | 'exigido' | 'no'
  auth: { user: string; pass: string } | null
  /** Address of the sender. */
  from: string
  /** Name of the sender in the server's own mail. */
  nombre: string | null
}

export interface Adjunto {
  nombre: string
  /** Media type. */
  tipo: string
  contenido: Uint8Array
}

/** A message of plain text. Names and subject may hold any text; addresses must be single and well-formed. */
export interface Mensaje {
  /** The same for every attempt, so that a mail server or a reader can tell a repeated message. */
  id: string
  fecha: Date
  /** Shown as the sender's name, before the server's address; null is the server's own. */
  remitente: string | null
  responderA: string | null
  para: string
  asunto: string
  texto: string
  adjuntos: readonly Adjunto[]
  /** Where whoever gets such mails often turns them off (RFC 2369 §3.2). */
  baja?: string | null
}

/** The message did not get through. `permanente`: the server refused it for good; `enlace`: no server was reached at all. */
export class CorreoFault extends Error {
  readonly permanente: boolean
  readonly enlace: boolean
  constructor(
    message: string,
    { permanente, enlace, cause }: { permanente: boolean; enlace: boolean; cause?: unknown },
  ) {
    super(message, { cause })
    this.permanente = permanente
    this.enlace = enlace
  }
}

/** From whom a company's message goes to whom; null where nothing takes it there. */
export type CorreoDe = (de: Titular, para: string) => Pick<Correo, 'send'> | null

export interface Correo {
  /** Resolves once the server has taken the message. Throws CorreoFault. */
  send(mensaje: Mensaje, signal?: AbortSignal): Promise<void>
  /** Connects and signs in without sending. Throws CorreoFault. */
  verify(): Promise<void>
}

/** A single address, with nothing around it that a header could be bent with. */
export const isDireccion = (text: string): boolean =>
  text.length <= 254 &&
  /^[^\s@<>",;:()[\]\\\p{Cc}]+@[^\s@<>",;:()[\]\\\p{Cc}]+\.[^\s@<>",;:()[\]\\.\p{Cc}]{2,}$/u.test(text)

/**
 * How long a server may take to come to the door, and to answer a command. Hanging up on one that is still reading a message
 * means sending it twice, so the second is what RFC 5321 §4.5.3.2 asks for, within what a job may take.
 */
const PACIENCIA = { saludoMs: 30_000, respuestaMs: 5 * 60_000 }

/** The sender through `smtp`. */
export function createCorreo(smtp: Smtp, paciencia: typeof PACIENCIA = PACIENCIA): Correo {
  // Loaded only where there is mail: most servers have none.
  const { createTransport } = loadPacked<typeof import('nodemailer')>('nodemailer')
  const transport = createTransport({
    host: smtp.host,
    port: smtp.port,
    secure: smtp.tls,
    requireTLS: smtp.starttls === 'exigido',
    ignoreTLS: smtp.starttls === 'no',
    ...(smtp.auth && { auth: smtp.auth }),
    connectionTimeout: paciencia.saludoMs,
    greetingTimeout: paciencia.saludoMs,
    dnsTimeout: paciencia.saludoMs,
    socketTimeout: paciencia.respuestaMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(mensaje, signal) {
      if (!isDireccion(mensaje.para))
        throw new CorreoFault('La dirección no es válida', { permanente: true, enlace: false })
      try {
        await transport.sendMail({ ...partsOf(mensaje, smtp), ...(signal && { signal }) })
      } catch (fault) {
        throw toCorreoFault(fault)
      }
    },
    async verify() {
      try {
        await transport.verify()
      } catch (fault) {
        throw toCorreoFault(fault)
      }
    },
  }
}

/** A message in the words of nodemailer. */
const partsOf = (mensaje: Mensaje, { from, nombre }: Pick<Smtp, 'from' | 'nombre'>): SendMailOptions => ({
  // A message that is sent again is the same to the last byte: its parts are not parted by chance.
  baseBoundary: mensaje.id,
  messageId: `<${mensaje.id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
  date: mensaje.fecha,
  from: { name: oneLine(mensaje.remitente ?? nombre ?? 'Timbre'), address: from },
  to: { name: '', address: mensaje.para },
  ...(mensaje.responderA && { replyTo: { name: '', address: mensaje.responderA } }),
  subject: oneLine(mensaje.asunto),
  text: mensaje.texto,
  headers: {
    'Auto-Submitted': 'auto-generated',
    ...(mensaje.baja && { 'List-Unsubscribe': `<${oneLine(mensaje.baja)}>` }),
  },
  attachments: mensaje.adjuntos.map(({ nombre, tipo, contenido }) => ({
    filename: oneLine(nombre),
    contentType: tipo,
    content: Buffer.from(contenido),
  })),
})

/** The bytes of a message as they would go to a mail server. */
export async function writeEml(mensaje: Mensaje, from: string): Promise<Uint8Array> {
  const { createTransport } = loadPacked<typeof import('nodemailer')>('nodemailer')
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const { message } = await transport.sendMail({
    ...partsOf(mensaje, { from, nombre: null }),
    disableFileAccess: true,
  })
  return message as Buffer
}

/** Nodemailer's error. */
interface SmtpError {
  code?: string
  /** Command under way. */
  command?: string
  response?: string
  responseCode?: number
  /** By the class of the reply. */
  permanent?: boolean
}

/** In the words of the mail server where it had any: they tell more than ours. */
function toCorreoFault(cause: unknown): CorreoFault {
  const { code, command = '', response, responseCode, permanent } = cause as SmtpError
  if (!responseCode) {
    const what = SIN_RESPUESTA[code ?? ''] ?? 'No se pudo hablar con el servidor de correo'
    return new CorreoFault(what, { permanente: false, enlace: true, cause })
  }
  const said = oneLine(response ?? String(responseCode)).slice(0, 300)
  // A server that refuses our login today may accept it when the password is mended: that says nothing of
  // this message.
  const ours = SIN_ACCESO.has(responseCode) || !/^(?:MAIL|RCPT|DATA)/.test(command)
  return new CorreoFault(`El servidor de correo respondió: ${said}`, {
    permanente: permanent === true && !ours,
    enlace: ours,
    cause,
  })
}

/** Replies about the sign-in, whichever command they answer (RFC 4954 §6). */
const SIN_ACCESO = new Set([432, 454, 530, 534, 535, 538])

const SIN_RESPUESTA: Record<string, string> = {
  EDNS: 'No se encontró el servidor de correo',
  ETIMEDOUT: 'El servidor de correo no respondió a tiempo',
  ESOCKET: 'No se pudo conectar con el servidor de correo',
  ECONNECTION: 'El servidor de correo cortó la conexión',
  ETLS: 'El servidor de correo no ofrece un cifrado (TLS) en que se pueda confiar',
  ENOAUTH: 'El servidor de correo pide usuario y clave',
  EABORT: 'El envío se interrumpió',
}

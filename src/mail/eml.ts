// A message as it lies in a mailbox or a file (RFC 5322, MIME), taken apart. Whoever sent it is a stranger: its size, parts and depth
// are bounded, names are stripped of folders, and nothing in it is trusted but as text.

import { isSetmail } from '../domain/certificacion/read-setmail'
import { AppError, faultsError } from '../domain/errors'
import { isDireccion } from './correo'
import { oneLine } from './one-line'

interface ParteEml {
  /** Without folders or control characters; '' when the part names none. */
  nombre: string
  /** Media type in lower case. */
  tipo: string
  bytes: Uint8Array
  /** Why a mail is not looked into. */
  motivo?: string
}

export interface Eml {
  /** Addresses in lower case. */
  de: string | null
  /** The first that can be written to, of those that it asks to be answered at. */
  responderA: string | null
  para: string[]
  asunto: string
  /** The text of the SII's mail about a set, which has nothing else; null of others. */
  texto: string | null
  messageId: string | null
  /** As the sender dates it; null when it does not, or in no way that can be read. */
  fecha: Date | null
  /** Attachments in order, those of messages forwarded in its text too; behind them what the mails bring that are attached. */
  partes: ParteEml[]
}

const EML_MAX = 25 * 1024 * 1024
const PARTES_MAX = 200
const TEXTO_MAX = 64 * 1024
const PROFUNDIDAD_MAX = 20
const REENVIOS_MAX = 5
const CABECERAS_MAX = 256 * 1024
/** Mails attached, those within them too. */
const CARTAS_MAX = 10

const STARTS =
  /^(?:[A-Za-z][A-Za-z0-9-]*:(?:[ \t]|\r?\n[ \t])|From |(?:from|to|subject|date|received|return-path|delivered-to|message-id|mime-version|content-type|dkim-signature|x-[\w-]+):)/i
const MARCA = '\xef\xbb\xbf'

/** Whether the bytes begin as a message does and no XML or PDF: with a header. */
export const isEml = (bytes: Uint8Array): boolean =>
  STARTS.test(Buffer.from(bytes.subarray(0, 200)).toString('latin1').replace(MARCA, '').trimStart())

/** Takes a message apart, and the mails attached to it. Throws VALIDATION_ERROR for one that passes the limits or cannot be read. */
export async function readEml(bytes: Uint8Array): Promise<Eml> {
  const eml = await readOne(bytes)
  const partes: ParteEml[] = []
  const all = [...eml.partes]
  let cartas = 0
  for (const { carta, ...parte } of all) {
    if (!carta) partes.push(parte)
    else if (++cartas > CARTAS_MAX)
      partes.push({ ...parte, motivo: `Vienen más de ${CARTAS_MAX} correos adjuntos: este no se miró` })
    else {
      const inner = await readOne(parte.bytes).catch(passRefused)
      if (inner) all.push(...inner.partes)
      else partes.push({ ...parte, motivo: 'El correo adjunto no se puede leer' })
    }
  }
  return { ...eml, partes }
}

/** Null for what is refused: it is told, and the rest of the mail is read. */
function passRefused(fault: unknown): null {
  if (fault instanceof AppError && fault.code === 'VALIDATION_ERROR') return null
  throw fault
}

/** A mail attached: by its name, or as mailers forward one, of which many give it none. What a bounce returns is not: it bears no disposition. */
const isCarta = (nombre: string, tipo: string, disposition: string | null, bytes: Uint8Array): boolean =>
  (/\.eml$/i.test(nombre) || (tipo === 'message/rfc822' && disposition === 'attachment')) && isEml(bytes)

async function readOne(
  bytes: Uint8Array,
): Promise<Omit<Eml, 'partes'> & { partes: (ParteEml & { carta: boolean })[] }> {
  if (bytes.length > EML_MAX) throw refused('El correo pasa de 25 MiB')
  checkParts(bytes)
  // Loaded by the first message: most servers read none.
  const { default: PostalMime } = require('postal-mime') as typeof import('postal-mime')
  let mail: Awaited<ReturnType<typeof PostalMime.parse>>
  try {
    mail = await PostalMime.parse(withFiles(bytes), {
      maxNestingDepth: PROFUNDIDAD_MAX,
      maxRfc822NestingDepth: REENVIOS_MAX,
      maxHeadersSize: CABECERAS_MAX,
      attachmentEncoding: 'arraybuffer',
    })
  } catch {
    throw refused('El correo no se puede leer: anida demasiado o está mal formado')
  }
  const { from, replyTo, to = [], cc = [], subject, messageId, date, attachments } = mail
  const at = date ? new Date(date) : null
  return {
    de: addresses([from])[0] ?? null,
    responderA: addresses(replyTo ?? []).find(isDireccion) ?? null,
    para: addresses([...to, ...cc]),
    asunto: oneLine(subject ?? '').slice(0, 300),
    texto: isSetmail(subject ?? '') ? textOf(mail) : null,
    messageId: oneLine(messageId ?? '').slice(0, 300) || null,
    fecha: at && !Number.isNaN(at.getTime()) ? at : null,
    partes: attachments.map(({ filename, mimeType: tipo, disposition, content }) => {
      const nombre = baseName(filename ?? '')
      const bytes =
        typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content as ArrayBuffer)
      return { nombre, tipo, bytes, carta: isCarta(nombre, tipo, disposition, bytes) }
    }),
  }
}

/** A page's words where a mail has no text. */
const textOf = ({ text, html }: { text?: string; html?: string }): string =>
  (
    text ??
    html?.replace(/<(?:br|\/p|\/tr|\/div)[^>]{0,200}>/gi, '\n').replace(/<[^>]{0,2000}>/g, ' ') ??
    ''
  ).slice(0, TEXTO_MAX)

// Bounded, for a header may be as long as the message.
const NOMBRADO =
  /^(content-(?:type|disposition):[ \t]*)(text\/(?:plain|html)|inline)(?=(?:[^\n]|\n[ \t]){0,200}?name\*?\d?\*?=(?:"?=\?|[^\n;]{0,150}\.xml))/gim

/** A part with the name of an XML, or one that is written in code, is a file, though its mailer says that it is text to be shown: the reader would else take it for that. */
function withFiles(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  const named = text.replace(
    NOMBRADO,
    (_, header, said) => header + (/^inline$/i.test(said) ? 'attachment' : 'application/xml'),
  )
  return named === text ? bytes : Buffer.from(named, 'latin1')
}

const refused = (mensaje: string): AppError => faultsError([{ campo: 'archivo', regla: 'formato', mensaje }])

/** Each part costs the reader an object and its headers: a message of nothing but boundaries stops here. */
function checkParts(bytes: Uint8Array): void {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  let parts = 0
  for (let at = buffer.indexOf('\n--'); at >= 0; at = buffer.indexOf('\n--', at + 3)) {
    const headers = buffer.toString('latin1', at, at + 400)
    if (/\ncontent-/i.test(headers) && ++parts > PARTES_MAX)
      throw refused(`El correo tiene más de ${PARTES_MAX} partes`)
  }
}

interface Mailbox {
  address?: string | undefined
  group?: readonly { address?: string | undefined }[] | undefined
}

const addresses = (list: readonly (Mailbox | undefined)[]): string[] =>
  list
    .flatMap((one) => one?.group ?? (one ? [one] : []))
    .flatMap(({ address }) => (address ? [oneLine(address).toLowerCase().slice(0, 254)] : []))

/** The last step of a path: what a stranger's name says of folders is nobody's business. */
export const baseName = (name: string): string =>
  oneLine(name).split(/[\\/]/).at(-1)!.replace(/^\.+/, '').slice(0, 120)

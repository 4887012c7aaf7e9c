// A letter as programs of many makers write it (simulator §22): text and page beside each other, attachments in several codings.

import { createHash } from 'node:crypto'

export interface Adjunto {
  nombre: string
  tipo: string
  /** How its bytes travel. */
  codificacion: 'base64' | 'quoted-printable' | '8bit'
  bytes: Buffer
}

export interface Mensaje {
  de: { nombre: string; direccion: string }
  para: string
  asunto: string
  at: Date
  texto: string
  /** The page of a letter that is HTML too. */
  html?: string | null
  adjuntos: readonly Adjunto[]
}

/** RFC 2047, where a header has more than ASCII. */
const header = (text: string): string =>
  /^[\x20-\x7e]*$/.test(text) ? text : `=?UTF-8?B?${Buffer.from(text, 'utf8').toString('base64')}?=`

/** RFC 2231, where the name of a file has more than ASCII. */
const parameter = (name: string, text: string): string =>
  /^[\x20-\x7e]*$/.test(text) ? `${name}="${text}"` : `${name}*=UTF-8''${encodeURIComponent(text)}`

const lined = (base64: string): string => base64.replace(/.{76}(?=.)/g, '$&\r\n')

/** RFC 2045: lines of 76 at most, soft breaks, and no blank at the end of a line. */
function quoted(bytes: Buffer): string {
  const hex = (char: string): string => `=${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
  return bytes
    .toString('latin1')
    .split(/\r?\n/)
    .map((line) => {
      const text = line.replace(/[^\x20-\x3c\x3e-\x7e]/g, hex).replace(/ $/, '=20')
      return text.match(/(?:=[0-9A-F]{2}|[^=]){1,72}/g)?.join('=\r\n') ?? ''
    })
    .join('\r\n')
}

const coded = ({ codificacion, bytes }: Adjunto): string =>
  codificacion === 'base64'
    ? lined(bytes.toString('base64'))
    : codificacion === 'quoted-printable'
      ? quoted(bytes)
      : bytes.toString('latin1')

const part = (headers: readonly string[], body: string): string => `${headers.join('\r\n')}\r\n\r\n${body}`

const many = (subtype: string, mark: string, parts: readonly string[]): string =>
  part(
    [`Content-Type: multipart/${subtype}; boundary="${mark}"`],
    `${parts.map((one) => `--${mark}\r\n${one}\r\n`).join('')}--${mark}--\r\n`,
  )

const textPart = (subtype: string, text: string): string =>
  part(
    [`Content-Type: text/${subtype}; charset=utf-8`, 'Content-Transfer-Encoding: base64'],
    lined(Buffer.from(text, 'utf8').toString('base64')),
  )

/** The bytes of a letter. Message-ID and boundaries follow from what is in it, so that the same letter is the same twice. */
export function writeMensaje({ de, para, asunto, at, texto, html, adjuntos }: Mensaje): Buffer {
  const seen = createHash('sha256').update(JSON.stringify([de, para, asunto, at, texto]))
  for (const { nombre } of adjuntos) seen.update(nombre)
  const id = seen.digest('hex').slice(0, 24)
  const body = html
    ? many('alternative', `alt_${id}`, [textPart('plain', texto), textPart('html', html)])
    : textPart('plain', texto)
  const files = adjuntos.map((one) =>
    part(
      [
        `Content-Type: ${one.tipo}; ${parameter('name', one.nombre)}`,
        `Content-Transfer-Encoding: ${one.codificacion}`,
        `Content-Disposition: attachment; ${parameter('filename', one.nombre)}`,
      ],
      coded(one),
    ),
  )
  const head = [
    `From: ${header(de.nombre)} <${de.direccion}>`,
    `To: <${para}>`,
    `Subject: ${header(asunto)}`,
    `Date: ${at.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${id}@simulador.invalid>`,
    'MIME-Version: 1.0',
  ]
  return Buffer.from(`${head.join('\r\n')}\r\n${many('mixed', `mix_${id}`, [body, ...files])}`, 'latin1')
}

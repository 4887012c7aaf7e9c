// Files of suppliers for tests: golden documents as somebody else's, and the mails that bring them.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The receiver of most golden documents. */
export const RECEPTOR = '77123456-9'

/** A golden document's file, Latin-1 text. */
export const golden = (name: string): string =>
  readFileSync(join(import.meta.dir, `../fixtures/dte/${name}.xml`), 'latin1')
export const FACTURA = golden('033_001_simple')

export const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1')

/** A document for another receiver than it was written for: its signature is not good. */
export const recibidoPor = (rut: string): Buffer => latin1(FACTURA.replaceAll(RECEPTOR, rut))

/** A mail with attachments. */
export function mail(partes: { nombre: string; tipo?: string; bytes: Uint8Array }[]): Buffer {
  const b = 'limite-7'
  const each = partes.map(
    ({ nombre, tipo = 'text/xml', bytes }) =>
      `--${b}\r\nContent-Type: ${tipo}; name="${nombre}"\r\nContent-Disposition: attachment; filename="${nombre}"\r\n` +
      `Content-Transfer-Encoding: base64\r\n\r\n${Buffer.from(bytes).toString('base64').replace(/.{76}/g, '$&\r\n')}\r\n`,
  )
  return Buffer.from(
    `From: Facturas <dte@proveedor.example>\r\nTo: intercambio@cliente.example\r\nReply-To: respuestas@proveedor.example\r\n` +
      `Subject: Envio de DTE\r\nMessage-ID: <m1@proveedor.example>\r\nDate: Fri, 20 Nov 2026 10:00:00 -0300\r\n` +
      `MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="${b}"\r\n\r\n` +
      `--${b}\r\nContent-Type: text/plain\r\n\r\nAdjuntamos su factura.\r\n${each.join('')}--${b}--\r\n`,
  )
}

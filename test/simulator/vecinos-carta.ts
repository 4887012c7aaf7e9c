// A letter of the company to a neighbour, with an envelope in it, handed to the simulated post office.

import { expect } from 'bun:test'
import type { Escena } from './escena'
import { EMPRESA } from './sobres'

export const box = (rut: string): string => `${rut.toLowerCase()}@simulador.invalid`

/** The company mails an envelope to a neighbour. */
export async function mailTo(e: Escena, para: string, xml: Buffer, nombre = 'envio.xml'): Promise<void> {
  const message = [
    `From: <${box(EMPRESA)}>`,
    `To: <${box(para)}>`,
    'Subject: Documentos',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=limite',
    '',
    '--limite',
    'Content-Type: text/plain',
    '',
    'Adjunto.',
    '--limite',
    `Content-Type: application/xml; name="${nombre}"`,
    'Content-Transfer-Encoding: base64',
    `Content-Disposition: attachment; filename="${nombre}"`,
    '',
    xml.toString('base64').replace(/.{76}/g, '$&\r\n'),
    '--limite--',
    '',
  ].join('\r\n')
  const response = await e.sim.fetch(
    new Request('http://simulador.invalid/simulador/correo', { method: 'POST', body: message }),
  )
  expect(response.status).toBe(201)
  await e.sim.drain()
}

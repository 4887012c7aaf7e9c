// Whom a letter asks to be answered at, whatever its writer puts there (areas/recibidos/intercambio §2): one address that can be written to, or none.

import { describe, expect, test } from 'bun:test'
import { readEml } from '../../src/mail/eml'

const read = (...head: string[]) =>
  readEml(Buffer.from(`From: Facturas <dte@proveedor.cl>\r\n${head.join('\r\n')}\r\n\r\nhola\r\n`, 'utf8'))
const encoded = (text: string) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`

describe('a letter is answered', () => {
  test.each<[string, string, string | null]>([
    ['at its Reply-To', 'Reply-To: Respuestas@Proveedor.cl', 'respuestas@proveedor.cl'],
    ['by the address alone, whatever the name', 'Reply-To: "Ñandú & Cía, <x>" <a@b.cl>', 'a@b.cl'],
    ['under an encoded name', `Reply-To: ${encoded('Facturación Ñuñoa')} <a@b.cl>`, 'a@b.cl'],
    ['at the first of several', 'Reply-To: uno@b.cl, dos@b.cl', 'uno@b.cl'],
    ['at the first that can be written to', 'Reply-To: nadie, "x y"@b.cl, dos@b.cl', 'dos@b.cl'],
    ['at the first of a group', 'Reply-To: Ventas: uno@b.cl, dos@b.cl;', 'uno@b.cl'],
    ['at none of an empty group', 'Reply-To: undisclosed-recipients:;', null],
    ['at none that is none', 'Reply-To: sin direccion', null],
    ['at none where it asks for none', 'X-Otra: a@b.cl', null],
    ['at no address out of an encoded name', `Reply-To: ${encoded('<robo@malo.cl>')} <a@b.cl>`, 'a@b.cl'],
  ])('%s', async (_, head, expected) => {
    expect((await read(head)).responderA).toBe(expected)
  })

  test.each([
    `Reply-To: ${encoded('a@b.cl>\r\nBcc: robo@malo.cl')}`,
    `Reply-To: ${encoded('robo@malo.cl, otro@malo.cl')}`,
    'Reply-To: a@b.cl\r\n Bcc: robo@malo.cl',
    'Reply-To: <a@b.cl\u0000>',
    'Reply-To: a@b.cl%0d%0aBcc:robo@malo.cl',
  ])('at no more than one address, in one line: %j', async (head) => {
    const { responderA } = await read(head)
    if (responderA !== null) expect(responderA).toMatch(/^[^\s<>,:;\p{Cc}]+@[^\s<>,:;\p{Cc}]+$/u)
  })
})

// One message by SMTP against a real server: what arrives, what a refusal means, and what cannot be smuggled into a header.

import { afterEach, describe, expect, test } from 'bun:test'
import { createServer } from 'node:net'
import { type CorreoFault, createCorreo, isDireccion, type Mensaje } from '../../src/mail/correo'
import { defaultFrom, parseSmtpUrl } from '../../src/mail/smtp-url'
import { type Buzon, openBuzon } from '../support/smtp'

const mensaje = (over: Partial<Mensaje> = {}): Mensaje => ({
  id: 'cop_1',
  fecha: new Date('2026-11-20T14:02:11Z'),
  remitente: 'Comercial Ñandú & Cía.',
  responderA: 'intercambio@example.cl',
  para: 'compras@example.cl',
  asunto: 'Factura electrónica N° 1',
  texto: 'Señores:\n\n.\nAdiós, ñandú.\n',
  adjuntos: [{ nombre: 'DTE.xml', tipo: 'application/xml', contenido: Buffer.from('<A>ñ</A>', 'latin1') }],
  ...over,
})

const open: Buzon[] = []
const buzon = async (...args: Parameters<typeof openBuzon>) => {
  const one = await openBuzon(...args)
  open.push(one)
  return one
}
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

const faultOf = async (sending: Promise<void>): Promise<CorreoFault> =>
  sending.then(
    () => {
      throw new Error('it was sent')
    },
    (fault) => fault,
  )

describe('a message', () => {
  test('arrives with sender, recipient, text and attachment bytes as given, its id the same each time', async () => {
    const { correo, recibidos } = await buzon()
    await correo.send(mensaje())
    await correo.send(mensaje())
    expect(recibidos).toHaveLength(2)
    expect(recibidos[0]).toMatchObject({
      from: { name: 'Comercial Ñandú & Cía.', address: 'facturas@timbre.example.cl' },
      replyTo: [{ address: 'intercambio@example.cl' }],
      para: ['compras@example.cl'],
      subject: 'Factura electrónica N° 1',
      text: expect.stringMatching(/^Señores:\n\n\.\nAdiós, ñandú\.\n+$/),
      date: '2026-11-20T14:02:11.000Z',
    })
    expect(recibidos.map(({ messageId }) => messageId)).toEqual(Array(2).fill('<cop_1@timbre.example.cl>'))
    const [xml] = recibidos[0]!.attachments
    expect(xml).toMatchObject({ filename: 'DTE.xml', mimeType: 'application/xml' })
    expect(Buffer.from(xml!.content as ArrayBuffer)).toEqual(Buffer.from('<A>ñ</A>', 'latin1'))
  })

  test('without a sender of its own comes from the server’s, by the name that TIMBRE_SMTP_FROM gives it', async () => {
    const { smtp, correo, recibidos } = await buzon()
    await correo.send(mensaje({ remitente: null }))
    await createCorreo({ ...smtp, nombre: 'Facturación Ñandú' }).send(mensaje({ remitente: null }))
    expect(recibidos.map(({ from }) => from?.name)).toEqual(['Timbre', 'Facturación Ñandú'])
  })

  test('carries no header that a name or a subject tries to add', async () => {
    const { correo, recibidos } = await buzon()
    await correo.send(
      mensaje({
        remitente: 'Ana\r\nBcc: otra@example.cl\r\n\r\n<script>" <mala@example.cl>',
        asunto: 'Hola\r\nX-Mala: sí\n\n\u2028cuerpo\u0000',
        adjuntos: [{ nombre: 'a"\r\nX-Mala: b.xml', tipo: 'application/xml', contenido: Buffer.from('x') }],
      }),
    )
    const [one] = recibidos
    expect(one!.para).toEqual(['compras@example.cl'])
    expect(one!.headers.map(({ key }) => key)).not.toContain('x-mala')
    expect(one!.headers.map(({ key }) => key)).not.toContain('bcc')
    expect(one!.from!.address).toBe('facturas@timbre.example.cl')
    expect(one!.text).toStartWith('Señores:')
    expect(one!.raw).not.toMatch(/^x-mala/im)
  })

  test.each([
    'a@example.cl, b@example.cl',
    'a@example.cl;b@example.cl',
    'Ana <a@example.cl>',
    'a@example.cl\r\nBcc: b@example.cl',
    'a@example.cl\u0000',
    'grupo:a@example.cl',
    'a@b',
    '@example.cl',
    `${'a'.repeat(250)}@example.cl`,
  ])('goes to one plain address: %p is refused before the server hears of it', async (para) => {
    const { correo, intentos } = await buzon()
    expect(isDireccion(para)).toBe(false)
    expect(await faultOf(correo.send(mensaje({ para })))).toMatchObject({ permanente: true })
    expect(intentos()).toBe(0)
  })
})

describe('a refusal', () => {
  test.each([
    ['rcpt', 450, false],
    ['rcpt', 550, true],
    ['data', 451, false],
    ['data', 554, true],
    ['rcpt', 530, false],
  ] as const)('at %s with %i is permanent: %p', async (en, codigo, permanente) => {
    const server = await buzon()
    server.rechazar({ en, codigo, texto: 'no quiero' })
    const fault = await faultOf(server.correo.send(mensaje()))
    expect(fault).toMatchObject({ permanente })
    expect(fault.message).toContain(`${codigo}`)
    expect(fault.message).toContain('no quiero')
    expect(server.recibidos).toEqual([])
  })

  test('of the password is the server’s affair, not the message’s, and does not repeat it', async () => {
    const server = await buzon({ auth: { user: 'ana', pass: 'correcta' } })
    await server.correo.send(mensaje())
    const wrong = createCorreo({ ...server.smtp, auth: { user: 'ana', pass: 'equivocada' } })
    const fault = await faultOf(wrong.send(mensaje()))
    expect(fault).toMatchObject({ permanente: false, enlace: true })
    expect(fault.message).toContain('535')
    expect(fault.message).not.toContain('equivocada')
  })
})

test('a message beyond what the server takes is refused for good', async () => {
  const server = await buzon({ size: 1000 })
  const adjuntos = [{ nombre: 'a.pdf', tipo: 'application/pdf', contenido: Buffer.alloc(5000, 7) }]
  const fault = await faultOf(server.correo.send(mensaje({ adjuntos })))
  expect(fault).toMatchObject({ permanente: true, enlace: false })
  expect(fault.message).toContain('552')
})

describe('a server out of reach', () => {
  test('is a temporary fault', async () => {
    const server = await openBuzon()
    await server.close()
    const fault = await faultOf(server.correo.send(mensaje()))
    expect(fault).toMatchObject({ permanente: false, enlace: true })
    expect(fault.message).toBe('No se pudo conectar con el servidor de correo')
  })

  test('that takes the call and never speaks is given up', async () => {
    const mute = createServer((socket) => socket.on('error', () => {}))
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
    const { port } = mute.address() as { port: number }
    const smtp = {
      host: '127.0.0.1',
      port,
      tls: false,
      starttls: 'ofrecido',
      auth: null,
      from: 'a@b.cl',
      nombre: null,
    } as const
    const fault = await faultOf(createCorreo(smtp, { saludoMs: 20, respuestaMs: 20 }).send(mensaje()))
    expect(fault).toMatchObject({ permanente: false, enlace: true })
    expect(fault.message).toBe('El servidor de correo no respondió a tiempo')
    mute.close()
  })

  test('that hangs up after the message leaves it unknown: temporary', async () => {
    const server = await buzon()
    server.cortarTrasDatos()
    expect(await faultOf(server.correo.send(mensaje()))).toMatchObject({ permanente: false, enlace: true })
    expect(server.recibidos).toHaveLength(1)
  })

  test('does not get the message in the clear when it must be encrypted, nor under a certificate nobody knows', async () => {
    const plain = await buzon()
    const exigido = createCorreo({ ...plain.smtp, starttls: 'exigido' })
    expect(await faultOf(exigido.send(mensaje()))).toMatchObject({ permanente: false, enlace: true })
    const unknown = await buzon({ tls: true })
    expect(await faultOf(unknown.correo.send(mensaje()))).toMatchObject({ permanente: false, enlace: true })
    expect([...plain.recibidos, ...unknown.recibidos]).toEqual([])
    await createCorreo({ ...unknown.smtp, starttls: 'no' }).send(mensaje())
    expect(unknown.recibidos).toHaveLength(1)
  })

  test('is let go of when the run is stopped', async () => {
    const server = await buzon()
    const stop = new AbortController()
    stop.abort()
    expect(await faultOf(server.correo.send(mensaje(), stop.signal))).toMatchObject({ permanente: false })
    expect(server.recibidos).toEqual([])
  })
})

describe('TIMBRE_SMTP_URL', () => {
  test.each([
    [
      'smtp://correo.example.cl',
      { host: 'correo.example.cl', port: 25, tls: false, starttls: 'ofrecido', auth: null },
    ],
    [
      'smtps://ana%40example.cl:a%3Ab@correo.example.cl',
      { port: 465, tls: true, auth: { user: 'ana@example.cl', pass: 'a:b' } },
    ],
    ['smtp://ana:b@correo.example.cl', { port: 587, starttls: 'exigido' }],
    ['smtp://ana:b@127.0.0.1:2525', { port: 2525, starttls: 'ofrecido' }],
    ['smtp://ana:b@10.0.0.5:25?starttls=no', { starttls: 'no' }],
    ['smtp://[::1]:2525', { host: '::1', port: 2525 }],
  ] as const)('%s is understood', (url, wanted) => {
    expect(parseSmtpUrl(url)).toMatchObject(wanted)
  })

  test.each([
    'correo.example.cl',
    'http://correo.example.cl',
    'smtp://',
    'smtp://ana@correo.example.cl',
    'smtp://correo.example.cl/ruta',
    'smtp://correo.example.cl?tls=no',
    'smtp://ana:%E0%A4%A@correo.example.cl',
  ])('%s is refused', (url) => {
    expect(parseSmtpUrl(url)).toBeNull()
  })

  test('names the sender when its user is an address', () => {
    expect(defaultFrom({ auth: { user: 'ana@example.cl', pass: 'x' } })).toBe('ana@example.cl')
    expect(defaultFrom({ auth: { user: 'ana', pass: 'x' } })).toBeNull()
    expect(defaultFrom({ auth: null })).toBeNull()
  })
})

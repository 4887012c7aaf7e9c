import { describe, expect, test } from 'bun:test'
import { createSii, type Recepcion } from '../../src/sii'
import { CTX, client, LOGIN, MAINTENANCE, NOON, type Reply, rejection, scripted } from './scripted'

// ISO-8859-1 bytes that are no UTF-8, with a line end of each kind.
const XML = Buffer.from(
  '<?xml version="1.0" encoding="ISO-8859-1"?>\r\n<EnvioDTE>Ñandú\n</EnvioDTE>',
  'latin1',
)

const recepcion = (rest: string): string => `<?xml version="1.0"?>
<RECEPCIONDTE>
 <RUTSENDER>11111111-1</RUTSENDER>
 <RUTCOMPANY>76543210-3</RUTCOMPANY>
 <FILE>EnvioEjemplo.xml</FILE>
 <TIMESTAMP>2025-01-02 10:11:12</TIMESTAMP>
 ${rest}
</RECEPCIONDTE>`

const upload = (reply: Reply): Promise<Recepcion> =>
  client({ DTEUpload: reply }).sii.uploadEnvio(CTX, 'EnvioDTE', XML, 'EnvioEjemplo.xml')

describe('the upload request (sii §3.1)', () => {
  test('has the five parts in order, CRLF frames, and the bytes of the file unchanged', async () => {
    const { sii, calls } = client({ DTEUpload: recepcion('<STATUS>0</STATUS><TRACKID>0123456789</TRACKID>') })
    await sii.uploadEnvio(
      { ...CTX, firmante: { ...CTX.firmante, rut: '5126663-K' } },
      'EnvioDTE',
      XML,
      'a"b\r\n.xml',
    )
    const { url, headers, body } = calls.at(-1)!
    expect(url).toBe('https://maullin.sii.cl/cgi_dte/UPL/DTEUpload')
    const boundary = /^multipart\/form-data; boundary=([\w-]+)$/.exec(headers.get('Content-Type')!)![1]!
    const field = (name: string, value: string) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
    const expected = Buffer.concat([
      Buffer.from(
        field('rutSender', '5126663') +
          field('dvSender', 'K') +
          field('rutCompany', '76543210') +
          field('dvCompany', '3') +
          `--${boundary}\r\nContent-Disposition: form-data; name="archivo"; filename="a_b__.xml"\r\n` +
          'Content-Type: text/xml\r\n\r\n',
      ),
      XML,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ])
    expect(body.equals(expected)).toBe(true)
    expect(headers.get('Content-Length')).toBe(String(expected.length))
    expect(headers.get('Cookie')).toBe('TOKEN=TokenAAAAAAAA')
    expect(headers.get('User-Agent')).toContain('PROG 1.0')
  })

  test('is the same bytes each time, so a repeat is recognised (sii §3.4)', async () => {
    const { sii, calls } = client({ DTEUpload: recepcion('<STATUS>0</STATUS><TRACKID>1</TRACKID>') })
    for (let i = 0; i < 2; i++) await sii.uploadEnvio(CTX, 'EnvioDTE', XML, 'x.xml')
    const [first, second] = calls.filter(({ url }) => url.includes('DTEUpload'))
    expect(second!.body.equals(first!.body)).toBe(true)
  })

  test('reaches a real server whole, with one Content-Length and our User-Agent', async () => {
    const login = scripted(LOGIN)
    let seen:
      | { agent: string | null; length: string | null; chunked: string | null; size: number }
      | undefined
    const server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      async fetch(request) {
        const size = (await request.arrayBuffer()).byteLength
        const { headers } = request
        seen = {
          agent: headers.get('User-Agent'),
          length: headers.get('Content-Length'),
          chunked: headers.get('Transfer-Encoding'),
          size,
        }
        return new Response(recepcion('<STATUS>0</STATUS><TRACKID>1</TRACKID>'))
      },
    })
    try {
      const sii = createSii({
        clock: () => NOON,
        fetch: (url, init) =>
          url.includes('DTEUpload')
            ? fetch(`http://127.0.0.1:${server.port}/`, init)
            : login.fetch(url, init),
      })
      await sii.uploadEnvio(CTX, 'EnvioDTE', Buffer.alloc(100_000, 'x'), 'x.xml')
    } finally {
      await server.stop(true)
    }
    expect(seen!.size).toBeGreaterThan(100_000)
    expect(seen).toEqual({
      agent: 'Mozilla/4.0 ( compatible; PROG 1.0; Windows NT)',
      length: String(seen!.size),
      chunked: null,
      size: seen!.size,
    })
  })
})

describe('the upload reply (sii §3.3)', () => {
  test('STATUS 0 gives the Track ID without its padding, old or new width', async () => {
    const padded = await upload(recepcion('<STATUS>0</STATUS><TRACKID>0123456789</TRACKID>'))
    expect(padded).toMatchObject({ trackId: '123456789', codigo: '0', repetido: false, reintentable: false })
    expect((await upload(recepcion('<STATUS> 0\n</STATUS><TRACKID> 39 </TRACKID>'))).trackId).toBe('39')
  })

  test.each([
    ['1', false],
    ['2', false],
    ['3', true],
    ['6', false],
    ['7', false],
    ['8', false],
    ['9', true],
    ['106', false],
    ['10', true],
    ['42', true],
  ])('STATUS %s is a refusal, reintentable %p', async (status, reintentable) => {
    const answer = await upload(recepcion(`<STATUS>${status}</STATUS>`))
    expect(answer).toMatchObject({
      trackId: null,
      codigo: status,
      repetido: false,
      reintentable,
      detalle: [],
    })
    expect(answer.glosa).not.toBe('')
  })

  test('the errors of DETAIL are handed on', async () => {
    const errors = '<ERROR>LSX-00265: bad value</ERROR><ERROR>CHR-00002: Line too long (4090)</ERROR>'
    expect(await upload(recepcion(`<STATUS>7</STATUS><DETAIL>${errors}</DETAIL>`))).toMatchObject({
      glosa: 'LSX-00265: bad value',
      detalle: ['LSX-00265: bad value', 'CHR-00002: Line too long (4090)'],
    })
  })

  test('is understood under whatever HTTP status it comes (sii §9.5)', async () => {
    expect(await upload({ status: 500, body: recepcion('<STATUS>9</STATUS>') })).toMatchObject({
      codigo: '9',
    })
    expect(await upload({ status: 403, body: recepcion('<STATUS>1</STATUS>') })).toMatchObject({
      codigo: '1',
    })
  })

  test.each([
    '<DETAIL><ERROR>Archivo ya recibido, TRACKID 0123456789, envios 2, espere 900 segundos</ERROR></DETAIL>',
    '<DETAIL><ERROR>Envio repetido 3 veces (Track Id: 123456789). Espere 900 seg.</ERROR></DETAIL>',
    '<GLOSA>Ya enviado con track_id=123456789</GLOSA>',
    '<DETAIL>Recibido antes como 0123456789, intentos 2, espera 900</DETAIL>',
    '<TRACKID>0123456789</TRACKID>',
  ])('STATUS 99 is success with the earlier Track ID: %s', async (text) => {
    expect(await upload(recepcion(`<STATUS>99</STATUS>${text}`))).toMatchObject({
      trackId: '123456789',
      codigo: '99',
      repetido: true,
      reintentable: false,
    })
  })

  test.each([
    '',
    '<DETAIL><ERROR>Archivo ya recibido 2 veces, espere 900 segundos</ERROR></DETAIL>',
    '<DETAIL><ERROR>Ya recibido: 0123456789 o 0123456790</ERROR></DETAIL>',
  ])('STATUS 99 whose text does not tell the Track ID leaves it to the caller to ask: %s', async (text) => {
    expect(await upload(recepcion(`<STATUS>99</STATUS>${text}`))).toMatchObject({
      trackId: null,
      repetido: true,
      reintentable: true,
    })
  })

  test('a page for people or "Error 500" is the SII being down', async () => {
    for (const reply of [MAINTENANCE, 'Error 500', { status: 503, body: '' }] as Reply[]) {
      expect(await rejection(upload(reply))).toMatchObject({ code: 'SII_UNAVAILABLE', etapa: 'envio' })
    }
  })

  test('no STATUS, STATUS 0 without Track ID, or a cut reply is an SII_ERROR worth another try', async () => {
    const cut = recepcion('<STATUS>0</STATUS><TRACKID>0123456789</TRACKID>').slice(0, -8)
    for (const reply of [recepcion(''), recepcion('<STATUS>0</STATUS>'), cut, 'hola', '<OTRO/>']) {
      expect(await rejection(upload(reply))).toMatchObject({
        code: 'SII_ERROR',
        retryable: true,
        etapa: 'envio',
      })
    }
  })
})

import { describe, expect, test } from 'bun:test'
import type { Contexto, SiiFault } from '../../src/sii'
import { createSii } from '../../src/sii'
import { canonicalGetToken } from '../../src/xml/firma-semilla'
import { CTX, client, LOGIN, NOON, rejection, respuesta, SEED, scripted, soap, tokenOf } from './scripted'

const REC = soap('getEstUp', respuesta('<ESTADO>REC</ESTADO>'))
const query = (sii: ReturnType<typeof client>['sii'], over: Partial<Contexto> = {}) =>
  sii.queryEnvio({ ...CTX, ...over }, 'EnvioDTE', '39')
const error = (estado: string, glosa = 'ERROR') =>
  respuesta(`<ESTADO>${estado}</ESTADO><GLOSA>${glosa}</GLOSA>`)

describe('signing in (sii §2)', () => {
  test('asks a seed, keeps its zeros, and sends the signed document escaped in pszXml', async () => {
    const { sii, calls } = client({ QueryEstUp: REC })
    await query(sii)
    expect(calls.map(({ url }) => url.split('/DTEWS/')[1])).toEqual([
      'CrSeed.jws',
      'GetTokenFromSeed.jws',
      'QueryEstUp.jws',
    ])
    expect(calls[0]!.body.toString()).toContain('<getSeed xmlns="http://DefaultNamespace"></getSeed>')
    const sent = calls[1]!.body.toString()
    const pszXml = /<pszXml>([\s\S]*)<\/pszXml>/.exec(sent)![1]!
    expect(pszXml).not.toContain('<')
    const document = pszXml.replaceAll('&lt;', '<').replaceAll('&gt;', '>')
    expect(document).toContain(canonicalGetToken('000000000078').replace('</getToken>', '<Signature'))
    expect(document).toContain('<X509Certificate>MIIBdummy</X509Certificate>')
  })

  test('takes a seed in an element called SEED, as an old example names it', async () => {
    const { sii } = client({ CrSeed: soap('getSeed', SEED.replaceAll('SEMILLA', 'SEED')), QueryEstUp: REC })
    expect((await query(sii)).codigo).toBe('REC')
  })

  test('at the boleta service sends the bare document and reads bare XML', async () => {
    const { sii, calls } = client({ 'electronica.envio/': '{"estado":"REC"}' })
    await sii.queryEnvio(CTX, 'EnvioBOLETA', '39')
    expect(calls.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET https://apicert.sii.cl/recursos/v1/boleta.electronica.semilla',
      'POST https://apicert.sii.cl/recursos/v1/boleta.electronica.token',
      'GET https://apicert.sii.cl/recursos/v1/boleta.electronica.envio/76543210-3-39',
    ])
    expect(calls[0]!.headers.get('Accept')).toBe('application/xml')
    expect(calls[1]!.headers.get('Content-Type')).toBe('application/xml')
    expect(calls[1]!.body.toString()).toStartWith('<?xml version="1.0"?>\n<getToken>')
    expect(calls[2]!.headers.get('Cookie')).toBe('TOKEN=RestAAAAAAAAA')
  })

  // sii §2.2: which refusals turn down the person, which a later try may lift
  test.each([
    ['01', 'SII_ERROR', true],
    ['02', 'SII_ERROR', false],
    ['03', 'SII_ERROR', true],
    ['04', 'SII_ERROR', false],
    ['05', 'SII_ERROR', false],
    ['06', 'SII_ERROR', false],
    ['07', 'SII_ERROR', true],
    ['08', 'SII_ERROR', true],
    ['09', 'SII_ERROR', true],
    ['10', 'SII_ERROR', true],
    ['11', 'SII_ERROR', false],
    ['12', 'SII_ERROR', true],
    ['21', 'CERTIFICATE_INVALID', false],
    // No word of the certificate alone, which Timbre itself has found valid.
    ['-3', 'SII_ERROR', true],
    ['-07', 'CERTIFICATE_INVALID', false],
    ['77', 'SII_ERROR', true],
  ])('ESTADO %s of getToken is %s, retryable %p', async (estado, code, retryable) => {
    const { sii, count } = client({ GetTokenFromSeed: soap('getToken', error(estado, 'Glosa del SII')) })
    expect(await rejection(query(sii))).toMatchObject({
      code,
      retryable,
      answered: true,
      etapa: 'autenticacion_sii',
      codigo: estado,
      glosa: 'Glosa del SII',
    })
    expect(count('GetTokenFromSeed')).toBe(1)
  })

  test('a refused seed, and an answer without its value, are SII_ERROR', async () => {
    for (const inner of [error('-1'), error('-2'), respuesta('<ESTADO>00</ESTADO>', '')]) {
      const { sii, count } = client({ CrSeed: soap('getSeed', inner) })
      expect(await rejection(query(sii))).toMatchObject({ code: 'SII_ERROR', etapa: 'autenticacion_sii' })
      expect(count('GetTokenFromSeed')).toBe(0)
    }
  })

  test('a token that would break out of its header line is refused', async () => {
    const { sii } = client({ GetTokenFromSeed: soap('getToken', tokenOf('abc;X=1')) })
    expect(await rejection(query(sii))).toMatchObject({ code: 'SII_ERROR', etapa: 'autenticacion_sii' })
  })

  test('a garbled answer with a token in it shows it nowhere in the fault', async () => {
    const { sii } = client({ 'electronica.token': '<RESP_BODY><TOKEN>SecretToken12</TOK' })
    const fault = (await rejection(sii.queryEnvio(CTX, 'EnvioBOLETA', '39'))) as SiiFault
    expect(fault.code).toBe('SII_ERROR')
    expect(`${fault.message} ${fault.glosa} ${fault.stack} ${String(fault.cause)}`).not.toContain(
      'SecretToken12',
    )
  })
})

describe('the token cache (sii §2.3)', () => {
  test('serves all operations until fifty minutes have passed', async () => {
    let now = NOON.getTime()
    const { sii, count } = client({ QueryEstUp: REC }, { clock: () => new Date(now) })
    await query(sii)
    now += 49 * 60_000
    await query(sii)
    expect(count('GetTokenFromSeed')).toBe(1)
    now += 60_000
    await query(sii)
    expect(count('GetTokenFromSeed')).toBe(2)
  })

  test('is one for each environment, system and certificate', async () => {
    const { sii, count } = client({ QueryEstUp: REC, 'electronica.envio/': '{"estado":"REC"}' })
    await query(sii)
    await query(sii, { ambiente: 'produccion' })
    await query(sii, { firmante: { ...CTX.firmante, id: 'cert-2' } })
    await query(sii, { rutEmpresa: '77123456-9' })
    await sii.queryEnvio(CTX, 'EnvioBOLETA', '39')
    expect(count('GetTokenFromSeed')).toBe(3)
    expect(count('maullin.sii.cl/DTEWS/GetTokenFromSeed')).toBe(2)
    expect(count('palena.sii.cl/DTEWS/GetTokenFromSeed')).toBe(1)
    expect(count('electronica.token')).toBe(1)
  })

  test('is one for all certificates of a person in an account, and no other account’s', async () => {
    const { sii, count } = client({ QueryEstUp: REC })
    const as = (id: string, dueno: string, rut = CTX.firmante.rut) =>
      query(sii, { firmante: { ...CTX.firmante, id, dueno, rut } })
    for (let i = 0; i < 12; i++) await as(`pfx-${i}`, 'cta_1')
    expect(count('GetTokenFromSeed')).toBe(1)
    await as('pfx-1', 'cta_2')
    await as('pfx-1', 'cta_1', '15432198-5')
    expect(count('GetTokenFromSeed')).toBe(3)
  })

  test('lets callers that come together share one request', async () => {
    const { sii, count } = client({ QueryEstUp: REC })
    await Promise.all(Array.from({ length: 20 }, () => query(sii)))
    expect([count('CrSeed'), count('GetTokenFromSeed'), count('QueryEstUp')]).toEqual([1, 1, 20])
  })

  test('does not let one caller who gives up spoil it for the others', async () => {
    const abort = new AbortController()
    const { sii, count } = client({ QueryEstUp: REC })
    const gone = rejection(query(sii, { signal: abort.signal }))
    const stays = query(sii)
    abort.abort(new Error('gone'))
    expect(await gone).toBe(abort.signal.reason)
    expect((await stays).codigo).toBe('REC')
    expect(count('GetTokenFromSeed')).toBe(1)
  })

  test('keeps no failure', async () => {
    const good = soap('getToken', tokenOf('TokenAAAAAAAA'))
    const { sii } = client({ GetTokenFromSeed: [soap('getToken', error('07')), good], QueryEstUp: REC })
    expect(await rejection(query(sii))).toMatchObject({ codigo: '07' })
    expect((await query(sii)).codigo).toBe('REC')
  })
})

describe('a refused token (sii §2.3, §4.3)', () => {
  test.each(['001', '002', '003', '1'])(
    'ESTADO %s discards it and asks again once with a new one',
    async (estado) => {
      const { sii, calls, count } = client({
        QueryEstUp: [soap('getEstUp', error(estado, 'TOKEN NO EXISTE')), REC],
      })
      expect((await query(sii)).codigo).toBe('REC')
      expect(count('GetTokenFromSeed')).toBe(2)
      const sent = calls.filter(({ url }) => url.includes('QueryEstUp')).map(({ body }) => body.toString())
      expect(sent[0]).toContain('<Token>TokenAAAAAAAA</Token>')
      expect(sent[1]).toContain('<Token>TokenBBBBBBBB</Token>')
    },
  )

  test('twice over is a fault of signing in, and the next operation signs in anew', async () => {
    const refused = soap('getEstUp', error('003', 'NO EXISTE TOKEN'))
    const { sii, count } = client({ QueryEstUp: [refused, refused, REC] })
    expect(await rejection(query(sii))).toMatchObject({
      code: 'SII_ERROR',
      retryable: true,
      etapa: 'autenticacion_sii',
      codigo: '003',
      glosa: 'NO EXISTE TOKEN',
    })
    expect([count('QueryEstUp'), count('GetTokenFromSeed')]).toEqual([2, 2])
    expect((await query(sii)).codigo).toBe('REC')
    expect(count('GetTokenFromSeed')).toBe(3)
  })

  test('is renewed once by callers that meet it together', async () => {
    const { sii, count } = client({
      QueryEstUp: ({ body }) => (body.includes('TokenAAAAAAAA') ? soap('getEstUp', error('001')) : REC),
    })
    const states = await Promise.all(Array.from({ length: 8 }, () => query(sii)))
    expect(states.map(({ codigo }) => codigo)).toEqual(Array(8).fill('REC'))
    expect(count('GetTokenFromSeed')).toBe(2)
  })

  test('does not take the renewed one along when its refusal comes late', async () => {
    const late = Promise.withResolvers<Response>()
    const server = scripted({ ...LOGIN, QueryEstUp: [soap('getEstUp', error('001')), REC] })
    let first = true
    const sii = createSii({
      clock: () => NOON,
      fetch: (url, init) => {
        if (!url.includes('QueryEstUp') || !first) return server.fetch(url, init)
        first = false
        return late.promise
      },
    })
    const slow = query(sii)
    await query(sii)
    expect(server.count('GetTokenFromSeed')).toBe(2)
    late.resolve(new Response(soap('getEstUp', error('001'))))
    expect((await slow).codigo).toBe('REC')
    expect(server.count('GetTokenFromSeed')).toBe(2)
  })

  test('by DTEUpload (STATUS 5) sends the same bytes once more', async () => {
    const refused = '<RECEPCIONDTE><RUTSENDER>-</RUTSENDER><STATUS>5</STATUS></RECEPCIONDTE>'
    const accepted = '<RECEPCIONDTE><STATUS>0</STATUS><TRACKID>0000000039</TRACKID></RECEPCIONDTE>'
    const { sii, calls } = client({ DTEUpload: [refused, accepted] })
    const recepcion = await sii.uploadEnvio(CTX, 'EnvioDTE', Buffer.from('<x/>'), 'x.xml')
    expect(recepcion.trackId).toBe('39')
    const [first, second] = calls.filter(({ url }) => url.includes('DTEUpload'))
    expect(first!.headers.get('Cookie')).toBe('TOKEN=TokenAAAAAAAA')
    expect(second!.headers.get('Cookie')).toBe('TOKEN=TokenBBBBBBBB')
    expect(second!.body).toEqual(first!.body)
  })

  test.each([
    [401, 'NO ESTA AUTENTICADO'],
    [400, 'No trae TOKEN'],
  ])('by the boleta service (HTTP %d) renews its token alone (sii §6.6)', async (status, body) => {
    const { sii, count } = client({
      'electronica.envio/': [{ status, body }, '{"estado":"REC"}'],
      QueryEstUp: REC,
    })
    await query(sii)
    expect((await sii.queryEnvio(CTX, 'EnvioBOLETA', '39')).codigo).toBe('REC')
    await query(sii)
    expect([count('electronica.token'), count('GetTokenFromSeed')]).toEqual([2, 1])
  })
})

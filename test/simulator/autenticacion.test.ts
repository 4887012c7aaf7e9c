// Seeds and tokens are judged as simulator §2.1 orders.

import { describe, expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { issueCertificate } from '../../src/simulator/certificados'
import { BASE, type Escena, escena, leaf, NOW } from './escena'
import { type Firma, getToken, PERSONA } from './sobres'

const certificate = async (over: Partial<Parameters<typeof issueCertificate>[0]> = {}): Promise<Firma> => {
  const rut = over.rut ?? '12345678-5'
  const issued = await issueCertificate({
    rut,
    nombre: 'Persona Ñ',
    now: new Date(NOW),
    clave: 'x',
    random: randomBytes,
    ...over,
  })
  return { rut, llave: issued.llave, certificado: issued.certificado }
}

const seed = async (e: Escena, host = 'maullin') =>
  leaf(await e.soap('/DTEWS/CrSeed.jws', 'getSeed', [], host), 'SEMILLA')!

const ask = async (e: Escena, xml: string, host = 'maullin') => {
  const answer = await e.soap('/DTEWS/GetTokenFromSeed.jws', 'getToken', [['pszXml', xml]], host)
  return { estado: leaf(answer, 'ESTADO'), glosa: leaf(answer, 'GLOSA'), token: leaf(answer, 'TOKEN') }
}

describe('CrSeed', () => {
  test('hands out twelve digits, RESP_BODY before RESP_HDR (sii §2.1)', async () => {
    const answer = await escena().soap('/DTEWS/CrSeed.jws', 'getSeed', [])
    expect(leaf(answer, 'SEMILLA')).toMatch(/^\d{12}$/)
    expect(answer.indexOf('RESP_BODY')).toBeLessThan(answer.indexOf('RESP_HDR'))
  })

  test('takes any namespace, but not a missing SOAPAction header (simulator §2.1)', async () => {
    const e = escena()
    const call = (ns: string, headers: Record<string, string>) =>
      e.sim.fetch(
        new Request(`${BASE}/maullin/DTEWS/CrSeed.jws`, {
          method: 'POST',
          headers,
          body: `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><getSeed${ns}/></e:Body></e:Envelope>`,
        }),
      )
    for (const ns of [
      '',
      ' xmlns="http://DefaultNamespace"',
      ' xmlns="https://maullin.sii.cl/DTEWS/CrSeed.jws"',
    ])
      expect((await call(ns, { soapaction: '""' })).status).toBe(200)
    const refused = await call('', {})
    expect(refused.status).toBe(500)
    expect(await refused.text()).toContain('no SOAPAction header!')
  })

  test('answers to the real name of the host in the Host header', async () => {
    const { sim } = escena()
    const response = await sim.fetch(
      new Request('http://127.0.0.1/DTEWS/CrSeed.jws?WSDL', { headers: { host: 'palena.sii.cl' } }),
    )
    expect(await response.text()).toContain('wsdl:definitions')
  })
})

describe('GetTokenFromSeed', () => {
  test('gives thirteen alphanumerics for a well signed seed', async () => {
    const e = escena()
    expect(await ask(e, getToken(await seed(e)))).toEqual({
      estado: '00',
      glosa: 'Token Creado',
      token: expect.stringMatching(/^[A-Za-z0-9]{13}$/),
    })
  })

  const spoil: [string, string, (xml: string) => string][] = [
    ['01', 'a document cut off', (xml) => xml.slice(0, 300)],
    ['02', 'one that is not well formed', (xml) => xml.replace('</item>', '</itme>')],
    ['04', 'no Signature', (xml) => xml.replace(/<Signature[\s\S]*<\/Signature>/, '')],
    ['06', 'a seed under another name', (xml) => xml.replaceAll('Semilla', 'SEMILLA')],
    ['11', 'no certificate', (xml) => xml.replace(/<X509Data>[\s\S]*<\/X509Data>/, '')],
    [
      '05',
      'another seed than the signed one',
      (xml) => xml.replace(/<Semilla>\d/, (first) => `<Semilla>${(Number(first.at(-1)) + 1) % 10}`),
    ],
    ['05', 'an altered SignatureValue', (xml) => xml.replace(/<SignatureValue>..../, '<SignatureValue>AAAA')],
  ]
  for (const [estado, what, alter] of spoil) {
    test(`answers ${estado} to ${what}`, async () => {
      const e = escena()
      expect(await ask(e, alter(getToken(await seed(e))))).toMatchObject({ estado, token: null })
    })
  }

  test('answers 21 to a KeyValue that is not the key of the certificate, before it looks at the signature', async () => {
    const e = escena()
    const other = await certificate()
    expect((await ask(e, getToken(await seed(e), { ...PERSONA, llave: other.llave }))).estado).toBe('21')
  })

  test('answers 08 to a seed that is unknown, used or older than two minutes', async () => {
    const e = escena()
    expect(await ask(e, getToken('000000000078'))).toMatchObject({ estado: '08', glosa: 'NO Existe SEED' })
    const used = await seed(e)
    await ask(e, getToken(used))
    expect((await ask(e, getToken(used))).estado).toBe('08')
    const fresh = await seed(e)
    e.advance(120_000)
    expect((await ask(e, getToken(fresh))).estado).toBe('00')
    const old = await seed(e)
    e.advance(120_001)
    expect(await ask(e, getToken(old))).toMatchObject({ estado: '08', glosa: 'TIME-OUT DEL SEED' })
  })

  test('a seed of one side or system is unknown to the other', async () => {
    const e = escena()
    expect((await ask(e, getToken(await seed(e, 'palena')))).estado).toBe('08')
    const rest = await e.sim.fetch(new Request(`${BASE}/apicert/recursos/v1/boleta.electronica.semilla`))
    expect((await ask(e, getToken(leaf(await rest.text(), 'SEMILLA')!))).estado).toBe('08')
  })

  test('answers -07 to a certificate without RUT, and to a person who is not enrolled', async () => {
    const e = escena()
    expect((await ask(e, getToken(await seed(e), await certificate({ conRut: false })))).estado).toBe('-07')
    await e.register(PERSONA.rut, { inscrito: false })
    expect((await ask(e, getToken(await seed(e)))).estado).toBe('-07')
    expect((await ask(e, getToken(await seed(e, 'palena')), 'palena')).estado).toBe('00')
  })

  test('answers -3 to a certificate that has expired or of another CA', async () => {
    const e = escena()
    expect((await ask(e, getToken(await seed(e), await certificate({ dias: -1 })))).estado).toBe('-3')
    const own = await certificate()
    const autoridad = {
      certificado: own.certificado.toString(),
      llave: own.llave.export({ type: 'pkcs8', format: 'pem' }).toString(),
    }
    expect((await ask(e, getToken(await seed(e), await certificate({ autoridad })))).estado).toBe('-3')
  })

  test('a signature over some other element does not vouch for the seed', async () => {
    const e = escena()
    const good = getToken(await seed(e))
    const forged = good.replace('<getToken>', '<getToken><item><Semilla>000000000001</Semilla></item>')
    expect((await ask(e, forged)).estado).toBe('05')
  })
})

describe('tokens', () => {
  const state = async (e: Escena, token: string, host = 'maullin') => {
    const params: [string, string][] = [
      ['RutCompania', '76543210'],
      ['DvCompania', '3'],
      ['TrackId', '1'],
      ['Token', token],
    ]
    return leaf(await e.soap('/DTEWS/QueryEstUp.jws', 'getEstUp', params, host), 'ESTADO')
  }

  test('hold for an hour, then are inactive (001); unknown ones do not exist (003)', async () => {
    const e = escena()
    const token = await e.token()
    expect(await state(e, token)).toBe('-11')
    e.advance(3_600_000)
    expect(await state(e, token)).toBe('001')
    expect(await state(e, 'abc')).toBe('003')
  })

  test('do not cross environments (sii §1.1) nor from the boleta service to SOAP (sii §6.1)', async () => {
    const e = escena()
    expect(await state(e, await e.token(), 'palena')).toBe('003')
    expect(await state(e, await e.token('apicert'))).toBe('003')
  })
})

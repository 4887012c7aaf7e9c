// The simulator's own interface (simulator §8.1): certificates, CAFs, clock, ledger.

import { describe, expect, test } from 'bun:test'
import { createPrivateKey, createPublicKey, sign, verify, X509Certificate } from 'node:crypto'
import forge from 'node-forge'
import { CA_CERTIFICATE } from '../../src/simulator/authority'
import { addDuration } from '../../src/simulator/reloj'
import { authorityKey } from '../../src/xml/autoridades'
import { checkCaf, readCaf } from '../../src/xml/caf'
import { readPfx } from '../../src/xml/certificado'
import { BASE, escena, memoryDb, NOW } from './escena'
import { dte, EMPRESA, sobre } from './sobres'

describe('POST certificados', () => {
  test('gives a PFX with a certificate of the CA, the RUT in both its places (xml §6.1)', async () => {
    const e = escena()
    const { status, json } = await e.api('POST', 'certificados', {
      rut: '12.345.678-5',
      nombre: 'José Ñúñez',
      dias: 30,
    })
    expect(status).toBe(201)
    const { pfx_base64, clave } = json.data
    const der = forge.util.createBuffer(Buffer.from(pfx_base64, 'base64').toString('latin1'))
    const p12 = forge.pkcs12.pkcs12FromAsn1(forge.asn1.fromDer(der), clave)
    const bag = p12.getBags({ bagType: forge.pki.oids.certBag! })[forge.pki.oids.certBag!]![0]!
    const certificate = new X509Certificate(forge.pki.certificateToPem(bag.cert!))
    expect(certificate.verify(new X509Certificate(CA_CERTIFICATE).publicKey)).toBe(true)
    expect(certificate.subject).toContain('serialNumber=12345678-5')
    expect(certificate.subject).toContain('CN=José Ñúñez')
    expect(new Date(certificate.validFrom).toISOString()).toBe('2026-03-02T12:00:00.000Z')
    expect(new Date(certificate.validTo).toISOString()).toBe('2026-04-01T13:00:00.000Z')
    // OID 1.3.6.1.4.1.8321.1 and an IA5String.
    expect(certificate.raw.includes(Buffer.from('06082b06010401c10101a00c160a', 'hex'))).toBe(true)
    expect(certificate.publicKey.asymmetricKeyDetails?.modulusLength).toBe(2048)
  })

  test('is read by Timbre, and its password is needed', async () => {
    const e = escena()
    const { pfx_base64, clave } = (await e.api('POST', 'certificados', { rut: '12345678-5', nombre: 'Ana' }))
      .json.data
    const bytes = Buffer.from(pfx_base64, 'base64')
    expect(readPfx(bytes, clave, new Date(NOW))).toMatchObject({ rutTitular: '12345678-5' })
    expect(() => readPfx(bytes, 'otra', new Date(NOW))).toThrow()
  })

  test('refuses a bad RUT, a name without ISO-8859-1 and unknown fields', async () => {
    const e = escena()
    const good = { rut: '12345678-5', nombre: 'Ana' }
    for (const bad of [
      { rut: '12345678-4' },
      { nombre: '' },
      { nombre: '名' },
      { dias: 1.5 },
      { nombres: 'x' },
    ]) {
      expect(await e.api('POST', 'certificados', { ...good, ...bad })).toMatchObject({
        status: 422,
        json: { ok: false, code: 'VALIDATION_ERROR' },
      })
    }
  })
})

describe('POST caf', () => {
  test('gives a file as the SII would: 512 bits, exponent 3, signed by IDK 900 (xml §4)', async () => {
    const e = escena()
    const body = {
      rut: EMPRESA,
      tipo_dte: 33,
      cantidad: 50,
      razon_social: 'Ñandú & Compañía de nombre larguísimo, muy largo Limitada',
    }
    const { json, status } = await e.api('POST', 'caf', body)
    expect(status).toBe(201)
    const { xml, caf_base64, ...rest } = json.data
    expect(rest).toEqual({
      tipo_dte: 33,
      desde: 1,
      hasta: 50,
      cantidad: 50,
      solicitada: 50,
      max_autorizado: 1000,
      fecha_autorizacion: '2026-03-02',
    })
    const bytes = Buffer.from(caf_base64, 'base64')
    expect(bytes.toString('latin1')).toBe(xml)
    const da = /<DA>[\s\S]*<\/DA>/.exec(xml)![0].replace(/>\s+</g, '><')
    const frma = Buffer.from(/<FRMA algoritmo="SHA1withRSA">(.*)<\/FRMA>/.exec(xml)![1]!, 'base64')
    const authority = authorityKey(900)!
    expect(authority.ambiente).toBe('simulacion')
    expect(verify('RSA-SHA1', Buffer.from(da, 'latin1'), authority.llave, frma)).toBe(true)
    expect(da).toContain('<RS>Ñandú &amp; Compañía de nombre larguísimo, m</RS>')
    const llave = createPrivateKey(
      /-----BEGIN RSA PRIVATE KEY-----[\s\S]*?-----END RSA PRIVATE KEY-----/.exec(xml)![0],
    )
    expect(llave.asymmetricKeyDetails).toEqual({ modulusLength: 512, publicExponent: 3n })
    const publica = createPublicKey(
      /-----BEGIN PUBLIC KEY-----[\s\S]*?-----END PUBLIC KEY-----/.exec(xml)![0],
    )
    expect(verify('RSA-SHA1', Buffer.from('x'), publica, sign('RSA-SHA1', Buffer.from('x'), llave))).toBe(
      true,
    )
    expect(
      checkCaf(readCaf(bytes), { rutEmisor: EMPRESA, ambiente: 'simulacion', hoy: '2026-03-02' }),
    ).toEqual([])
  })

  test('ranges never overlap, not even those asked for at once; each type, company and side counts for itself', async () => {
    const e = escena()
    const ask = async (over: object) => {
      const { json } = await e.api('POST', 'caf', { rut: EMPRESA, tipo_dte: 33, cantidad: 10, ...over })
      return [json.data.desde, json.data.hasta]
    }
    expect((await Promise.all([ask({}), ask({}), ask({})])).sort((a, b) => a[0] - b[0])).toEqual([
      [1, 10],
      [11, 20],
      [21, 30],
    ])
    for (const over of [{ tipo_dte: 34 }, { rut: '76192083-9' }, { lado: 'produccion' }])
      expect(await ask(over)).toEqual([1, 10])
    expect((await ask({ cantidad: 5000 }))[1]).toBe(1030)
  })

  test('refuses types that have no folios, and amounts that are none', async () => {
    const e = escena()
    for (const bad of [{ tipo_dte: 35 }, { tipo_dte: '33' }, { cantidad: 0 }, { rut: 'x' }])
      expect((await e.api('POST', 'caf', { rut: EMPRESA, tipo_dte: 33, cantidad: 1, ...bad })).status).toBe(
        422,
      )
  })
})

describe('every answer (http §0, §8)', () => {
  test('tells all that is wrong with a body at once, each by its field and rule', async () => {
    const e = escena()
    const { status, json } = await e.api('POST', 'caf', { rut: '1-1', tipo_dte: 35, lado: 'x', extra: 1 })
    expect(status).toBe(422)
    expect(json).toMatchObject({ ok: false, code: 'VALIDATION_ERROR' })
    expect(json.error).toContain('(y 4 más)')
    expect(json.detalles.map((d: { campo: string; regla: string }) => [d.campo, d.regla])).toEqual([
      ['extra', 'desconocido'],
      ['rut', 'rut'],
      ['tipo_dte', 'valor'],
      ['cantidad', 'requerido'],
      ['lado', 'valor'],
    ])
    const acuse = await e.api('POST', 'acuse', { rut_emisor: 5 })
    expect(acuse.json.detalles).toHaveLength(4)
    const falla = await e.api('POST', 'fallas', {
      servicio: 'envio',
      falla: 'demora',
      veces: 0,
      hasta: 'hoy',
    })
    expect(falla.json.detalles.map((d: { campo: string }) => d.campo)).toEqual(['ms', 'veces', 'hasta'])
  })

  test('tells all that is wrong with a query', async () => {
    const { status, json } = await escena().api('GET', 'libro?rut=1-1&folio=x&lado=y&que=1')
    expect([status, json.code]).toEqual([400, 'INVALID_PARAMETER'])
    expect(json.detalles.map((d: { campo: string }) => d.campo)).toEqual(['que', 'rut', 'folio', 'lado'])
  })

  test("carries X-Request-Id, the client's own when it is safe", async () => {
    const e = escena()
    const ids = async (given: string, path = 'reloj') => {
      const request = new Request(`${BASE}/simulador/${path}`, { headers: { 'x-request-id': given } })
      return (await e.sim.fetch(request)).headers.get('x-request-id')
    }
    expect(await ids('pedido-7')).toBe('pedido-7')
    for (const path of ['reloj', 'nada', 'libro?x=1', 'libro/33/1/xml'])
      expect(await ids('no, esto no', path)).toMatch(/^req_/)
  })
})

describe('reloj', () => {
  test('moves forward by a duration, is set to an instant, and survives a restart', async () => {
    const db = memoryDb()
    const e = escena({ db })
    const now = async () => (await e.api('GET', 'reloj')).json.data.ahora
    expect(await now()).toBe('2026-03-02T13:00:00.000Z')
    expect((await e.api('POST', 'reloj', { avanzar: 'P6M' })).json.data.ahora).toBe(
      '2026-09-02T13:00:00.000Z',
    )
    e.advance(1000)
    expect(await now()).toBe('2026-09-02T13:00:01.000Z')
    await e.api('POST', 'reloj', { fijar: '2026-05-01T00:00:00Z' })
    expect((await escena({ db }).api('GET', 'reloj')).json.data.ahora).toBe('2026-04-30T23:59:59.000Z')
  })

  test('what was due meanwhile has happened when the answer comes', async () => {
    const e = escena()
    await e.upload(sobre([dte({ folio: 1, caf: await e.caf() })]))
    await e.api('POST', 'reloj', { avanzar: 'PT10S' })
    expect((await e.api('GET', 'libro')).json.data.envios[0].estado).toBe('EPR')
  })

  test('refuses what is no duration, no instant, or both', async () => {
    const e = escena()
    for (const bad of [
      {},
      { avanzar: '6 meses' },
      { avanzar: 'P' },
      { fijar: 'ayer' },
      { avanzar: 'P1D', fijar: NOW },
    ])
      expect((await e.api('POST', 'reloj', bad)).status).toBe(422)
  })

  test('months end where the calendar ends them', () => {
    const at = (text: string) => new Date(`${text}T00:00:00Z`)
    expect(addDuration(at('2026-08-31'), 'P6M')).toEqual(at('2027-02-28'))
    expect(addDuration(at('2024-02-29'), 'P1Y')).toEqual(at('2025-02-28'))
    expect(addDuration(at('2026-01-01'), 'P1W2DT24H')).toEqual(at('2026-01-11'))
  })
})

describe('libro', () => {
  test('tells of every envelope and document, filtered as asked', async () => {
    const e = escena()
    const caf = await e.caf()
    await e.judge(sobre([dte({ folio: 1, caf }), dte({ folio: 2, caf })]))
    await e.judge(sobre([dte({ folio: 3, caf })]))
    const folios = async (query: string) =>
      (await e.api('GET', `libro?${query}`)).json.data.documentos.map((d: { folio: number }) => d.folio)
    expect(await folios('')).toEqual([3, 2, 1])
    expect(await folios('track_id=1')).toEqual([2, 1])
    expect(await folios('folio=3&tipo_dte=33')).toEqual([3])
    expect(await folios('rut=76.192.083-9')).toEqual([])
    expect((await e.api('GET', 'libro?folio=3')).json.data.envios).toHaveLength(1)
    expect((await e.api('GET', 'libro?folios=3')).json).toMatchObject({
      ok: false,
      code: 'INVALID_PARAMETER',
    })
    const { documentos, envios } = (await e.api('GET', 'libro?track_id=2')).json.data
    expect(documentos[0]).toMatchObject({
      sha1: expect.stringMatching(/^[0-9a-f]{40}$/),
      juzgado_at: '2026-03-02T13:00:02.800Z',
    })
    expect(envios[0]).toMatchObject({
      recibido_at: '2026-03-02T13:00:02.000Z',
      estado_at: '2026-03-02T13:00:03.000Z',
    })
  })

  test('404 for a document that never came, and for a route that does not exist', async () => {
    const e = escena()
    expect((await e.api('GET', 'libro/33/1/xml')).json.code).toBe('NOT_FOUND')
    expect((await e.api('GET', 'nada')).json.code).toBe('ROUTE_NOT_FOUND')
    const wrong = await e.sim.fetch(new Request(`${BASE}/simulador/libro`, { method: 'DELETE' }))
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET'])
    expect((await e.api('POST', 'caf', '{')).json.code).toBe('INVALID_JSON')
    expect((await e.sim.fetch(new Request(`${BASE}/otra`))).status).toBe(404)
  })
})

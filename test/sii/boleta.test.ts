import { describe, expect, test } from 'bun:test'
import type { ConsultaDte } from '../../src/sii'
import { siiHosts } from '../../src/sii'
import { CTX, client, MAINTENANCE, type Reply, rejection } from './scripted'

const ENVIO = 'pangal.sii.cl/recursos/v1/boleta.electronica.envio'
const ESTADO = 'apicert.sii.cl/recursos/v1/boleta.electronica.envio/'
const BOLETA = 'apicert.sii.cl/recursos/v1/boleta.electronica/'
const XML = Buffer.from('<EnvioBOLETA/>')

const upload = (reply: Reply) =>
  client({ [ENVIO]: reply }).sii.uploadEnvio(CTX, 'EnvioBOLETA', XML, 'EnvioBOLETA.xml')
const query = (reply: Reply) => client({ [ESTADO]: reply }).sii.queryEnvio(CTX, 'EnvioBOLETA', '123456789')

describe('the boleta envío (sii §6.3)', () => {
  const RECEIVED = JSON.stringify({
    rut_emisor: '76543210-3',
    rut_envia: '11111111-1',
    trackid: 123456789012345,
    fecha_recepcion: '02/01/2025 10:11:12',
    estado: 'REC',
    file: 'EnvioBOLETA.xml',
  })

  test('goes to the envío host with the token of the query host and the same five parts', async () => {
    const { sii, calls } = client({ [ENVIO]: RECEIVED })
    await sii.uploadEnvio(CTX, 'EnvioBOLETA', XML, 'EnvioBOLETA.xml')
    const { method, url, headers, body } = calls.at(-1)!
    expect([method, url]).toEqual(['POST', `https://${ENVIO}`])
    expect(headers.get('Cookie')).toBe('TOKEN=RestAAAAAAAAA')
    expect(headers.get('Accept')).toBe('application/json')
    expect(headers.get('User-Agent')).toBe('Mozilla/4.0 ( compatible; PROG 1.0; Windows NT)')
    const names = [...body.toString().matchAll(/ name="(\w+)"/g)].map(([, name]) => name)
    expect(names).toEqual(['rutSender', 'dvSender', 'rutCompany', 'dvCompany', 'archivo'])
  })

  test('gives a Track ID of up to fifteen digits as text', async () => {
    expect(await upload(RECEIVED)).toMatchObject({
      trackId: '123456789012345',
      codigo: 'REC',
      repetido: false,
      reintentable: false,
    })
  })

  test('is refused for good by a 4xx, with the SII’s words', async () => {
    expect(await upload({ status: 400, body: 'SCH-00001: Invalid Schema Name' })).toMatchObject({
      trackId: null,
      codigo: 'SCH-00001',
      glosa: 'SCH-00001: Invalid Schema Name',
      reintentable: false,
    })
    expect(await upload({ status: 404, body: '' })).toMatchObject({
      trackId: null,
      codigo: '404',
      reintentable: false,
    })
    expect(await upload('{"estado":"RSC","trackid":null}')).toMatchObject({ trackId: null, codigo: 'RSC' })
  })

  test('posted where it is not served meets a fault, and a 200 without Track ID is nonsense', async () => {
    const denied =
      '<env:Envelope xmlns:env="http://schemas.xmlsoap.org/soap/envelope/"><env:Body><env:Fault>' +
      '<faultstring>Acceso Denegado (from client)</faultstring></env:Fault></env:Body></env:Envelope>'
    expect(await rejection(upload({ status: 500, body: denied }))).toMatchObject({
      code: 'SII_ERROR',
      glosa: 'Acceso Denegado (from client)',
    })
    for (const reply of ['{}', '[]', 'recibido']) {
      expect(await rejection(upload(reply))).toMatchObject({
        code: 'SII_ERROR',
        retryable: true,
        etapa: 'envio',
      })
    }
    for (const reply of [MAINTENANCE, { status: 429, body: 'slow down' }] as Reply[]) {
      expect(await rejection(upload(reply))).toMatchObject({ code: 'SII_UNAVAILABLE' })
    }
  })
})

describe('the state of a boleta envío (sii §6.4)', () => {
  test('names the documents with a problem', async () => {
    const body = JSON.stringify({
      trackid: 123456789,
      estado: 'EPR',
      estadistica: [{ tipo: 39, informados: 2, aceptados: 1, rechazados: 1, reparos: 0 }],
      detalle_rep_rech: [
        {
          tipo: 39,
          folio: 7,
          estado: 'RCH',
          descripcion: 'DTE Rechazado',
          error: [{ seccion: 'TED', linea: 0, nivel: 3, codigo: 640, descripcion: 'Monto', detalle: '1190' }],
        },
      ],
    })
    expect(await query(body)).toEqual({
      codigo: 'EPR',
      glosa: 'El SII terminó de revisar el envío',
      final: true,
      resumen: [{ tipoDte: 39, informados: 2, aceptados: 1, rechazados: 1, reparos: 0 }],
      detalle: [
        {
          tipoDte: 39,
          folio: 7,
          estado: 'RCH',
          errores: [{ codigo: 'TED-3-640', descripcion: 'Monto', detalle: '1190' }],
        },
      ],
    })
  })

  test('survives null lists, and null type and folio', async () => {
    expect(await query('{"estado":"CRT","estadistica":null,"detalle_rep_rech":null}')).toMatchObject({
      codigo: 'CRT',
      final: false,
      resumen: [],
      detalle: [],
    })
    const row = { tipo: null, folio: null, estado: 'RCH', descripcion: 'Sin folio', error: null }
    expect((await query(JSON.stringify({ estado: 'EPR', detalle_rep_rech: [row] }))).detalle).toEqual([
      {
        tipoDte: null,
        folio: null,
        estado: 'RCH',
        errores: [{ codigo: 'RCH', descripcion: 'Sin folio', detalle: '' }],
      },
    ])
  })

  test('of an unknown Track ID is 404 and not final', async () => {
    expect(await query({ status: 404, body: 'no existe' })).toEqual({
      codigo: '404',
      glosa: 'no existe',
      final: false,
      resumen: [],
      detalle: [],
    })
  })

  test('that is no JSON, or lacks estado, is an SII_ERROR', async () => {
    for (const reply of ['hola', '{}', '[1]']) {
      expect(await rejection(query(reply))).toMatchObject({
        code: 'SII_ERROR',
        retryable: true,
        etapa: 'consulta',
      })
    }
    expect(await rejection(query({ status: 405, body: '' }))).toMatchObject({
      code: 'SII_ERROR',
      retryable: false,
    })
  })
})

describe('the state of a boleta (sii §6.5)', () => {
  const DTE: ConsultaDte = {
    tipoDte: 39,
    folio: 7,
    rutReceptor: '66666666-6',
    fechaEmision: '2025-01-02',
    montoTotal: '1190',
    firma: 'abc=',
  }

  test('is asked with all four query values, the date as dd-mm-yyyy, by both queries', async () => {
    const { sii, calls } = client({ [BOLETA]: '{"codigo":"DOK","descripcion":"Documento recibido"}' })
    const state = { codigo: 'DOK', glosa: 'Documento recibido', recibido: true, trackId: null }
    expect(await sii.queryDte(CTX, 'EnvioBOLETA', DTE)).toEqual(state)
    expect(await sii.queryDteAv(CTX, 'EnvioBOLETA', DTE)).toEqual(state)
    expect(calls.at(-1)!.url).toBe(
      `https://${BOLETA}76543210-3-39-7/estado?rut_receptor=66666666&dv_receptor=6&monto=1190&fechaEmision=02-01-2025`,
    )
  })

  test('of an unknown boleta is FAU, from the code or from a 404', async () => {
    for (const reply of ['{"codigo":"FAU","descripcion":"x"}', { status: 404, body: '' }] as Reply[]) {
      const { sii } = client({ [BOLETA]: reply })
      expect(await sii.queryDte(CTX, 'EnvioBOLETA', DTE)).toMatchObject({ codigo: 'FAU', recibido: false })
    }
  })

  test('a text body such as "falta monto" is an SII_ERROR that says it', async () => {
    const fault = (await rejection(
      client({ [BOLETA]: 'falta monto' }).sii.queryDte(CTX, 'EnvioBOLETA', DTE),
    )) as Error
    expect(fault).toMatchObject({ code: 'SII_ERROR', glosa: 'falta monto' })
    expect(fault.message).toContain('falta monto')
  })
})

describe('hosts (sii §1.1)', () => {
  test('are apart for each environment, and the simulator has them as first segments of one base', () => {
    expect(siiHosts().produccion).toEqual({
      soap: 'https://palena.sii.cl',
      boletaConsulta: 'https://api.sii.cl/recursos/v1',
      boletaEnvio: 'https://rahue.sii.cl/recursos/v1',
      reclamo: 'https://ws1.sii.cl/WSREGISTRORECLAMODTE/registroreclamodteservice',
    })
    expect(siiHosts().simulacion.soap).toBe('http://simulador.invalid/maullin')
    expect(siiHosts('http://127.0.0.1:9000/').simulacion).toEqual({
      soap: 'http://127.0.0.1:9000/maullin',
      boletaConsulta: 'http://127.0.0.1:9000/apicert/recursos/v1',
      boletaEnvio: 'http://127.0.0.1:9000/pangal/recursos/v1',
      reclamo: 'http://127.0.0.1:9000/ws2/WSREGISTRORECLAMODTECERT/registroreclamodteservice',
    })
  })
})

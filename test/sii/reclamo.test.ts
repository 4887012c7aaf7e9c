// The client of the registry of acceptances and claims (sii §7).

import { describe, expect, test } from 'bun:test'
import { explain, type SiiFault, siiHosts } from '../../src/sii'
import { RESPUESTAS } from '../../src/simulator/reclamo-codigos'
import { CTX, client, MAINTENANCE, rejection } from './scripted'

const DTE = { rutEmisor: '60803000-K', tipoDte: 33, folio: 7 }

const answer = (operation: string, value: string): string =>
  `<?xml version='1.0' encoding='UTF-8'?><S:Envelope xmlns:S="http://schemas.xmlsoap.org/soap/envelope/"><S:Body><ns2:${operation}Response xmlns:ns2="http://ws.registroreclamodte.diii.sdi.sii.cl"><return>${value}</return></ns2:${operation}Response></S:Body></S:Envelope>`

const codigo = (code: number | string, more = '') =>
  `<codResp>${code}</codResp><descResp>Glosa</descResp>${more}`
const registered = (code: number | string) =>
  client({ registroreclamo: answer('ingresarAceptacionReclamoDoc', codigo(code)) })
const evento = (code: string, fecha: string) =>
  `<listaEventosDoc><codEvento>${code}</codEvento><descEvento>Texto</descEvento><rutResponsable>11111111</rutResponsable><dvResponsable>k</dvResponsable><fechaEvento>${fecha}</fechaEvento></listaEventosDoc>`

const FAULT =
  '<S:Envelope xmlns:S="http://schemas.xmlsoap.org/soap/envelope/"><S:Body><S:Fault><faultcode>S:Server</faultcode><faultstring>TOKEN invalido</faultstring></S:Fault></S:Body></S:Envelope>'

describe('an action', () => {
  test('is sent with the parameters in their order and the token as a cookie', async () => {
    const { sii, calls } = registered(0)
    expect(await sii.registerAcuse(CTX, DTE, 'ACD')).toEqual({ codigo: '0', glosa: 'Glosa' })
    const { url, headers, body } = calls.at(-1)!
    expect(url).toBe(siiHosts().certificacion.reclamo)
    expect([headers.get('cookie'), headers.get('soapaction')]).toEqual(['TOKEN=TokenAAAAAAAA', '""'])
    expect(body.toString()).toContain(
      '<ws:ingresarAceptacionReclamoDoc><rutEmisor>60803000</rutEmisor><dvEmisor>K</dvEmisor><tipoDoc>33</tipoDoc><folio>7</folio><accionDoc>ACD</accionDoc></ws:ingresarAceptacionReclamoDoc>',
    )
  })

  test('is never repeated by itself, while a question is', async () => {
    const down = client({ registroreclamo: { status: 503, body: MAINTENANCE } })
    expect(await rejection(down.sii.registerAcuse(CTX, DTE, 'ACD'))).toMatchObject({
      code: 'SII_UNAVAILABLE',
    })
    expect(down.count('registroreclamo')).toBe(1)
    await rejection(down.sii.listAcuses(CTX, DTE))
    expect(down.count('registroreclamo')).toBe(4)
  })

  test('is sent again with another token where the first was not good', async () => {
    for (const bad of [
      { status: 500, body: FAULT },
      { status: 401, body: 'no' },
    ]) {
      const { sii, calls } = client({
        registroreclamo: [bad, answer('ingresarAceptacionReclamoDoc', codigo(7))],
      })
      expect((await sii.registerAcuse(CTX, DTE, 'ERM')).codigo).toBe('7')
      expect(calls.at(-1)!.headers.get('cookie')).toBe('TOKEN=TokenBBBBBBBB')
    }
  })

  test('that a firewall turns away says so, and not that the token is bad; what is told of a token is what came (sii §1.5)', async () => {
    const akamai = '<HTML><HEAD><TITLE>Access Denied</TITLE></HEAD><BODY><H1>Access Denied</H1></BODY></HTML>'
    const { sii, count } = client({ registroreclamo: { status: 403, body: akamai } })
    expect(await rejection(sii.registerAcuse(CTX, DTE, 'ACD'))).toMatchObject({
      code: 'SII_UNAVAILABLE',
      frente: 'firewall',
      codigo: null,
      glosa: 'Access Denied',
    })
    expect(count('registroreclamo')).toBe(1)
    const bad = client({ registroreclamo: { status: 401, body: '<html><body>Unauthorized</body></html>' } })
    expect(await rejection(bad.sii.registerAcuse(CTX, DTE, 'ACD'))).toMatchObject({
      codigo: '401',
      glosa: 'Unauthorized',
    })
  })

  test('that the registry fails at is a fault to try again, as is a code that nobody knows', async () => {
    for (const code of ['-1', '26', ''])
      expect(
        (await rejection(registered(code).sii.registerAcuse(CTX, DTE, 'ACD'))) as SiiFault,
      ).toMatchObject({
        code: 'SII_ERROR',
        retryable: true,
        answered: true,
      })
  })
})

test('events come oldest first, in UTC; an unreadable date is no answer', async () => {
  const of = (value: string) => client({ registroreclamo: answer('listarEventosHistDoc', value) }).sii
  const list = codigo(15, evento('ACD', '02-07-2025 10:11:12') + evento('ERM', '02-01-2025 10:11:12'))
  expect(await of(list).listAcuses(CTX, DTE)).toEqual({
    codigo: '15',
    glosa: 'Glosa',
    eventos: [
      { codigo: 'ERM', descripcion: 'Texto', fecha: '2025-01-02T13:11:12.000Z', rut: '11111111-K' },
      { codigo: 'ACD', descripcion: 'Texto', fecha: '2025-07-02T14:11:12.000Z', rut: '11111111-K' },
    ],
  })
  expect((await of(codigo(16)).listAcuses(CTX, DTE)).eventos).toEqual([])
  const wrong = of(codigo(15, evento('ACD', '31-02-2025 10:11:12')))
  expect(await rejection(wrong.listAcuses(CTX, DTE))).toMatchObject({ code: 'SII_ERROR' })
})

test('the instant of reception travels alone, and may be missing', async () => {
  const of = (value: string) => client({ registroreclamo: answer('consultarFechaRecepcionSii', value) }).sii
  expect((await of('02-01-2025 10:11:12').queryRecepcion(CTX, DTE))!.toISOString()).toBe(
    '2025-01-02T13:11:12.000Z',
  )
  expect(await of('').queryRecepcion(CTX, DTE)).toBeNull()
  expect(await rejection(of('mañana').queryRecepcion(CTX, DTE))).toMatchObject({ code: 'SII_ERROR' })
})

test('every code of the registry has its cause and its remedy', () => {
  for (const code of [...Object.keys(RESPUESTAS), '5', '9', '19'])
    expect([code, explain(code, 'reclamo')]).toEqual([
      code,
      { causa: expect.stringMatching(/^[A-ZÁÉÍÓÚ]/), solucion: expect.stringMatching(/^[A-ZÁÉÍÓÚ]/) },
    ])
})

// A page in place of an answer, at every door of the SII (sii §1.5): a refusal ends and keeps the SII's words, an outage is worth another
// try and says whose it is, and a page that nobody knows refuses nothing.

import { describe, expect, test } from 'bun:test'
import { frenteOf, readFrente } from '../../src/sii/frente'
import { CTX, client, LOGIN, type Reply, rejection } from './scripted'

const page = (body: string): string => `<html><head><title>SII</title></head><body>${body}</body></html>`
const EMPRESA = 'LA EMPRESA INGRESADA NO ESTA AUTORIZADA A ENVIAR DOCUMENTOS'
const FIREWALL = page('The requested URL was rejected. Your support ID is: 8123')
const XML = Buffer.from('<x/>')
const upload = (reply: Reply, sobre: 'EnvioDTE' | 'EnvioBOLETA' = 'EnvioDTE') =>
  client({ ...LOGIN, DTEUpload: reply, 'boleta.electronica.envio': reply }).sii.uploadEnvio(
    CTX,
    sobre,
    XML,
    'x.xml',
  )
const query = (reply: Reply) => client({ QueryEstUp: reply }).sii.queryEnvio(CTX, 'EnvioDTE', '39')

describe('words', () => {
  test.each([
    [EMPRESA, 'rehuso'],
    ['NO AUTORIZADO', 'rehuso'],
    ['Usted no se encuentra autorizado para operar', 'rehuso'],
    ['El usuario no tiene permisos para enviar', 'rehuso'],
    ['La empresa no está autorizada. Intente nuevamente', 'rehuso'],
    ['Sistema en mantención', 'mantencion'],
    ['Por mantención programada el sitio no está autorizado a operar', 'mantencion'],
    ['Servicio temporalmente no disponible', 'mantencion'],
    ['503 Service Unavailable', 'mantencion'],
    ['Request Rejected', 'firewall'],
    ['Transacción Rechazada', 'firewall'],
    ['Usted está en la fila de espera', 'cola'],
    ['Ingrese el captcha', 'captcha'],
    ['USTED NO ESTA AUTENTICADO', 'sesion'],
    ['Su sesión ha expirado', 'sesion'],
    ['El servicio no se encuentra habilitado en este momento', 'mantencion'],
    ['El sistema no está habilitado entre las 00:00 y las 06:00', 'mantencion'],
    ['JavaScript no está habilitado', 'mantencion'],
    ['Su dirección IP no está autorizada', 'mantencion'],
    ['Sistema de Facturación Electrónica: la empresa no está autorizada', 'rehuso'],
    ['Bienvenido al SII', null],
    ['DTE Recibido', null],
  ] as const)('«%s» is of %s', (words, frente) => expect(frenteOf(words)).toBe(frente))

  test('are those that a person sees: entities, accents and tags aside, none of scripts, none of data', () => {
    const html =
      '<center>La&nbsp;empresa <b>NO</b> est&aacute;\n autorizada</center><script>"captcha"</script>'
    expect(readFrente(html)).toEqual({ frente: 'rehuso', dicho: 'La empresa NO está autorizada' })
    expect(readFrente('{"razonSocial":"MANTENIMIENTO LTDA"}')).toBeNull()
    expect(readFrente('<RECEPCIONDTE><GLOSA>no autorizado</GLOSA></RECEPCIONDTE>')).toBeNull()
  })
})

describe('an upload', () => {
  test.each([
    ['as a page', page(`<b>${EMPRESA}</b>`)],
    ['as a piece of one', `<center>${EMPRESA}</center>`],
    ['as plain text', EMPRESA],
  ])('that is refused %s ends with the words of the SII', async (_, reply) => {
    for (const sobre of ['EnvioDTE', 'EnvioBOLETA'] as const) {
      const { trackId, codigo, glosa, reintentable } = await upload(reply, sobre)
      expect({ trackId, codigo, reintentable }).toEqual({ trackId: null, codigo: '6', reintentable: false })
      expect(glosa).toContain(EMPRESA)
    }
    expect(await upload(page('NO AUTORIZADO'))).toMatchObject({
      codigo: 'NO AUTORIZADO',
      // Without the title of the page.
      glosa: 'NO AUTORIZADO',
    })
  })

  test.each([
    ['maintenance', page('<h1>Sitio en mantenci&oacute;n</h1>'), 'mantencion', 'mantención'],
    ['a firewall', FIREWALL, 'firewall', 'cortafuegos'],
    ['a queue', page('Usted est&aacute; en la fila de espera'), 'cola', 'fila de espera'],
    ['a refusal under 403', { status: 403, body: page(EMPRESA) }, null, 'HTTP 403'],
    ['a refusal under 503', { status: 503, body: page(EMPRESA) }, null, 'HTTP 503'],
    ['nobody knows', page('Operaci&oacute;n realizada'), null, 'HTTP 200'],
  ] as const)(
    'answered by a page of %s is uncertain: another try, once it was asked for',
    async (_, reply, frente, words) => {
      for (const sobre of ['EnvioDTE', 'EnvioBOLETA'] as const) {
        const fault = await rejection(upload(reply, sobre))
        expect(fault).toMatchObject({
          code: 'SII_UNAVAILABLE',
          etapa: 'envio',
          retryable: true,
          answered: false,
          frente,
        })
        expect((fault as Error).message).toContain(words)
      }
    },
  )

  test('answered that nobody is logged in takes another token, once', async () => {
    const { sii, count } = client({ ...LOGIN, DTEUpload: page('USTED NO ESTA AUTENTICADO') })
    const fault = await rejection(sii.uploadEnvio(CTX, 'EnvioDTE', XML, 'x.xml'))
    expect(fault).toMatchObject({ code: 'SII_ERROR', etapa: 'autenticacion_sii', retryable: true })
    expect(count('DTEUpload')).toBe(2)
  })
})

describe('a question', () => {
  test('that is refused is not repeated; what the SII says is kept', async () => {
    expect(await rejection(query(page(EMPRESA)))).toMatchObject({
      ...{ code: 'SII_ERROR', retryable: false, answered: true },
      glosa: EMPRESA,
    })
  })

  test('meets maintenance thrice, and a firewall once: asking again at once does not help', async () => {
    for (const [reply, times] of [
      [page('en mantenci&oacute;n'), 3],
      [FIREWALL, 1],
    ] as const) {
      const { sii, count } = client({ QueryEstUp: reply })
      expect(await rejection(sii.queryEnvio(CTX, 'EnvioDTE', '39'))).toMatchObject({
        code: 'SII_UNAVAILABLE',
      })
      expect(count('QueryEstUp')).toBe(times)
    }
  })
})

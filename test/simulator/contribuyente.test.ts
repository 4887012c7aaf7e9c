// The simulated SII's data of taxpayers, through its wire, by plain fetch (simulator §13).

import { describe, expect, test } from 'bun:test'
import { readPicture } from './captcha'
import { dte, EMPRESA, PERSONA, sobre } from './sobres'
import { type Portal, usePortals } from './visita'

const RUT = '90000012-K'
const STC = 'zeus/cvc_cgi/stc'

const scene = usePortals()
const emisor = (p: Portal, rut: string, host = 'maullin', dueno: string | null = null) => {
  const [RUT_EMP, DV_EMP] = rut.split('-') as [string, string]
  return p.visit(dueno).post(`${host}/cvc_cgi/dte/ee_empresa_rut`, { RUT_EMP, DV_EMP, ACEPTAR: 'Consultar' })
}
/** The words of a page, entities resolved. */
const words = (text: string): string =>
  text
    .replace(/<[^>]*>/g, '|')
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .replace(/&oacute;/g, 'ó')
    .replace(/&nbsp;/g, ' ')
    .replace(/(\s*\|\s*)+/g, '|')

async function situacion(p: Portal, rut: string, read = 'ab12') {
  const visita = p.visit()
  const first = await visita.post(`${STC}/CViewCaptcha.cgi`, { oper: '0' })
  const { txtCaptcha } = JSON.parse(first.text)
  const [RUT, DV] = rut.split('-') as [string, string]
  const form = { RUT, DV, PRG: 'STC', OPC: 'NOR', txt_code: read, txt_captcha: txtCaptcha }
  return { first, txtCaptcha, answer: await visita.post(`${STC}/getstc`, form) }
}

describe('ee_empresa_rut', () => {
  test('tells an issuer and its documents without a session, the same at each load, in Latin-1 with entities', async () => {
    const p = scene()
    const first = await emisor(p, RUT)
    expect(first.headers.get('content-type')).toContain('ISO-8859-1')
    expect(first.text).toMatch(/Raz&#243;n/)
    expect(first.text).toMatch(/<TD class=texto/)
    const text = words(first.text)
    expect(text).toContain(`|Rut|${RUT}|`)
    expect(text).toMatch(/\|33\|Factura electrónica\|\d\d-\d\d-\d{4}\|/i)
    const again = words((await emisor(p, RUT)).text)
    expect(again.replace(/\s+/g, ' ')).toBe(text.replace(/\s+/g, ' '))
  })

  test.each([
    ['of no electronic issuer', '76000002-7', /no corresponde a una empresa autorizada/],
    [
      'of who ended its business: since when it may not issue',
      '76000001-9',
      /\|33\|[^|]+\|\d\d-\d\d-\d{4}\|\d\d-\d\d-\d{4}\|/,
    ],
    ['of nobody: labels with nothing behind them', '76000000-0', /\|Rut\|Razón Social\|/],
  ])('tells %s', async (_, rut, told) => {
    expect(words((await emisor(scene(), rut)).text)).toMatch(told)
  })

  test('answers by the number though the check digit is wrong', async () => {
    expect(words((await emisor(scene(), '90000012-1')).text)).toContain(`|Rut|${RUT}|`)
  })

  test('tells of production the resolution of production', async () => {
    const p = scene()
    expect(words((await emisor(p, RUT, 'palena')).text)).toContain('|Número Resolución|80|')
    expect(words((await emisor(p, RUT)).text)).toContain('|Número Resolución|0|')
  })

  test('tells what the desk said of a taxpayer, until it is taken out again', async () => {
    const p = scene()
    const told = await p.desk('PUT', `contribuyentes/${RUT}`, null, {
      razon_social: 'Aceros del Maule S.A.',
      tipos_dte: [33, 61],
      actividades: [{ codigo: 466200, descripcion: 'Venta de acero' }],
      inicio_actividades: '2015-03-01',
      email_intercambio: 'dte@aceros.example.cl',
    })
    expect(told.json.data).toMatchObject({ razon_social: 'Aceros del Maule S.A.', termino_giro: null })
    const text = words((await emisor(p, RUT)).text)
    expect(text).toContain('Aceros del Maule S.A.')
    expect(text).toContain('|01-03-2015|')
    expect(text).not.toContain('|52|')
    expect(words((await situacion(p, RUT)).answer.text)).toContain(
      '|Venta de acero|466200|Primera|Si|01-03-2015|',
    )
    await p.desk('DELETE', `contribuyentes/${RUT}`)
    expect(words((await emisor(p, RUT)).text)).not.toContain('Aceros del Maule')
  })

  test('tells all that is wrong with a description at once', async () => {
    const { status, json } = await scene().desk('PUT', `contribuyentes/${RUT}`, null, {
      razon_social: '',
      inicio_actividades: '2015-02-30',
      email_intercambio: 'nadie',
      actividades: [{ codigo: 'x' }],
    })
    expect(status).toBe(422)
    expect(json.detalles.map((one: { campo: string }) => one.campo).sort()).toEqual([
      'actividades[0]',
      'email_intercambio',
      'inicio_actividades',
      'razon_social',
    ])
  })

  test('who ever sent a document is authorised for it, in the world of who sent it', async () => {
    const p = scene()
    await p.e.register(EMPRESA, { tipos_dte: [33] })
    const caf = await p.e.caf()
    await p.e.register(EMPRESA, { tipos_dte: [] })
    await p.e.judge(sobre([dte({ folio: caf.desde, caf })]), { headers: { 'x-simulador-dueno': 'cta_1' } })
    expect(words((await emisor(p, EMPRESA, 'maullin', 'cta_1')).text)).toContain('|02-03-2026|')
    expect(words((await emisor(p, EMPRESA, 'maullin', 'cta_2')).text)).toContain('no corresponde')
  })
})

describe('the pages behind a certificate', () => {
  test('ce_consulta_e tells the mailbox for exchange, in its third table', async () => {
    const p = scene()
    const visita = p.visit()
    await visita.certificado(PERSONA)
    expect((await visita.go('maullin/cvc_cgi/dte/ce_consulta_rut')).text).toContain(
      '/cvc_cgi/dte/ce_consulta_e',
    )
    const [RUT_EMP, DV_EMP] = RUT.split('-') as [string, string]
    const { text } = await visita.post('maullin/cvc_cgi/dte/ce_consulta_e', {
      RUT_EMP,
      DV_EMP,
      ACEPTAR: 'Consultar',
    })
    const third = text.split(/<table/i)[3]!
    expect(words(third)).toContain(`|Mail de contacto|${RUT}@simulador.invalid|`)
  })

  test('send away who has no session, and who came by clave', async () => {
    const p = scene()
    expect((await p.visit().go('maullin/cvc_cgi/dte/ce_consulta_rut')).status).toBe(302)
    const visita = p.visit()
    await visita.clave('15432198-5', await p.newClave('15432198-5'))
    expect((await visita.go('maullin/cvc_cgi/dte/ce_consulta_rut')).text).toContain('.39<')
  })

  test('ce_empresas_dwnld lists who is known, one a line', async () => {
    const p = scene()
    await p.desk('PUT', `contribuyentes/${RUT}`, null, { razon_social: 'Aceros del Maule S.A.' })
    await p.desk('PUT', 'contribuyentes/77123456-9', null, { emisor: false })
    const visita = p.visit()
    await visita.certificado(PERSONA)
    const { text, headers } = await visita.go('maullin/cvc_cgi/dte/ce_empresas_dwnld')
    const [header, ...lines] = text.trimEnd().split('\r\n')
    expect(header).toBe('RUT;RAZON SOCIAL;NUMERO RESOLUCION;FECHA RESOLUCION;MAIL INTERCAMBIO;URL')
    expect(lines.map((line) => line.split(';')[0])).toEqual([RUT])
    expect(headers.get('content-disposition')).toContain('ce_empresas_dwnld_20260302.csv')
  })
})

describe('the tax status', () => {
  test('with the setting off takes any four characters, and says so', async () => {
    const { first, answer } = await situacion(scene(), RUT)
    expect(first.headers.get('x-simulador-captcha')).toBe('libre')
    const text = words(answer.text)
    expect(text).toContain('Consultar Situación Tributaria de Terceros')
    expect(text).toMatch(/\|Nombre o Razón Social :\|[^|]+\|RUT Contribuyente :\|90000012-K\|/)
    expect(text).toContain('|Actividades Económicas vigentes:|')
    expect(text).toMatch(/Fecha de Inicio de Actividades: \d\d-\d\d-\d{4}\|/)
  })

  test.each(['', 'abc', 'abcde', 'ab-2'])('asks again for %p, on a page of some 92 bytes', async (read) => {
    const { answer } = await situacion(scene(), RUT, read)
    expect(answer.text).toContain('reingrese Captcha')
    expect(answer.text.length).toBe(92)
  })

  test('of nobody has the title and nothing behind its labels; of who ended its business no activities', async () => {
    const p = scene()
    expect(words((await situacion(p, '76000000-0')).answer.text)).toContain(
      '|Nombre o Razón Social :|RUT Contribuyente :|',
    )
    const ended = words((await situacion(p, '76000001-9')).answer.text)
    expect(ended).toMatch(/Término de Giro con fecha \d\d-\d\d-\d{4}/)
    expect(ended).not.toContain('Actividades Económicas vigentes')
  })

  test('with the setting on wants what its picture shows, for five minutes', async () => {
    const p = scene()
    expect((await p.desk('PUT', 'ajustes', null, { captcha: true })).json.data.captcha).toBe(true)
    const { first, txtCaptcha, answer } = await situacion(p, RUT)
    expect(first.headers.get('x-simulador-captcha')).toBeNull()
    expect(answer.text.length).toBe(92)
    const visita = p.visit()
    const picture = await visita.post(`${STC}/CViewCaptcha.cgi`, { oper: '1', txtCaptcha })
    expect([picture.headers.get('content-type'), picture.text.slice(0, 2)]).toEqual(['image/bmp', 'BM'])
    const form = { RUT: '90000012', DV: 'K', PRG: 'STC', OPC: 'NOR', txt_captcha: txtCaptcha }
    const letters = readPicture(Buffer.from(picture.text, 'latin1'))
    const good = await visita.post(`${STC}/getstc`, { ...form, txt_code: letters.toLowerCase() })
    expect(words(good.text)).toContain('90000012-K')
    p.e.advance(5 * 60_000 + 1)
    expect((await visita.post(`${STC}/getstc`, { ...form, txt_code: letters })).text.length).toBe(92)
  })

  test('fails on demand: the small page, also when its picture met the fault, and an outage without a title', async () => {
    const p = scene()
    const ask = (falla: string) => p.desk('POST', 'fallas', null, { servicio: 'situacion', falla, veces: 1 })
    await ask('captcha_malo')
    expect((await situacion(p, RUT)).answer.text.length).toBe(92)
    expect(words((await situacion(p, RUT)).answer.text)).toContain(RUT)
    const visita = p.visit()
    await ask('mantencion')
    const { text } = await visita.post(`${STC}/getstc`, { RUT: '1', DV: '9' })
    expect(text).toContain('no se encuentra disponible')
    expect(text).not.toContain('<title>')
    const refused = await p.desk('POST', 'fallas', null, { servicio: 'contribuyente', falla: 'mantencion' })
    expect(refused.status).toBe(422)
  })
})

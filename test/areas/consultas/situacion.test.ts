// The tax status of a taxpayer, and the picture before it that a person reads (http §19.4).

import { describe, expect, test } from 'bun:test'
import { readPicture } from '../../simulator/captcha'
import { type Reply, testAppWithCompany } from '../../support/test-app'

const RUT = '90000012-K'
const PATH = `/v1/sii/situacion/${RUT}`
const units = ({ headers }: Reply) => headers.get('x-quota-remaining')

async function scene(captcha: boolean) {
  const app = await testAppWithCompany()
  app.store.client.prepare("UPDATE cuenta SET plan = 'Gratis'").run()
  if (captcha) await app.put('/simulador/ajustes', { captcha: true })
  return app
}

/** The picture of a refusal, and a person's reading of it. */
function shown({ body }: Reply) {
  const [one] = body.detalles
  return { ...one, leido: readPicture(Buffer.from(one.imagen_base64, 'base64')) }
}
const answer = (id: string, read: string) => `${PATH}?captcha_id=${id}&captcha=${read}`

describe('GET /v1/sii/situacion/:rut with the simulator’s captcha off', () => {
  test('tells the status for a unit, and from its copy for a day', async () => {
    const app = await scene(false)
    const first = await app.get(PATH)
    expect([first.status, units(first), first.headers.get('x-cache')]).toEqual([200, '49', 'MISS'])
    const { data } = first.body
    expect(data).toMatchObject({
      rut: RUT,
      inicio_actividades: true,
      fecha_inicio: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      moneda_extranjera: expect.any(Boolean),
      empresa_menor_tamano: expect.any(Boolean),
      documentos_obligados: ['Factura Electrónica', 'Guía de Despacho Electrónica'],
      observaciones: null,
      fuente: 'sii',
    })
    expect(data.razon_social).toBe(data.razon_social.trim())
    expect(data.actividades[0]).toMatchObject({ codigo: expect.any(Number), desde: data.fecha_inicio })
    expect(data.actividades[0].descripcion.length).toBeLessThanOrEqual(70)
    expect(data.documentos_timbrados[0]).toEqual({ nombre: 'Factura Electronica', anio: 2026 })
    app.advance(86_399_000)
    const again = await app.get(PATH)
    expect([again.body.data.fuente, units(again)]).toEqual(['cache', '49'])
  })

  test('of who ended its business has no activities and says so; of nobody is 404 for a unit', async () => {
    const app = await scene(false)
    const ended = (await app.get('/v1/sii/situacion/76000001-9')).body.data
    expect(ended.actividades).toEqual([])
    expect(ended.observaciones).toMatch(/Término de Giro con fecha \d\d-\d\d-\d{4}/)
    const nobody = await app.get('/v1/sii/situacion/76000000-0')
    expect([nobody.status, units(nobody)]).toEqual([404, '48'])
  })

  test('is not fooled by the page of an outage, nor by another page', async () => {
    const app = await scene(false)
    await app.post('/simulador/fallas', { servicio: 'situacion', falla: 'mantencion', veces: 1 })
    const down = await app.get(PATH)
    expect([down.status, down.body.code, units(down)]).toEqual([503, 'SII_UNAVAILABLE', '50'])
    await app.post('/simulador/fallas', { servicio: 'situacion', falla: 'pagina_ajena', veces: 1 })
    const strange = await app.get(PATH)
    expect([strange.status, strange.body.code, units(strange)]).toEqual([502, 'SII_ERROR', '50'])
  })

  test('a captcha that the SII takes for wrong all the same is shown to a person', async () => {
    const app = await scene(false)
    await app.post('/simulador/fallas', { servicio: 'situacion', falla: 'captcha_malo', veces: 1 })
    const reply = await app.get(PATH)
    expect([reply.status, reply.body.code, units(reply)]).toEqual([409, 'CAPTCHA_REQUIRED', '50'])
    expect((await app.get(answer(shown(reply).captcha_id, 'ab12'))).status).toBe(200)
  })
})

describe('GET /v1/sii/situacion/:rut with the captcha on', () => {
  test('shows the picture for nothing; what a person read there is answered for a unit', async () => {
    const app = await scene(true)
    const first = await app.get(PATH)
    expect([first.status, first.body.code, units(first)]).toEqual([409, 'CAPTCHA_REQUIRED', '50'])
    const { captcha_id, tipo, expira_en, leido } = shown(first)
    expect([tipo, expira_en]).toEqual(['image/bmp', '2026-11-20T14:07:11.000Z'])
    const good = await app.get(answer(captcha_id, leido))
    expect([good.status, good.body.data.rut, units(good)]).toEqual([200, RUT, '49'])
    expect((await app.get(PATH)).body.data.fuente).toBe('cache')
  })

  test('misread, expired, used or another’s: the next picture, for nothing', async () => {
    const app = await scene(true)
    const misread = await app.get(answer(shown(await app.get(PATH)).captcha_id, 'zzzz'))
    expect([misread.status, units(misread)]).toEqual([409, '50'])
    const second = shown(misread)
    app.advance(5 * 60_000)
    const expired = await app.get(answer(second.captcha_id, second.leido))
    expect([expired.status, units(expired)]).toEqual([409, '50'])
    const third = shown(expired)
    expect(third.captcha_id).not.toBe(second.captcha_id)
    const elsewhere = `/v1/sii/situacion/77123456-9?captcha_id=${third.captcha_id}&captcha=${third.leido}`
    expect((await app.get(elsewhere)).status).toBe(409)
    const other = await app.registerCompany()
    expect((await app.get(answer(third.captcha_id, third.leido), other.key)).status).toBe(409)
    expect((await app.get(answer(third.captcha_id, third.leido))).status).toBe(200)
    const used = await app.get(`${answer(third.captcha_id, third.leido)}&max_edad=0`)
    expect([used.status, units(used)]).toEqual([409, '49'])
  })

  test.each([
    ['captcha_id=cap_1', 'captcha', 'requerido'],
    ['captcha=ab12', 'captcha_id', 'requerido'],
    ['captcha_id=cap_1&captcha=abc', 'captcha', 'formato'],
  ])('refuses ?%s', async (query, campo, regla) => {
    const { status, body } = await (await scene(true)).get(`${PATH}?${query}`)
    expect([status, body.detalles[0]]).toEqual([400, expect.objectContaining({ campo, regla })])
  })

  test('nothing but a person reads: no character leaves for the SII before one answered', async () => {
    const asked: string[] = []
    const app = await testAppWithCompany({
      wire: async (url, _, pass, question = '') => {
        if (url.includes('/stc/')) asked.push(`${url.replace(/.*\/stc\//, '')} ${question}`)
        return pass()
      },
    })
    await app.simulator.fetch(
      new Request('http://simulador.invalid/simulador/ajustes', { method: 'PUT', body: '{"captcha":true}' }),
    )
    await app.get(PATH)
    expect(asked.map((one) => one.split('?')[0]!.trim())).toEqual([
      'CViewCaptcha.cgi oper=0',
      'CViewCaptcha.cgi',
    ])
  })

  test('a status of one account is not told to another', async () => {
    const app = await scene(true)
    const { captcha_id, leido } = shown(await app.get(PATH))
    await app.get(answer(captcha_id, leido))
    const other = await app.registerCompany()
    expect((await app.get(PATH, other.key)).status).toBe(409)
  })
})

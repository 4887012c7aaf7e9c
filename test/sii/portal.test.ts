// The client of the portal against the simulator's (sii §11): sessions, refusals, pace, and what is found dead or strange.

import { describe, expect, test } from 'bun:test'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { Acceso, Conversacion, Credencial } from '../../src/sii/portal'
import { createPortal } from '../../src/sii/portal'
import { EMPRESA, PERSONA } from '../simulator/sobres'
import { acceso, CERTIFICADO, fault, HOME, home, MINUTE, RUT, scene } from './portal-escena'

describe('a session', () => {
  test('is opened once for all that need it together, by certificate or clave, and used again', async () => {
    for (const pick of ['certificado', 'clave'] as const) {
      const s = scene()
      const credencial = pick === 'clave' ? await s.clave() : CERTIFICADO
      const pages = await Promise.all([1, 2, 3].map(() => s.portal.use(acceso([credencial]), home)))
      expect(pages.every((html) => html.includes(credencial.rut.split('-')[0]!))).toBe(true)
      expect(s.logins()).toBe(1)
      expect(s.calls.every(({ headers }) => headers.get('x-simulador-dueno') === 'cta_1')).toBe(true)
    }
  })

  test('opens over the page that asks for which company', async () => {
    const s = scene()
    for (const rut of [EMPRESA, '90000011-1']) await s.e.register(rut, { personas: [PERSONA.rut] })
    expect(await s.portal.use(acceso([CERTIFICADO]), home)).toContain('DatosCntrNow')
  })

  test('is kept 90 minutes, and then its place at the SII is freed before another is opened', async () => {
    const s = scene()
    const credencial = await s.clave()
    await s.portal.use(acceso([credencial]), home)
    s.e.advance(89 * MINUTE)
    await s.portal.use(acceso([credencial]), home)
    expect(s.logins()).toBe(1)
    s.e.advance(MINUTE)
    await s.portal.use(acceso([credencial]), home)
    expect(s.logins()).toBe(2)
    const [person] = (await s.desk('GET', 'sesiones')).data.personas
    expect(person).toMatchObject({ logins: 2, abiertas: 1, sin_cerrar: 1 })
  })

  test('is closed after ten idle minutes and at a stop; another process takes up what was left', async () => {
    const s = scene()
    const credencial = await s.clave()
    await s.portal.use(acceso([credencial]), home)
    s.e.advance(9 * MINUTE)
    await s.portal.closeIdle()
    const after = s.make()
    await after.use(acceso([credencial]), home)
    expect(s.logins()).toBe(1)
    s.e.advance(10 * MINUTE)
    await after.closeIdle()
    expect((await s.desk('GET', 'sesiones')).data.personas[0]).toMatchObject({ abiertas: 0, sin_cerrar: 0 })
    await after.use(acceso([credencial]), home)
    await after.closeAll()
    expect((await s.desk('GET', 'sesiones')).data.personas[0]).toMatchObject({ logins: 2, sin_cerrar: 0 })
    expect(s.keeper.all()).toEqual([])
  })

  test('found dead in the middle is opened anew once, and the work begins again', async () => {
    const s = scene()
    const credencial = await s.clave()
    let runs = 0
    const html = await s.portal.use(acceso([credencial]), async (sii) => {
      runs += 1
      await home(sii)
      if (runs === 1) await s.desk('DELETE', 'sesiones')
      return home(sii)
    })
    expect([runs, s.logins(), html.includes('DatosCntrNow')]).toEqual([2, 2, true])
  })

  test('found dead twice, or in work that must not be done twice, is a fault and no third login', async () => {
    const s = scene()
    const credencial = await s.clave()
    const dies = async (sii: Conversacion) => {
      await s.desk('DELETE', 'sesiones')
      return home(sii)
    }
    expect(await fault(s.portal.use(acceso([credencial]), dies))).toMatchObject({ code: 'SII_ERROR' })
    expect(s.logins()).toBe(2)
    const once = await fault(s.portal.use(acceso([credencial]), dies, { repetible: false }))
    expect([once.code, s.logins()]).toEqual(['SII_ERROR', 3])
  })

  test('of two accounts with one RUT shares nothing: neither session, nor limit, nor block', async () => {
    const s = scene()
    const [one, two] = [await s.clave(RUT, 'cta_1'), await s.clave(RUT, 'cta_2')]
    await s.portal.use(acceso([one]), home)
    await s.portal.use(acceso([two], { dueno: 'cta_2' }), home)
    expect(s.logins()).toBe(2)
    const wrong = { ...one, clave: 'otra', id: 'mala' } as Credencial
    for (const dueno of ['cta_1', 'cta_2'])
      expect(await fault(s.portal.use(acceso([wrong], { dueno }), home))).toMatchObject({
        code: 'PORTAL_LOCKED',
      })
    expect([...s.keeper.guardados.keys()]).toEqual(['simulacion:cta_1 mala', 'simulacion:cta_2 mala'])
    await s.portal.close({ dueno: 'cta_1', ambito: 'simulacion:cta_1', credencial: one.id })
    expect(await s.portal.use(acceso([two], { dueno: 'cta_2' }), home)).toContain('DatosCntrNow')
    expect(s.logins()).toBe(4)
  })
})

describe('a refused login', () => {
  test('with a wrong clave is exactly one, however often it is asked for', async () => {
    const s = scene()
    const wrong = { ...(await s.clave()), clave: 'otra', id: 'mala' } as Credencial
    const ask = () => fault(s.portal.use(acceso([wrong]), home))
    const faults = [...(await Promise.all([ask(), ask()])), await ask()]
    s.e.advance(24 * 60 * MINUTE)
    faults.push(await ask())
    expect(faults.map(({ code }) => code)).toEqual(Array(4).fill('PORTAL_LOCKED'))
    expect(s.logins()).toBe(1)
    expect(faults[3].detalles).toEqual([
      {
        metodo: 'clave',
        motivo: 'CLAVE_INCORRECTA',
        codigo_sii: '01.01.203.500.720.20',
        glosa: expect.stringContaining('no es correcta'),
        desde: '2026-03-02T13:00:00.000Z',
        hasta: null,
        rut: wrong.rut,
        accion: expect.stringContaining('no volverá a intentar'),
      },
    ])
    expect(s.keeper.guardados.get('simulacion:cta_1 mala')!.glosa).toContain('no es correcta')
  })

  test('at the SII is exactly one for two accounts that hold the same clave and come together', async () => {
    const s = scene()
    const { data } = await s.desk('POST', 'claves', { rut: RUT }, '')
    const wrong: Credencial = { metodo: 'clave', id: 'mala', rut: RUT, clave: `${data.clave}x` }
    const ask = (dueno: string) =>
      fault(s.portal.use(acceso([wrong], { ambiente: 'produccion', dueno }), home))
    const faults = await Promise.all(['cta_1', 'cta_2'].map(ask))
    expect(faults.map(({ code }) => code)).toEqual(['PORTAL_LOCKED', 'PORTAL_LOCKED'])
    expect(s.logins()).toBe(1)
  })

  test('bears the reason of its code, and an hour where the SII itself waits', async () => {
    for (const [codigo, motivo, hasta] of [
      ['09', 'CLAVE_BLOQUEADA', '2026-03-02T14:00:00.000Z'],
      ['27', 'DEMASIADAS_SESIONES', '2026-03-02T14:00:00.000Z'],
      ['36', 'CERTIFICADO_RECHAZADO', null],
      ['86', 'SIN_REPRESENTACION', null],
      ['72', 'DESCONOCIDO', '2026-03-02T13:15:00.000Z'],
    ] as const) {
      const s = scene()
      await s.fail('login', 'codigo', { codigo })
      const refused = await fault(s.portal.use(acceso([CERTIFICADO]), home))
      expect(refused.detalles[0]).toMatchObject({ motivo, hasta, metodo: 'certificado' })
      const seconds = hasta && String((Date.parse(hasta) - Date.parse('2026-03-02T13:00:00.000Z')) / 1000)
      expect(refused.headers?.['retry-after']).toBe(seconds ?? undefined)
      expect(s.logins()).toBe(1)
    }
  })

  test('of a certificate that does not belong to its key is a refusal of the certificate', async () => {
    const s = scene()
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const foreign = { ...CERTIFICADO, firmante: { ...CERTIFICADO.firmante, llave: privateKey } }
    const refused = await fault(s.portal.use(acceso([foreign]), home))
    expect(refused.detalles[0]).toMatchObject({ motivo: 'CERTIFICADO_RECHAZADO', codigo_sii: null })
  })

  test('with 28 or 29 is no refusal but tried once more; twice, it is a fault without a block', async () => {
    const s = scene()
    await s.fail('login', 'codigo', { codigo: '28' })
    expect(await s.portal.use(acceso([CERTIFICADO]), home)).toContain('DatosCntrNow')
    expect(s.logins()).toBe(2)
    const t = scene()
    await t.fail('login', 'codigo', { codigo: '29', veces: 2 })
    expect(await fault(t.portal.use(acceso([CERTIFICADO]), home))).toMatchObject({ code: 'SII_ERROR' })
    expect([t.logins(), t.keeper.guardados.size]).toEqual([2, 0])
  })

  test('with 33 or 39 goes on with the other way in, and without one says so', async () => {
    const s = scene()
    const clave = await s.clave()
    await s.fail('login', 'codigo', { codigo: '33' })
    expect(await s.portal.use(acceso([CERTIFICADO, clave]), (sii) => Promise.resolve(sii.metodo))).toBe(
      'clave',
    )
    await s.fail('login', 'codigo', { codigo: '39' })
    const other = await s.clave(RUT, 'cta_2')
    const alone = await fault(s.portal.use(acceso([other], { dueno: 'cta_2' }), home))
    expect(alone.code).toBe('PORTAL_CREDENTIALS_MISSING')
    expect(s.keeper.guardados.size).toBe(0)
  })

  test('is no word of the SII when its front end spoke, or nothing came: no block', async () => {
    const s = scene()
    await s.fail('login', 'http_503')
    expect(await fault(s.portal.use(acceso([CERTIFICADO]), home))).toMatchObject({ code: 'SII_UNAVAILABLE' })
    await s.fail('login', 'corte_antes')
    expect(await fault(s.portal.use(acceso([CERTIFICADO]), home))).toMatchObject({ code: 'SII_UNAVAILABLE' })
    await s.fail('login', 'firewall')
    const walled = await fault(s.portal.use(acceso([CERTIFICADO]), home))
    expect([walled.code, walled.headers['retry-after']]).toEqual(['SII_UNAVAILABLE', '900'])
    expect(s.keeper.guardados.size).toBe(0)
  })
})

const pageOf = (body: string) => `<html><head><title>SII</title></head><body>${body}</body></html>`

describe('a page in place of the login (sii §1.5)', () => {
  /** A scene whose door shows a page to whoever logs in, until it is opened. */
  function walled(html: string) {
    const door: { html: string | null } = { html: pageOf(html) }
    return { door, s: scene({ loginPage: () => door.html }) }
  }

  test.each([
    '<h1>Sitio en mantenimiento</h1><p>Vuelva a intentarlo en unos minutos</p>',
    '<h1>503 Service Temporarily Unavailable</h1><hr>nginx',
    'El sistema no est&aacute; disponible. Intente m&aacute;s tarde',
  ])('that tells of maintenance is an outage and no refusal: %s', async (html) => {
    const { door, s } = walled(html)
    const down = await fault(s.portal.use(acceso([CERTIFICADO]), home))
    expect([down.code, down.frente, down.retryable]).toEqual(['SII_UNAVAILABLE', 'mantencion', true])
    expect(s.keeper.guardados.size).toBe(0)
    door.html = null
    expect(await s.portal.use(acceso([CERTIFICADO]), home)).toContain('DatosCntrNow')
  })

  test.each([
    'La clave tributaria es incorrecta. Intente nuevamente',
    'Usted no se encuentra habilitado. Intente m&aacute;s tarde',
    'Bienvenido',
  ])('that refuses, or that nobody knows, is no maintenance for asking to come back: %s', async (html) => {
    const { s } = walled(html)
    expect((await fault(s.portal.use(acceso([CERTIFICADO]), home))).code).toBe('PORTAL_LOCKED')
    expect((await fault(s.portal.use(acceso([CERTIFICADO]), home))).code).toBe('PORTAL_LOCKED')
    expect(s.logins()).toBe(1)
  })
})

describe('care', () => {
  test('a credential logs in four times in ten minutes and six in an hour at most', async () => {
    const s = scene()
    const credencial = await s.clave()
    const again = async () => {
      await s.portal.closeAll()
      return fault(s.portal.use(acceso([credencial]), home))
    }
    for (let i = 0; i < 4; i++) expect(await again()).toBeNull()
    s.e.advance(4 * MINUTE)
    const fifth = await again()
    expect([fifth.code, fifth.headers['retry-after'], s.logins()]).toEqual(['RATE_LIMIT', '360', 4])
    s.e.advance(6 * MINUTE)
    expect([await again(), await again()]).toEqual([null, null])
    s.e.advance(10 * MINUTE)
    expect([(await again()).code, s.logins()]).toEqual(['RATE_LIMIT', 6])
  })

  test('eleven sessions never come about: what is not needed any more is closed', async () => {
    const s = scene()
    const credencial = await s.clave()
    for (let i = 0; i < 11; i++) {
      expect(await s.portal.use(acceso([credencial]), home)).toContain('DatosCntrNow')
      s.e.advance(11 * MINUTE)
      await s.portal.closeIdle()
    }
    expect((await s.desk('GET', 'sesiones')).data.personas[0]).toMatchObject({
      logins: 11,
      rechazados: 0,
      sin_cerrar: 0,
    })
  })

  test('at the SII one request follows another by a second, people before schedules', async () => {
    const s = scene()
    const { data } = await s.desk('POST', 'claves', { rut: RUT }, '')
    const credencial: Credencial = { metodo: 'clave', id: 'c', rut: RUT, clave: data.clave }
    const real = (prioridad: Acceso['prioridad']) =>
      acceso([credencial], { ambiente: 'produccion', prioridad })
    const order: string[] = []
    const ask = (prioridad: Acceso['prioridad'], name: string) =>
      s.portal.use(real(prioridad), async (sii) => {
        await home(sii)
        order.push(name)
      })
    await ask('persona', 'first')
    await Promise.all([ask('programada', 'a'), ask('programada', 'b'), ask('persona', 'person')])
    expect(order).toEqual(['first', 'person', 'a', 'b'])
    const at = s.calls.filter(({ path }) => path === HOME).map((call) => call.at)
    expect(at.slice(1).map((one, i) => one - at[i]!)).toEqual([1000, 1000, 1000])
    expect(s.calls.every(({ headers }) => headers.get('x-simulador-dueno') === null)).toBe(true)
  })

  test('150 requests in five minutes are enough: whoever asks for more is told when', async () => {
    const s = scene()
    const credencial = await s.clave()
    await s.portal.use(acceso([credencial]), async (sii) => {
      for (let i = 0; i < 150; i++) await home(sii)
    })
    const refused = await fault(s.portal.use(acceso([credencial]), home))
    expect([refused.code, refused.headers['retry-after']]).toEqual(['RATE_LIMIT', '300'])
    const scheduled = () => fault(s.portal.use(acceso([credencial], { prioridad: 'programada' }), home))
    expect((await scheduled()).headers['retry-after']).toBe('300')
    s.e.advance(5 * MINUTE)
    expect(await scheduled()).toBeNull()
  })

  test('after a page of the front end nothing is asked for a quarter of an hour, then for an hour', async () => {
    const s = scene()
    const credencial = await s.clave()
    const ask = () => fault(s.portal.use(acceso([credencial]), home))
    await ask()
    await s.fail('contribuyente', 'cola')
    expect((await ask()).headers['retry-after']).toBe('900')
    const asked = s.calls.length
    s.e.advance(5 * MINUTE)
    expect((await ask()).headers['retry-after']).toBe('600')
    expect(s.calls.length).toBe(asked)
    s.e.advance(10 * MINUTE)
    expect(await ask()).toBeNull()
    await s.fail('contribuyente', 'firewall')
    expect((await ask()).headers['retry-after']).toBe('3600')
  })

  test('works that keep their state by session wait for one another', async () => {
    const s = scene()
    const credencial = await s.clave()
    const order: string[] = []
    const walk = (name: string) =>
      s.portal.use(
        acceso([credencial]),
        async (sii) => {
          order.push(`${name}1`)
          await home(sii)
          order.push(`${name}2`)
        },
        { exclusiva: true },
      )
    await Promise.all([walk('a'), walk('b')])
    expect(order).toEqual(['a1', 'a2', 'b1', 'b2'])
  })

  test('people before schedules there too', async () => {
    const s = scene()
    const credencial = await s.clave()
    const order: string[] = []
    const walk = (name: string, prioridad: Acceso['prioridad']) =>
      s.portal.use(
        acceso([credencial], { prioridad }),
        async (sii) => {
          await home(sii)
          order.push(name)
        },
        { exclusiva: true },
      )
    await Promise.all([walk('a', 'programada'), walk('b', 'programada'), walk('person', 'persona')])
    expect(order).toEqual(['a', 'person', 'b'])
  })

  test('a schedule walks only where its requests fit, and a person as long as there is one', async () => {
    const s = scene()
    const credencial = await s.clave()
    const walk = (prioridad: Acceso['prioridad']) =>
      fault(s.portal.use(acceso([credencial], { prioridad }), home, { exclusiva: true }))
    await s.portal.use(acceso([credencial]), async (sii) => {
      for (let i = 0; i < 126; i++) await home(sii)
    })
    expect(await walk('programada')).toBeNull()
    const refused = await walk('programada')
    expect([refused.code, refused.headers['retry-after']]).toEqual(['RATE_LIMIT', '300'])
    expect(await walk('persona')).toBeNull()
  })

  test('a stop ends long waits, which count as no request, and lets the others ask until all is cut', async () => {
    const s = scene()
    const credencial = await s.clave()
    const slept = Promise.withResolvers<void>()
    const portal = createPortal({
      ...{ clock: s.clock, keeper: s.keeper, random: randomBytes },
      sleep: () => {
        slept.resolve()
        return new Promise(() => {})
      },
      fetch: (url, init) => s.e.sim.fetch(new Request(url, init as RequestInit)),
      simuladorUrl: 'http://simulador.invalid',
    })
    const ask = (times = 1) =>
      portal.use(acceso([credencial], { prioridad: 'programada' }), async (sii) => {
        for (let i = 0; i < times; i++) await home(sii)
      })
    await portal.use(acceso([credencial]), async (sii) => {
      for (let i = 0; i < 126; i++) await home(sii)
    })
    const [first, second] = [fault(ask(13)), fault(ask())]
    await slept.promise
    await portal.stop()
    expect([(await first).code, (await second).code]).toEqual(['RATE_LIMIT', 'RATE_LIMIT'])
    s.e.advance(5 * MINUTE)
    expect(await fault(ask())).toBeNull()
    await portal.cut()
    expect((await fault(ask())).code).toBe('RATE_LIMIT')
  })
})

describe('a method of an application', () => {
  const APP = { app: 'pruebaui', namespace: 'cl.sii.Prueba' }

  /** A scene whose application says what a test tells it to, one answer after another. */
  async function answering(...answers: (Response | object)[]) {
    const asked: { headers: Headers; body: Record<string, Record<string, unknown>>; url: string }[] = []
    const s = scene({
      async application(request) {
        asked.push({ headers: request.headers, body: JSON.parse(await request.text()), url: request.url })
        const answer = answers.shift()!
        return answer instanceof Response ? answer : Response.json(answer)
      },
    })
    const credencial = await s.clave()
    const call = () =>
      s.portal.use(acceso([credencial]), (sii) => sii.facade(APP, 'getSuma', { rut: '1', ñandú: 'sí' }))
    return { s, asked, call }
  }
  const good = {
    data: [1],
    metaData: {},
    respEstado: { codRespuesta: 3, msgeRespuesta: null, codError: 'x.1' },
  }

  test('is asked with the headers and the envelope of the page, and answers with its own code', async () => {
    const { asked, call, s } = await answering(good)
    expect(await call()).toEqual({
      codRespuesta: 3,
      msgeRespuesta: null,
      codError: 'x.1',
      cuerpo: { data: [1] },
    })
    const [{ headers, body, url }] = asked as [(typeof asked)[number]]
    expect(url).toBe('http://simulador.invalid/www4c/pruebaui/services/data/facadeService/getSuma')
    expect([headers.get('accept'), headers.get('origin'), headers.get('referer')]).toEqual([
      'application/json, text/plain, */*',
      'https://www4c.sii.cl',
      'https://www4c.sii.cl/pruebaui/',
    ])
    const token = new Map(s.keeper.all()[0]!.cookies).get('TOKEN')!
    expect(body).toEqual({
      metaData: {
        namespace: 'cl.sii.Prueba/getSuma',
        conversationId: token,
        transactionId: expect.stringMatching(
          /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
        ),
        page: null,
      },
      data: { rut: '1', ñandú: 'sí' },
    })
  })

  test('is asked once more with a new session when its own is dead, by every sign of it', async () => {
    const dead = [
      new Response('', { status: 401 }),
      new Response('<html><title>Autenticación</title></html>', { headers: { 'content-type': 'text/html' } }),
      { respEstado: { codRespuesta: 2, msgeRespuesta: 'El token no es valido' } },
      new Response(null, { status: 302, headers: { location: 'https://zeusr.sii.cl/AUT2000/x.html' } }),
    ]
    for (const sign of dead) {
      const { asked, call, s } = await answering(sign, good)
      expect((await call()).codRespuesta).toBe(3)
      expect([asked.length, s.logins()]).toEqual([2, 2])
      expect(new Set(asked.map(({ body }) => body.metaData!.conversationId)).size).toBe(2)
    }
  })

  test('dead again after that is a fault; a 403 of the front end is no dead session', async () => {
    const { call, s } = await answering(new Response('', { status: 401 }), new Response('', { status: 401 }))
    expect([(await fault(call())).code, s.logins()]).toEqual(['SII_ERROR', 2])
    const walled = await answering(new Response('Forbidden', { status: 403 }))
    expect([(await fault(walled.call())).code, walled.s.logins()]).toEqual(['SII_UNAVAILABLE', 1])
  })

  test('answered by a page is read by its words, and one that says nothing is a fault (sii §1.5)', async () => {
    const html = (body: string, status = 200) =>
      new Response(pageOf(body), { status, headers: { 'content-type': 'text/html' } })
    const cases: [Response, string, string | null][] = [
      [html('<h1>Sitio en mantención</h1>'), 'SII_UNAVAILABLE', 'mantencion'],
      [html('<h1>503 Service Temporarily Unavailable</h1>'), 'SII_UNAVAILABLE', 'mantencion'],
      [html('Bad gateway', 502), 'SII_UNAVAILABLE', 'mantencion'],
      [html('La empresa no est&aacute; autorizada para operar'), 'SII_ERROR', 'rehuso'],
    ]
    for (const [answer, code, frente] of cases) {
      const { call, s } = await answering(answer)
      const found = await fault(call())
      expect([found.code, found.frente, s.logins()]).toEqual([code, frente, 1])
    }
    const novedades = () => html('Novedades del portal')
    const { call, s } = await answering(novedades(), novedades(), novedades())
    for (let i = 1; i <= 3; i++) {
      const unknown = await fault(call())
      expect([unknown.code, unknown.message, s.logins()]).toEqual([
        'SII_ERROR',
        'El portal del SII respondió otra cosa en el paso «getSuma»: SII Novedades del portal',
        1,
      ])
      expect(s.keeper.paginas).toHaveLength(i)
      s.e.advance(MINUTE)
    }
    const ended = await answering(html('Su sesión ha expirado'), good)
    expect([(await ended.call()).codRespuesta, ended.s.logins()]).toEqual([3, 2])
  })

  test('answered by an unknown page where it gave no answer for ten minutes logs out and in again, once (sii §11.5)', async () => {
    const novedades = () =>
      new Response(pageOf('Novedades del portal'), { headers: { 'content-type': 'text/html' } })
    const { call, s } = await answering(good, novedades(), novedades(), good, novedades(), novedades())
    const logouts = () => s.calls.filter(({ path }) => path.endsWith('autTermino.cgi')).length
    await call()
    s.e.advance(9 * MINUTE)
    expect([(await fault(call())).code, s.logins()]).toEqual(['SII_ERROR', 1])
    // The unknown page before was no answer.
    s.e.advance(MINUTE)
    expect([(await call()).codRespuesta, s.logins(), logouts()]).toEqual([3, 2, 1])
    s.e.advance(10 * MINUTE)
    expect([(await fault(call())).code, s.logins(), logouts()]).toEqual(['SII_ERROR', 3, 2])
  })

  test('that answers no state, or no JSON, is a fault that names it, and is kept', async () => {
    for (const answer of [{ errorMsg: 'Acceso no autorizado!' }, new Response('{"data":[')]) {
      const { call, s } = await answering(answer)
      expect((await fault(call())).detalles).toEqual([
        { paso: 'getSuma', esperado: 'una respuesta JSON con respEstado' },
      ])
      expect(s.keeper.paginas).toHaveLength(1)
    }
  })
})

describe('a page', () => {
  test('that is another than its step should give is a fault that names the step, and is kept', async () => {
    const s = scene()
    const credencial = await s.clave()
    await s.fail('contribuyente', 'pagina_ajena')
    const strange = await fault(
      s.portal.use(acceso([credencial]), async (sii) => {
        const page = await sii.cgi('misiir', HOME, 'inicio')
        return sii.form(page, { nombre: 'myform' }, 'inicio')
      }),
    )
    expect([strange.code, strange.detalles]).toEqual([
      'SII_ERROR',
      [{ paso: 'inicio', esperado: 'el formulario myform' }],
    ])
    expect(s.keeper.paginas[0]!.html).toContain('Mesa de ayuda')
  })

  test('has its form read by name, however its fields stand', async () => {
    const s = scene()
    const credencial = await s.clave()
    const form = await s.portal.use(acceso([credencial]), async (sii) => {
      // The login itself is the one page with a form that nobody is sent away from.
      const page = await sii.cgi('misiir', HOME, 'inicio')
      return sii.form(
        {
          ...page,
          html: `<script>document.write('<form name=x action=/otra><input name=a value=no></form>')</script>
<form NAME=x action="/cgi/paso.cgi?a=1" method=post><input type=hidden value='1 &amp; 2' name="a"><INPUT NAME=b TYPE=hidden VALUE=3>
<select name=c><option value="1">uno<option value=2 selected>dos</select><input type=submit name=ir value=Ir>
<input type=radio name=m value=1><input type=radio name=m value=2 checked><textarea name=t>l&iacute;nea</textarea></form>`,
        },
        { action: 'paso.cgi' },
        'inicio',
      )
    })
    expect([form.method, Object.fromEntries(form.campos)]).toEqual([
      'POST',
      { a: '1 & 2', b: '3', c: '2', m: '2', t: 'línea' },
    ])
    expect(form.opciones.get('c')).toEqual([
      { valor: '1', texto: 'uno' },
      { valor: '2', texto: 'dos' },
    ])
  })
})

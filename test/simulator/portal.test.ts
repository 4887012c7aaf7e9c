// The portal of the simulator through its wire, by plain fetch (simulator §11).

import { describe, expect, test } from 'bun:test'
import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { issueCertificate } from '../../src/simulator/certificados'
import { EMPRESA, PERSONA } from './sobres'
import { HOME, handshake, type Portal, refusal, usePortals } from './visita'

const RUT = '15432198-5'
const HOUR = 3_600_000

const scene = usePortals()
const personOf = async (p: Portal, rut: string, dueno: string | null = null) =>
  (await p.desk('GET', 'sesiones', dueno)).json.data.personas.find((one: { rut: string }) => one.rut === rut)

describe('a login by clave', () => {
  test('sets one set of cookies for all hosts and leads to the address that was asked for', async () => {
    const p = scene()
    const clave = await p.newClave(RUT)
    const visita = p.visit()
    const answer = await visita.clave(RUT, clave)
    expect([answer.status, answer.headers.get('location')]).toEqual([302, HOME])
    const c = Object.fromEntries(visita.cookies)
    expect(c.TOKEN).toMatch(/^[A-Za-z0-9]{13}$/)
    expect([c.CSESSIONID, c.RUT_NS, c.DV_NS, c['NETSCAPE_LIVEWIRE.lms']]).toEqual([
      c.TOKEN!,
      '15432198',
      '5',
      '120',
    ])
    // 13:00 UTC and two hours more, in Chile's summer.
    expect(c['NETSCAPE_LIVEWIRE.exp']).toBe('20260302120000')
    expect(answer.headers.getSetCookie().every((line) => line.includes('Domain=.sii.cl'))).toBe(true)
    const home = await visita.go('misiir/cgi_misii/siihome.cgi')
    const datos = /DatosCntrNow = (\{.*\});/.exec(home.text)![1]!
    expect(JSON.parse(datos).contribuyente).toMatchObject({ rut: '15432198', dv: '5', razonSocial: null })
  })

  test('takes the RUT as it was typed, too', async () => {
    const p = scene()
    const clave = await p.newClave(RUT)
    const answer = await p
      .visit()
      .post('zeusr/cgi_AUT2000/CAutInicio.cgi', { rutcntr: '15.432.198-5', clave, referencia: HOME })
    expect(answer.status).toBe(302)
  })

  test('five wrong claves lock it for an hour, the right one too, and each try begins the hour anew', async () => {
    const p = scene()
    const clave = await p.newClave(RUT)
    const visita = p.visit()
    const codes: (string | null)[] = []
    for (let i = 0; i < 5; i++) {
      const answer = await visita.clave(RUT, 'otra')
      expect(answer.status).toBe(200)
      codes.push(refusal(answer.text))
    }
    expect(codes).toEqual(['20', '55', '20', '20', '19'])
    p.e.advance(HOUR / 2)
    expect(refusal((await visita.clave(RUT, clave)).text)).toBe('19')
    p.e.advance(HOUR / 2 + 1000)
    expect(refusal((await visita.clave(RUT, clave)).text)).toBe('19')
    p.e.advance(HOUR)
    expect((await visita.clave(RUT, clave)).status).toBe(302)
    expect(await personOf(p, RUT)).toMatchObject({ logins: 1, rechazados: 7, abiertas: 1, sin_cerrar: 1 })
  })

  test('a lock is lifted at the desk at once', async () => {
    const p = scene()
    const clave = await p.newClave(RUT)
    for (let i = 0; i < 5; i++) await p.visit().clave(RUT, 'otra')
    expect((await p.desk('DELETE', `claves/${RUT}/bloqueo`)).json.data).toEqual({
      rut: RUT,
      bloqueado: false,
    })
    expect((await p.visit().clave(RUT, clave)).status).toBe(302)
    expect((await p.desk('DELETE', `claves/${RUT}/bloqueo`)).status).toBe(404)
  })

  test('the eleventh session is refused for an hour, until one logs out', async () => {
    const p = scene()
    const clave = await p.newClave(RUT)
    const first = p.visit()
    await first.clave(RUT, clave)
    for (let i = 0; i < 9; i++) expect((await p.visit().clave(RUT, clave)).status).toBe(302)
    const eleventh = await p.visit().clave(RUT, clave)
    expect(eleventh.text).toContain('01.01.204.500.709.27')
    expect(await personOf(p, RUT)).toMatchObject({ logins: 10, rechazados: 1, abiertas: 10 })
    const out = await first.go('zeusr/cgi_AUT2000/autTermino.cgi')
    expect([out.status, first.cookies.size]).toEqual([302, 0])
    expect((await p.visit().clave(RUT, clave)).status).toBe(302)
    // Nobody closed the ten, and their two hours end.
    p.e.advance(2 * HOUR)
    expect(await personOf(p, RUT)).toMatchObject({ logins: 11, abiertas: 0, sin_cerrar: 10 })
  })
})

describe('a login by certificate', () => {
  test('lets in who holds the key, with a cookie that tells so', async () => {
    const p = scene()
    const visita = p.visit()
    expect((await visita.certificado(PERSONA)).status).toBe(302)
    expect(visita.cookies.get('cert_Origin')).toBe('hercules.sii.cl')
    expect(visita.cookies.get('RUT_NS')).toBe(PERSONA.rut.split('-')[0]!)
  })

  test('gets no answer without a certificate, without its key, or with a signature of another time', async () => {
    const p = scene()
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const stranger = {
      certificado: PERSONA.certificado,
      llave: createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    }
    const late = handshake(PERSONA, new Date(p.e.now() + HOUR))
    for (const headers of [{}, handshake(stranger, p.now()), late])
      await expect(p.visit().certificado(PERSONA, headers)).rejects.toThrow()
    expect(await personOf(p, PERSONA.rut)).toBeUndefined()
  })

  test('an expired one is 36, one of another authority 37', async () => {
    const p = scene()
    const now = p.now()
    const make = (over: object) =>
      issueCertificate({
        rut: RUT,
        nombre: 'Marta',
        now,
        clave: 'x',
        random: (n) => new Uint8Array(n).fill(3),
        ...over,
      })
    const expired = await make({ dias: -1 })
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const foreign = await make({
      autoridad: {
        certificado: PERSONA.certificado.toString(),
        llave: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      },
    })
    expect(refusal((await p.visit().certificado(expired)).text)).toBe('36')
    expect(refusal((await p.visit().certificado(foreign)).text)).toBe('37')
  })

  test('the fifth in ten minutes is sent to another browser, a moment later it is not', async () => {
    const p = scene()
    for (let i = 0; i < 4; i++) expect((await p.visit().certificado(PERSONA)).status).toBe(302)
    expect((await p.visit().certificado(PERSONA)).text).toContain('01.01.215.500.771.52')
    p.e.advance(10 * 60_000)
    expect((await p.visit().certificado(PERSONA)).status).toBe(302)
  })

  test('who acts for two companies chooses first, and is in already', async () => {
    const p = scene()
    await p.e.register(EMPRESA, { personas: [PERSONA.rut] })
    expect((await p.visit().certificado(PERSONA)).status).toBe(302)
    await p.e.register('90000011-1', { personas: [PERSONA.rut] })
    const visita = p.visit()
    const choice = await visita.certificado(PERSONA)
    expect(choice.text).toContain('ESCOJA COMO DESEA INGRESAR')
    expect(choice.text).toContain(`<a href="${HOME}">Continuar</a>`)
    expect((await visita.go('misiir/cgi_misii/siihome.cgi')).status).toBe(200)
  })
})

describe('a session', () => {
  const LOAD = 'www4c/consdcvinternetui/services/data/aaSessionService/load'

  test('lives two hours from its login; dead, a page leads to the login and a facade answers by turns', async () => {
    const p = scene()
    const visita = p.visit()
    await visita.clave(RUT, await p.newClave(RUT))
    p.e.advance(2 * HOUR - 1000)
    expect(JSON.parse((await visita.go(LOAD, { method: 'POST' })).text).data).toEqual({
      rut: '15432198',
      dv: '5',
    })
    p.e.advance(1000)
    const cgi = await visita.go('misiir/cgi_misii/siihome.cgi')
    expect([cgi.status, cgi.headers.get('location')]).toEqual([
      302,
      `https://zeusr.sii.cl/AUT2000/InicioAutenticacion/IngresoRutClave.html?${HOME}`,
    ])
    const answers = [await visita.go(LOAD, { method: 'POST' }), await visita.go(LOAD, { method: 'POST' })]
    expect(answers.map(({ status }) => status)).toEqual([401, 200])
    expect(answers[1]!.text).toContain('<title>Autenticaci&#243;n</title>')
  })

  test('is rejected by the front end after 200 calls in five minutes, at every host, for ten', async () => {
    const p = scene()
    const visita = p.visit()
    await visita.clave(RUT, await p.newClave(RUT))
    for (let i = 0; i < 200; i++) {
      if (i % 50 === 0) p.e.advance(60_000)
      expect((await visita.go(LOAD, { method: 'POST' })).text).toContain('15432198')
    }
    expect((await visita.go(LOAD, { method: 'POST' })).text).toContain('Support ID')
    expect((await visita.go('misiir/cgi_misii/siihome.cgi')).text).toContain('The requested URL was rejected')
    p.e.advance(10 * 60_000 + 1)
    expect((await visita.go(LOAD, { method: 'POST' })).text).toContain('15432198')
  })

  test('is nothing to another owner of the same RUT, nor are its clave, its limit and its lock', async () => {
    const p = scene()
    const claves = { uno: await p.newClave(RUT, 'cta_1'), dos: await p.newClave(RUT, 'cta_2') }
    const uno = p.visit('cta_1')
    expect((await uno.clave(RUT, claves.uno)).status).toBe(302)
    const stolen = p.visit('cta_2')
    for (const [name, value] of uno.cookies) stolen.cookies.set(name, value)
    expect((await stolen.go('misiir/cgi_misii/siihome.cgi')).status).toBe(302)
    expect(refusal((await p.visit('cta_2').clave(RUT, claves.uno)).text)).toBe('20')
    for (let i = 0; i < 9; i++) await p.visit('cta_1').clave(RUT, claves.uno)
    expect(refusal((await p.visit('cta_1').clave(RUT, claves.uno)).text)).toBe('27')
    expect((await p.visit('cta_2').clave(RUT, claves.dos)).status).toBe(302)
    expect(await personOf(p, RUT, 'cta_1')).toMatchObject({ logins: 10, rechazados: 1 })
    expect(await personOf(p, RUT, 'cta_2')).toMatchObject({ logins: 1, rechazados: 1 })
    expect(await personOf(p, RUT)).toBeUndefined()
    expect((await p.desk('DELETE', 'sesiones', 'cta_2')).json.data).toEqual({ terminadas: 1 })
    expect((await uno.go('misiir/cgi_misii/siihome.cgi')).status).toBe(200)
  })
})

describe('a page', () => {
  const path = `zeusr/AUT2000/InicioAutenticacion/IngresoRutClave.html?${HOME}`

  test('is Latin-1 with entities, and its fields stand in another order at another load', async () => {
    const p = scene()
    const orders = new Set<string>()
    for (let i = 0; i < 12; i++) {
      const { text, headers } = await p.visit().go(path)
      expect(headers.get('content-type')).toContain('ISO-8859-1')
      expect([...text].every((c) => c.charCodeAt(0) < 128)).toBe(true)
      const form = /<form name="myform"[\s\S]*?<\/form>/.exec(text)![0]
      orders.add(
        [...form.matchAll(/name="?(\w+)"?/gi)]
          .map(([, name]) => name)
          .slice(1)
          .join(),
      )
    }
    expect(orders.size).toBeGreaterThan(1)
    expect(
      [...orders].every((order) => order.split(',').sort().join() === '411,clave,dv,referencia,rut,rutcntr'),
    ).toBe(true)
  })

  test('that is not there is a page of 404, at maullin beside the services too', async () => {
    const p = scene()
    for (const none of ['zeus/cvc_cgi/nada.cgi', 'maullin/cvc_cgi/nada.cgi', 'www4/x']) {
      const { status, text } = await p.visit().go(none)
      expect([status, text.includes('Error 404')]).toEqual([404, true])
    }
  })
})

describe('a fault of the portal', () => {
  test('refuses a login with the code that was asked for', async () => {
    const p = scene()
    const clave = await p.newClave(RUT)
    for (const [falla, code] of [
      ['limite_sesiones', '27'],
      ['clave_bloqueada', '19'],
      ['certificado_rechazado', '37'],
      ['codigo', '70'],
    ] as const) {
      const body = { servicio: 'login', falla, veces: 1, ...(falla === 'codigo' && { codigo: code }) }
      expect((await p.desk('POST', 'fallas', null, body)).status).toBe(201)
      expect(refusal((await p.visit().clave(RUT, clave)).text)).toBe(code)
    }
    expect((await p.visit().clave(RUT, clave)).status).toBe(302)
  })

  test('shows the front end, the waiting room or another page, and kills the session', async () => {
    const p = scene()
    const visita = p.visit()
    await visita.clave(RUT, await p.newClave(RUT))
    const home = 'misiir/cgi_misii/siihome.cgi'
    for (const [falla, marker] of [
      ['firewall', 'Support ID'],
      ['cola', 'Queue-it'],
      ['pagina_ajena', 'Mesa de ayuda'],
    ] as const) {
      await p.desk('POST', 'fallas', null, { servicio: 'contribuyente', falla, veces: 1 })
      expect((await visita.go(home)).text).toContain(marker)
    }
    expect((await visita.go(home)).status).toBe(200)
    await p.desk('POST', 'fallas', null, { servicio: 'contribuyente', falla: 'sesion_vencida', veces: 1 })
    expect((await visita.go(home)).status).toBe(302)
    expect((await visita.go(home)).status).toBe(302)
    expect(await personOf(p, RUT)).toMatchObject({ abiertas: 0, sin_cerrar: 1 })
  })

  test('is refused where it cannot happen, and codigo needs its two digits', async () => {
    const p = scene()
    for (const body of [
      { servicio: 'correo', falla: 'firewall' },
      { servicio: 'login', falla: 'sesion_vencida' },
      { servicio: 'contribuyente', falla: 'token_rechazado' },
      { servicio: 'login', falla: 'codigo' },
      { servicio: 'login', falla: 'firewall', codigo: '20' },
    ])
      expect((await p.desk('POST', 'fallas', null, body)).status).toBe(422)
  })
})

// The pages behind the links of mails: an invitation accepted, a password set anew (http §14, §22).

import { beforeEach, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { tokenOf } from '../../support/personas'
import { type CompanyApp, PASSWORD, testAppWithCompany } from '../../support/test-app'
import { openPage } from './navegador'

let app: CompanyApp
beforeEach(async () => {
  app = await testAppWithCompany()
})

const EMAIL = 'marta@example.cl'
const FIELDS = { nombre: 'Marta Peña', password: PASSWORD, repetida: PASSWORD }
const SILENT = { motivo: '', alerta: '', faltas: {} }

async function invite(): Promise<string> {
  const body = { email: EMAIL, rol: 'lector', empresas: [] }
  return (await app.post('/v1/usuarios/invitar', body, app.tenant.session)).body.data.enlace
}
const login = (email: string, password: string) => app.post('/auth/login', { email, password }, {})

/** A link for the owner's new password, as the mail brings it. */
async function forgotten(): Promise<string> {
  const sent: string[] = []
  const correo = {
    send: async ({ texto }: { texto: string }) => void sent.push(texto),
    verify: async () => {},
  }
  app = await testAppWithCompany({ correo, publicUrl: 'https://timbre.example.cl' })
  await app.post('/auth/password/olvidada', { email: 'dueno0@example.cl' }, {})
  for (let i = 0; i < 10 && !sent.length; i++) await new Promise(setImmediate)
  return /https:\S+/.exec(sent[0]!)![0]
}

describe.each(['/invitacion', '/restablecer'])('GET %s', (path) => {
  test('loads nothing from outside, runs only what it brings, and stays in no cache, log or referrer', async () => {
    const { status, body, headers } = await app.get(path, {})
    expect(status).toBe(200)
    const hash = (tag: string) => {
      const text = new RegExp(`<${tag}[^>]*>([\\s\\S]*?)</${tag}>`).exec(body)![1]!
      return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    }
    const csp = headers.get('content-security-policy')!
    expect(csp).toContain(`default-src 'none'; style-src ${hash('style')}; script-src ${hash('script')};`)
    expect(csp).toContain("frame-ancestors 'none'")
    expect(body).not.toMatch(/https?:\/\/|\sstyle=|\son\w+=/)
    const said = ['cache-control', 'referrer-policy', 'x-robots-tag'].map((name) => headers.get(name))
    expect(said).toEqual(['no-store', 'no-referrer', 'noindex, nofollow'])
  })

  test('is in Spanish, with a label for every field and its password fields known to the browser', async () => {
    const { body } = await app.get(path, {})
    expect(body).toContain('<html lang="es">')
    expect(body).toMatch(/<title>[^<]+ · Timbre<\/title>/)
    const inputs = body.match(/<input[^>]*>/g)!
    expect(body.match(/<label>[^<\n]+\n<input/g)).toHaveLength(inputs.length)
    const passwords = inputs.filter((input: string) => input.includes('type="password"'))
    expect(passwords).toHaveLength(2)
    for (const input of passwords) expect(input).toContain('autocomplete="new-password"')
  })
})

describe('the link of an invitation', () => {
  test('opens the page on which the person becomes a user, and is then of no more use', async () => {
    const enlace = await invite()
    const page = await openPage(app, enlace)
    expect(page.visible()).toEqual(['nombre', 'password', 'repetida'])
    await page.submit(FIELDS)
    expect(page.seen()).toEqual({ seccion: ['listo'], ...SILENT })
    expect(page.location.hash).toBe('')
    expect((await login(EMAIL, PASSWORD)).status).toBe(200)
    const again = await openPage(app, enlace)
    await again.submit(FIELDS)
    expect(again.seen()).toMatchObject({
      seccion: ['no-sirve'],
      motivo: 'La invitación ya fue aceptada; inicie sesión',
    })
  })

  test('ends in the dashboard with the session of a browser; one that keeps no cookie is asked there', async () => {
    const page = await openPage(app, await invite())
    await page.submit(FIELDS)
    expect(page.location.pathname).toBe('/app/')
    const me = await app.get('/auth/me', { cookie: page.cookie()! })
    expect(me.body.data.usuario.email).toBe(EMAIL)
    const accepted = () => Response.json({ ok: true, data: { access_token: 'x' } }, { status: 201 })
    const without = await openPage(app, '/invitacion#token=inv_x', async (path) => {
      if (path === '/auth/cookie') throw new TypeError('Failed to fetch')
      return accepted()
    })
    await without.submit(FIELDS)
    expect(without.location.pathname).toBe('/app/')
  })

  test('carries its token in no address that a server or a log sees', async () => {
    const enlace = await invite()
    const page = await openPage(app, enlace)
    await page.submit(FIELDS)
    expect(page.sent).toEqual(['/auth/invite/accept', '/auth/cookie'])
    expect(new URL(enlace).search + new URL(enlace).pathname).toBe('/invitacion')
  })

  test.each([
    ['expired', async () => app.advance(8 * 86_400_000), 'La invitación venció el 2026-11-27; pida otra'],
    [
      'replaced',
      async () => void (await invite()),
      'La invitación fue anulada o reemplazada por otra; pida una nueva',
    ],
  ])('that is %s says so, and leaves no form to fill in', async (_, happen, motivo) => {
    const page = await openPage(app, await invite())
    await happen()
    await page.submit(FIELDS)
    expect(page.seen()).toEqual({ seccion: ['no-sirve'], ...SILENT, motivo })
    expect(page.location.hash).toBe('')
  })

  test('refuses a weak password and a repetition that differs beside the field, and lets the person go on', async () => {
    const page = await openPage(app, await invite())
    await page.submit({ ...FIELDS, password: 'corta', repetida: 'corta' })
    const { seccion, faltas } = page.seen()
    expect([seccion, Object.keys(faltas)]).toEqual([['formulario'], ['password']])
    expect(faltas.password).toContain('10')
    await page.submit({ ...FIELDS, repetida: 'otra cosa larga' })
    expect(page.seen().faltas).toEqual({ repetida: 'No es igual a la contraseña' })
    await page.submit(FIELDS)
    expect(page.seen().seccion).toEqual(['listo'])
  })

  test('keeps the form while the server does not answer, or something between answers for it', async () => {
    const enlace = await invite()
    let answer: () => Promise<Response> = async () => {
      throw new TypeError('Failed to fetch')
    }
    const page = await openPage(app, enlace, () => answer())
    await page.submit(FIELDS)
    expect(page.seen()).toEqual({
      seccion: ['formulario'],
      ...SILENT,
      alerta: 'El servidor no responde; inténtelo de nuevo',
    })
    answer = async () => new Response('<h1>502 Bad Gateway</h1>', { status: 502 })
    await page.submit(FIELDS)
    expect(page.seen().alerta).toBe('El servidor no responde; inténtelo de nuevo')
    expect(page.location.hash).not.toBe('')
  })

  test('says why the account takes nobody in', async () => {
    const page = await openPage(app, await invite())
    app.store.client.exec("UPDATE cuenta SET plan = 'Gratis'")
    await page.submit(FIELDS)
    expect(page.seen()).toMatchObject({
      seccion: ['formulario'],
      alerta: expect.stringContaining('El plan Gratis'),
    })
  })

  test('that lost its end on the way lets the token be typed, and corrected', async () => {
    const token = tokenOf(await invite())
    const page = await openPage(app, '/invitacion')
    expect(page.visible()).toEqual(['token', 'nombre', 'password', 'repetida'])
    await page.submit({ ...FIELDS, token: token.slice(0, -1) })
    expect(page.seen()).toMatchObject({
      seccion: ['formulario'],
      alerta: 'La invitación no existe; pida otra',
    })
    await page.submit({ ...FIELDS, token: ` ${token} ` })
    expect(page.seen().seccion).toEqual(['listo'])
  })
})

describe('the link of a forgotten password', () => {
  const NUEVA = ' una clave con blancos '

  test('opens the page that sets the new one, blanks and all', async () => {
    const enlace = await forgotten()
    const page = await openPage(app, enlace)
    expect(page.visible()).toEqual(['nueva', 'repetida'])
    await page.submit({ nueva: NUEVA, repetida: NUEVA })
    expect(page.seen()).toEqual({ seccion: ['listo'], ...SILENT })
    // No session begins: the page leads to where one does.
    expect([page.sent, page.location.pathname]).toEqual([['/auth/password/restablecer'], '/restablecer'])
    expect((await app.get('/restablecer', {})).body).toContain('href="/app/entrar"')
    expect((await login('dueno0@example.cl', PASSWORD)).status).toBe(401)
    expect((await login('dueno0@example.cl', NUEVA)).status).toBe(200)
  })

  test('is good once and for an hour', async () => {
    const enlace = await forgotten()
    const second = await openPage(app, enlace)
    await (await openPage(app, enlace)).submit({ nueva: NUEVA, repetida: NUEVA })
    await second.submit({ nueva: PASSWORD, repetida: PASSWORD })
    expect(second.seen()).toMatchObject({
      seccion: ['no-sirve'],
      motivo: 'El enlace para restablecer la contraseña ya no sirve; pida otro',
    })
    const other = await forgotten()
    const late = await openPage(app, other)
    app.advance(60 * 60_000)
    await late.submit({ nueva: NUEVA, repetida: NUEVA })
    expect(late.seen().motivo).toBe('El enlace para restablecer la contraseña venció; pida otro')
  })
})

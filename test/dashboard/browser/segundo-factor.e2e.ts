// The second factor: turned on, asked for at the door and again, demanded of all (dashboard §4; http §14.1).

import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { codeOf, wrongCode } from '../../support/totp'
import { createPerson } from './people'
import { EMPRESA, openStage, PASSWORD, type Person, type Stage } from './stage'

const YO = `/app/${EMPRESA.rut}/yo`
const REFUSED = /status of 4\d\d/
const NUEVA = 'otra clave de navegador'

let stage: Stage
let lector: Person
let contador: Person
/** The lector's, once on. */
let secret = ''
let codes: string[] = []
beforeAll(async () => {
  // Passkeys know no addresses made of numbers.
  stage = await openStage({ host: 'localhost' })
  lector = await createPerson(stage, 'lector')
  contador = await createPerson(stage, 'contador')
}, 60_000)
afterAll(() => stage.close())

const now = (): Date => new Date()
/** The code of so many steps from now: each is good once, and neither is an earlier one. */
const code = (steps: number): string => codeOf(secret, new Date(Date.now() + steps * 30_000))
const logIn = async (page: Page, password = PASSWORD, { email } = lector): Promise<void> => {
  await page.goto('/app/entrar')
  await page.getByLabel('Correo').fill(email)
  await page.getByLabel('Contraseña').fill(password)
  await page.keyboard.press('Enter')
}
/** From the password to the recovery codes in sight. */
async function enrol(place: Page | Locator, step: number): Promise<void> {
  await place.getByLabel('Su contraseña').fill(PASSWORD)
  await place.getByRole('button', { name: 'Continuar' }).click()
  await place.getByRole('img', { name: 'Código QR de la clave' }).waitFor()
  secret = (await place.locator('code').textContent())!.replaceAll(' ', '')
  await place.getByLabel('Código de la aplicación').fill(code(step))
  await place.getByRole('button', { name: 'Activar' }).click()
  await place.getByText('Guarde estos códigos ahora').waitFor()
  codes = (await place.locator('code').textContent())!.split(/\s+/)
}

test('is turned on by password and code; the recovery codes stay until they were kept', () =>
  stage.visit(
    async ({ page, axe, keys, narrow, expectError }) => {
      await page.goto(YO)
      await page.getByRole('button', { name: 'Activar el segundo factor' }).focus()
      await keys('Enter')
      const dialog = page.getByRole('dialog', { name: 'Activar el segundo factor' })
      await dialog.getByLabel('Su contraseña').waitFor()
      await axe()
      expectError(REFUSED)
      await page.keyboard.type('no es la clave')
      await keys('Enter')
      await dialog.getByText('No es su contraseña actual').waitFor()
      await dialog.getByLabel('Su contraseña').fill(PASSWORD)
      await keys('Enter')
      const shown = dialog.getByRole('img', { name: 'Código QR de la clave' })
      await shown.waitFor()
      expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth > 0)).toBe(true)
      secret = (await dialog.locator('code').textContent())!.replaceAll(' ', '')
      await axe()
      await narrow()
      await axe()
      await dialog.getByLabel('Código de la aplicación').fill(wrongCode(secret, now()))
      await keys('Enter')
      await dialog.getByText('El código no es el de ahora').waitFor()
      await dialog.getByLabel('Código de la aplicación').fill(code(-1))
      await keys('Enter')
      await dialog.getByText('Guarde estos códigos ahora').waitFor()
      codes = (await dialog.locator('code').textContent())!.split(/\s+/)
      expect(codes).toHaveLength(10)
      await keys('Escape')
      await axe()
      const file = page.waitForEvent('download')
      await dialog.getByRole('button', { name: 'Guardar en un archivo' }).click()
      expect((await file).suggestedFilename()).toBe('timbre-codigos-de-recuperacion.txt')
      await dialog.getByRole('button', { name: 'Los guardé' }).click()
      await page.getByText('10 sin usar').waitFor()
      await axe()
    },
    { as: lector },
  ))

test('is asked for at the door after the password, and a recovery code opens too', () =>
  stage.visit(
    async ({ page, axe, narrow, expectError }) => {
      expectError(REFUSED)
      await logIn(page)
      await page.getByLabel('Código de la aplicación').waitFor()
      await axe()
      await page.keyboard.type(wrongCode(secret, now()))
      await page.keyboard.press('Enter')
      await page.getByRole('alert').getByText('El código no es el de ahora').waitFor()
      await page.getByLabel('Código de la aplicación').fill(code(0))
      await page.keyboard.press('Enter')
      await page.getByRole('link', { name: 'Persona lector' }).waitFor()
      await page.context().clearCookies()
      await logIn(page)
      await page.getByRole('button', { name: 'Usar un código de recuperación' }).click()
      await page.getByLabel('Código de recuperación').fill(codes[0]!.toLowerCase())
      await narrow()
      await axe()
      await page.keyboard.press('Enter')
      await page.waitForURL((url) => !url.pathname.endsWith('/entrar'))
      await page.goto(YO)
      await page.getByText('9 sin usar').waitFor()
    },
    { as: null },
  ))

test('is asked for again over the page, where everything typed stays, and the request goes on', () =>
  stage.visit(
    async ({ page, axe, keys, expectError }) => {
      expectError(REFUSED)
      await logIn(page)
      await page.getByRole('button', { name: 'Usar un código de recuperación' }).click()
      await page.getByLabel('Código de recuperación').fill(codes[1]!)
      await page.keyboard.press('Enter')
      await page.getByRole('link', { name: 'Persona lector' }).waitFor()
      await page.goto(YO)
      // Ten minutes later, as the server would say it.
      const stale = { ok: false, code: 'SECOND_FACTOR_STALE', error: 'Pide de nuevo el segundo factor' }
      await page.route('**/auth/password', (route) => route.fulfill({ status: 403, json: stale }), {
        times: 2,
      })
      await page.getByLabel('Contraseña actual').fill(PASSWORD)
      await page.getByLabel('Contraseña nueva').fill(NUEVA)
      await keys('Enter')
      const dialog = page.getByRole('dialog', { name: 'Confirme que es usted' })
      await dialog.waitFor()
      await axe()
      await keys('Escape')
      await page.getByRole('alert').getByText('falta confirmar su segundo factor').waitFor()
      await page.getByRole('button', { name: 'Cambiar la contraseña' }).click()
      await dialog.getByLabel('Código de la aplicación').fill(code(1))
      await keys('Enter')
      await page.getByText('Su contraseña cambió').waitFor()
      // Back, for the cases that follow.
      await page.getByLabel('Contraseña actual').fill(NUEVA)
      await page.getByLabel('Contraseña nueva').fill(PASSWORD)
      await keys('Enter')
      await page.getByText('Su contraseña cambió').first().waitFor()
    },
    { as: null },
  ))

/** A device of the browser's own that keeps passkeys, and whether it finds its person. */
async function deviceOf(context: BrowserContext, page: Page) {
  const cdp = await context.newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    knows: (isUserVerified: boolean) =>
      cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

test('a passkey is registered, opens alone and after the password, is shown again, and is deleted', () =>
  stage.visit(
    async ({ page, context, axe, keys, narrow, expectError }) => {
      expectError(REFUSED)
      const device = await deviceOf(context, page)
      await page.goto(YO)
      await page.getByRole('button', { name: 'Registrar una llave de acceso' }).focus()
      await keys('Enter')
      const dialog = page.getByRole('dialog', { name: 'Registrar una llave de acceso' })
      await dialog.getByLabel('Nombre de la llave').fill('Teléfono')
      await axe()
      await dialog.getByLabel('Su contraseña').fill('no es la clave')
      await keys('Enter')
      await dialog.getByText('No es su contraseña actual').waitFor()
      await dialog.getByLabel('Su contraseña').fill(PASSWORD)
      await keys('Enter')
      await dialog.getByText('Guarde estos códigos ahora').waitFor()
      const kept = (await dialog.locator('code').textContent())!.split(/\s+/)
      await axe()
      await dialog.getByRole('button', { name: 'Los guardé' }).click()
      await page.getByRole('row', { name: /Teléfono.*localhost.*Sin usar/ }).waitFor()
      await page.getByRole('button', { name: 'Cambiar el nombre de la llave Teléfono' }).focus()
      await keys('Enter')
      const named = page.getByRole('dialog', { name: 'Cambiar el nombre de la llave Teléfono' })
      await named.getByLabel('Nombre de la llave').fill('')
      await keys('Enter')
      await named.locator('[aria-invalid=true]').waitFor()
      await axe()
      await named.getByLabel('Nombre de la llave').fill('Portátil')
      await keys('Enter')
      await page.getByRole('row', { name: /Portátil.*localhost/ }).waitFor()
      await page.getByRole('button', { name: 'Cambiar el nombre de la llave Portátil' }).click()
      const back = page.getByRole('dialog', { name: 'Cambiar el nombre de la llave Portátil' })
      await back.getByLabel('Nombre de la llave').fill('Teléfono')
      await keys('Enter')
      await page.getByRole('row', { name: /Teléfono.*localhost/ }).waitFor()
      await page.getByText('No: se usan llaves de acceso').waitFor()
      await axe()
      await narrow()
      await axe()

      await page.setViewportSize({ width: 1280, height: 800 })
      await context.clearCookies()
      await page.goto('/app/entrar')
      await device.knows(false)
      await page.getByRole('button', { name: 'Entrar con una llave de acceso' }).click()
      await page.getByRole('alert').getByText('No se usó ninguna llave de acceso').waitFor()
      await axe()
      await device.knows(true)
      await page.getByRole('button', { name: 'Entrar con una llave de acceso' }).click()
      await page.getByRole('link', { name: 'Persona contador' }).waitFor()

      await context.clearCookies()
      await logIn(page, PASSWORD, contador)
      await page.getByLabel('Código de recuperación').waitFor()
      await axe()
      await page.getByRole('button', { name: 'Usar una llave de acceso' }).click()
      await page.getByRole('link', { name: 'Persona contador' }).waitFor()
      await context.clearCookies()
      await logIn(page, PASSWORD, contador)
      await page.getByLabel('Código de recuperación').fill(kept[0]!)
      await keys('Enter')
      await page.getByRole('link', { name: 'Persona contador' }).waitFor()

      await page.goto(YO)
      // Ten minutes later, as the server would say it.
      const stale = { ok: false, code: 'SECOND_FACTOR_STALE', error: 'Pide de nuevo el segundo factor' }
      await page.route(
        '**/auth/llaves-acceso/lla_*',
        (route) => route.fulfill({ status: 403, json: stale }),
        {
          times: 1,
        },
      )
      await page.getByRole('button', { name: 'Eliminar la llave Teléfono' }).click()
      const sure = page.getByRole('dialog', { name: 'Eliminar la llave Teléfono' })
      await axe()
      await sure.getByRole('button', { name: 'Eliminar la llave' }).click()
      const again = page.getByRole('dialog', { name: 'Confirme que es usted' })
      await again.getByLabel('Código de recuperación').waitFor()
      await axe()
      await again.getByRole('button', { name: 'Usar una llave de acceso' }).click()
      await page.getByText('La llave Teléfono ya no sirve').waitFor()
      await page.getByRole('button', { name: 'Activar el segundo factor' }).waitFor()
    },
    { as: contador },
  ))

test('is taken from who lost it by who administers people, and demanded of all by an owner who has one', async () => {
  await stage.visit(async ({ page, axe, narrow }) => {
    await page.goto(`/app/${EMPRESA.rut}/usuarios`)
    await page.getByText('Para exigirlo, active antes el suyo').waitFor()
    await page.getByRole('button', { name: 'Cambiar a Persona lector' }).click()
    await page.getByRole('button', { name: 'Quitar su segundo factor' }).click()
    const sure = page.getByRole('dialog', { name: 'Quitar el segundo factor de Persona lector' })
    await sure.getByText('asegúrese de que es esa persona').waitFor()
    await axe()
    await sure.getByRole('button', { name: 'Quitar el segundo factor' }).click()
    await page.getByText('Persona lector ya no tiene segundo factor').waitFor()
    await page.goto(YO)
    await page.getByRole('button', { name: 'Activar el segundo factor' }).click()
    const dialog = page.getByRole('dialog', { name: 'Activar el segundo factor' })
    await enrol(dialog, 0)
    await dialog.getByRole('button', { name: 'Los guardé' }).click()
    await page.goto(`/app/${EMPRESA.rut}/usuarios`)
    await page.getByRole('button', { name: 'Exigirlo a todas las personas' }).click()
    await page.getByRole('button', { name: 'Dejar de exigirlo' }).waitFor()
    await axe()
    await narrow()
    await axe()
  })
  await stage.visit(
    async ({ page, axe, narrow, expectError }) => {
      expectError(REFUSED)
      await logIn(page)
      await page.getByRole('heading', { name: 'Active su segundo factor' }).waitFor()
      await axe()
      await narrow()
      await page.goto(YO)
      await enrol(page, 0)
      await axe()
      await page.getByRole('button', { name: 'Los guardé' }).click()
      await page.getByRole('heading', { name: 'Mi acceso' }).waitFor()
      await page.getByText('Su cuenta lo exige').waitFor()
    },
    { as: null },
  )
})

// The traces of a person who logged out, in a browser that several share (dashboard §4, §7).

import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { EMPRESA, OTRA } from './stage'
import { stage, useStage } from './suite'

useStage()

const openYo = async (page: Page, { rut }: { rut: string } = EMPRESA): Promise<void> => {
  await page.goto(`/app/${rut}/yo`)
  await page.getByRole('heading', { name: 'Mi acceso' }).waitFor()
}
const logOut = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Cerrar la sesión', exact: true }).click()
const keys = (page: Page): Promise<string[]> => page.evaluate(() => Object.keys(localStorage))

test('going back shows nothing of the page that was left, which the browser held as it stood', () =>
  stage.visit(
    async ({ page }) => {
      await openYo(page)
      await logOut(page)
      await page.waitForURL('**/app/entrar')
      await page.getByRole('heading', { name: 'Entrar a Timbre' }).waitFor()
      // A page that is shown again as it stood loads nothing: nobody is told of it. People's browsers hold it; others may not.
      await page.evaluate(() => history.back())
      await page.waitForURL('**/app/entrar?volver=**')
      expect(await page.getByRole('heading', { name: 'Mi acceso' }).count()).toBe(0)
    },
    { whole: true },
  ))

test('what was being typed in another tab does not come back as a draft', () =>
  stage.visit(async ({ page, context }) => {
    const other = await context.newPage()
    await other.goto(`/app/${EMPRESA.rut}/emitir/33`)
    await other.getByLabel('RUT o nombre').fill('76192083-9')
    await other.waitForURL('**?borrador=**')
    await openYo(page)
    await logOut(page)
    await page.getByRole('button', { name: 'Cerrar y borrar los borradores' }).click()
    await page.waitForURL('**/app/entrar')
    await other.waitForURL('**/app/entrar')
    expect((await keys(other)).filter((key) => key.includes('borrador'))).toEqual([])
  }))

test('the companies last gone to are forgotten, what was chosen for the screen is not', () =>
  stage.visit(async ({ page, keys: press }) => {
    await openYo(page)
    await page.evaluate(() => localStorage.setItem('timbre:tema', 'oscuro'))
    await press('Control+k')
    await page.keyboard.type('Otra Empresa')
    await press('Enter')
    await page.waitForURL(`**/app/${OTRA.rut}/**`)
    expect(await page.evaluate(() => localStorage.getItem('timbre:recientes'))).toContain(OTRA.rut)
    await openYo(page, OTRA)
    await logOut(page)
    await page.waitForURL('**/app/entrar')
    expect((await keys(page)).sort()).toEqual(['timbre:salida', 'timbre:tema'])
  }))

test('a session that could not be closed is said to be open, and its drafts stay', () =>
  stage.visit(async ({ page, axe, expectError }) => {
    expectError('ERR_FAILED')
    await openYo(page)
    const { data } = await stage.api<{ data: { usuario: { id: string } } }>('GET', '/auth/me')
    const draft = `timbre:borrador:${data.usuario.id}:emp:simulacion:1`
    await page.evaluate((key) => localStorage.setItem(key, '{}'), draft)
    await page.route('**/auth/cookie', (route) => route.abort())
    await logOut(page)
    await page.getByRole('button', { name: 'Cerrar y borrar los borradores' }).click()
    const dialog = page.getByRole('dialog', { name: 'La sesión sigue abierta' })
    await dialog.getByText('El servidor no responde.').waitFor()
    await axe()
    expect(await keys(page)).toContain(draft)
    await page.unroute('**/auth/cookie')
    await dialog.getByRole('button', { name: 'Reintentar' }).click()
    await page.waitForURL('**/app/entrar')
    expect(await keys(page)).not.toContain(draft)
  }))

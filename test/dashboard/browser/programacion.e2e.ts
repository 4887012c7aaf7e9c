// The schedule: each task with its turns, switched, set and run by hand, and why a turn was left out (jobs §7; dashboard §6, §16).

import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { EMPRESA } from './stage'
import { breakRoute, failureSaid, lector, stage, useStage, withoutServer } from './suite'

const AT = `/app/${EMPRESA.rut}/programacion`
const RCOF = 'Consumo de folios (RCOF)'

useStage({ folios: { 39: 5 }, lector: true })

const card = (page: Page, name = RCOF) => page.getByRole('article', { name })
const open = async (page: Page): Promise<void> => {
  await page.goto(AT)
  await card(page).waitFor()
}

test('each task tells whether it is on, its last turn and its next, and what is set of it', () =>
  stage.visit(async ({ page, axe, narrow }) => {
    await open(page)
    await card(page, 'Registro de compras y ventas').getByText('Encendida').waitFor()
    await card(page, 'Qué dijeron los receptores').getByText('Encendida').waitFor()
    await card(page)
      .getByText(/^\d\d-\d\d-\d{4} 04:[123]\d$/)
      .waitFor()
    await card(page).getByText('Días hacia atrás').waitFor()
    await axe()
    await narrow()
    await axe()
  }))

test('one is switched off and on again by keys alone', () =>
  stage.visit(async ({ page, axe, keys }) => {
    await open(page)
    await card(page)
      .getByRole('button', { name: `Apagar: ${RCOF}` })
      .focus()
    await keys('Enter')
    await card(page).getByText('Apagada').waitFor()
    await card(page).getByText('Ninguna').waitFor()
    const on = card(page).getByRole('button', { name: `Encender: ${RCOF}` })
    expect(await on.evaluate((one) => one === document.activeElement)).toBe(true)
    await axe()
    await keys('Enter')
    await card(page).getByText('Encendida').waitFor()
  }))

test('its hour and how far it looks back are set in a dialog, and what cannot be is told at its field', () =>
  stage.visit(async ({ page, axe, narrow, keys }) => {
    await open(page)
    const opener = card(page).getByRole('button', { name: `Cambiar: ${RCOF}` })
    await opener.focus()
    await keys('Enter')
    const dialog = page.getByRole('dialog', { name: `Cambiar: ${RCOF}` })
    await dialog.getByLabel('Días hacia atrás').fill('99')
    await keys('Enter')
    await dialog.getByText('Debe ser 31 o menos').waitFor()
    expect(await dialog.getByLabel('Días hacia atrás').getAttribute('aria-invalid')).toBe('true')
    await axe()
    await dialog.getByLabel('Días hacia atrás').fill('')
    await dialog.getByLabel('Hora').fill('')
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    expect(await dialog.getByText('Falta', { exact: true }).count()).toBe(2)
    await narrow()
    await axe()
    await dialog.getByLabel('Hora').fill('06:15')
    await dialog.getByLabel('Días hacia atrás').fill('3')
    await keys('Enter')
    await dialog.waitFor({ state: 'detached' })
    expect(await opener.evaluate((one) => one === document.activeElement)).toBe(true)
    await card(page).getByText('06:15', { exact: true }).waitFor()
    const { data } = await stage.api<{ data: { empresa_activa: { id: string } } }>('GET', '/auth/me')
    const path = `/v1/empresa/${data.empresa_activa.id}/programacion`
    const kept = await stage.api<{ data: { rcof: object } }>('GET', path)
    expect(kept.data.rcof).toEqual({ activo: true, hora: '06:15', dias_atras: 3 })
  }))

test('one is run now, with what it spends said before and its operations after', () =>
  stage.visit(async ({ page, axe, narrow }) => {
    await open(page)
    const opener = card(page).getByRole('button', { name: `Ejecutar ahora: ${RCOF}` })
    await opener.click()
    const dialog = page.getByRole('dialog', { name: `Ejecutar ahora: ${RCOF}` })
    await dialog.getByText('una consulta por cada día sin informar: hasta 3').waitFor()
    await axe()
    await narrow()
    await axe()
    await dialog.getByRole('button', { name: 'Ejecutar ahora' }).click()
    await card(page).getByText('En marcha: 3 operaciones').waitFor()
    await card(page)
      .getByText(/Terminó$/)
      .waitFor()
    await axe()
    // All is told by now.
    await opener.click()
    await dialog.getByRole('button', { name: 'Ejecutar ahora' }).click()
    await card(page).getByText('No había nada que hacer').waitFor()
    await card(page).getByRole('button', { name: 'Apagar' }).waitFor()
  }))

test('that cannot run says why, and nothing is lost', () =>
  stage.visit(async ({ page, axe }) => {
    await page.route('**/ejecutar', (route) =>
      route.fulfill({
        status: 429,
        json: { ok: false, code: 'PLAN_LIMIT', error: 'Se usaron las consultas del mes' },
      }),
    )
    await open(page)
    await card(page)
      .getByRole('button', { name: `Ejecutar ahora: ${RCOF}` })
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Ejecutar ahora' }).click()
    await dialog.getByText('Se usaron las consultas del mes').waitFor()
    await axe()
  }))

test('a turn that was left out, and one that failed, say why in words and what to do', () =>
  stage.visit(async ({ page, axe, narrow }) => {
    await page.route(/\/v1\/.*\/programacion$/, async (route) => {
      const response = await route.fetch()
      const json = await response.json()
      const causes = ['SIN_CREDENCIAL', 'PLAN_LIMIT', 'PORTAL_LOCKED']
      for (const [i, one] of json.data.estado.entries())
        Object.assign(one, { omitida: causes[i] ?? 'PAUSA', resultado: 'fallida' })
      await route.fulfill({ response, json })
    })
    await page.goto(AT)
    await page.getByText('Porque la empresa no tiene con qué entrar al SII').waitFor()
    await page.getByText(/Porque se usó el 80 % de las consultas del mes/).waitFor()
    await page.getByText(/Porque el SII o el servidor de correo rehusó la entrada/).waitFor()
    await page.getByRole('link', { name: 'Ver el certificado' }).waitFor()
    await page.getByRole('link', { name: 'Ver el plan' }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Ver el acceso al SII' }).waitFor()
    expect(await page.getByText('Falló').count()).toBeGreaterThan(2)
    await axe()
    await narrow()
    await axe()
  }))

test('is read by who may only read, with nothing to switch, set or run', () =>
  stage.visit(
    async ({ page, axe }) => {
      await open(page)
      expect(await page.getByRole('button', { name: /^(Apagar|Encender|Cambiar:|Ejecutar)/ }).count()).toBe(0)
      await axe()
    },
    { as: lector },
  ))

test('that the server cannot give says so; with a dead one what was read stays, and nothing is sent', () =>
  stage.visit(async ({ page, axe, expectError }) => {
    expectError(/ERR_/)
    const mend = await breakRoute(page, /\/v1\/.*\/programacion$/)
    await page.goto(AT)
    await failureSaid(page)
    await axe()
    await mend()
    await card(page).waitFor()
    await withoutServer(async () => {
      await card(page)
        .getByRole('button', { name: `Apagar: ${RCOF}` })
        .click()
      await page
        .getByText(/El servidor no responde|Sin conexión/)
        .first()
        .waitFor()
      await card(page).getByText('Encendida').waitFor()
      await axe()
    })
    await page.getByText('Sin conexión con el servidor').waitFor({ state: 'hidden' })
  }))

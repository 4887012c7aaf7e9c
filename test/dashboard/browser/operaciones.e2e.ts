// The operations of Timbre at the SII: asked for at a screen, watched, left and found again, mended, thrown
// away (jobs §6, dashboard §6, §16).

import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { countClicks } from './people'
import { EMPRESA } from './stage'
import { lector, stage, useStage } from './suite'

const AT = `/app/${EMPRESA.rut}`

useStage({ lector: true })

const cards = (page: Page) => page.locator('.tarjeta')
const fault = (body: object) => stage.api('POST', '/simulador/fallas', body)

async function ask(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Traer del SII' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Traer un mes del SII' })
  await dialog.getByText(/^Gasta una consulta al SII.*(Le quedan|No tienen límite)/).waitFor()
  await dialog.getByRole('button', { name: 'Traer del SII' }).click()
  await dialog.waitFor({ state: 'detached' })
}

test('with nothing under way it says so of each subject', () =>
  stage.visit(async ({ page, axe, narrow }) => {
    await page.goto(`${AT}/operaciones`)
    await page.getByRole('heading', { level: 2, name: 'Registro de compras y ventas' }).waitFor()
    await page.getByText('Nada en curso ni detenido.').nth(2).waitFor()
    await axe()
    await narrow()
    await page.goto(`${AT}/operaciones?vista=historial`)
    await page.getByText('Ninguna operación terminada').waitFor()
    await axe()
  }))

test('a month that cannot be read stops with its cause, and is mended where it stands', () =>
  stage.visit(async ({ page, context, axe, narrow }) => {
    await page.goto(`${AT}/registro`)
    await page.getByText('Ningún mes leído').waitFor()
    const clicks = await countClicks(context)
    await ask(page)
    expect(clicks()).toBe(2)
    const card = cards(page)
    await card.getByText('Se detuvo').waitFor()
    // Without a certificate nor a clave nobody can go in.
    await card
      .getByText(/^Qué hacer|certificado/)
      .first()
      .waitFor()
    await card.getByText('Reintentar gasta una consulta.').waitFor()
    await axe()
    await narrow()
    await axe()
    await page.setViewportSize({ width: 1280, height: 800 })
    // Elsewhere, and back: it is still there.
    await page.getByRole('navigation').getByRole('link', { name: 'Operaciones' }).click()
    await card.getByText('Se detuvo').waitFor()
    const { data: me } = await stage.api<{ data: { empresa_activa: { id: string } } }>('GET', '/auth/me')
    await stage.api('POST', `/v1/empresa/${me.empresa_activa.id}/certificado`, { simulado: true })
    await card.getByRole('button', { name: /^Reintentar/ }).click()
    // Its end is seen here.
    await card.getByText('El mes se leyó entero').waitFor()
    expect(await card.evaluate((one) => one === document.activeElement)).toBe(true)
    await axe()
    await card.getByRole('link', { name: /^Ver / }).click()
    await page.getByRole('heading', { level: 1, name: /^Registro de / }).waitFor()
    await page.getByRole('table', { name: 'Libros y estados del mes' }).waitFor()
  }))

test('one that takes long tells how far it is, goes on without the page, and leaves what came of it', () =>
  stage.visit(async ({ page, axe, narrow }) => {
    await fault({ servicio: 'rcv', falla: 'demora', ms: 6000 })
    await page.goto(`${AT}/registro`)
    await page.getByRole('button', { name: 'Importar archivos' }).waitFor()
    await ask(page)
    await cards(page)
      .getByText(/^van \d+ de \d+ · /)
      .waitFor()
    await axe()
    await narrow()
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(`${AT}/operaciones`)
    await cards(page).getByText('En curso').waitFor()
    // However long this page took to be looked at: the SII is slow until then.
    await stage.api('DELETE', '/simulador/fallas')
    await cards(page).getByText('El mes se leyó entero').waitFor({ timeout: 60_000 })
    await cards(page)
      .getByRole('button', { name: /^Quitar de la vista/ })
      .click()
    await page.getByText('Nada en curso ni detenido.').nth(2).waitFor()
    await page.getByRole('tab', { name: 'Historial' }).click()
    const rows = page.getByRole('table', { name: 'Operaciones terminadas' }).getByRole('row')
    await rows.nth(2).waitFor()
    expect(await rows.count()).toBe(3)
    await axe()
    await rows.nth(1).getByRole('button', { name: /^Ver/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('El mes se leyó entero').waitFor()
    await axe()
    await narrow()
  }))

test('while the SII keeps everybody waiting it says until when, and that nobody need wait', () =>
  stage.visit(async ({ page, axe }) => {
    await fault({ servicio: 'rcv', falla: 'cola' })
    await page.goto(`${AT}/registro`)
    await page.getByRole('button', { name: 'Importar archivos' }).waitFor()
    await ask(page)
    await cards(page).getByText('Espera otro intento').waitFor()
    await cards(page)
      .getByText(/^Sigue en 1[45] min \(intento 2 de 8\)\. No hace falta que espere aquí\./)
      .waitFor()
    await axe()
    await stage.api('DELETE', '/simulador/fallas')
  }))

test('who may only read sees what goes on and has nothing to press', () =>
  stage.visit(
    async ({ page, axe, narrow }) => {
      await page.goto(`${AT}/operaciones`)
      await cards(page).getByText('Espera otro intento').waitFor()
      expect(await cards(page).getByRole('button').count()).toBe(0)
      await axe()
      await narrow()
      await page.goto(`${AT}/registro`)
      await cards(page).getByText('Espera otro intento').waitFor()
      expect(await page.getByRole('button', { name: 'Traer del SII' }).count()).toBe(0)
    },
    { as: lector },
  ))

test('by keys alone: one that stopped is discarded, with what that leaves said before', () =>
  stage.visit(async ({ page, axe, keys }) => {
    const { data: me } = await stage.api<{ data: { empresa_activa: { id: string } } }>('GET', '/auth/me')
    await stage.api('DELETE', `/v1/empresa/${me.empresa_activa.id}/certificado`)
    await stage.api('POST', '/v1/rcv/202610/sync?esperar=0')
    await page.goto(`${AT}/operaciones`)
    const card = page.getByRole('article', { name: 'Registro de octubre de 2026' })
    await card.getByText('Se detuvo').waitFor()
    await card.getByRole('button', { name: /^Reintentar/ }).focus()
    await keys('Tab Enter')
    const dialog = page.getByRole('dialog', { name: 'Descartar: Registro de octubre de 2026' })
    await dialog.getByText('Lo que ya se leyó del mes queda; el resto sigue como estaba.').waitFor()
    await axe()
    await dialog.getByRole('button', { name: 'Descartar la operación' }).focus()
    await keys('Enter')
    await dialog.waitFor({ state: 'detached' })
    await card.getByText('Descartada').waitFor()
    await card.getByRole('button', { name: /^Quitar de la vista/ }).focus()
    await keys('Enter')
    await card.waitFor({ state: 'detached' })
  }))

test('several that stopped are discarded at once, chosen and counted before', () =>
  stage.visit(async ({ page, axe, narrow }) => {
    // Without a certificate since the test above.
    for (const mes of ['202605', '202606', '202607']) await stage.api('POST', `/v1/rcv/${mes}/sync?esperar=0`)
    await page.goto(`${AT}/operaciones`)
    await page.getByRole('button', { name: /^Descartar varias de las [3-9] detenidas$/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Descartar operaciones detenidas' })
    await dialog.getByRole('checkbox', { name: /Registro de mayo de 2026/ }).check()
    await dialog.getByRole('checkbox', { name: /Registro de junio de 2026/ }).check()
    await dialog.getByText('Lo que ya se leyó del mes queda; el resto sigue como estaba.').waitFor()
    await axe()
    await narrow()
    await axe()
    await dialog.getByRole('button', { name: 'Descartar 2 operaciones' }).click()
    await page.getByText('Se descartaron 2 operaciones').waitFor()
    await page.getByRole('article', { name: 'Registro de mayo de 2026' }).waitFor({ state: 'detached' })
    await page.getByRole('article', { name: 'Registro de julio de 2026' }).waitFor()
  }))

// The firm's board: what waits in all companies at once, outside of any of them (areas/firma; dashboard §5).

import { expect, test } from 'bun:test'
import { createPerson } from './people'
import { EMPRESA, OTRA, type Person } from './stage'
import { breakRoute, failureSaid, stage, useStage } from './suite'

let contador: Person

useStage({ folios: { 33: 20 } }, async () => {
  contador = await createPerson(stage, 'contador')
})

test('shows the worst first with the way to it, is narrowed, and goes into a file', () =>
  stage.visit(async ({ page, axe, keys, narrow }) => {
    await page.goto('/app/firma')
    // Without a certificate it can do nothing at the SII.
    const bad = page.getByRole('row', { name: new RegExp(OTRA.razon_social) })
    await bad.getByText('Sin certificado digital').waitFor()
    await axe()
    expect(await page.getByRole('rowheader').first().innerText()).toContain(OTRA.razon_social)
    await page.getByRole('button', { name: /^Urgentes/ }).focus()
    await keys('Enter')
    await page.getByRole('rowheader', { name: new RegExp(EMPRESA.razon_social) }).waitFor({ state: 'hidden' })
    expect(new URL(page.url()).search).toBe('?severidad=mal')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Guardar CSV' }).click()
    const text = Buffer.concat(await Array.fromAsync(await (await download).createReadStream())).toString()
    expect(text).toContain(OTRA.rut)
    expect(text).not.toContain(EMPRESA.rut)
    await page.getByLabel('Buscar').fill('nadie se llama así')
    await page.getByText('Ninguna empresa con esos filtros').waitFor()
    await axe()
    await page.getByRole('button', { name: 'Quitar los filtros' }).click()
    await page.getByRole('rowheader', { name: new RegExp(EMPRESA.razon_social) }).waitFor()
    await narrow()
    await axe()
    await bad.getByText('Sin certificado digital').click()
    await page.waitForURL(`**/app/${OTRA.rut}/acceso-sii`)
  }))

test('is found from the companies, and a mark of the month’s F29 is set and taken back', () =>
  stage.visit(async ({ page, axe }) => {
    await page.goto(`/app/${EMPRESA.rut}/empresas`)
    await page.getByRole('link', { name: 'Ver la firma' }).click()
    await page.getByRole('heading', { level: 1, name: 'Firma' }).waitFor()
    await page.getByText('El servidor no tiene copias').waitFor()
    const row = page.getByRole('row', { name: new RegExp(OTRA.razon_social) })
    await row.getByRole('button', { name: /Marcar declarado/ }).click()
    const dialog = page.getByRole('dialog', { name: /^F29 declarado/ })
    await dialog.getByLabel('Se declaró el').fill('2099-01-01')
    await dialog.getByRole('button', { name: 'Marcar declarado' }).click()
    await dialog.getByText('Es posterior a hoy').waitFor()
    await axe()
    await dialog.getByLabel('Se declaró el').fill('2026-11-20')
    await dialog.getByRole('button', { name: 'Marcar declarado' }).click()
    await row.getByRole('button', { name: /Quitar la marca/ }).waitFor()
    await axe()
    await row.getByRole('button', { name: /Quitar la marca/ }).click()
    await row.getByRole('button', { name: /Marcar declarado/ }).waitFor()
  }))

test('shows who is limited to one company that one, and nothing of the server’s copies', () =>
  stage.visit(
    async ({ page, axe }) => {
      await page.goto('/app/firma')
      await page.getByRole('rowheader', { name: new RegExp(EMPRESA.razon_social) }).waitFor()
      expect(await page.getByRole('rowheader').count()).toBe(1)
      expect(await page.getByText('copias').count()).toBe(0)
      await axe()
    },
    { as: contador },
  ))

test('lists what ends when, and gives an address for another calendar, which is changed and deleted', () =>
  stage.visit(async ({ page, axe, narrow }) => {
    await page.goto('/app/firma')
    await page.getByRole('link', { name: 'Vencimientos' }).click()
    await page.getByRole('heading', { level: 1, name: 'Vencimientos' }).waitFor()
    await page
      .getByRole('link', { name: /^F29 de/ })
      .first()
      .waitFor()
    await axe()
    await page.getByLabel('Qué vence').selectOption('Certificados')
    await page.getByText('Nada vence en noventa días').waitFor()
    await page.getByRole('button', { name: 'Quitar los filtros' }).click()
    await page.getByRole('button', { name: 'Crear la dirección' }).click()
    const dialog = page.getByRole('dialog', { name: 'La dirección del calendario' })
    const url = await dialog.locator('code').innerText()
    await axe()
    await dialog.getByRole('button', { name: 'La copié' }).click()
    const text = await (await fetch(url)).text()
    expect(text).toContain('BEGIN:VCALENDAR')
    expect(text).toContain(`· ${EMPRESA.razon_social.slice(0, 10)}`)
    await page.getByRole('button', { name: 'Cambiar la dirección' }).waitFor()
    await page.getByRole('button', { name: 'Borrarla' }).click()
    await page.getByRole('button', { name: 'Crear la dirección' }).waitFor()
    expect((await fetch(url)).status).toBe(404)
    // This server sends no mail.
    await page.getByLabel('Quiero recibirlo').check()
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.getByRole('alert').getByText('El servidor no envía correo').first().waitFor()
    await narrow()
    await axe()
  }))

test('does one thing for several companies, says before what it costs, and then how each stands', () =>
  stage.visit(async ({ page, axe, narrow }) => {
    await page.goto('/app/firma')
    await page.getByRole('link', { name: 'Hacer en varias' }).click()
    await page.getByRole('heading', { level: 1, name: 'Hacer en varias empresas' }).waitFor()
    await page.getByRole('button', { name: 'Todas' }).click()
    await axe()
    await page.getByRole('button', { name: /^Ver qué se haría por/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Traer el registro de compras y ventas' })
    await dialog.getByText(/^Gasta \d+ consulta/).waitFor()
    await axe()
    await dialog.getByRole('button', { name: /^Hacerlo por/ }).click()
    await page.getByRole('button', { name: /^Ver empresas/ }).click()
    await page
      .getByRole('region', { name: 'Empresas de la operación' })
      .getByText(/Hecha|En curso|No se pudo/)
      .first()
      .waitFor()
    await page.getByRole('cell', { name: /Terminada/ }).waitFor()
    await narrow()
    await axe()
  }))

test('what the server cannot give says so, and can be asked for again', () =>
  stage.visit(async ({ page }) => {
    const mend = await breakRoute(page, '**/v1/firma/estado?**')
    await page.goto('/app/firma')
    await failureSaid(page)
    await mend()
    await page.getByRole('rowheader', { name: new RegExp(OTRA.razon_social) }).waitFor()
  }))

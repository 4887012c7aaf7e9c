// The certificate: holder, validity, and the way to another (dashboard §10; task 10 of dashboard §1).

import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { countClicks, createPerson } from './people'
import { EMPRESA } from './stage'
import { stage, useStage } from './suite'

const DAY_MS = 86_400_000

useStage()

const open = async (page: Page): Promise<void> => {
  await page.goto(`/app/${EMPRESA.rut}/certificado`)
  await page.getByRole('heading', { level: 1, name: 'Certificado' }).waitFor()
}

/** A certificate of the simulator's authority, as a file. */
async function createPfx(
  dias: number,
): Promise<{ name: string; mimeType: string; buffer: Buffer; clave: string }> {
  const person = { rut: '11111111-1', nombre: 'Rosa Díaz', dias }
  const { data } = await stage.api<{ data: { pfx_base64: string; clave: string } }>(
    'POST',
    '/simulador/certificados',
    person,
  )
  const buffer = Buffer.from(data.pfx_base64, 'base64')
  return { name: 'rosa.pfx', mimeType: 'application/x-pkcs12', buffer, clave: data.clave }
}

async function choose(page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: /^Elegir/ }).click()
  await (await chooser).setFiles([{ name: file.name, mimeType: file.mimeType, buffer: file.buffer }])
}

test('a company without one gets one from the simulator by one click', () =>
  stage.visit(async ({ page, context, axe, narrow }) => {
    await open(page)
    await page.getByText('aún no tiene un certificado digital').waitFor()
    await axe()
    const clicks = await countClicks(context)
    await page.getByRole('button', { name: 'Usar uno simulado' }).click()
    await page.getByRole('heading', { name: 'Persona de Prueba' }).waitFor()
    await page.getByText('11.111.111-1').waitFor()
    await page
      .getByText(/Quedan \d+ días/)
      .first()
      .waitFor()
    expect(clicks()).toBe(1)
    await axe()
    await narrow()
    await axe()
  }))

test('another takes its place by file and password, which leaves the page with it', () =>
  stage.visit(async ({ page, axe, keys }) => {
    const pfx = await createPfx(400)
    await open(page)
    await choose(page, pfx)
    await page.getByText('rosa.pfx').waitFor()
    await page.getByLabel('Clave del archivo').fill(pfx.clave)
    await keys('Enter')
    await page.getByRole('heading', { name: 'Rosa Díaz' }).waitFor()
    expect(await page.getByLabel('Clave del archivo').inputValue()).toBe('')
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
      pfx.clave,
    )
    await axe()
  }))

test('a wrong password, a wrong file and an expired one are each said where they belong', () =>
  stage.visit(async ({ page, axe, narrow, keys }) => {
    await open(page)
    await page.getByLabel('Clave del archivo').fill('nada')
    await keys('Enter')
    await page.getByText('Elija el archivo del certificado').waitFor()
    await choose(page, { name: 'foto.png', mimeType: 'image/png', buffer: Buffer.from('x') })
    await page.getByText('foto.png no es un archivo .pfx o .p12').waitFor()
    await choose(page, { name: 'otro.pfx', mimeType: '', buffer: Buffer.from('no es un certificado') })
    await keys('Tab')
    await page.getByLabel('Clave del archivo').focus()
    await keys('Enter')
    await page.locator('.soltar .falta').filter({ hasNotText: 'foto' }).waitFor()
    await axe()
    const pfx = await createPfx(400)
    await choose(page, pfx)
    await page.getByLabel('Clave del archivo').fill('equivocada')
    await keys('Enter')
    await page.locator('input[aria-invalid=true]').waitFor()
    // The focus is where it is to be mended.
    await page.locator('input[aria-invalid=true]:focus').waitFor()
    await axe()
    await narrow()
    const old = await createPfx(-5)
    await choose(page, old)
    await page.getByLabel('Clave del archivo').fill(old.clave)
    await keys('Enter')
    await page.locator('.soltar .falta').getByText('venció').waitFor()
    await page.getByRole('heading', { name: 'Rosa Díaz' }).waitFor()
  }))

test('one that ends is said on every page, and one that ended too', () =>
  stage.visit(async ({ page, axe, narrow }) => {
    // A day's certificate of a simulator whose clock was almost a day behind ends in a few seconds.
    const clock = (ms: number) =>
      stage.api('POST', '/simulador/reloj', { fijar: new Date(Date.now() + ms).toISOString() })
    await clock(8000 - DAY_MS)
    const pfx = await createPfx(1)
    await clock(0)
    await open(page)
    await choose(page, pfx)
    await page.getByLabel('Clave del archivo').fill(pfx.clave)
    await page.getByRole('button', { name: 'Reemplazar el certificado' }).click()
    await page.getByText('El certificado digital vence hoy').waitFor()
    await axe()
    const bar = page.getByText('El certificado digital venció')
    for (let tries = 0; tries < 40 && !(await bar.isVisible()); tries++) {
      await page.goto(`/app/${EMPRESA.rut}/folios`)
      await page.getByText('El certificado digital ven').waitFor()
    }
    await bar.waitFor()
    await page.getByRole('link', { name: 'Reemplazar el certificado' }).click()
    await page.locator('.estado', { hasText: 'Vencido' }).waitFor()
    await axe()
    await narrow()
    await page.getByRole('button', { name: 'Usar uno simulado' }).click()
    await bar.waitFor({ state: 'hidden' })
  }))

test('it is deleted after asking, with what that means', () =>
  stage.visit(async ({ page, axe, keys }) => {
    await open(page)
    await page.getByRole('button', { name: 'Borrar el certificado' }).click()
    const dialog = page.getByRole('dialog', { name: 'Borrar el certificado' })
    await dialog.getByText('no podrá emitir').waitFor()
    await axe()
    await keys('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Borrar el certificado' }).click()
    await dialog.getByRole('button', { name: 'Borrar el certificado' }).click()
    await page.getByText('aún no tiene un certificado digital').waitFor()
  }))

test('a reader sees who signs and cannot change it', async () => {
  const as = await createPerson(stage, 'lector')
  await stage.visit(
    async ({ page, axe }) => {
      await open(page)
      await page.getByText('Puede cargarlo un propietario').waitFor()
      expect(await page.getByRole('button', { name: /certificado|simulado|Elegir/ }).count()).toBe(0)
      await axe()
    },
    { as },
  )
})

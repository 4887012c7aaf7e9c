// The access to the SII's portal: both ways in, a refusal with the SII's words, a test of what it costs, and a clave that is never
// shown again (http §28.2, dashboard §16).

import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { countClicks } from './people'
import { EMPRESA, formReady } from './stage'
import { lector, stage, useStage } from './suite'

const AT = `/app/${EMPRESA.rut}/acceso-sii`
const SECRET = 'mi clave del SII 1'

useStage({ lector: true })

const open = async (page: Page): Promise<void> => {
  await page.goto(AT)
  await page.getByRole('heading', { level: 2, name: 'Clave tributaria' }).waitFor()
}
const section = (page: Page, name: string) => page.getByRole('region', { name })
const clave = (page: Page) => section(page, 'Clave tributaria')
const fault = (body: object) => stage.api('POST', '/simulador/fallas', body)
const noFaults = () => stage.api('DELETE', '/simulador/fallas')

async function tryIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Probar el ingreso por/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Probar el ingreso/ })
  await dialog.getByText('Gasta una consulta al SII.').waitFor()
  await dialog.getByRole('button', { name: 'Probar' }).click()
  await dialog.getByRole('button', { name: 'Cerrar' }).last().waitFor()
}
const closeDialog = async (page: Page): Promise<void> => {
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).last().click()
}

test('with nothing loaded it says what that keeps from being done, and why', () =>
  stage.visit(async ({ page, axe, narrow }) => {
    await open(page)
    await page.getByText('Sin cargar').nth(1).waitFor()
    const rows = page.getByRole('table', { name: 'Operaciones en el portal del SII' }).getByRole('row')
    expect(await rows.nth(1).textContent()).toMatch(
      /^El registro de compras y ventas.*No Falta un certificado/,
    )
    expect(await rows.nth(6).textContent()).toMatch(/Sin ingresar.*Sí$/)
    await page.getByText('No hay ninguna abierta').waitFor()
    await axe()
    await narrow()
    await axe()
  }))

test('a clave is loaded by keys alone, faults at their fields, and is in the page no longer', () =>
  stage.visit(async ({ page, axe, narrow, keys }) => {
    await open(page)
    const opener = page.getByRole('button', { name: 'Cargar la clave' })
    await opener.focus()
    await keys('Enter')
    await formReady(page)
    const dialog = page.getByRole('dialog', { name: 'Cargar la clave tributaria' })
    expect(await dialog.getByLabel('RUT').inputValue()).toBe('76.543.210-3')
    await keys('Enter')
    await dialog.getByText('Escriba la clave').waitFor()
    await axe()
    await narrow()
    await page.setViewportSize({ width: 1280, height: 800 })
    await dialog.getByLabel('Clave tributaria').fill(SECRET)
    await keys('Enter')
    await dialog.waitFor({ state: 'detached' })
    await clave(page).getByText('Listo').waitFor()
    await clave(page)
      .getByText(/^el .* por usted$/)
      .waitFor()
    const kept = await page.evaluate(
      () => document.documentElement.outerHTML + JSON.stringify({ ...localStorage, ...sessionStorage }),
    )
    expect(kept).not.toContain(SECRET)
    await axe()
  }))

test('one that the SII refuses is blocked, with its words, the code and what to do; it is not tried again', () =>
  stage.visit(async ({ page, context, axe, narrow }) => {
    await open(page)
    const clicks = await countClicks(context)
    await tryIn(page)
    await page
      .getByRole('dialog')
      .getByRole('alert')
      .getByText(/^El SII rehusó el ingreso/)
      .waitFor()
    expect(clicks()).toBe(2)
    await axe()
    await closeDialog(page)
    await clave(page).getByText('La clave no es la que tiene el SII').waitFor()
    await clave(page)
      .getByText(/^El SII dijo: .*01\.01\./)
      .waitFor()
    await clave(page)
      .getByText(/^Qué hacer: Cargue la clave correcta/)
      .waitFor()
    expect(await page.getByRole('button', { name: /^Probar/ }).count()).toBe(0)
    await page.getByRole('table').getByText('El SII rehusó el ingreso').first().waitFor()
    await axe()
    await narrow()
    await axe()
    await page.setViewportSize({ width: 1280, height: 800 })
    await clave(page).getByRole('button', { name: 'Desbloquear' }).click()
    const dialog = page.getByRole('dialog', { name: /^Desbloquear/ })
    await dialog.getByText('otro intento acerca al SII a bloquearla').waitFor()
    await axe()
    await dialog.getByRole('button', { name: 'Desbloquear' }).click()
    await dialog.waitFor({ state: 'detached' })
    await clave(page).getByText('Listo').waitFor()
  }))

test('the one that serves goes in, keeps a session that is closed by hand, and is deleted with what that ends', () =>
  stage.visit(async ({ page, axe }) => {
    await open(page)
    await page.getByRole('button', { name: 'Reemplazar la clave' }).click()
    await page.getByRole('button', { name: 'Usar una simulada' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await tryIn(page)
    await page.getByRole('dialog').getByText('El SII deja a esa persona operar por la empresa').waitFor()
    await axe()
    await closeDialog(page)
    await page.getByText(/^Abierta por RUT y clave tributaria hasta el/).waitFor()
    await page.getByRole('button', { name: 'Cerrar la sesión' }).click()
    await page.getByText('No hay ninguna abierta').waitFor()
    await page.getByRole('button', { name: 'Borrar la clave' }).click()
    const dialog = page.getByRole('dialog', { name: 'Borrar la clave tributaria' })
    await dialog.getByText('la del SII no cambia').waitFor()
    await axe()
    await dialog.getByRole('button', { name: 'Borrar la clave' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Cargar la clave' }).waitFor()
  }))

test('what the SII itself makes everybody wait out cannot be lifted before, and its pause is told', () =>
  stage.visit(async ({ page, axe }) => {
    const { data: me } = await stage.api<{ data: { empresa_activa: { id: string } } }>('GET', '/auth/me')
    const portal = `/v1/empresa/${me.empresa_activa.id}/portal`
    await stage.api('PUT', `${portal}/clave`, { simulado: true })
    await fault({ servicio: 'login', falla: 'cola' })
    await open(page)
    await tryIn(page)
    await page.getByRole('dialog').getByRole('alert').waitFor()
    await closeDialog(page)
    await page.getByText('El SII tiene a todos en una fila de espera', { exact: true }).waitFor()
    await axe()
    await noFaults()
    await stage.api('PUT', `${portal}/clave`, { rut: '12345678-5', clave: SECRET })
    await fault({ servicio: 'login', falla: 'clave_bloqueada' })
    await page.reload()
    await tryIn(page)
    await closeDialog(page)
    await clave(page).getByText('La clave está bloqueada en el SII').waitFor()
    await clave(page)
      .getByText(/hasta el .*: entonces Timbre ingresa otra vez/)
      .waitFor()
    expect(await page.getByRole('button', { name: 'Desbloquear' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Ya lo resolví en el SII' }).count()).toBe(1)
    await axe()
    await noFaults()
  }))

test('who may not change it sees where it stands, and whom to ask', () =>
  stage.visit(
    async ({ page, axe, narrow }) => {
      await open(page)
      await clave(page).getByText('La clave está bloqueada en el SII').waitFor()
      for (const name of [/clave$/, /^Probar/, /^Desbloquear/, /^Cerrar/])
        expect(await page.getByRole('main').getByRole('button', { name }).count()).toBe(0)
      await page.getByText('Puede cambiarlo un propietario o administrador').waitFor()
      await axe()
      await narrow()
    },
    { as: lector },
  ))

test('with a dead server what was read stays, and what was typed too', () =>
  stage.visit(async ({ page, axe, expectError }) => {
    expectError('ERR_')
    await open(page)
    await page.getByRole('button', { name: 'Reemplazar la clave' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Clave tributaria').fill(SECRET)
    await stage.kill()
    await dialog.getByRole('button', { name: 'Cargar la clave' }).click()
    await dialog.getByRole('alert').waitFor()
    expect(await dialog.getByLabel('Clave tributaria').inputValue()).toBe(SECRET)
    await axe()
    await stage.resume()
  }))

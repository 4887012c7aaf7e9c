// From an empty server to the first accepted document (dashboard §1, §11).

import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { countClicks, createPerson } from './people'
import { EMPRESA, PASSWORD } from './stage'
import { stage, useStage } from './suite'

const LIMIT = 8

useStage({ empty: true, env: { TIMBRE_OPEN_REGISTRATION: 'true' } })

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 2, name })

test('an empty server has its first accepted invoice after eight clicks at most', () =>
  stage.visit(
    async ({ page, context, axe, narrow }) => {
      const clicks = await countClicks(context)
      await page.goto(await stage.installer())
      await page.getByLabel('Nombre').fill('Carolina Fuentes')
      await page.getByLabel('Correo').fill('demo@example.cl')
      for (const field of await page.locator('input[type=password]').all()) await field.fill(PASSWORD)
      await page.getByRole('button', { name: 'Crear la cuenta' }).click()
      const { rut, razon_social, giro, actividades_economicas, direccion, comuna } = EMPRESA
      await page.getByLabel('RUT').fill(rut)
      await page.getByLabel('Razón social').fill(razon_social)
      await page.getByLabel('Giro').fill(giro)
      await page.getByLabel('Código de actividad').fill(actividades_economicas.join(', '))
      await page.getByLabel('Dirección').fill(direccion)
      await page.getByLabel('Comuna').fill(comuna)
      await page.getByRole('button', { name: 'Registrar la empresa' }).click()
      await page.getByText('Nada llega al SII').waitFor()

      await page.getByRole('link', { name: 'Empezar' }).click()
      await heading(page, 'Datos de la empresa (listo)').waitFor()
      await axe()
      await page.getByRole('button', { name: 'Usar uno simulado' }).click()
      await heading(page, 'Folios (ahora)').waitFor()
      // The button is gone, the focus is where the next one is.
      await page.waitForFunction(() => document.activeElement?.textContent === 'Folios(ahora)')
      await axe()
      await page.getByRole('button', { name: 'Pedir 100 de factura' }).click()
      await heading(page, 'Primera emisión (ahora)').waitFor()
      await axe()
      await page.getByRole('link', { name: 'Preparar la primera factura' }).click()
      await page.getByText('$59.381').first().waitFor()
      await axe()
      await page.getByRole('button', { name: 'Emitir factura' }).click()
      await page.getByRole('heading', { level: 1, name: 'Factura N° 1' }).waitFor()
      await page.locator('.veredicto').getByText('Aceptado').waitFor()
      expect(clicks()).toBeLessThanOrEqual(LIMIT)
      console.log(`from an empty server to the first accepted document: ${clicks()} clicks`)
      await page.goto(`/app/${rut}/empezar`)
      await heading(page, 'Todo listo para emitir').waitFor()
      await axe()
      const { data } = await stage.api<{ data: { folio: number; estado_sii: string }[] }>(
        'GET',
        '/v1/documentos',
      )
      expect(data.map(({ folio, estado_sii }) => [folio, estado_sii])).toEqual([[1, 'aceptado']])
      await narrow()
      await axe()
    },
    { as: null },
  ))

test('steps are done by what the API says: what happened elsewhere is done here', () =>
  stage.visit(async ({ page }) => {
    await page.goto(`/app/${EMPRESA.rut}/empezar`)
    await heading(page, 'Todo listo para emitir').waitFor()
    const { data } = await stage.api<{ data: { id: string } }>('GET', '/v1/empresa/actual')
    await stage.api('DELETE', `/v1/empresa/${data.id}/certificado`)
    await page.reload()
    await heading(page, 'Certificado digital (ahora)').waitFor()
    await heading(page, 'Folios (listo)').waitFor()
    await page.getByRole('button', { name: 'Usar uno simulado' }).focus()
    await page.keyboard.press('Enter')
    await heading(page, 'Todo listo para emitir').waitFor()
  }))

test('a company of which only the name is known gives its data first, faults at their fields', () =>
  stage.visit(
    async ({ page, axe, narrow, keys }) => {
      const email = 'nueva@example.cl'
      const rut = '77123456-9'
      await page.goto('/salud')
      const status = await page.evaluate(
        async (body) => {
          const headers = { 'content-type': 'application/json' }
          const init = { method: 'POST', headers, body: JSON.stringify(body) }
          return (await fetch('/auth/register', init)).status
        },
        { nombre: 'Nueva', email, password: PASSWORD, empresa: { rut, razon_social: 'Sólo Nombre SpA' } },
      )
      expect(status).toBe(201)
      await page.goto(`/app/${rut}/empezar`)
      await page.getByLabel('Correo').fill(email)
      await page.getByLabel('Contraseña').fill(PASSWORD)
      await keys('Enter')
      await heading(page, 'Datos de la empresa (ahora)').waitFor()
      await page.getByLabel('Giro').fill('Ferretería')
      await page.getByLabel('Código de actividad').fill('475201')
      await page.getByLabel('Dirección').fill('1 Norte 123')
      await page.getByLabel('Comuna').fill('Atlántida')
      await keys('Enter')
      await page.locator('input[aria-invalid=true]').waitFor()
      expect(await page.getByLabel('Comuna').getAttribute('aria-invalid')).toBe('true')
      await axe()
      await narrow()
      await page.getByLabel('Comuna').fill('Talca')
      await keys('Enter')
      await heading(page, 'Certificado digital (ahora)').waitFor()
    },
    { as: null },
  ))

test('who may not administer the company is told so', async () => {
  const as = await createPerson(stage, 'lector')
  await stage.visit(
    async ({ page, axe }) => {
      await page.goto(`/app/${EMPRESA.rut}/empezar`)
      await page.getByText('no incluye').waitFor()
      await axe()
    },
    { as },
  )
})

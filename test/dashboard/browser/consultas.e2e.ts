// Consultas: a taxpayer by RUT, and its tax status behind the SII's picture (dashboard §10).

import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { readPicture } from '../../simulator/captcha'
import { createPerson } from './people'
import { EMPRESA } from './stage'
import { stage, useStage } from './suite'

const RUT = '90000012-K'

useStage()

const open = async (page: Page): Promise<void> => {
  await page.goto(`/app/${EMPRESA.rut}/consultas`)
  await page.getByRole('heading', { level: 1, name: 'Consultas' }).waitFor()
}

test('a taxpayer is asked for by keys alone, with its cost said before and the source of each fact after', () =>
  stage.visit(async ({ page, axe, narrow, keys }) => {
    await open(page)
    await page.getByText('Cada respuesta del SII cuesta una consulta').waitFor()
    await page.getByLabel('RUT').focus()
    await keys('Enter')
    await page.getByText('Escriba de quién').waitFor()
    await page.getByLabel('RUT').fill(RUT)
    await keys('Enter')
    const answer = page.getByRole('region', { name: 'Contribuyente' })
    await answer.getByText('Emite documentos electrónicos').waitFor()
    await answer.getByText('según el SII').first().waitFor()
    await axe()
    await page.getByRole('button', { name: 'Ver si emite' }).click()
    await answer.getByText('no se consultó de nuevo').waitFor()
    await answer.getByRole('button', { name: 'Preguntar de nuevo' }).click()
    await answer.getByText('El SII lo dijo recién').waitFor()
    await narrow()
    await axe()
  }))

test('a RUT that the SII does not know is said so', () =>
  stage.visit(async ({ page, expectError }) => {
    expectError(/404/)
    await open(page)
    await page.getByLabel('RUT').fill('76000000-0')
    await page.keyboard.press('Enter')
    await page.getByText('El SII no conoce el RUT 76000000-0').waitFor()
  }))

test('the tax status shows the SII’s picture, another one when it was misread, and then what the SII says', async () => {
  await stage.api('PUT', '/simulador/ajustes', { captcha: true })
  await stage.visit(async ({ page, axe, narrow, expectError }) => {
    expectError(/409/)
    await open(page)
    await page.getByLabel('RUT').fill(RUT)
    const shown = () => page.waitForResponse((response) => response.url().includes('/situacion/'))
    const first = shown()
    await page.getByRole('button', { name: 'Ver su situación tributaria' }).click()
    await first
    const picture = page.getByRole('img', { name: 'Cuatro letras o cifras' })
    await picture.waitFor()
    expect(await picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(50)
    await axe()
    const field = page.getByLabel('Lo que se lee en la imagen')
    await field.fill('abc')
    await page.keyboard.press('Enter')
    await page.getByText('Son cuatro letras o cifras').waitFor()
    await field.fill('zzzz')
    const second = shown()
    await page.keyboard.press('Enter')
    const { detalles } = (await (await second).json()) as { detalles: { imagen_base64: string }[] }
    await page.getByText('El SII no aceptó lo leído').waitFor()
    await field.fill(readPicture(Buffer.from(detalles[0]!.imagen_base64, 'base64')))
    await page.keyboard.press('Enter')
    const answer = page.getByRole('region', { name: 'Situación tributaria' })
    await answer.getByText('Inició actividades').waitFor()
    await page.getByRole('region', { name: 'Actividades económicas vigentes' }).waitFor()
    await axe()
    await narrow()
    await axe()
  })
})

test('who may only read has no such page', async () => {
  const reader = await createPerson(stage, 'lector')
  await stage.visit(
    async ({ page }) => {
      await page.goto(`/app/${EMPRESA.rut}/consultas`)
      await page.getByText('no incluye').waitFor()
    },
    { as: reader },
  )
})

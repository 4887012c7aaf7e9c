// The matters for a person, the sales, and the remaining stock (dashboard §10; task 8 of dashboard §1 from
// its beginning).

import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { countClicks, createPerson } from './people'
import { EMPRESA } from './stage'
import { stage, useStage } from './suite'

useStage()

const FACTURA = {
  tipo_dte: 33,
  receptor: {
    rut: '77123456-9',
    razon_social: 'Constructora Río Claro SpA',
    giro: 'Obras de edificación',
    direccion: '2 Sur 1450',
    comuna: 'Talca',
  },
  detalle: [{ nombre: 'Saco de cemento', cantidad: 10, precio: 5000 }],
}
/** Whom the simulator always rejects. */
const RECHAZADO = { ...FACTURA, receptor: { ...FACTURA.receptor, rut: '90000001-4' } }

const open = async (page: Page): Promise<void> => {
  await page.goto(`/app/${EMPRESA.rut}/`)
  await page.getByRole('heading', { level: 1, name: 'Resumen' }).waitFor()
}
const asuntos = (page: Page) => page.getByRole('region', { name: 'Requiere atención' })

test('a company that has issued nothing is led to its first steps, until it does not want to be', () =>
  stage.visit(async ({ page, axe, narrow }) => {
    await open(page)
    await asuntos(page).getByText('No hay certificado digital para firmar').waitFor()
    await page.getByText('Aún no hay documentos en estos días').waitFor()
    await axe()
    await narrow()
    await axe()
    await page.getByRole('link', { name: 'Empezar' }).click()
    await page.getByRole('heading', { level: 1, name: 'Empezar' }).waitFor()
    await page.goBack()
    await page.getByRole('button', { name: 'No mostrar más' }).click()
    await page.getByText('hay cinco pasos').waitFor({ state: 'hidden' })
    await page.reload()
    await asuntos(page).waitFor()
    expect(await page.getByText('hay cinco pasos').count()).toBe(0)
  }))

test('what was sold today and this month comes by itself, and every figure leads to its list', async () => {
  const { data } = await stage.api<{ data: { id: string } }>('GET', '/v1/empresa/actual')
  await stage.api('POST', `/v1/empresa/${data.id}/certificado`, { simulado: true })
  await stage.api('POST', '/v1/dte/folios/solicitar', { tipo_dte: 33, cantidad: 20 })
  await stage.visit(async ({ page, axe, narrow }) => {
    await open(page)
    await stage.api('POST', '/v1/dte/emitir', FACTURA)
    await page.getByRole('link', { name: 'Hoy: 1 documento' }).waitFor()
    await page.getByText('$59.500').first().waitFor()
    await page.getByText('Ver las cifras').click()
    await page.getByRole('table', { name: 'Ventas por día' }).getByText('$59.500').waitFor()
    await page.getByRole('table', { name: 'Folios que quedan' }).getByText('19 folios').waitFor()
    await axe()
    await narrow()
    await axe()
    await page.getByRole('link', { name: 'Hoy: 1 documento' }).click()
    await page.getByRole('heading', { level: 1, name: 'Documentos' }).waitFor()
    await page.getByText('Constructora Río Claro SpA').first().waitFor()
  })
})

test('a rejected document is told with its way to be corrected, and is no sale', async () => {
  await stage.api('POST', '/v1/dte/emitir', RECHAZADO)
  await stage.visit(async ({ page, axe, narrow }) => {
    await open(page)
    await asuntos(page).getByText('1 factura rechazada por el SII').waitFor()
    await page.getByRole('link', { name: 'Hoy: 1 documento' }).waitFor()
    await axe()
    await narrow()
    await page.getByRole('link', { name: /^Corregir/ }).click()
    await page.locator('.estado', { hasText: 'Rechazado' }).first().waitFor()
  })
})

test('a stopped job is mended by two clicks from here: the cause, and again', async () => {
  await stage.api('POST', '/simulador/fallas', { servicio: 'envio', falla: 'sin_permiso' })
  await stage.api('POST', '/v1/dte/emitir', FACTURA)
  await stage.visit(async ({ page, context, axe }) => {
    await open(page)
    await asuntos(page).getByText('1 emisión detenida').waitFor()
    await stage.api('DELETE', '/simulador/fallas')
    await axe()
    const clicks = await countClicks(context)
    await page.getByRole('link', { name: 'Ver la causa: 1 emisión detenida' }).click()
    await page.getByText('El SII dijo').waitFor()
    await page.getByRole('button', { name: /^Reintentar Factura/ }).click()
    await page.getByText('en curso otra vez').waitFor()
    expect(clicks()).toBe(2)
    await open(page)
    await page.getByRole('link', { name: 'Hoy: 2 documentos' }).waitFor()
  })
})

test('by keys alone: from the first link of what needs attention to its screen', () =>
  stage.visit(async ({ page, keys }) => {
    await open(page)
    await asuntos(page).getByRole('link').first().focus()
    await keys('Enter')
    await page.getByRole('heading', { level: 1, name: 'Documentos' }).waitFor()
  }))

test('a server that died leaves what was shown, and the page says so', () =>
  stage.visit(async ({ page, axe, expectError }) => {
    expectError('ERR_')
    await open(page)
    await page.getByRole('link', { name: 'Hoy: 2 documentos' }).waitFor()
    await stage.kill()
    // The stream has been gone for ten seconds.
    await page.getByText('Sin conexión con el servidor').waitFor({ timeout: 40_000 })
    await page.getByRole('link', { name: 'Hoy: 2 documentos' }).waitFor()
    await axe()
    await stage.resume()
    await page.getByText('Sin conexión con el servidor').waitFor({ state: 'hidden', timeout: 40_000 })
  }))

test('a reader sees the figures, and nothing to issue with', async () => {
  const as = await createPerson(stage, 'lector')
  await stage.visit(
    async ({ page, axe }) => {
      await open(page)
      await page.getByRole('link', { name: 'Hoy: 2 documentos' }).waitFor()
      expect(await page.getByRole('link', { name: 'Emitir un documento' }).count()).toBe(0)
      await axe()
    },
    { as },
  )
})

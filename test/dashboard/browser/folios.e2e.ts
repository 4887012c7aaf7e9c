// Folios: what is left, and the ways to more (dashboard §10; task 9 of dashboard §1).

import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { countClicks, createPerson } from './people'
import { EMPRESA, openStage, type Stage } from './stage'

let stage: Stage
beforeAll(async () => {
  stage = await openStage({ folios: { 39: 20 } })
}, 60_000)
afterAll(() => stage.close())

const open = async (page: Page): Promise<void> => {
  await page.goto(`/app/${EMPRESA.rut}/folios`)
  await page.getByRole('heading', { level: 1, name: 'Folios' }).waitFor()
}
const rowOf = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) })

/** A CAF file as the SII would hand it out. */
async function createCaf(tipo_dte: number, cantidad: number, rut = EMPRESA.rut): Promise<Buffer> {
  const { data } = await stage.api<{ data: { caf_base64: string } }>('POST', '/simulador/caf', {
    rut,
    tipo_dte,
    cantidad,
    lado: 'certificacion',
  })
  return Buffer.from(data.caf_base64, 'base64')
}

test('more folios are two clicks away, as many as the pace suggests', () =>
  stage.visit(async ({ page, context, axe, narrow }) => {
    await open(page)
    await rowOf(page, 'Boleta').getByText('20 quedan').waitFor()
    await rowOf(page, 'Boleta').getByText('Sin uso en 30 días').waitFor()
    await axe()
    const clicks = await countClicks(context)
    await page.getByRole('button', { name: 'Pedir folios de boleta' }).click()
    const dialog = page.getByRole('dialog', { name: 'Pedir folios de boleta' })
    await dialog.waitFor()
    await axe()
    await dialog.getByRole('button', { name: 'Pedir 100 folios' }).click()
    await rowOf(page, 'Boleta').getByText('120 quedan').waitFor()
    expect(clicks()).toBe(2)
    await page.getByText('Folios 21 a 120 de boleta').waitFor()
    await rowOf(page, 'Boleta').getByText('Rangos y proyección').click()
    await page.getByRole('table', { name: 'Rangos de boleta' }).getByText('21 a 120').waitFor()
    await axe()
    await narrow()
    await axe()
  }))

test('by keys alone: another type is asked for, faults at their field', () =>
  stage.visit(async ({ page, axe, keys }) => {
    await open(page)
    const opener = page.getByRole('button', { name: 'Pedir folios', exact: true })
    await opener.focus()
    await keys('Enter')
    const dialog = page.getByRole('dialog', { name: 'Pedir folios' })
    await dialog.getByLabel('Tipo de documento').selectOption('61')
    await dialog.getByLabel('Cuántos').fill('0')
    await keys('Enter')
    await dialog.locator('input[aria-invalid=true]').waitFor()
    await axe()
    await dialog.getByLabel('Cuántos').fill('5')
    await keys('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await rowOf(page, 'Nota de crédito').getByText('5 quedan').waitFor()
    await rowOf(page, 'Nota de crédito').getByText('sobrarán 5').waitFor()
    expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true)
  }))

test('several CAF files are dropped at once, each with what became of it', () =>
  stage.visit(async ({ page, axe, narrow }) => {
    await open(page)
    const [good, foreign] = await Promise.all([createCaf(34, 10), createCaf(34, 10, '77123456-9')])
    const files = [
      { name: 'factura-exenta.xml', text: good.toString('latin1') },
      { name: 'ajeno.xml', text: foreign.toString('latin1') },
      { name: 'foto.png', text: 'no es un CAF' },
      { name: 'otro.xml', text: '<AUTORIZACION/>' },
    ]
    const data = await page.evaluateHandle((given) => {
      const transfer = new DataTransfer()
      for (const { name, text } of given)
        transfer.items.add(new File([Uint8Array.from(text, (char) => char.charCodeAt(0))], name))
      return transfer
    }, files)
    await page.locator('.soltar').dispatchEvent('drop', { dataTransfer: data })
    await page.getByText('factura-exenta.xml: cargado').waitFor()
    await page.getByText('Factura exenta, folios 1 a 10').waitFor()
    await page.getByText('ajeno.xml: no se cargó').waitFor()
    await page.getByText('foto.png no es un archivo .xml').waitFor()
    await page.getByText('otro.xml: no se cargó').waitFor()
    await rowOf(page, 'Factura exenta').getByText('10 quedan').waitFor()
    await axe()
    await narrow()
    await axe()
  }))

test('one CAF file chosen by the button does the same', () =>
  stage.visit(async ({ page }) => {
    await open(page)
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Elegir archivos' }).click()
    const buffer = await createCaf(56, 7)
    await (await chooser).setFiles([{ name: 'nota.xml', mimeType: 'text/xml', buffer }])
    await rowOf(page, 'Nota de débito').getByText('7 quedan').waitFor()
  }))

test('the alert of a type is kept, and few folios are said to be few', () =>
  stage.visit(async ({ page, axe, keys }) => {
    await open(page)
    await page.getByRole('button', { name: 'Alerta y reposición de nota de crédito' }).click()
    const dialog = page.getByRole('dialog', { name: 'Alerta y reposición' })
    await dialog.getByLabel('Avisar cuando queden').fill('8')
    await dialog.getByLabel('Pedir más en ese momento').check()
    await dialog.getByLabel('Cuántos pedir').fill('30')
    await axe()
    await dialog.getByRole('button', { name: 'Guardar la alerta' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await rowOf(page, 'Nota de crédito').getByText('Quedan pocos').waitFor()
    await page.getByRole('button', { name: 'Pedir folios de nota de crédito' }).click()
    await page.getByRole('button', { name: 'Pedir 30 folios' }).waitFor()
    await keys('Escape')
  }))

test('what cannot be read is not sent, and an alert that was only looked at stays the company’s', () =>
  stage.visit(async ({ page, axe, keys }) => {
    await open(page)
    await page.getByRole('button', { name: 'Alerta y reposición de boleta', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Alerta y reposición' })
    const umbral = dialog.getByLabel('Avisar cuando queden')
    const before = await umbral.inputValue()
    await umbral.fill('pocos')
    await keys('Enter')
    await dialog.getByText('No es un número').waitFor()
    expect(await umbral.getAttribute('aria-invalid')).toBe('true')
    await axe()
    await umbral.fill(before)
    await dialog.getByLabel('Pedir más en ese momento').check()
    const sent = page.waitForRequest((request) => request.method() === 'PUT')
    await dialog.getByRole('button', { name: 'Guardar la alerta' }).click()
    expect((await sent).postDataJSON()).toEqual({ reposicion_automatica: true, cantidad: 'max' })
    await dialog.waitFor({ state: 'hidden' })
    await rowOf(page, 'Boleta').getByText('Se reponen solos').waitFor()
  }))

test('the pace of use says until when they last, and a folio passed over is a gap', () =>
  stage.visit(async ({ page, axe, narrow }) => {
    await stage.api('POST', '/v1/dte/folios/solicitar', { tipo_dte: 41, cantidad: 10 })
    await open(page)
    const row = rowOf(page, 'Boleta exenta')
    await row.getByText('10 quedan').waitFor()
    const emit = { tipo_dte: 41, detalle: [{ nombre: 'Pan amasado', precio: 1990 }] }
    for (let i = 0; i < 3; i++) await stage.api('POST', '/v1/dte/emitir', emit)
    // Told by the stream.
    await row.getByText('7 quedan').waitFor()
    await row.getByText('(70 días)').waitFor()
    await stage.api('POST', '/v1/dte/folios/56/saltar', { hasta: 2 })
    await page.reload()
    const gaps = page.getByRole('table', { name: 'Huecos' })
    await gaps.getByText('Anúlelo en el SII').first().waitFor()
    await row.getByText('Rangos y proyección').click()
    await row.getByText('Ver las cifras').click()
    await row.getByRole('table', { name: 'que quedan' }).getByRole('row').nth(2).waitFor()
    await axe()
    await narrow()
    await axe()
  }))

test('an environment without folios says what would be here and how they come', () =>
  stage.visit(async ({ page, axe }) => {
    await page.goto(`/app/${EMPRESA.rut}/folios?ambiente=produccion`)
    await page.getByText('Aún no hay folios en este ambiente').waitFor()
    await page.getByText('Descargue un archivo CAF').waitFor()
    expect(await page.getByRole('button', { name: 'Pedir folios' }).count()).toBe(0)
    await axe()
  }))

test('a reader sees them and has no button for more', async () => {
  const as = await createPerson(stage, 'lector')
  await stage.visit(
    async ({ page, axe }) => {
      await open(page)
      await rowOf(page, 'Boleta').getByText('quedan', { exact: false }).first().waitFor()
      for (const name of [/Pedir/, /Alerta/, /Elegir/])
        expect(await page.getByRole('button', { name }).count()).toBe(0)
      await axe()
    },
    { as },
  )
})

test('a server that died is told at the request, which goes on when it is back', () =>
  stage.visit(async ({ page, axe, expectError }) => {
    expectError('ERR_')
    await open(page)
    await page.getByRole('button', { name: 'Pedir folios de boleta', exact: true }).waitFor()
    await stage.kill()
    await page.getByRole('button', { name: 'Pedir folios de boleta', exact: true }).click()
    const dialog = page.getByRole('dialog')
    const ask = dialog.getByRole('button', { name: /^Pedir \d/ })
    await ask.click()
    await dialog.getByRole('alert').waitFor()
    await axe()
    await stage.resume()
    // As a person would: nothing is written while the page takes the server for gone, which it may for some seconds more.
    for (let tries = 0; tries < 12 && (await dialog.isVisible()); tries++) {
      await ask.click().catch(() => {})
      await dialog.waitFor({ state: 'hidden', timeout: 3000 }).catch(() => {})
    }
    await dialog.waitFor({ state: 'hidden' })
  }))

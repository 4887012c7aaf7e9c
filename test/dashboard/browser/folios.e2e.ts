// Folios: what is left, and the ways to more (dashboard §10; task 9 of dashboard §1).

import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { countClicks, createPerson } from './people'
import { EMPRESA } from './stage'
import { stage, useStage } from './suite'

useStage({ folios: { 39: 20 } })

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
    await rowOf(page, 'Boleta').getByText('Sin uso en 90 días', { exact: true }).waitFor()
    await axe()
    const clicks = await countClicks(context)
    await page.getByRole('button', { name: 'Pedir folios de boleta' }).click()
    const dialog = page.getByRole('dialog', { name: 'Pedir folios de boleta' })
    await dialog.getByText('Cuando el SII los otorga ya no se deshace').waitFor()
    await dialog.getByText('Gasta una consulta al SII.').waitFor()
    await axe()
    await dialog.getByRole('button', { name: 'Pedir 100 folios' }).click()
    // Its end is seen, whatever the SII takes.
    await page.getByText('Folios 21 a 120 de boleta, cargados').waitFor()
    await rowOf(page, 'Boleta').getByText('120 quedan').waitFor()
    expect(clicks()).toBe(2)
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
    await page.getByText('Folios 1 a 5 de nota de crédito, cargados').waitFor()
    await rowOf(page, 'Nota de crédito').getByText('5 quedan').waitFor()
    await rowOf(page, 'Nota de crédito').getByText('se perderán 5').waitFor()
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
    await dialog.getByLabel('Pedir más al SII en ese momento').check()
    await dialog.getByLabel('Cuántos pedir').selectOption('numero')
    await dialog.getByRole('button', { name: 'Guardar la alerta' }).click()
    await dialog.getByText('Escriba cuántos').waitFor()
    await axe()
    await dialog.getByLabel('Cantidad').fill('30')
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
    await dialog.getByLabel('Pedir más al SII en ese momento').check()
    await dialog.getByText('Pide también cuando se acabarían en menos de 7 días').waitFor()
    const sent = page.waitForRequest((request) => request.method() === 'PUT')
    await dialog.getByRole('button', { name: 'Guardar la alerta' }).click()
    expect((await sent).postDataJSON()).toEqual({ reposicion_automatica: true, cantidad: 'pronostico' })
    await dialog.waitFor({ state: 'hidden' })
    await rowOf(page, 'Boleta').getByText('Piloto automático').waitFor()
  }))

test('the pace of use says until when they last', () =>
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
    await row.getByText('Rangos y proyección').click()
    await row.getByText('Se usan 0,1 al día en los últimos 30 días, 0,03 en los últimos 90.').waitFor()
    await row.getByText('Ver las cifras').click()
    await row.getByRole('table', { name: 'que quedan' }).getByRole('row').nth(2).waitFor()
    await axe()
    await narrow()
    await axe()
  }))

test('a request that takes long tells its steps, and the one behind which nothing is undone', () =>
  stage.visit(async ({ page, axe, narrow }) => {
    await stage.api('POST', '/simulador/fallas', { servicio: 'folios', falla: 'demora', ms: 1500 })
    await open(page)
    await page.getByRole('button', { name: 'Pedir folios', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Pedir folios' })
    await dialog.getByLabel('Tipo de documento').selectOption('33')
    await dialog.getByLabel('Los más que el SII autorice').check()
    await dialog.getByRole('button', { name: 'Pedir los más posibles' }).click()
    const steps = page.getByRole('list', { name: 'Pasos del pedido' })
    await steps.getByText('El SII lo otorga: desde aquí no se deshace').waitFor()
    await steps.getByRole('listitem').filter({ hasText: '✓' }).first().waitFor()
    await axe()
    await narrow()
    await stage.api('DELETE', '/simulador/fallas')
    await page.getByText(/^Folios 1 a [\d.]+ de factura, cargados/).waitFor({ timeout: 40_000 })
    await axe()
  }))

test('what the SII granted stands beside what is here, and a range that is not is fetched again', () =>
  stage.visit(async ({ page, axe, narrow, keys }) => {
    // Granted to another program.
    await createCaf(46, 25)
    await open(page)
    await page.getByRole('tab', { name: 'Otorgados por el SII' }).click()
    await page.getByLabel('Tipo de documento').selectOption('46')
    await page.getByText('Cada pregunta gasta una consulta al SII.').waitFor()
    await axe()
    await page.getByRole('button', { name: 'Ver los que otorgó el SII' }).click()
    const table = page.getByRole('table', { name: 'Rangos de factura de compra que el SII ha otorgado' })
    await table.getByText('No está').waitFor()
    await axe()
    await narrow()
    await page.setViewportSize({ width: 1280, height: 800 })
    await table.getByRole('button', { name: 'Reobtener los folios 1 a 25 de factura de compra' }).focus()
    await keys('Enter')
    const dialog = page.getByRole('dialog', { name: /^Reobtener/ })
    await dialog.getByText('Otro programa puede haber usado algunos').waitFor()
    await axe()
    await dialog.getByRole('button', { name: 'Reobtener del SII' }).click()
    await page.getByText('Folios 1 a 25 de factura de compra, cargados').waitFor()
    await table.getByText('Cargado').waitFor()
    await page.getByLabel('Tipo de documento').selectOption('112')
    await page.getByRole('button', { name: 'Preguntar de nuevo' }).click()
    await page.getByText('El SII no muestra folios de nota de crédito de exportación').waitFor()
    await axe()
  }))

test('folios are annulled with a motive, after a question that tells what leaves use; the SII’s refusals are told', () =>
  stage.visit(async ({ page, axe, narrow }) => {
    await stage.api('POST', '/v1/dte/folios/56/saltar', { hasta: 2 })
    await open(page)
    await page.getByRole('tab', { name: 'Por anular' }).click()
    const table = page.getByRole('table', { name: 'Folios por anular en el SII' })
    await table.getByRole('button', { name: /de nota de débito$/ }).waitFor()
    await page.getByRole('table', { name: 'Huecos' }).getByText('Anúlelo en el SII').first().waitFor()
    await axe()
    await narrow()
    await axe()
    await page.setViewportSize({ width: 1280, height: 800 })
    await table.getByRole('button', { name: /^Anular .* de nota de débito$/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Motivo').fill('')
    await dialog.getByRole('button', { name: 'Seguir' }).click()
    await dialog.getByText('Escriba el motivo').waitFor()
    await axe()
    await dialog.getByLabel('Motivo').fill('Folios saltados')
    await dialog.getByRole('button', { name: 'Seguir' }).click()
    await dialog.getByText(/^Se anulan .* de nota de débito: no se deshace$/).waitFor()
    await dialog.getByText('Ninguno de ellos estaba por usarse aquí.').waitFor()
    await axe()
    await dialog.getByRole('button', { name: /^Anular \d+ folios? en el SII$/ }).click()
    await page.getByText('Todos quedaron anulados en el SII').waitFor()
    await table.getByRole('button', { name: /de nota de débito$/ }).waitFor({ state: 'detached' })
    await axe()
    // As where another program sent one of them, which the embedded SII has no second program for.
    await page.route(/\/v1\/dte\/folios\/trabajos/, async (route) => {
      const response = await route.fetch()
      const text = await response.text()
      const body = text.replace(
        '"estado":"anulado","anulados":[[1,3]],"rehusados":[]',
        '"estado":"parcial","anulados":[[1,1],[3,3]],"rehusados":[{"folio":2,"glosa":"Folio recepcionado"}]',
      )
      await route.fulfill({ response, body })
    })
    await page.getByRole('button', { name: 'Anular otros folios' }).click()
    await dialog.getByLabel('Tipo de documento').selectOption('33')
    await dialog.getByLabel('Desde el folio').fill('1')
    await dialog.getByLabel('Hasta el folio').fill('3')
    await dialog.getByRole('button', { name: 'Seguir' }).click()
    await dialog.getByText('3 folios libres dejan de usarse en este momento').waitFor()
    await dialog.getByRole('button', { name: 'Anular 3 folios en el SII' }).click()
    await page.getByText('El SII anuló una parte').waitFor({ timeout: 40_000 })
    await page.getByText('Anulados: 1, 3.').waitFor()
    await page
      .getByRole('listitem')
      .filter({ hasText: /^2:.*Folio recepcionado/ })
      .waitFor()
    await axe()
    await narrow()
  }))

test('folios that a person said are used come back, with what the SII said of them', () =>
  stage.visit(async ({ page, axe, narrow }) => {
    const caf_base64 = (await createCaf(43, 12)).toString('base64')
    await stage.api('POST', '/v1/dte/folios', { caf_base64, siguiente: 9 })
    await open(page)
    await page.getByRole('tab', { name: 'Por anular' }).click()
    const table = page.getByRole('table', { name: 'Huecos' })
    await table.getByText('Usado fuera, según una persona').first().waitFor()
    const button = page.getByRole('button', { name: 'Retomar los folios 1 a 8 de liquidación factura' })
    await button.waitFor()
    await axe()
    await narrow()
    await axe()
    await page.setViewportSize({ width: 1280, height: 800 })
    await button.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Hasta el folio').fill('0')
    await dialog.getByRole('button', { name: 'Seguir' }).click()
    await dialog.locator('input[aria-invalid=true]').waitFor()
    await dialog.getByLabel('Hasta el folio').fill('6')
    await dialog.getByRole('button', { name: 'Seguir' }).click()
    await dialog.getByText('Se pregunta al SII por los folios 1 a 6 de liquidación factura').waitFor()
    await axe()
    await dialog.getByRole('button', { name: 'Retomar 6 folios' }).click()
    await dialog.getByText('6 folios vuelven a estar libres: el próximo documento toma el menor.').waitFor()
    await axe()
    await dialog.getByRole('button', { name: 'Cerrar' }).last().click()
    await page.getByRole('button', { name: 'Retomar los folios 7 a 8 de liquidación factura' }).waitFor()
  }))

test('what may not be annulled is said at its field, and nothing leaves use', () =>
  stage.visit(async ({ page, axe }) => {
    await open(page)
    await page.getByRole('tab', { name: 'Por anular' }).click()
    await page.getByRole('button', { name: 'Anular otros folios' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Tipo de documento').selectOption('41')
    await dialog.getByLabel('Desde el folio').fill('1')
    await dialog.getByLabel('Hasta el folio').fill('2')
    await dialog.getByRole('button', { name: 'Seguir' }).click()
    await dialog.getByRole('button', { name: /en el SII$/ }).click()
    await dialog.locator('[aria-invalid=true]').first().waitFor()
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
      expect(await page.getByRole('tab', { name: 'Otorgados' }).count()).toBe(0)
      await page.getByRole('tab', { name: 'Por anular' }).click()
      await page.getByText('Nada por anular').waitFor()
      for (const name of [/Pedir/, /Alerta/, /Elegir/, /Anular/])
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

// The emission form's lines by keys alone, and what is wrong in it told at its field (dashboard §7).

import { describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { CLIENTE, cell, factura, issued, nextFolio, open, stage, total, useEmision } from './emision'

useEmision()

describe('the lines, by keys alone', () => {
  const items = (page: Page): Promise<string[]> =>
    page
      .locator('[data-columna="nombre"]')
      .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))

  test('Tab and Enter at the end add, Enter goes down, Ctrl+Supr takes out and back, Alt moves', () =>
    stage.visit(async ({ page, keys }) => {
      await open(page, '/emitir/39')
      await page.keyboard.type('uno')
      await keys('Tab Tab Tab Tab Tab')
      await page.keyboard.type('dos')
      await keys('Enter')
      await page.keyboard.type('tres')
      expect(await items(page)).toEqual(['uno', 'dos', 'tres'])
      await keys('Alt+ArrowUp')
      expect(await items(page)).toEqual(['uno', 'tres', 'dos'])
      await keys('Control+Delete')
      expect(await items(page)).toEqual(['uno', 'dos'])
      await page.getByRole('button', { name: 'Deshacer' }).click()
      expect(await items(page)).toEqual(['uno', 'tres', 'dos'])
      await cell(page, 'Precio con IVA', 1).focus()
      await keys('Enter')
      await page.keyboard.type('100')
      expect(await cell(page, 'Precio con IVA', 2).inputValue()).toBe('100')
      // The last line is empty: it lets go of the focus.
      await cell(page, 'Descuento', 3).focus()
      await keys('Tab Tab Tab Tab Tab Tab')
      expect(await items(page)).toEqual(['uno', 'tres', 'dos', ''])
      await cell(page, 'Descuento', 4).focus()
      await keys('Tab Tab')
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Agregar línea')
    }))

  const paste = (page: Page, text: string): Promise<void> =>
    cell(page, 'Ítem').evaluate((input, cells) => {
      const data = new DataTransfer()
      data.setData('text/plain', cells)
      input.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
    }, text)

  test('sixty lines are all that fit, and it is told how many did not', () =>
    stage.visit(async ({ page }) => {
      await open(page, '/emitir/33')
      await paste(page, Array.from({ length: 62 }, (_, i) => `Ítem ${i}\t${i + 1}\t1.000`).join('\n'))
      await page.getByText('60 de 60 líneas').waitFor()
      await page.getByText('No cupieron 2 filas').waitFor()
    }))

  test('of cells that were pasted it is told what is wrong with them, before anybody asks to issue', () =>
    stage.visit(async ({ page }) => {
      await open(page, '/emitir/33')
      await paste(page, `${'x'.repeat(90)}\t2\tUN\t4180\nArena\tdos\tUN\t9000`)
      await page.getByText('Tiene 90 caracteres y admite 80').first().waitFor()
      await page.getByRole('button', { name: 'Línea 2: cantidad' }).waitFor()
      expect(await cell(page, 'Precio neto').inputValue()).toBe('4.180')
      // Nothing was cut either.
      expect((await cell(page, 'Ítem').inputValue()).length).toBe(90)
    }))

  test('cells of a spreadsheet fill lines, and an empty last line is not sent', () =>
    stage.visit(async ({ page }) => {
      await open(page, '/emitir/39')
      await paste(page, 'Cemento\t2\tSC\t4.180\nArena & <b>\t1\t9.000\n\n')
      expect(await items(page)).toEqual(['Cemento', 'Arena & <b>'])
      await total(page).getByText('$17.360').waitFor()
      await page.getByRole('button', { name: 'Agregar línea' }).click()
      await total(page).getByText('$17.360').waitFor()
      expect(await page.locator('.linea .monto').allTextContents()).toEqual(['$8.360', '$9.000', ''])
    }))
})

describe('what is wrong', () => {
  test('stands at its field and in the summary, and the focus goes to the first on Emitir only', () =>
    stage.visit(async ({ page, keys, axe, narrow }) => {
      await open(page, '/emitir/33')
      await page.keyboard.type('77123456-0')
      await keys('Tab')
      await page.getByText('El dígito verificador no corresponde').first().waitFor()
      await cell(page, 'Ítem').fill('Cemento')
      await cell(page, 'Precio neto').fill('1,234.50')
      expect(await page.getByText('¿1.234,50?').count()).toBe(0)
      await keys('Tab')
      await page.getByText('¿1.234,50?').first().waitFor()
      await cell(page, 'Descuento').fill('200%')
      await keys('Shift+Tab')
      const discount = page.locator('[data-columna="descuento"]')
      await page
        .getByText(/100 o menos/)
        .first()
        .waitFor()
      const words = await discount.getAttribute('aria-describedby')
      expect(await page.locator(`[id="${words}"]`).textContent()).toMatch(/100 o menos/)
      // The address was not touched: it waits.
      expect(await page.getByLabel('Dirección').getAttribute('aria-invalid')).toBeNull()
      await keys('Control+Enter')
      await page
        .getByRole('alert')
        .getByText(/Falta corregir \d datos/)
        .waitFor()
      expect(await page.getByLabel('Dirección').getAttribute('aria-invalid')).toBe('true')
      expect(
        await page.getByLabel('RUT', { exact: true }).evaluate((input) => input === document.activeElement),
      ).toBe(true)
      await page.getByRole('button', { name: 'Línea 1: descuento' }).click()
      expect(await discount.evaluate((input) => input === document.activeElement)).toBe(true)
      await axe()
      await narrow()
      await axe()
    }))

  test('all of it at once: a RUT that cannot be read hides neither the address nor the lines that are missing', () =>
    stage.visit(async ({ page, keys }) => {
      await open(page, '/emitir/33')
      await page.keyboard.type('77123456-0')
      await keys('Tab')
      await page.getByLabel('Dirección').waitFor()
      await keys('Control+Enter')
      const summary = page.getByRole('complementary', { name: 'Totales' }).getByRole('alert')
      for (const place of ['Receptor: RUT', 'Receptor: razón social', 'Receptor: dirección', 'Líneas'])
        await summary.getByRole('button', { name: place, exact: true }).waitFor()
      expect(await summary.getByRole('button', { name: 'Receptor: RUT' }).count()).toBe(1)
      await page.waitForFunction(() => document.activeElement?.id === 'campo-receptor.rut')
      // A price that cannot be read stands after the name that is missing: the name gets the focus.
      await page.getByLabel('RUT', { exact: true }).fill('77123456-9')
      await cell(page, 'Precio neto').fill('1,234.50')
      await keys('Control+Enter')
      await summary.getByRole('button', { name: 'Línea 1: precio' }).waitFor()
      await page.waitForFunction(() => document.activeElement?.id === 'campo-receptor.razon_social')
    }))

  test('a boleta over the threshold asks for name, RUT and means of payment', () =>
    stage.visit(async ({ page, keys }) => {
      await open(page, '/emitir/39')
      await cell(page, 'Ítem').fill('Tractor')
      await cell(page, 'Precio con IVA').fill('9000000')
      await page.getByLabel('RUT').fill(CLIENTE.rut)
      await page.getByLabel('Razón social').fill(CLIENTE.razon_social)
      await page.getByLabel('Medio de pago').selectOption('3')
      await total(page).getByText('$9.000.000').waitFor()
      await keys('Control+Enter')
      await issued(page, 'Boleta')
    }))

  test('a note past the balance says so in the summary at once', () =>
    stage.visit(async ({ page }) => {
      await open(page, `/emitir/61?desde=33-${factura}&respuesta=montos`)
      await cell(page, 'Cantidad', 1).fill('100')
      await page
        .getByText(/le queda \$\d/)
        .first()
        .waitFor()
    }))

  test('what the server only remarks is amber, and blocks nothing', () =>
    stage.visit(async ({ page, keys }) => {
      await open(page, '/emitir/39')
      await cell(page, 'Ítem').fill('Cable “2 €”')
      await cell(page, 'Precio con IVA').fill('100')
      await page.getByText('1 advertencia').waitFor()
      await keys('Control+Enter')
      await issued(page, 'Boleta')
    }))

  test('no folio left: asked for on the spot, and the emission goes on', () =>
    stage.visit(async ({ page, keys, axe }) => {
      const left = ((await nextFolio(41)) ?? 0) - 1
      for (let i = left; i < 20; i++)
        await stage.api('POST', '/v1/dte/emitir', {
          tipo_dte: 41,
          detalle: [{ nombre: `n ${i}`, precio: 100 + i }],
        })
      await open(page, '/emitir/41')
      await cell(page, 'Ítem').fill('Libro')
      await cell(page, 'Precio').fill('5000')
      await keys('Control+Enter')
      await page.getByText('No quedan folios').first().waitFor()
      await axe()
      await page.getByLabel('Cuántos pedir al SII').fill('10')
      await page.getByRole('button', { name: 'Pedir folios y emitir' }).click()
      expect(await issued(page, 'Boleta exenta')).toBe(21)
    }))
})

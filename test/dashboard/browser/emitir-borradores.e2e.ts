// Nothing that was typed into the emission form is lost or issued twice, whatever happens (dashboard §7).

import { describe, expect, test } from 'bun:test'
import { at, cell, HOSTIL, issued, nextFolio, open, stage, total, useEmision } from './emision'
import { PASSWORD } from './stage'

useEmision()

describe('nothing typed is lost', () => {
  test('a reload brings the draft back, the list leads to it, and issued it is gone', () =>
    stage.visit(async ({ page, axe, keys, narrow }) => {
      await open(page, '/emitir/39')
      await cell(page, 'Ítem').fill(HOSTIL)
      await cell(page, 'Precio con IVA').fill('12.')
      await page.waitForURL(/borrador=/)
      await cell(page, 'Cantidad').fill('3')
      await page.reload()
      await cell(page, 'Ítem').waitFor()
      expect(await cell(page, 'Ítem').inputValue()).toBe(HOSTIL)
      expect(await cell(page, 'Cantidad').inputValue()).toBe('3')
      // Also what cannot be read.
      expect(await cell(page, 'Precio con IVA').inputValue()).toBe('12.')
      await page.getByRole('link', { name: 'Borradores' }).click()
      await page.getByRole('row', { name: /Boleta/ }).waitFor()
      await axe()
      await narrow()
      await page.getByRole('link', { name: 'Boleta', exact: true }).click()
      await cell(page, 'Precio con IVA').fill('1200')
      await keys('Control+Enter')
      await issued(page, 'Boleta')
      await page.goto(at('/borradores'))
      await page.getByText('Sin borradores').waitFor()
    }))

  test('what was issued is its page: the next is one click away, and going back finds no form to issue it again', () =>
    stage.visit(async ({ page, keys, axe, narrow }) => {
      await page.goto(at('/emitir'))
      await page.locator('main').getByRole('link', { name: 'Boleta', exact: true }).click()
      await cell(page, 'Ítem').fill('Cable “2 m”')
      await cell(page, 'Precio con IVA').fill('1500')
      await page.getByText('1 advertencia').waitFor()
      await keys('Control+Enter')
      const folio = await issued(page, 'Boleta')
      expect(page.url()).toEndWith(at(`/documentos/39/${folio}`))
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
      await page.getByText('1 advertencia').waitFor()
      await page.getByRole('button', { name: 'Imprimir' }).waitFor()
      await page.getByRole('link', { name: 'Otra igual' }).waitFor()
      await axe()
      await page.goBack()
      await page.waitForURL((url) => url.pathname === at('/emitir'))
      await page.goForward()
      await page.getByRole('link', { name: 'Nueva' }).click()
      await page.getByText('Sin identificar').waitFor()
      expect(await cell(page, 'Ítem').inputValue()).toBe('')
      // A person who comes to it by another way is not told that it is new.
      await page.goto(at(`/documentos/39/${folio}`))
      await page.getByRole('link', { name: 'Otra igual' }).waitFor()
      expect(
        await page
          .getByText('1 advertencia')
          .or(page.getByRole('link', { name: 'Nueva' }))
          .count(),
      ).toBe(0)
      await narrow()
    }))

  test('where each boleta is to be printed as it is issued, it is, and once', () =>
    stage.visit(
      async ({ page, keys, axe }) => {
        await page.addInitScript(() => {
          // The frame's own dialog would hold the browser: what counts is how often it is asked to print.
          const times = () => String(Number(document.body.dataset.impresas ?? 0) + 1)
          Object.defineProperty(HTMLIFrameElement.prototype, 'contentWindow', {
            get: () => ({
              focus() {},
              print() {
                document.body.dataset.impresas = times()
              },
            }),
          })
        })
        const issue = async (): Promise<number> => {
          await open(page, '/emitir/39')
          await cell(page, 'Ítem').fill('Brocha')
          await cell(page, 'Precio con IVA').fill('1990')
          await total(page).getByText('$1.990').waitFor()
          await keys('Control+Enter')
          return issued(page, 'Boleta')
        }
        const first = await issue()
        await page.getByRole('button', { name: 'Imprimir', exact: true }).click()
        const dialog = page.getByRole('dialog', { name: `Imprimir Boleta N° ${first}` })
        await dialog.locator('iframe').waitFor()
        expect(await page.locator('body[data-impresas]').count()).toBe(0)
        await dialog.getByLabel('Imprimir cada boleta apenas se emite').check()
        const second = await issue()
        await page.getByRole('dialog', { name: `Imprimir Boleta N° ${second}` }).waitFor()
        await page.locator('body[data-impresas="1"]').waitFor()
        await axe()
        await page.reload()
        await page.locator('.veredicto').getByText('Aceptado').waitFor()
        await page.getByRole('button', { name: 'Imprimir', exact: true }).waitFor()
        expect(await page.getByRole('dialog').or(page.locator('body[data-impresas]')).count()).toBe(0)
      },
      { whole: true },
    ))

  test('who goes on before the answer comes is not called back from there', () =>
    stage.visit(async ({ page, keys }) => {
      await open(page, '/emitir/39')
      await cell(page, 'Ítem').fill('Alicate')
      await cell(page, 'Precio con IVA').fill('2500')
      await total(page).getByText('$2.500').waitFor()
      const gone = Promise.withResolvers<void>()
      await page.route('**/v1/dte/emitir', async (route) => {
        await gone.promise
        await route.continue()
      })
      await keys('Control+Enter')
      await page.getByRole('link', { name: 'Borradores' }).click()
      await page.getByRole('row', { name: /Boleta/ }).waitFor()
      const answered = page.waitForResponse('**/v1/dte/emitir')
      gone.resolve()
      const { data } = (await (await answered).json()) as { data: { folio: number } }
      await page.getByText(`Boleta N° ${data.folio}: aceptada por el SII`).waitFor()
      expect(page.url()).toEndWith('/borradores')
    }))

  test('whoever leaves within the second is not called back, and the last key is kept too', () =>
    stage.visit(async ({ page }) => {
      await open(page, '/emitir/39')
      await cell(page, 'Ítem').fill('Cinc')
      await cell(page, 'Ítem').fill('Cincel')
      await page.getByRole('link', { name: 'Borradores' }).click()
      await page.getByRole('row', { name: /Boleta/ }).waitFor()
      expect(page.url()).toEndWith('/borradores')
      await page.getByRole('link', { name: 'Boleta', exact: true }).click()
      await cell(page, 'Ítem').waitFor()
      expect(await cell(page, 'Ítem').inputValue()).toBe('Cincel')
    }))

  test('a draft that another tab has open is opened as a copy', () =>
    stage.visit(async ({ page, context }) => {
      await open(page, '/emitir/39')
      await cell(page, 'Ítem').fill('uno')
      await page.waitForURL(/borrador=/)
      const other = await context.newPage()
      await other.goto(page.url())
      await cell(other, 'Ítem').waitFor()
      await cell(other, 'Ítem').fill('dos')
      await other.waitForURL((url) => url.href !== page.url())
      await other.goto(at('/borradores'))
      const rows = other.getByRole('row', { name: /Boleta/ })
      await rows.first().waitFor()
      expect(await rows.count()).toBe(2)
    }))

  test('a session that ends while somebody types asks over the form, and the emission goes on', () =>
    stage.visit(async ({ page, keys }) => {
      await open(page, '/emitir/39')
      await cell(page, 'Ítem').fill('Martillo')
      await cell(page, 'Precio con IVA').fill('4990')
      await total(page).getByText('$4.990').waitFor()
      const { data } = await stage.api<{ data: { id: string; actual: boolean }[] }>(
        'GET',
        '/auth/sesiones?limite=100',
      )
      for (const { id, actual } of data) if (!actual) await stage.api('DELETE', `/auth/sesiones/${id}`)
      await keys('Control+Enter')
      const dialog = page.getByRole('dialog', { name: 'Su sesión terminó' })
      await dialog.getByLabel('Contraseña').fill(PASSWORD)
      await keys('Enter')
      await issued(page, 'Boleta')
    }))

  test('a server killed between the click and its answer: the same key again, exactly one folio', () =>
    stage.visit(async ({ page, keys, expectError }) => {
      expectError(/Failed to load resource|ERR_/)
      const before = (await nextFolio(39)) ?? 0
      await open(page, '/emitir/39')
      await cell(page, 'Ítem').fill('Serrucho')
      await cell(page, 'Precio con IVA').fill('7990')
      await total(page).getByText('$7.990').waitFor()
      // The server takes it, and dies before anybody hears.
      const sent: string[] = []
      await page.route('**/v1/dte/emitir', async (route) => {
        sent.push(route.request().headers()['idempotency-key'] ?? '')
        if (sent.length > 1) return route.continue()
        await route.fetch()
        await stage.kill()
        return route.abort('connectionreset')
      })
      await keys('Control+Enter')
      await page.getByText('No se sabe si alcanzó a emitirse').waitFor()
      await stage.resume()
      // Even in another page: the draft has the key.
      await page.reload()
      await total(page).getByText('$7.990').waitFor()
      await keys('Control+Enter')
      expect(await issued(page, 'Boleta')).toBe(before)
      expect(sent).toHaveLength(2)
      expect(sent[1]).toBe(sent[0])
      expect(await nextFolio(39)).toBe(before + 1)
    }))
})

// The suppliers' files: dropped, judged, found by filters, read whole, and forgotten (areas/recibidos §4).

import { expect, test } from 'bun:test'
import { recibidoPor } from '../../support/archivos-recibidos'
import { EMPRESA } from './stage'
import { lector, stage, useStage } from './suite'

const AT = `/app/${EMPRESA.rut}/recibidos`

useStage({ lector: true })

const file = (name: string, text: string) => ({
  name,
  mimeType: 'text/xml',
  buffer: Buffer.from(text, 'latin1'),
})
const WRITTEN = recibidoPor(EMPRESA.rut).toString('latin1')
/** As a vendor of the other kind writes it, and with something in it that must never be taken for markup. */
const ODD = WRITTEN.replace(/<RznSoc>[^<]*/, '<RznSoc>Aceros &lt;b&gt;del&lt;/b&gt; Maule').replace(
  '</DTE>',
  '<DocPersonalizado/></DTE>',
)

test('with nothing it says how documents come', () =>
  stage.visit(async ({ page, axe, narrow }) => {
    await page.goto(AT)
    await page.getByText('Aún no se recibe ningún documento').waitFor()
    await axe()
    await narrow()
  }))

test('files are taken in one by one, and each says what came of it', () =>
  stage.visit(async ({ page, axe, expectError }) => {
    expectError(/422/)
    await page.goto(AT)
    const input = page.locator('input[type=file]')
    await input.setInputFiles([
      file('uno.xml', ODD),
      file('otra-vez.xml', ODD),
      file('nada.xml', '<Factura/>'),
      file('alterado.xml', ODD.replace(/<MntTotal>\d+/, '<MntTotal>1')),
    ])
    await page.getByText('Ya se tenía:').waitFor()
    await page.getByText('El archivo no trae ningún documento').waitFor()
    await page.getByText('2 documentos', { exact: true }).waitFor()
    const rows = page.getByRole('table', { name: 'Documentos recibidos, el último primero' }).getByRole('row')
    expect(await rows.nth(1).textContent()).toContain('Aceros <b>del</b> Maule')
    expect(await rows.nth(1).textContent()).toContain('En conflicto')
    await axe()
  }))

test('filters stand in the address, and come back with it', () =>
  stage.visit(async ({ page }) => {
    await page.goto(AT)
    await page.getByLabel('Firma').selectOption('valida')
    await page.getByText('Nada con esos filtros').waitFor()
    expect(new URL(page.url()).search).toBe('?firma=valida')
    await page.goto(`${AT}?registro=false&q=aceros`)
    await page.getByText('2 documentos', { exact: true }).waitFor()
    expect(await page.getByLabel('Buscar').inputValue()).toBe('aceros')
    await page.goto(`${AT}?pagina=9`)
    await page.getByText('La lista no llega hasta esa página').waitFor()
    await page.getByRole('button', { name: 'Ir a la primera' }).click()
    await page.getByRole('table').waitFor()
  }))

test('a document tells what it is worth and why, leads to the other one, and is deleted', () =>
  stage.visit(async ({ page, axe, narrow }) => {
    await page.goto(AT)
    await page.getByRole('table').getByRole('link').first().click()
    await page.getByRole('heading', { name: 'Factura N° 1' }).waitFor()
    await page.getByText('Firma inválida').first().waitFor()
    await page.getByText('Hay otro archivo con este mismo folio').waitFor()
    await page.getByText('Elemento ajeno, fuera de lo firmado').waitFor()
    await axe()
    await narrow()
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Guardar PDF' }).click(),
    ])
    expect(saved.suggestedFilename()).toMatch(
      new RegExp(`^recibido_33_1_[0-9]+-[0-9K]_${EMPRESA.rut}_simulacion\\.pdf$`),
    )
    await page.getByRole('button', { name: 'Borrar' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Borrar' }).click()
    await page.getByText('1 documento', { exact: true }).waitFor()
  }))

test('who may only read neither drops nor deletes', () =>
  stage.visit(
    async ({ page }) => {
      await page.goto(AT)
      await page.getByText('1 documento', { exact: true }).waitFor()
      expect(await page.locator('input[type=file]').count()).toBe(0)
      await page.getByRole('table').getByRole('link').first().click()
      await page.getByRole('button', { name: 'Guardar XML' }).waitFor()
      expect(await page.getByRole('button', { name: 'Borrar' }).count()).toBe(0)
    },
    { as: lector },
  ))

test('what comes while one looks waits behind its count, and moves no row', () =>
  stage.visit(async ({ page, axe }) => {
    await page.goto(AT)
    const rows = page.getByRole('table').getByRole('rowheader')
    await rows.first().waitFor()
    const before = await rows.allTextContents()
    const other = Buffer.from(WRITTEN.replace('<Folio>1<', '<Folio>2<'), 'latin1')
    await stage.api('POST', '/v1/recibidos', {
      archivo_base64: other.toString('base64'),
      nombre: 'dos.xml',
    })
    const news = page.getByRole('button', { name: '1 nuevo ↑' })
    await news.waitFor()
    expect(await rows.allTextContents()).toEqual(before)
    await axe()
    await news.click()
    await page.getByRole('link', { name: 'Factura N° 2' }).waitFor()
    expect(await news.count()).toBe(0)
  }))

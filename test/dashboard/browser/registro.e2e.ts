// The register of purchases and sales: files tried and imported, documents, links, what does not agree, the return, and the books
// (dashboard §1, §16; http §26).

import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { leerZip } from '../../support/leer-zip'
import { countClicks } from './people'
import { EMPRESA } from './stage'
import { breakRoute, failureSaid, lector, stage, useStage, withoutServer } from './suite'

const MES = '202611'
const NAMES = ['venta', 'compra-registro', 'compra-pendiente', 'compra-reclamado', 'compra-no-incluir']
const textOf = (name: string): string =>
  readFileSync(join(import.meta.dir, `../../fixtures/rcv/${name}.csv`), 'utf8')
const file = (name: string, text: string) => ({
  name: `${name}.csv`,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
})
const AT = `/app/${EMPRESA.rut}/registro`
const MONTH = `${AT}/${MES}`

useStage({ folios: { 33: 5 }, lector: true })

const importDialog = (page: Page) => page.getByRole('dialog', { name: 'Importar archivos del registro' })
/** Opens the dialog of a page for the month of the files. */
async function openImport(page: Page): Promise<ReturnType<typeof importDialog>> {
  await page.getByRole('button', { name: 'Importar' }).first().click()
  const dialog = importDialog(page)
  await dialog.getByLabel('Mes de los archivos').selectOption(MES)
  return dialog
}

describe('before anything is read', () => {
  test('it says what would be here, and who may only read is offered nothing', async () => {
    await stage.visit(async ({ page, axe, narrow }) => {
      await page.goto(AT)
      await page.getByText('Ningún mes leído').waitFor()
      await axe()
      await narrow()
      await page.goto(`${AT}/202610`)
      await page.getByText('octubre de 2026 no se ha leído').waitFor()
      await axe()
      await page.goto(`${AT}/299913`)
      await page.getByText(/^Ese mes no existe/).waitFor()
      await page.goto(`/app/${EMPRESA.rut}/libros?periodo=202610`)
      await page.getByText('El registro de octubre de 2026 no se ha leído').waitFor()
      await axe()
    })
    await stage.visit(
      async ({ page, axe }) => {
        await page.goto(AT)
        await page.getByText('Ningún mes leído').waitFor()
        expect(await page.getByRole('button', { name: /^Importar/ }).count()).toBe(0)
        await axe()
      },
      { as: lector },
    )
  })
})

describe('an import', () => {
  test('of a file with faults tells each by its line, and stores nothing', () =>
    stage.visit(async ({ page, axe, narrow, keys }) => {
      await page.goto(AT)
      const opener = page.getByRole('button', { name: 'Importar archivos' })
      await opener.focus()
      await keys('Enter')
      const dialog = importDialog(page)
      await dialog.getByLabel('Mes de los archivos').selectOption(MES)
      const bad = textOf('venta').replace(';1042;', ';x;').replace('64000;0;0;64000', '64000;0;0;')
      await dialog.locator('input[type=file]').setInputFiles(file('malo', bad))
      await dialog.getByText('El archivo tiene 2 errores, en las líneas 2, 7; no se guardó nada').waitFor()
      const faults = dialog.getByRole('list', { name: 'Faltas de malo.csv' })
      expect(await faults.getByRole('listitem').allTextContents()).toEqual([
        'Línea 2, Folio: debe ser un entero, sin puntos ni decimales',
        'Línea 7, Monto total: falta',
      ])
      expect(await dialog.getByRole('button', { name: /^Importar/ }).count()).toBe(0)
      await axe()
      await narrow()
      await dialog.locator('input[type=file]').setInputFiles({ ...file('otro', 'x'), name: 'otro.pdf' })
      await dialog.getByText('otro.pdf no es un archivo .csv').waitFor()
      await keys('Escape')
      await dialog.waitFor({ state: 'detached' })
      expect(await opener.evaluate((one) => one === document.activeElement)).toBe(true)
      const { data } = await stage.api<{ data: object[] }>('GET', '/v1/rcv')
      expect(data).toEqual([])
    }))

  test('of the five files of a month says first what each brings, and takes five clicks at most', () =>
    stage.visit(async ({ page, context, axe, narrow }) => {
      await page.goto(AT)
      const clicks = await countClicks(context)
      const dialog = await openImport(page)
      await dialog.locator('input[type=file]').setInputFiles(NAMES.map((name) => file(name, textOf(name))))
      await dialog.getByText('7 documentos. Al importar: 7 nuevos.').waitFor()
      await dialog.getByText('compra-no-incluir.csv: Compras: no incluir').waitFor()
      await axe()
      await dialog.getByRole('button', { name: 'Importar 5 archivos a noviembre de 2026' }).click()
      await page.getByRole('heading', { level: 1, name: 'Registro de noviembre de 2026' }).waitFor()
      expect(clicks()).toBeLessThanOrEqual(5)
      const slices = page.getByRole('table', { name: 'Libros y estados del mes' })
      await slices
        .getByRole('row', { name: /^Compras: registro/ })
        .getByText('8', { exact: true })
        .waitFor()
      expect(await slices.getByText('Falta').count()).toBe(0)
      await page.getByText('20 documentos').waitFor()
      await axe()
      await narrow()
      await axe()
      await page.goto(AT)
      await page
        .getByRole('row', { name: /^Noviembre de 2026/ })
        .getByText('Completo')
        .waitFor()
      await axe()
      await narrow()
    }))

  test('into another month says what it would move, and is left', () =>
    stage.visit(async ({ page, axe }) => {
      await page.goto(AT)
      const dialog = await openImport(page)
      await dialog.getByLabel('Mes de los archivos').selectOption('202610')
      await dialog.locator('input[type=file]').setInputFiles(file('venta', textOf('venta')))
      await dialog.getByText('7 vienen de otro mes').waitFor()
      await dialog.getByText(/Estaba en otro período y pasa a éste \(202611\): 7 documentos/).waitFor()
      await axe()
      // The right month is chosen: the same file is tried anew.
      await dialog.getByLabel('Mes de los archivos').selectOption(MES)
      await dialog.getByText('Al importar: nada cambia').waitFor()
      await dialog.getByRole('button', { name: 'Volver' }).click()
    }))

  test('whose answer is lost says so, and nothing that was chosen is gone', () =>
    stage.visit(async ({ page, expectError }) => {
      expectError(/ERR_/)
      await page.goto(MONTH)
      const dialog = await openImport(page)
      await page.route('**/importar?**', (route) => route.abort())
      await dialog.locator('input[type=file]').setInputFiles(file('venta', textOf('venta')))
      await dialog.getByText('El servidor no responde').waitFor()
      await page.unroute('**/importar?**')
      await dialog.getByLabel('Mes de los archivos').selectOption('202610')
      await dialog.getByLabel('Mes de los archivos').selectOption(MES)
      await dialog.getByText('Al importar: nada cambia').waitFor()
    }))
})

describe('a month', () => {
  test('is searched and filtered in its address; one document is shown whole, its link with the evidence', () =>
    stage.visit(async ({ page, axe, narrow, keys }) => {
      await page.goto(MONTH)
      await page.getByLabel('Buscar').fill('bebidas')
      await page.getByText('1 documento', { exact: true }).waitFor()
      expect(new URL(page.url()).searchParams.get('q')).toBe('bebidas')
      await page.getByLabel('Buscar').fill('nada así')
      await page.getByText('Nada con esos filtros').waitFor()
      await axe()
      await page.getByRole('button', { name: 'Quitar los filtros' }).click()
      await page.getByRole('button', { name: 'Ventas', exact: true }).click()
      await page.getByText('7 documentos', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Nota de crédito N° 77' }).focus()
      await keys('Enter')
      const dialog = page.getByRole('dialog', { name: 'Nota de crédito N° 77' })
      await dialog.getByText('Factura N° 1042 por $101.745').waitFor()
      await dialog.getByText('Folio 1042 en el registro').waitFor()
      await axe()
      await narrow()
      await axe()
      await keys('Escape')
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Nota de crédito N° 77' }).waitFor()
    }))

  test('gives each book back as the SII’s page does', () =>
    stage.visit(async ({ page }) => {
      await page.goto(MONTH)
      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Guardar el CSV de Ventas' }).click()
      const download = await saved
      expect(download.suggestedFilename()).toBe(`RCV_VENTA_${EMPRESA.rut}_${MES}_simulacion.csv`)
      expect(readFileSync(await download.path(), 'utf8')).toBe(textOf('venta'))
    }))

  test('links: one is taken away by keys, its note waits with what it may be of, and is linked again', () =>
    stage.visit(async ({ page, axe, narrow, keys }) => {
      await page.goto(`${MONTH}?vista=vinculos`)
      const row = page.getByRole('row', { name: /^Nota de crédito N° 77/ })
      await row.getByText('Por el registro').waitFor()
      await axe()
      await row.getByRole('button', { name: /^Quitar la vinculación/ }).focus()
      await keys('Enter')
      const dialog = page.getByRole('dialog', { name: 'Quitar la vinculación' })
      await dialog.getByText('El programa no la vuelve a hacer').waitFor()
      await axe()
      await dialog.getByRole('button', { name: 'Quitar la vinculación' }).focus()
      await keys('Enter')
      await row.waitFor({ state: 'detached' })
      await page.getByRole('tab', { name: 'Notas y facturas' }).focus()
      await keys('ArrowLeft')
      const note = page.getByRole('region', { name: 'Nota de crédito N° 77' })
      await note.waitFor()
      await axe()
      await narrow()
      await axe()
      await note.getByRole('button', { name: 'Vincular con otra, por su folio' }).click()
      await note.getByLabel('Folio').fill('9876543')
      await keys('Enter')
      await note.getByRole('alert').waitFor()
      await axe()
      await note.getByLabel('Folio').fill('1042')
      await keys('Enter')
      await note.waitFor({ state: 'detached' })
      await page.getByRole('tab', { name: 'Notas y facturas' }).click()
      await row.getByText('A mano').waitFor()
      await row.getByRole('button', { name: /^Quitar la vinculación/ }).click()
      await dialog.getByRole('button', { name: 'Quitar la vinculación' }).click()
      await row.waitFor({ state: 'detached' })
      await page.getByRole('tab', { name: 'Notas y facturas' }).focus()
      await keys('ArrowLeft')
      await note.waitFor()
      await note
        .getByRole('button', { name: /de Nota de crédito N° 77 con/ })
        .first()
        .focus()
      await keys('Enter')
      await note.waitFor({ state: 'detached' })
      await page.getByRole('tab', { name: 'Notas y facturas' }).click()
      await page.getByText('A mano').waitFor()
    }))

  test('shows what does not agree, the return, and what changed', () =>
    stage.visit(async ({ page, axe, narrow }) => {
      await page.goto(`${MONTH}?vista=cuadratura`)
      await page.getByRole('table', { name: 'Documentos que no cuadran' }).waitFor()
      await page.getByText('En el registro, no se emitió aquí').first().waitFor()
      await axe()
      await page.getByRole('tab', { name: 'F29' }).click()
      await page.getByRole('region', { name: 'Débito: lo que se vendió', exact: true }).waitFor()
      await page.getByText('503 y 502').waitFor()
      await page.getByText(/compras esperan su aceptación/).waitFor()
      await axe()
      await narrow()
      await axe()
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.getByRole('tab', { name: 'Cambios' }).click()
      await page
        .getByText(/Nuevo$/)
        .first()
        .waitFor()
      await axe()
      await narrow()
      // Behind the end of the list nothing stands, which is not that everything agrees.
      await page.goto(`${MONTH}?vista=cuadratura&pagina=9`)
      await page.getByText('La lista no llega hasta esa página').waitFor()
      expect(await page.getByText('Todo cuadra').count()).toBe(0)
      await page.getByRole('button', { name: 'Ir a la primera' }).click()
      await page.getByRole('table', { name: 'Documentos que no cuadran' }).waitFor()
      await narrow()
    }))

  test('is read by who may only read, with nothing to import, link or take away', () =>
    stage.visit(
      async ({ page, axe }) => {
        await page.goto(`${MONTH}?vista=vinculos`)
        await page.getByRole('table', { name: 'Notas de crédito con sus facturas' }).waitFor()
        expect(await page.getByRole('button', { name: /^(Quitar|Importar)/ }).count()).toBe(0)
        await axe()
        await page.getByRole('tab', { name: 'Notas sin factura' }).click()
        await page
          .getByRole('tabpanel')
          .getByText(/factura|nota/i)
          .first()
          .waitFor()
        expect(await page.getByRole('button', { name: /^Vincular/ }).count()).toBe(0)
      },
      { as: lector },
    ))

  test('that the server cannot give says so, and can be asked for again', () =>
    stage.visit(async ({ page, axe }) => {
      const mend = await breakRoute(page, `**/v1/rcv/${MES}?**`)
      await page.goto(MONTH)
      await failureSaid(page)
      await axe()
      await mend()
      await page.getByText('20 documentos').waitFor()
    }))
})

test('with a dead server what was read stays in sight, and nothing is sent', () =>
  stage.visit(async ({ page, axe, expectError }) => {
    expectError(/ERR_/)
    await page.goto(MONTH)
    await page.getByText('20 documentos').waitFor()
    const dialog = await openImport(page)
    await withoutServer(async () => {
      await dialog.locator('input[type=file]').setInputFiles(file('venta', textOf('venta')))
      await dialog
        .getByText(/El servidor no responde|Sin conexión/)
        .first()
        .waitFor()
      await axe()
      await page.keyboard.press('Escape')
      await page.getByText('20 documentos').waitFor()
    })
    await page.getByText('Sin conexión').waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Ventas', exact: true }).click()
    await page.getByText('7 documentos', { exact: true }).waitFor()
  }))

describe('the books', () => {
  test('task 11: the month for the accountant is three clicks away', () =>
    stage.visit(async ({ page, context, axe, narrow }) => {
      await page.goto(`/app/${EMPRESA.rut}/documentos`)
      const clicks = await countClicks(context)
      await page.getByRole('navigation').getByRole('link', { name: 'Libros' }).click()
      await page.getByLabel('Mes', { exact: true }).selectOption(MES)
      await page.getByText(/· Registro de compras y ventas leído el .*, completo$/).waitFor()
      await page.getByRole('table', { name: 'Libro de ventas' }).getByText('-$101.745').waitFor()
      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Guardar el mes en ZIP' }).click()
      const download = await saved
      expect(clicks()).toBeLessThanOrEqual(3)
      expect(download.suggestedFilename()).toBe(`libros_${EMPRESA.rut}_simulacion_${MES}.zip`)
      const files = leerZip(readFileSync(await download.path()))
      expect(files.map(({ nombre }) => nombre)).toContain(`libro-compras-${MES}.csv`)
      await axe()
      await narrow()
      await axe()
    }))

  test('are turned through by keys: purchases, guides, what was issued', () =>
    stage.visit(async ({ page, axe, narrow, keys }) => {
      await page.goto(`/app/${EMPRESA.rut}/libros?periodo=${MES}`)
      await page.getByRole('table', { name: 'Libro de ventas' }).waitFor()
      await page.getByRole('button', { name: 'Compras', exact: true }).focus()
      await keys('Enter')
      await page.getByText(/2 compras pendientes no están/).waitFor()
      await axe()
      await page.getByRole('button', { name: 'Guías', exact: true }).focus()
      await keys('Enter')
      await page.getByText('Ninguna guía en el mes').waitFor()
      await page.getByRole('button', { name: 'Ventas', exact: true }).focus()
      await keys('Enter')
      await page.getByLabel('De dónde').selectOption('emitidos')
      await page.getByText(/Documentos emitidos aquí hasta/).waitFor()
      expect(new URL(page.url()).searchParams.get('base')).toBe('emitidos')
      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Guardar CSV' }).click()
      expect((await saved).suggestedFilename()).toBe(`libro-ventas_${EMPRESA.rut}_simulacion_${MES}.csv`)
      await narrow()
    }))
})

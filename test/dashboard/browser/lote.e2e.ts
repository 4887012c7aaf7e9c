// A batch out of a table (dashboard §5; http §1): good rows issued, bad ones told at their rows, nothing issued twice.

import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { EMPRESA } from './stage'
import { lector, stage, useStage } from './suite'

const AT = `/app/${EMPRESA.rut}/emitir/lote`
const HEAD = 'documento;tipo_dte;rut;razon_social;giro;direccion;comuna;item;cantidad;precio'
const GOOD =
  'A;33;77.123.456-9;Constructora Río Claro SpA;Obras;Camino a Pelarco Km 3,5;Pelarco;Cemento;10;4.180'

useStage({ folios: { 33: 20, 39: 20 }, lector: true })

const issued = async (): Promise<number> =>
  (await stage.api<{ paginacion: { total: number } }>('GET', '/v1/documentos')).paginacion.total

const file = (page: Page, name: string, text: string | Buffer) =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text as string) })

test('of a file the good documents are issued, the bad ones told at their rows, and mended they follow alone', () =>
  stage.visit(async ({ page, axe, narrow }) => {
    await page.goto(AT)
    await axe()
    const bad = 'B;33;77.123.456-9;Constructora;;Camino 1;Pelarco;<b>Arena</b> & cal;1;900'
    await file(
      page,
      'ventas.csv',
      [HEAD, GOOD, 'A;;;;;;;Fierro;5;7.990', bad, 'C;39;;;;;;Taladro;1;doce'].join('\n'),
    )
    await page.getByText('3 documentos · 1 documento por corregir').waitFor()
    await page.getByText(/^Fila 5, precio: No es un número/).waitFor()
    await axe()
    await page.getByRole('button', { name: 'Emitir 2 documentos' }).click()
    await page.getByText('3 documentos · 1 emitido · 2 documentos por corregir').waitFor()
    await page.getByRole('link', { name: 'Factura N° 1' }).waitFor()
    await page.getByText(/^Fila 4, giro: Falta/).waitFor()
    await axe()
    await narrow()
    await axe()
    expect(await issued()).toBe(1)
    // Mended: what was issued is known, and not sent again.
    await page.getByRole('button', { name: 'Otra planilla' }).click()
    const mended = bad.replace('Constructora;;', 'Constructora;Obras;')
    await file(page, 'ventas.csv', [HEAD, GOOD, 'A;;;;;;;Fierro;5;7.990', mended].join('\n'))
    await page.getByText('2 documentos · 1 emitido').waitFor()
    await page.getByRole('button', { name: 'Emitir 1 documento' }).click()
    await page.getByText('2 documentos · 2 emitidos').waitFor()
    expect(await issued()).toBe(2)
  }))

test('a file of the wrong kind is refused before it is sent, and says what it is', () =>
  stage.visit(async ({ page, axe }) => {
    let sent = 0
    await page.route('**/v1/dte/emitir/lote', (route) => {
      sent++
      return route.continue()
    })
    await page.goto(AT)
    await file(page, 'ventas.xlsx', 'PK\u0003\u0004')
    await page.getByText('ventas.xlsx no es un archivo .csv').waitFor()
    await file(page, 'ventas.csv', 'PK\u0003\u0004 xl/workbook')
    await page.getByText('El archivo es una planilla XLSX').waitFor()
    await axe()
    await file(page, 'ventas.csv', 'fecha;saldo\n1;2')
    await page.getByText('No conozco la columna «saldo»').waitFor()
    await axe()
    expect(sent).toBe(0)
  }))

test('pasted cells, by keys alone; all or none takes none while one is wrong', async () => {
  const before = await issued()
  await stage.visit(async ({ page, keys, axe }) => {
    await page.goto(AT)
    const cells = page.getByLabel('Celdas copiadas de su planilla')
    await cells.fill('tipo_dte\titem\tprecio\n39\tTaladro\t9990\n33\tSin receptor\t1000')
    await cells.focus()
    await keys('Tab Enter')
    await page.getByText('2 documentos').first().waitFor()
    await page.getByLabel('Emitir todos o ninguno').focus()
    await keys('Space')
    await page.getByRole('button', { name: 'Emitir 2 documentos' }).focus()
    await keys('Enter')
    await page.getByRole('alert').waitFor()
    await axe()
    expect(await issued()).toBe(before)
    await page.getByLabel('Emitir todos o ninguno').uncheck()
    await page.getByRole('button', { name: 'Emitir 2 documentos' }).focus()
    await keys('Enter')
    await page.getByText('1 emitido').waitFor()
    expect(await issued()).toBe(before + 1)
  })
})

test('a lost answer, a reload and the same table again use no folio twice', async () => {
  const before = await issued()
  const table = 'tipo_dte;item;precio\n39;Martillo;5000\n39;Martillo;5000'
  await stage.visit(async ({ page, expectError }) => {
    expectError(/ERR_/)
    let lost = 0
    await page.route('**/v1/dte/emitir/lote', async (route) => {
      if (lost++) return route.continue()
      await route.fetch()
      await route.abort()
    })
    await page.goto(AT)
    await file(page, 'b.csv', table)
    await page.getByRole('button', { name: 'Emitir 2 documentos' }).click()
    await page.getByText('No se sabe si alcanzó a emitirse').waitFor()
    expect(await issued()).toBe(before + 2)
    await page.reload()
    await file(page, 'b.csv', table)
    await page.getByRole('button', { name: 'Emitir 2 documentos' }).click()
    await page.getByText('2 documentos · 2 emitidos').waitFor()
    await page.reload()
    await file(page, 'b.csv', table)
    await page.getByText('2 documentos · 2 emitidos').waitFor()
    expect(await page.getByRole('button', { name: /^Emitir/ }).count()).toBe(0)
    expect(await issued()).toBe(before + 2)
  })
})

test('who may not issue is told which permission is missing', () =>
  stage.visit(
    async ({ page, axe }) => {
      await page.goto(AT)
      await page.getByText('no incluye dte:emitir').waitFor()
      await axe()
    },
    { as: lector },
  ))

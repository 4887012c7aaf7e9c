// The catalogue: made, found, changed with what each price was, deleted and brought back; and the combobox of a line, which says the
// code and leaves the rest to the server (areas/catalogo, dashboard §7).

import { describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { chileDate } from '../../../src/domain/fecha'
import { at, cell, open, total } from './emision'
import { lector, stage, useStage } from './suite'

useStage({ folios: { 33: 20, 39: 20 }, lector: true }, async () => {
  await stage.api('POST', '/v1/tipos-cambio', {
    tipos: [{ moneda: 'UF', fecha: chileDate(new Date()), valor: '40000' }],
  })
  await stage.api('POST', '/v1/catalogo', {
    ...{ codigo: 'CEM-25', nombre: 'Cemento 25 kg', unidad: 'SC', precio: '4180' },
  })
})

const documento = async (tipo: number, folio: number) =>
  (
    await stage.api<{ data: { detalle: object[]; totales: object } }>(
      'GET',
      `/v1/documentos/${tipo}/${folio}`,
    )
  ).data
const folioOf = (page: Page): number => Number(/\/(\d+)$/.exec(new URL(page.url()).pathname)?.[1])
const receiver = async (page: Page): Promise<void> => {
  await page.keyboard.type('96.790.240-3')
  await page.keyboard.press('Tab')
  await page.getByLabel('Razón social').fill('Minera Nueva Limitada')
  await page.getByLabel('Giro').fill('Minería')
  await page.getByLabel('Dirección').fill('Av. Norte 1')
  await page.getByLabel('Comuna').fill('Antofagasta')
}

describe('the catalogue', () => {
  test('takes a product in UF by keys alone, and says what it is in pesos of today', () =>
    stage.visit(async ({ page, axe, keys, narrow }) => {
      await page.goto(at('/catalogo'))
      await page.getByRole('link', { name: 'Cemento 25 kg' }).waitFor()
      await axe()
      await page.getByRole('button', { name: 'Crear un producto' }).focus()
      await keys('Enter')
      const dialog = page.getByRole('dialog', { name: 'Crear un producto' })
      await dialog.waitFor()
      await keys('Enter')
      await dialog.getByText('Escriba el código con que lo busca').waitFor()
      await axe()
      await page.keyboard.type('AND-07')
      await keys('Tab')
      await page.keyboard.type('Arriendo de andamio')
      await keys('Tab')
      await page.keyboard.type('2,5')
      await dialog.getByLabel('Moneda').selectOption('UF')
      await dialog.getByText('$100.000').waitFor()
      await dialog.getByLabel('Unidad').fill('SEM')
      await axe()
      await dialog.getByRole('button', { name: 'Crear el producto' }).click()
      await page.getByRole('heading', { level: 1, name: 'Arriendo de andamio' }).waitFor()
      await page.getByText('$100.000').waitFor()
      await page.getByText('Su precio no ha cambiado.').waitFor()
      await axe()
      await narrow()
      await axe()
      await page.goto(at('/catalogo?q=andamio'))
      await page.getByRole('row', { name: /UF 2,5 neto.*\$100\.000/ }).waitFor()
      await axe()
      await narrow()
    }))

  test('keeps what a price was, and refuses a code that another has', () =>
    stage.visit(async ({ page, axe, expectError }) => {
      expectError(/409/)
      await page.goto(at('/catalogo?q=cem-25'))
      await page.getByRole('link', { name: 'Cemento 25 kg' }).click()
      await page.getByRole('button', { name: 'Editar' }).click()
      const dialog = page.getByRole('dialog', { name: 'Editar Cemento 25 kg' })
      await dialog.getByLabel('Precio', { exact: false }).first().fill('4.500')
      await dialog.getByLabel('Código').fill('and-07')
      await dialog.getByRole('button', { name: 'Guardar' }).click()
      await dialog.getByRole('link', { name: 'Ver ese producto' }).waitFor()
      await dialog.getByLabel('Código').fill('CEM-25')
      await dialog.getByRole('button', { name: 'Guardar' }).click()
      await page.getByRole('row', { name: /\$4\.180 neto \$4\.500 neto/ }).waitFor()
      await page.getByText('precio: de 4.180 a 4.500').waitFor()
      await axe()
    }))

  test('puts one aside and brings it back, and says what a search does not find', () =>
    stage.visit(async ({ page, axe }) => {
      await stage.api('POST', '/v1/catalogo', { codigo: 'VIEJO', nombre: 'Producto viejo', precio: '1' })
      await page.goto(at('/catalogo?q=viejo'))
      await page.getByRole('link', { name: 'Producto viejo' }).click()
      await page.getByRole('button', { name: 'Eliminar' }).click()
      await axe()
      await page.getByRole('button', { name: 'Eliminar el producto' }).dblclick()
      await page.waitForURL((url) => url.pathname === at('/catalogo'))
      await page.getByRole('button', { name: 'Eliminados' }).click()
      await page.getByRole('button', { name: 'Restaurar Producto viejo' }).click()
      await page.getByText('Ningún producto eliminado').waitFor()
      await axe()
      await page.getByRole('button', { name: 'Ver los que están en uso' }).click()
      await page.getByLabel('Buscar').fill('nada así')
      await page.getByText('Ningún producto con «nada así»').waitFor()
      await axe()
    }))

  test('is only read by who may not write it', () =>
    stage.visit(
      async ({ page, axe }) => {
        await page.goto(at('/catalogo'))
        await page.getByRole('link', { name: 'Cemento 25 kg' }).click()
        await page.getByRole('heading', { name: 'Cambios de precio' }).waitFor()
        expect(await page.getByRole('button', { name: /Editar|Eliminar/ }).count()).toBe(0)
        await axe()
      },
      { as: lector },
    ))
})

describe('a line', () => {
  test('finds a product by part of its name, and takes its price of today', () =>
    stage.visit(async ({ page, axe, keys, narrow }) => {
      await open(page, '/emitir/33')
      await receiver(page)
      await cell(page, 'Ítem').focus()
      await page.keyboard.type('andam')
      await page.getByRole('option', { name: /Arriendo de andamio/ }).waitFor()
      await axe()
      await keys('ArrowDown Enter')
      await page.getByText('Del catálogo: AND-07 · UF 2,5').waitFor()
      expect(await cell(page, 'Ítem').inputValue()).toBe('Arriendo de andamio')
      await keys('Tab')
      await page.keyboard.type('2')
      await total(page).getByText('$238.000').waitFor()
      await axe()
      await narrow()
      await axe()
      await page.setViewportSize({ width: 1280, height: 800 })
      await keys('Control+Enter')
      await page.getByRole('heading', { level: 1, name: /^Factura N° \d+$/ }).waitFor()
      expect((await documento(33, folioOf(page))).detalle).toMatchObject([
        { nombre: 'Arriendo de andamio', unidad: 'SEM', cantidad: 2, precio: 100_000, monto: 200_000 },
      ])
    }))

  test('takes the product whose code is typed whole by Enter alone, and Enter goes down otherwise', () =>
    stage.visit(async ({ page, keys }) => {
      await open(page, '/emitir/39')
      await cell(page, 'Ítem').focus()
      await page.keyboard.type('cem-25')
      await page.getByRole('option', { name: /Cemento 25 kg/, selected: true }).waitFor()
      await keys('Enter')
      await page.getByText('Del catálogo: CEM-25 · $4.500').waitFor()
      // A boleta has its prices with IVA: the server puts it on.
      await total(page).getByText('$5.355').waitFor()
      await cell(page, 'Ítem').focus()
      await keys('Enter')
      await page.keyboard.type('cemen')
      await page.getByRole('option', { name: /Cemento 25 kg/ }).waitFor()
      await keys('Escape Enter')
      await cell(page, 'Ítem', 3).waitFor()
      expect(await cell(page, 'Ítem', 2).inputValue()).toBe('cemen')
    }))

  test('is typed over where the person wants, and let go without its name', () =>
    stage.visit(async ({ page, keys }) => {
      await open(page, '/emitir/39')
      await cell(page, 'Ítem').focus()
      await page.keyboard.type('cemento')
      await page.getByRole('option', { name: /Cemento 25 kg/ }).waitFor()
      await keys('ArrowDown Enter')
      await cell(page, 'Ítem').fill('Cemento 25 kg, saco azul')
      await total(page).getByText('$5.355').waitFor()
      await cell(page, 'Precio con IVA').fill('6000')
      await total(page).getByText('$6.000').waitFor()
      await cell(page, 'Ítem').fill('')
      await page.getByText(/^Del catálogo:/).waitFor({ state: 'detached' })
      await cell(page, 'Ítem').fill('Otra cosa')
      await total(page).getByText('$6.000').waitFor()
      await keys('Control+Enter')
      await page.getByRole('heading', { level: 1, name: /^Boleta N° \d+$/ }).waitFor()
      expect((await documento(39, folioOf(page))).detalle).toMatchObject([
        { nombre: 'Otra cosa', monto: 6000 },
      ])
    }))

  test('of a draft still names its product when it is opened again', () =>
    stage.visit(async ({ page }) => {
      const { data } = await stage.api<{ data: { id: string } }>('POST', '/v1/borradores', {
        solicitud: { tipo_dte: 39, detalle: [{ codigo: 'CEM-25', cantidad: 2 }] },
      })
      await open(page, `/emitir/39?borrador=${data.id}`)
      await page.getByText('Del catálogo: CEM-25 · $4.500').waitFor()
      expect(await cell(page, 'Ítem').inputValue()).toBe('Cemento 25 kg')
      await total(page).getByText('$10.710').waitFor()
    }))

  test('has its price in UF without any product', () =>
    stage.visit(async ({ page, axe }) => {
      await open(page, '/emitir/39')
      await cell(page, 'Ítem').fill('Soporte')
      await cell(page, 'Precio con IVA').fill('0,5')
      await page.getByRole('button', { name: 'Más de la línea 1' }).click()
      await page.getByLabel('Moneda del precio').selectOption('UF')
      await total(page).getByText('$20.000').waitFor()
      await page.getByText('En UF, por su valor del día').waitFor()
      await axe()
    }))
})

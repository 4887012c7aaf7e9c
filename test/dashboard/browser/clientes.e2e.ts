// The customer book (areas/clientes §1–§4): made, found as one types, changed, deleted and brought back, imported with what is wrong
// line by line, and in the form of emission, where it is the first field (dashboard §7).

import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { countWork, holdTask } from './people'
import { EMPRESA } from './stage'
import { lector, stage, useStage } from './suite'

const AT = `/app/${EMPRESA.rut}`
const RIO = {
  ...{ rut: '77123456-9', razon_social: 'Constructora Río Claro SpA', giro: 'Obras de edificación' },
  ...{ direccion: 'Camino a Pelarco Km 3,5', comuna: 'Pelarco', forma_pago_defecto: 2 },
}

const dir = mkdtempSync(join(tmpdir(), 'timbre-clientes-'))
useStage({ folios: { 33: 20 }, lector: true })
afterAll(() => rmSync(dir, { recursive: true, force: true }))

describe('the customer book', () => {
  test('is empty at first, says why, and makes the first by keys alone', () =>
    stage.visit(async ({ page, axe, keys, narrow }) => {
      await page.goto(`${AT}/clientes`)
      await page.getByText('Ningún cliente todavía').waitFor()
      await axe()
      await page.getByRole('button', { name: 'Crear el primero' }).focus()
      await keys('Enter')
      const dialog = page.getByRole('dialog', { name: 'Crear un cliente' })
      await dialog.waitFor()
      await axe()
      await keys('Enter')
      await dialog.getByText('Escriba el RUT del cliente').waitFor()
      await page.keyboard.type('77.123.456-9')
      await keys('Tab')
      await page.keyboard.type(RIO.razon_social)
      await keys('Tab')
      await page.keyboard.type(RIO.giro)
      await dialog.getByLabel('Forma de pago').selectOption('2')
      await dialog.getByLabel('Dirección').fill(RIO.direccion)
      await dialog.getByLabel('Comuna').fill(RIO.comuna)
      await axe()
      await dialog.getByRole('button', { name: 'Crear el cliente' }).click()
      await page.getByRole('heading', { level: 1, name: RIO.razon_social }).waitFor()
      await page.getByText('Todavía no le emite ninguno en este ambiente').waitFor()
      await axe()
      await narrow()
      await axe()
    }))

  test('tells whose a RUT is that somebody has, and keeps what was typed', () =>
    stage.visit(async ({ page, expectError }) => {
      expectError(/409/)
      await page.goto(`${AT}/clientes`)
      await page.getByRole('button', { name: 'Crear un cliente' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('RUT', { exact: true }).fill('771234569')
      await dialog.getByLabel('Razón social').fill('Otra')
      await dialog.getByRole('button', { name: 'Crear el cliente' }).click()
      await dialog.getByText('Ya hay un cliente con el RUT 77123456-9').waitFor()
      expect(await dialog.getByLabel('Razón social').inputValue()).toBe('Otra')
      await dialog.getByRole('link', { name: 'Ver ese cliente' }).click()
      await page.getByRole('heading', { level: 1, name: RIO.razon_social }).waitFor()
    }))

  test('goes on with changes left half typed, over what somebody else changed meanwhile', () =>
    stage.visit(async ({ page, axe }) => {
      const { data } = await stage.api<{ data: { id: string }[] }>('GET', '/v1/clientes?q=77123456')
      const { id } = data[0]!
      await page.goto(`${AT}/clientes/${id}`)
      await page.getByRole('button', { name: 'Editar' }).click()
      const dialog = page.getByRole('dialog', { name: /^Editar / })
      await dialog.getByLabel('Contacto').fill('Rosa, en bodega')
      await stage.api('PUT', `/v1/clientes/${id}`, { ...RIO, telefono: '71 2 345678' })
      await page.goto(`${AT}/clientes`)
      await page.getByText('Sin guardar: cambios de un cliente').waitFor()
      await axe()
      await page.getByRole('link', { name: 'Seguir' }).click()
      await dialog.getByText('Sigue lo que dejó sin guardar').waitFor()
      expect(await dialog.getByLabel('Contacto').inputValue()).toBe('Rosa, en bodega')
      expect(await dialog.getByLabel('Teléfono').inputValue()).toBe('71 2 345678')
      await page.keyboard.press('Escape')
      await dialog.getByRole('button', { name: 'Descartar lo escrito' }).click()
      await page.goto(`${AT}/clientes`)
      await page.getByRole('table').waitFor()
      expect(await page.getByText(/^Sin guardar/).count()).toBe(0)
    }))

  test('is imported from a file, which tells its wrong lines, and found as one types', () =>
    stage.visit(async ({ page, axe, narrow }) => {
      const file = join(dir, 'clientes.csv')
      writeFileSync(
        file,
        'rut;razon_social;giro\n76192083-9;Ñandú & Compañía;Zapatería\n77123456-0;Mala;\n78123450-8;Aceros del Maule S.A.;\n',
      )
      await page.goto(`${AT}/clientes`)
      await page.getByRole('button', { name: 'Importar' }).click()
      const dialog = page.getByRole('dialog', { name: 'Importar clientes' })
      await axe()
      await dialog.getByRole('button', { name: 'Un archivo' }).click()
      // A person who opens the browser's own window for files and chooses none is still here.
      await dialog.locator('input[type=file]').dispatchEvent('cancel')
      const chosen = page.waitForEvent('filechooser')
      await dialog.getByRole('button', { name: 'Elegir el archivo' }).click()
      await (await chosen).setFiles(file)
      const done = page.getByRole('dialog', { name: 'Importación terminada' })
      await done.getByText('2 clientes creados').waitFor()
      await done.getByText('Línea 3:').waitFor()
      await done.getByText('77123456-0 no es un RUT válido').waitFor()
      await axe()
      await done.getByRole('button', { name: 'Ver los clientes' }).click()
      await page.getByRole('row', { name: /Ñandú/ }).waitFor()
      await page.getByLabel('Buscar').fill('zapateria')
      await page.getByRole('row', { name: /Aceros/ }).waitFor({ state: 'detached' })
      await page.getByRole('row', { name: /Ñandú/ }).waitFor()
      expect(new URL(page.url()).searchParams.get('q')).toBe('zapateria')
      await axe()
      await narrow()
      await page.getByLabel('Buscar').fill('nadie así')
      await page.getByText('Ningún cliente con «nadie así»').waitFor()
      await axe()
    }))

  test('puts one aside and brings it back, and remembers both', () =>
    stage.visit(async ({ page, axe }) => {
      await page.goto(`${AT}/clientes`)
      await page.getByRole('link', { name: 'Aceros del Maule S.A.' }).click()
      await page.getByRole('button', { name: 'Eliminar' }).click()
      await axe()
      await page.getByRole('button', { name: 'Eliminar el cliente' }).dblclick()
      await page.getByRole('row', { name: /Aceros/ }).waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Eliminados' }).click()
      await page.getByRole('button', { name: 'Restaurar Aceros del Maule S.A.' }).waitFor()
      await axe()
      await page.getByRole('button', { name: 'Restaurar Aceros del Maule S.A.' }).click()
      await page.getByText('Ningún cliente eliminado').waitFor()
      await page.getByRole('button', { name: 'Ver los que están en uso' }).click()
      await page.getByRole('link', { name: 'Aceros del Maule S.A.' }).click()
      await page.getByText('Se restauró').waitFor()
      await axe()
    }))

  test('is only read by who may not write it', () =>
    stage.visit(
      async ({ page, axe }) => {
        await page.goto(`${AT}/clientes`)
        await page.getByRole('link', { name: RIO.razon_social }).waitFor()
        expect(await page.getByRole('button', { name: 'Crear un cliente' }).count()).toBe(0)
        expect(await page.getByRole('button', { name: 'Importar' }).count()).toBe(0)
        await axe()
        await page.getByRole('link', { name: RIO.razon_social }).click()
        await page.getByRole('heading', { name: 'Datos' }).waitFor()
        expect(await page.getByRole('button', { name: 'Editar' }).count()).toBe(0)
      },
      { as: lector },
    ))

  test('says of one that is not there that it is not', () =>
    stage.visit(async ({ page, axe, expectError }) => {
      expectError(/404/)
      await page.goto(`${AT}/clientes/cli_nadie`)
      await page.getByText('El cliente no existe en').waitFor()
      await axe()
    }))
})

describe('a customer in the form of emission', () => {
  const total = (page: import('playwright-core').Page) => page.getByRole('complementary', { name: 'Totales' })

  test('is found though nothing was issued to it yet: 4 fields, no click, 2 keys', () =>
    stage.visit(async ({ page, context, keys }) => {
      const work = await countWork(context)
      await page.goto(`${AT}/emitir/33`)
      await total(page).waitFor()
      await page.keyboard.type('rio claro')
      await page.getByRole('option', { name: RIO.razon_social }).waitFor()
      await keys('Enter')
      await page.getByText(/Obras de edificación .*Del cliente/).waitFor()
      await page.keyboard.type('Arriendo de andamio')
      await keys('Tab')
      await page.keyboard.type('2')
      await keys('Tab Tab')
      await page.keyboard.type('50000')
      await total(page).getByText('$119.000').waitFor()
      await keys('Control+Enter')
      await page.getByRole('heading', { level: 1, name: /^Factura N°/ }).waitFor()
      holdTask('1, a factura to a customer of the book', work(), { fields: 4, clicks: 0, keys: 2 })
      const { data } = await stage.api<{ data: { receptor: object; forma_pago: number } }>(
        'GET',
        '/v1/documentos/33/1',
      )
      expect(data).toMatchObject({ receptor: { rut: RIO.rut, giro: RIO.giro }, forma_pago: 2 })
    }))

  test('is waited for where Enter is quicker than the server', () =>
    stage.visit(async ({ page, keys }) => {
      await page.goto(`${AT}/emitir/33`)
      await total(page).waitFor()
      const seen = Promise.withResolvers<void>()
      await page.route(/\/v1\/(clientes|documentos)/, async (route) => {
        await seen.promise
        await route.continue()
      })
      await page.keyboard.type('rio claro')
      await keys('Enter')
      await page.getByText('Buscando…').waitFor()
      seen.resolve()
      await page.getByText(/Obras de edificación .*Del cliente/).waitFor()
      await page.getByRole('button', { name: 'Elegir otro' }).click()
      await page.keyboard.type('nadie con ese nombre')
      await keys('Enter')
      await page.getByRole('checkbox', { name: 'Guardar cliente' }).waitFor()
      expect(await page.getByLabel('Razón social').inputValue()).toBe('nadie con ese nombre')
    }))

  test('is the one whose page it begins from, its fields marked until they are typed over', () =>
    stage.visit(async ({ page, axe }) => {
      await page.goto(`${AT}/clientes?q=rio`)
      await page.getByRole('link', { name: RIO.razon_social }).click()
      await page.getByRole('heading', { name: 'Facturado' }).waitFor()
      await page.getByText('$119.000').first().waitFor()
      await page.getByRole('link', { name: 'Emitir a este' }).click()
      await page.getByText(/Obras de edificación .*Del cliente/).waitFor()
      // Reopened from what this browser kept it is the same customer still, whom nobody offers to keep.
      await page.getByLabel('Ítem').first().fill('Arriendo')
      await page.getByText('Borrador guardado').waitFor()
      await page.goto(`${AT}/borradores`)
      await page.getByRole('link', { name: 'Factura', exact: true }).first().click()
      await page.getByText(/Obras de edificación .*Del cliente/).waitFor()
      await page.getByRole('button', { name: 'Editar' }).click()
      await page.getByText('Del cliente').first().waitFor()
      expect(await page.getByRole('checkbox', { name: 'Guardar cliente' }).count()).toBe(0)
      await axe()
    }))

  test('is made of somebody new unless that is unticked', () =>
    stage.visit(async ({ page, axe, keys }) => {
      await page.goto(`${AT}/emitir/33`)
      await total(page).waitFor()
      await page.keyboard.type('96.790.240-3')
      await keys('Tab')
      const box = page.getByRole('checkbox', { name: 'Guardar cliente' })
      await box.waitFor()
      expect(await box.isChecked()).toBe(true)
      await page.getByLabel('Razón social').fill('Minera Nueva Limitada')
      await page.getByLabel('Giro').fill('Minería')
      await page.getByLabel('Dirección').fill('Av. Norte 1')
      await page.getByLabel('Comuna').fill('Antofagasta')
      await axe()
      await page.getByLabel('Ítem').first().fill('Flete')
      await page.getByLabel('Precio neto').first().fill('1000')
      await total(page).getByText('$1.190').waitFor()
      await keys('Control+Enter')
      await page.getByRole('heading', { level: 1, name: /^Factura N°/ }).waitFor()
      await page.goto(`${AT}/clientes?q=minera`)
      await page.getByRole('link', { name: 'Minera Nueva Limitada' }).waitFor()
    }))
})

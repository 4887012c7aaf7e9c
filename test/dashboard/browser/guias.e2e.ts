// Open guides by customer: invoiced together, voided, and seen by who may do neither (dashboard §1 task 7; http §5).

import { expect, test } from 'bun:test'
import { countClicks } from './people'
import { EMPRESA } from './stage'
import { breakRoute, failureSaid, lector, stage, useStage } from './suite'

const CLIENTES = [
  {
    ...{ rut: '77123456-9', razon_social: 'Constructora Río Claro SpA', giro: 'Obras de edificación' },
    ...{ direccion: 'Camino a Pelarco Km 3,5', comuna: 'Pelarco' },
  },
  {
    ...{ rut: '78901230-K', razon_social: 'Maderas <b>del</b> Achibueno & Cía', giro: 'Aserraderos' },
    ...{ direccion: 'Ruta L-45 Km 12', comuna: 'Linares' },
  },
] as const
const AT = `/app/${EMPRESA.rut}/guias`

const guide = async (cliente: number, precio: number): Promise<number> => {
  const { data } = await stage.api<{ data: { folio: number } }>('POST', '/v1/dte/emitir', {
    tipo_dte: 52,
    receptor: CLIENTES[cliente],
    detalle: [{ nombre: 'Ladrillo', cantidad: 10, precio }],
    traslado: {
      ...{ ind_traslado: 1, tipo_despacho: 2 },
      no_disponible: ['patente', 'rut_transportista', 'chofer'],
    },
  })
  return data.folio
}

useStage({ folios: { 33: 10, 52: 20 }, lector: true })

test('with none open it says what would wait here', () =>
  stage.visit(async ({ page, axe, narrow }) => {
    await page.goto(AT)
    await page.getByText('Ninguna guía por facturar').waitFor()
    await axe()
    await page.getByRole('button', { name: 'Todas' }).click()
    await page.getByText('Ninguna guía emitida').waitFor()
    await narrow()
  }))

test('task 7: the open guides of a customer are invoiced in 4 clicks', async () => {
  await Promise.all([guide(0, 389), guide(0, 500), guide(1, 700)])
  await stage.visit(async ({ page, context, axe }) => {
    const clicks = await countClicks(context)
    await page.goto(`/app/${EMPRESA.rut}/documentos`)
    await page.getByRole('navigation').getByRole('link', { name: 'Guías' }).click()
    const group = page.getByRole('region', { name: CLIENTES[0].razon_social, exact: true })
    await group.getByRole('row').nth(2).waitFor()
    await page.getByRole('heading', { name: CLIENTES[1].razon_social }).waitFor()
    await group.getByText('Elegir las 2').click()
    await group.getByText('$10.579').waitFor()
    await group.getByRole('button', { name: 'Facturar 2 guías' }).click()
    const dialog = page.getByRole('dialog', { name: `Facturar a ${CLIENTES[0].razon_social}` })
    await dialog.getByText('2 guías por $10.579').waitFor()
    await dialog.getByRole('button', { name: 'Emitir factura' }).click()
    await page.getByRole('heading', { name: /Factura/, level: 1 }).waitFor()
    expect(clicks()).toBe(4)
    const folio = Number(/\/33\/(\d+)/.exec(page.url())?.[1])
    const { data } = await stage.api<{ data: { monto_total: number; guias: number[] } }>(
      'GET',
      `/v1/documentos/33/${folio}`,
    )
    expect([data.monto_total, data.guias.length]).toEqual([10_579, 2])
    // Covered, they wait no more; the other customer's does.
    await page.goto(AT)
    await page.getByRole('heading', { name: CLIENTES[1].razon_social }).waitFor()
    expect(await page.getByRole('heading', { name: CLIENTES[0].razon_social }).count()).toBe(0)
    await page.getByRole('button', { name: 'Todas' }).click()
    await page
      .getByRole('link', { name: `Factura N° ${folio}` })
      .first()
      .waitFor()
    await axe()
  })
})

test('by keys alone: chosen one by one, on credit; what the API refuses stands at its field', async () => {
  await guide(0, 900)
  await stage.visit(async ({ page, axe, keys, narrow }) => {
    await page.goto(AT)
    const group = page.getByRole('region', { name: CLIENTES[0].razon_social, exact: true })
    await group.getByRole('checkbox', { name: /^Elegir la guía/ }).focus()
    await keys('Space')
    await group.getByRole('button', { name: 'Facturar 1 guía' }).focus()
    await keys('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Emitir factura')
    await axe()
    await dialog.getByLabel('Forma de pago').focus()
    await page.keyboard.type('Cr')
    await dialog.getByLabel('Vencimiento').fill('2020-01-01')
    await dialog.getByRole('button', { name: 'Emitir factura' }).focus()
    await keys('Enter')
    await dialog.locator('.falta').first().waitFor()
    expect(await dialog.getByLabel('Vencimiento').getAttribute('aria-invalid')).toBe('true')
    await narrow()
    await axe()
    await dialog.getByLabel('Vencimiento').fill('')
    await dialog.getByRole('button', { name: 'Emitir factura' }).focus()
    await keys('Enter')
    await page.getByRole('heading', { name: /Factura/, level: 1 }).waitFor()
  })
})

test('a lost answer and the same click again issue one invoice', async () => {
  const folio = await guide(0, 1200)
  await stage.visit(async ({ page, expectError }) => {
    expectError(/ERR_/)
    let lost = 0
    await page.route('**/v1/dte/guias/facturar', async (route) => {
      if (lost++) return route.continue()
      await route.fetch()
      await route.abort()
    })
    await page.goto(AT)
    await page.getByLabel(`Elegir la guía ${folio}`).check()
    await page.getByRole('button', { name: 'Facturar 1 guía' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Emitir factura' }).click()
    await dialog.getByText('El servidor no responde').waitFor()
    await dialog.getByRole('button', { name: 'Emitir factura' }).click()
    await page.getByRole('heading', { name: /Factura/, level: 1 }).waitFor()
    const { data } = await stage.api<{
      data: { facturada_por: object; otras_facturas: object[]; folio: number }[]
    }>('GET', '/v1/dte/guias')
    expect(data.find((one) => one.folio === folio)).toMatchObject({ otras_facturas: [] })
  })
})

test('one is voided with a reason, asked for; it waits no more', async () => {
  const folio = await guide(1, 800)
  await stage.visit(async ({ page, axe, keys }) => {
    await page.goto(AT)
    await page.getByRole('button', { name: `Anular la guía ${folio}` }).click()
    const dialog = page.getByRole('dialog', { name: `Anular la guía N° ${folio}` })
    await keys('Enter')
    await dialog.getByText('Diga por qué se anula').waitFor()
    await axe()
    await page.keyboard.type('El cliente no recibió la carga')
    await keys('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByLabel(`Elegir la guía ${folio}`).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Todas' }).click()
    await page.getByText('El cliente no recibió la carga').waitFor()
  })
})

test('who may only read sees them, and nothing to choose or to void', () =>
  stage.visit(
    async ({ page, axe, narrow }) => {
      await page.goto(AT)
      await page.getByRole('heading', { name: CLIENTES[1].razon_social }).waitFor()
      expect(await page.getByRole('checkbox').count()).toBe(0)
      expect(await page.getByRole('button', { name: /^Anular/ }).count()).toBe(0)
      await narrow()
      await axe()
    },
    { as: lector },
  ))

test('a list that the server cannot give says so, and can be asked for again', () =>
  stage.visit(async ({ page, axe }) => {
    const mend = await breakRoute(page, '**/v1/dte/guias?**')
    await page.goto(AT)
    await failureSaid(page)
    await axe()
    await mend()
    await page.getByRole('heading', { name: CLIENTES[1].razon_social }).waitFor()
  }))

// The plan: use, what would not fit, an order to its end (dashboard §10; http §16, §22).

import { expect, test } from 'bun:test'
import { EMPRESA } from './stage'
import { breakRoute, failureSaid, lector, onStage, stage, useStage } from './suite'

const ADDRESS = `/app/${EMPRESA.rut}/plan`
const PRICES = 'Emprendedor=9990/99900,Profesional=29990/299900,Empresa=59990/599900'

useStage({
  env: { TIMBRE_DEFAULT_PLAN: 'Emprendedor', TIMBRE_PLAN_PRICES: PRICES, TIMBRE_BILLING: 'manual' },
  lector: true,
})

test('use stands against its limits, and what would not fit is said and not offered', () =>
  stage.visit(async ({ page, axe, narrow }) => {
    await page.goto(ADDRESS)
    await page.getByText('quedan 1.000').waitFor()
    await page.getByRole('row', { name: 'Emprendedor' }).getByText('El de ahora').waitFor()
    await page.getByText('No cabe: tiene 2 empresas y 2 usuarios').waitFor()
    // A sure refusal is not offered.
    expect(await page.getByRole('button', { name: 'Cambiar al plan Gratis' }).count()).toBe(0)
    // Nothing is paid, so nothing ends with the month.
    await page.getByText('· sin costo').waitFor()
    expect(await page.getByText('no se renueva').count()).toBe(0)
    await axe()
    await narrow()
    await axe()
  }))

test('a larger plan is ordered, paid for among people, confirmed, and charged once', () =>
  stage.visit(async ({ page, axe, keys }) => {
    await page.goto(ADDRESS)
    await page.getByRole('button', { name: 'Cambiar al plan Profesional' }).focus()
    await keys('Enter')
    const dialog = page.getByRole('dialog', { name: 'Cambiar al plan Profesional' })
    await dialog.getByText('Se abre una orden por $29.990').waitFor()
    await axe()
    await dialog.getByRole('button', { name: 'Abrir la orden' }).click()
    await page.getByText('Orden por pagar').waitFor()
    await axe()
    await page.reload()
    await page.getByRole('button', { name: 'Confirmar el pago' }).click()
    await page.getByText('Orden pagada').waitFor()
    await page.getByRole('row', { name: 'Profesional' }).getByText('El de ahora').waitFor()
    await page.getByRole('heading', { name: 'Cobros' }).waitFor()
    expect(await page.getByRole('table', { name: 'Cobros' }).getByText('Pagado').count()).toBe(1)
    await axe()
    await page.getByRole('button', { name: 'Cambiar al plan Emprendedor' }).click()
    await page.getByRole('dialog').getByText('Es menor que el de ahora').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Cambiar de plan' }).click()
    await page.getByText(/El plan Emprendedor rige desde el/).waitFor()
  }))

test('who may not is told which permission is missing', () =>
  stage.visit(
    async ({ page, axe }) => {
      await page.goto(ADDRESS)
      await page.getByText('no incluye billing:administrar').waitFor()
      await axe()
    },
    { as: lector },
  ))

test('where the server’s operator settles payments, who confirms is said', async () => {
  await onStage(
    { env: { TIMBRE_DEFAULT_PLAN: 'Emprendedor', TIMBRE_PLAN_PRICES: PRICES } },
    async (server) => {
      await server.visit(async ({ page }) => {
        await page.goto(ADDRESS)
        await page.getByRole('button', { name: 'Cambiar al plan Empresa' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Abrir la orden' }).click()
        await page.getByRole('button', { name: 'Confirmar el pago' }).click()
        await page.getByText('los pagos los confirma quien administra el servidor').waitFor()
        await page.getByRole('button', { name: 'Anular la orden' }).click()
        await page.getByText('La orden se anuló').waitFor()
      })
    },
  )
}, 60_000)

test('what the server cannot give says so beside what it can', () =>
  stage.visit(async ({ page }) => {
    await breakRoute(page, '**/v1/cuenta/planes')
    await page.goto(ADDRESS)
    await failureSaid(page)
    await page.getByText('Documentos emitidos').waitFor()
  }))

test('an account without limits and without charges is told what it used, and of no plan', async () => {
  await onStage({}, async (server) => {
    await server.visit(async ({ page, axe, narrow }) => {
      await page.goto(ADDRESS)
      await page.getByText('La cuenta no tiene límites ni costo').waitFor()
      await page.getByText('sin límite').first().waitFor()
      expect(await page.getByRole('table', { name: 'Planes' }).count()).toBe(0)
      expect(await page.getByText('Sin costo').count()).toBe(0)
      await axe()
      await narrow()
      await axe()
    })
  })
})

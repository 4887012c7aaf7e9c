// The plan: use, what would not fit, an order to its end (dashboard §10; http §16, §22).

import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createPerson } from './people'
import { EMPRESA, openStage, type Person, type Stage } from './stage'

const ADDRESS = `/app/${EMPRESA.rut}/plan`
const PRICES = 'Emprendedor=9990/99900,Profesional=29990/299900,Empresa=59990/599900'

let stage: Stage
let lector: Person
beforeAll(async () => {
  stage = await openStage({
    env: { TIMBRE_DEFAULT_PLAN: 'Emprendedor', TIMBRE_PLAN_PRICES: PRICES, TIMBRE_BILLING: 'manual' },
  })
  lector = await createPerson(stage, 'lector')
}, 60_000)
afterAll(() => stage.close())

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
  const server = await openStage({ env: { TIMBRE_DEFAULT_PLAN: 'Emprendedor', TIMBRE_PLAN_PRICES: PRICES } })
  try {
    await server.visit(async ({ page }) => {
      await page.goto(ADDRESS)
      await page.getByRole('button', { name: 'Cambiar al plan Empresa' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Abrir la orden' }).click()
      await page.getByRole('button', { name: 'Confirmar el pago' }).click()
      await page.getByText('los pagos los confirma quien administra el servidor').waitFor()
      await page.getByRole('button', { name: 'Anular la orden' }).click()
      await page.getByText('La orden se anuló').waitFor()
    })
  } finally {
    await server.close()
  }
}, 60_000)

test('what the server cannot give says so beside what it can', () =>
  stage.visit(async ({ page }) => {
    await page.route('**/v1/cuenta/planes', (route) =>
      route.fulfill({ status: 500, json: { ok: false, code: 'INTERNAL_ERROR', error: 'Error interno' } }),
    )
    await page.goto(ADDRESS)
    await page.getByRole('alert').getByText('Error interno').waitFor()
    await page.getByText('Documentos emitidos').waitFor()
  }))

test('an account without limits and without charges is told what it used, and of no plan', async () => {
  const server = await openStage()
  try {
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
  } finally {
    await server.close()
  }
})

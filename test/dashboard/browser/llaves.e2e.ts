// Keys: made, shown once, rotated, revoked (dashboard §10; http §15).

import { expect, test } from 'bun:test'
import { EMPRESA } from './stage'
import { breakRoute, failureSaid, lector, stage, useStage } from './suite'

const ADDRESS = `/app/${EMPRESA.rut}/llaves`
const ODD = 'ERP <script>alert(1)</script> & Cía'

useStage({ lector: true })

const statusWith = async (key: string): Promise<number> =>
  (await fetch(`${stage.url}/v1/documentos`, { headers: { 'x-api-key': key } })).status

test('with none it says what a key is for; one is made by keys alone, and its dialog closes only after it was kept', () =>
  stage.visit(async ({ page, axe, keys, narrow }) => {
    await page.goto(ADDRESS)
    await page.getByText('Ninguna llave todavía').waitFor()
    await axe()
    await page.getByRole('button', { name: 'Crear la primera' }).focus()
    await keys('Enter')
    const form = page.getByRole('dialog', { name: 'Crear una llave' })
    await form.waitFor()
    await axe()
    // Nothing but the name is needed.
    await keys('Enter')
    await form.getByText('Póngale un nombre').waitFor()
    expect(await form.getByLabel('Nombre').evaluate((field) => field === document.activeElement)).toBe(true)
    await page.keyboard.type(ODD)
    await keys('Enter')
    const shown = page.getByRole('dialog', { name: 'Guarde la llave ahora' })
    await shown.getByText(ODD).waitFor()
    await axe()
    await keys('Escape Escape')
    const key = (await shown.getByText(/^dte_sim_\w+$/).textContent()) ?? ''
    expect(await statusWith(key)).toBe(200)
    await shown.getByText(`curl -H 'X-API-Key: ${key}'`).waitFor()
    await narrow()
    await axe()
    await shown.getByRole('button', { name: 'La guardé' }).click()
    await shown.waitFor({ state: 'hidden' })
    await page.getByRole('rowheader', { name: ODD }).waitFor()
    expect(await page.content()).not.toContain(key)
    await narrow()
    await axe()
  }))

test('what the API refuses stands at its field, and what was typed stays', () =>
  stage.visit(async ({ page, axe }) => {
    await page.goto(ADDRESS)
    await page.getByRole('button', { name: 'Crear una llave' }).click()
    const form = page.getByRole('dialog', { name: 'Crear una llave' })
    await form.getByLabel('Nombre').fill('Con direcciones')
    await form.getByLabel('Último día').fill('2020-01-01')
    await form.getByRole('button', { name: 'Crear la llave' }).click()
    await form.getByText('debe ser un instante futuro').first().waitFor()
    await axe()
    await form.getByLabel('Último día').fill('')
    await form.getByLabel('Direcciones').fill('300.1.1.1')
    await form.getByRole('button', { name: 'Crear la llave' }).click()
    const field = form.getByLabel('Direcciones')
    await page.waitForFunction(
      (box) => box?.getAttribute('aria-invalid') === 'true',
      await field.elementHandle(),
    )
    expect(await form.getByLabel('Nombre').inputValue()).toBe('Con direcciones')
    await form.getByLabel('Qué puede hacer').selectOption('Sólo leer')
    expect(await form.getByRole('checkbox', { name: 'Emitir documentos' }).isChecked()).toBe(false)
    await form.getByRole('checkbox', { name: 'Emitir documentos' }).check()
    expect(await form.getByLabel('Qué puede hacer').inputValue()).toBe('medida')
  }))

test('a rotated key lives a day beside its successor; a revoked one is refused at once', async () => {
  const { data } = await stage.api<{ data: { api_key: string } }>('POST', '/v1/apikeys', {
    nombre: 'Bodega',
    empresa_id: (await stage.api<{ data: { id: string } }>('GET', '/v1/empresa/actual')).data.id,
    scopes: ['dte:*'],
  })
  await stage.visit(async ({ page, axe, keys, narrow }) => {
    await page.goto(ADDRESS)
    await page.getByRole('button', { name: 'Rotar Bodega' }).click()
    await page.getByRole('dialog').getByText('24 horas más').waitFor()
    await axe()
    await page.getByRole('dialog').getByRole('button', { name: 'Rotar la llave' }).click()
    const shown = page.getByRole('dialog', { name: 'Guarde la llave ahora' })
    const next = (await shown.getByText(/^dte_sim_\w+$/).textContent()) ?? ''
    await shown.getByRole('button', { name: 'La guardé' }).click()
    await page.getByText('Rotada: sirve hasta').waitFor()
    expect([await statusWith(data.api_key), await statusWith(next)]).toEqual([200, 200])
    await page.getByRole('row').filter({ hasText: 'Rotada' }).getByRole('button', { name: 'Revocar' }).click()
    await axe()
    await page.getByRole('dialog').getByRole('button', { name: 'Revocar la llave' }).click()
    const ended = page.getByText('Revocadas y vencidas (1)')
    await ended.waitFor()
    expect(await page.getByText('Revocada el').isVisible()).toBe(false)
    await ended.focus()
    await keys('Enter')
    await page.getByText('Revocada el').waitFor()
    await axe()
    await narrow()
    expect([await statusWith(data.api_key), await statusWith(next)]).toEqual([401, 200])
  })
})

test('who may not is told which permission is missing, and the section is not in the navigation', () =>
  stage.visit(
    async ({ page, axe }) => {
      await page.goto(ADDRESS)
      await page.getByText('no incluye apikeys:administrar').waitFor()
      expect(await page.getByRole('navigation').getByRole('link', { name: 'Llaves' }).count()).toBe(0)
      await axe()
    },
    { as: lector },
  ))

test('a list that the server cannot give says so, and can be asked for again', () =>
  stage.visit(async ({ page, axe }) => {
    const mend = await breakRoute(page, '**/v1/apikeys?**')
    await page.goto(ADDRESS)
    await failureSaid(page)
    await axe()
    await mend()
    await page.getByRole('row').nth(1).waitFor()
  }))

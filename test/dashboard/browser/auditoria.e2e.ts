// The log of changes, for owners (dashboard §5; http §22.3).

import { expect, test } from 'bun:test'
import { createPerson } from './people'
import { EMPRESA, OWNER, type Person } from './stage'
import { breakRoute, failureSaid, stage, useStage } from './suite'

const ADDRESS = `/app/${EMPRESA.rut}/auditoria`
const ODD = 'Llave <script>alert(1)</script> & Cía'

let administrador: Person

useStage({}, async () => {
  administrador = await createPerson(stage, 'administrador')
  const { data } = await stage.api<{ data: { id: string } }>('GET', '/v1/empresa/actual')
  await stage.api('POST', '/v1/apikeys', { nombre: ODD, empresa_id: data.id })
})

test('says who did what from where, is narrowed by subject, person and day, and goes into a file', () =>
  stage.visit(async ({ page, axe, keys, narrow }) => {
    await page.goto(ADDRESS)
    await page.getByText(ODD).waitFor()
    await axe()
    await page.getByLabel('Tema').selectOption('Empresas')
    await page.getByText(ODD).waitFor({ state: 'hidden' })
    expect(await page.getByRole('rowheader', { name: 'Empresas: creada' }).count()).toBe(2)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Guardar CSV' }).focus()
    await keys('Enter')
    const file = await (await download).createReadStream()
    const text = Buffer.concat(await Array.fromAsync(file)).toString()
    expect(text.match(/empresa\.creada/g)?.length).toBe(2)
    expect(text).not.toContain('apikey.creada')
    await page.getByLabel('Quién').fill('nadie@example.cl')
    await page.getByText('Nada con esos filtros').waitFor()
    await axe()
    await page.getByRole('button', { name: 'Quitar los filtros' }).click()
    await page.getByLabel('Quién').fill(OWNER.email)
    await page.getByText(ODD).waitFor()
    await page.getByLabel('Hasta').fill('2020-01-01')
    await page.getByText('Nada con esos filtros').waitFor()
    await page.getByRole('button', { name: 'Quitar los filtros' }).click()
    await page.getByRole('rowheader', { name: 'Llaves: creada' }).waitFor()
    expect(new URL(page.url()).search).toBe('')
    // A link to what was found shows it again, and only filters stay in it.
    await page.goto(`${ADDRESS}?accion=empresa&usuario=${OWNER.email}&desde=ayer&otro=1`)
    await page.getByRole('rowheader', { name: 'Empresas: creada' }).first().waitFor()
    expect(await page.getByLabel('Tema').inputValue()).toBe('empresa')
    expect(await page.getByLabel('Quién').inputValue()).toBe(OWNER.email)
    expect(await page.getByText(ODD).count()).toBe(0)
    await page.waitForURL((url) => !url.search.includes('otro'))
    await page.goto(`${ADDRESS}?pagina=9`)
    await page.getByRole('button', { name: 'Ir a la primera' }).click()
    await page.getByText(ODD).waitFor()
    // No id stands whole in sight, and a phone tells the detail too.
    expect(await page.getByRole('table').innerText()).not.toMatch(/_[0-9A-Z]{20}/)
    await page
      .getByTitle(/^key_[0-9A-Z]{20}/)
      .first()
      .waitFor()
    await narrow()
    expect(await page.getByText(ODD).isVisible()).toBe(true)
    await axe()
  }))

test('who is no owner is told whose it is, and does not find it in the navigation', () =>
  stage.visit(
    async ({ page, axe }) => {
      await page.goto(ADDRESS)
      await page.getByText('La auditoría es de los propietarios').waitFor()
      expect(await page.getByRole('navigation').getByRole('link', { name: 'Auditoría' }).count()).toBe(0)
      await axe()
    },
    { as: administrador },
  ))

test('what the server cannot give says so, and can be asked for again', () =>
  stage.visit(async ({ page }) => {
    const mend = await breakRoute(page, '**/v1/auditoria?**')
    await page.goto(ADDRESS)
    await failureSaid(page)
    await mend()
    await page.getByRole('row').nth(1).waitFor()
  }))

// Log in, look around, log out (dashboard §4, §11).

import { expect, test } from 'bun:test'
import { countWork, holdTask } from './people'
import { EMPRESA, OTRA, OWNER } from './stage'
import { stage, useStage } from './suite'

useStage()

test('logs in with mail address and password, and comes to the company', () =>
  stage.visit(
    async ({ page, axe, narrow }) => {
      await page.goto('/')
      await page.getByRole('heading', { name: 'Entrar a Timbre' }).waitFor()
      await axe()
      await page.getByLabel('Correo').fill(OWNER.email)
      await page.getByLabel('Contraseña').fill('equivocada')
      await page.keyboard.press('Enter')
      await page.getByRole('alert').getByText('El correo o la contraseña no son correctos').waitFor()
      await axe()
      await page.getByLabel('Contraseña').fill(OWNER.password)
      await page.getByRole('button', { name: 'Entrar' }).click()
      await page.getByText('Nada llega al SII').waitFor()
      // Whichever screen is the first.
      const title = await page.getByRole('heading', { level: 1 }).textContent()
      expect(page.url()).toStartWith(`${stage.url}/app/${EMPRESA.rut}/`)
      expect(await page.title()).toBe(`SIMULACIÓN · ${title} · ${EMPRESA.razon_social}`)
      await axe()
      await narrow()
      await axe()
    },
    { as: null },
  ))

test('who forgot the password writes the address once, and is told by words alone what becomes of it', () =>
  stage.visit(
    async ({ page, axe, narrow }) => {
      await page.goto('/app/entrar')
      await page.getByLabel('Correo').fill(OWNER.email)
      await page.getByRole('button', { name: 'Olvidé mi contraseña' }).click()
      await page.getByRole('heading', { name: 'Recuperar la contraseña' }).waitFor()
      expect(await page.getByLabel('Correo').inputValue()).toBe(OWNER.email)
      await page.getByRole('button', { name: 'Enviar el enlace' }).click()
      // No mail goes out here: a check mark would say that one did.
      const said = page.getByRole('status').filter({ hasText: 'Este servidor no envía correos' })
      await said.waitFor()
      expect(await said.textContent()).not.toContain('✓')
      await axe()
      await narrow()
      await page.getByRole('button', { name: 'Volver' }).click()
      expect(await page.getByLabel('Correo').inputValue()).toBe(OWNER.email)
    },
    { as: null },
  ))

test('task 12: to another company by part of its name, from the keyboard', () =>
  stage.visit(async ({ page, context, axe, keys }) => {
    await page.goto(`/app/${EMPRESA.rut}/yo`)
    await page.getByRole('heading', { name: 'Mi acceso' }).waitFor()
    const work = await countWork(context)
    await keys('Control+k')
    await page.getByRole('combobox', { name: 'Folio, RUT' }).waitFor()
    await axe()
    await page.keyboard.type('otra emp')
    await page.getByRole('option', { name: OTRA.razon_social }).waitFor()
    await keys('Enter')
    await page.waitForURL(`**/app/${OTRA.rut}/**`)
    holdTask('12, to another company', work(), { fields: 1, clicks: 0, keys: 2 })
    await page.getByRole('button', { name: OTRA.razon_social }).waitFor()
  }))

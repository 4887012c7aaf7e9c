// A session that ends, goes to another company or loses its server while somebody works (dashboard §4, §6).

import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { createPerson } from './people'
import { EMPRESA, OTRA, OWNER, PASSWORD } from './stage'
import { stage, useStage } from './suite'

useStage()

const openYo = async (page: Page, rut = EMPRESA.rut): Promise<void> => {
  await page.goto(`/app/${rut}/yo`)
  await page.getByRole('heading', { name: 'Mi acceso' }).waitFor()
}

/** Ends every session but the one that asks. */
async function endSessions(): Promise<void> {
  const { data } = await stage.api<{ data: { id: string; actual: boolean }[] }>(
    'GET',
    '/auth/sesiones?limite=100',
  )
  for (const { id, actual } of data) if (!actual) await stage.api('DELETE', `/auth/sesiones/${id}`)
}

test('an ended session asks over the page, where everything typed stays, and the request goes on', () =>
  stage.visit(async ({ page, axe }) => {
    await openYo(page)
    await page.getByLabel('Contraseña actual').fill('no es ésta')
    await page.getByLabel('Contraseña nueva').fill('una muy larga y nueva')
    // It ends once the button is pressed: the stream may tell the page of it, and the question would lie over the button.
    await page.route(
      '**/auth/password',
      async (route) => {
        await endSessions()
        await route.continue()
      },
      { times: 1 },
    )
    await page.getByRole('button', { name: 'Cambiar la contraseña' }).click()
    const dialog = page.getByRole('dialog', { name: 'Su sesión terminó' })
    await dialog.waitFor()
    await axe()
    await page.keyboard.press('Escape')
    await dialog.getByLabel('Contraseña').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    // The answer to what was sent before: the session is new, the current password is still wrong.
    await page.getByRole('alert').waitFor()
    expect(await page.getByLabel('Contraseña nueva').inputValue()).toBe('una muy larga y nueva')
  }))

test('a page of an ended session leads to log in and back to itself', () =>
  stage.visit(async ({ page }) => {
    await endSessions()
    await page.goto(`/app/${OTRA.rut}/yo?x=1`)
    await page.waitForURL('**/app/entrar?**')
    await page.getByLabel('Correo').fill('demo@example.cl')
    await page.getByLabel('Contraseña').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/app/${OTRA.rut}/yo**`)
  }))

test('two tabs with two companies: the one left behind is covered until somebody says for which to go on', () =>
  stage.visit(async ({ page, context, axe }) => {
    await openYo(page)
    const other = await context.newPage()
    await openYo(other, OTRA.rut)
    const cover = page.getByRole('dialog', { name: 'La sesión cambió de empresa' })
    await cover.getByText(OTRA.razon_social).first().waitFor()
    await axe()
    await page.keyboard.press('Escape')
    await cover.getByRole('button', { name: `Volver a ${EMPRESA.razon_social}` }).click()
    await cover.waitFor({ state: 'hidden' })
    const back = other.getByRole('dialog', { name: 'La sesión cambió de empresa' })
    await back.getByRole('button', { name: `Seguir en ${EMPRESA.razon_social}` }).click()
    await other.waitForURL(`**/app/${EMPRESA.rut}/**`)
    await other.getByRole('button', { name: EMPRESA.razon_social }).waitFor()
    expect(await cover.count()).toBe(0)
  }))

test('without the stream the next request learns of it, before anything happens in the wrong name, and goes on after', () =>
  stage.visit(async ({ page, context, keys }) => {
    await page.route('**/v1/events/stream**', (route) => route.abort())
    // The page's own requests are over: the next one is the person's.
    const told = page.waitForResponse(/\/v1\/resumen/)
    await openYo(page)
    await told
    const other = await context.newPage()
    await openYo(other, OTRA.rut)
    await page.bringToFront()
    await keys('Control+k')
    const answers: number[] = []
    page.on('response', (response) => {
      if (response.url().includes('/v1/documentos')) answers.push(response.status())
    })
    await page.keyboard.type('7')
    const cover = page.getByRole('dialog', { name: 'La sesión cambió de empresa' })
    await cover.getByRole('button', { name: `Volver a ${EMPRESA.razon_social}` }).click()
    await cover.waitFor({ state: 'hidden' })
    while (!answers.includes(200)) await page.waitForEvent('response')
    expect(answers[0]).toBe(409)
  }))

test('logging out takes the other tab along, and nothing is left to go back to', () =>
  stage.visit(async ({ page, context }) => {
    await openYo(page)
    const other = await context.newPage()
    await openYo(other)
    await page.getByRole('button', { name: 'Cerrar la sesión', exact: true }).click()
    await page.waitForURL('**/app/entrar')
    await other.waitForURL('**/app/entrar')
    await page.goto(`/app/${EMPRESA.rut}/yo`)
    await page.getByRole('heading', { name: 'Entrar a Timbre' }).waitFor()
  }))

test('somebody else who logs in takes the session of the other tab, which says so and is of nobody', async () => {
  const other = await createPerson(stage, 'emisor')
  await stage.visit(async ({ page, context, axe, narrow }) => {
    await openYo(page)
    const second = await context.newPage()
    await second.goto('/app/entrar')
    // A person who comes back as the same one disturbs nobody.
    await second.getByLabel('Correo').fill(OWNER.email)
    await second.getByLabel('Contraseña').fill(OWNER.password)
    await second.keyboard.press('Enter')
    await second.getByRole('button', { name: EMPRESA.razon_social }).waitFor()
    expect(page.url()).toEndWith('/yo')
    await second.goto('/app/entrar')
    await second.getByLabel('Correo').fill(other.email)
    await second.getByLabel('Contraseña').fill(other.password)
    await second.keyboard.press('Enter')
    await page.waitForURL('**/app/entrar?otra')
    await page.getByText('En otra pestaña entró otra persona').waitFor()
    await second.getByRole('link', { name: 'Persona emisor' }).waitFor()
    await axe()
    await narrow()
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('link', { name: 'Seguir con la sesión' }).click()
    await page.getByRole('link', { name: 'Persona emisor' }).waitFor()
  })
})

test('drafts of this browser go with the session, after asking', () =>
  stage.visit(async ({ page, axe }) => {
    await openYo(page)
    const { data } = await stage.api<{ data: { usuario: { id: string } } }>('GET', '/auth/me')
    await page.evaluate(
      (id) => localStorage.setItem(`timbre:borrador:${id}:emp:simulacion:1`, '{}'),
      data.usuario.id,
    )
    await page.getByRole('button', { name: 'Cerrar la sesión', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Cerrar la sesión' })
    await dialog.getByText('1 borrador').waitFor()
    await axe()
    await dialog.getByRole('button', { name: 'Cerrar y borrar los borradores' }).click()
    await page.waitForURL('**/app/entrar')
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('borrador'))),
    ).toEqual([])
  }))

test('a server that died is told of, and the page goes on when it is back', () =>
  stage.visit(async ({ page, axe, keys, expectError }) => {
    expectError('ERR_CONNECTION_REFUSED')
    expectError('ERR_INCOMPLETE_CHUNKED_ENCODING')
    await openYo(page)
    await page.getByRole('row').nth(1).waitFor()
    await stage.kill()
    await keys('Control+k')
    await page.keyboard.type('12')
    const bar = page.getByText('Sin conexión con el servidor. Lo escrito queda en este equipo.')
    await bar.waitFor()
    await keys('Escape')
    await axe()
    await page.getByLabel('Contraseña actual').fill(PASSWORD)
    await page.getByLabel('Contraseña nueva').fill('una muy larga y nueva')
    await keys('Enter')
    await page.getByText('Sin conexión con el servidor: esto aún no se envió.').waitFor()
    await stage.resume()
    await bar.waitFor({ state: 'hidden', timeout: 40_000 })
    expect(await page.getByLabel('Contraseña nueva').inputValue()).toBe('una muy larga y nueva')
  }))

test('so is one that takes connections and answers nothing (dashboard §6)', () =>
  stage.visit(async ({ page }) => {
    await openYo(page)
    await page.getByRole('row').nth(1).waitFor()
    const bar = page.getByText('Sin conexión con el servidor. Lo escrito queda en este equipo.')
    stage.hang(true)
    try {
      await page.getByRole('link', { name: 'Documentos' }).click()
      await bar.waitFor({ timeout: 40_000 })
    } finally {
      stage.hang(false)
    }
    await bar.waitFor({ state: 'hidden', timeout: 40_000 })
    await page.getByRole('heading', { level: 1, name: 'Documentos' }).waitFor()
  }))

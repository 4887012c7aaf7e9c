// The obstacles: the plan, the role, the environment; told by the shell alike on every screen (dashboard §6,
// §11).

import { expect, test } from 'bun:test'
import { createPerson } from './people'
import { EMPRESA, OTRA, OWNER } from './stage'
import { onStage, stage, useStage } from './suite'

const FOLIOS = `/app/${EMPRESA.rut}/folios`

useStage({ folios: { 39: 5 } })

test('where the month’s questions to the SII are used up, that is said with the day of more, and what was typed stays', async () => {
  // The smallest plan admits one company and fifty questions.
  await onStage({ empty: true, env: { TIMBRE_DEFAULT_PLAN: 'Gratis' } }, async (small) => {
    const registered = await fetch(`${small.url}/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ nombre: 'Dueña', ...OWNER }),
    })
    expect(registered.status).toBe(201)
    const { data } = await small.api<{ data: { id: string } }>('POST', '/v1/empresa', EMPRESA)
    await small.api('POST', '/v1/empresa/seleccionar', { empresa_id: data.id })
    // Before the certificate: the simulator's desk gives them, without the walk through the portal's pages.
    for (let used = 0; used < 50; used++)
      await small.api('POST', '/v1/dte/folios/solicitar', { tipo_dte: 39, cantidad: 1 })
    await small.api('POST', `/v1/empresa/${data.id}/certificado`, { simulado: true })
    await small.visit(async ({ page, axe, narrow }) => {
      await page.goto(FOLIOS)
      await page.getByRole('button', { name: 'Pedir folios de boleta' }).click()
      const dialog = page.getByRole('dialog', { name: 'Pedir folios de boleta' })
      await dialog.getByLabel('Cuántos').fill('7')
      await dialog.getByRole('button', { name: 'Pedir 7 folios' }).click()
      await dialog.getByText('Límite del plan').waitFor()
      await dialog.getByText(/Usado este mes: 50 de 50\. Se renueva el 01-\d\d-\d{4}/).waitFor()
      expect(await dialog.getByLabel('Cuántos').inputValue()).toBe('7')
      await axe()
      await narrow()
      await axe()
      await dialog.getByRole('link', { name: 'Ver los planes' }).click()
      await page.getByRole('heading', { level: 1, name: 'Plan' }).waitFor()
      await page.getByText('quedan 0').or(page.getByText('50 de 50')).first().waitFor()
      // A feature outside the plan has no month to wait for.
      await page.goto(`/app/${EMPRESA.rut}/usuarios`)
      await page.getByRole('button', { name: 'Invitar a una persona' }).first().click()
      const invite = page.getByRole('dialog', { name: 'Invitar a una persona' })
      await invite.getByLabel('Correo').fill('ana@example.cl')
      await invite.getByRole('button', { name: 'Invitar' }).click()
      await invite.getByText('Límite del plan').waitFor()
      expect(await invite.getByText('Se renueva').count()).toBe(0)
      await axe()
    })
  })
}, 90_000)

test('a right that is taken while its page is open is said at the next try, and the page is no more at the one after', async () => {
  const person = await createPerson(stage, 'administrador')
  const { data: people } = await stage.api<{ data: { id: string; email: string }[] }>('GET', '/v1/usuarios')
  const id = people.find(({ email }) => email === person.email)?.id
  await stage.visit(
    async ({ page, axe }) => {
      await page.goto(`/app/${EMPRESA.rut}/llaves`)
      await page.getByRole('button', { name: 'Crear una llave' }).click()
      const dialog = page.getByRole('dialog', { name: 'Crear una llave' })
      await dialog.getByLabel('Nombre').fill('ERP')
      await stage.api('PUT', `/v1/usuarios/${id}`, { permisos_quitados: ['apikeys:administrar'] })
      await dialog.getByRole('button', { name: 'Crear la llave' }).click()
      await dialog.getByRole('alert').getByText('Pídalo a un propietario').waitFor()
      expect(await dialog.getByLabel('Nombre').inputValue()).toBe('ERP')
      await axe()
      await page.reload()
      await page.getByText('no incluye apikeys:administrar').waitFor()
      await axe()
    },
    { as: person },
  )
})

test('certificación and producción are told by band, badge and title, in every colour and on a phone', async () => {
  const { data } = await stage.api<{ data: { id: string; rut: string }[] }>('GET', '/v1/empresa')
  const id = data.find(({ rut }) => rut === OTRA.rut)?.id
  await stage.visit(async ({ page, axe, narrow }) => {
    await stage.api('PUT', `/v1/empresa/${id}`, { ambiente: 'certificacion' })
    await page.goto(`/app/${OTRA.rut}/folios`)
    await page.getByText('CERTIFICACIÓN · Sin valor tributario').waitFor()
    await page.getByText('Aún no hay folios en este ambiente').waitFor()
    // At the SII's own pages, here too.
    await page.getByRole('button', { name: 'Pedir folios' }).first().waitFor()
    expect(await page.title()).toStartWith('CERTIFICACIÓN · Folios')
    await axe()
    await narrow()
    await page.setViewportSize({ width: 1280, height: 800 })
    await stage.api('PUT', `/v1/empresa/${id}`, {
      ambiente: 'produccion',
      resolucion: { numero: 80, fecha: '2014-08-22' },
    })
    await page.reload()
    const company = page.getByRole('button', { name: /Cambiar de empresa/ })
    await company.getByText('PRODUCCIÓN').waitFor()
    expect(await page.title()).toStartWith('PRODUCCIÓN · Folios')
    expect(await page.getByText('Nada llega al SII').count()).toBe(0)
    await axe()
    await narrow()
    await company.getByText('PRODUCCIÓN').waitFor()
    // Looked at from a company that works elsewhere, it has a band of its own.
    await page.goto(`${FOLIOS}?ambiente=produccion`)
    await page.getByText('Sólo mira: la empresa trabaja en otro ambiente').waitFor()
    await axe()
    await narrow()
  })
})

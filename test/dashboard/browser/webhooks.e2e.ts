// Webhooks against a receiver that answers, and then does not (dashboard §10; http §12).

import { afterAll, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { EMPRESA } from './stage'
import { breakRoute, failureSaid, lector, stage, useStage } from './suite'

const ADDRESS = `/app/${EMPRESA.rut}/webhooks`

let receiver: ReturnType<typeof Bun.serve>
let answer = 200
const got: { body: string; signature: string | null }[] = []
useStage({ lector: true }, async () => {
  receiver = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      got.push({ body: await request.text(), signature: request.headers.get('x-webhook-signature') })
      return new Response('{"visto":"<b>sí</b> & no"}', { status: answer })
    },
  })
})
afterAll(() => receiver.stop(true))

const create = async (more: object = {}): Promise<string> =>
  (
    await stage.api<{ data: { id: string } }>('POST', '/v1/webhooks', {
      url: `http://127.0.0.1:${receiver.port}/h`,
      ...more,
    })
  ).data.id

test('one is made, its secret shown once, tried, and what was sent is signed by that secret', () =>
  stage.visit(async ({ page, axe, keys, narrow }) => {
    await page.goto(ADDRESS)
    await page.getByText('Ningún webhook todavía').waitFor()
    await axe()
    await page.getByRole('button', { name: 'Crear el primero' }).click()
    const form = page.getByRole('dialog', { name: 'Crear un webhook' })
    await keys('Enter')
    await form.getByText('Escriba la dirección').waitFor()
    await page.keyboard.type('no es una dirección')
    await keys('Enter')
    await form
      .getByRole('textbox', { name: 'Dirección', exact: true })
      .and(page.locator('[aria-invalid]'))
      .waitFor()
    await form.getByLabel('Dirección').fill(`http://127.0.0.1:${receiver.port}/hooks?a=1&b=<script>`)
    await form.getByLabel('Descripción').fill('ERP <script>alert(1)</script> & Cía')
    await form.getByLabel('Todos los eventos').uncheck()
    await form.getByRole('checkbox', { name: 'El SII recibió el documento' }).check()
    await axe()
    await form.getByRole('button', { name: 'Crear el webhook' }).click()
    const shown = page.getByRole('dialog', { name: 'Guarde el secreto ahora' })
    const secret = (await shown.getByText(/^whsec_/).textContent()) ?? ''
    await keys('Escape')
    await axe()
    await shown.getByRole('button', { name: 'La guardé' }).click()
    await page.getByRole('heading', { level: 1, name: `Webhook de 127.0.0.1:${receiver.port}` }).waitFor()
    await page.getByText('Nada se ha enviado en 30 días').waitFor()
    await page.getByText('ERP <script>alert(1)</script> & Cía').waitFor()
    await page.getByRole('region', { name: 'Documentos' }).getByText('dte.emitido').waitFor()
    await axe()
    await page.getByRole('button', { name: 'Probar' }).click()
    await page.getByRole('row').getByText('Entregada').waitFor()
    await page.getByRole('button', { name: 'Ver la entrega de webhook.prueba' }).click()
    const delivery = page.getByRole('dialog', { name: 'Entrega' })
    await delivery.getByText('"visto": "<b>sí</b> & no"').waitFor()
    const sent = got.at(-1)
    expect(await delivery.getByRole('region', { name: 'Cuerpo enviado' }).textContent()).toBe(
      sent?.body ?? null,
    )
    const signature = `sha256=${createHmac('sha256', secret)
      .update(sent?.body ?? '')
      .digest('hex')}`
    expect(sent?.signature).toBe(signature)
    await delivery.getByText(`x-webhook-signature: ${signature}`).waitFor()
    await axe()
    await narrow()
    await keys('Escape')
    await page.getByRole('button', { name: 'Ver la entrega' }).waitFor()
    await narrow()
    await axe()
  }))

test('what was not delivered is found by its state and sent again', async () => {
  const id = await create({ descripcion: 'Falla' })
  await stage.visit(async ({ page, axe, keys }) => {
    answer = 500
    await page.goto(`${ADDRESS}/${id}`)
    await page.getByRole('button', { name: 'Probar' }).click()
    await page.getByText('HTTP 500').waitFor()
    await page.getByText('Se intenta de nuevo').waitFor()
    await page.getByText('Falla desde el').waitFor()
    await axe()
    await page.getByRole('button', { name: 'Ver la entrega de webhook.prueba' }).click()
    const delivery = page.getByRole('dialog', { name: 'Entrega' })
    await delivery.getByText('Intento 1').waitFor()
    await delivery.getByRole('button', { name: 'Reenviar' }).click()
    await delivery.getByText('Intento 2').waitFor()
    await axe()
    await keys('Escape')
    await page.getByRole('button', { name: 'Entregadas' }).click()
    await page.getByText('Ninguna en ese estado').waitFor()
    await page.getByRole('button', { name: 'Pendientes' }).click()
    answer = 200
    await page.getByRole('button', { name: 'Reenviar webhook.prueba' }).click()
    await page.getByRole('button', { name: 'Todas' }).click()
    await page.getByRole('row').getByText('Entregada').waitFor()
  })
})

test('it is changed, its secret rotated, switched off and on, and deleted', async () => {
  const id = await create()
  await stage.visit(async ({ page, axe, keys }) => {
    await page.goto(`${ADDRESS}/${id}`)
    await page.getByRole('button', { name: 'Cambiar', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Descripción').fill('Otra')
    await page.getByRole('button', { name: 'Guardar los cambios' }).click()
    await page.getByText('Otra', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Más acciones' }).focus()
    await keys('Enter')
    await page.locator('[role=menuitem]:focus').waitFor()
    await keys('Enter')
    await page.getByRole('dialog', { name: 'Rotar el secreto' }).getByText('24 horas').waitFor()
    await axe()
    await page.getByRole('dialog').getByRole('button', { name: 'Rotar el secreto' }).click()
    await page.getByRole('dialog').getByText('El anterior firma también').waitFor()
    await page.getByRole('button', { name: 'La guardé' }).click()
    await page.getByRole('button', { name: 'Más acciones' }).click()
    await page.getByRole('menuitem', { name: 'Apagar' }).click()
    await page.getByText('Apagado').waitFor()
    await page.getByRole('button', { name: 'Activar' }).click()
    await page.getByText(/✓\s*Activo/).waitFor()
    await page.getByRole('button', { name: 'Más acciones' }).click()
    await page.getByRole('menuitem', { name: 'Borrar' }).click()
    await axe()
    await page.getByRole('dialog').getByRole('button', { name: 'Borrar el webhook' }).click()
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
    await page.goto(`${ADDRESS}/${id}`)
    await page.getByText('Ese webhook no existe').waitFor()
    await axe()
    await page.getByRole('link', { name: 'Ir a Webhooks' }).click()
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
  })
})

test('one that answers 410 is switched off by the server, which says why', async () => {
  const id = await create()
  await stage.visit(async ({ page, axe }) => {
    answer = 410
    await page.goto(`${ADDRESS}/${id}`)
    await page.getByRole('button', { name: 'Probar' }).click()
    await page.getByText('El servidor lo desactivó').waitFor()
    await axe()
    answer = 200
  })
})

test('who may not is told which permission is missing', () =>
  stage.visit(
    async ({ page, axe }) => {
      await page.goto(ADDRESS)
      await page.getByText('no incluye webhooks:administrar').waitFor()
      await axe()
    },
    { as: lector },
  ))

test('a list that the server cannot give says so, and can be asked for again', () =>
  stage.visit(async ({ page }) => {
    const mend = await breakRoute(page, '**/v1/webhooks?**')
    await page.goto(ADDRESS)
    await failureSaid(page)
    await mend()
    await page.getByRole('row').nth(1).waitFor()
  }))

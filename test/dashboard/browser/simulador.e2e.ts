// The simulator's desk: clock, faults, ledger, the receiver's answer (dashboard §10; http §24).

import { expect, test } from 'bun:test'
import { formatDate } from '../../../src/dashboard/ui/format'
import { EMPRESA, OTRA } from './stage'
import { breakRoute, lector, stage, useStage } from './suite'

const ADDRESS = `/app/${EMPRESA.rut}/simulador`

useStage({ folios: { 33: 5 }, lector: true })

test('before anything was sent it says so; faults are played and taken back', () =>
  stage.visit(async ({ page, axe, keys, narrow }) => {
    await page.goto(ADDRESS)
    await page.getByText('El SII simulado no ha recibido nada').waitFor()
    await page.getByText('Ninguna: el SII simulado responde a todo').waitFor()
    await axe()
    await page.getByLabel('Servicio').selectOption('estado_dte')
    // Text that is no count is not taken for none, which would be for ever.
    await page.getByLabel('Veces').fill('muchas')
    await page.getByLabel('Veces').press('Enter')
    await page.getByText('No es un número').waitFor()
    await page.getByLabel('Veces').fill('3')
    await page.getByLabel('Veces').press('Enter')
    await page.getByText('Estado de un documento: responde HTTP 503 · quedan 3 veces').waitFor()
    const { data } = await stage.api<{ data: { servicio: string; quedan: number }[] }>(
      'GET',
      '/simulador/fallas',
    )
    expect(data).toMatchObject([{ servicio: 'estado_dte', quedan: 3 }])
    await page.getByLabel('Falla', { exact: true }).selectOption('contradiccion')
    await page.getByRole('button', { name: 'Provocar la falla' }).click()
    await page.getByRole('alert').waitFor()
    await axe()
    await narrow()
    await page.getByRole('button', { name: 'Quitar todas' }).focus()
    await keys('Enter')
    await page.getByText('Ninguna: el SII simulado responde a todo').waitFor()
  }))

test('what was received stands there with its verdict and bytes, and its receiver answers', async () => {
  await stage.api('POST', '/v1/dte/emitir', {
    tipo_dte: 33,
    forma_pago: 2,
    receptor: {
      rut: OTRA.rut,
      razon_social: 'Compra <script>alert(1)</script> & Cía',
      giro: 'Compras',
      direccion: 'Dos 3',
      comuna: 'Ñuñoa',
    },
    detalle: [{ nombre: 'Martillo & <b>clavos</b>', precio: 1000 }],
  })
  await stage.visit(async ({ page, axe, keys, narrow }) => {
    await page.goto(ADDRESS)
    await page.getByRole('row', { name: 'Factura N° 1' }).getByText('Aceptado').waitFor()
    await axe()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'XML recibido de Factura 1' }).click()
    expect((await download).suggestedFilename()).toBe('recibido-33-1.xml')
    await page.getByRole('button', { name: 'Responder Factura 1 como receptor' }).focus()
    await keys('Enter')
    const desk = page.getByRole('dialog', { name: 'Responder Factura N° 1' })
    await desk.getByLabel('Qué hace').selectOption('RCD')
    await axe()
    await desk.getByRole('button', { name: 'Responder' }).click()
    await page.getByText('El receptor respondió').waitFor()
    await page.getByRole('row', { name: 'Factura N° 1' }).getByText('RCD').waitFor()
    // Claiming and accepting exclude each other: the SII's refusal is said.
    await page.getByRole('button', { name: 'Responder Factura 1 como receptor' }).click()
    await desk.getByLabel('Qué hace').selectOption('ACD')
    await desk.getByRole('button', { name: 'Responder' }).click()
    await desk.getByRole('alert').waitFor()
    await axe()
    await keys('Escape')
    await narrow()
    await axe()
  })
})

test('a magic receiver is one click from its invoice, which meets its end', () =>
  stage.visit(async ({ page, axe, narrow, keys }) => {
    await page.goto(ADDRESS)
    const row = page.getByRole('row', { name: '90.000.004-9' })
    await row.getByRole('link', { name: 'Emitir a este' }).waitFor()
    await axe()
    await narrow()
    await page.setViewportSize({ width: 1280, height: 800 })
    await row.getByRole('link', { name: 'Emitir a este' }).click()
    await page.getByText('Receptor de prueba').waitFor()
    await page.getByText('90.000.004-9').waitFor()
    await page.locator('.emitir-totales').getByText('$59.381').first().waitFor()
    await keys('Control+Enter')
    await page.locator('.veredicto').getByText('Con reparos').waitFor()
  }))

test('what the simulator cannot give says so, each part by itself, and can be asked for again', () =>
  stage.visit(async ({ page, axe }) => {
    const mend = await breakRoute(page, '**/simulador/libro*')
    await page.goto(ADDRESS)
    const ledger = page.locator('section', { has: page.getByRole('heading', { name: 'El otro lado' }) })
    await ledger.getByRole('alert').getByText('Error interno').waitFor()
    await page.getByText('En el SII simulado son las').waitFor()
    await axe()
    await mend()
    await ledger.getByRole('row', { name: 'Factura N° 1' }).waitFor()
  }))

test('the clock goes forward', () =>
  stage.visit(async ({ page, axe }) => {
    await page.goto(ADDRESS)
    await page.getByText('En el SII simulado son las').waitFor()
    const before = await stage.api<{ data: { ahora: string } }>('GET', '/simulador/reloj')
    await page.getByRole('button', { name: '+8 días' }).click()
    await page.waitForFunction(
      (text) => !document.querySelector('#reloj')?.parentElement?.textContent?.includes(text),
      before.data.ahora.slice(8, 10).concat('-', before.data.ahora.slice(5, 7)),
    )
    const after = await stage.api<{ data: { ahora: string } }>('GET', '/simulador/reloj')
    const days = (Date.parse(after.data.ahora) - Date.parse(before.data.ahora)) / 86_400_000
    expect(Math.round(days)).toBe(8)
    // Every page says so.
    const said = `Reloj del simulador movido: ${formatDate(after.data.ahora)}`
    await page.locator('.banda').getByText(said).waitFor()
    await axe()
    await page.goto(`/app/${EMPRESA.rut}/yo`)
    await page.locator('.banda').getByText(said).waitFor()
    // Back to the hour of everybody, nothing is said.
    await stage.api('POST', '/simulador/reloj', { fijar: new Date().toISOString() })
    const asked = page.waitForResponse('**/simulador/reloj')
    await page.reload()
    await page.getByRole('heading', { name: 'Mi acceso' }).waitFor()
    await (await asked).finished()
    expect(await page.getByText('Reloj del simulador movido').count()).toBe(0)
  }))

test('where it is not, and for whom it is not, that is said', async () => {
  await stage.visit(
    async ({ page, axe }) => {
      await page.goto(ADDRESS)
      await page.getByText('no incluye empresa:administrar').waitFor()
      await axe()
    },
    { as: lector },
  )
  const { data } = await stage.api<{ data: { id: string; rut: string }[] }>('GET', '/v1/empresa')
  const other = data.find(({ rut }) => rut === OTRA.rut)
  await stage.api('PUT', `/v1/empresa/${other?.id}`, { ambiente: 'certificacion' })
  await stage.visit(async ({ page, axe }) => {
    await page.goto(`/app/${OTRA.rut}/simulador`)
    await page.getByText('El simulador es de las empresas en simulación').waitFor()
    await axe()
  })
})

test('with several accounts in the server, what is of all is explained with a simulator of one’s own', () =>
  stage.visit(async ({ page, axe }) => {
    const error =
      'El reloj, las fallas, los ajustes y los contribuyentes valen para todas las cuentas de este servidor'
    await page.route('**/simulador/reloj', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 403, json: { ok: false, code: 'FORBIDDEN', error } })
        : route.continue(),
    )
    await page.goto(ADDRESS)
    await page.getByRole('button', { name: '+1 día' }).click()
    await page.getByText('timbre simulador --port').waitFor()
    await page.getByText(error).waitFor()
    await axe()
  }))

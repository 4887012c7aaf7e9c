// Reports of used folios: the days of a month, a day told before it is sent, sent again on insistence alone, stopped and retried
// (areas/rcof §2, §3; dashboard §6, §16).

import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { addDays, chileDate } from '../../../src/domain/fecha'
import { countClicks } from './people'
import { EMPRESA } from './stage'
import { breakRoute, failureSaid, lector, stage, useStage, withoutServer } from './suite'

const AT = `/app/${EMPRESA.rut}/rcof`
const HOY = chileDate(new Date())
const dayBefore = (days: number): string => addDays(HOY, -days)
const words = (fecha: string): string => fecha.split('-').reverse().join('-')

useStage({ folios: { 39: 20 }, lector: true }, async () => {
  for (const precio of [1190, 2380])
    await stage.api('POST', '/v1/dte/emitir', {
      tipo_dte: 39,
      detalle: [{ nombre: 'Pan', cantidad: 1, precio }],
    })
})

const openDay = async (page: Page, fecha: string): Promise<void> => {
  await page.goto(`${AT}/${fecha}`)
  await page.getByRole('heading', { level: 1, name: `Consumo de folios del ${words(fecha)}` }).waitFor()
}
const known = (page: Page) => page.getByRole('region', { name: 'Lo informado' })
const accepted = async (page: Page, envio: number): Promise<void> => {
  await known(page)
    .getByText(new RegExp(`^${envio}, el `))
    .waitFor()
  await known(page).getByText('Aceptado').waitFor()
}

describe('a month', () => {
  test('tells of each day whether it was reported, and that nobody must any more', () =>
    stage.visit(async ({ page, axe, narrow }) => {
      await page.goto(AT)
      await page.getByText('Ya no es obligatorio').waitFor()
      await page
        .getByRole('row', { name: new RegExp(`^${words(HOY)}`) })
        .getByText('Aún no termina')
        .waitFor()
      await axe()
      await page.getByLabel('Mes', { exact: true }).selectOption('202207')
      await page.getByText('31 días sin informar de julio de 2022').waitFor()
      expect(await page.getByText(/Falta$/).count()).toBe(31)
      expect(new URL(page.url()).searchParams.get('mes')).toBe('202207')
      await page.getByRole('button', { name: 'Sin informar' }).click()
      await page.getByRole('row', { name: /^31-07-2022/ }).waitFor()
      await axe()
      await narrow()
      await axe()
    }))

  test('of a slow server shows that it is on its way, and goes on showing what it had while another comes', () =>
    stage.visit(async ({ page, axe }) => {
      let held = Promise.withResolvers<void>()
      await page.route('**/v1/dte/rcof?**', async (route) => {
        await held.promise
        await route.continue()
      })
      await page.goto(AT)
      await page.getByRole('main').getByText('Cargando').waitFor({ state: 'attached' })
      await axe()
      held.resolve()
      const table = page.getByRole('table')
      await table.waitFor()
      held = Promise.withResolvers()
      await page.getByLabel('Mes', { exact: true }).selectOption('202610')
      await page.locator('table[aria-busy=true]').waitFor()
      held.resolve()
      await page.getByRole('link', { name: '31-10-2026' }).waitFor()
    }))

  test('that the server cannot give says so, and can be asked for again', () =>
    stage.visit(async ({ page, axe }) => {
      const mend = await breakRoute(page, '**/v1/dte/rcof?**')
      await page.goto(AT)
      await failureSaid(page)
      await axe()
      await mend()
      await page.getByText(/sin informar de/).waitFor()
    }))
})

describe('a day', () => {
  test('is told before it is sent, with its cost, and sent by keys alone', () =>
    stage.visit(async ({ page, axe, narrow, keys }) => {
      const fecha = dayBefore(1)
      await openDay(page, fecha)
      await known(page).getByText('No es obligatorio desde el 01-08-2022').waitFor()
      await page.getByText('Así se cuenta el día ahora').waitFor()
      await page.getByText(/Informar un día gasta una consulta al SII.*No tienen límite/).waitFor()
      await axe()
      await page.getByRole('button', { name: 'Enviar al SII' }).focus()
      await keys('Enter')
      await accepted(page, 1)
      await known(page).getByText('EPR · Envio Procesado').waitFor()
      await page.getByText('Lo mismo que dijo el envío 1').waitFor()
      await axe()
      await narrow()
      await axe()
      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Guardar el XML' }).click()
      const download = await saved
      expect(download.suggestedFilename()).toBe(`RCOF_${EMPRESA.rut}_${fecha}_1_simulacion.xml`)
      expect(readFileSync(await download.path(), 'latin1')).toContain('<ConsumoFolios')
    }))

  test('that did not change is sent again once the question is answered, and the one before is told', () =>
    stage.visit(async ({ page, context, axe, narrow, keys }) => {
      await page.goto(AT)
      const clicks = await countClicks(context)
      await page.getByRole('link', { name: words(dayBefore(1)) }).click()
      const opener = page.getByRole('button', { name: 'Enviar otra vez (envío 2)' })
      await opener.click()
      const dialog = page.getByRole('dialog', { name: /de todos modos/ })
      await dialog.getByText('Nada cambió desde el envío 1').waitFor()
      await axe()
      await narrow()
      await axe()
      await keys('Escape')
      await dialog.waitFor({ state: 'detached' })
      expect(await opener.evaluate((one) => one === document.activeElement)).toBe(true)
      await page.setViewportSize({ width: 1280, height: 800 })
      await keys('Enter')
      await dialog.getByRole('button', { name: 'Enviar de todos modos' }).click()
      await accepted(page, 2)
      expect(clicks()).toBeLessThanOrEqual(3)
      await page
        .getByRole('region', { name: 'Envíos anteriores' })
        .getByText(/Envío 1.*Reemplazado/)
        .waitFor()
      await axe()
    }))

  test('that is not over is counted as it stands, and only goes on insistence', () =>
    stage.visit(async ({ page, axe, narrow }) => {
      await openDay(page, HOY)
      const table = page.getByRole('table', { name: /^Folios y montos/ })
      await table.getByText('1 a 2').waitFor()
      await table.getByText('$3.570').waitFor()
      await page.getByRole('button', { name: 'Enviar al SII' }).click()
      const dialog = page.getByRole('dialog', { name: /de todos modos/ })
      await dialog.getByText('aún no termina').waitFor()
      await axe()
      await dialog.getByRole('button', { name: 'Enviar de todos modos' }).click()
      await accepted(page, 1)
      await narrow()
      await axe()
    }))

  test('whose verdict is late can be asked for, with the cost said before, and what came of it after', async () => {
    await stage.api('POST', '/simulador/fallas', { servicio: 'estado_envio', falla: 'http_503' })
    const fecha = dayBefore(2)
    try {
      await stage.visit(async ({ page, axe, narrow }) => {
        await openDay(page, fecha)
        await page.getByRole('button', { name: 'Enviar al SII' }).click()
        await page.getByText('preguntarle ahora cuesta una consulta').waitFor()
        const ask = page.getByRole('button', { name: 'Preguntar el veredicto ahora' })
        await ask.click()
        await page.getByRole('alert').getByText('No se descontó ninguna consulta').waitFor()
        await known(page).getByText('En el SII').waitFor()
        await axe()
        // The simulator's verdict is there as soon as it answers again.
        const json = await stage.api('GET', `/v1/dte/rcof/${fecha}`)
        await page.route('**/v1/dte/rcof/*/estado', (route) => route.fulfill({ json }))
        await ask.click()
        await page.getByText('El SII aún lo revisa').waitFor()
        await narrow()
        await axe()
        await page.unroute('**/v1/dte/rcof/*/estado')
        await stage.api('DELETE', '/simulador/fallas')
        await ask.click()
        await accepted(page, 1)
      })
    } finally {
      await stage.api('DELETE', '/simulador/fallas')
    }
  })

  test('whose upload stopped says why, in the SII’s words too, and is retried from there', async () => {
    await stage.api('POST', '/simulador/fallas', { servicio: 'rcof', falla: 'sin_permiso' })
    try {
      await stage.visit(async ({ page, axe, narrow }) => {
        await openDay(page, dayBefore(3))
        await page.getByRole('button', { name: 'Enviar al SII' }).click()
        const retry = page.getByRole('button', { name: /^Reintentar: Consumo de folios/ })
        await retry.waitFor()
        await known(page).getByText('El SII dijo:').waitFor()
        await axe()
        await narrow()
        await axe()
        await page.getByRole('button', { name: 'Contar y enviar de nuevo' }).waitFor()
        await stage.api('DELETE', '/simulador/fallas')
        await retry.click()
        await accepted(page, 1)
      })
    } finally {
      await stage.api('DELETE', '/simulador/fallas')
    }
  })

  test('that the plan has no unit for keeps its question, with the way to another plan', () =>
    stage.visit(async ({ page, axe }) => {
      await page.route('**/v1/dte/rcof?esperar=0', (route) =>
        route.fulfill({
          status: 429,
          json: { ok: false, code: 'PLAN_LIMIT', error: 'Se usaron las consultas del mes' },
        }),
      )
      await openDay(page, dayBefore(4))
      await page.getByRole('button', { name: 'Enviar al SII' }).click()
      await page.getByText('Se usaron las consultas del mes').waitFor()
      await page.getByRole('link', { name: 'Ver los planes' }).waitFor()
      await axe()
    }))

  test('that has not come, or is none, is told so', () =>
    stage.visit(async ({ page, axe }) => {
      for (const fecha of [addDays(HOY, 1), '2026-02-30', 'ayer']) {
        await page.goto(`${AT}/${fecha}`)
        await page.getByText(/^Ese día no existe/).waitFor()
      }
      await axe()
    }))

  test('is read by who may only read: nothing to send, to ask or to retry', () =>
    stage.visit(
      async ({ page, axe }) => {
        await openDay(page, dayBefore(1))
        await accepted(page, 2)
        await page.getByRole('table', { name: /^Folios y montos/ }).waitFor()
        expect(await page.getByRole('button', { name: /^(Enviar|Preguntar|Reintentar)/ }).count()).toBe(0)
        await page.getByRole('button', { name: 'Guardar el XML' }).waitFor()
        await axe()
      },
      { as: lector },
    ))
})

test('with a dead server what was read stays in sight, and what was not sent is told', () =>
  stage.visit(async ({ page, axe, expectError }) => {
    expectError(/ERR_/)
    await openDay(page, dayBefore(5))
    const send = page.getByRole('button', { name: 'Enviar al SII' })
    await send.waitFor()
    await withoutServer(async () => {
      await send.click()
      await page
        .getByText(/El servidor no responde|Sin conexión/)
        .first()
        .waitFor()
      await page.getByRole('table', { name: /^Folios y montos/ }).waitFor()
      await axe()
    })
    await page.getByText('Sin conexión con el servidor').waitFor({ state: 'hidden' })
    await send.click()
    await accepted(page, 1)
  }))

// The emission form (dashboard §7): what the tasks of dashboard §1 cost, every type accepted by the embedded SII, its preview and what
// stands in its way.

import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import {
  accepted,
  at,
  CLIENTE,
  cell,
  documento,
  emitted,
  factura,
  facturaBody,
  HOSTIL,
  issued,
  open,
  stage,
  total,
  useEmision,
} from './emision'
import { countWork, holdTask } from './people'
import { formReady } from './stage'
import { onStage } from './suite'

useEmision()

describe('the tasks of dashboard §1', () => {
  test('1: a factura to a known customer, one line: 4 fields, no click, 2 keys', () =>
    stage.visit(async ({ page, context, keys }) => {
      const work = await countWork(context)
      await open(page, '/emitir/33')
      await page.keyboard.type('constructora')
      await page.getByRole('option', { name: CLIENTE.razon_social }).waitFor()
      await keys('Enter')
      await page.getByText(CLIENTE.giro).waitFor()
      await page.keyboard.type('Arriendo de andamio')
      await keys('Tab')
      await page.keyboard.type('2')
      await keys('Tab Tab')
      await page.keyboard.type('50000')
      await total(page).getByText('$119.000').waitFor()
      await keys('Control+Enter')
      const folio = await issued(page, 'Factura')
      holdTask('1, a factura to a known customer', work(), { fields: 4, clicks: 0, keys: 2 })
      expect(await accepted(33, folio)).toMatchObject({ monto_total: 119000, receptor: CLIENTE })
    }))

  test('1: by a RUT in any spelling, which Tab alone resolves', () =>
    stage.visit(async ({ page, keys }) => {
      await open(page, '/emitir/33')
      await page.keyboard.type('77.123.456-9')
      await keys('Tab')
      await page.getByText(CLIENTE.giro).waitFor()
      expect(await cell(page, 'Ítem').evaluate((input) => input === document.activeElement)).toBe(true)
    }))

  test('2: a boleta without receiver: 2 fields, Ctrl+Enter', () =>
    stage.visit(async ({ page, context, keys }) => {
      const work = await countWork(context)
      await open(page, '/emitir/39')
      await page.getByText('Sin identificar').waitFor()
      await page.keyboard.type('Taladro')
      await keys('Tab Tab Tab')
      await page.keyboard.type('9990')
      await total(page).getByText('$9.990').waitFor()
      await keys('Control+Enter')
      const folio = await issued(page, 'Boleta')
      await page.getByRole('button', { name: 'Imprimir' }).waitFor()
      holdTask('2, a boleta without receiver', work(), { fields: 2, clicks: 0, keys: 1 })
      expect(await accepted(39, folio)).toMatchObject({ monto_total: 9990 })
    }))

  test('5: a credit note for part of a factura: 2 clicks and the changed line', () =>
    stage.visit(async ({ page, context, keys }) => {
      const work = await countWork(context)
      await page.goto(at(`/documentos/33/${factura}`))
      await page.getByRole('link', { name: 'Nota de crédito' }).click()
      await page.getByText('le queda').waitFor()
      await page.getByRole('radio', { name: 'Corregir montos' }).click()
      await cell(page, 'Cantidad', 1).focus()
      await keys('Control+Delete')
      await cell(page, 'Cantidad', 1).fill('2')
      await total(page).getByText('$19.016').waitFor()
      await keys('Control+Enter')
      const folio = await issued(page, 'Nota de crédito')
      expect(work().clicks).toBe(2)
      expect(await accepted(61, folio)).toMatchObject({
        monto_total: 19016,
        detalle: [{ nombre: 'Fierro 12 mm' }],
        referencias: [{ tipo_documento: '33', folio: String(factura), codigo: 3 }],
      })
    }))

  test('6: the same factura again: 2 clicks, Ctrl+Enter, Enter', () =>
    stage.visit(async ({ page, context, keys }) => {
      const work = await countWork(context)
      await page.goto(at(`/documentos/33/${factura}`))
      const more = page.getByRole('button', { name: 'Más', exact: true })
      const again = page.getByText('Otra igual')
      await page.getByRole('heading', { level: 1 }).waitFor()
      if (!(await again.isVisible())) await more.click()
      await again.click()
      await total(page).getByText('$97.283').waitFor()
      await keys('Control+Enter')
      const folio = await issued(page, 'Factura')
      holdTask('6, the same factura again', work(), { fields: 0, clicks: 2, keys: 1 })
      expect(folio).not.toBe(factura)
      expect((await accepted(33, folio)).detalle).toMatchObject([
        { nombre: 'Cemento 25 kg', monto: 41800 },
        { nombre: 'Fierro 12 mm', monto: 39950 },
      ])
    }))
})

describe('each type, accepted by the SII', () => {
  const line = async (page: Page, precio: string): Promise<void> => {
    await cell(page, 'Ítem').fill(HOSTIL)
    await cell(page, 'Precio', 1).or(cell(page, 'Precio neto')).or(cell(page, 'Precio con IVA')).fill(precio)
  }

  test('34 and 33, to somebody new, with every text hostile', () =>
    stage.visit(async ({ page, keys, axe }) => {
      for (const [tipo, name] of [
        [34, 'Factura exenta'],
        [33, 'Factura'],
      ] as const) {
        await open(page, `/emitir/${tipo}`)
        await page.keyboard.type(tipo === 34 ? '78901230-k' : '69.110.400-1')
        await keys('Tab')
        await page.getByLabel('Razón social').fill(HOSTIL)
        await page.getByLabel('Giro').fill(HOSTIL)
        await page.getByLabel('Dirección').fill(HOSTIL)
        await page.getByLabel('Comuna').fill('chill')
        await page.getByRole('option', { name: 'Chillán', exact: true }).click()
        await line(page, '1.000')
        await page.getByRole('button', { name: 'Más de la línea 1' }).click()
        await page.getByLabel('Descripción').fill(HOSTIL)
        await page.getByRole('button', { name: 'Agregar referencia' }).click()
        await page.getByLabel('Folio').fill('<OC> & 1')
        await page.getByLabel('Fecha', { exact: true }).fill('2026-11-03')
        await page.getByLabel('Razón (opcional)').fill(HOSTIL)
        await total(page).waitFor()
        if (tipo === 33) await axe()
        await keys('Control+Enter')
        const folio = await issued(page, name)
        expect(await accepted(tipo, folio)).toMatchObject({
          receptor: { razon_social: HOSTIL, giro: HOSTIL, comuna: 'Chillán' },
          detalle: [{ nombre: HOSTIL, descripcion: HOSTIL }],
          referencias: [{ tipo_documento: '801', folio: '<OC> & 1', razon: HOSTIL }],
        })
      }
    }))

  test('39 and 41', () =>
    stage.visit(async ({ page, keys }) => {
      for (const [tipo, name] of [
        [39, 'Boleta'],
        [41, 'Boleta exenta'],
      ] as const) {
        await open(page, `/emitir/${tipo}`)
        await line(page, '1000')
        await page.getByRole('button', { name: 'Agregar referencia' }).click()
        await page.getByLabel('Código (opcional)').fill('<C> & 1')
        await page.getByLabel('Razón (opcional)').fill(HOSTIL)
        await keys('Control+Enter')
        const folio = await issued(page, name)
        expect(await accepted(tipo, folio)).toMatchObject({
          monto_total: 1000,
          detalle: [{ nombre: HOSTIL }],
          referencias: [{ codigo: '<C> & 1', razon: HOSTIL }],
        })
      }
    }))

  test('61 that voids, and the 56 that voids it', () =>
    stage.visit(async ({ page, keys, axe }) => {
      const folio = await emitted(facturaBody())
      await open(page, `/emitir/61?desde=33-${folio}`)
      await axe()
      await page.getByRole('radio', { name: 'Anular' }).check()
      await total(page).getByText('$97.283').waitFor()
      await keys('Control+Enter')
      expect(await page.getByLabel('Motivo').evaluate((input) => input === document.activeElement)).toBe(true)
      await page.keyboard.type(HOSTIL)
      await keys('Control+Enter')
      const nota = await issued(page, 'Nota de crédito')
      await accepted(61, nota)
      expect((await documento(33, folio)).anulado_por).toMatchObject({ folio: nota })

      await open(page, `/emitir/56?desde=61-${nota}&respuesta=anular`)
      await page.getByLabel('Motivo').fill('Se anuló por error')
      await keys('Control+Enter')
      const debito = await issued(page, 'Nota de débito')
      await accepted(56, debito)
      expect((await documento(61, nota)).anulado_por).toMatchObject({ folio: debito })
    }))

  test('61 that corrects a text, and 56 that charges more, begun by the folio', () =>
    stage.visit(async ({ page, keys, axe }) => {
      await page.goto(at('/emitir/61'))
      // Nobody knows folios by heart.
      await page.getByLabel('Buscar lo emitido').fill('no hay nadie así')
      await page.getByText('Nada calza').waitFor()
      await page.getByLabel('Buscar lo emitido').fill(String(factura))
      await axe()
      await page.getByRole('button', { name: `Elegir Factura N° ${factura}`, exact: true }).click()
      await page.getByRole('heading', { name: `Sobre factura N° ${factura}` }).waitFor()
      await page.goto(at('/emitir/61'))
      await formReady(page)
      await page.getByLabel('Folio').fill('9999')
      await keys('Enter')
      await page.getByText('Factura N° 9999 no se emitió aquí').waitFor()
      await axe()
      await page.getByLabel('Folio').fill(String(factura))
      await keys('Enter')
      await page.getByRole('radio', { name: 'Corregir un texto' }).check()
      await page.getByLabel('Donde dice').fill('Obras <b>')
      await page.getByLabel('Debe decir').fill('Obras & otras')
      await total(page).getByText('$0').waitFor()
      await keys('Control+Enter')
      expect(await accepted(61, await issued(page, 'Nota de crédito'))).toMatchObject({
        monto_total: 0,
        detalle: [{ descripcion: 'Donde dice «Obras <b>» debe decir «Obras & otras»' }],
        referencias: [{ codigo: 2 }],
      })

      await open(page, `/emitir/56?desde=33-${factura}&respuesta=montos`)
      await page.getByRole('button', { name: 'Más de la línea 1' }).click()
      await page.getByRole('button', { name: 'Dejar sólo ésta' }).click()
      await cell(page, 'Cantidad').fill('1')
      await cell(page, 'Precio neto').fill('500')
      await total(page).getByText('$595').waitFor()
      await keys('Control+Enter')
      expect(await accepted(56, await issued(page, 'Nota de débito'))).toMatchObject({ monto_total: 595 })
    }))
})

test('61 over an invoice that only the register has: its receiver, date and amounts come filled', async () => {
  // Without its fourth line: the note that takes all of the invoice.
  const lines = readFileSync(join(import.meta.dir, '../../fixtures/rcv/venta.csv'), 'utf8').split('\r\n')
  const file = Buffer.from(lines.filter((_, i) => i !== 3).join('\r\n')).toString('base64')
  await stage.api('POST', '/v1/rcv/202611/importar', { archivo_base64: file })
  await stage.visit(async ({ page, keys, axe, narrow }) => {
    await page.goto(at('/emitir/61'))
    await page.getByLabel('Buscar lo emitido').fill('Río Claro')
    const row = page.getByRole('listitem').filter({ hasText: 'Factura N° 1042' })
    await row.getByText('Sólo en el registro del SII, noviembre de 2026').waitFor()
    await page.getByText('Emitido aquí').first().waitFor()
    await axe()
    await narrow()
    await axe()
    await row.getByRole('button', { name: 'Elegir Factura N° 1042' }).click()
    await page.getByRole('heading', { name: 'Sobre factura N° 1042 del 12-11-2026' }).waitFor()
    await page.getByText('El registro del SII dice que su total es $101.745').waitFor()
    await page.getByRole('radio', { name: 'Anular' }).check()
    await page.getByLabel('Motivo').fill('Error de cliente')
    await total(page).getByText('$101.745').waitFor()
    await page.getByText('su saldo ($101.745)').first().waitFor()
    await keys('Control+Enter')
    // Taken; the simulated SII, which never had the invoice, then judges it.
    const heading = page.getByRole('heading', { level: 1, name: /^Nota de crédito N° \d+$/ })
    await heading.waitFor()
    const folio = Number(/\d+/.exec((await heading.textContent()) ?? '')?.[0])
    expect(await documento(61, folio)).toMatchObject({
      totales: { monto_neto: 85500, monto_total: 101745 },
      referencias: [{ tipo_documento: '33', folio: '1042', fecha: '2026-11-12', codigo: 1 }],
    })
  })
})

test('its folio typed by hand finds it in the register as the search does, and opens with a field to type in', () =>
  stage.visit(async ({ page, keys }) => {
    await page.goto(at('/emitir/61'))
    const search = page.getByLabel('Buscar lo emitido')
    await search.waitFor()
    await page.waitForFunction(() => document.activeElement?.matches('input'))
    await page.getByLabel('Folio', { exact: true }).fill('1042')
    await keys('Enter')
    await page.getByRole('heading', { name: 'Sobre factura N° 1042 del 12-11-2026' }).waitFor()
  }))

test('a button that waits for its answer says so', () =>
  stage.visit(async ({ page, keys }) => {
    const held = Promise.withResolvers<void>()
    await page.route('**/v1/dte/emitir', async (route) => {
      await held.promise
      await route.continue()
    })
    await open(page, '/emitir/39')
    await cell(page, 'Ítem').fill('Alicate')
    await cell(page, 'Precio con IVA').fill('1000')
    await total(page).getByText('$1.000').waitFor()
    await keys('Control+Enter')
    await page.getByRole('button', { name: 'Emitiendo…' }).waitFor()
    held.resolve()
    await page.getByRole('heading', { level: 1, name: /^Boleta N° \d+$/ }).waitFor()
  }))

test('while nobody answers one goes on typing, and the total comes with the server', () =>
  stage.visit(async ({ page, expectError }) => {
    expectError(/Failed to load resource|ERR_/)
    await open(page, '/emitir/39')
    await cell(page, 'Ítem').fill('Alicate')
    await cell(page, 'Precio con IVA').fill('1000')
    await total(page).getByText('$1.000').waitFor()
    await stage.kill()
    await cell(page, 'Precio con IVA').fill('2000')
    // Whether the sum or the stream of events is the first that nobody answers.
    await page
      .getByText(/El servidor no responde|Sin conexión con el servidor/)
      .first()
      .waitFor()
    await cell(page, 'Precio con IVA').fill('3000')
    await page.getByText('Sin conexión con el servidor').first().waitFor()
    await stage.resume()
    await total(page).getByText('$3.000').waitFor()
  }))

test('in certificacion one confirmation, the focus on its button', () =>
  stage.visit(async ({ page, keys, axe }) => {
    const { data } = await stage.api<{ data: { id: string } }>('GET', '/v1/empresa/actual')
    await stage.api('PUT', `/v1/empresa/${data.id}`, { ambiente: 'certificacion' })
    try {
      let sent = 0
      await page.route('**/v1/dte/emitir', (route) => {
        sent++
        return route.fulfill({
          status: 202,
          json: {
            ok: true,
            data: { job_id: 'job_x', folio: null, tipo_dte: 39, estado: 'scheduled', mensaje: '' },
          },
        })
      })
      await open(page, '/emitir/39')
      await cell(page, 'Ítem').fill('Cable “2 m”')
      await cell(page, 'Precio con IVA').fill('1500')
      await keys('Control+Enter')
      const dialog = page.getByRole('dialog', { name: /Emitir boleta/ })
      await dialog.getByText('$1.500').waitFor()
      await dialog.getByText('No se puede deshacer').waitFor()
      await dialog.getByText('1 advertencia').waitFor()
      await axe()
      expect(sent).toBe(0)
      await keys('Escape')
      await dialog.waitFor({ state: 'hidden' })
      await keys('Control+Enter')
      await dialog.getByText('$1.500').waitFor()
      await keys('Enter')
      await page.getByRole('heading', { name: 'Boleta: programada' }).waitFor()
      expect(sent).toBe(1)
    } finally {
      await stage.api('PUT', `/v1/empresa/${data.id}`, { ambiente: 'simulacion' })
    }
  }))

test('the preview is the PDF, in the paper chosen', () =>
  stage.visit(
    async ({ page }) => {
      await open(page, '/emitir/39')
      await cell(page, 'Ítem').fill('Cable')
      await cell(page, 'Precio con IVA').fill('1500')
      const asked = page.waitForResponse('**/v1/dte/previsualizar?formato=80mm')
      await page.getByRole('button', { name: 'Vista previa' }).click()
      expect((await asked).headers()['content-type']).toBe('application/pdf')
      await page.locator('iframe[src^="blob:"]').waitFor()
      const again = page.waitForResponse('**/v1/dte/previsualizar?formato=carta')
      await page.getByLabel('Papel').selectOption('carta')
      expect((await again).status()).toBe(200)
    },
    { whole: true },
  ))

test('below the form the preview is led to as it opens', () =>
  stage.visit(async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 720 })
    await open(page, '/emitir/33')
    await page.getByRole('button', { name: 'Vista previa' }).click()
    const preview = page.getByRole('region', { name: 'Vista previa' })
    await preview.waitFor()
    await page.waitForFunction(() => {
      const section = document.querySelector('.emitir-vista')
      const { top = -1, bottom = 0 } = section?.getBoundingClientRect() ?? {}
      return document.activeElement === section && top >= 0 && Math.min(bottom, innerHeight) - top >= 60
    })
  }))

test('at 1440 a line stands in one row, and nothing scrolls but what is longer than the screen', () =>
  stage.visit(async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await open(page, '/emitir/33')
    const tops = await Promise.all(
      ['Ítem', 'Cantidad', 'Precio neto', 'Descuento'].map((column) =>
        cell(page, column).evaluate((input) => Math.round(input.getBoundingClientRect().top)),
      ),
    )
    expect(new Set(tops).size).toBe(1)
    expect(await page.getByRole('region', { name: 'Vista previa' }).count()).toBe(0)
    const over = await page.evaluate(() => {
      const nav = document.querySelector('.lado')!
      return [document.documentElement.scrollHeight - innerHeight, nav.scrollHeight - nav.clientHeight]
    })
    expect(over).toEqual([0, 0])
  }))

test('beside the preview a price of eight digits and decimals is seen whole', () =>
  stage.visit(async ({ page }) => {
    await page.setViewportSize({ width: 1840, height: 900 })
    await open(page, '/emitir/33')
    await page.getByRole('region', { name: 'Vista previa' }).waitFor()
    await cell(page, 'Precio neto').fill('123.456.789,5')
    await cell(page, 'Cantidad').fill('1.234,5')
    await cell(page, 'Descuento').fill('12,5%')
    for (const column of ['Precio neto', 'Cantidad', 'Descuento'])
      expect(
        await cell(page, column).evaluate((input) => input.scrollWidth - input.clientWidth),
      ).toBeLessThanOrEqual(0)
  }))

test('a type that is none, a document that is not there, an environment only looked at', () =>
  stage.visit(async ({ page }) => {
    await page.goto(at('/emitir/99'))
    await page.getByText('Ese tipo de documento no existe').waitFor()
    await page.goto(at('/emitir/33?desde=33-9999'))
    await page.getByText('Factura N° 9999 no existe').waitFor()
    await page.goto(at('/emitir/39?ambiente=produccion'))
    await page.getByText('aquí sólo se mira').waitFor()
    expect(await page.getByRole('button', { name: /^Emitir/ }).count()).toBe(0)
  }))

test('on plain http of a LAN, where browsers hold back, a boleta is typed, kept and issued all the same', async () => {
  await onStage({ host: 'timbre.oficina', folios: { 39: 5 } }, async (lan) => {
    await lan.visit(async ({ page, keys }) => {
      await open(page, '/emitir/39')
      expect(await page.evaluate(() => isSecureContext)).toBe(false)
      await page.keyboard.type('Taladro')
      await page.waitForURL(/borrador=/)
      await cell(page, 'Precio con IVA').fill('9990')
      await page.reload()
      await total(page).getByText('$9.990').waitFor()
      await keys('Control+Enter')
      expect(await issued(page, 'Boleta')).toBe(1)
    })
  })
})

test('too many requests: counted down, then the same emission goes again under its key', async () => {
  await onStage({ folios: { 39: 5 }, env: { TIMBRE_RATE_KEY: '1/80' } }, async (slow) => {
    await slow.visit(async ({ page, context, keys, axe }) => {
      await open(page, '/emitir/39')
      await cell(page, 'Ítem').fill('Tornillo')
      await cell(page, 'Precio con IVA').fill('990')
      await total(page).getByText('$990').waitFor()
      const sent: string[] = []
      const answers: number[] = []
      page.on('response', (response) => {
        if (response.url().endsWith('/v1/dte/emitir')) answers.push(response.status())
      })
      await page.route('**/v1/dte/emitir', async (route) => {
        sent.push(route.request().headers()['idempotency-key'] ?? '')
        if (sent.length > 1) return route.continue()
        const ask = async () => (await context.request.get('/v1/cuenta')).status()
        // Ten at a time: one after another a slow machine asks no faster than the one a second that comes back.
        const askMany = () => Promise.all(Array.from({ length: 10 }, ask))
        while (!(await askMany()).includes(429));
        // Whoever else is at work with the same session takes what comes back, before this one leaves and until it was refused.
        const other = async () => {
          while (!answers.length) await askMany()
        }
        const others = Promise.all([other(), other(), other()])
        await route.continue()
        await others
      })
      // It stands for a second: looked for in the page itself, from before it is there.
      const told = page.waitForFunction(() => document.body.innerText.includes('lo pedido se envía de nuevo'))
      await keys('Control+Enter')
      await told
      await page.getByRole('heading', { level: 1, name: 'Boleta N° 1' }).waitFor()
      expect(answers).toEqual([...answers.slice(0, -1).map(() => 429), 202])
      expect(answers.length).toBeGreaterThan(1)
      expect(new Set(sent).size).toBe(1)
      await axe()
    })
  })
})

test('a document whose emission stops is said so, with the way to its cause', () =>
  stage.visit(async ({ page, keys }) => {
    // The SII refuses the upload for good: retrying would not help.
    await stage.api('POST', '/simulador/fallas', { servicio: 'envio', falla: 'sin_permiso' })
    try {
      await open(page, `/emitir/33?desde=33-${factura}`)
      await total(page).getByText('$97.283').waitFor()
      await keys('Control+Enter')
      await page.getByRole('heading', { level: 1, name: /^Factura N° \d+$/ }).waitFor()
      await page.getByText('La emisión se detuvo').first().waitFor()
      await page.getByRole('link', { name: 'Ver la causa' }).waitFor()
    } finally {
      await stage.api('DELETE', '/simulador/fallas')
    }
  }))

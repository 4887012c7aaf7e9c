// The emission form (dashboard §7): what the tasks of dashboard §1 cost, every type accepted by the embedded SII, and nothing
// typed lost or issued twice whatever happens.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { countWork, holdTask } from './people'
import { EMPRESA, formReady, openStage, PASSWORD, type Stage } from './stage'

const CLIENTE = {
  ...{ rut: '77123456-9', razon_social: 'Constructora Río Claro SpA', giro: 'Obras de edificación' },
  ...{ direccion: 'Camino a Pelarco Km 3,5', comuna: 'Pelarco', ciudad: 'Talca' },
}
const HOSTIL = '<script>alert(1)</script> & "ñandú"'

let stage: Stage
/** A factura of two lines to the customer, accepted. */
let factura: number

const emitted = async (body: object): Promise<number> => {
  const { data } = await stage.api<{ data: { folio: number; tipo_dte: number } }>(
    'POST',
    '/v1/dte/emitir',
    body,
  )
  await accepted(data.tipo_dte, data.folio)
  return data.folio
}

interface Documento {
  estado_sii: string
  monto_total: number
  saldo: number
  receptor?: { razon_social?: string; giro?: string }
  detalle: { nombre: string; descripcion?: string; monto: number }[]
  referencias: { tipo_documento?: string; folio?: string; codigo?: number | string; razon?: string }[]
  anulado_por: { folio: number } | null
}
const documento = async (tipo: number, folio: number): Promise<Documento> =>
  (await stage.api<{ data: Documento }>('GET', `/v1/documentos/${tipo}/${folio}`)).data

/** Waits for the SII's word. */
async function accepted(tipo: number, folio: number): Promise<Documento> {
  for (let times = 0; times < 100; times++) {
    const found = await documento(tipo, folio)
    if (found.estado_sii === 'aceptado') return found
    if (found.estado_sii === 'rechazado') throw new Error(`${tipo} ${folio} was rejected`)
    await Bun.sleep(100)
  }
  throw new Error(`the SII says nothing of ${tipo} ${folio}`)
}

const nextFolio = async (tipo: number): Promise<number | null> => {
  const { data } = await stage.api<{ data: { tipo_dte: number; siguiente: number | null }[] }>(
    'GET',
    '/v1/dte/folios',
  )
  return data.find(({ tipo_dte }) => tipo_dte === tipo)?.siguiente ?? null
}

const facturaBody = (change: object = {}): object => ({
  tipo_dte: 33,
  receptor: CLIENTE,
  detalle: [
    { nombre: 'Cemento 25 kg', cantidad: 10, unidad: 'SC', precio: 4180 },
    { nombre: 'Fierro 12 mm', cantidad: 5, precio: 7990 },
  ],
  ...change,
})

beforeAll(async () => {
  stage = await openStage({ folios: { 33: 60, 34: 20, 39: 20, 41: 20, 56: 20, 61: 20 } })
  factura = await emitted(facturaBody())
}, 60_000)
afterAll(() => stage.close())

const at = (path: string): string => `/app/${EMPRESA.rut}${path}`
const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(at(path))
  await page.getByRole('complementary', { name: 'Totales' }).waitFor()
  await formReady(page)
}
const total = (page: Page) => page.locator('.emitir-totales .total dd')
const cell = (page: Page, column: string, line = 1) =>
  page.getByLabel(`${column}, línea ${line}`, { exact: true })

/** The folio of the page that follows the 202, once it tells the SII's word. */
async function issued(page: Page, name: string): Promise<number> {
  const heading = page.getByRole('heading', { level: 1, name: new RegExp(`^${name} N° \\d+$`) })
  await heading.waitFor()
  const folio = Number(/N° (\d+)/.exec((await heading.textContent()) ?? '')?.[1])
  await page.locator('.veredicto', { hasText: 'Aceptado' }).waitFor()
  return folio
}

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

describe('the lines, by keys alone', () => {
  const items = (page: Page): Promise<string[]> =>
    page
      .locator('[data-columna="nombre"]')
      .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))

  test('Tab and Enter at the end add, Enter goes down, Ctrl+Supr takes out and back, Alt moves', () =>
    stage.visit(async ({ page, keys }) => {
      await open(page, '/emitir/39')
      await page.keyboard.type('uno')
      await keys('Tab Tab Tab Tab Tab')
      await page.keyboard.type('dos')
      await keys('Enter')
      await page.keyboard.type('tres')
      expect(await items(page)).toEqual(['uno', 'dos', 'tres'])
      await keys('Alt+ArrowUp')
      expect(await items(page)).toEqual(['uno', 'tres', 'dos'])
      await keys('Control+Delete')
      expect(await items(page)).toEqual(['uno', 'dos'])
      await page.getByRole('button', { name: 'Deshacer' }).click()
      expect(await items(page)).toEqual(['uno', 'tres', 'dos'])
      await cell(page, 'Precio con IVA', 1).focus()
      await keys('Enter')
      await page.keyboard.type('100')
      expect(await cell(page, 'Precio con IVA', 2).inputValue()).toBe('100')
      // The last line is empty: it lets go of the focus.
      await cell(page, 'Descuento', 3).focus()
      await keys('Tab Tab Tab Tab Tab Tab')
      expect(await items(page)).toEqual(['uno', 'tres', 'dos', ''])
      await cell(page, 'Descuento', 4).focus()
      await keys('Tab Tab')
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Agregar línea')
    }))

  const paste = (page: Page, text: string): Promise<void> =>
    cell(page, 'Ítem').evaluate((input, cells) => {
      const data = new DataTransfer()
      data.setData('text/plain', cells)
      input.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
    }, text)

  test('sixty lines are all that fit, and a key in one costs little (dashboard §14, twice for a busy machine)', () =>
    stage.visit(async ({ page, context }) => {
      await open(page, '/emitir/33')
      await paste(page, Array.from({ length: 62 }, (_, i) => `Ítem ${i}\t${i + 1}\t1.000`).join('\n'))
      await page.getByText('60 de 60 líneas').waitFor()
      await page.getByText('No cupieron 2 filas').waitFor()
      const devtools = await context.newCDPSession(page)
      await devtools.send('Performance.enable')
      const spent = async (): Promise<number> => {
        const { metrics } = await devtools.send('Performance.getMetrics')
        return metrics
          .filter(({ name }) => name === 'ScriptDuration' || name === 'LayoutDuration')
          .reduce((sum, { value }) => sum + value * 1000, 0)
      }
      await cell(page, 'Ítem', 30).focus()
      const before = await spent()
      for (let key = 0; key < 40; key++) await page.keyboard.press('x')
      expect((await spent()) - before).toBeLessThan(40 * 4 * 2)
    }))

  test('of cells that were pasted it is told what is wrong with them, before anybody asks to issue', () =>
    stage.visit(async ({ page }) => {
      await open(page, '/emitir/33')
      await paste(page, `${'x'.repeat(90)}\t2\tUN\t4180\nArena\tdos\tUN\t9000`)
      await page.getByText('Tiene 90 caracteres y admite 80').first().waitFor()
      await page.getByRole('button', { name: 'Línea 2: cantidad' }).waitFor()
      expect(await cell(page, 'Precio neto').inputValue()).toBe('4.180')
      // Nothing was cut either.
      expect((await cell(page, 'Ítem').inputValue()).length).toBe(90)
    }))

  test('cells of a spreadsheet fill lines, and an empty last line is not sent', () =>
    stage.visit(async ({ page }) => {
      await open(page, '/emitir/39')
      await paste(page, 'Cemento\t2\tSC\t4.180\nArena & <b>\t1\t9.000\n\n')
      expect(await items(page)).toEqual(['Cemento', 'Arena & <b>'])
      await total(page).getByText('$17.360').waitFor()
      await page.getByRole('button', { name: 'Agregar línea' }).click()
      await total(page).getByText('$17.360').waitFor()
      expect(await page.locator('.linea .monto').allTextContents()).toEqual(['$8.360', '$9.000', ''])
    }))
})

describe('what is wrong', () => {
  test('stands at its field and in the summary, and the focus goes to the first on Emitir only', () =>
    stage.visit(async ({ page, keys, axe, narrow }) => {
      await open(page, '/emitir/33')
      await page.keyboard.type('77123456-0')
      await keys('Tab')
      await page.getByText('El dígito verificador no corresponde').first().waitFor()
      await cell(page, 'Ítem').fill('Cemento')
      await cell(page, 'Precio neto').fill('1,234.50')
      expect(await page.getByText('¿1.234,50?').count()).toBe(0)
      await keys('Tab')
      await page.getByText('¿1.234,50?').first().waitFor()
      await cell(page, 'Descuento').fill('200%')
      await keys('Shift+Tab')
      const discount = page.locator('[data-columna="descuento"]')
      await page
        .getByText(/100 o menos/)
        .first()
        .waitFor()
      const words = await discount.getAttribute('aria-describedby')
      expect(await page.locator(`[id="${words}"]`).textContent()).toMatch(/100 o menos/)
      // The address was not touched: it waits.
      expect(await page.getByLabel('Dirección').getAttribute('aria-invalid')).toBeNull()
      await keys('Control+Enter')
      await page
        .getByRole('alert')
        .getByText(/Falta corregir \d datos/)
        .waitFor()
      expect(await page.getByLabel('Dirección').getAttribute('aria-invalid')).toBe('true')
      expect(
        await page.getByLabel('RUT', { exact: true }).evaluate((input) => input === document.activeElement),
      ).toBe(true)
      await page.getByRole('button', { name: 'Línea 1: descuento' }).click()
      expect(await discount.evaluate((input) => input === document.activeElement)).toBe(true)
      await axe()
      await narrow()
      await axe()
    }))

  test('all of it at once: a RUT that cannot be read hides neither the address nor the lines that are missing', () =>
    stage.visit(async ({ page, keys }) => {
      await open(page, '/emitir/33')
      await page.keyboard.type('77123456-0')
      await keys('Tab')
      await page.getByLabel('Dirección').waitFor()
      await keys('Control+Enter')
      const summary = page.getByRole('complementary', { name: 'Totales' }).getByRole('alert')
      for (const place of ['Receptor: RUT', 'Receptor: razón social', 'Receptor: dirección', 'Líneas'])
        await summary.getByRole('button', { name: place, exact: true }).waitFor()
      expect(await summary.getByRole('button', { name: 'Receptor: RUT' }).count()).toBe(1)
      await page.waitForFunction(() => document.activeElement?.id === 'campo-receptor.rut')
      // A price that cannot be read stands after the name that is missing: the name gets the focus.
      await page.getByLabel('RUT', { exact: true }).fill('77123456-9')
      await cell(page, 'Precio neto').fill('1,234.50')
      await keys('Control+Enter')
      await summary.getByRole('button', { name: 'Línea 1: precio' }).waitFor()
      await page.waitForFunction(() => document.activeElement?.id === 'campo-receptor.razon_social')
    }))

  test('a boleta over the threshold asks for name, RUT and means of payment', () =>
    stage.visit(async ({ page, keys }) => {
      await open(page, '/emitir/39')
      await cell(page, 'Ítem').fill('Tractor')
      await cell(page, 'Precio con IVA').fill('9000000')
      await page.getByLabel('RUT').fill(CLIENTE.rut)
      await page.getByLabel('Razón social').fill(CLIENTE.razon_social)
      await page.getByLabel('Medio de pago').selectOption('3')
      await total(page).getByText('$9.000.000').waitFor()
      await keys('Control+Enter')
      await issued(page, 'Boleta')
    }))

  test('a note past the balance says so in the summary at once', () =>
    stage.visit(async ({ page }) => {
      await open(page, `/emitir/61?desde=33-${factura}&respuesta=montos`)
      await cell(page, 'Cantidad', 1).fill('100')
      await page
        .getByText(/le queda \$\d/)
        .first()
        .waitFor()
    }))

  test('what the server only remarks is amber, and blocks nothing', () =>
    stage.visit(async ({ page, keys }) => {
      await open(page, '/emitir/39')
      await cell(page, 'Ítem').fill('Cable “2 €”')
      await cell(page, 'Precio con IVA').fill('100')
      await page.getByText('1 advertencia').waitFor()
      await keys('Control+Enter')
      await issued(page, 'Boleta')
    }))

  test('no folio left: asked for on the spot, and the emission goes on', () =>
    stage.visit(async ({ page, keys, axe }) => {
      const left = ((await nextFolio(41)) ?? 0) - 1
      for (let i = left; i < 20; i++)
        await stage.api('POST', '/v1/dte/emitir', {
          tipo_dte: 41,
          detalle: [{ nombre: `n ${i}`, precio: 100 + i }],
        })
      await open(page, '/emitir/41')
      await cell(page, 'Ítem').fill('Libro')
      await cell(page, 'Precio').fill('5000')
      await keys('Control+Enter')
      await page.getByText('No quedan folios').first().waitFor()
      await axe()
      await page.getByLabel('Cuántos pedir al SII').fill('10')
      await page.getByRole('button', { name: 'Pedir folios y emitir' }).click()
      expect(await issued(page, 'Boleta exenta')).toBe(21)
    }))
})

describe('nothing typed is lost', () => {
  test('a reload brings the draft back, the list leads to it, and issued it is gone', () =>
    stage.visit(async ({ page, axe, keys, narrow }) => {
      await open(page, '/emitir/39')
      await cell(page, 'Ítem').fill(HOSTIL)
      await cell(page, 'Precio con IVA').fill('12.')
      await page.waitForURL(/borrador=/)
      await cell(page, 'Cantidad').fill('3')
      await page.reload()
      await cell(page, 'Ítem').waitFor()
      expect(await cell(page, 'Ítem').inputValue()).toBe(HOSTIL)
      expect(await cell(page, 'Cantidad').inputValue()).toBe('3')
      // Also what cannot be read.
      expect(await cell(page, 'Precio con IVA').inputValue()).toBe('12.')
      await page.getByRole('link', { name: 'Borradores' }).click()
      await page.getByRole('row', { name: /Boleta/ }).waitFor()
      await axe()
      await narrow()
      await page.getByRole('link', { name: 'Boleta', exact: true }).click()
      await cell(page, 'Precio con IVA').fill('1200')
      await keys('Control+Enter')
      await issued(page, 'Boleta')
      await page.goto(at('/borradores'))
      await page.getByText('Sin borradores').waitFor()
    }))

  test('what was issued is its page: the next is one click away, and going back finds no form to issue it again', () =>
    stage.visit(async ({ page, keys, axe, narrow }) => {
      await page.goto(at('/emitir'))
      await page.locator('main').getByRole('link', { name: 'Boleta', exact: true }).click()
      await cell(page, 'Ítem').fill('Cable “2 m”')
      await cell(page, 'Precio con IVA').fill('1500')
      await page.getByText('1 advertencia').waitFor()
      await keys('Control+Enter')
      const folio = await issued(page, 'Boleta')
      expect(page.url()).toEndWith(at(`/documentos/39/${folio}`))
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
      await page.getByText('1 advertencia').waitFor()
      await page.getByRole('button', { name: 'Imprimir' }).waitFor()
      await page.getByRole('link', { name: 'Otra igual' }).waitFor()
      await axe()
      await page.goBack()
      await page.waitForURL((url) => url.pathname === at('/emitir'))
      await page.goForward()
      await page.getByRole('link', { name: 'Nueva' }).click()
      await page.getByText('Sin identificar').waitFor()
      expect(await cell(page, 'Ítem').inputValue()).toBe('')
      // Who comes to it by another way is not told that it is new.
      await page.goto(at(`/documentos/39/${folio}`))
      await page.getByRole('link', { name: 'Otra igual' }).waitFor()
      expect(
        await page
          .getByText('1 advertencia')
          .or(page.getByRole('link', { name: 'Nueva' }))
          .count(),
      ).toBe(0)
      await narrow()
    }))

  test('where each boleta is to be printed as it is issued, it is, and once', () =>
    stage.visit(async ({ page, keys, axe }) => {
      await page.addInitScript(() => {
        // The frame's own dialog would hold the browser: what counts is how often it is asked to print.
        const times = () => String(Number(document.body.dataset.impresas ?? 0) + 1)
        Object.defineProperty(HTMLIFrameElement.prototype, 'contentWindow', {
          get: () => ({
            focus() {},
            print() {
              document.body.dataset.impresas = times()
            },
          }),
        })
      })
      const issue = async (): Promise<number> => {
        await open(page, '/emitir/39')
        await cell(page, 'Ítem').fill('Brocha')
        await cell(page, 'Precio con IVA').fill('1990')
        await total(page).getByText('$1.990').waitFor()
        await keys('Control+Enter')
        return issued(page, 'Boleta')
      }
      const first = await issue()
      await page.getByRole('button', { name: 'Imprimir', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: `Imprimir Boleta N° ${first}` })
      await dialog.locator('iframe').waitFor()
      expect(await page.locator('body[data-impresas]').count()).toBe(0)
      await dialog.getByLabel('Imprimir cada boleta apenas se emite').check()
      const second = await issue()
      await page.getByRole('dialog', { name: `Imprimir Boleta N° ${second}` }).waitFor()
      await page.locator('body[data-impresas="1"]').waitFor()
      await axe()
      await page.reload()
      await page.locator('.veredicto').getByText('Aceptado').waitFor()
      await page.getByRole('button', { name: 'Imprimir', exact: true }).waitFor()
      expect(await page.getByRole('dialog').or(page.locator('body[data-impresas]')).count()).toBe(0)
    }))

  test('who goes on before the answer comes is not called back from there', () =>
    stage.visit(async ({ page, keys }) => {
      await open(page, '/emitir/39')
      await cell(page, 'Ítem').fill('Alicate')
      await cell(page, 'Precio con IVA').fill('2500')
      await total(page).getByText('$2.500').waitFor()
      const gone = Promise.withResolvers<void>()
      await page.route('**/v1/dte/emitir', async (route) => {
        await gone.promise
        await route.continue()
      })
      await keys('Control+Enter')
      await page.getByRole('link', { name: 'Borradores' }).click()
      await page.getByRole('row', { name: /Boleta/ }).waitFor()
      const answered = page.waitForResponse('**/v1/dte/emitir')
      gone.resolve()
      const { data } = (await (await answered).json()) as { data: { folio: number } }
      await page.getByText(`Boleta N° ${data.folio}: aceptada por el SII`).waitFor()
      expect(page.url()).toEndWith('/borradores')
    }))

  test('whoever leaves within the second is not called back, and the last key is kept too', () =>
    stage.visit(async ({ page }) => {
      await open(page, '/emitir/39')
      await cell(page, 'Ítem').fill('Cinc')
      await cell(page, 'Ítem').fill('Cincel')
      await page.getByRole('link', { name: 'Borradores' }).click()
      await page.getByRole('row', { name: /Boleta/ }).waitFor()
      expect(page.url()).toEndWith('/borradores')
      await page.getByRole('link', { name: 'Boleta', exact: true }).click()
      await cell(page, 'Ítem').waitFor()
      expect(await cell(page, 'Ítem').inputValue()).toBe('Cincel')
    }))

  test('a draft that another tab has open is opened as a copy', () =>
    stage.visit(async ({ page, context }) => {
      await open(page, '/emitir/39')
      await cell(page, 'Ítem').fill('uno')
      await page.waitForURL(/borrador=/)
      const other = await context.newPage()
      await other.goto(page.url())
      await cell(other, 'Ítem').waitFor()
      await cell(other, 'Ítem').fill('dos')
      await other.waitForURL((url) => url.href !== page.url())
      await other.goto(at('/borradores'))
      const rows = other.getByRole('row', { name: /Boleta/ })
      await rows.first().waitFor()
      expect(await rows.count()).toBe(2)
    }))

  test('a session that ends while somebody types asks over the form, and the emission goes on', () =>
    stage.visit(async ({ page, keys }) => {
      await open(page, '/emitir/39')
      await cell(page, 'Ítem').fill('Martillo')
      await cell(page, 'Precio con IVA').fill('4990')
      await total(page).getByText('$4.990').waitFor()
      const { data } = await stage.api<{ data: { id: string; actual: boolean }[] }>(
        'GET',
        '/auth/sesiones?limite=100',
      )
      for (const { id, actual } of data) if (!actual) await stage.api('DELETE', `/auth/sesiones/${id}`)
      await keys('Control+Enter')
      const dialog = page.getByRole('dialog', { name: 'Su sesión terminó' })
      await dialog.getByLabel('Contraseña').fill(PASSWORD)
      await keys('Enter')
      await issued(page, 'Boleta')
    }))

  test('a server killed between the click and its answer: the same key again, exactly one folio', () =>
    stage.visit(async ({ page, keys, expectError }) => {
      expectError(/Failed to load resource|ERR_/)
      const before = (await nextFolio(39)) ?? 0
      await open(page, '/emitir/39')
      await cell(page, 'Ítem').fill('Serrucho')
      await cell(page, 'Precio con IVA').fill('7990')
      await total(page).getByText('$7.990').waitFor()
      // The server takes it, and dies before anybody hears.
      const sent: string[] = []
      await page.route('**/v1/dte/emitir', async (route) => {
        sent.push(route.request().headers()['idempotency-key'] ?? '')
        if (sent.length > 1) return route.continue()
        await route.fetch()
        await stage.kill()
        return route.abort('connectionreset')
      })
      await keys('Control+Enter')
      await page.getByText('No se sabe si alcanzó a emitirse').waitFor()
      await stage.resume()
      // Even in another page: the draft has the key.
      await page.reload()
      await total(page).getByText('$7.990').waitFor()
      await keys('Control+Enter')
      expect(await issued(page, 'Boleta')).toBe(before)
      expect(sent).toHaveLength(2)
      expect(sent[1]).toBe(sent[0])
      expect(await nextFolio(39)).toBe(before + 1)
    }))
})

test('while nobody answers one goes on typing, and the total comes with the server', () =>
  stage.visit(async ({ page, expectError }) => {
    expectError(/Failed to load resource|ERR_/)
    await open(page, '/emitir/39')
    await cell(page, 'Ítem').fill('Alicate')
    await cell(page, 'Precio con IVA').fill('1000')
    await total(page).getByText('$1.000').waitFor()
    await stage.kill()
    await cell(page, 'Precio con IVA').fill('2000')
    await page.getByText('El servidor no responde').first().waitFor()
    await cell(page, 'Precio con IVA').fill('3000')
    await page.getByText('Sin conexión con el servidor').first().waitFor()
    await stage.resume()
    await total(page).getByText('$3.000').waitFor({ timeout: 20_000 })
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
  stage.visit(async ({ page }) => {
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
  }))

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

test('beside the preview a price of eight digits and decimals is seen whole', () =>
  stage.visit(async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
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
  const lan = await openStage({ host: 'timbre.oficina', folios: { 39: 5 } })
  try {
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
  } finally {
    await lan.close()
  }
})

test('too many requests: counted down, then the same emission goes again under its key', async () => {
  const slow = await openStage({ folios: { 39: 5 }, env: { TIMBRE_RATE_KEY: '3/80' } })
  try {
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
        const ask = async () => (await context.request.get('/v1/dte/folios')).status()
        while ((await ask()) !== 429);
        await route.continue()
        // Whoever else is at work with the same session takes what comes back, until this one was refused.
        while (!answers.length) await ask()
      })
      await keys('Control+Enter')
      await page.getByText('lo pedido se envía de nuevo').waitFor()
      await page.getByRole('heading', { level: 1, name: 'Boleta N° 1' }).waitFor({ timeout: 30_000 })
      expect(answers).toEqual([...answers.slice(0, -1).map(() => 429), 202])
      expect(answers.length).toBeGreaterThan(1)
      expect(new Set(sent).size).toBe(1)
      await axe()
    })
  } finally {
    await slow.close()
  }
}, 60_000)

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

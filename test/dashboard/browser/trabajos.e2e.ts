// Emission jobs: what stopped and why, mended from the page (dashboard §10; task 8 of dashboard §1).

import { afterEach, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { countClicks, createPerson } from './people'
import { EMPRESA } from './stage'
import { stage, useStage } from './suite'

useStage({ folios: { 33: 20, 39: 20 } })

// A case that fails leaves no fault to the next.
afterEach(() => mend().then(() => {}))

const FACTURA = {
  tipo_dte: 33,
  receptor: {
    rut: '77123456-9',
    razon_social: 'Constructora Río Claro SpA',
    giro: 'Obras de edificación',
    direccion: '2 Sur 1450',
    comuna: 'Talca',
  },
  detalle: [{ nombre: 'Saco de cemento', cantidad: 10, precio: 4990 }],
}

const open = async (page: Page, query = ''): Promise<void> => {
  await page.goto(`/app/${EMPRESA.rut}/trabajos${query}`)
  await page.getByRole('heading', { level: 1, name: 'Trabajos' }).waitFor()
}
const cardOf = (page: Page, name: string) => page.getByRole('article', { name, exact: true })

const fail = (servicio: string, falla: string) => stage.api('POST', '/simulador/fallas', { servicio, falla })
const mend = () => stage.api('DELETE', '/simulador/fallas')

interface Job {
  id: string
  estado: string
  folio: number | null
}

async function emit(body: object): Promise<string> {
  const { data } = await stage.api<{ data: { job_id: string } }>('POST', '/v1/dte/emitir', body)
  return data.job_id
}

/** Asks until the job is in one of the states. */
async function until(id: string, ...estados: string[]): Promise<Job> {
  for (;;) {
    const { data } = await stage.api<{ data: Job }>('GET', `/v1/dte/emision/${id}`)
    if (estados.includes(data.estado)) return data
    await Bun.sleep(50)
  }
}

test('with nothing stopped it says so, in every tab', () =>
  stage.visit(async ({ page, axe, narrow, keys }) => {
    await open(page)
    await page.getByText('Nada detenido').waitFor()
    await axe()
    await page.getByRole('tab', { name: /Detenidos/ }).focus()
    for (const text of ['Nada en curso', 'Nada programado', 'Nada todavía']) {
      await keys('ArrowRight')
      await page.getByText(text).waitFor()
    }
    await narrow()
    await axe()
  }))

test('a job that the SII stopped shows the cause, and one click sends it again', async () => {
  await fail('envio', 'sin_permiso')
  const id = await emit({ ...FACTURA, referencia_externa: 'pedido-1' })
  const { folio } = await until(id, 'failed', 'dlq')
  await mend()
  const name = `Factura N° ${folio}`
  await stage.visit(async ({ page, context, axe, narrow }) => {
    await page.goto(`/app/${EMPRESA.rut}/folios`)
    const clicks = await countClicks(context)
    // Every page shows how many wait.
    await page.getByRole('link', { name: '1 detenido' }).click()
    const card = cardOf(page, name)
    await card.getByText('Se detuvo al enviarlo al SII').waitFor()
    await card.getByText('El SII dijo').waitFor()
    await card.getByText('Constructora Río Claro SpA · $59.381').waitFor()
    await card.getByText('Referencia pedido-1').waitFor()
    await card.getByText(`El folio ${folio} queda reservado`).waitFor()
    await axe()
    await narrow()
    await axe()
    await card.getByRole('button', { name: `Reintentar ${name}` }).click()
    expect(clicks()).toBe(2)
    await page.getByText(`${name}: en curso otra vez`).waitFor()
    await page.getByText('Nada detenido').waitFor()
    // The button went with the card; the focus is at what came of it.
    await page.getByRole('region', { name: 'Resultado' }).and(page.locator(':focus')).waitFor()
    await until(id, 'completed')
    await page.getByRole('tab', { name: 'Historial' }).click()
    await page.getByRole('link', { name }).click()
    await page.getByRole('status').getByText('El SII lo recibió').waitFor()
    await page.getByText('Track ID').first().waitFor()
    await axe()
  })
})

test('an SII that does not answer stops nothing: the job waits, by the second', async () => {
  await fail('todos', 'http_503')
  const id = await emit(FACTURA)
  await stage.visit(async ({ page, axe, narrow }) => {
    await open(page, '?pestana=en-curso')
    await page.getByText('Espera otro intento').waitFor()
    await page
      .locator('time')
      .filter({ hasText: /en \d+ s|ahora|en \d+ min/ })
      .first()
      .waitFor()
    await axe()
    await narrow()
    await page.getByRole('link', { name: /^Factura N°/ }).click()
    await page.getByText('próximo intento').waitFor()
    await axe()
    await mend()
    await until(id, 'completed')
    await page.getByRole('status').getByText('El SII lo recibió').waitFor()
  })
})

test('several are retried one after the other, each with its result', async () => {
  await fail('envio', 'sin_permiso')
  const jobs = [await emit(FACTURA), await emit(FACTURA), await emit(FACTURA)]
  for (const id of jobs) await until(id, 'failed', 'dlq')
  await mend()
  await stage.visit(async ({ page, axe, keys }) => {
    await open(page)
    // The tabs of views that are not shown are counted too.
    await page.getByRole('tab', { name: 'Detenidos (3)' }).waitFor()
    await page.getByRole('tab', { name: /^En curso \(\d+\)/ }).waitFor()
    await page.getByLabel('Todos los de esta página (3)').focus()
    await keys('Space')
    await page.getByRole('button', { name: 'Reintentar 3 trabajos' }).waitFor()
    await axe()
    // By hand, one is left out.
    await page
      .getByRole('checkbox', { name: /^Elegir Factura/ })
      .first()
      .uncheck()
    await page.getByRole('button', { name: 'Reintentar 2 trabajos' }).focus()
    await keys('Enter')
    await page
      .getByText(/en curso otra vez/)
      .nth(1)
      .waitFor()
    await page.getByRole('article').nth(0).waitFor()
    await page.getByRole('article').nth(1).waitFor({ state: 'detached' })
    await axe()
  })
})

test('a job is discarded after asking, and what became of its folio is said', () =>
  stage.visit(async ({ page, axe, keys }) => {
    await open(page)
    const opener = page.getByRole('button', { name: /^Descartar Factura/ })
    await opener.click()
    const dialog = page.getByRole('dialog', { name: /^Descartar Factura/ })
    await dialog.getByText('queda libre para el próximo').waitFor()
    await axe()
    await keys('Escape')
    await dialog.waitFor({ state: 'hidden' })
    expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true)
    await opener.click()
    await dialog.getByRole('button', { name: /^Descartar Factura/ }).click()
    await page.getByText(/: descartado$/).waitFor()
    await page.getByText(/El folio \d+ (quedó libre|no se usará)/).waitFor()
    await page.getByText('Nada detenido').waitFor()
    await axe()
  }))

test('without folios at its hour a scheduled one stops, and goes on once there are', async () => {
  const programar_para = new Date(Date.now() + 2000).toISOString()
  const body = { tipo_dte: 41, detalle: [{ nombre: 'Pan amasado', precio: 1990 }], programar_para }
  const id = await emit(body)
  await stage.visit(async ({ page, axe }) => {
    await until(id, 'failed')
    await open(page)
    const card = cardOf(page, 'Boleta exenta sin folio')
    await card.getByText('Cargue o pida folios').waitFor()
    await axe()
    await card.getByRole('link', { name: 'Conseguir folios' }).click()
    await page.getByRole('button', { name: 'Pedir folios', exact: true }).click()
    await page.getByLabel('Tipo de documento').selectOption('41')
    await page.getByRole('button', { name: 'Pedir 100 folios' }).click()
    await page.getByRole('heading', { level: 2, name: 'Boleta exenta' }).waitFor()
    await page.getByRole('link', { name: '1 detenido' }).click()
    await card.getByRole('button', { name: 'Reintentar Boleta exenta sin folio' }).click()
    await page.getByText('Boleta exenta N° 1: en curso otra vez').waitFor()
    await until(id, 'completed')
  })
})

test('what waits for its hour is listed by it, and can be discarded', async () => {
  await emit({ ...FACTURA, programar_para: new Date(Date.now() + 3_600_000).toISOString() })
  await stage.visit(async ({ page, axe, narrow }) => {
    await open(page, '?pestana=programados')
    await page.getByRole('link', { name: 'Factura sin folio' }).waitFor()
    await axe()
    await narrow()
    await axe()
    await page.getByRole('button', { name: 'Descartar Factura sin folio' }).click()
    await page.getByRole('dialog').getByText('Aún no tenía folio').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Descartar Factura sin folio' }).click()
    await page.getByText('Nada programado').waitFor()
  })
})

test('search and type narrow the list, from the address too; nothing found offers all again', () =>
  stage.visit(async ({ page, axe }) => {
    await open(page, '?pestana=historial&q=pedido-1')
    await page.getByRole('row').nth(1).waitFor()
    expect(await page.getByRole('row').count()).toBe(2)
    await page.getByLabel('Buscar', { exact: true }).fill('no hay tal cosa')
    await page.getByText('Ningún trabajo con ese filtro').waitFor()
    await axe()
    await page.getByRole('button', { name: 'Quitar el filtro' }).click()
    await page.getByRole('row').nth(3).waitFor()
    await page.getByLabel('Tipo de documento').selectOption('41')
    await page.getByRole('link', { name: 'Boleta exenta N° 1' }).waitFor()
    await page.getByRole('row').nth(2).waitFor({ state: 'detached' })
    expect(page.url()).toEndWith('/trabajos?pestana=historial&tipo=41')
  }))

test('an id that is nobody’s is said not to exist', () =>
  stage.visit(async ({ page, axe }) => {
    await page.goto(`/app/${EMPRESA.rut}/trabajos/job_no_hay`)
    await page.getByText('Ese trabajo no existe en').waitFor()
    await axe()
  }))

test('a reader sees the cause and has no button', async () => {
  await fail('envio', 'sin_permiso')
  await until(await emit(FACTURA), 'failed', 'dlq')
  await mend()
  const as = await createPerson(stage, 'lector')
  await stage.visit(
    async ({ page, axe }) => {
      await open(page)
      await page.getByText('El SII dijo').waitFor()
      expect(await page.getByRole('button', { name: /Reintentar|Descartar/ }).count()).toBe(0)
      await axe()
    },
    { as },
  )
})

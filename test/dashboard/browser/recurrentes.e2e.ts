// Series: made of a document or a draft with their dates in sight, one date left out, moved or given its own content, done ahead,
// paused, ended; and why one stopped (areas/recurrentes, dashboard §10).

import { describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { dayWords } from '../../../src/dashboard/emitir/recurrentes/rule-words'
import { formatDate } from '../../../src/dashboard/ui/format'
import { addDays, chileDate } from '../../../src/domain/fecha'
import { at, CLIENTE, cell, emitted, facturaBody } from './emision'
import { lector, stage, useStage } from './suite'

interface Proxima {
  fecha: string
  fecha_emision: string
  estado: string
  propia: boolean
}
interface Serie {
  id: string
  estado: string
  solicitud: { detalle: { nombre: string; precio: string }[]; fecha_vencimiento?: string }
}

/** A document to repeat. */
let folio: number
const hoy = chileDate(new Date())

useStage(
  { folios: { 33: 20 }, lector: true },
  async () => {
    folio = await emitted(facturaBody())
    await stage.api('POST', '/v1/tipos-cambio', { tipos: [{ moneda: 'UF', fecha: hoy, valor: '40000' }] })
  },
  240_000,
)

const solicitud = (razon_social: string, over: object = {}) => ({
  tipo_dte: 33,
  receptor: { ...CLIENTE, razon_social },
  detalle: [{ nombre: 'Soporte {mes}', precio: 45_000 }],
  ...over,
})
/** The days of its rule are far from today: nothing is done by itself meanwhile. */
const make = async (nombre: string, body: object = {}): Promise<string> => {
  const regla = { cada: 'semana', desde: addDays(hoy, 5), veces: 6 }
  const { data } = await stage.api<{ data: Serie }>('POST', '/v1/recurrentes', {
    ...{ nombre, regla, solicitud: solicitud(nombre), ...body },
  })
  return data.id
}
const serie = async (id: string): Promise<Serie> =>
  (await stage.api<{ data: Serie }>('GET', `/v1/recurrentes/${id}`)).data
const proximas = async (id: string): Promise<Proxima[]> =>
  (await stage.api<{ data: Proxima[] }>('GET', `/v1/recurrentes/${id}/proximas`)).data
const idOf = (page: Page): string => /ser_\w+/.exec(page.url())?.[0] ?? ''
const row = (page: Page, fecha: string) =>
  page
    .getByRole('region', { name: 'Próximas fechas' })
    .getByRole('row', { name: new RegExp(dayWords(fecha)) })
const change = async (page: Page, fecha: string, act: string): Promise<void> => {
  await page.getByRole('button', { name: `Cambiar el ${formatDate(fecha)}` }).click()
  await page.getByRole('menuitem', { name: act }).click()
}

describe('a series', () => {
  test('is made of a document by one click and its rule, whose dates are seen before', () =>
    stage.visit(async ({ page, axe, narrow, keys }) => {
      await page.goto(at(`/documentos/33/${folio}`))
      await page.getByRole('link', { name: 'Repetir cada mes…' }).click()
      await page.getByRole('heading', { name: 'Las fechas que da' }).waitFor()
      await page.getByRole('row', { name: /Cemento 25 kg/ }).waitFor()
      await axe()
      await page.getByLabel('Nombre').fill('')
      await page.getByLabel('Hora de Chile').fill('')
      await page.getByRole('button', { name: 'Crear la serie' }).click()
      await page.getByText('Escriba un nombre con que reconocerla').waitFor()
      await page.getByText('Escriba la hora').waitFor()
      await page.getByLabel('Nombre').fill('Cemento mensual')
      await page.getByLabel('Hora de Chile').fill('09:00')
      await page.getByLabel('Qué día', { exact: true }).selectOption('ultimo_habil')
      // A rule that the server alone refuses: at the field it is about.
      const desde = await page.getByLabel('Desde').inputValue()
      await page.getByLabel('Desde').fill('2020-01-01')
      await page.getByLabel('Hasta').fill('2020-03-31')
      await page.getByText('Ninguna de hoy en adelante.').waitFor()
      await page.getByRole('button', { name: 'Crear la serie' }).click()
      await page.locator('.falta').getByText('No da ninguna fecha de hoy en adelante').waitFor()
      await page.getByLabel('Desde').fill(desde)
      await page.getByLabel('Hasta').fill('')
      await page.getByLabel('Cuántas veces').fill('12')
      await page.getByText('El último día hábil de cada mes, 12 veces.').waitFor()
      expect(
        await page.getByRole('region', { name: 'Las fechas que da' }).getByRole('listitem').count(),
      ).toBe(12)
      const shown = await page
        .getByRole('region', { name: 'Las fechas que da' })
        .getByRole('listitem')
        .allInnerTexts()
      await page.getByLabel('En cada fecha').selectOption('automatico')
      await narrow()
      await axe()
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.getByRole('button', { name: 'Crear la serie' }).focus()
      await keys('Enter')
      await page.getByRole('heading', { level: 1, name: 'Cemento mensual' }).waitFor()
      await page.getByText(/^El último día hábil de cada mes, 12 veces\. Desde el/).waitFor()
      const dates = await proximas(idOf(page))
      // The same dates as before it was saved, each with its amount.
      expect(dates.map(({ fecha }) => dayWords(fecha))).toEqual(shown)
      await row(page, dates[11]!.fecha).getByText('$').waitFor()
      await narrow()
      await axe()
    }))

  test('has a date left out, moved and put back, and its next one done ahead', () =>
    stage.visit(async ({ page, axe, keys }) => {
      const id = await make('Arriendo', {
        modo: 'automatico',
        solicitud: solicitud('Arriendo', {
          detalle: [{ nombre: 'Arriendo {mes}', precio: '2', moneda: 'UF' }],
        }),
      })
      const [first, second, third] = (await proximas(id)).map(({ fecha }) => fecha) as [
        string,
        string,
        string,
      ]
      await page.goto(at(`/recurrentes/${id}`))
      await row(page, first).getByText('$95.200').waitFor()
      await row(page, first).getByRole('button', { name: 'estimado' }).waitFor()
      await page.getByRole('button', { name: `Cambiar el ${formatDate(second)}` }).focus()
      await keys('Enter')
      await page.getByRole('menuitem', { name: 'Omitir' }).waitFor()
      await axe()
      await keys('Enter')
      await row(page, second).getByText('Omitida').waitFor()
      await change(page, third, 'Mover a otro día')
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Se hace el').fill(third)
      await dialog.getByRole('button', { name: 'Mover' }).click()
      await dialog.getByText('Es su propia fecha: para volver a ella, deshaga').waitFor()
      await dialog.getByLabel('Se hace el').fill(addDays(third, 400))
      await dialog.getByRole('button', { name: 'Mover' }).click()
      await dialog.getByText(/^Va hasta 366 días/).waitFor()
      await dialog.getByLabel('Se hace el').fill(addDays(third, 1))
      await dialog.getByRole('button', { name: 'Mover' }).click()
      await row(page, third)
        .getByText(`Se hace el ${formatDate(addDays(third, 1))}`)
        .waitFor()
      await change(page, second, 'Deshacer el cambio')
      await row(page, second).getByText('Omitida').waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Adelantar la próxima' }).click()
      const done = page.getByRole('region', { name: /^Lo que quedó de cada fecha, la última/ })
      await done
        .getByRole('row', { name: new RegExp(dayWords(first)) })
        .getByText('Emitida')
        .waitFor()
      await done.getByRole('link', { name: /^Factura N° \d+$/ }).click()
      await page.getByRole('heading', { level: 1, name: /^Factura N° \d+$/ }).waitFor()
    }))

  test('is edited, paused until a day, resumed, ended for ever and removed', () =>
    stage.visit(async ({ page, axe }) => {
      const id = await make('Aseo')
      await page.goto(at(`/recurrentes/${id}`))
      await page.getByRole('button', { name: 'Editar' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Nombre').fill('Aseo de oficinas')
      expect(await dialog.getByText('Otra regla cuenta desde hoy').count()).toBe(0)
      await dialog.getByLabel('Cada cuántos').fill('2')
      await dialog.getByText('Otra regla cuenta desde hoy').waitFor()
      await axe()
      await dialog.getByRole('button', { name: 'Guardar' }).click()
      await page.getByRole('heading', { level: 1, name: 'Aseo de oficinas' }).waitFor()
      await page.getByText(/^Cada 2 semanas/).waitFor()
      await page.getByRole('button', { name: 'Pausar' }).click()
      await dialog.getByLabel('Sigue sola el').fill(hoy)
      await dialog.getByRole('button', { name: 'Pausar la serie' }).click()
      await dialog.getByText('Debe ser un día futuro').waitFor()
      await dialog.getByLabel('Sigue sola el').fill(addDays(hoy, 3))
      await dialog.getByRole('button', { name: 'Pausar la serie' }).click()
      await page.getByText(`Sigue sola el ${formatDate(addDays(hoy, 3))}.`).waitFor()
      await page.getByText('En pausa: éstas seguirían si se reanudara.').waitFor()
      await page.getByRole('button', { name: 'Reanudar' }).click()
      await page.getByRole('button', { name: 'Pausar' }).waitFor()
      await page.getByRole('button', { name: 'Terminar' }).click()
      await dialog.getByRole('button', { name: 'Terminar la serie' }).click()
      await page.getByText('No tiene más fechas.').waitFor()
      await page.getByRole('button', { name: 'Eliminar' }).click()
      await dialog.getByRole('button', { name: 'Eliminar la serie' }).click()
      await page.waitForURL((url) => url.pathname === at('/recurrentes'))
      expect(await page.getByRole('link', { name: 'Aseo de oficinas' }).count()).toBe(0)
    }))
})

describe('its content', () => {
  test('is a draft’s, and is changed in the form: for all, or for one date', () =>
    stage.visit(async ({ page, axe, keys }) => {
      const { data } = await stage.api<{ data: { id: string } }>('POST', '/v1/borradores', {
        solicitud: solicitud('Asesorías del Sur SpA', { forma_pago: 2, fecha_vencimiento: addDays(hoy, 30) }),
      })
      await page.goto(at(`/borradores/${data.id}`))
      await page.getByRole('link', { name: 'Repetir cada mes…' }).click()
      await page.getByText('Vence 30 días después de cada emisión.').waitFor()
      await page.getByRole('button', { name: 'Crear la serie' }).click()
      await page.getByRole('heading', { level: 1, name: 'Asesorías del Sur SpA' }).waitFor()
      const id = idOf(page)
      await page.getByRole('link', { name: 'Cambiar lo que emite' }).click()
      await cell(page, 'Ítem').waitFor()
      expect(await cell(page, 'Ítem').inputValue()).toBe('Soporte {mes}')
      expect(await page.getByRole('button', { name: /^Emitir/ }).count()).toBe(0)
      await cell(page, 'Ítem').fill('Soporte {meses}')
      await page.getByRole('button', { name: 'Guardar en la serie' }).click()
      await page
        .getByText(/No existe \{meses\}/)
        .first()
        .waitFor()
      await axe()
      await cell(page, 'Ítem').fill('Asesoría {n}')
      await cell(page, 'Precio neto').fill('60000')
      await keys('Control+Enter')
      await page.waitForURL((url) => url.pathname === at(`/recurrentes/${id}`))
      await page.getByRole('row', { name: /Asesoría 1/ }).waitFor()
      expect((await serie(id)).solicitud).toMatchObject({
        ...{ fecha_vencimiento: '+30d', detalle: [{ nombre: 'Asesoría {n}', precio: '60000' }] },
      })
      const second = (await proximas(id))[1]!.fecha
      await change(page, second, 'Cambiar sólo ésta')
      await cell(page, 'Precio neto').waitFor()
      await page.getByText(`Sólo el ${formatDate(second)} de la serie`).waitFor()
      await cell(page, 'Precio neto').fill('10000')
      await page.getByRole('button', { name: 'Guardar en la serie' }).click()
      await row(page, second).getByText('$11.900').waitFor()
      await row(page, second).getByText('Con su propio contenido.').waitFor()
      expect((await proximas(id)).filter(({ propia }) => propia).map(({ fecha }) => fecha)).toEqual([second])
      await page.getByRole('button', { name: 'Adelantar la próxima' }).click()
      await page.getByText('Quedó como borrador').waitFor()
      await page.getByRole('link', { name: 'Ver el borrador' }).click()
      await page.getByRole('link', { name: 'Ver la serie' }).waitFor()
    }))
})

describe('one that stopped', () => {
  test('is found by its state, and says why and where that is mended', () =>
    stage.visit(async ({ page, axe, narrow }) => {
      // No folios of type 34.
      const id = await make('Clases', {
        modo: 'automatico',
        solicitud: solicitud('Clases', { tipo_dte: 34 }),
      })
      await stage.api('POST', `/v1/recurrentes/${id}/adelantar`)
      await page.goto(at('/recurrentes?estado=detenida'))
      await page.getByText('1 serie', { exact: true }).waitFor()
      await page.getByRole('row', { name: /Clases.*Detenida.*folios/ }).waitFor()
      await narrow()
      await axe()
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.getByLabel('Buscar').fill('nada así')
      await page.getByText('Ninguna con estos filtros').waitFor()
      await page.getByRole('button', { name: 'Ver todas' }).click()
      await page.getByRole('link', { name: 'Clases' }).click()
      await page.getByText(/^Espera la fecha/).waitFor()
      await page.getByRole('link', { name: 'Conseguir folios' }).waitFor()
      await axe()
    }))

  test('is only read by who may not keep series', () =>
    stage.visit(
      async ({ page }) => {
        await page.goto(at('/recurrentes'))
        await page.getByRole('link', { name: 'Clases' }).click()
        await page.getByRole('heading', { name: 'Próximas fechas' }).waitFor()
        await page.getByText(/^Espera la fecha/).waitFor()
        const acts = page
          .locator('main')
          .getByRole('button', { name: /Cambiar|Editar|Pausar|Terminar|Adelantar/ })
        expect(await acts.count()).toBe(0)
        await page.goto(at('/recurrentes/nueva'))
        await page.getByText('Sin permiso').waitFor()
      },
      { as: lector },
    ))
})

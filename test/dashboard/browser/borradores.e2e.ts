// Drafts that the company shares: proposed by who may not issue, looked through with their totals and faults, issued one by one or
// together, and never over what somebody else wrote (areas/borradores, dashboard §10).

import { describe, expect, test } from 'bun:test'
import { at, CLIENTE, cell, emitted, facturaBody, open } from './emision'
import { createPerson } from './people'
import type { Person } from './stage'
import { lector, stage, useStage } from './suite'

let contador: Person
/** A document to duplicate. */
let folio: number

const FURNISHED_WITHIN_MS = 240_000
useStage(
  { folios: { 33: 40, 61: 10 }, lector: true },
  async () => {
    contador = await createPerson(stage, 'contador')
    folio = await emitted(facturaBody())
  },
  FURNISHED_WITHIN_MS,
)

interface Borrador {
  id: string
  version: number
  estado: string
  solicitud: Record<string, unknown>
  dte: { folio: number } | null
}
const borrador = async (id: string): Promise<Borrador> =>
  (await stage.api<{ data: Borrador }>('GET', `/v1/borradores/${id}`)).data
const write = async (solicitud: object): Promise<string> =>
  (await stage.api<{ data: Borrador }>('POST', '/v1/borradores', { solicitud })).data.id
const named = (razon_social: string, precio: number): object => ({
  tipo_dte: 33,
  receptor: { ...CLIENTE, razon_social },
  detalle: [{ nombre: 'Arriendo de andamio', cantidad: 2, precio }],
})
const idOf = (url: string): string => /bor_\w+/.exec(url)?.[0] ?? ''

describe('a draft', () => {
  test('is proposed by who may not issue, and issued by who may, from its page', () =>
    stage
      .visit(
        async ({ page, axe, narrow }) => {
          await page.goto(at('/borradores'))
          await page.getByText('Sin borradores').waitFor()
          await axe()
          await page.getByRole('link', { name: 'Escribir uno' }).click()
          await page.getByRole('heading', { level: 1, name: 'Escribir un borrador' }).waitFor()
          await page.locator('main').getByRole('link', { name: 'Factura', exact: true }).click()
          await page.getByText('Usted propone y otra persona emite').waitFor()
          expect(await page.getByRole('button', { name: /^Emitir/ }).count()).toBe(0)
          await page.keyboard.type('77.123.456-9')
          await page.getByRole('option', { name: CLIENTE.razon_social }).click()
          await cell(page, 'Ítem').fill('Asesoría de noviembre')
          await axe()
          await page.keyboard.press('Control+Enter')
          await page.waitForURL(/\/borradores\/bor_/)
          await page.getByRole('heading', { name: 'No se puede emitir así' }).waitFor()
          await page.locator('.emitir-faltas li').first().waitFor()
          await axe()
          await narrow()
          await axe()
          await page.getByRole('link', { name: 'Abrir para cambiarlo' }).click()
          await cell(page, 'Ítem').waitFor()
          expect(await cell(page, 'Ítem').inputValue()).toBe('Asesoría de noviembre')
          await cell(page, 'Precio neto').fill('100000')
          await page.getByRole('button', { name: 'Guardar el borrador' }).click()
          await page.getByRole('heading', { name: 'Si se emite ahora' }).waitFor()
          await page.locator('.emitir-totales .total').getByText('$119.000').waitFor()
          expect(await page.getByRole('button', { name: 'Emitir', exact: true }).count()).toBe(0)
        },
        { as: contador },
      )
      .then(() =>
        stage.visit(async ({ page, axe, keys }) => {
          await page.goto(at('/borradores'))
          await page.getByRole('link', { name: 'Factura', exact: true }).click()
          await page.getByRole('button', { name: 'Emitir', exact: true }).click()
          const dialog = page.getByRole('dialog', { name: /^Emitir factura/ })
          await dialog.getByText('$119.000').waitFor()
          await axe()
          await keys('Enter')
          await page.getByRole('heading', { level: 1, name: /^Factura N° \d+$/ }).waitFor()
          await page.goto(at('/borradores?estado=emitido'))
          await page.getByRole('row', { name: /Emitido Factura N° \d+/ }).waitFor()
          await axe()
        }),
      ))

  test('is opened in the form and issued from there as it stands, once', () =>
    stage.visit(async ({ page, keys }) => {
      const id = await write(named('Ferretería Ñuble Limitada', 50_000))
      await open(page, `/emitir/33?borrador=${id}`)
      await page.locator('.emitir-totales .total').getByText('$119.000').waitFor()
      await cell(page, 'Precio neto').fill('60000')
      await page.locator('.emitir-totales .total').getByText('$142.800').waitFor()
      await keys('Control+Enter')
      await page.getByRole('heading', { level: 1, name: /^Factura N° \d+$/ }).waitFor()
      const done = await borrador(id)
      expect([done.estado, done.version]).toEqual(['emitido', 2])
      expect(page.url()).toEndWith(`/documentos/33/${done.dte?.folio}`)
    }))

  test('that somebody else changed is not written over unseen: over it, beside it, or not', () =>
    stage.visit(async ({ page, axe, expectError, keys }) => {
      expectError(/409/)
      const id = await write(named('Aceros del Maule S.A.', 50_000))
      await open(page, `/emitir/33?borrador=${id}`)
      await cell(page, 'Precio neto').fill('55000')
      await stage.api('PUT', `/v1/borradores/${id}`, {
        solicitud: named('Aceros del Maule S.A.', 1),
        version: 1,
      })
      await page.locator('.emitir-totales .total').getByText('$130.900').waitFor()
      await keys('Control+Enter')
      await page.getByText('No se emitió. Lo que escribió sigue aquí.').waitFor()
      await page.getByRole('button', { name: 'Guardar el borrador' }).click()
      await page.getByText('Su borrador no se guardó').waitFor()
      await page
        .getByText(/va en la versión 2/)
        .first()
        .waitFor()
      await axe()
      await page.getByRole('button', { name: 'Guardar lo mío encima' }).click()
      await page.waitForURL(/\/borradores\/bor_/)
      expect(await borrador(id)).toMatchObject({ version: 3, solicitud: { detalle: [{ precio: '55000' }] } })
    }))

  test('whose answer was lost is not saved twice, nor taken for somebody else’s', () =>
    stage.visit(async ({ page, expectError }) => {
      expectError(/Failed to load resource|ERR_/)
      const id = await write(named('Sur Limitada', 50_000))
      await open(page, `/emitir/33?borrador=${id}`)
      await cell(page, 'Precio neto').fill('70000')
      let lost = false
      await page.route(`**/v1/borradores/${id}`, async (route) => {
        if (lost || route.request().method() !== 'PUT') return route.continue()
        lost = true
        await route.fetch()
        return route.abort('connectionreset')
      })
      await page.getByRole('button', { name: 'Guardar el borrador' }).click()
      await page.getByText('El servidor no responde').first().waitFor()
      await page.getByRole('button', { name: 'Guardar el borrador' }).click()
      await page.waitForURL(/\/borradores\/bor_/)
      expect((await borrador(id)).version).toBe(2)
    }))

  test('is discarded, found among the discarded, and copied from there', () =>
    stage.visit(async ({ page, axe }) => {
      const id = await write(named('Costa SpA', 10_000))
      await page.goto(at(`/borradores/${id}`))
      await page.getByRole('button', { name: 'Descartar' }).click()
      await axe()
      await page.getByRole('dialog').getByRole('button', { name: 'Descartar' }).click()
      await page.waitForURL((url) => url.pathname === at('/borradores'))
      await page.getByRole('button', { name: 'Descartados' }).click()
      await page
        .getByRole('row', { name: /Costa SpA/ })
        .getByRole('link')
        .click()
      await page.getByRole('button', { name: 'Copiar a otro' }).click()
      await page.getByText('Se copió a otro borrador').waitFor()
      await page.waitForURL((url) => idOf(url.href) !== id)
      await page.getByRole('heading', { name: 'Si se emite ahora' }).waitFor()
      await stage.api('DELETE', `/v1/borradores/${idOf(page.url())}`)
    }))
})

describe('several drafts', () => {
  test('are approved at once: their sum and faults before, what became of each behind', () =>
    stage.visit(async ({ page, axe, narrow }) => {
      for (const [name, precio] of [
        ['Lote Uno', 10_000],
        ['Lote Dos', 20_000],
      ] as const)
        await write(named(name, precio))
      await write({ ...named('Lote Tres', 1), detalle: [] })
      await page.goto(at('/borradores'))
      await page.getByLabel('Buscar').fill('lote')
      await page.getByText('3 borradores', { exact: true }).waitFor()
      await page.getByRole('row', { name: /Lote Tres.*falta/ }).waitFor()
      await page.getByRole('checkbox', { name: 'Seleccionar todos los de esta página' }).check()
      const bar = page.getByRole('group', { name: 'Con lo seleccionado' })
      await bar.getByText('3 seleccionados · $71.400 · 1 con faltas').waitFor()
      await axe()
      await narrow()
      await page.setViewportSize({ width: 1280, height: 800 })
      await bar.getByRole('button', { name: 'Emitir' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('Uno tiene faltas y no se emite.').waitFor()
      await axe()
      await dialog.getByRole('button', { name: 'Emitir 2 documentos' }).click()
      await dialog.getByText('Se aceptaron 2 de 2.').waitFor()
      expect(await dialog.getByRole('link', { name: /^Factura N° \d+$/ }).count()).toBe(2)
      await axe()
      await dialog.getByRole('button', { name: 'Listo' }).click()
      await page.getByText('1 borrador', { exact: true }).waitFor()
      await page.getByRole('row', { name: /Lote Tres/ }).waitFor()
    }))

  test('are discarded at once, and a filter that finds none says so', () =>
    stage.visit(async ({ page, axe }) => {
      await write(named('Sobra Uno', 1000))
      await write(named('Sobra Dos', 1000))
      await page.goto(at('/borradores?q=sobra'))
      await page.getByRole('checkbox', { name: 'Seleccionar todos los de esta página' }).check()
      await page
        .getByRole('group', { name: 'Con lo seleccionado' })
        .getByRole('button', { name: 'Descartar' })
        .click()
      await page.getByRole('dialog').getByRole('button', { name: 'Descartar' }).click()
      await page.getByText('Ninguno con estos filtros').waitFor()
      await axe()
      await page.getByRole('button', { name: 'Ver todos' }).click()
      await page.getByRole('table', { name: /Borradores compartidos/ }).waitFor()
    }))
})

describe('a document', () => {
  test('is duplicated in one click, on its page and in the list', () =>
    stage.visit(async ({ page, axe }) => {
      await page.goto(at(`/documentos/33/${folio}`))
      await page.getByRole('button', { name: 'Duplicar' }).click()
      await page.waitForURL(/\/borradores\/bor_/)
      const first = idOf(page.url())
      await page.getByRole('row', { name: /Cemento 25 kg/ }).waitFor()
      expect(await borrador(first)).toMatchObject({ origen: 'duplicado', estado: 'abierto' })
      await page.goto(at('/documentos'))
      await page.getByRole('button', { name: `Duplicar Factura N° ${folio} como borrador` }).click()
      await page.getByText(`Factura N° ${folio} se duplicó como borrador`).waitFor()
      await axe()
      await page.getByRole('link', { name: 'Ver el borrador' }).click()
      await page.waitForURL((url) => url.pathname.includes('/borradores/bor_'))
      expect(idOf(page.url())).not.toBe(first)
    }))

  test('offers nothing of it to who only reads', () =>
    stage.visit(
      async ({ page }) => {
        await page.goto(at('/documentos'))
        await page.getByRole('table').waitFor()
        expect(await page.getByRole('button', { name: /Duplicar/ }).count()).toBe(0)
        await page.goto(at('/borradores'))
        await page.getByText('Sin permiso').waitFor()
      },
      { as: lector },
    ))

  test('that is a note goes on as one: what it acts on is known', () =>
    stage.visit(async ({ page, keys }) => {
      await open(page, `/emitir/61?desde=33-${folio}&respuesta=texto`)
      await page.getByLabel('Donde dice').fill('Obra')
      await page.getByLabel('Debe decir').fill('Obras')
      await page.getByRole('button', { name: 'Guardar como borrador' }).click()
      await page.waitForURL(/\/borradores\/bor_/)
      await page.getByRole('link', { name: 'Abrir para cambiarlo' }).click()
      await page.getByLabel('Debe decir').waitFor()
      expect(await page.getByLabel('Debe decir').inputValue()).toBe('Obras')
      await keys('Control+Enter')
      await page.getByRole('heading', { level: 1, name: /^Nota de crédito N° \d+$/ }).waitFor()
    }))
})

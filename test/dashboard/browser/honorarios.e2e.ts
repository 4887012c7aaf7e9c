// Boletas de terceros: issued behind the SII's own draft, found again, annulled by a cause that its form has, read from its report
// (areas/bte §1, §2; dashboard §6, §16).

import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { EMPRESA } from './stage'
import { lector, stage, useStage } from './suite'

const AT = `/app/${EMPRESA.rut}/honorarios`

useStage({ lector: true }, async () => {
  const { data: me } = await stage.api<{ data: { empresa_activa: { id: string } } }>('GET', '/auth/me')
  await stage.api('PUT', `/v1/empresa/${me.empresa_activa.id}/portal/clave`, { simulado: true })
})

const open = async (page: Page): Promise<void> => {
  await page.goto(AT)
  await page.getByRole('heading', { level: 1, name: 'Honorarios' }).waitFor()
}
const table = (page: Page) => page.getByRole('table', { name: /^Boletas de terceros de / })
const begin = async (page: Page) => {
  await page.getByRole('button', { name: 'Emitir boleta' }).click()
  return page.getByRole('dialog', { name: 'Emitir una boleta de terceros' })
}

test('one is issued behind the draft of the SII, whose amounts are seen before', () =>
  stage.visit(async ({ page, axe, narrow }) => {
    await open(page)
    await page.getByText('Ninguna boleta').waitFor()
    await axe()
    const dialog = await begin(page)
    await dialog.getByRole('button', { name: 'Ver el borrador del SII' }).click()
    await dialog.getByText('Escriba el RUT').waitFor()
    await axe()
    await dialog.getByLabel('Nombre de la persona').fill('José Ñancupil Cárdenas')
    // Key by key: what is a RUT on the way keeps the focus where it is.
    await dialog.getByLabel('RUT', { exact: true }).focus()
    await page.keyboard.type('9.876.543-3')
    expect(await dialog.getByLabel('RUT', { exact: true }).inputValue()).toBe('9.876.543-3')
    await dialog.getByLabel('Dirección').fill('Parcela 12')
    await dialog.getByLabel('Comuna').fill('Talca')
    await page.keyboard.press('Escape')
    await dialog.getByLabel('Servicio 1').fill('Mantención de jardín')
    await dialog.getByLabel('Monto 1, bruto').fill('500000')
    await dialog.getByText('$423.750').waitFor()
    await axe()
    await narrow()
    await page.setViewportSize({ width: 1280, height: 800 })
    await dialog.getByRole('button', { name: 'Ver el borrador del SII' }).click()
    const draft = page.getByRole('dialog', { name: 'El borrador del SII' })
    await draft.getByText('$76.250').waitFor()
    await axe()
    await draft.getByRole('button', { name: 'Emitir la boleta' }).click()
    await page.getByText('El SII emitió la boleta N° 1').waitFor()
    await table(page).getByText('Vigente').waitFor()
    await page.getByText('1 boleta vigente').waitFor()
    await axe()
    await narrow()
    await axe()
  }))

test('a person of before is completed by a part of the name, and what is withheld beyond the law is said before', () =>
  stage.visit(async ({ page, axe }) => {
    await stage.api('POST', '/simulador/fallas', { servicio: 'bte', falla: 'retencion_distinta', veces: 1 })
    await open(page)
    const dialog = await begin(page)
    await dialog.getByLabel('Nombre de la persona').fill('nancu')
    await page.getByRole('option', { name: /José Ñancupil/ }).click()
    await dialog.getByLabel('Servicio 1').fill('Riego')
    await dialog.getByLabel('Monto 1, bruto').fill('100000')
    expect(await dialog.getByLabel('Comuna').inputValue()).toBe('Talca')
    await dialog.getByRole('button', { name: 'Ver el borrador del SII' }).click()
    const draft = page.getByRole('dialog', { name: 'El borrador del SII' })
    await draft.getByText(/préstamo del Estado/).waitFor()
    await axe()
    await draft.getByRole('button', { name: 'Corregir' }).click()
    await dialog.waitFor()
    expect(await dialog.getByLabel('Servicio 1').inputValue()).toBe('Riego')
    // It was typed before the draft was seen, and is no less typed for that.
    await page.keyboard.press('Escape')
    await dialog.getByText('¿Cerrar sin guardar lo escrito?').waitFor()
    await dialog.getByRole('button', { name: 'Seguir escribiendo' }).click()
    expect(await dialog.getByLabel('Servicio 1').inputValue()).toBe('Riego')
  }))

test('an answer that was lost is told in plain words, and settled without a second one', () =>
  stage.visit(async ({ page, axe }) => {
    await stage.api('POST', '/simulador/fallas', { servicio: 'bte', falla: 'corte_despues_de_emitir' })
    const { data: first } = await stage.api<{ data: { fecha: string; beneficiario: object }[] }>(
      'GET',
      '/v1/bte',
    )
    const { fecha, beneficiario } = first[0]!
    const servicios = [{ descripcion: 'Poda', monto: 80_000 }]
    await stage.api('POST', '/v1/bte/emitir', { fecha, beneficiario, servicios })
    await open(page)
    await table(page).getByText('N° 2').waitFor()
    await axe()
    const { data } = await stage.api<{ data: unknown[] }>('GET', '/v1/bte')
    expect(data).toHaveLength(2)
  }))

test('a cause that the form lacks is answered with those that it has; annulled, it no longer counts', () =>
  stage.visit(async ({ page, axe, narrow }) => {
    await open(page)
    await page.getByRole('button', { name: 'Ver la boleta N° 1' }).click()
    const one = page.getByRole('dialog', { name: 'Boleta de terceros N° 1' })
    await one.getByText('Mantención de jardín').waitFor()
    await axe()
    const saved = page.waitForEvent('download')
    await one.getByRole('button', { name: 'Guardar PDF' }).click()
    expect((await saved).suggestedFilename()).toBe(`bte_1_${EMPRESA.rut}_simulacion.pdf`)
    await one.getByRole('button', { name: 'Anular' }).click()
    const dialog = page.getByRole('dialog', { name: 'Anular la boleta N° 1' })
    await dialog.getByLabel('Causa').selectOption('1')
    await dialog.getByRole('button', { name: 'Anular la boleta' }).click()
    await dialog
      .getByText(/El SII admite sólo/)
      .first()
      .waitFor()
    await axe()
    await dialog.getByLabel('Causa').selectOption('2')
    await dialog.getByRole('button', { name: 'Anular la boleta' }).click()
    await dialog.waitFor({ state: 'detached' })
    await table(page).getByText('Anulada').waitFor()
    await page.getByText(/1 boleta vigente, 1 anulada/).waitFor()
    const mes = await page.getByLabel('Mes').inputValue()
    await page.goto(`/app/${EMPRESA.rut}/libros?libro=honorarios&periodo=${mes}`)
    await page.getByRole('table', { name: 'Libro de honorarios' }).getByText('(anulada)').waitFor()
    await narrow()
    await axe()
  }))

test('one is found by a name of two words, in any month, and what is looked at stands in the address', () =>
  stage.visit(async ({ page, axe, narrow }) => {
    await open(page)
    await table(page).getByText('Anulada').waitFor()
    await page.getByLabel('Nombre o RUT').focus()
    // Key by key: a space between two words is a part of both of them.
    await page.keyboard.type('José Ñancu', { delay: 20 })
    await page.waitForURL((url) => url.searchParams.get('q') === 'José Ñancu')
    expect(await page.getByLabel('Nombre o RUT').inputValue()).toBe('José Ñancu')
    await table(page).getByText('Vigente').waitFor()
    await page.getByLabel('Mes').selectOption('todos')
    await page.getByRole('table', { name: /^Boletas de terceros de todos los meses/ }).waitFor()
    expect(await page.getByRole('button', { name: 'Traer del SII' }).count()).toBe(0)
    await axe()
    await page.getByRole('button', { name: 'Sin emitir' }).click()
    await page.getByText('Ninguna boleta así').waitFor()
    expect(new URL(page.url()).search).toBe('?mes=todos&ver=pendientes&q=Jos%C3%A9+%C3%91ancu')
    await axe()
    await narrow()
    await page.getByRole('button', { name: 'Quitar los filtros' }).click()
    await table(page).getByText('Vigente').waitFor()
    expect(await page.getByLabel('Nombre o RUT').inputValue()).toBe('')
  }))

test('one whose answer was lost, asked for again from the beginning, is the same one', () =>
  stage.visit(async ({ page, expectError }) => {
    expectError(/ERR_FAILED/)
    await open(page)
    const count = async () => (await stage.api<{ data: unknown[] }>('GET', '/v1/bte')).data.length
    const before = await count()
    let lost = false
    await page.route('**/v1/bte/emitir?*', async (route) => {
      if (lost) return route.continue()
      lost = true
      await route.fetch()
      await route.abort()
    })
    const ask = async () => {
      const dialog = await begin(page)
      await dialog.getByLabel('Nombre de la persona').fill('nancu')
      await page.getByRole('option', { name: /José Ñancupil/ }).click()
      await dialog.getByLabel('Servicio 1').fill('Riego de noche')
      await dialog.getByLabel('Monto 1, bruto').fill('7.777')
      await dialog.getByRole('button', { name: 'Ver el borrador del SII' }).click()
      const draft = page.getByRole('dialog', { name: 'El borrador del SII' })
      await draft.getByRole('button', { name: 'Emitir la boleta' }).click()
      return draft
    }
    const draft = await ask()
    await draft.getByText('El servidor no responde').waitFor()
    await draft.getByRole('button', { name: 'Cerrar' }).click()
    await draft.getByRole('button', { name: 'Descartar lo escrito' }).click()
    await (await ask()).waitFor({ state: 'detached' })
    await table(page).getByText('$7.777').waitFor()
    expect(await count()).toBe(before + 1)
  }))

test('what is half typed is found again after a reload until it is thrown away, and nothing is issued twice by it', () =>
  stage.visit(async ({ page, axe, expectError }) => {
    expectError(/ERR_FAILED/)
    await open(page)
    const count = async () => (await stage.api<{ data: unknown[] }>('GET', '/v1/bte')).data.length
    const before = await count()
    const first = await begin(page)
    await first.getByLabel('Nombre de la persona').fill('nancu')
    await page.getByRole('option', { name: /José Ñancupil/ }).click()
    await first.getByLabel('Servicio 1').fill('Cerco')
    await first.getByLabel('Monto 1, bruto').fill('6.543')
    await page.reload()
    await page.getByText('Sin guardar: boleta a José Ñancupil').waitFor()
    await axe()
    const resume = async () => {
      await page.getByRole('button', { name: 'Seguir', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Emitir una boleta de terceros' })
      await dialog.getByText('Sigue lo que dejó sin guardar').waitFor()
      expect(await dialog.getByLabel('Servicio 1').inputValue()).toBe('Cerco')
      return dialog
    }
    await (await resume()).getByRole('button', { name: 'Volver' }).click()
    const send = async () => {
      const dialog = await resume()
      await axe()
      await dialog.getByRole('button', { name: 'Ver el borrador del SII' }).click()
      const draft = page.getByRole('dialog', { name: 'El borrador del SII' })
      await draft.getByRole('button', { name: 'Emitir la boleta' }).click()
      return draft
    }
    await page.route('**/v1/bte/emitir?*', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await (await send()).getByText('El servidor no responde').waitFor()
    await page.unroute('**/v1/bte/emitir?*')
    await page.reload()
    await (await send()).waitFor({ state: 'detached' })
    await table(page).getByText('$6.543').waitFor()
    expect(await count()).toBe(before + 1)
    expect(await page.getByText(/^Sin guardar/).count()).toBe(0)
    await (await begin(page)).getByLabel('Nombre de la persona').fill('Rosa')
    await page.reload()
    await page.getByRole('button', { name: 'Borrar lo escrito de boleta a Rosa' }).click()
    await page.getByText(/^Sin guardar/).waitFor({ state: 'detached' })
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('bte')))).toEqual(
      [],
    )
  }))

test('who may only read sees them, and has nothing to press', () =>
  stage.visit(
    async ({ page, axe }) => {
      await open(page)
      await table(page).getByText('Anulada').waitFor()
      expect(await page.getByRole('button', { name: 'Emitir boleta' }).count()).toBe(0)
      expect(await page.getByRole('button', { name: 'Traer del SII' }).count()).toBe(0)
      await page.getByRole('button', { name: 'Ver la boleta N° 2' }).click()
      const one = page.getByRole('dialog', { name: 'Boleta de terceros N° 2' })
      await one.getByRole('button', { name: 'Guardar PDF' }).waitFor()
      expect(await one.getByRole('button', { name: 'Anular' }).count()).toBe(0)
      await axe()
    },
    { as: lector },
  ))

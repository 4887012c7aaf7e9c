// The shell around every screen: keyboard alone, a phone, the environment looked at, a name on the LAN (dashboard §3, §11, §13).

import { expect, test } from 'bun:test'
import { EMPRESA, OTRA } from './stage'
import { stage, useStage } from './suite'

const HOST = 'timbre.oficina'

// Not the loopback name: no secure context, as on an office's network.
useStage({ host: HOST, folios: { 39: 5 } })

test('on plain http of a LAN, where browsers hold back, everything works', () =>
  stage.visit(async ({ page }) => {
    await page.goto('/app/')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(new URL(page.url()).hostname).toBe(HOST)
    expect(await page.evaluate(() => isSecureContext)).toBe(false)
  }))

test('the first Tab skips to the content, and the page is told by landmarks', () =>
  stage.visit(async ({ page, keys }) => {
    await page.goto(`/app/${EMPRESA.rut}/yo`)
    await page.getByRole('heading', { name: 'Mi acceso' }).waitFor()
    await keys('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Saltar al contenido')
    await keys('Enter Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('main')?.id)).toBe('principal')
    for (const role of ['banner', 'main', 'navigation'] as const) await page.getByRole(role).waitFor()
  }))

test('palette and switcher give the focus back to what opened them', () =>
  stage.visit(async ({ page, axe, keys }) => {
    await page.goto(`/app/${EMPRESA.rut}/yo`)
    const opener = page.getByRole('button', { name: EMPRESA.razon_social })
    await opener.focus()
    await keys('Enter')
    const dialog = page.getByRole('dialog', { name: 'Cambiar de empresa' })
    // It has no certificate.
    await dialog
      .getByRole('option', { name: `${OTRA.razon_social} 77.123.456-9 · simulación · 1 por atender` })
      .waitFor()
    await axe()
    // A search is nothing to lose: nobody is asked about it.
    await keys('o t r a Escape')
    await dialog.waitFor({ state: 'hidden' })
    expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true)
    await keys('Control+k Escape')
    expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true)
  }))

test('on a phone the sections are behind one button', () =>
  stage.visit(async ({ page, axe, narrow, keys }) => {
    await page.goto(`/app/${EMPRESA.rut}/yo`)
    await page.getByRole('heading', { name: 'Mi acceso' }).waitFor()
    await narrow()
    await page.getByRole('button', { name: 'Menú' }).click()
    const sheet = page.getByRole('dialog', { name: 'Secciones' })
    await sheet.getByRole('link', { name: 'Mi acceso' }).waitFor()
    await axe()
    await keys('Escape')
    await page.getByRole('button', { name: 'Buscar' }).click()
    await page.getByRole('combobox', { name: 'Folio, RUT' }).waitFor()
    await narrow()
    await axe()
  }))

test('another environment is looked at from page to page, said at the top, until one leaves', () =>
  stage.visit(async ({ page, axe }) => {
    await page.goto(`/app/${EMPRESA.rut}/yo?ambiente=certificacion`)
    await page.getByText('Sin valor tributario. Sólo mira').waitFor()
    await axe()
    expect(await page.title()).toStartWith('CERTIFICACIÓN · ')
    const link = page.getByRole('navigation').getByRole('link', { name: 'Mi acceso' })
    expect(await link.getAttribute('href')).toBe(`/app/${EMPRESA.rut}/yo?ambiente=certificacion`)
    await link.click()
    await page.getByText('Sin valor tributario').waitFor()
  }))

test('what stands in another environment is looked at from the switcher, and left by the band', () =>
  stage.visit(async ({ page, axe, narrow, keys }) => {
    await page.goto(`/app/${EMPRESA.rut}/emitir/39`)
    await page.getByRole('button', { name: 'Emitir boleta' }).waitFor()
    await page.getByRole('button', { name: EMPRESA.razon_social }).click()
    const dialog = page.getByRole('dialog', { name: 'Cambiar de empresa' })
    const group = dialog.getByRole('group', { name: 'Ambiente que se mira' })
    await group.getByRole('button', { name: 'Simulación', pressed: true }).waitFor()
    await axe()
    const asked = page.waitForRequest(
      (request) => request.headers()['x-ambiente'] === 'certificacion' && request.url().includes('/v1/'),
    )
    await group.getByRole('button', { name: 'Certificación' }).focus()
    await keys('Enter')
    await page.waitForURL(`**/app/${EMPRESA.rut}/emitir?ambiente=certificacion`)
    await page.getByText('Sin valor tributario. Sólo mira').waitFor()
    await page.getByRole('navigation').getByRole('link', { name: 'Documentos' }).click()
    await asked
    await page.getByText('Aún no emite en').waitFor()
    await page.goto(`/app/${EMPRESA.rut}/emitir/39?ambiente=certificacion`)
    await page.getByText('aquí sólo se mira').waitFor()
    expect(await page.getByRole('button', { name: /^Emitir/ }).count()).toBe(0)
    await axe()
    await narrow()
    await page.getByRole('link', { name: 'Volver al suyo' }).click()
    await page.waitForURL((url) => url.pathname.endsWith('/emitir') && url.search === '')
    await page.getByText('Nada llega al SII').waitFor()
  }))

test('the reference of the API opens beside the page, from the navigation and by its words', () =>
  stage.visit(async ({ page, keys }) => {
    await page.goto(`/app/${EMPRESA.rut}/yo`)
    const link = page.getByRole('navigation').getByRole('link', { name: /^API/ })
    const opened = page.context().waitForEvent('page')
    await link.click()
    const docs = await opened
    await docs.waitForURL('**/docs', { waitUntil: 'commit' })
    await docs.getByRole('link', { name: 'openapi.json' }).first().waitFor()
    await docs.close()
    await page.getByRole('heading', { name: 'Mi acceso' }).waitFor()
    await page.getByRole('button', { name: 'Buscar' }).click()
    await page.getByRole('combobox', { name: 'Folio, RUT' }).fill('referencia')
    await page.getByRole('option', { name: /^API/ }).waitFor()
    const again = page.context().waitForEvent('page')
    await keys('Enter')
    await (await again).waitForURL('**/docs', { waitUntil: 'commit' })
    expect(new URL(page.url()).pathname).toBe(`/app/${EMPRESA.rut}/yo`)
  }))

test('an address that leads nowhere says so, and where to go', () =>
  stage.visit(async ({ page, axe }) => {
    await page.goto(`/app/${EMPRESA.rut}/no-hay`)
    await page.getByText(`Esa página no existe en ${EMPRESA.razon_social} · SIMULACIÓN`).waitFor()
    await axe()
    await page.goto('/app/11111111-1/yo')
    await page.getByRole('heading', { name: 'Esa empresa no existe' }).waitFor()
    await axe()
    await page.getByRole('link', { name: OTRA.razon_social }).click()
    await page.getByText('Nada llega al SII').waitFor()
  }))

test('colours chosen for this browser outlive the page', () =>
  stage.visit(async ({ page }) => {
    await page.goto(`/app/${EMPRESA.rut}/yo`)
    const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
    await page.getByLabel('Colores').selectOption('oscuro')
    expect(await ground()).toBe('rgb(21, 23, 26)')
    await page.reload()
    await page.getByLabel('Colores').waitFor()
    expect([await ground(), await page.getByLabel('Colores').inputValue()]).toEqual([
      'rgb(21, 23, 26)',
      'oscuro',
    ])
  }))

test('the verdict of the SII comes by itself', () =>
  stage.visit(async ({ page, axe }) => {
    await page.goto(`/app/${EMPRESA.rut}/yo`)
    await page.getByRole('heading', { name: 'Mi acceso' }).waitFor()
    await stage.api('POST', '/v1/dte/emitir', {
      tipo_dte: 39,
      detalle: [{ nombre: 'Café molido', precio: 4990 }],
    })
    await page.getByRole('status').getByText('Boleta N° 1: aceptada por el SII').waitFor()
    await axe()
  }))

test('a server that cannot work, and one of another version, say so above every page', () =>
  stage.visit(async ({ page, axe }) => {
    const body = {
      ok: false,
      code: 'QUEUE_UNAVAILABLE',
      error: 'El servidor no está listo para recibir documentos',
    }
    await page.route('**/listo', (route) => route.fulfill({ status: 503, json: body }))
    // As `conectado` of an upgraded server would.
    let version = 'v0.1.0'
    await page.route('**/v1/events/stream**', async (route) => {
      const { data } = await stage.api<{ data: { empresa_activa: { id: string } } }>('GET', '/auth/me')
      const hello = JSON.stringify({ empresa_id: data.empresa_activa.id, servidor: version })
      version = 'v0.2.0'
      await route.fulfill({
        contentType: 'text/event-stream',
        body: `retry: 50\nevent: conectado\ndata: ${hello}\n\n`,
      })
    })
    await page.goto(`/app/${EMPRESA.rut}/yo`)
    await page.getByRole('status').getByText('El servidor no está listo para recibir documentos').waitFor()
    await page.getByText('Hay una versión nueva.').waitFor()
    await axe()
    await page.getByRole('button', { name: 'Recargar' }).click()
    await page.getByRole('heading', { name: 'Mi acceso' }).waitFor()
  }))

test('a page older than its server, whose scripts are gone, asks to be loaded anew', () =>
  stage.visit(async ({ page, axe, expectError }) => {
    expectError('404')
    expectError('dynamically imported module')
    await page.route('**/app/activos/yo-*.js', (route) => route.fulfill({ status: 404 }))
    await page.goto(`/app/${EMPRESA.rut}/yo`)
    await page.getByRole('alert').getByText('Hay una versión nueva').waitFor()
    await axe()
    await page.unroute('**/app/activos/yo-*.js')
    await page.getByRole('button', { name: 'Recargar' }).click()
    await page.getByRole('heading', { name: 'Mi acceso' }).waitFor()
  }))

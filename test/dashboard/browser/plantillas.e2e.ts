// The company's paper: versions made beside their PDF, used for types, and the logo (dashboard §10; http §22.2).

import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { png } from '../../support/logo'
import { createPerson } from './people'
import { EMPRESA } from './stage'
import { stage, useStage, withoutServer } from './suite'

const ADDRESS = `/app/${EMPRESA.rut}/plantillas`
const SCRIPT = '<script>alert(1)</script> & Cía'

useStage({ whole: true })

const make = async (body: object): Promise<string> =>
  (await stage.api<{ data: { id: string } }>('POST', '/v1/plantilla', { nombre: 'Papel', ...body })).data.id

/** Waits for a sample that is drawn and of what is on the page now. */
const sample = (page: Page) => page.locator('.hoja:not([aria-busy]) iframe[src^="blob:"]').waitFor()

/** The bodies of the samples asked for from now on, with the answers' status. */
function watchSamples(page: Page): { body: Record<string, unknown>; status: number }[] {
  const seen: { body: Record<string, unknown>; status: number }[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('/v1/plantilla/previsualizar'))
      seen.push({ body: response.request().postDataJSON(), status: response.status() })
  })
  return seen
}

test('without a version everything is on the ordinary paper, and the first is made, seen and used by keys alone', () =>
  stage.visit(async ({ page, axe, keys, narrow }) => {
    await page.goto(ADDRESS)
    await page.getByText('Ninguna versión todavía').waitFor()
    await sample(page)
    expect(await page.getByRole('row', { name: /^Papel normal/ }).count()).toBe(3)
    await axe()
    await page.getByRole('link', { name: 'Crear una versión' }).focus()
    await keys('Enter')
    await page.getByRole('heading', { level: 1, name: 'Nueva versión' }).waitFor()
    await page.getByRole('heading', { level: 1 }).and(page.locator(':focus')).waitFor()
    await keys('Tab')
    await page.keyboard.type('Verano')
    await keys('Tab Tab Space')
    await page.getByRole('group', { name: 'Para qué tipos' }).waitFor()
    await axe()
    await page.getByRole('button', { name: 'Guardar la versión' }).focus()
    await keys('Enter')
    await page.getByRole('heading', { level: 1, name: 'Versión 1: Verano' }).waitFor()
    await page.getByText('La versión 1 se guardó, sin activar').waitFor()
    await page.getByText('Nada: es como el papel normal.').waitFor()
    await sample(page)
    await axe()
    await page.getByRole('button', { name: 'Activar', exact: true }).focus()
    await keys('Enter')
    const dialog = page.getByRole('dialog', { name: 'Activar la versión 1' })
    await dialog.getByText('Hoy: papel normal').first().waitFor()
    await axe()
    await keys('Escape')
    await page.getByRole('button', { name: 'Activar', exact: true }).and(page.locator(':focus')).waitFor()
    await keys('Enter')
    await dialog.getByLabel('Factura exenta').focus()
    await keys('Space Enter')
    await page.getByText('La versión 1 está activa').waitFor()
    await page.getByText('Activa para').waitFor()
    await page.getByRole('button', { name: 'Desactivar' }).waitFor()
    await narrow()
    await axe()
    const { data } = await stage.api<{ data: { tipos_activos: number[] }[] }>(
      'GET',
      '/v1/plantilla/versiones',
    )
    expect(data[0]?.tipos_activos).toHaveLength(11)
    expect(data[0]?.tipos_activos).not.toContain(34)
  }))

test('markup in every text of a version is text on the page and on the paper, without a complaint', () =>
  stage.visit(async ({ page, axe, narrow }) => {
    const samples = watchSamples(page)
    await page.goto(`${ADDRESS}/nueva`)
    await sample(page)
    await page.getByLabel('Nombre').fill(SCRIPT)
    for (const text of ['Encabezado', 'Nota', 'Leyenda'])
      await page.getByLabel(new RegExp(`^${text}`)).fill(SCRIPT)
    await page.getByRole('button', { name: 'Agregar una fila' }).click()
    await page.getByLabel('Dato', { exact: true }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type(SCRIPT)
    await page.getByLabel(/^Se imprime como/).fill('<b>OT</b> & más')
    await page.getByLabel(/^Color de títulos/).fill('#0a4d8c')
    await page.getByLabel('Recuadro del RUT y folio').selectOption('Negro')
    await page.getByLabel('Número de línea').check()
    await page.getByLabel('Teléfono').uncheck()
    const config = {
      colores: { recuadro: 'negro', acento: '#0a4d8c' },
      columnas: { linea: true },
      mostrar: { telefono: false },
      textos: { encabezado: SCRIPT, nota: SCRIPT, leyenda: SCRIPT },
      filas: [{ dato: SCRIPT, etiqueta: '<b>OT</b> & más', lugar: 'documento' }],
    }
    await page.waitForResponse(
      (response) =>
        response.url().endsWith('/v1/plantilla/previsualizar') &&
        response.status() === 200 &&
        Bun.deepEquals(response.request().postDataJSON().config, config),
    )
    await sample(page)
    await axe()
    await page.getByRole('button', { name: 'Guardar la versión' }).click()
    await page.getByRole('heading', { level: 1, name: `: ${SCRIPT}` }).waitFor()
    await sample(page)
    expect(await page.getByRole('definition').filter({ hasText: SCRIPT }).count()).toBe(4)
    await axe()
    await narrow()
    await axe()
    await page.goto(ADDRESS)
    await page.getByRole('rowheader', { name: SCRIPT }).waitFor()
    await narrow()
    expect(samples.every(({ status }) => status === 200)).toBe(true)
  }))

test('what the API finds wrong stands at its field while the last good sample stays, and nothing typed is lost', () =>
  stage.visit(async ({ page, axe, keys, narrow }) => {
    await page.goto(`${ADDRESS}/nueva`)
    await sample(page)
    await page.getByRole('button', { name: 'Guardar la versión' }).click()
    await page.getByText('Escriba un nombre').waitFor()
    await page.getByLabel('Nombre').and(page.locator(':focus')).waitFor()
    await page.getByLabel('Nombre').fill('Con faltas')
    await page.getByLabel(/^Color de títulos/).fill('#ffee00')
    await page.getByText('Es muy claro para leerse').waitFor()
    await page.getByText('La muestra es de antes').waitFor()
    expect(await page.locator('iframe[src^="blob:"]').count()).toBe(1)
    await page.getByLabel(/^Leyenda/).fill('CEDIBLE')
    await page.getByLabel(/^Alto en/).fill('99')
    await page.getByRole('button', { name: 'Agregar una fila' }).click()
    await page.getByRole('button', { name: 'Agregar una fila' }).click()
    await page.getByRole('group', { name: 'Fila 2' }).getByLabel('Dato', { exact: true }).fill('Total')
    await page.getByText('es un dato que la ley imprime').waitFor()
    await page.getByText('Debe ser 30 o menos').waitFor()
    await page.getByText('No puede imitar las palabras').waitFor()
    await axe()
    await narrow()
    await axe()
    // Enter in a field sends the form; the first field at fault has the focus.
    await page.getByLabel(/^Encabezado/).focus()
    await keys('Enter')
    await page
      .getByLabel(/^Color de títulos/)
      .and(page.locator(':focus'))
      .waitFor()
    expect(await page.getByLabel(/^Leyenda/).inputValue()).toBe('CEDIBLE')
    // Colours are none of a roll, which has not got their faults either.
    await page.getByLabel('Papel').selectOption('Rollo de 80 mm')
    expect(await page.getByLabel(/^Color de títulos/).count()).toBe(0)
    await page.getByRole('button', { name: 'Quitar la fila 2' }).click()
    await page.getByRole('button', { name: 'Agregar una fila' }).and(page.locator(':focus')).waitFor()
    await page.getByLabel(/^Alto en/).fill('10')
    await page.getByLabel(/^Leyenda/).fill('Gracias')
    await page.getByText('La muestra es de antes').waitFor({ state: 'hidden' })
    await page.getByLabel('Papel').selectOption('Carta')
    expect(await page.getByLabel(/^Color de títulos/).inputValue()).toBe('#ffee00')
    await page.getByRole('button', { name: 'Deshacer lo escrito' }).click()
    expect(await page.getByLabel('Nombre').inputValue()).toBe('')
  }))

test('an answer that comes late takes nobody away from where they went on', () =>
  stage.visit(async ({ page, keys, expectError }) => {
    expectError(/422/)
    await page.goto(`${ADDRESS}/nueva`)
    await page.getByLabel('Nombre').fill('Tarde')
    await page.getByLabel(/^Leyenda/).fill('CEDIBLE')
    const held = Promise.withResolvers<void>()
    await page.route('**/v1/plantilla', async (route) => {
      await held.promise
      await route.continue()
    })
    const answer = page.waitForResponse((response) => response.url().endsWith('/v1/plantilla'))
    await page.getByLabel('Nombre').focus()
    await keys('Enter')
    await page.getByLabel('Papel').focus()
    held.resolve()
    await answer
    await page.getByText('No se pudo', { exact: false }).or(page.getByRole('alert')).first().waitFor()
    await page.getByLabel('Papel').and(page.locator(':focus')).waitFor()
    await page.getByRole('button', { name: 'Deshacer lo escrito' }).click()
  }))

const PREVIEW = '**/v1/plantilla/previsualizar'

test('a sample is of the type and paper chosen, and one that nobody waits for any more is given up', () =>
  stage.visit(async ({ page, axe }) => {
    await page.addInitScript(() => {
      const { fetch } = window
      const watched = (input: RequestInfo, init?: RequestInit): Promise<Response> => {
        const answer = fetch(input, init)
        let open = true
        const close = (): void => {
          open = false
        }
        answer.then(close, () => {})
        init?.signal?.addEventListener('abort', () => {
          const root = document.documentElement
          if (open && String(input).endsWith('/plantilla/previsualizar'))
            root.dataset.dejadas = String(Number(root.dataset.dejadas ?? 0) + 1)
        })
        return answer
      }
      Object.assign(window, { fetch: watched })
    })
    await page.goto(`${ADDRESS}/nueva`)
    await sample(page)
    const steps = await page.evaluate(() => history.length)
    const asked = (body: object) =>
      page.waitForRequest(
        (request) =>
          request.url().endsWith('/v1/plantilla/previsualizar') &&
          Bun.deepEquals(request.postDataJSON(), body),
      )
    const withCopy = asked({ config: {}, formato: 'carta', tipo_dte: 33, cedible: true })
    await page.getByLabel('Con copia cedible').check()
    await withCopy
    const boleta = asked({ config: {}, formato: '57mm', tipo_dte: 39 })
    await page.getByLabel('Papel').selectOption('Rollo de 57 mm')
    await boleta
    await sample(page)
    expect(await page.getByLabel('Documento', { exact: true }).locator('option').allTextContents()).toEqual([
      'Boleta',
      'Boleta exenta',
    ])
    await axe()
    // Held back: the next key makes it one of before.
    await page.route(PREVIEW, () => {}, { times: 1 })
    const held = page.waitForRequest(PREVIEW)
    await page.getByLabel(/^Leyenda/).fill('Una')
    await held
    // On a slow machine some may have been given up before.
    const before = await page.evaluate(() => Number(document.documentElement.dataset.dejadas ?? 0))
    await page.getByLabel(/^Leyenda/).fill('Otra')
    await page.locator(`html[data-dejadas="${before + 1}"]`).waitFor()
    await sample(page)
    // The frames are no steps of the way back.
    expect(await page.evaluate(() => history.length)).toBe(steps)
  }))

test('what was typed waits in this browser for whoever leaves, and is offered again', () =>
  stage.visit(async ({ page, axe, narrow }) => {
    await page.goto(`${ADDRESS}/nueva`)
    await page.getByLabel('Nombre').fill('A medias')
    await page.getByLabel(/^Nota/).fill('Cambios en diez días')
    await page.reload()
    await page.getByText('Sigue lo que dejó sin guardar').waitFor()
    expect(await page.getByLabel(/^Nota/).inputValue()).toBe('Cambios en diez días')
    await axe()
    await page.getByRole('link', { name: 'Volver sin guardar' }).click()
    await page.getByText('Sin guardar: A medias').waitFor()
    await axe()
    await narrow()
    await page.getByRole('link', { name: 'Seguir' }).click()
    expect(await page.getByLabel('Nombre').inputValue()).toBe('A medias')
    await page.getByRole('button', { name: 'Guardar la versión' }).click()
    await page.getByRole('heading', { level: 1, name: ': A medias' }).waitFor()
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('borrador'))),
    ).toEqual([])
  }))

test('what was typed outlives the version it began from', async () => {
  const id = await make({ nombre: 'Se va' })
  await stage.visit(async ({ page }) => {
    await page.goto(`${ADDRESS}/nueva?desde=${id}`)
    await page.getByLabel(/^Leyenda/).fill('Queda')
    await page.getByText('Lo escrito queda en este equipo').waitFor()
    await stage.api('DELETE', `/v1/plantilla/versiones/${id}`)
    await page.goto(ADDRESS)
    await page.getByText('Sin guardar: Se va').waitFor()
    await page.getByRole('link', { name: 'Seguir' }).click()
    expect(await page.getByLabel(/^Leyenda/).inputValue()).toBe('Queda')
    await page.getByRole('button', { name: 'Deshacer lo escrito' }).click()
    await page.goto(ADDRESS)
    await sample(page)
    expect(await page.getByText('Sin guardar').count()).toBe(0)
  })
})

test('a version begins from an old one, takes its place for a type, and the old one is deleted', async () => {
  const id = await make({
    nombre: 'Caja',
    formato: '80mm',
    tipos_dte: [39, 41],
    config: { textos: { leyenda: 'Vuelva pronto' } },
  })
  await stage.api('PUT', `/v1/plantilla/versiones/${id}/activar`)
  await stage.visit(async ({ page, axe, keys, narrow }) => {
    await page.goto(`${ADDRESS}/${id}`)
    await page.getByText('Vuelva pronto').waitFor()
    await page.getByText('demo@example.cl').waitFor()
    expect(await page.getByRole('button', { name: /Activar|Eliminar/ }).count()).toBe(0)
    await page.getByRole('link', { name: 'Crear una desde ésta' }).click()
    expect(await page.getByLabel(/^Leyenda/).inputValue()).toBe('Vuelva pronto')
    await page.getByLabel(/^Leyenda/).fill('Gracias ‐ vuelva')
    await page.getByLabel('Nombre').fill('Caja nueva')
    await page.getByRole('button', { name: 'Guardar la versión' }).click()
    await page.getByRole('heading', { level: 1, name: ': Caja nueva' }).waitFor()
    // The notice of replaced letters stays.
    await page.getByText('se reemplazó').waitFor()
    await page.getByRole('button', { name: 'Activar', exact: true }).click()
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByText(/^Hoy: versión \d+, Caja$/).count()).toBe(2)
    for (const tipo of ['Boleta', 'Boleta exenta'])
      await dialog.getByLabel(new RegExp(`^${tipo} ?Hoy`)).uncheck()
    await dialog.getByRole('button', { name: 'Activar' }).click()
    await dialog.getByText('Elija al menos un tipo').waitFor()
    await axe()
    await narrow()
    await axe()
    await dialog.getByLabel(/^Boleta ?Hoy/).check()
    await dialog.getByRole('button', { name: 'Activar' }).click()
    await page.getByText(/La versión \d+ está activa/).waitFor()
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(ADDRESS)
    const uses = page.getByRole('region', { name: 'En uso' })
    await uses.getByRole('row', { name: /Caja nueva Rollo de 80 mm Boleta$/ }).waitFor()
    await uses.getByRole('row', { name: /Caja Rollo de 80 mm Boleta exenta$/ }).waitFor()
    await axe()
    await page.goto(`${ADDRESS}/${id}`)
    await page.getByRole('button', { name: 'Desactivar' }).click()
    await page.getByRole('dialog').getByText('vuelven al papel normal').waitFor()
    await axe()
    await page.getByRole('dialog').getByRole('button', { name: 'Desactivar' }).click()
    await page.getByText(/La versión \d+ ya no está activa/).waitFor()
    await page.getByRole('button', { name: 'Eliminar' }).click()
    await page.getByRole('dialog').getByText('No se puede deshacer').waitFor()
    await axe()
    await keys('Escape')
    await page.getByRole('button', { name: 'Eliminar' }).and(page.locator(':focus')).waitFor()
    await keys('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Eliminar la versión' }).click()
    await page.getByRole('heading', { level: 1, name: 'Plantillas' }).waitFor()
    await page.goto(`${ADDRESS}/${id}`)
    await page.getByText('Esa versión de plantilla no existe').waitFor()
    await axe()
  })
})

test('a logo is taken by button or drop, refused when it is none, shown, printed and deleted', () =>
  stage.visit(async ({ page, axe, keys, narrow }) => {
    const image = png(80, 40, (x) => (x < 40 ? [10, 77, 140] : [240, 200, 40]))
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/v1/plantilla/logo'))
        sent.push(request.url())
    })
    const choose = async (name: string, buffer: Buffer): Promise<void> => {
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: /^Elegir/ }).click()
      await (await chooser).setFiles([{ name, mimeType: '', buffer }])
    }
    await page.goto(ADDRESS)
    await sample(page)
    await choose('logo.svg', Buffer.from('<svg/>'))
    await page.getByText('logo.svg no es un archivo').waitFor()
    await choose('logo.png', Buffer.alloc(1024 * 1024 + 1))
    await page.getByText('logo.png pasa de 1 MB').waitFor()
    expect(sent).toEqual([])
    await axe()
    await choose('logo.png', Buffer.from('no es una imagen'))
    await page.getByText('debe ser una imagen PNG o JPEG').waitFor()
    const drawn = page.waitForResponse(PREVIEW)
    await page.locator('.soltar').evaluate((target, base64) => {
      const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
      const files = new DataTransfer()
      files.items.add(new File([bytes], 'logo.png', { type: 'image/png' }))
      target.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true }))
    }, image.toString('base64'))
    await page.getByText('El logo se imprime desde ahora').waitFor()
    const logo = page.getByRole('img', { name: 'Logo de la empresa' })
    await logo.waitFor()
    expect(await logo.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBe(80)
    // The paper of today is asked for anew, as it has it now.
    expect((await drawn).status()).toBe(200)
    await sample(page)
    await axe()
    await narrow()
    await page.getByRole('button', { name: 'Borrar el logo' }).focus()
    await keys('Enter')
    const dialog = page.getByRole('dialog', { name: 'Borrar el logo' })
    await dialog.getByText('ningún documento lo lleva').waitFor()
    await axe()
    await dialog.getByRole('button', { name: 'Borrar el logo' }).click()
    await logo.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Elegir la imagen' }).waitFor()
  }))

test('with no room for another version that is said before anything is typed', async () => {
  const { paginacion } = await stage.api<{ paginacion: { total: number } }>('GET', '/v1/plantilla/versiones')
  const made: string[] = []
  for (let n = paginacion.total; n < 20; n++) made.push(await make({ nombre: `Papel ${n}` }))
  try {
    await stage.visit(async ({ page, axe }) => {
      await page.goto(`${ADDRESS}/nueva`)
      await page.getByText('Ya hay 20 versiones, el máximo').waitFor()
      await page.getByLabel('Nombre').fill('Una más')
      await page.getByRole('button', { name: 'Guardar la versión' }).click()
      await page.getByRole('alert').getByText('ya tiene 20 versiones').waitFor()
      expect(await page.getByLabel('Nombre').inputValue()).toBe('Una más')
      await axe()
    })
  } finally {
    for (const id of made) await stage.api('DELETE', `/v1/plantilla/versiones/${id}`)
  }
})

test('a list that the server cannot give says so, and can be asked for again', () =>
  stage.visit(async ({ page, axe }) => {
    const fail = { status: 500, json: { ok: false, code: 'INTERNAL_ERROR', error: 'Error interno' } }
    await page.route('**/v1/plantilla/versiones?**', (route) => route.fulfill(fail))
    await page.route(PREVIEW, (route) => route.fulfill(fail))
    await page.goto(ADDRESS)
    await page.getByRole('alert').getByText('Error interno').nth(1).waitFor()
    await axe()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Reintentar' }).first().click()
    await page.getByRole('button', { name: 'Reintentar' }).last().click()
    await sample(page)
    await page.getByRole('rowheader', { name: 'Verano' }).first().waitFor()
  }))

test(
  'with the server gone what is typed stays, and the sample comes when it is back',
  () =>
    stage.visit(async ({ page, axe, expectError }) => {
      expectError(/ERR_CONNECTION|Failed to load resource/)
      await page.goto(`${ADDRESS}/nueva`)
      await sample(page)
      await withoutServer(async () => {
        await page.getByLabel('Nombre').fill('Sin servidor')
        await page.getByLabel(/^Leyenda/).fill('Gracias')
        await page
          .getByText(/no responde|Sin conexión/)
          .first()
          .waitFor()
        await page.getByRole('button', { name: 'Guardar la versión' }).click()
        await page.getByText('Sin conexión con el servidor').first().waitFor()
        await axe()
      })
      await page.locator('.barra-aviso').waitFor({ state: 'hidden', timeout: 40_000 })
      await sample(page)
      expect(await page.getByLabel('Nombre').inputValue()).toBe('Sin servidor')
      await page.getByRole('button', { name: 'Guardar la versión' }).click()
      await page.getByRole('heading', { level: 1, name: ': Sin servidor' }).waitFor()
    }),
  90_000,
)

test('who may not is told which permission is missing, an administrator finds it by the palette', async () => {
  const lector = await createPerson(stage, 'lector')
  const administrador = await createPerson(stage, 'administrador')
  await stage.visit(
    async ({ page, axe }) => {
      for (const path of ['', '/nueva', '/pla_1']) {
        await page.goto(ADDRESS + path)
        await page.getByText('no incluye plantilla:administrar').waitFor()
      }
      expect(await page.getByRole('link', { name: 'Plantillas' }).count()).toBe(0)
      await axe()
    },
    { as: lector },
  )
  await stage.visit(
    async ({ page, keys }) => {
      await page.goto(`/app/${EMPRESA.rut}/folios`)
      await page.getByRole('heading', { level: 1, name: 'Folios' }).waitFor()
      await keys('Control+k')
      await page.keyboard.type('plantillas')
      await page.getByRole('option', { name: 'Plantillas' }).first().waitFor()
      await keys('Enter')
      await page.getByRole('heading', { level: 1, name: 'Plantillas' }).waitFor()
      await page.getByRole('navigation').getByRole('link', { name: 'Plantillas' }).waitFor()
    },
    { as: administrador },
  )
})

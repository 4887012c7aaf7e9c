// The list of documents: filters in the address, pages, selection, what comes while one looks (dashboard §6, §9, §10).

import { expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { readPdf } from '../../pdf/leer-pdf'
import { countWork, holdTask } from './people'
import { EMPRESA, OTRA, PASSWORD, type Person } from './stage'
import { stage, useStage } from './suite'

const NOMBRE = 'Constructora <script>alert("x")</script> & Hijos'
const RUTS = { bueno: '77123456-9', rechaza: '90000002-2', repara: '90000004-9', atasca: '90000005-7' }
/** Facturas of the first company beside one for each verdict: more than a page. */
const MUCHAS = 52

useStage(
  { folios: { 33: 200, 39: 20, 61: 20 } },
  async () => {
    for (const rut of [RUTS.bueno, RUTS.rechaza, RUTS.repara]) await emit({ rut })
    // Those that wait together may travel in one envelope, and one with the stuck one in it is never judged.
    await until(async () => (await count('estado_sii=no_enviado')) === 0)
    await emit({ rut: RUTS.atasca })
    await until(async () => (await count('estado_sii=no_enviado')) === 0)
    for (let i = 0; i < MUCHAS; i++)
      await emit({ rut: RUTS.bueno, nombre: 'Maestranza del Sur Ltda.', precio: 1000 + i })
    await emit({ tipo: 39 })
    await until(async () => (await count('estado_sii=no_enviado,enviado,en_proceso')) === 1)
  },
  120_000,
)

interface Emision {
  tipo?: number
  rut?: string
  nombre?: string
  precio?: number
}

const emit = ({ tipo = 33, rut, nombre = NOMBRE, precio = 4990 }: Emision) =>
  stage.api<{ data: { folio: number } }>('POST', '/v1/dte/emitir', {
    tipo_dte: tipo,
    ...(rut && {
      receptor: { rut, razon_social: nombre, giro: 'Obras', direccion: 'Uno 1', comuna: 'Talca' },
    }),
    detalle: [{ nombre: 'Cemento <script>x</script>', cantidad: 1, precio }],
  })

const count = async (query: string): Promise<number> =>
  (await stage.api<{ paginacion: { total: number } }>('GET', `/v1/documentos?limite=1&${query}`)).paginacion
    .total

/** Asks until it holds; the case's own limit ends it. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await Bun.sleep(100)
}

const LISTA = `/app/${EMPRESA.rut}/documentos`
const row = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })
const shown = (page: Page, text: string): Promise<void> =>
  page.getByRole('status').getByText(text).first().waitFor()

async function open(page: Page, search = ''): Promise<void> {
  await page.goto(LISTA + search)
  await page.getByRole('table').waitFor()
}

/** Invites somebody and lets them in. */
async function invite(email: string, rol: string): Promise<Person> {
  const { data } = await stage.api<{ data: { enlace: string } }>('POST', '/v1/usuarios/invitar', {
    email,
    rol,
    empresas: [],
  })
  const token = new URL(data.enlace).hash.replace('#token=', '')
  await stage.api('POST', '/auth/invite/accept', { token, nombre: 'Otra persona', password: PASSWORD })
  return { email, password: PASSWORD }
}

test('a company without documents says so, and where to begin', () =>
  stage.visit(async ({ page, axe, narrow }) => {
    await page.goto(`/app/${OTRA.rut}/documentos`)
    await page.getByText('Aún no emite en simulación').waitFor()
    await page.getByRole('link', { name: 'Emitir factura' }).waitFor()
    await axe()
    await narrow()
  }))

test('every verdict of the SII is told by word and sign, texts of strangers stay texts', () =>
  stage.visit(async ({ page, axe, narrow }) => {
    await open(page, `?q=constructora`)
    for (const [name, word] of [
      ['Factura N° 1', '✓Aceptado'],
      ['Factura N° 2', '✕Rechazado'],
      ['Factura N° 3', '!Con reparos'],
      ['Factura N° 4', '◐En el SII'],
    ] as const)
      expect(await row(page, name).locator('.estado').textContent()).toBe(word)
    await row(page, 'Factura N° 1').getByText(NOMBRE).waitFor()
    await axe()
    await narrow()
    await axe()
  }))

test('filters are in the address: chosen, typed, kept by Back, and what is none is dropped', () =>
  stage.visit(async ({ page }) => {
    await open(page, '?nada=1&tipo_dte=999&fecha=ayer')
    await page.waitForURL(`**${LISTA}`)
    await page.getByLabel('Estado en el SII').selectOption('Rechazado')
    await page.waitForURL('**/documentos?estado_sii=rechazado')
    await shown(page, '1 documento')
    await page.getByLabel('Tipo').selectOption('Boleta (39)')
    await page.getByText('Ningún documento con estos filtros').waitFor()
    await page.getByRole('button', { name: 'Quitar los filtros' }).click()
    await page.waitForURL(`**${LISTA}`)

    await page.getByLabel('Buscar', { exact: true }).fill('3')
    await page.getByText('Busca el folio 3').waitFor()
    await page.waitForURL('**/documentos?q=3')
    await shown(page, '1 documento')
    await page.getByLabel('Buscar', { exact: true }).fill('90.000.003')
    await page.getByLabel('Buscar', { exact: true }).fill('90.000.004-9')
    await page.getByText('Busca lo emitido a 90.000.004-9').waitFor()
    await page.waitForURL('**/documentos?q=90.000.004-9')
    await shown(page, '1 documento')
    await page.getByLabel('Buscar', { exact: true }).fill('ma')
    await page.getByText('Desde tres letras').waitFor()
    await page.getByLabel('Buscar', { exact: true }).fill('maestranza')
    await shown(page, `1 a 50 de ${MUCHAS} documentos`)

    await page.getByText('Monto, disponible y orden').click()
    await page.getByLabel('Total hasta').fill('1.200')
    await page.waitForURL('**monto_max=1200')
    await page.getByLabel('Orden').selectOption('Monto mayor primero')
    await page.waitForURL('**orden=-monto_total')
    await page.getByRole('row').nth(1).getByText('$1.200').first().waitFor()
    const kept = page.url()
    await page.getByRole('row').nth(1).getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: 'Factura N°' }).waitFor()
    await page.goBack()
    await page.getByRole('table').waitFor()
    expect(page.url()).toBe(kept)
    expect(await page.getByLabel('Total hasta').inputValue()).toBe('1.200')
  }))

test('pages go on by cursor and back again', () =>
  stage.visit(async ({ page, axe }) => {
    await open(page)
    const total = await count('')
    await shown(page, `1 a 50 de ${total} documentos`)
    expect(await page.getByRole('button', { name: 'Anteriores' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Siguientes' }).click()
    await page.waitForURL('**cursor=**')
    await shown(page, `51 a ${total} de ${total} documentos`)
    await row(page, 'Factura N° 1').waitFor()
    await axe()
    await page.reload()
    await shown(page, `51 a ${total} de ${total} documentos`)
    await page.getByRole('button', { name: 'Anteriores' }).click()
    await shown(page, `1 a 50 de ${total} documentos`)
    await page.waitForURL(`**${LISTA}`)
  }))

test('task 3: whether a folio was accepted is Ctrl+K, the folio, Enter', () =>
  stage.visit(async ({ page, context, keys }) => {
    const work = await countWork(context)
    await page.goto(`/app/${EMPRESA.rut}/yo`)
    await page.getByRole('heading', { name: 'Mi acceso' }).waitFor()
    await keys('Control+k')
    await page.keyboard.type('3')
    await page.getByRole('option', { name: 'Factura N° 3' }).waitFor()
    await keys('Enter')
    await page.getByRole('heading', { level: 1, name: 'Factura N° 3' }).waitFor()
    await page.locator('.veredicto').getByText('Con reparos').waitFor()
    holdTask('3, whether a folio was accepted', work(), { fields: 1, clicks: 0, keys: 2 })
  }))

test('what is typed while the search is on its way is searched for', () =>
  stage.visit(async ({ page, keys }) => {
    const typed = Promise.withResolvers<void>()
    let held = false
    await page.route('**/palette-dialog-*.js', async (route) => {
      held = true
      await typed.promise
      await route.continue()
    })
    await page.goto(`/app/${EMPRESA.rut}/yo`)
    await page.getByRole('heading', { name: 'Mi acceso' }).waitFor()
    await keys('Control+k')
    await page.keyboard.type('3')
    expect(held).toBe(true)
    typed.resolve()
    await page.getByRole('option', { name: 'Factura N° 3' }).waitFor()
  }))

test('task 11: the month for the accountant is three clicks', () =>
  stage.visit(async ({ page, context }) => {
    const work = await countWork(context)
    // Folios are authorised today, so no document can be older: the page is looked at in the month after.
    const now = new Date()
    await page.clock.setFixedTime(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 15, 15)))
    const month = now.toISOString().slice(0, 7)
    await page.goto(`/app/${EMPRESA.rut}/yo`)
    await page.getByRole('navigation').getByRole('link', { name: 'Documentos' }).click()
    await page.getByRole('button', { name: 'Mes anterior' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Guardar CSV', exact: true }).click(),
    ])
    holdTask('11, the month for the accountant', work(), { fields: 0, clicks: 3, keys: 0 })
    expect(download.suggestedFilename()).toStartWith(
      `documentos_${EMPRESA.rut}_simulacion_${month}-01_${month}-`,
    )
    const lines = (await Bun.file(await download.path()).text()).trim().split('\r\n')
    expect(lines.length).toBe(1 + (await count('')))
    await page.getByRole('button', { name: 'Guardar ZIP o PDF' }).click()
    const [zip] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'ZIP con los XML', exact: true }).click(),
    ])
    expect(zip.suggestedFilename()).toEndWith('.zip')
    const bytes = Buffer.from(await Bun.file(await zip.path()).arrayBuffer())
    expect(bytes.subarray(0, 2).toString()).toBe('PK')
    expect(bytes.toString('latin1').split('.xml').length).toBeGreaterThan(await count(''))
    await page.getByRole('button', { name: 'Guardar ZIP o PDF' }).click()
    const [pdf] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Un solo PDF' }).click(),
    ])
    expect(pdf.suggestedFilename()).toEndWith('.pdf')
    const joined = await readPdf(await Bun.file(await pdf.path()).bytes())
    expect(joined.paginas).toHaveLength(await count(''))
    await page.getByRole('button', { name: 'Este mes' }).click()
    await page.getByText('Ningún documento con estos filtros').waitFor()
  }))

test('by keys alone: Space chooses, Enter opens, and the title has the focus', () =>
  stage.visit(async ({ page, axe, keys }) => {
    await open(page, '?q=constructora')
    const link = page.getByRole('link', { name: 'Factura N° 4' })
    await link.focus()
    await keys('Space')
    const bar = page.getByRole('group', { name: 'Con lo seleccionado' })
    await bar.getByText('1 seleccionado').waitFor()
    await page.getByRole('link', { name: 'Factura N° 3' }).focus()
    await keys('Space')
    await bar.getByText('2 seleccionados · $11.876').waitFor()
    await axe()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      bar.getByRole('button', { name: 'CSV de lo seleccionado' }).click(),
    ])
    const lines = (await Bun.file(await download.path()).text()).trim().split('\r\n')
    expect(lines.slice(1).map((line) => line.split(';', 2).join())).toEqual(['33,4', '33,3'])
    await page.getByRole('link', { name: 'Factura N° 3' }).focus()
    await keys('Space Enter')
    await page.getByRole('heading', { level: 1, name: 'Factura N° 3' }).waitFor()
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  }))

test('several are printed as one job, in the order of the list; who is left out is named', () =>
  stage.visit(
    async ({ page, axe, narrow, expectError }) => {
      expectError(/409/)
      await page.addInitScript(() => {
        // The frame's own dialog would hold the browser: what counts is that it is asked to print.
        Object.defineProperty(HTMLIFrameElement.prototype, 'contentWindow', {
          get: () => ({ focus() {}, print: () => document.body.setAttribute('data-impreso', 'si') }),
        })
      })
      const asked: { documentos: { folio: number }[] }[] = []
      const printed: Buffer[] = []
      await page.route('**/v1/dte/pdf/lote', async (route) => {
        const body = route.request().postDataJSON()
        asked.push(body)
        // As if the third were not signed yet, until it is left out.
        if (body.documentos.length < 4) {
          const response = await route.fetch()
          printed.push(await response.body())
          return route.fulfill({ response })
        }
        const mensaje = 'documentos[2]: el documento tipo 33 folio 2 aún no está firmado'
        const detalles = [{ campo: 'documentos[2]', regla: 'sin_firmar', mensaje }]
        await route.fulfill({
          status: 409,
          json: { ok: false, error: mensaje, code: 'INVALID_STATE', detalles },
        })
      })
      await open(page, '?q=constructora')
      await page.getByRole('checkbox', { name: 'Seleccionar todos' }).check()
      await page
        .getByRole('group', { name: 'Con lo seleccionado' })
        .getByRole('button', { name: 'Imprimir' })
        .click()
      await page.getByRole('dialog', { name: 'Imprimir 4 documentos' }).waitFor()
      await page.getByText('Uno no se puede imprimir').waitFor()
      await page.getByText('El documento tipo 33 folio 2 aún no está firmado').waitFor()
      await axe()
      await page.getByRole('button', { name: 'Seguir con los otros 3' }).click()
      const dialog = page.getByRole('dialog', { name: 'Imprimir 3 documentos' })
      await dialog.locator('iframe[src^="blob:"]').waitFor()
      expect(asked.map(({ documentos }) => documentos.map(({ folio }) => folio))).toEqual([
        [4, 3, 2, 1],
        [4, 3, 1],
      ])
      await dialog.getByRole('button', { name: 'Imprimir' }).click()
      await page.locator('body[data-impreso]').waitFor()
      expect(await dialog.getByLabel('Papel').locator('option').allTextContents()).toEqual([
        'Carta',
        'Rollo de 80 mm',
      ])
      await Promise.all([
        page.waitForResponse(
          (response) => response.request().postData()?.includes('"cedible":true') ?? false,
        ),
        dialog.getByLabel('Con copia cedible').check(),
      ])
      const { paginas } = await readPdf(printed.at(-1) as Buffer)
      expect(paginas.map(({ texto }) => /N° (\d+)/.exec(texto)?.[1])).toEqual(['4', '4', '3', '3', '1', '1'])
      await axe()
      await narrow()
      await dialog.getByText('Cerrar').click()
      await dialog.waitFor({ state: 'hidden' })
    },
    { whole: true },
  ))

test('several go by mail, each with its own result', () =>
  stage.visit(async ({ page, axe }) => {
    await open(page, '?q=constructora')
    await page.getByRole('checkbox', { name: 'Seleccionar todos' }).check()
    await page.getByRole('button', { name: 'Enviar por correo' }).click()
    const dialog = page.getByRole('dialog', { name: 'Enviar por correo' })
    await dialog.getByRole('button', { name: 'Enviar 4 correos' }).click()
    // None of these receivers has an address.
    await dialog.getByText('4 de 4').waitFor()
    expect(await dialog.getByText('No se pidió').count()).toBe(4)
    await axe()
    await dialog.getByRole('button', { name: 'Listo' }).click()
    await page.getByRole('button', { name: 'Quitar la selección' }).click()
    await page.getByRole('group', { name: 'Con lo seleccionado' }).waitFor({ state: 'hidden' })
  }))

test('what is in view changes in its place, and what is issued meanwhile waits over the list', () =>
  stage.visit(async ({ page }) => {
    await stage.api('POST', '/simulador/fallas', { servicio: 'envio', falla: 'http_503' })
    const { data } = await emit({ rut: RUTS.bueno, nombre: 'Espera su envío' })
    await open(page)
    const first = page.getByRole('row').nth(1)
    await first.getByText(`Factura N° ${data.folio}`).waitFor()
    await first.getByText('Por enviar').waitFor()
    await stage.api('DELETE', '/simulador/fallas')
    await first.getByText('Aceptado').waitFor()
    const later = await emit({ rut: RUTS.bueno, nombre: 'Recién llegada' })
    await page.getByRole('button', { name: '1 nuevo ↑' }).click()
    await first.getByText(`Factura N° ${later.data.folio}`).waitFor()
    await page.getByRole('row').nth(2).getByText(`Factura N° ${data.folio}`).waitFor()
    await page.getByRole('button', { name: '1 nuevo ↑' }).waitFor({ state: 'hidden' })
  }))

test('while one looks, nothing new takes a place in the list by itself', () =>
  stage.visit(async ({ page }) => {
    await open(page)
    const top = await page.getByRole('row').nth(1).getByRole('link').textContent()
    for (const nombre of ['Una', 'Otra', 'Otra más']) await emit({ rut: RUTS.bueno, nombre })
    await page.getByRole('button', { name: '3 nuevos ↑' }).waitFor()
    expect(await page.getByRole('row').nth(1).getByRole('link').textContent()).toBe(top)
  }))

test('a row that its filter leaves out by now stays where it is, and says that it changed', () =>
  stage.visit(async ({ page, axe }) => {
    await stage.api('POST', '/simulador/fallas', { servicio: 'envio', falla: 'http_503' })
    const { data } = await emit({ rut: RUTS.bueno })
    await open(page, '?estado_sii=no_enviado')
    const mine = row(page, `Factura N° ${data.folio}`)
    await mine.getByText('Por enviar').waitFor()
    await stage.api('DELETE', '/simulador/fallas')
    await mine.getByText('Cambió').waitFor()
    await axe()
    await page.getByRole('button', { name: 'Actualizar ↑' }).click()
    await page.getByText('Ningún documento con estos filtros').waitFor()
  }))

test('without a server the list stays in sight and says so, and it goes on by itself', () =>
  stage.visit(async ({ page, axe, expectError }) => {
    expectError(/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/)
    await open(page)
    await stage.kill()
    await page.getByRole('button', { name: 'Hoy', exact: true }).click()
    await page.getByText('Sin conexión con el servidor').waitFor()
    await page.getByRole('table').waitFor()
    await axe()
    await stage.resume()
    await page.getByText('Sin conexión con el servidor').waitFor({ state: 'hidden', timeout: 40_000 })
    await page.getByRole('row').nth(1).waitFor()
  }))

test('a lector sees the list and sends nothing; who may not read documents is told so', async () => {
  const lector = await invite('lectora@example.cl', 'lector')
  await stage.visit(
    async ({ page, axe }) => {
      await open(page, '?q=constructora')
      await page.getByRole('checkbox', { name: 'Seleccionar todos' }).check()
      await page.getByRole('button', { name: 'CSV de lo seleccionado' }).waitFor()
      expect(await page.getByRole('button', { name: 'Enviar por correo' }).count()).toBe(0)
      await axe()
    },
    { as: lector },
  )
  const { data } = await stage.api<{ data: { id: string; email: string }[] }>('GET', '/v1/usuarios')
  const id = data.find(({ email }) => email === lector.email)?.id
  await stage.api('PUT', `/v1/usuarios/${id}`, { permisos_quitados: ['dte:leer'] })
  await stage.visit(
    async ({ page, axe }) => {
      await page.goto(LISTA)
      await page.getByText('no incluye dte:leer').waitFor()
      expect(await page.getByRole('navigation').getByRole('link', { name: 'Documentos' }).count()).toBe(0)
      await axe()
    },
    { as: lector },
  )
})

test('the longest name and the largest amount leave every word of a row readable, on a phone too', async () => {
  const nombre =
    'Sociedad Comercializadora, Importadora y Distribuidora de Materiales de Construcción '.padEnd(100, 'x')
  const { data } = await emit({ rut: RUTS.bueno, nombre, precio: 123_456_789_012 })
  await stage.visit(async ({ page, narrow }) => {
    await open(page, `?q=${data.folio}`)
    const mine = row(page, `Factura N° ${data.folio}`)
    const overlaps = (): Promise<string[]> =>
      mine.evaluate((line) => {
        const cells = [...line.children].map((cell) => {
          const range = document.createRange()
          range.selectNodeContents(cell)
          return { text: cell.textContent, ...range.getBoundingClientRect().toJSON() }
        })
        return cells.flatMap((a, i) =>
          cells
            .slice(i + 1)
            .filter((b) => a.width && b.width && a.left < b.right && b.left < a.right)
            .filter((b) => a.top < b.bottom && b.top < a.bottom)
            .map((b) => `${a.text} | ${b.text}`),
        )
      })
    await mine.getByText('$146.913.578.924').first().waitFor()
    expect(await overlaps()).toEqual([])
    await narrow()
    expect(await overlaps()).toEqual([])
  })
})

test('what is copied out of the list goes as the SII writes it, a cell by itself or the rows in sight', () =>
  stage.visit(async ({ page, axe, keys }) => {
    await open(page)
    await axe()
    await page.evaluate(() =>
      window.addEventListener('copy', ({ clipboardData }) => {
        document.title = clipboardData?.getData('text/plain') ?? ''
      }),
    )
    const table = page.getByRole('table').first()
    const copied = async (text: string): Promise<string> => {
      await table.getByText(text).first().selectText()
      await keys('Control+c')
      return page.title()
    }
    expect(await copied('77.123.456-9')).toContain('77123456-9')
    expect(await copied('$')).toMatch(/^\d+$/)
    await page.getByRole('button', { name: /^Copiar filas: / }).click()
    await page.getByText('Copiadas').waitFor()
    const [titles, first] = (await page.title()).split(' ')
    expect([titles, first]).not.toContain('')
  }))

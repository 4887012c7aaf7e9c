// One document: what the SII says of it, what may be done with it, what was sent (dashboard §6, §8, §11).

import { expect, test } from 'bun:test'
import type { Page, Route } from 'playwright-core'
import { countWork, holdTask } from './people'
import { EMPRESA, OTRA, PASSWORD } from './stage'
import { stage, useStage } from './suite'

const NOMBRE = 'Constructora <script>alert("x")</script> & Hijos'
const RUTS = { bueno: '77123456-9', rechaza: '90000002-2', repara: '90000004-9', atasca: '90000005-7' }
const TRASLADO = { ind_traslado: 1, no_disponible: ['patente', 'rut_transportista', 'chofer'] }

let ACEPTADA: number
let RECHAZADA: number
let REPARADA: number
let ATASCADA: number

useStage({ folios: { 33: 50, 39: 10, 52: 10, 61: 10 } }, async () => {
  ACEPTADA = await emit({})
  RECHAZADA = await emit({ rut: RUTS.rechaza })
  REPARADA = await emit({ rut: RUTS.repara })
  // Those that wait together may travel in one envelope, and one with the stuck one in it is never judged.
  while (await unsent()) await Bun.sleep(100)
  ATASCADA = await emit({ rut: RUTS.atasca })
})

/** Issues one document, and answers its folio. */
async function emit({ tipo = 33, rut = RUTS.bueno }: { tipo?: number; rut?: string }): Promise<number> {
  const { data } = await stage.api<{ data: { folio: number } }>('POST', '/v1/dte/emitir', {
    tipo_dte: tipo,
    ...(tipo !== 39 && {
      receptor: {
        rut,
        razon_social: NOMBRE,
        giro: 'Obras & más',
        direccion: 'Uno <b>1</b>',
        comuna: 'Talca',
        email: 'compras@example.cl',
      },
    }),
    ...(tipo === 52 && { traslado: TRASLADO }),
    detalle: [
      { nombre: 'Cemento <script>x</script>', descripcion: 'De "la" <i>casa</i>', cantidad: 2, precio: 4990 },
    ],
  })
  return data.folio
}

/** How many documents the SII has not got yet. */
async function unsent(): Promise<number> {
  const { paginacion } = await stage.api<{ paginacion: { total: number } }>(
    'GET',
    '/v1/documentos?limite=1&estado_sii=no_enviado',
  )
  return paginacion.total
}

const url = (folio: number, tipo = 33): string => `/app/${EMPRESA.rut}/documentos/${tipo}/${folio}`

async function open(page: Page, folio: number, tipo = 33): Promise<void> {
  await page.goto(url(folio, tipo))
  await page.getByRole('heading', { name: 'Historia' }).waitFor()
}

/** The company's documents may be looked at by whoever has their link. */
async function openToThePublic(): Promise<void> {
  const { data } = await stage.api<{ data: { id: string } }>('GET', '/v1/empresa/actual')
  await stage.api('PUT', `/v1/empresa/${data.id}`, { consulta_publica: true })
}

const history = (page: Page) => page.getByRole('list', { name: 'Historia del documento' })
const veredicto = (page: Page, word: string): Promise<void> =>
  page.locator('.veredicto').getByText(word).waitFor()

test('an accepted document: its steps, its texts as they are, light, dark and on a phone', () =>
  stage.visit(async ({ page, axe, narrow }) => {
    await open(page, ACEPTADA)
    await veredicto(page, 'Aceptado')
    // A look that came too early leaves a step of its own.
    const steps = await history(page).locator('strong').allTextContents()
    expect(steps.filter((step) => step !== 'El SII lo revisa')).toEqual([
      'Recibido por Timbre',
      'Firmado',
      'El SII lo recibió',
      'Aceptado por el SII',
    ])
    await page.locator('.de-quien').getByText(NOMBRE).waitFor()
    await page.getByText('Cemento <script>x</script>').waitFor()
    await page.getByText('De "la" <i>casa</i>').waitFor()
    await history(page).getByRole('button', { name: 'Copiar el Track ID' }).click()
    await axe()
    await narrow()
    await axe()
  }))

test('a rejected one says first that it does not exist, and leads to another with the same contents', () =>
  stage.visit(async ({ page, axe, narrow }) => {
    await open(page, RECHAZADA)
    await veredicto(page, 'Rechazado')
    await page.getByText('Este documento no existe para el SII ni para el receptor.').waitFor()
    const correct = page.getByRole('link', { name: 'Corregir y emitir de nuevo' })
    expect(await correct.getAttribute('href')).toEndWith(`/emitir/33?desde=33-${RECHAZADA}`)
    for (const name of ['Anular', 'Nota de crédito', 'Otra igual'])
      expect(await page.getByText(name, { exact: true }).count()).toBe(0)
    await history(page).getByText('Qué hacer: Lea el correo del SII').waitFor()
    await axe()
    await narrow()
    const form = page.url().replace(/documentos.*/, `emitir/33?desde=33-${RECHAZADA}`)
    await correct.click()
    await page.waitForFunction(
      (text) => [...document.querySelectorAll('input')].some(({ value }) => value === text),
      'Cemento <script>x</script>',
    )
    // Issued in its place, it leaves what requires attention, and a second one is asked about with the first's folio.
    await page.getByText('Corrige un documento rechazado').waitFor()
    await axe()
    await page.getByRole('button', { name: 'Emitir factura' }).click()
    await page.getByText('Reemplaza a').waitFor()
    await page.goto(form)
    await page.getByText('Emitir otra cobra dos veces').waitFor()
    await axe()
    await page.getByRole('button', { name: 'Emitir otra de todos modos' }).click()
    await page.getByText('junto a otra que ya se emitió').waitFor()
    await open(page, RECHAZADA)
    await page.getByText('Se emitió de nuevo como').waitFor()
    expect(await page.getByRole('link', { name: 'Corregir y emitir de nuevo' }).count()).toBe(0)
  }))

test('the same again and a note on it are one click away, begun from the document', () =>
  stage.visit(async ({ page }) => {
    await open(page, REPARADA)
    await page.getByRole('link', { name: 'Otra igual' }).click()
    await page.getByRole('heading', { level: 1, name: 'Factura' }).waitFor()
    await page.waitForFunction(
      (text) => [...document.querySelectorAll('input')].some(({ value }) => value === text),
      'Cemento <script>x</script>',
    )
    await open(page, REPARADA)
    await page.getByRole('link', { name: 'Nota de crédito' }).click()
    await page.getByRole('heading', { name: `Sobre factura N° ${REPARADA}` }).waitFor()
  }))

test('with observations, in course and stuck: each by its own word', () =>
  stage.visit(async ({ page, axe }) => {
    await open(page, REPARADA)
    await veredicto(page, 'Con reparos')
    await axe()
    await open(page, ATASCADA)
    await veredicto(page, 'En el SII')
    await history(page).getByText('Veredicto del SII').waitFor()
    expect(await page.getByText('Aceptado').count()).toBe(0)
    await axe()
  }))

test('a stopped one leads first to its cause, there to another try, and offers no note', async () => {
  await stage.api('POST', '/simulador/fallas', { servicio: 'envio', falla: 'sin_permiso' })
  try {
    const folio = await emit({})
    await stage.visit(async ({ page, axe }) => {
      await open(page, folio)
      await veredicto(page, 'Detenido')
      await page.getByText('La emisión se detuvo').first().waitFor()
      expect(await page.locator('.primario').allTextContents()).toEqual(['Ver la causa'])
      expect(await page.getByRole('link', { name: 'Nota de crédito' }).count()).toBe(0)
      await axe()
      await page.getByRole('link', { name: 'Ver la causa' }).click()
      await page.getByRole('button', { name: `Reintentar Factura N° ${folio}` }).waitFor()
      expect(await page.locator('.primario').allTextContents()).toEqual(['Reintentar'])
      await axe()
    })
  } finally {
    await stage.api('DELETE', '/simulador/fallas')
  }
})

test('what notes may still take is explained where it stands, on hover and on focus, and Esc takes it away', () =>
  stage.visit(async ({ page, axe, keys }) => {
    await page.goto(`/app/${EMPRESA.rut}/documentos`)
    const term = page.getByRole('button', { name: 'Disponible para notas' })
    const said = page.getByText('No es lo que falta por pagar.')
    await term.hover()
    await said.waitFor()
    await axe()
    await page.mouse.move(0, 0)
    await said.waitFor({ state: 'hidden' })
    await term.focus()
    await said.waitFor()
    await keys('Escape')
    await said.waitFor({ state: 'hidden' })
  }))

test('the verdict of the document in view raises no notice', () =>
  stage.visit(async ({ page }) => {
    const folio = await emit({ rut: RUTS.rechaza })
    await open(page, folio)
    await veredicto(page, 'Rechazado')
    // Another's, told after it.
    const other = await emit({ rut: RUTS.rechaza })
    const notices = page.getByRole('region', { name: 'Avisos' })
    await notices.getByText(`Factura N° ${other}: rechazada por el SII`).waitFor()
    expect(await notices.getByText(`Factura N° ${folio}:`).count()).toBe(0)
  }))

test('the steps come by themselves, from the queue to the verdict', () =>
  stage.visit(async ({ page, axe }) => {
    await stage.api('POST', '/simulador/fallas', { servicio: 'envio', falla: 'http_503' })
    const folio = await emit({})
    await open(page, folio)
    await veredicto(page, 'Por enviar')
    await history(page).getByText('Espera otro intento de envío').waitFor()
    await axe()
    await stage.api('DELETE', '/simulador/fallas')
    await history(page).getByText('El SII lo recibió').waitFor()
    await veredicto(page, 'Aceptado')
  }))

test('a verdict between the first answer and the beginning of the stream is not missed', () =>
  stage.visit(async ({ page, context }) => {
    const shown = Promise.withResolvers<void>()
    await context.route('**/v1/events/stream**', async (route) => {
      await shown.promise
      await route.continue()
    })
    const before = async (route: Route): Promise<void> => {
      const response = await route.fetch()
      const { data, ...rest } = await response.json()
      await route.fulfill({ response, json: { ...rest, data: { ...data, estado_sii: 'en_proceso' } } })
    }
    await context.route(`**/v1/documentos/33/${ACEPTADA}`, before, { times: 1 })
    await open(page, ACEPTADA)
    await veredicto(page, 'En el SII')
    shown.resolve()
    await veredicto(page, 'Aceptado')
  }))

test('without the stream of events the document is asked for again and again', () =>
  stage.visit(async ({ page, context, expectError }) => {
    expectError(/ERR_FAILED/)
    await context.route('**/v1/events/stream**', (route) => route.abort())
    await stage.api('POST', '/simulador/fallas', { servicio: 'envio', falla: 'http_503' })
    const folio = await emit({})
    await open(page, folio)
    await veredicto(page, 'Por enviar')
    await stage.api('DELETE', '/simulador/fallas')
    await page.locator('.veredicto').getByText('Aceptado').waitFor()
  }))

test('task 4: a document is voided by two clicks and the reason', () =>
  stage.visit(async ({ page, context, axe, keys }) => {
    const work = await countWork(context)
    const folio = await emit({})
    await open(page, folio)
    await veredicto(page, 'Aceptado')
    await page.getByRole('button', { name: 'Anular' }).click()
    const dialog = page.getByRole('dialog', { name: `Anular Factura N° ${folio}` })
    await dialog.getByText('nota de crédito por $11.876').waitFor()
    await axe()
    // The reason has the focus: no click is spent on it.
    await page.keyboard.type('Pedido <b>equivocado</b> & repetido')
    await dialog.getByRole('button', { name: 'Anular factura' }).click()
    await page.getByRole('heading', { level: 1, name: 'Nota de crédito N°' }).waitFor()
    holdTask('4, void a document', work(), { fields: 1, clicks: 2, keys: 0 })
    await page.getByText('anula', { exact: false }).first().waitFor()
    await page.getByText('Pedido <b>equivocado</b> & repetido').waitFor()
    await veredicto(page, 'Aceptado')
    await page.getByRole('link', { name: `Factura N° ${folio}` }).click()
    await page.getByRole('heading', { level: 1, name: `Factura N° ${folio}` }).waitFor()
    await veredicto(page, 'Anulado')
    await page.getByRole('link', { name: 'Nota de crédito N°' }).first().waitFor()
    expect(await page.getByRole('button', { name: 'Anular' }).count()).toBe(0)
    await axe()
    await keys('Tab')
    await page.goto(`/app/${EMPRESA.rut}/documentos`)
    const row = page.getByRole('row', { name: new RegExp(`Factura N° ${folio}\\b`) })
    await row.getByText('Anulado').waitFor()
  }))

test('a void without a reason is not sent, and one that fails keeps what was typed', () =>
  stage.visit(async ({ page, axe, keys, narrow }) => {
    const folio = await emit({ tipo: 39 })
    await open(page, folio, 39)
    await veredicto(page, 'Aceptado')
    await page.getByRole('button', { name: 'Anular' }).click()
    await keys('Enter')
    await page.getByText('Diga por qué se anula').waitFor()
    await page.keyboard.type('Se arrepintió')
    // Somebody else is faster.
    await stage.api('POST', `/v1/dte/39/${folio}/anular`, { motivo: 'Otra persona' })
    await keys('Enter')
    await page.getByRole('alert').getByText('ya tiene la nota que lo anula').waitFor()
    expect(await page.getByLabel('Motivo').inputValue()).toBe('Se arrepintió')
    await axe()
    await narrow()
    // No key loses it (dashboard §6).
    await keys('Escape')
    await page.getByText('¿Cerrar sin guardar lo escrito?').waitFor()
    await axe()
    // Asked, a second Escape is no: it stays, with the focus where it was.
    await keys('Escape')
    await page.getByText('¿Cerrar sin guardar').waitFor({ state: 'hidden' })
    await page.keyboard.type(' ayer')
    expect(await page.getByLabel('Motivo').inputValue()).toBe('Se arrepintió ayer')
    await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).click()
    await page.getByRole('button', { name: 'Descartar lo escrito' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }))

test('a guide is voided by a mark, and says so', () =>
  stage.visit(async ({ page }) => {
    const folio = await emit({ tipo: 52 })
    await open(page, folio, 52)
    await veredicto(page, 'Aceptado')
    await page.getByRole('button', { name: 'Anular' }).click()
    await page.getByText('El SII no recibe nada').waitFor()
    await page.keyboard.type('No salió')
    await page.keyboard.press('Enter')
    await veredicto(page, 'Anulado')
    await history(page).getByText('No salió').waitFor()
  }))

test('prints from a frame, with paper, copies and cedible remembered by type', () =>
  stage.visit(
    async ({ page, axe, keys }) => {
      await page.addInitScript(() => {
        // The frame's own dialog would hold the browser: what counts is that it is asked to print.
        Object.defineProperty(HTMLIFrameElement.prototype, 'contentWindow', {
          get: () => ({ focus() {}, print: () => document.body.setAttribute('data-impreso', 'si') }),
        })
      })
      await open(page, ACEPTADA)
      await page.getByRole('button', { name: 'Imprimir' }).click()
      const dialog = page.getByRole('dialog', { name: `Imprimir Factura N° ${ACEPTADA}` })
      const frame = dialog.locator('iframe')
      await frame.waitFor()
      expect(await frame.getAttribute('src')).toStartWith('blob:')
      await keys('Enter')
      await page.locator('body[data-impreso]').waitFor()
      expect(await dialog.getByLabel('Papel').locator('option').allTextContents()).toEqual([
        'Carta',
        'Rollo de 80 mm',
      ])
      const [asked] = await Promise.all([
        page.waitForRequest((request) => request.url().includes('cedible=true')),
        dialog.getByLabel('Con copia cedible').check(),
      ])
      expect(asked.url()).toContain('formato=carta&copias=1')
      await dialog.getByLabel('Papel').selectOption('Rollo de 80 mm')
      await dialog.getByRole('button', { name: 'Guardar para impresora térmica' }).waitFor()
      await axe()
      await page.reload()
      await page.getByRole('button', { name: 'Imprimir' }).click()
      expect(await dialog.getByLabel('Papel').inputValue()).toBe('80mm')
      expect(await dialog.getByLabel('Con copia cedible').isChecked()).toBe(true)
    },
    { whole: true },
  ))

test('files are saved under the name of company and environment, and shown byte by byte', () =>
  stage.visit(async ({ page, axe }) => {
    await open(page, ACEPTADA)
    const save = async (item: string): Promise<string> => {
      await page.getByRole('button', { name: 'Más' }).click()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: item }).click(),
      ])
      const text = await Bun.file(await download.path()).text()
      return `${download.suggestedFilename()} ${text.slice(0, 5)}`
    }
    expect(await save('Guardar PDF')).toBe(`33_${ACEPTADA}_${EMPRESA.rut}_simulacion.pdf %PDF-`)
    expect(await save('Guardar XML')).toBe(`33_${ACEPTADA}_${EMPRESA.rut}_simulacion.xml <?xml`)
    await page.getByRole('button', { name: 'Ver el sobre' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sobre como se envió' })
    await dialog.getByText('<EnvioDTE').waitFor()
    // As it was sent: the text of a stranger written for XML, never read as markup here.
    await dialog.getByText('Constructora &lt;script&gt;').first().waitFor()
    await axe()
  }))

test('asking the SII says what it costs, what it answers, and when the answer is worth nothing', () =>
  stage.visit(async ({ page, axe }) => {
    await open(page, ATASCADA)
    await page.getByRole('button', { name: 'Preguntar al SII' }).click()
    const dialog = page.getByRole('dialog', { name: 'Preguntar al SII' })
    await dialog.getByText('Cada pregunta cuesta una consulta.').waitFor()
    await dialog.getByRole('button', { name: 'Preguntar por el envío' }).click()
    await dialog.getByText('El SII aún revisa el envío').waitFor()
    await axe()
    await page.keyboard.press('Escape')

    // Not for once: the look at an envelope whose turn has come would take it.
    await stage.api('POST', '/simulador/fallas', { servicio: 'estado_envio', falla: 'contradiccion' })
    await open(page, ACEPTADA)
    await page.getByRole('button', { name: 'Preguntar al SII' }).click()
    await dialog.getByRole('button', { name: 'Preguntar por el envío' }).click()
    await dialog.getByText('se contradice: no vale como veredicto').waitFor()
    await axe()
    await dialog.getByRole('button', { name: 'Preguntar por el documento' }).click()
    await dialog.getByText('El SII lo recibió').waitFor()
    await dialog.getByText('DOK').waitFor()

    await page.keyboard.press('Escape')
    await stage.api('DELETE', '/simulador/fallas')
    await stage.api('POST', '/simulador/fallas', { servicio: 'estado_dte', falla: 'http_503' })
    await open(page, REPARADA)
    await page.getByRole('button', { name: 'Preguntar al SII' }).click()
    await dialog.getByRole('button', { name: 'Preguntar por el documento' }).click()
    await dialog.getByRole('alert').getByText('No se descontó ninguna consulta').waitFor()
    await stage.api('DELETE', '/simulador/fallas')
  }))

test('an address that is none is told at its field, and stays', () =>
  stage.visit(async ({ page, axe }) => {
    await open(page, ACEPTADA)
    await page.getByRole('button', { name: 'Más' }).click()
    await page.getByRole('menuitem', { name: 'Enviar por correo' }).click()
    const dialog = page.getByRole('dialog', { name: 'Enviar por correo' })
    expect(await dialog.getByLabel('A quién').inputValue()).toBe('compras@example.cl')
    await dialog.getByLabel('A quién').fill('nada')
    await dialog.getByRole('button', { name: 'Enviar' }).click()
    await dialog.locator('input[aria-invalid="true"]').waitFor()
    expect(await dialog.getByLabel('A quién').inputValue()).toBe('nada')
    await axe()
  }))

test('the public link is there to copy when the company opens it', () =>
  stage.visit(async ({ page, axe }) => {
    await open(page, ACEPTADA)
    await page.getByRole('button', { name: 'Más' }).click()
    expect(await page.getByRole('menuitem', { name: 'Copiar enlace público' }).count()).toBe(0)
    await openToThePublic()
    await open(page, ACEPTADA)
    await page.getByRole('button', { name: 'Más' }).click()
    await page.getByRole('menuitem', { name: 'Copiar enlace público' }).click()
    const link = await page.getByRole('dialog').locator('code').textContent()
    expect(link).toStartWith(`${stage.url}/ver/`)
    await axe()
    await page.goto(link ?? '')
    await page.getByText(NOMBRE).first().waitFor()
  }))

test('a lector sees the document and may only print and save it', async () => {
  await openToThePublic()
  const { data } = await stage.api<{ data: { enlace: string } }>('POST', '/v1/usuarios/invitar', {
    email: 'lector@example.cl',
    rol: 'lector',
    empresas: [],
  })
  const token = new URL(data.enlace).hash.replace('#token=', '')
  await stage.api('POST', '/auth/invite/accept', { token, nombre: 'Lector', password: PASSWORD })
  await stage.visit(
    async ({ page, axe }) => {
      await open(page, ACEPTADA)
      await page.getByRole('button', { name: 'Imprimir' }).waitFor()
      for (const name of ['Anular', 'Otra igual', 'Nota de crédito', 'Preguntar al SII'])
        expect(await page.getByText(name, { exact: true }).count()).toBe(0)
      await page.getByRole('button', { name: 'Más' }).click()
      expect(await page.getByRole('menuitem').allTextContents()).toEqual([
        'Guardar PDF',
        'Guardar XML',
        'Copiar enlace público',
      ])
      await axe()
      await page.keyboard.press('Escape')
      await open(page, RECHAZADA)
      expect(await page.getByRole('link', { name: 'Corregir y emitir de nuevo' }).count()).toBe(0)
    },
    { as: { email: 'lector@example.cl', password: PASSWORD } },
  )
})

test('in another environment the document is looked at and nothing is issued', () =>
  stage.visit(async ({ page }) => {
    await page.goto(`${url(ACEPTADA)}?ambiente=certificacion`)
    await page
      .getByText(`Factura N° ${ACEPTADA} no existe en ${EMPRESA.razon_social} · CERTIFICACIÓN`)
      .waitFor()
  }))

test('of another company, of no type and of no folio: it does not exist, and nothing else is told', () =>
  stage.visit(async ({ page, axe }) => {
    await page.goto(`/app/${OTRA.rut}/documentos/33/${ACEPTADA}`)
    await page.getByText(`Factura N° ${ACEPTADA} no existe en ${OTRA.razon_social} · SIMULACIÓN`).waitFor()
    expect(await page.getByText(NOMBRE).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Imprimir' }).count()).toBe(0)
    await axe()
    for (const path of ['99/1', '33/0x1', '33/12345678901', 'a/b']) {
      await page.goto(`/app/${EMPRESA.rut}/documentos/${path}`)
      await page.getByText('Ese documento no existe').waitFor()
    }
    // From there another is looked for; the palette says where each screen belongs.
    await page.getByRole('button', { name: 'Buscar otra cosa' }).click()
    await page.getByRole('combobox', { name: 'Folio, RUT, pantalla o empresa' }).fill('un lote')
    await page.getByRole('option', { name: /Emitir un lote.*Ventas/ }).waitFor()
    await axe()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Buscar otra cosa' }).and(page.locator(':focus')).waitFor()
  }))

test('by keys alone: the menu opens, moves and gives the focus back', () =>
  stage.visit(async ({ page, keys }) => {
    await open(page, ACEPTADA)
    const button = page.getByRole('button', { name: 'Más' })
    await button.focus()
    await keys('Enter')
    // Shown first, then the focus goes into it.
    await page.locator('[role=menuitem]:focus', { hasText: 'Guardar PDF' }).waitFor()
    await keys('ArrowDown ArrowDown Enter')
    await page.getByRole('dialog', { name: 'Enviar por correo' }).waitFor()
    await keys('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Más')
  }))

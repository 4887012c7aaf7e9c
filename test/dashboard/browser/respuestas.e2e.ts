// Answers between taxpayers (areas/recibidos/intercambio §1–§4): a supplier's document is answered in each of its three ways, what did not
// leave is sent or tried again, and what a customer answered stands on the document that it is about.

import { expect, test } from 'bun:test'
import type { Locator, Page, Route } from 'playwright-core'
import { golden, RECEPTOR, recibidoPor } from '../../support/archivos-recibidos'
import { resultadoOf, unsigned } from '../../support/intercambio'
import { EMPRESA } from './stage'
import { lector, stage, useStage } from './suite'

const AT = `/app/${EMPRESA.rut}`
const FERRETERA = '90000011-1'
const RIO_CLARO = '77123456-9'

/** Received from a neighbour by mail, which was answered by itself; of a file, from nobody known; and of a type that no answer names. */
let porCorreo: string
let suelto: string
let liquidacion: string
/** Issued to a customer that answers. */
let folio: number

const upload = async (xml: Buffer): Promise<string> => {
  const body = { archivo_base64: xml.toString('base64'), nombre: 'factura.xml' }
  return (await stage.api<{ data: { id: string } }>('POST', '/v1/recibidos', body)).data.id
}
const readBox = () => stage.api('POST', '/v1/recibidos/buzon/leer')

useStage({ folios: { 33: 5 }, lector: true }, async () => {
  const { api } = stage
  const { data: empresa } = await api<{ data: { id: string } }>('GET', '/v1/empresa/actual')
  const own = `?rut=${EMPRESA.rut}`
  await api('POST', `/simulador/vecindario${own}`, { meses: 0 })
  await api('PUT', `/v1/empresa/${empresa.id}/buzon`, { tipo: 'simulador' })
  await api('POST', `/simulador/vecinos/${FERRETERA}/emitir${own}`, {
    tipo_dte: 33,
    forma_pago: 2,
    lineas: [{ nombre: 'Cemento 25 kg', cantidad: 10, precio: 4380 }],
    envio: 'correo',
  })
  const issued = await api<{ data: { folio: number } }>('POST', '/v1/dte/emitir', {
    tipo_dte: 33,
    forma_pago: 2,
    receptor: {
      ...{ rut: RIO_CLARO, razon_social: 'Constructora Río Claro SpA', giro: 'Construcción' },
      ...{ direccion: 'Uno 1', comuna: 'Río Claro' },
    },
    detalle: [{ nombre: 'Andamio', cantidad: 1, precio: 32500 }],
  })
  folio = issued.data.folio
  for (;;) {
    const { data } = await api<{ data: { estado_sii: string } }>('GET', `/v1/documentos/33/${folio}`)
    if (data.estado_sii === 'aceptado') break
    await Bun.sleep(100)
  }
  await api('POST', `/v1/documentos/33/${folio}/enviar`, {
    email: `${RIO_CLARO.toLowerCase()}@simulador.invalid`,
  })
  // Its copy leaves and is answered by jobs of their own.
  for (;;) {
    await readBox()
    const { data } = await api<{ data: unknown[] }>(
      'GET',
      '/v1/recibidos/respuestas/recibidas?clase=recepcion',
    )
    if (data.length) break
    await Bun.sleep(200)
  }
  const { data } = await api<{ data: { id: string; rut_emisor: string }[] }>('GET', '/v1/recibidos')
  porCorreo = data.find(({ rut_emisor }) => rut_emisor === FERRETERA)!.id
  suelto = await upload(recibidoPor(EMPRESA.rut))
  const other = golden('043_001_ventas_y_comision').replaceAll(RECEPTOR, EMPRESA.rut)
  liquidacion = await upload(Buffer.from(other, 'latin1'))
})

/** A state, by its word: its icon stands beside it. */
const state = (scope: Locator, word: string) => scope.locator('.estado', { hasText: word })
const panel = (page: Page) => page.getByRole('region', { name: 'Respuestas al emisor' })

test('what came by mail was answered by itself, and says what that is worth', () =>
  stage.visit(async ({ page, axe, narrow }) => {
    await page.goto(`${AT}/recibidos/${porCorreo}`)
    await state(panel(page), 'Archivo recibido').first().waitFor()
    await state(panel(page), 'Enviada').first().waitFor()
    await panel(page).getByText('salió sola').waitFor()
    await panel(page).getByText('No reemplazan la aceptación o el reclamo ante el SII').waitFor()
    expect(await panel(page).getByRole('link', { name: 'Por aceptar' }).getAttribute('href')).toBe(
      `${AT}/por-aceptar`,
    )
    // It is named by an answer now.
    expect(await page.getByRole('button', { name: 'Borrar' }).count()).toBe(0)
    await axe()
    await narrow()
    await axe()
  }))

test('a result is given by keys alone, its reason is asked for, and it leaves', () =>
  stage.visit(async ({ page, axe, keys, narrow, expectError }) => {
    expectError(/422|400/)
    await page.goto(`${AT}/recibidos/${porCorreo}`)
    await page.getByRole('button', { name: 'Responder otra cosa' }).focus()
    await keys('Enter')
    const dialog = page.getByRole('dialog', { name: /^Responder al emisor: Factura/ })
    await dialog.getByText('No lo acepta ni lo reclama ante el SII').waitFor()
    await axe()
    await keys('Tab')
    expect(
      await dialog.getByLabel('Resultado', { exact: true }).evaluate((one) => one === document.activeElement),
    ).toBe(true)
    // Nothing is said for the person: unchosen, it does not leave.
    await dialog.getByRole('button', { name: 'Firmar y enviar' }).click()
    await dialog.getByText('Elija qué opina del cobro').waitFor()
    await keys('ArrowDown ArrowDown Tab Enter')
    await dialog.getByLabel('Por qué').fill('')
    await dialog.getByRole('button', { name: 'Firmar y enviar' }).focus()
    await keys('Enter')
    await dialog.getByText('Diga en glosa por qué no se acepta tal como viene').first().waitFor()
    await axe()
    await dialog.getByLabel('Por qué').fill('Faltó una caja')
    await dialog.getByRole('button', { name: 'Firmar y enviar' }).focus()
    await keys('Enter')
    await dialog.waitFor({ state: 'detached' })
    await panel(page).getByText('Faltó una caja').waitFor()
    const row = panel(page).getByRole('listitem').filter({ hasText: 'Aceptado con discrepancias' })
    await state(row, 'Enviada').first().waitFor()
    await row.getByText(`a ${FERRETERA.toLowerCase()}@simulador.invalid`).waitFor()
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      row.getByRole('button', { name: 'Guardar XML: Resultado' }).click(),
    ])
    expect(saved.suggestedFilename()).toEndWith('.xml')
    await axe()
    await narrow()
  }))

test('the same words do not leave twice', () =>
  stage.visit(async ({ page, expectError }) => {
    expectError(/409/)
    await page.goto(`${AT}/recibidos/${porCorreo}`)
    await page.getByRole('button', { name: 'Responder otra cosa' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Resultado', { exact: true }).selectOption('1')
    await dialog.getByLabel('Por qué').fill('Faltó una caja')
    await dialog.getByRole('button', { name: 'Firmar y enviar' }).click()
    await dialog.getByText('Esa respuesta ya se envió a').waitFor()
  }))

test('a receipt of goods says where, stays when it is asked to, and leaves when it is told', () =>
  stage.visit(async ({ page, axe, narrow }) => {
    await page.goto(`${AT}/recibidos/${porCorreo}`)
    await page.getByRole('button', { name: 'Responder otra cosa' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Qué responde').selectOption('recibo')
    await dialog.getByText('Ley 19.983').waitFor()
    await dialog.getByLabel('Recinto').fill('Bodega "Ñuñoa" <b>2</b>')
    await dialog.getByLabel('Enviarla por correo').uncheck()
    await axe()
    await narrow()
    await dialog.getByRole('button', { name: 'Firmar sin enviar' }).click()
    const row = panel(page).getByRole('listitem').filter({ hasText: 'Mercadería recibida' })
    await state(row, 'Lista, sin enviar').first().waitFor()
    await row.getByText('En Bodega "Ñuñoa" <b>2</b>').waitFor()
    await row.getByRole('button', { name: 'Enviar: Recibo de mercaderías' }).click()
    await state(row, 'Enviada').first().waitFor()
    expect(await panel(page).getByRole('listitem').filter({ hasText: 'Mercadería recibida' }).count()).toBe(1)
  }))

test('one of an issuer that cannot be reached is kept, with what to do', () =>
  stage.visit(async ({ page, axe, narrow }) => {
    await page.goto(`${AT}/recibidos/${suelto}`)
    await page.getByRole('button', { name: 'Responder al emisor' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Qué responde').selectOption('recepcion')
    await dialog.getByLabel('Correo del emisor').fill('dte@proveedor.example')
    await dialog.getByRole('button', { name: 'Firmar y enviar' }).click()
    await state(panel(page), 'No recibido').first().waitFor()
    await panel(page).getByText('El servidor no envía correo: guarde el XML y mándelo usted.').waitFor()
    await panel(page).getByRole('button', { name: 'Guardar XML: Recepción' }).waitFor()
    await axe()
    await narrow()
  }))

test('one that failed says why, and is tried again by its own job', () =>
  stage.visit(async ({ page, axe }) => {
    const asked: string[] = []
    const failed = async (route: Route): Promise<void> => {
      const response = await route.fetch()
      const body = await response.json()
      for (const one of body.data.respuestas)
        Object.assign(one, {
          estado: 'fallida',
          sin_salida: null,
          error: 'El servidor de correo no la quiso',
        })
      await route.fulfill({ response, json: body })
    }
    await page.route(`**/v1/recibidos/${suelto}`, failed)
    await page.route('**/v1/recibidos/trabajos/*/reintentar', async (route) => {
      asked.push(route.request().url())
      await page.unroute(`**/v1/recibidos/${suelto}`)
      await route.fulfill({ json: { ok: true, data: {} } })
    })
    await page.goto(`${AT}/recibidos/${suelto}`)
    await panel(page).getByText('El servidor de correo no la quiso').waitFor()
    await state(panel(page), 'No salió').first().waitFor()
    await axe()
    await panel(page).getByRole('button', { name: 'Reintentar: Recepción' }).click()
    await state(panel(page), 'Lista, sin correo').first().waitFor()
    expect(asked).toHaveLength(1)
  }))

test('a type that no answer can name is not offered any', () =>
  stage.visit(async ({ page, axe }) => {
    await page.goto(`${AT}/recibidos/${liquidacion}`)
    await panel(page).getByText('no se puede nombrar en las respuestas').waitFor()
    expect(await panel(page).getByRole('button').count()).toBe(0)
    await axe()
  }))

test('the list shows ours, by class and state, with a way to each document', () =>
  stage.visit(async ({ page, axe, narrow }) => {
    await page.goto(`${AT}/recibidos`)
    await page.getByRole('link', { name: 'Respuestas', exact: true }).click()
    await page.getByText('4 respuestas').waitFor()
    await axe()
    await page.getByLabel('Estado').selectOption('armada')
    await page.getByText('1 respuesta', { exact: true }).waitFor()
    expect(new URL(page.url()).search).toBe('?estado=armada')
    await page.getByLabel('Clase').selectOption('recibo')
    await page.getByText('Nada con esos filtros').waitFor()
    await page.getByRole('button', { name: 'Quitar los filtros' }).click()
    await page.getByText('4 respuestas').waitFor()
    await narrow()
    await axe()
    await page.getByRole('table').getByRole('link').first().click()
    await page.getByRole('heading', { name: 'Respuestas al emisor' }).waitFor()
  }))

test('what the customer answered stands in the list and on the document, with the judgement of its signature', () =>
  stage.visit(async ({ page, axe, narrow }) => {
    await page.goto(`${AT}/recibidos/respuestas?ver=recibidas`)
    await state(page.getByRole('table'), 'Archivo recibido').first().waitFor()
    await page.getByText('Firma válida').first().waitFor()
    await axe()
    await narrow()
    await axe()
    await page.getByLabel('Sobre qué').selectOption('false')
    await page.getByText('Nada con esos filtros').waitFor()
    await page.getByLabel('Sobre qué').selectOption('true')
    await stage.api('POST', '/simulador/reloj', { avanzar: 'P4D' })
    await readBox()
    await page.goto(`${AT}/documentos/33/${folio}`)
    const block = page.getByRole('region', { name: 'Lo que respondió el receptor' })
    await state(block, 'Archivo recibido').first().waitFor()
    await state(block, 'Aceptado').first().waitFor()
    await state(block, 'Mercadería recibida').first().waitFor()
    expect(await block.getByText('Firma válida').count()).toBe(3)
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      block.getByRole('button', { name: 'Guardar XML: Resultado' }).click(),
    ])
    expect(saved.suggestedFilename()).toEndWith('.xml')
    await axe()
    await narrow()
    await axe()
  }))

test('what nobody signed is shown as such, and what says the opposite is named beside what stands', () =>
  stage.visit(async ({ page, axe, narrow }) => {
    const { data } = await stage.api<{ data: { fecha_emision: string; monto_total: number } }>(
      'GET',
      `/v1/documentos/33/${folio}`,
    )
    const documento = {
      ...{ tipoDte: 33, folio, fechaEmision: data.fecha_emision, rutEmisor: EMPRESA.rut },
      ...{ rutReceptor: RIO_CLARO, montoTotal: data.monto_total },
    }
    const bring = (bytes: Buffer) =>
      stage.api('POST', '/v1/recibidos', { archivo_base64: bytes.toString('base64'), nombre: 'r.xml' })
    await bring(unsigned(await resultadoOf(documento, 2, 'Rechazo anónimo')))
    await page.goto(`${AT}/recibidos/respuestas?ver=recibidas`)
    const row = page.getByRole('row').filter({ hasText: 'Rechazo anónimo' })
    await state(row, 'Dice: rechazado').first().waitFor()
    await state(row, 'Sin firma').first().waitFor()
    await axe()
    const block = page.getByRole('region', { name: 'Lo que respondió el receptor' })
    await page.goto(`${AT}/documentos/33/${folio}`)
    await state(block, 'Aceptado').first().waitFor()
    expect(await block.getByText('lo contrario').count()).toBe(0)
    await bring(await resultadoOf(documento, 2, 'Faltó un andamio'))
    await page.reload()
    await state(block, 'También respondió lo contrario').first().waitFor()
    await state(block, 'Aceptado').first().waitFor()
    await block.getByText('Resultado comercial · 2 · Faltó un andamio').first().waitFor()
    await axe()
    await narrow()
    await axe()
  }))

test('the company chooses whether the receipt leaves by itself', () =>
  stage.visit(async ({ page, axe }) => {
    const { data } = await stage.api<{ data: { id: string } }>('GET', '/v1/empresa/actual')
    await page.goto(`${AT}/empresas/${data.id}`)
    const field = page.getByLabel('Responder solo lo que llega por correo')
    expect(await field.inputValue()).toBe('recepcion')
    await field.selectOption('no')
    await axe()
    await page.getByRole('button', { name: 'Guardar los cambios' }).click()
    await page.getByText('Los datos de la empresa se guardaron').waitFor()
    const { data: now } = await stage.api<{ data: { respuesta_automatica: string } }>(
      'GET',
      '/v1/empresa/actual',
    )
    expect(now.respuesta_automatica).toBe('no')
  }))

test('who may only read sees the answers and gives none', () =>
  stage.visit(
    async ({ page }) => {
      await page.goto(`${AT}/recibidos/${suelto}`)
      await state(panel(page), 'Lista, sin correo').first().waitFor()
      expect(
        await panel(page)
          .getByRole('button', { name: /Responder|Enviar/ })
          .count(),
      ).toBe(0)
    },
    { as: lector },
  ))

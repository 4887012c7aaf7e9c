// The road of certification in the browser, rehearsed: a text is taken in, its doubts answered, its set issued, declared and judged,
// and a road of boletas walked to its end (areas/certificacion §1–§4, dashboard §6).

import { describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { EMPRESA } from './stage'
import { breakRoute, failureSaid, lector, stage, useStage } from './suite'

const AT = `/app/${EMPRESA.rut}/certificacion`
useStage({ folios: { 33: 2 }, lector: true })

const turn = (page: Page) => page.getByRole('region', { name: 'Qué sigue y quién lo hace' })
const card = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'Sets de pruebas' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })

describe('the road of invoices', () => {
  test('says what is next and who does it, from nothing to a set that the SII found right', () =>
    stage.visit(async ({ page, axe, narrow, keys }) => {
      await page.goto(AT)
      await page.getByText('Servicio de Impuestos Internos').waitFor()
      await axe()
      await page.getByRole('button', { name: /^Empezar la certificación/ }).focus()
      await keys('Enter')
      await turn(page).getByText('Le toca a usted: 1 paso.').waitFor()
      await axe()

      const file = {
        name: 'SIISetDePruebas.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from('SET BASICO - NUMERO DE ATENCION: 5123401\r\n\r\nCUALQUIER COSA\r\n', 'latin1'),
      }
      await page.locator('input[type=file]').setInputFiles(file)
      const refused = page.getByRole('alert').filter({ hasText: 'El set no se cargó' })
      await refused
        .getByText(/^Línea \d+: /)
        .first()
        .waitFor()
      await axe()

      await page.getByRole('button', { name: 'Pedir un set de ensayo al SII simulado' }).click()
      await card(page, 'Set BASICO').getByText('Con preguntas').waitFor()
      await axe()
      await turn(page)
        .getByRole('link', { name: /^Responder/ })
        .click()
      await page.getByRole('heading', { level: 1, name: 'Set BASICO' }).waitFor()
      await axe()
      await page.getByRole('button', { name: 'Usar de ensayo' }).click()
      await axe()
      await page.getByRole('button', { name: 'Guardar las respuestas' }).click()
      await page.getByText('Listo para emitir').waitFor()
      expect(await page.getByText('Total que debe dar').count()).toBe(8)
      await page.getByRole('link', { name: /^Volver/ }).click()

      await turn(page).getByText('Nota de crédito, folios que faltan').waitFor()
      await turn(page)
        .getByRole('button', { name: /^Pedir los que faltan/ })
        .click()
      await turn(page).getByRole('button', { name: 'Emitir el Set BASICO' }).click()
      await turn(page).getByRole('button', { name: 'Copiar Número de envío (Track ID)' }).waitFor()
      await card(page, 'Set BASICO').getByText('Falta declararlo en el SII').waitFor()
      await axe()
      await narrow()
      await axe()
      await page.setViewportSize({ width: 1280, height: 800 })
      await turn(page)
        .getByRole('button', { name: /^Declararlo en el SII simulado/ })
        .click()
      const read = turn(page).getByRole('button', { name: /^Leer el resultado/ })
      await read.click()
      await page.getByText('aún lo revisa').waitFor()
      await axe()
      await stage.api('POST', '/simulador/reloj', { avanzar: 'PT5M' })
      await read.click()
      await card(page, 'Set BASICO').getByText('Conforme').waitFor()
      await page.getByRole('heading', { name: 'Simulación (ahora)' }).waitFor()
      await axe()
    }))

  test('goes on with the simulación, by what is left to the authorisation', () =>
    stage.visit(async ({ page, axe }) => {
      await page.goto(AT)
      await turn(page)
        .getByRole('button', { name: /^Pedir los que faltan a la simulación/ })
        .click()
      await turn(page).getByRole('button', { name: 'Emitir la simulación' }).click()
      await turn(page)
        .getByRole('button', { name: /^Declararlo en el SII simulado/ })
        .click()
      const read = turn(page).getByRole('button', { name: /^Leer el resultado/ })
      await read.waitFor()
      await axe()
      await stage.api('POST', '/simulador/reloj', { avanzar: 'PT5M' })
      await read.click()
      await page.getByRole('heading', { name: 'Intercambio (ahora)' }).waitFor()
      const on = turn(page).getByRole('button', { name: 'El SII lo dio por bueno: seguir' })
      await stage.api('POST', '/simulador/certificacion/siguiente', {})
      const { data } = await stage.api<{ data: { nombre: string; xml_base64: string } }>(
        'POST',
        '/simulador/certificacion/intercambio',
        {},
      )
      const envio = {
        name: data.nombre,
        mimeType: 'text/xml',
        buffer: Buffer.from(data.xml_base64, 'base64'),
      }
      await turn(page).locator('input[type=file]').setInputFiles(envio)
      const answers = turn(page).getByRole('button', { name: /^Guardar .*\.xml$/ })
      await answers.nth(2).waitFor()
      const answer = page.waitForEvent('download')
      await answers.first().click()
      expect((await answer).suggestedFilename()).toMatch(/\.xml$/)
      await axe()
      await on.click()
      await page.getByRole('heading', { name: 'Muestras impresas (ahora)' }).waitFor()
      const samples = page.waitForEvent('download')
      await turn(page).getByRole('button', { name: 'Guardar las muestras' }).click()
      expect((await samples).suggestedFilename()).toBe('muestras_76543210-3.zip')
      await axe()
      await on.click()
      await page.getByRole('button', { name: 'El SII autorizó a la empresa' }).click()
      await page.getByRole('heading', { name: 'Lo que falta para producción' }).waitFor()
      await axe()
    }))

  test('has each case beside its text and its document', () =>
    stage.visit(async ({ page, axe, narrow }) => {
      await page.goto(`${AT}/factura/basico`)
      const caso = page.getByRole('listitem').filter({ hasText: 'Caso 6: Nota de crédito' })
      await caso.getByText('DEVOLUCION DE MERCADERIAS').first().waitFor()
      await caso.getByRole('link', { name: /^Nota de crédito N° \d+$/ }).waitFor()
      const saved = page.waitForEvent('download')
      await caso.getByRole('button', { name: /^Guardar PDF de Nota de crédito/ }).click()
      expect((await saved).suggestedFilename()).toMatch(/^61_\d+_76543210-3_simulacion\.pdf$/)
      await narrow()
      await axe()
      await page.goto(`${AT}/factura/guia`)
      await page.getByText(/^Ese set no existe/).waitFor()
    }))

  test('is read by who may only read, and says when the server fails', () =>
    stage.visit(
      async ({ page, axe }) => {
        await page.goto(AT)
        await card(page, 'Set BASICO').waitFor()
        expect(await page.getByRole('button', { name: /^(Emitir|Anotar|Abandonar)/ }).count()).toBe(0)
        await axe()
        const mend = await breakRoute(page, '**/v1/certificacion/cer_*')
        await page.reload()
        await failureSaid(page)
        await mend()
        await card(page, 'Set BASICO').waitFor()
      },
      { as: lector },
    ))
})

test('a refused set shows the SII’s words by case with what mends them, and is issued again', () =>
  stage.visit(async ({ page, axe }) => {
    await page.goto(`${AT}?camino=boleta`)
    await page.getByRole('button', { name: /^Empezar la certificación/ }).click()
    await page.getByRole('button', { name: 'Pedir un set de ensayo al SII simulado' }).click()
    await turn(page)
      .getByRole('button', { name: /^Pedir los que faltan/ })
      .click()
    await turn(page)
      .getByRole('button', { name: /^Emitir el/ })
      .click()
    await turn(page)
      .getByRole('button', { name: /^Ya lo declaré/ })
      .click()
    await turn(page)
      .getByRole('button', { name: /^Anotar el resultado/ })
      .click()
    const dialog = page.getByRole('dialog', { name: /^Resultado de/ })
    await dialog.getByRole('button', { name: 'Con errores (SRH)' }).click()
    await dialog.getByLabel(/^Lo que dijo el SII/).fill('CASO-2: El Documento No está en el envío')
    await axe()
    await dialog.getByRole('button', { name: 'Anotar el resultado' }).click()
    await page.getByText('emita el set entero otra vez').first().waitFor()
    await axe()
    await turn(page)
      .getByRole('button', { name: /^Pedir los que faltan/ })
      .click()
    await turn(page)
      .getByRole('button', { name: /^Emitir otra vez/ })
      .click()
    await turn(page)
      .getByRole('button', { name: /^Declararlo en el SII simulado/ })
      .click()
    await turn(page)
      .getByRole('button', { name: /^Leer el resultado/ })
      .waitFor()
    await stage.api('POST', '/simulador/reloj', { avanzar: 'PT5M' })
    await turn(page)
      .getByRole('button', { name: /^Leer el resultado/ })
      .click()
    await page.getByRole('button', { name: 'Declarar en el SII simulado' }).click()
    await page.getByText('La empresa está autorizada a emitir').waitFor()
    await page.getByRole('link', { name: 'informarlo' }).waitFor()
    await axe()
    await page.getByRole('button', { name: 'El SII autorizó a la empresa' }).click()
    await page.getByRole('heading', { name: 'Lo que falta para producción' }).waitFor()
    await page.getByRole('link', { name: 'Pasar la empresa a producción' }).waitFor()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Guardar la evidencia' }).click()
    expect((await saved).suggestedFilename()).toBe('certificacion_boleta_76543210-3_simulacion.zip')
    await axe()
  }))

test('a company in certificación is led here from Empezar, to the SII’s own pages', () =>
  stage.visit(async ({ page, axe }) => {
    const { data } = await stage.api<{ data: { id: string } }>('GET', '/v1/empresa/actual')
    await stage.api('PUT', `/v1/empresa/${data.id}`, { ambiente: 'certificacion' })
    await page.goto(`/app/${EMPRESA.rut}/empezar`)
    await page.getByRole('link', { name: 'Seguir con la certificación' }).click()
    await page.getByRole('button', { name: /^Empezar la certificación/ }).click()
    const apply = turn(page).getByRole('listitem').filter({ hasText: 'Postule a la empresa' })
    const link = apply.getByRole('link', { name: /pe_ingrut/ })
    expect(await link.getAttribute('href')).toBe('https://maullin.sii.cl/cvc_cgi/dte/pe_ingrut')
    await apply.getByRole('button', { name: 'Copiar RUT de la empresa' }).waitFor()
    expect(await page.getByRole('button', { name: /simulado/ }).count()).toBe(0)
    await axe()
  }))

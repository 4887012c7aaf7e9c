// Purchases from abroad on the built server: a file dropped, its doubts settled, classified in plain words, issued or told why not; card
// statements and rates (areas/compras-internacionales).

import { expect, test } from 'bun:test'
import { addDays, chileDate } from '../../../src/domain/fecha'
import { drawPdf } from '../../support/extraccion/draw'
import { EMPRESA, OTRA } from './stage'
import { lector, stage, useStage } from './suite'

const AT = `/app/${EMPRESA.rut}/compras-internacionales`
const HOY = chileDate(new Date())
const FECHA = addDays(HOY, -2)

const UBL = `<?xml version="1.0" encoding="UTF-8"?>
<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"
 xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
 xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
 <cbc:ID>INV-2231</cbc:ID><cbc:IssueDate>${FECHA}</cbc:IssueDate><cbc:DocumentCurrencyCode>USD</cbc:DocumentCurrencyCode>
 <cac:AccountingSupplierParty><cac:Party><cac:PartyName><cbc:Name>Blue Harbor Cloud LLC</cbc:Name></cac:PartyName>
  <cac:PostalAddress><cbc:StreetName>1200 Pier 9</cbc:StreetName><cbc:CityName>Seattle</cbc:CityName><cac:Country><cbc:IdentificationCode>US</cbc:IdentificationCode></cac:Country></cac:PostalAddress></cac:Party></cac:AccountingSupplierParty>
 <cac:TaxTotal><cbc:TaxAmount currencyID="USD">0.00</cbc:TaxAmount></cac:TaxTotal>
 <cac:LegalMonetaryTotal><cbc:PayableAmount currencyID="USD">1250.00</cbc:PayableAmount></cac:LegalMonetaryTotal>
 <cac:InvoiceLine><cbc:ID>1</cbc:ID><cbc:LineExtensionAmount currencyID="USD">1250.00</cbc:LineExtensionAmount><cac:Item><cbc:Name>Cloud hosting</cbc:Name></cac:Item></cac:InvoiceLine>
</Invoice>`

const PAPEL = `
# Blue Harbor Cloud LLC                                      # INVOICE
1200 Pier 9, Seattle
United States                                                Invoice number: INV-2232
EIN: 98-7654321                                              Invoice date: November 5, 2026

Description                               Qty      Unit price      Amount
Cloud hosting                             1        $1,250.00       $1,250.00

                                                   Subtotal        $1,250.00
                                                   Total USD       $1,250.00`

useStage({ folios: { 46: 10 }, lector: true })

test('with nothing it says what to do', () =>
  stage.visit(async ({ page, axe, narrow }) => {
    await page.goto(AT)
    await page.getByText('Aún no hay compras').waitFor()
    await axe()
    await narrow()
  }))

test('a rate is typed and listed', () =>
  stage.visit(async ({ page, axe, narrow }) => {
    await page.goto(`${AT}/tipos-cambio`)
    await page.getByLabel('Día', { exact: true }).fill(FECHA)
    await page.getByLabel('Pesos por unidad').first().fill('945,32')
    await page.getByRole('button', { name: 'Guardar el tipo de cambio' }).click()
    await page.getByText('1 nuevo, 0 cambiados, 0 iguales.').waitFor()
    await page.getByRole('cell', { name: '945,32' }).waitFor()
    await axe()
    await narrow()
  }))

test('a number that may be a thousand or one is asked back, and nothing is sent', () =>
  stage.visit(async ({ page, axe }) => {
    await page.goto(`${AT}/tipos-cambio`)
    await page.getByLabel('Pesos por unidad').first().fill('1.050')
    await page.getByRole('button', { name: 'Guardar el tipo de cambio' }).click()
    await page.getByText('¿1050 o 1,050? Escriba 1050, o 1,0500.').waitFor()
    expect(await page.getByText(/nuevos?,/).count()).toBe(0)
    await axe()
    await page.getByLabel('Pesos por unidad').first().fill('1.050,5')
    await page.getByRole('button', { name: 'Guardar el tipo de cambio' }).click()
    await page.getByText('1 nuevo, 0 cambiados, 0 iguales.').waitFor()
    await page.getByRole('cell', { name: '1.050,5' }).waitFor()
  }))

test(
  'a file becomes a purchase invoice: what keeps it is told, then nothing does',
  () =>
    stage.visit(async ({ page, axe, narrow }) => {
      await page.goto(AT)
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'INV-2231.xml', mimeType: 'text/xml', buffer: Buffer.from(UBL) })
      await page.getByRole('heading', { name: 'Blue Harbor Cloud LLC · N° INV-2231' }).waitFor()
      await page.getByRole('heading', { name: 'Por qué aún no se puede emitir' }).waitFor()
      await page.getByText('Revise y confirme más arriba.').waitFor()
      await axe()
      const settle = page.getByRole('button', { name: 'Guardar y dar por revisado' })
      if (await settle.count()) await settle.click()
      await page.getByLabel('Es', { exact: true }).selectOption('servicio')
      await page.getByLabel('¿Quien presta el servicio reside en Chile?').selectOption('no')
      await page.getByLabel('¿El proveedor ya cobró el IVA de Chile?').selectOption('no')
      await page.getByRole('button', { name: 'Confirmar', exact: true }).click()
      await page.getByRole('button', { name: 'Emitir la factura de compra' }).click()
      const dialog = page.getByRole('dialog', { name: 'Emitir la factura de compra' })
      await dialog.getByText('$1.181.650').waitFor()
      await axe()
      await dialog.getByRole('button', { name: 'Emitir', exact: true }).click()
      await page.getByText('El SII aceptó su factura de compra').waitFor()
      await page.getByRole('link', { name: 'Factura de compra N° 1' }).waitFor()
      await axe()
      await narrow()
    }),
  60_000,
)

test('a PDF stands beside what was read of it', () =>
  stage.visit(async ({ page, narrow }) => {
    await page.goto(AT)
    const buffer = Buffer.from(await drawPdf(PAPEL))
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'INV-2232.pdf', mimeType: 'application/pdf', buffer })
    await page.getByRole('heading', { name: 'Blue Harbor Cloud LLC · N° INV-2232' }).waitFor()
    await page.getByTitle('INV-2232.pdf').waitFor()
    await narrow()
  }))

test('an amount is read as it is written here, and what is chosen beside it outlives that it is saved', () =>
  stage.visit(async ({ page, axe, narrow }) => {
    await page.goto(AT)
    await page.getByRole('button', { name: 'Escribir los datos sin archivo' }).click()
    const dialog = page.getByRole('dialog', { name: 'Compra sin archivo' })
    const monto = dialog.getByLabel('Monto total')
    await dialog.getByLabel('Proveedor').fill('Harbor Limited')
    await dialog.getByLabel('Número de la factura').fill('H-1')
    await dialog.getByLabel('Fecha de la factura').fill(FECHA)
    await dialog.getByLabel('Moneda').fill('usd')
    // A thousand and more, or one dollar and a quarter: nobody guesses.
    await monto.fill('1.250')
    await dialog.getByRole('button', { name: 'Guardar la compra' }).click()
    await dialog.getByText(/^¿1250 o 1,250\?/).waitFor()
    await axe()
    await monto.fill('1,250.00')
    await dialog.getByRole('button', { name: 'Guardar la compra' }).click()
    await page.getByRole('heading', { name: 'Harbor Limited · N° H-1' }).waitFor()
    await page.getByText('$1.181.650').waitFor()
    const que = page.getByRole('region', { name: 'Qué se compró' })
    await que.getByLabel('Es', { exact: true }).selectOption('servicio')
    await page.getByLabel('Monto total').fill('1.300,50')
    await que.getByText('Guarde antes los cambios de los datos').waitFor()
    // Left by a reload, both go on as they were.
    await page.reload()
    await page.getByText('Sigue lo que dejó sin guardar').waitFor()
    expect(await page.getByLabel('Monto total').inputValue()).toBe('1.300,50')
    expect(await que.getByLabel('Es', { exact: true }).inputValue()).toBe('servicio')
    await que.getByText('Guarde antes los cambios de los datos').waitFor()
    expect(await que.getByRole('button', { name: 'Confirmar' }).count()).toBe(0)
    await axe()
    await page.getByRole('button', { name: 'Guardar los cambios' }).click()
    await page.getByText('$1.229.389').waitFor()
    // The button that was pressed is gone; the focus is not.
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-labelledby') === 'datos')
    expect(await page.getByLabel('Monto total').inputValue()).toBe('1.300,50')
    expect(await que.getByLabel('Es', { exact: true }).inputValue()).toBe('servicio')
    await page.getByLabel('País').fill('IE')
    await page.getByLabel('Descripción').fill('Alojamiento')
    await page.getByRole('button', { name: 'Guardar los cambios' }).click()
    await que.getByLabel('¿Quien presta el servicio reside en Chile?').selectOption('no')
    await que.getByLabel('¿El proveedor ya cobró el IVA de Chile?').selectOption('no')
    await que.getByRole('button', { name: 'Confirmar' }).click()
    const emitir = page.getByRole('button', { name: 'Emitir la factura de compra' })
    await emitir.waitFor()
    // The confirmed nature is not the one that stands there now.
    await que.getByLabel('¿Quien presta el servicio reside en Chile?').selectOption('si')
    await page.getByText('Confirme antes lo que cambió').waitFor()
    expect(await emitir.count()).toBe(0)
    await axe()
    await narrow()
  }))

test('another reading that is chosen takes the place of what could not be read', () =>
  stage.visit(async ({ page }) => {
    await page.goto(AT)
    // A part was paid: the whole, or what is left.
    const paid = UBL.replace('INV-2231', 'INV-2233').replace(
      '<cbc:PayableAmount currencyID="USD">1250.00',
      '<cbc:TaxInclusiveAmount currencyID="USD">1250.00</cbc:TaxInclusiveAmount><cbc:PayableAmount currencyID="USD">200.00',
    )
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'INV-2233.xml', mimeType: 'text/xml', buffer: Buffer.from(paid) })
    const monto = page.getByLabel('Monto total (dudoso)')
    await monto.fill('1.250')
    await monto.blur()
    await page.getByText(/^¿1250 o 1,250\?/).waitFor()
    await page.getByRole('button', { name: 'Usar 200,00 en Monto total' }).click()
    await page.getByText(/^¿1250 o 1,250\?/).waitFor({ state: 'detached' })
    expect(await monto.inputValue()).toBe('200,00')
    await page.getByRole('button', { name: 'Guardar y dar por revisado' }).click()
    expect(await page.getByLabel('Monto total', { exact: true }).inputValue()).toBe('200,00')
  }))

test('files that still wait when the page goes to another company are not that one’s', () =>
  stage.visit(async ({ page }) => {
    await page.goto(AT)
    const gone = Promise.withResolvers<void>()
    let sent = 0
    await page.route('**/v1/compras-internacionales', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      sent++
      const response = await route.fetch()
      await gone.promise
      await route.fulfill({ response })
    })
    const files = ['a.xml', 'b.xml'].map((name) => ({
      name,
      mimeType: 'text/xml',
      buffer: Buffer.from(UBL.replace('INV-2231', name)),
    }))
    await page.locator('input[type=file]').setInputFiles(files)
    await page.getByText('Leyendo a.xml…').waitFor()
    await page.getByRole('button', { name: /Cambiar de empresa/ }).click()
    await page.getByRole('option', { name: OTRA.razon_social }).click()
    await page.getByText('Aún no hay compras').waitFor()
    gone.resolve()
    await page.getByText(`1 archivo sin cargar en ${EMPRESA.razon_social}`).waitFor()
    expect(sent).toBe(1)
    expect(new URL(page.url()).pathname).toBe(`/app/${OTRA.rut}/compras-internacionales`)
  }))

test('who may only read sees it and nothing to press', () =>
  stage.visit(
    async ({ page, axe }) => {
      await page.goto(AT)
      await page.getByRole('link', { name: 'Blue Harbor Cloud LLC · N° INV-2231' }).click()
      await page.getByText('El SII aceptó su factura de compra').waitFor()
      expect(await page.getByRole('button', { name: /Confirmar|Guardar los|Descartar|Emitir/ }).count()).toBe(
        0,
      )
      await axe()
    },
    { as: lector },
  ))

test('a card statement that cannot be read says why', () =>
  stage.visit(async ({ page, axe, narrow }) => {
    await page.goto(`${AT}/tarjetas`)
    await page.getByText('Aún no hay estados de cuenta').waitFor()
    await axe()
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'visa.csv', mimeType: 'text/csv', buffer: Buffer.from('nada;que;leer\n') })
    await page.getByRole('heading', { name: 'visa.csv' }).waitFor()
    await narrow()
    await page.goto(`${AT}/tarjetas`)
    const buffer = Buffer.from('PK\x03\x04\x14\0xl/workbook.xml', 'latin1')
    await page.locator('input[type=file]').setInputFiles({ name: 'visa.csv', mimeType: 'text/csv', buffer })
    await page.getByText('El archivo es una planilla XLSX, no un PDF o CSV').waitFor()
    await axe()
  }))

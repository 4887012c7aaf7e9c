// The types of document that few issue, from the form (dashboard §7): each accepted by the embedded SII, with what only it has.

import { describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { accepted, CLIENTE, cell, open, total } from './emision'
import { EMPRESA } from './stage'
import { stage, useStage } from './suite'

const IMPORTADOR = 'Blue Harbor Trading LLC'

useStage({ folios: { 33: 10, 43: 5, 46: 5, 52: 10, 110: 5, 111: 5, 112: 5 } }, async () => {
  // Whom the form then knows.
  await stage.api('POST', '/v1/dte/emitir', {
    ...{ tipo_dte: 33, receptor: CLIENTE, detalle: [{ nombre: 'Cemento', precio: 4180 }] },
  })
})

async function chooseClient(page: Page): Promise<void> {
  await page.getByLabel('RUT o nombre').fill('constructora')
  await page.getByRole('option', { name: CLIENTE.razon_social }).click()
  await page.getByText(CLIENTE.giro).waitFor()
}

/** The folio of the page that follows the 202. */
async function issue(page: Page, name: string): Promise<number> {
  await page.keyboard.press('Control+Enter')
  const heading = page.getByRole('heading', { level: 1, name: new RegExp(`^${name} N° \\d+$`) })
  await heading.waitFor()
  return Number(/N° (\d+)/.exec((await heading.textContent()) ?? '')?.[1])
}

const choose = async (page: Page, label: string, typed: string, option: string): Promise<void> => {
  await page.getByLabel(label, { exact: true }).fill(typed)
  await page.getByRole('option', { name: option }).first().click()
}

describe('52, a dispatch guide', () => {
  test('what the law asks for is marked and, not held, said: the rest goes as typed', () =>
    stage.visit(async ({ page, axe, narrow }) => {
      await open(page, '/emitir/52')
      await chooseClient(page)
      await cell(page, 'Ítem').fill('Ladrillo princesa')
      await cell(page, 'Cantidad').fill('1500')
      await cell(page, 'Precio').fill('389')
      const kind = page.getByLabel('Tipo de traslado')
      await kind.waitFor()
      expect(await page.getByText('Los precios incluyen IVA').count()).toBe(0)
      await page.getByLabel('Quién la lleva').selectOption('El emisor, al cliente')
      await page
        .getByText(/^Lo exige la norma: Res\. Ex\. SII 154\/2025/)
        .first()
        .waitFor()
      // Once it was tried, faults stand where the marks did.
      await page.keyboard.press('Control+Enter')
      await page.getByRole('alert').getByRole('button', { name: 'Traslado: tipo de traslado' }).waitFor()
      await kind.selectOption('Operación constituye venta')
      await page.getByRole('alert').getByRole('button', { name: 'Traslado: RUT del transportista' }).waitFor()
      await axe()
      await page.getByLabel('Patente del vehículo', { exact: true }).fill('KRTZ41')
      await page.getByLabel('No lo tengo: RUT del transportista').check()
      expect(await page.getByLabel('RUT del transportista').first().isDisabled()).toBe(true)
      await page.getByLabel('RUT del chofer').fill('15.432.198-5')
      await page.getByLabel('Nombre del chofer').fill('Luis Núñez')
      await total(page).getByText('$694.365').waitFor()
      await narrow()
      await page.evaluate(() => scrollTo(0, 0))
      await axe()
      const folio = await issue(page, 'Guía de despacho')
      const guia = await accepted(52, folio)
      expect(guia.traslado).toMatchObject({
        ...{ ind_traslado: 1, tipo_despacho: 2, patente: 'KRTZ41', no_disponible: ['rut_transportista'] },
        ...{ chofer: { rut: '15432198-5', nombre: 'Luis Núñez' }, direccion_destino: CLIENTE.direccion },
      })
      expect(guia.detalle[0]?.descripcion).toContain('no se cuenta con el RUT del transportista')
    }))

  test('by keys alone, without a price: an internal transfer to the own house', () =>
    stage.visit(async ({ page, keys }) => {
      await open(page, '/emitir/52')
      await page.getByLabel('RUT o nombre').focus()
      await page.keyboard.type(EMPRESA.rut)
      await keys('Tab')
      await page.getByLabel('Razón social').focus()
      await page.keyboard.type('Ferretería El Ñandú')
      await keys('Tab')
      await page.keyboard.type('Venta de materiales')
      await keys('Tab')
      await page.keyboard.type('Bodega 2')
      await keys('Tab')
      await page.keyboard.type('Talca')
      await cell(page, 'Ítem').focus()
      await page.keyboard.type('Pallet')
      await page.getByLabel('Tipo de traslado').focus()
      await page.keyboard.type('Traslados')
      await page.getByLabel('Quién la lleva').waitFor({ state: 'detached' })
      await page.getByLabel('No lo tengo: Patente del vehículo').focus()
      await keys('Space')
      await page.getByLabel('No lo tengo: RUT del transportista').focus()
      await keys('Space')
      await page.getByLabel('No lo tengo: Chofer').focus()
      await keys('Space')
      const folio = await issue(page, 'Guía de despacho')
      expect((await accepted(52, folio)).traslado).toMatchObject({
        ind_traslado: 5,
        no_disponible: ['patente', 'rut_transportista', 'chofer'],
      })
    }))
})

test('33 has the same block folded: goods that travel with the factura itself', () =>
  stage.visit(async ({ page, axe }) => {
    await open(page, '/emitir/33')
    await chooseClient(page)
    await cell(page, 'Ítem').fill('Cemento')
    await cell(page, 'Precio neto').fill('4180')
    await page.getByText(/^Más: .*traslado/).click()
    await page.getByLabel('Quién la lleva').selectOption('El receptor la retira')
    await page.getByText('la mercadería la lleva el receptor').waitFor()
    await axe()
    await total(page).getByText('$4.974').waitFor()
    const folio = await issue(page, 'Factura')
    expect((await accepted(33, folio)).traslado).toMatchObject({
      tipo_despacho: 1,
      no_disponible: ['patente', 'rut_transportista', 'chofer'],
    })
  }))

test('46, a purchase invoice: its kind and the IVA withheld, which leaves the total net', () =>
  stage.visit(async ({ page, axe, narrow }) => {
    await open(page, '/emitir/46')
    await page.getByText('Quien le vende').waitFor()
    await chooseClient(page)
    await cell(page, 'Ítem').fill('Chatarra de fierro')
    await cell(page, 'Cantidad').fill('740,5')
    await cell(page, 'Precio neto').fill('310')
    await page.getByLabel('Retención de IVA').selectOption('38 · IVA retenido chatarra · 19 %')
    await page.getByText('Impuesto 38').waitFor()
    await total(page).getByText('$229.555').waitFor()
    await axe()
    await narrow()
    const folio = await issue(page, 'Factura de compra')
    expect(await accepted(46, folio)).toMatchObject({ monto_total: 229_555, totales: { monto_iva: 43_615 } })
    // The same again has it at its lines.
    await open(page, `/emitir/46?desde=46-${folio}`)
    await total(page).getByText('$229.555').waitFor()
  }))

test('43, a liquidación: documents of either sign and the commission taken off', () =>
  stage.visit(async ({ page, axe, narrow }) => {
    await open(page, '/emitir/43')
    await chooseClient(page)
    await cell(page, 'Ítem').fill('Facturas 901 a 914')
    await cell(page, 'Documento que liquida').selectOption('Factura electrónica (33)')
    await cell(page, 'Monto').fill('4850000')
    await page.keyboard.press('Enter')
    await cell(page, 'Ítem', 2).fill('Nota de crédito 45')
    await cell(page, 'Documento que liquida', 2).selectOption('Nota de crédito electrónica (61)')
    await cell(page, 'Monto', 2).fill('-185000')
    await page.getByRole('button', { name: 'Agregar comisión o cargo' }).click()
    await page.getByLabel('Glosa').fill('Comisión de venta')
    await page.getByLabel('Tasa %').fill('8')
    await page.getByLabel('Neto', { exact: true }).fill('373200')
    // 4.665.000 and its IVA, less 373.200 and its IVA.
    await total(page).getByText('$5.107.242').waitFor()
    await axe()
    await narrow()
    await page.evaluate(() => scrollTo(0, 0))
    await axe()
    const folio = await issue(page, 'Liquidación factura')
    const { detalle, monto_total } = await accepted(43, folio)
    expect(monto_total).toBe(5_107_242)
    expect(detalle.map(({ tipo_doc_liq, monto }) => [tipo_doc_liq, monto])).toEqual([
      ['33', 4_850_000],
      ['61', -185_000],
    ])
  }))

describe('exports', () => {
  let factura: number
  test('110: country and currency first, customs folded, pesos beside the total', () =>
    stage.visit(async ({ page, axe, narrow }) => {
      await open(page, '/emitir/110')
      await page.getByLabel('Nombre', { exact: true }).fill(IMPORTADOR)
      await page.keyboard.press('Tab')
      await page.getByLabel('Dirección').fill('1200 Pier 9, Alaskan Way')
      await page.getByLabel('Ciudad').fill('Seattle')
      await cell(page, 'Ítem').fill('Puerta tallada de raulí')
      await cell(page, 'Cantidad').fill('24')
      await cell(page, 'Precio').fill('412,5')
      await choose(page, 'País del receptor', 'u.s', 'U.S.A.')
      await page.getByLabel('Moneda').selectOption('USD · DOLAR USA')
      await page.getByLabel('Tipo de cambio').fill('945,32')
      await page.getByLabel('Total de bultos').fill('12')
      await total(page).getByText('9.900 DOLAR USA').waitFor()
      await page.getByText('$9.358.668').waitFor()
      await page.getByText('Aduana espera además').waitFor()
      await axe()
      await page.getByText('Aduana: venta, transporte, pesos y bultos').click()
      await choose(page, 'Modalidad de venta (opcional)', 'a firme', 'A firme')
      await choose(page, 'Cláusula de venta (opcional)', 'fob', 'FOB')
      await page.getByLabel('Total de la cláusula').fill('9900')
      await choose(page, 'Puerto de embarque (opcional)', 'valpar', 'VALPARAISO')
      await page.getByLabel('Peso bruto (opcional)', { exact: true }).fill('1380,5')
      await choose(page, 'Unidad del peso bruto (opcional)', 'kn', 'KN')
      await page.getByRole('button', { name: 'Agregar tipo de bulto' }).click()
      await choose(page, 'Tipo de bulto', '28', 'CAJAMADERA')
      await page.getByLabel('Cantidad', { exact: true }).fill('12')
      await page.getByLabel('Marcas').fill('S/M')
      await axe()
      await narrow()
      await page.evaluate(() => scrollTo(0, 0))
      await axe()
      factura = await issue(page, 'Factura de exportación')
      expect(await accepted(110, factura)).toMatchObject({
        receptor: { rut: '55555555-5', razon_social: IMPORTADOR },
        totales: { moneda: 'DOLAR USA', otra_moneda: { monto_total: 9_358_668 } },
        exportacion: {
          ...{ cod_pais_recep: 225, tot_bultos: 12 },
          aduana: { cod_mod_venta: 1, cod_clau_venta: 5, peso_bruto: 1380.5, cod_unid_peso_bruto: 6 },
        },
      })
    }))

  test('a code that customs has not is refused at its field', () =>
    stage.visit(async ({ page }) => {
      await open(page, '/emitir/110')
      const country = page.getByLabel('País del receptor')
      await country.fill('Atlántida')
      await page.keyboard.press('Tab')
      await page.getByText('«Atlántida» no está en la tabla de Aduana').waitFor()
      expect(await country.getAttribute('aria-invalid')).toBe('true')
    }))

  test('112 corrects amounts of one, found by its folio, in its currency', () =>
    stage.visit(async ({ page, axe }) => {
      await page.goto(`/app/${EMPRESA.rut}/emitir/112`)
      await page.getByLabel('Folio').fill(String(factura))
      await axe()
      await page.getByRole('button', { name: 'Continuar' }).click()
      await page.getByText('le queda 9.900 DOLAR USA').waitFor()
      await page.getByRole('radio', { name: 'Corregir montos' }).check()
      await page.getByLabel('Motivo').fill('Devolución de dos puertas')
      await cell(page, 'Cantidad').fill('2')
      await total(page).getByText('825 DOLAR USA').waitFor()
      await axe()
      const folio = await issue(page, 'Nota de crédito de exportación')
      expect(await accepted(112, folio)).toMatchObject({
        referencias: [{ tipo_documento: '110', folio: String(factura), codigo: 3 }],
      })
    }))

  test('111 adds to one', () =>
    stage.visit(async ({ page, axe, narrow }) => {
      await open(page, `/emitir/111?desde=110-${factura}&respuesta=montos`)
      await page.getByLabel('Motivo').fill('Reajuste convenido')
      await cell(page, 'Precio').fill('6,25')
      await total(page).getByText('150 DOLAR USA').waitFor()
      await axe()
      await narrow()
      const folio = await issue(page, 'Nota de débito de exportación')
      expect((await accepted(111, folio)).totales).toMatchObject({ monto_total: 150, moneda: 'DOLAR USA' })
    }))
})

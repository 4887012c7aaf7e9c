// The questions that a set's text leaves open, answered in the browser by words and not by codes: customs' tables, kinds of transfer, transport, and
// receivers that were given once (areas/certificacion §2, dashboard §10).

import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { EMPRESA } from './stage'
import { stage, useStage } from './suite'

const AT = `/app/${EMPRESA.rut}/certificacion`

const CASO = (atencion: number, documento: string): string[] => [
  `CASO ${atencion}-1`,
  '==============',
  `DOCUMENTO\t${documento}`,
]
const TEXTO = [
  'SET FACTURA EXENTA - NUMERO DE ATENCION: 5123402',
  ...CASO(5123402, 'FACTURA NO AFECTA O EXENTA ELECTRONICA'),
  '',
  'ITEM\t\tCANTIDAD\tUNIDAD MEDIDA\tVALOR UNITARIO',
  'HORAS MODELISTA\t\t8\tHora\t6842',
  '',
  'SET GUIA DE DESPACHO - NUMERO DE ATENCION: 5123403',
  ...CASO(5123403, 'GUIA DE DESPACHO ELECTRONICA'),
  'MOTIVO:\t\tALGO QUE NADIE CONOCE',
  'TRASLADO POR:\tCLIENTE',
  'ITEM\t\tCANTIDAD\tPRECIO UNITARIO',
  'ITEM 1\t\t394\t4437',
  '',
  'SET BASICO DOCUMENTOS DE EXPORTACION (1) - NUMERO DE ATENCION: 5123406',
  ...CASO(5123406, 'FACTURA DE EXPORTACION ELECTRONICA'),
  '',
  'ITEM\t\tCANTIDAD\tUNIDAD MEDIDA\tPRECIO UNITARIO',
  'TABLAS DE RAULI\t\t148\tU\t12',
  '',
  'REFERENCIA:\t\tMIC (MANIFIESTO INTERNACIONAL)',
  'MONEDA DE LA OPERACION:\t\tMONEDA RARA',
  'FORMA DE PAGO EXPORTACION:\t\tCOB1',
  'PUERTO DE EMBARQUE:\t\tVALPARAISO VIEJO',
  'TOTAL BULTOS:\t\t12',
  'PAIS RECEPTOR Y PAIS DESTINO:\t\tATLANTIDA',
].join('\r\n')

useStage({ folios: { 33: 1 } }, async () => {
  const { data } = await stage.api<{ data: { id: string } }>('POST', '/v1/certificacion', {
    alcance: 'factura',
  })
  const texto_base64 = Buffer.from(TEXTO, 'latin1').toString('base64')
  await stage.api('POST', `/v1/certificacion/${data.id}/sets`, { texto_base64 })
})

const save = (page: Page) => page.getByRole('button', { name: 'Guardar las respuestas' }).click()

/** The request that Timbre makes of the first case, as the page shows it. */
async function solicitud(page: Page) {
  await page.getByText('La solicitud que hace Timbre').first().click()
  return JSON.parse((await page.locator('details[open] pre').first().textContent())!)
}

test('the steps of one kind are one card, and each set leads to the next that asks', () =>
  stage.visit(async ({ page, axe }) => {
    await page.goto(AT)
    const steps = page.getByRole('region', { name: 'Qué sigue y quién lo hace' }).getByRole('listitem')
    await steps.first().getByText('Eso lo decide usted.').waitFor()
    expect(await steps.count()).toBe(1)
    await steps
      .first()
      .getByRole('link', { name: /^Responder/ })
      .first()
      .click()
    await page.getByRole('heading', { level: 1, name: 'Set FACTURA EXENTA' }).waitFor()
    await page.getByRole('button', { name: 'Usar clientes inventados' }).click()
    await save(page)
    await page.getByRole('link', { name: /^Seguir con Set GUIA DE DESPACHO/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Set GUIA DE DESPACHO' }).waitFor()
    await axe()
  }))

test('a guide’s kind is chosen by its words, with the receivers of another set and the transport', () =>
  stage.visit(async ({ page, axe, narrow, keys }) => {
    await page.goto(`${AT}/factura/guia`)
    await page.getByRole('button', { name: 'Los mismos del Set FACTURA EXENTA' }).click()
    await page.getByRole('textbox', { name: 'Razón social' }).first().waitFor()
    await page.getByLabel(/^No se conoce el motivo de traslado/).selectOption({ index: 1 })
    await page.getByLabel('Patente').fill('ABCD12')
    await axe()
    await narrow()
    await page.getByRole('button', { name: 'Guardar las respuestas' }).focus()
    await keys('Enter')
    await page.getByText('Listo para emitir').waitFor()
    const { traslado, receptor } = await solicitud(page)
    expect(traslado).toMatchObject({ ind_traslado: 1, tipo_despacho: 1, patente: 'ABCD12' })
    expect(receptor).toMatchObject({ rut: '76192083-9' })
  }))

test('customs’ codes are found by their names, and what the text lacks has a form', () =>
  stage.visit(async ({ page, axe, narrow, keys }) => {
    await page.goto(`${AT}/factura/exportacion_1`)
    await page.getByRole('button', { name: 'Usar clientes inventados' }).click()
    await page.getByLabel(/^El SII no tiene la moneda/).selectOption('DOLAR USA')
    await page.getByLabel(/tipo de cambio/).fill('950,5')
    const puerto = page.getByRole('combobox', { name: /«VALPARAISO VIEJO»/ })
    await puerto.fill('valparai')
    await page
      .getByRole('option', { name: /VALPARA/ })
      .first()
      .waitFor()
    await axe()
    await keys('ArrowDown Enter')
    expect(await puerto.inputValue()).toBe('VALPARAISO')
    const pais = page.getByRole('combobox', { name: /«ATLANTIDA»/ })
    await pais.fill('japón')
    await page.getByRole('option', { name: /JAP/ }).first().click()
    await page.getByText('Aduana: lo que el texto no dice').click()
    await page.getByLabel('Nave o vehículo').fill('Nave Uno')
    await page.getByLabel('Peso bruto', { exact: false }).first().fill('1,234.50')
    await page.getByText('¿1.234,50?').waitFor()
    await page.getByLabel('Peso bruto', { exact: false }).first().fill('1.234,50')
    const via = page.getByRole('combobox', { name: 'Vía de transporte' })
    await via.fill('marít')
    await page.getByRole('option', { name: /^Marítima/ }).click()
    await axe()
    await narrow()
    await save(page)
    await page.getByText('Listo para emitir').waitFor()
    await axe()
    const { exportacion } = await solicitud(page)
    expect(exportacion).toMatchObject({
      ...{ moneda: 'DOLAR USA', tipo_cambio: 950.5, cod_pais_recep: 331 },
      aduana: { cod_pto_embarque: 905, nombre_transp: 'Nave Uno', peso_bruto: '1234.5', cod_via_transp: 1 },
    })
  }))

// The documents that wait for acceptance: chosen, answered at the SII together, and seen by a reader (http
// §27).

import { expect, test } from 'bun:test'
import { chileDate, chileTimestamp } from '../../../src/domain/fecha'
import { formaOf } from '../../../src/domain/rcv/columnas'
import { writeCabecera } from '../../../src/domain/rcv/write'
import { countClicks } from './people'
import { EMPRESA } from './stage'
import { lector, stage, useStage } from './suite'

const AT = `/app/${EMPRESA.rut}/por-aceptar`
const HOUR = 3_600_000

/** The register's page of what waits. */
function pageOf(rows: readonly Readonly<Record<string, string | number>>[]): string {
  const forma = formaOf('compra', 'PENDIENTE')
  const lines = rows.map((row, i) =>
    forma.columnas.map(({ nombre }) => (nombre === 'Nro' ? i + 1 : (row[nombre] ?? ''))).join(';'),
  )
  return writeCabecera(forma) + lines.map((line) => `${line};\r\n`).join('')
}

/** The company issues to itself, and so receives what the SII has: three facturas; the register has one of a supplier, which the SII has not. */
async function furnish(): Promise<void> {
  for (let i = 0; i < 3; i++)
    await stage.api('POST', '/v1/dte/emitir', {
      tipo_dte: 33,
      forma_pago: 2,
      receptor: {
        rut: EMPRESA.rut,
        razon_social: EMPRESA.razon_social,
        giro: 'Giro',
        direccion: 'Calle 1',
        comuna: 'Talca',
      },
      detalle: [{ nombre: 'Acero', cantidad: 1, precio: 1000 }],
    })
  for (;;) {
    const { paginacion } = await stage.api<{ paginacion: { total: number } }>(
      'GET',
      '/v1/documentos?estado_sii=aceptado',
    )
    if (paginacion.total === 3) break
    await Bun.sleep(200)
  }
  const now = Date.now()
  const date = (at: string) => at.slice(0, 10).split('-').reverse().join('/')
  const rows = [1, 2, 3, 9].map((Folio, i) => {
    const received = chileTimestamp(new Date(now - [1, 130, 180, 2][i]! * HOUR))
    return {
      'Tipo Doc': 33,
      'Tipo Compra': 'Del Giro',
      'RUT Proveedor': Folio === 9 ? '90000012-K' : EMPRESA.rut,
      'Razon Social': 'Aceros <b>del</b> Maule',
      Folio,
      'Fecha Docto': date(chileDate(new Date(now - 200 * HOUR))),
      'Fecha Recepcion': `${date(received)} ${received.slice(11)}`,
      'Monto Exento': 0,
      'Monto Neto': 1000,
      'Monto IVA Recuperable': 190,
      'Monto Total': 1190,
      'Monto Neto Activo Fijo': 0,
      'IVA Activo Fijo': 0,
      'IVA uso Comun': 0,
      'Impto. Sin Derecho a Credito': 0,
      'IVA No Retenido': 0,
    }
  })
  const periodo = chileDate(new Date(now)).slice(0, 7).replace('-', '')
  await stage.api('POST', `/v1/rcv/${periodo}/importar`, {
    archivo_base64: Buffer.from(pageOf(rows)).toString('base64'),
  })
}

useStage({ folios: { 33: 10 }, lector: true })

test('with nothing read it does not say that nothing waits, and leads to the reading', () =>
  stage.visit(async ({ page, axe, narrow }) => {
    await page.goto(AT)
    await page.getByText('El registro de compras no se ha leído', { exact: true }).waitFor()
    expect(await page.getByText('Nada espera aceptación').count()).toBe(0)
    await axe()
    await narrow()
    await page.getByRole('link', { name: 'Traer del SII' }).click()
    await page.getByRole('dialog', { name: 'Traer un mes del SII' }).waitFor()
  }))

test('what waits is chosen and accepted together; what the SII refuses is told by its reason', async () => {
  await furnish()
  // Called from its own page, a document is chosen already.
  await stage.visit(async ({ page }) => {
    await page.goto(`${AT}?elegido=${EMPRESA.rut}_33_3`)
    await page.getByRole('button', { name: 'Responder 1 documento' }).waitFor()
  })
  await stage.visit(async ({ page, context, axe }) => {
    const clicks = await countClicks(context)
    await page.goto(`/app/${EMPRESA.rut}/registro`)
    await page.getByRole('navigation').getByRole('link', { name: 'Por aceptar' }).click()
    await page.getByText('4 documentos con su plazo corriendo').waitFor()
    const rows = page.getByRole('table', { name: 'Documentos por aceptar' }).getByRole('row')
    // The first to end stands first, with its hours.
    expect(await rows.nth(1).textContent()).toMatch(/N° 3.*11 h/)
    await axe()
    await page.getByRole('button', { name: 'Elegir los de esta página' }).click()
    await page.getByRole('button', { name: 'Responder 4 documentos' }).click()
    const dialog = page.getByRole('dialog', { name: 'Responder 4 documentos' })
    // How many and how much is seen first, and nothing is chosen for the person.
    await dialog.getByText('4 documentos por $4.760').waitFor()
    expect(await dialog.getByText('No se deshace').count()).toBe(0)
    await dialog.getByLabel('Qué se registra en el SII').selectOption('ERM')
    await dialog.getByText('No se deshace').waitFor()
    await axe()
    await dialog.getByRole('button', { name: 'Registrar 4 en el SII, por $4.760' }).click()
    await dialog.getByText('3 documentos en el registro del SII').waitFor()
    await dialog.getByText('Factura N° 9: El SII no ha recibido ese documento').waitFor()
    expect(clicks()).toBe(4)
    await axe()
    // It has ended: nothing is said to go on, and the focus is not lost with the button that is gone.
    expect(await dialog.getByText('Puede cerrar esta ventana').count()).toBe(0)
    await dialog.getByRole('button', { name: 'Cerrar' }).last().click()
    await page.getByText('1 documento con su plazo corriendo').waitFor()
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  })
})

test('who may only read sees the clock and nothing to choose', () =>
  stage.visit(
    async ({ page, axe, narrow }) => {
      await page.goto(AT)
      await page.getByText('1 documento con su plazo corriendo').waitFor()
      expect(await page.getByRole('checkbox').count()).toBe(0)
      await axe()
      await narrow()
    },
    { as: lector },
  ))

// Every screen as it opens: axe finds nothing in either theme, no page is wider than the window, on a telephone as on a desk, and
// nothing but the page itself scrolls down (dashboard §15).

import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SCREENS } from '../../../src/dashboard/screens'
import { EMPRESA } from './stage'
import { stage, useStage } from './suite'

useStage({ folios: { 33: 20 } }, async () => {
  const detalle = [
    { nombre: 'Servicio de instalación de techumbre con un nombre largo', cantidad: 1, precio: 98_765_432 },
  ]
  const receptor = {
    ...{
      rut: '77123456-9',
      razon_social: 'Sociedad Constructora e Inmobiliaria Río Claro del Maule Limitada',
    },
    ...{ giro: 'Obras', direccion: '2 Sur 1450', comuna: 'Talca' },
  }
  for (let i = 0; i < 3; i++) await stage.api('POST', '/v1/dte/emitir', { tipo_dte: 33, receptor, detalle })
  for (const name of ['venta', 'compra-registro', 'compra-pendiente']) {
    const file = readFileSync(join(import.meta.dir, `../../fixtures/rcv/${name}.csv`))
    await stage.api('POST', '/v1/rcv/202611/importar', { archivo_base64: file.toString('base64') })
  }
})

/** Screens of one thing: the things there are here. */
const OF_ONE: Readonly<Record<string, readonly string[]>> = {
  '/documentos/:tipo/:folio': ['/documentos/33/1'],
  '/emitir/:tipo': ['/emitir/33', '/emitir/61', '/emitir/110', '/emitir/43'],
  '/registro/:periodo': ['documentos', 'vinculos', 'cuadratura', 'f29', 'cambios'].map(
    (vista) => `/registro/202611?vista=${vista}`,
  ),
}
const pages = SCREENS.flatMap(({ ruta }) => (ruta.includes(':') ? (OF_ONE[ruta] ?? []) : [ruta]))

test.each([
  [360, 780],
  [1440, 900],
])('at %d × %d', (width, height) =>
  stage.visit(async ({ page, axe }) => {
    await page.setViewportSize({ width, height })
    const odd: string[] = []
    for (const path of pages) {
      await page.goto(`/app/${EMPRESA.rut}${path}`)
      await page.locator('main h1').first().waitFor()
      await page.waitForLoadState('networkidle')
      if (width < 400) await axe().catch((fault: Error) => odd.push(`${path}: ${fault.message}`))
      odd.push(
        ...(await page.evaluate((path) => {
          const wide = document.documentElement.scrollWidth > innerWidth ? [`${path} is wide`] : []
          const down = [...document.querySelectorAll<HTMLElement>('main, main *, nav')].filter(
            (one) =>
              /auto|scroll/.test(getComputedStyle(one).overflowY) &&
              !one.matches('textarea, select') &&
              one.clientHeight > 0 &&
              one.scrollHeight > one.clientHeight + 1,
          )
          return [...wide, ...down.map(({ className }) => `${path} scrolls down in ${className}`)]
        }, path)),
      )
    }
    expect(odd).toEqual([])
  }),
)

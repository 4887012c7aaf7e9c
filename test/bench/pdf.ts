// Figure 5: PDFs of the bench's document with its timbre, on one core: every paper, the longest detail, and a company's own
// template with a logo.

import { unidadSii } from '../../src/domain/comunas'
import { createPlantilla, type Formato, prepareLogo, renderPdf } from '../../src/pdf'
import type { Impreso } from '../../src/pdf/impreso'
import { stampTed } from '../../src/xml/ted'
import { cafTimbre } from '../support/firma'
import { logoDePrueba } from '../support/logo'
import { documento, HOY, withFolio } from './document'
import { interleave, median, perSecond } from './measure'
import type { Report } from './report'

function impresoOf(lineas?: number): Impreso {
  const { dte: read, impresion } = documento(lineas)
  const dte = withFolio(read, 123)
  return {
    dte,
    ted: stampTed(dte, cafTimbre(33), `${HOY}T11:02:11`),
    resolucion: { numero: 80, fecha: '2014-08-22' },
    unidadSii: unidadSii(dte.emisor.comuna!),
    impresion,
    ambiente: 'produccion',
  }
}

export async function measurePdf(report: Report): Promise<void> {
  const impreso = impresoOf()
  const sesenta = impresoOf(60)
  const { logo } = await prepareLogo(logoDePrueba(600, 200))
  const config = { colores: { acento: '#0a4d8c' }, textos: { leyenda: 'Gracias por su preferencia' } }
  const propio = { ...impreso, plantilla: createPlantilla(config, logo) }
  const render = (doc: Impreso, formato: Formato) => renderPdf(doc, { formato, cedible: false })
  const rate = (doc: Impreso, formato: Formato) => () => perSecond(1, () => void render(doc, formato))

  const found = await interleave(3, {
    carta: rate(impreso, 'carta'),
    r80: rate(impreso, '80mm'),
    r57: rate(impreso, '57mm'),
    propio: rate(propio, 'carta'),
    sesenta: rate(sesenta, 'carta'),
  })
  const at = (name: keyof typeof found) => median(found[name])
  report.target('pdf_bytes', 'bytes of one letter page', render(impreso, 'carta').length, '<', 40_000)
  report.target('pdf_per_s', 'letter PDFs of ten lines with timbre, one core', at('carta'), '>=', 300)
  report.target('pdf_80mm_per_s', 'the same on 80 mm', at('r80'), '>=', 300)
  report.target('pdf_57mm_per_s', 'the same on 57 mm', at('r57'), '>=', 300)
  report.target('pdf_logo_per_s', 'the same on letter with template and logo', at('propio'), '>=', 300)
  report.target(
    'pdf_60_lines_ms',
    'milliseconds of a letter PDF of sixty lines',
    1000 / at('sesenta'),
    '<',
    20,
  )
}

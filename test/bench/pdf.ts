// Figure 5: letter PDFs of the bench's document with its timbre, on one core.

import { unidadSii } from '../../src/domain/comunas'
import { renderPdf } from '../../src/pdf'
import type { Impreso } from '../../src/pdf/impreso'
import { stampTed } from '../../src/xml/ted'
import { cafTimbre } from '../support/firma'
import { documento, HOY, withFolio } from './document'
import { interleave, median, perSecond } from './measure'
import type { Report } from './report'

export async function measurePdf(report: Report): Promise<void> {
  const { dte: read, impresion } = documento()
  const dte = withFolio(read, 123)
  const impreso: Impreso = {
    dte,
    ted: stampTed(dte, cafTimbre(33), `${HOY}T11:02:11`),
    resolucion: { numero: 80, fecha: '2014-08-22' },
    unidadSii: unidadSii(dte.emisor.comuna!),
    impresion,
    ambiente: 'produccion',
  }
  const bytes = renderPdf(impreso, { formato: 'carta', cedible: false }).length
  const { pdf } = await interleave(3, {
    pdf: () => perSecond(1, () => void renderPdf(impreso, { formato: 'carta', cedible: false })),
  })
  report.figure('pdf_bytes', 'bytes of one', bytes)
  report.target('pdf_per_s', 'letter PDFs of ten lines with timbre, one core', median(pdf), '>=', 300)
}

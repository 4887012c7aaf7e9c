// Downloads once more a range that was granted (sii §15.3). It grants nothing, so it may be done as often as one likes.

import { textOf } from '../portal/html'
import { fetchCaf } from './archivo'
import { findOtorgado, REOBTENCION } from './otorgados'
import { type FoliosSession, formTo, type RangoFolios, refusal, send, sentenceWith, strange } from './paginas'

const { operacion } = REOBTENCION
const ANULADO = /ha sido anulado completamente/i

/** The CAF of a range; null where the SII has granted none of exactly these folios. Throws SII_REFUSED where all of it was annulled. */
export async function downloadFolios(
  session: FoliosSession,
  { desde, hasta }: RangoFolios,
): Promise<Uint8Array | null> {
  const row = await findOtorgado(session, REOBTENCION, (one) => one.desde === desde && one.hasta === hasta)
  if (!row) return null
  const chosen = await send(session, row.pagina, row.form, {}, 'rango')
  const form = formTo(chosen, 'rf_genera_folio')
  if (!form) {
    if (ANULADO.test(textOf(chosen.html)))
      throw refusal(
        operacion,
        sentenceWith(chosen, ANULADO),
        'Todos los folios del rango están anulados en el SII',
        'Pida otros folios con POST /v1/dte/folios/solicitar',
      )
    throw strange(session, chosen, operacion, 'rango', 'el formulario del rango')
  }
  const authorised = await send(session, chosen, form, { ACEPTAR: 'Solicitar Folios' }, 'autorización')
  const file = formTo(authorised, 'rf_genera_archivo')
  if (!file) throw strange(session, authorised, operacion, 'autorización', 'el formulario del archivo')
  return fetchCaf(session, operacion, () => send(session, authorised, file, { ACEPTAR: 'AQUI' }, 'archivo'))
}

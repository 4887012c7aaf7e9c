// Annuls folios of a range that was granted (sii §15.4). One that the SII has received rejects all that it was asked with.

import { faultsError } from '../../domain/errors'
import { type Formulario, textOf } from '../portal/html'
import { ANULACION, findOtorgado, type Otorgado } from './otorgados'
import {
  company,
  type FoliosSession,
  formTo,
  type RangoFolios,
  refusal,
  send,
  sentenceWith,
  strange,
} from './paginas'

const { operacion } = ANULACION

/** `recibido`: the SII has a document of one of the folios. `antes`: one of them was annulled before; of a single folio that is an end. */
export interface RespuestaAnulacion {
  resultado: 'anulado' | 'recibido' | 'antes'
  glosa: string
}

const RECIBIDO = /recepcionad[oa]/i
const ANTES = /anulad[oa]s? anteriormente|ya ha sido efectuad[oa] anteriormente/i
const ANULADO = /ha autorizado la anulaci|SOLICITUD ANULACI[OÓ]N DE FOLIOS/i

const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase()

/** The reason as the form takes it: free, or one of its choices by value or words. Throws VALIDATION_ERROR with them. */
function motivoIn({ opciones }: Formulario, motivo: string): string {
  const choices = opciones.get('MOTIVO')?.filter(({ valor }) => valor !== '')
  if (!choices?.length) return motivo
  const found = choices.find(({ valor, texto }) => [valor, texto].some((one) => fold(one) === fold(motivo)))
  if (found) return found.valor
  const words = choices.map(({ texto, valor }) => texto || valor).join(', ')
  throw faultsError([
    { campo: 'motivo', regla: 'valor', mensaje: `El SII admite sólo estos motivos: ${words}` },
  ])
}

/** The granted range that holds some folios. Throws SII_REFUSED where none does. */
export async function findGranted(session: FoliosSession, { desde, hasta }: RangoFolios): Promise<Otorgado> {
  const row = await findOtorgado(session, ANULACION, (one) => one.desde <= desde && hasta <= one.hasta)
  if (row) return row
  throw refusal(
    operacion,
    `el SII no tiene otorgado un rango con los folios ${desde} a ${hasta}`,
    'Esos folios no están en ningún rango que el SII otorgó a la empresa',
    'Revise los rangos con GET /v1/dte/folios/sii',
  )
}

/** `before` is called when nothing but the last page is left, which cannot be undone. */
export async function annulFolios(
  session: FoliosSession,
  otorgado: Otorgado,
  { desde, hasta }: RangoFolios,
  motivo: string,
  before: () => void,
): Promise<RespuestaAnulacion> {
  const chosen = await send(session, otorgado.pagina, otorgado.form, company(session), 'rango')
  const form = formTo(chosen, 'af_anular')
  if (!form) throw strange(session, chosen, operacion, 'rango', 'el formulario de los folios')
  const MOTIVO = motivoIn(form, motivo)
  before()
  const fields = { FOLIO_INI_A: String(desde), FOLIO_FIN_A: String(hasta), MOTIVO }
  const answer = await send(session, chosen, form, fields, 'anulación')
  const text = textOf(answer.html)
  // The title of a refusal may be that of an annulment.
  for (const [words, resultado] of [
    [RECIBIDO, 'recibido'],
    [ANTES, 'antes'],
    [ANULADO, 'anulado'],
  ] as const)
    if (words.test(text)) return { resultado, glosa: sentenceWith(answer, words) }
  throw strange(session, answer, operacion, 'anulación', 'el resultado de la anulación')
}

// Annuls a boleta de terceros (sii §16.3): a form that asks for its number and for a cause, which is chosen by its words.

import { CAUSAS_BTE, type CausaBte, causasDe } from '../../domain/bte/boleta'
import { AppError } from '../../domain/errors'
import { type Formulario, formsOf, textOf } from '../portal/html'
import type { Pagina } from '../portal/pages'
import { sentenceWith } from '../portal/rehusos'
import { type BteSession, open, send, strange } from './paginas'

const OPERACION = 'anulación de boleta de terceros'
/** Pages from the first form to the outcome: the number, the cause, a confirmation. */
const PASOS_MAX = 4

/** `solicitada`: the other party must confirm it. `desconocido`: the page says neither that it was done nor that it was not. */
export interface RespuestaAnulacion {
  resultado: 'anulada' | 'solicitada' | 'desconocido'
  glosa: string
}

const SOLICITADA =
  /(?:pendiente de|sujeta a|espera de) (?:la )?(?:confirmaci|aceptaci)|debe (?:ser )?confirma|requiere (?:de )?(?:la )?confirmaci|solicitud de anulaci[oó]n pendiente|ya tiene una solicitud de anulaci/i
const ANULADA =
  /ha sido anulada|fue anulada|qued[oó] anulada|boleta anulada|anulaci[oó]n (?:realizada|efectuada|exitosa)|ya (?:se encuentra|est[aá]) anulada|anulada (?:anteriormente|con [eé]xito|exitosamente)/i

const NUMEROS = ['NUMBOL', 'NUMERO'] as const
const numberField = (form: Formulario): string | undefined => NUMEROS.find((name) => form.campos.has(name))

/** The form that goes on: with the causes, or with the number. */
const nextForm = ({ html }: Pagina): Formulario | undefined => {
  const forms = formsOf(html).filter(({ action }) => /bte_indiv_anula/i.test(action) || action === '')
  return forms.find(({ opciones }) => opciones.has('MOTIVO')) ?? forms.find((form) => numberField(form))
}

/** Whether a page holds the number in a form that goes on: it asks whoever annuls to confirm, in words that the outcome may have too. */
const asksAgain = (pagina: Pagina, folio: number): boolean => {
  const form = nextForm(pagina)
  return !!form && NUMEROS.some((name) => form.campos.get(name)?.trim() === String(folio))
}

/** The value by which the form offers a cause. Throws VALIDATION_ERROR with those that it has, and SII_ERROR where its words mean none. */
function motivoIn(session: BteSession, pagina: Pagina, { opciones }: Formulario, causa: CausaBte): string {
  const choices = opciones
    .get('MOTIVO')!
    .map(({ valor, texto }) => ({ valor, causas: causasDe(texto) }))
    .filter(({ valor, causas }) => valor !== '' && causas.length === 1)
  if (!choices.length) throw strange(session, pagina, OPERACION, 'causa', 'los motivos de anulación')
  const found = choices.find(({ causas }) => causas[0] === causa)
  if (found) return found.valor
  const disponibles = [...new Set(choices.map(({ causas }) => causas[0]!))].sort()
  const words = disponibles.map((one) => `${one} (${CAUSAS_BTE[one]})`).join(', ')
  throw new AppError(
    'VALIDATION_ERROR',
    `El SII no admite para esta boleta la causa ${causa}, sólo: ${words}`,
    {
      detalles: [{ campo: 'causa', regla: 'valor', mensaje: `El SII admite sólo: ${words}`, disponibles }],
    },
  )
}

/** `before` is called when the next page may annul it; asked once more it can annul no other. */
export async function annulBte(
  session: BteSession,
  folio: number,
  causa: CausaBte,
  before: () => void,
): Promise<RespuestaAnulacion> {
  let pagina = await open(session, 'bte_indiv_anula', 'inicio')
  let asked = false
  for (let paso = 0; paso < PASOS_MAX; paso++) {
    if (asked) {
      const told = outcomeOf(pagina)
      if (told && (told.resultado === 'anulada' || !asksAgain(pagina, folio))) return told
    }
    const form = nextForm(pagina)
    if (!form) break
    const last: boolean = form.opciones.has('MOTIVO') || asked
    const cambios: Record<string, string> = {}
    const name = numberField(form)
    if (name) cambios[name] = String(folio)
    if (form.opciones.has('MOTIVO')) cambios.MOTIVO = motivoIn(session, pagina, form, causa)
    if (last && !asked) before()
    asked = last
    pagina = await send(session, pagina, form, cambios, last ? 'anulación' : 'número')
  }
  const told = outcomeOf(pagina)
  if (told) return told
  const fault = strange(
    session,
    pagina,
    OPERACION,
    asked ? 'anulación' : 'inicio',
    'el resultado de la anulación',
  )
  if (!asked || fault.code === 'SII_REFUSED' || fault.code === 'PORTAL_FORBIDDEN') throw fault
  return { resultado: 'desconocido', glosa: textOf(pagina.html).slice(0, 300) }
}

function outcomeOf(pagina: Pagina): RespuestaAnulacion | null {
  const text = textOf(pagina.html)
  if (SOLICITADA.test(text)) return { resultado: 'solicitada', glosa: sentenceWith(pagina, SOLICITADA) }
  if (ANULADA.test(text)) return { resultado: 'anulada', glosa: sentenceWith(pagina, ANULADA) }
  return null
}

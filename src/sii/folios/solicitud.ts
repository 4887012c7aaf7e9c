// Asks for folios (sii §15.2): a machine of pages whose fifth step grants. What is about to be done is told to `marcas` before its page,
// since nothing undoes a grant.

import { AppError } from '../../domain/errors'
import { FrontEnd, OtroMetodo, SesionMuerta } from '../portal/faults'
import { type Formulario, formsOf, textOf } from '../portal/html'
import type { Pagina } from '../portal/pages'
import { fetchCaf, isOfga } from './archivo'
import {
  company,
  type FoliosSession,
  formTo,
  numberIn,
  open,
  type RangoFolios,
  rangeIn,
  refusal,
  send,
  strange,
} from './paginas'

const OPERACION = 'solicitud de folios'

/** How many, where the SII states no limit and as many as it gives are wanted. */
const SIN_TOPE = 1000
/** A wish above it is a slip of the keyboard to the SII. */
const TOPE_MAX = 10_000

/** The offer for a type, as the page says it while the SII rations; null otherwise. */
interface Oferta {
  maxAutorizado: number | null
  /** Granted before and not used. */
  sinUsar: number | null
}

/** Each is on the disk when it returns. */
export interface Marcas {
  /** So many are about to be asked for. */
  confirm(cantidad: number, oferta: Oferta): void
  /** This range is about to be granted: from here on it may stand. */
  grant(rango: RangoFolios): void
  /** The SII answered, and not with the grant. */
  answered(): void
  /** It stands; its file is about to be fetched. */
  granted(rango: RangoFolios): void
}

/** The SII says that it granted a range before, whose file nobody fetched. */
export class RangoOtorgado extends Error {
  constructor(
    readonly rango: RangoFolios,
    readonly glosa: string,
  ) {
    super(glosa)
  }
}

const YA = /ya fue autorizado el rango desde (\d+) hasta (\d+)/i

function refuseGranted(pagina: Pagina): void {
  const text = textOf(pagina.html)
  const [glosa, desde, hasta] = YA.exec(text) ?? []
  if (glosa) throw new RangoOtorgado({ desde: Number(desde), hasta: Number(hasta) }, glosa)
}

/** More than the SII gives at once: it says so, or shows its first page again without a word. */
const isTooMany = (pagina: Pagina): boolean =>
  /menor o igual al m/i.test(textOf(pagina.html)) || formTo(pagina, 'of_solicita_folios_dcto') !== null

/** The form that chooses the type, wherever it goes. */
const chooserOf = ({ html }: Pagina): Formulario | undefined =>
  formsOf(html).find(({ campos, opciones }) => campos.has('COD_DOCTO') || opciones.has('COD_DOCTO'))

/** Steps 1 to 3: the form to say how many on. */
async function openType(
  session: FoliosSession,
): Promise<{ pagina: Pagina; form: Formulario; oferta: Oferta }> {
  const { tipoDte } = session
  const tipo = String(tipoDte)
  const first = await open(session, 'of_solicita_folios', 'inicio')
  const start = formTo(first, 'of_solicita_folios_dcto')
  if (!start) throw strange(session, first, OPERACION, 'inicio', 'el formulario de la empresa')
  const second = await send(session, first, start, { ...company(session), ACEPTAR: 'Continuar' }, 'empresa')
  const chooser = chooserOf(second)
  if (!chooser) throw strange(session, second, OPERACION, 'empresa', 'el formulario del tipo de documento')
  const types = chooser.opciones.get('COD_DOCTO')
  if (types && !types.some(({ valor }) => valor.trim() === tipo))
    throw refusal(
      OPERACION,
      `el tipo ${tipo} no está entre los que la empresa puede emitir`,
      'La empresa no está autorizada a emitir ese tipo de documento',
      'Autorícelo en sii.cl y vuelva a pedir',
    )
  // As the page's script does when a type is chosen. With an amount here the limits would be left out, and the grant refused later.
  const chosen = { ...company(session), ACEPTAR: 'Continuar', COD_DOCTO: tipo, CANT_DOCTOS: '' }
  const third = await open(session, 'of_solicita_folios_dcto', 'tipo de documento', {
    ...Object.fromEntries(chooser.campos),
    ...chosen,
  })
  const form = formTo(third, 'of_confirma_folio')
  if (!form) throw strange(session, third, OPERACION, 'tipo de documento', 'el formulario de la cantidad')
  const oferta = { maxAutorizado: numberIn(form, 'MAX_AUTOR'), sinUsar: numberIn(form, 'FOLIOS_DISP') }
  if (oferta.maxAutorizado === 0)
    throw refusal(
      OPERACION,
      'MAX_AUTOR 0',
      'El SII no autoriza por ahora más folios de este tipo',
      'Use o anule los que tiene sin usar (GET /v1/dte/folios/por-anular) y vuelva a pedir',
    )
  return { pagina: third, form, oferta }
}

/** Step 4, and its second half where the type never had folios: the page that grants; null where it was too many. */
async function confirm(
  session: FoliosSession,
  pagina: Pagina,
  form: Formulario,
  cantidad: number,
): Promise<Pagina | null> {
  const wish = { COD_DOCTO: String(session.tipoDte), CANT_DOCTOS: String(cantidad) }
  const asked = { ...wish, ACEPTAR: 'Solicitar Numeración' }
  let next = await send(session, pagina, form, asked, 'cantidad')
  const initial = formTo(next, 'of_confirma_folio')
  if (initial?.campos.has('FOLIO_INICIAL')) {
    const FOLIO_INICIAL = String(numberIn(initial, 'FOLIO_INICIAL') || 1)
    const ACEPTAR = 'Confirmar Folio Inicial'
    next = await send(session, next, initial, { FOLIO_INICIAL, ACEPTAR }, 'folio inicial')
  }
  if (formTo(next, 'of_genera_folio')) return next
  refuseGranted(next)
  if (isTooMany(next)) return null
  throw strange(session, next, OPERACION, 'cantidad', 'el formulario que otorga los folios')
}

const lower = (cantidad: number): number =>
  cantidad > TOPE_MAX ? TOPE_MAX : Math.max(1, Math.floor(cantidad / 2))

/**
 * The CAF of a new range. `fecha` is Chile's date. Throws SII_REFUSED and PORTAL_FORBIDDEN as the SII says them, SII_ERROR for a page that its
 * step should not give, RangoOtorgado, and what keeps the pages from coming.
 */
export async function requestFolios(
  session: FoliosSession,
  wanted: number | 'max',
  fecha: string,
  marcas: Marcas,
): Promise<RangoFolios & { xml: Uint8Array }> {
  let limit = wanted === 'max' ? Number.POSITIVE_INFINITY : wanted
  for (;;) {
    const { pagina, form, oferta } = await openType(session)
    const most = Math.min(limit, oferta.maxAutorizado ?? Number.POSITIVE_INFINITY)
    const cantidad = most === Number.POSITIVE_INFINITY ? SIN_TOPE : most
    marcas.confirm(cantidad, oferta)
    const ready = await confirm(session, pagina, form, cantidad)
    if (ready) return grant(session, ready, fecha, marcas)
    if (cantidad === 1)
      throw refusal(
        OPERACION,
        'el SII no admite ni un folio más de este tipo',
        'La cantidad pasa de la que el SII autoriza',
        'Use o anule los folios sin usar y vuelva a pedir',
      )
    limit = lower(cantidad)
  }
}

/** Steps 5 and 6. */
async function grant(session: FoliosSession, pagina: Pagina, fecha: string, marcas: Marcas) {
  const form = formTo(pagina, 'of_genera_folio')!
  const rango = rangeIn(form)
  if (!rango) throw strange(session, pagina, OPERACION, 'numeración', 'FOLIO_INI y FOLIO_FIN')
  marcas.grant(rango)
  const granted = await send(session, pagina, form, { ACEPTAR: 'Obtener Folios' }, 'otorgamiento').catch(
    (fault) => {
      // The door's word, or the front end's: it never came to the application.
      if ([AppError, SesionMuerta, OtroMetodo, FrontEnd].some((one) => fault instanceof one))
        marcas.answered()
      throw fault
    },
  )
  const file = formTo(granted, 'of_genera_archivo')
  if (!file && !isOfga(granted)) {
    marcas.answered()
    refuseGranted(granted)
    throw strange(
      session,
      granted,
      OPERACION,
      'otorgamiento',
      'la autorización con el formulario del archivo',
    )
  }
  const stands = (file && rangeIn(file)) ?? rango
  marcas.granted(stands)
  // Its date becomes the CAF's: a day ahead, as in UTC of an evening, and the SII objects to every document before it.
  const fields = {
    ...(file && Object.fromEntries(file.campos)),
    ...company(session),
    ...namesOf(session, stands),
  }
  const xml = await fetchCaf(session, OPERACION, () =>
    open(session, 'of_genera_archivo', 'archivo', { ...fields, FECHA: fecha, ACEPTAR: 'AQUI' }),
  )
  return { ...stands, xml }
}

const namesOf = ({ tipoDte }: FoliosSession, { desde, hasta }: RangoFolios): Record<string, string> => ({
  COD_DOCTO: String(tipoDte),
  FOLIO_INI: String(desde),
  FOLIO_FIN: String(hasta),
})

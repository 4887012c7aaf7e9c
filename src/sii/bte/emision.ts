// Issues a boleta de terceros (sii §16.1): a form, a draft with the SII's amounts, and the page that issues, which nothing undoes. What
// is about to be done is told to `marcas` before that page, and it is never sent twice.

import { brutoOf, type MontosBte, type PedidoBte } from '../../domain/bte/boleta'
import { AppError, faultsError } from '../../domain/errors'
import { splitRut } from '../../domain/rut'
import { foldText } from '../../domain/texto'
import { type Formulario, formsOf, textOf } from '../portal/html'
import type { Pagina } from '../portal/pages'
import { formTo } from '../portal/rehusos'
import { type BteSession, barrasIn, emisorOf, isRefusal, open, send, sospechaOf, strange } from './paginas'

const OPERACION = 'emisión de boleta de terceros'

/** The draft as the SII made it. */
export interface BorradorBte {
  montos: MontosBte
  pagina: Pagina
  form: Formulario
  /** Why it may be refused still. */
  sospecha: ReturnType<typeof sospechaOf>
}

/** Each is on the disk when it returns. */
interface MarcasBte {
  /** From here on it may stand at the SII. */
  emit(montos: MontosBte): void
  /** The SII answered that it did not issue it, or was not asked after all. */
  refused(): void
}

interface EmitidaBte {
  folio: number
  codigoBarras: string | null
}

/** The answer of the issuing page never came, or does not tell a number alone: only the month says whether the boleta stands. */
export class RespuestaPerdida extends Error {}

/** The comuna as the form names it; nothing where it lets one write it. Throws VALIDATION_ERROR where it has others alone. */
function comunaIn({ opciones }: Formulario, comuna: string): Record<string, string> {
  const choices = opciones.get('cod_comuna')?.filter(({ valor }) => valor !== '')
  if (!choices?.length) return {}
  const found = choices.find(({ texto, valor }) =>
    [texto, valor].some((one) => foldText(one) === foldText(comuna)),
  )
  if (found) return { cod_comuna: found.valor }
  throw faultsError([
    {
      campo: 'beneficiario.comuna',
      regla: 'comuna',
      mensaje: `El formulario del SII no tiene la comuna ${comuna}`,
    },
  ])
}

function fieldsOf(session: BteSession, form: Formulario, { fecha, beneficiario, servicios }: PedidoBte) {
  const [ANO, MES, DIA] = fecha.split('-') as [string, string, string]
  const { numero, dv } = splitRut(beneficiario.rut)
  const lines = [0, 1, 2, 3].flatMap((i) => [
    [`PRESTA${i + 1}`, servicios[i]?.descripcion ?? ''],
    [`VALOR${i + 1}`, servicios[i] ? String(servicios[i].monto) : ''],
  ])
  return {
    ...emisorOf(session),
    ...{ DIA, MES, ANO, RUT_TERC: numero, DV_TERC: dv },
    ...{ NOMBRE_TERC: beneficiario.nombre, DOMICILIO_TER: beneficiario.direccion },
    ...comunaIn(form, beneficiario.comuna),
    DESC_COMUNA: beneficiario.comuna,
    ...Object.fromEntries(lines),
    ACEPTAR: 'Continuar',
  }
}

/** Whole pesos as a form has them, with dots or without. */
function pesosIn({ campos }: Formulario, name: string): number | null {
  const text = campos.get(name)?.replace(/[$.\s]/g, '') ?? ''
  return /^\d{1,13}$/.test(text) ? Number(text) : null
}

/** Steps 1 and 2: nothing is issued. Throws SII_REFUSED, PORTAL_FORBIDDEN, SII_ERROR, and what keeps the pages from coming. */
export async function draftBte(session: BteSession, pedido: PedidoBte): Promise<BorradorBte> {
  const first = await open(session, 'bte_indiv_ing', 'inicio')
  const start = formTo(first, 'bte_indiv_ing2')
  if (!start) throw strange(session, first, OPERACION, 'inicio', 'el formulario de la boleta')
  const pagina = await send(session, first, start, fieldsOf(session, start, pedido), 'borrador')
  // Cut short it may lack fields that the page which issues is to get.
  const form = /<\/(?:form|body|html)\s*>/i.test(pagina.html) ? formTo(pagina, 'bte_indiv_ing3') : null
  const sospecha = sospechaOf(pedido.beneficiario.rut)
  if (!form) throw strange(session, pagina, OPERACION, 'borrador', 'el borrador de la boleta', sospecha)
  const [bruto, retencion, liquido] = ['BRT', 'IMP', 'NET'].map((name) => pesosIn(form, name))
  if (bruto == null || retencion == null || liquido == null || bruto - retencion !== liquido)
    throw strange(session, pagina, OPERACION, 'borrador', 'los montos BRT, IMP y NET')
  // The SII decides the withholding; another gross would be another boleta, and nothing undoes the next
  // page.
  if (bruto !== brutoOf(pedido.servicios))
    throw strange(session, pagina, OPERACION, 'borrador', `el bruto que se pidió, y no ${bruto}`)
  return { montos: { bruto, retencion, liquido }, pagina, form, sospecha }
}

/** In words it stands behind the name of the document, with no other number before it: an address has numbers too. */
const NUMERO = /\bboleta\b[^\d]{0,80}?(?:\bN\s*[°ºo]|\bn[uú]mero|\bfolio)[\s.:]*(\d{1,9})\b(?![.-]?\d)/i

/** The number of the boleta that a page tells; null where it tells none. */
function folioIn(pagina: Pagina): number | null {
  const fields = formsOf(pagina.html).map(({ campos }) => campos.get('NUMBOL') ?? campos.get('NUMERO') ?? '')
  const told =
    fields.find((one) => /^\d{1,9}$/.test(one.trim())) ??
    /\bNUMBOL\W{1,12}(\d{1,9})\b/i.exec(pagina.html)?.[1] ??
    NUMERO.exec(textOf(pagina.html))?.[1]
  return told && Number(told) > 0 ? Number(told) : null
}

/**
 * Step 3, once. Throws RespuestaPerdida whenever it cannot be known what the SII did, and the refusal that it answered with; RATE_LIMIT
 * where it was not sent.
 */
export async function issueBte(
  session: BteSession,
  { montos, pagina, form, sospecha }: BorradorBte,
  marcas: MarcasBte,
): Promise<EmitidaBte> {
  marcas.emit(montos)
  let issued: Pagina
  try {
    issued = await send(session, pagina, form, { ACEPTAR: 'Emitir la Boleta' }, 'emisión')
  } catch (fault) {
    // Whoever waits for a turn that does not come has sent nothing.
    if (fault instanceof AppError && fault.code === 'RATE_LIMIT') {
      marcas.refused()
      throw fault
    }
    throw new RespuestaPerdida('the issuing page was not answered', { cause: fault })
  }
  const folio = folioIn(issued)
  const isNo = isRefusal(issued)
  if (folio !== null && !isNo) return { folio, codigoBarras: barrasIn(issued) }
  const fault = strange(session, issued, OPERACION, 'emisión', 'la boleta emitida con su número', sospecha)
  // Words of refusal beside a number may be of something else, such as the copy by mail: were they believed, it would be issued twice.
  if (folio !== null || !isNo)
    throw new RespuestaPerdida('the issuing page does not tell whether it stands', { cause: fault })
  marcas.refused()
  throw fault
}

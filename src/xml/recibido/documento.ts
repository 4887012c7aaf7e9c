// One received document, judged: what its signature, its stamp and its amounts are worth, and everything odd about it (xml §3.5).

import { createHash } from 'node:crypto'
import type { Dte } from '../../domain/dte/dte'
import { montosEnPesos } from '../../domain/dte/pesos'
import { isTipoDte } from '../../domain/dte/tipos'
import { isDate } from '../../domain/fecha'
import { parseRut } from '../../domain/rut'
import {
  checkEncabezado,
  checkEsquemaDte,
  checkFirmaDte,
  checkMontos,
  checkReferencias,
  checkTed,
  type Finding,
  type VerifyOptions,
} from '../verify'
import { tolerate } from '../verify/informe'
import { checkEquivalente } from '../verify/montos/equivalente'
import { en, textoEn } from '../verify/nodo'
import type { DteLeido, SobreLeido } from '../verify/parse-sobre'
import { flatten } from '../verify/ted'
import { checkUnambiguous } from './ambiguo'
import { readContenido } from './contenido'
import type { DocumentoLeido, Firma, Timbre } from './tipos'

/** Findings told of one document. */
const INFORME_MAX = 100
/** The longest text that a barcode holds (pdf §2.1). */
const TED_MAX = 1034

const has = (list: readonly Finding[], codigo: string): boolean => list.some((h) => h.codigo === codigo)
const isRefused = (list: readonly Finding[]): boolean => list.some(({ nivel }) => nivel === 'rechazo')

function firmaOf(dte: DteLeido, found: readonly Finding[]): Firma {
  if (!dte.firma) return 'ausente'
  const refused = found.filter(({ nivel }) => nivel === 'rechazo')
  if (refused.some(({ codigo }) => codigo !== 'DTE-3-922')) return 'invalida'
  return refused.length ? 'certificado_vencido' : 'valida'
}

function timbreOf(found: readonly Finding[]): Timbre {
  if (has(found, 'TED-3-901')) return 'ausente'
  const refused = found.filter(({ nivel }) => nivel === 'rechazo')
  if (refused.some(({ codigo }) => codigo !== 'CAF-3-902')) return 'invalido'
  return refused.length ? 'autoridad_desconocida' : 'valido'
}

/**
 * The reason that keeps a document out, in words: it names no issuer, type, folio or date. Null when it
 * names them.
 */
export function faltaDeClave({ documento, tipo, folio, emisor, fecha }: DteLeido): string | null {
  if (!documento) return 'Un DTE no trae ningún documento'
  const de = `El documento tipo ${tipo || '?'}, folio ${folio || '?'},`
  if (!tipo) return `${de} no trae su tipo (TipoDTE)`
  if (!isTipoDte(tipo)) return `${de} no es de un tipo de documento tributario electrónico del SII (TipoDTE)`
  if (!folio) return `${de} no trae un folio (Folio)`
  if (!parseRut(emisor)) return `${de} no trae el RUT de su emisor (RUTEmisor)`
  return isDate(fecha) ? null : `${de} no trae una fecha de emisión AAAA-MM-DD (FchEmis)`
}

/** A stranger's text on one line, without the marks that turn the order of what is read. */
const legible = (texto: string): string =>
  texto
    .replace(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim()
    .slice(0, 200)

/** Lines of CR LF are lines of LF to every reader of XML, and what mail servers make of them. */
const huellaOf = (texto: string): string =>
  createHash('sha256')
    .update(texto.includes('\r') ? texto.replace(/\r\n?/g, '\n') : texto)
    .digest('hex')

/** One by which nothing is missing that `faltaDeClave` tells of. */
export function readDocumento(
  dte: DteLeido,
  sobre: SobreLeido,
  llaveAutoridad: VerifyOptions['llaveAutoridad'],
): DocumentoLeido {
  const { tipo, folio, fecha } = dte
  const documento = dte.documento!
  const rutEmisor = parseRut(dte.emisor)!
  const opciones = { llaveAutoridad, lenient: true }
  const esquema = checkEsquemaDte(dte, sobre, true).map((h) => tolerate(h, opciones))
  // A fault of the signature says nothing of the amounts.
  const broken = isRefused(esquema.filter(({ donde }) => !donde.startsWith('DTE/Signature')))
  const firma = [...checkFirmaDte(dte, opciones), ...checkUnambiguous(dte)]
  const timbre = checkTed(dte, llaveAutoridad, opciones)
  const montos = broken ? [] : [...checkMontos(dte), ...checkEquivalente(dte)]
  const resto = broken ? [] : [...checkEncabezado(dte), ...checkReferencias(dte)]
  const contenido = readContenido(documento, dte.raiz)
  const ted = en(documento, 'TED')
  const flat = ted && flatten(sobre.texto.slice(ted.inicio, ted.fin)).toString('latin1')
  const { fchResol, nroResol } = sobre.caratula ?? {}
  return {
    huella: huellaOf(dte.texto),
    digest: dte.firma?.digestValue ?? '',
    rutEmisor,
    rutReceptor: parseRut(dte.receptor) ?? dte.receptor.slice(0, 20),
    tipoDte: tipo,
    folio,
    fechaEmision: fecha,
    razonSocialEmisor: legible(
      textoEn(documento, 'Encabezado/Emisor/RznSoc') || textoEn(documento, 'Encabezado/Emisor/RznSocEmisor'),
    ),
    ...pesosOf(contenido),
    formaPago: formaPagoOf(contenido),
    firma: firmaOf(dte, firma),
    timbre: timbreOf(timbre),
    montos: broken ? 'sin_revisar' : montos.length ? 'incorrectos' : 'correctos',
    informe: [...esquema, ...timbre, ...(dte.firma ? firma : []), ...resto, ...montos].slice(0, INFORME_MAX),
    contenido: {
      dte: contenido,
      ted: flat && flat.length <= TED_MAX ? flat : null,
      resolucion: fchResol && isDate(fchResol) ? { numero: Number(nroResol) || 0, fecha: fchResol } : null,
    },
    cesiones: [],
  }
}

/** An amount that cannot be counted in whole pesos is none, and was told as a wrong one. */
function pesosOf(dte: Dte) {
  const { neto, exento, iva, total } = montosEnPesos(dte)
  const safe = (n: number): number => (Number.isSafeInteger(n) ? n : 0)
  return { montoNeto: safe(neto), montoExento: safe(exento), montoIva: safe(iva), montoTotal: safe(total) }
}

const formaPagoOf = ({ idDoc: { formaPago } }: Dte): 1 | 2 | 3 | null =>
  formaPago === 1 || formaPago === 2 || formaPago === 3 ? formaPago : null

// The statements of an answer, document by document (areas/recibidos/intercambio §4).

import { chileInstant, isDate } from '../../../domain/fecha'
import {
  type ClaseRespuesta,
  RECEPCION_ARCHIVO,
  RECEPCION_DTE,
  RESULTADO_DTE,
} from '../../../domain/intercambio'
import { type FirmaRecibida, worseOf } from '../../../domain/recibido'
import type { Intercambio } from '../../../xml/recibido'

/** One statement about one document. */
export interface Dicho {
  clase: ClaseRespuesta
  tipoDte: number | null
  folio: number | null
  rutEmisor: string
  /** '' and 0 for what it does not say. */
  rutReceptor: string
  fechaEmision: string
  montoTotal: number
  codigo: number | null
  /** Whether its class has that code; a receipt of goods has none. */
  posible: boolean
  glosa: string
  recinto: string
  /** Chile time, as written; '' without one. */
  firmadoEn: string
  firma: FirmaRecibida
}

type Leida = Exclude<Intercambio, { clase: `resultado_${string}` }>

// By `nombreIntercambio`.
const EN_COPIA = /^EnvioDTE_\d{1,9}-[\dK]_T(\d{1,3})F(\d{1,10})\.xml$/i

/** A receipt of a whole file that lists no document: our copies hold one each, and are named after it. */
function ofFile(nombre: string): { tipoDte: number | null; folio: number | null } {
  const found = EN_COPIA.exec(nombre)
  return found ? { tipoDte: Number(found[1]), folio: Number(found[2]) } : { tipoDte: null, folio: null }
}

const NADA = { fechaEmision: '', montoTotal: 0, rutReceptor: '', recinto: '' }

const isIn = (codes: Readonly<Record<number, string>>, codigo: number | null): boolean =>
  codigo !== null && codigo in codes

/**
 * The identity of a statement within a file: another word about a document differs, another reason does not.
 * Nor is a receipt whose own signature is broken the whole one behind it.
 */
const keyOf = (d: Dicho): string =>
  JSON.stringify(
    d.tipoDte && d.folio
      ? [
          d.firma,
          d.clase,
          d.tipoDte,
          d.folio,
          d.rutEmisor,
          d.rutReceptor,
          d.fechaEmision,
          d.montoTotal,
          d.codigo,
          d.posible,
        ]
      : [d.clase, d.rutEmisor, d.codigo, d.glosa],
  )

/** Each of its statements once, in order: a file that says a thousand times the same of one document has answered it once. */
export function dichosOf(leida: Leida): Dicho[] {
  const known = new Set<string>()
  return [...allOf(leida)].filter((one) => {
    const key = keyOf(one)
    return !known.has(key) && known.add(key)
  })
}

function* allOf(leida: Leida): Generator<Dicho> {
  if (leida.clase === 'recibos') {
    // A receipt is as good as the worse of its own signature and the set's.
    for (const recibo of leida.recibos)
      yield {
        ...recibo,
        clase: 'recibo',
        codigo: null,
        posible: true,
        glosa: '',
        firmadoEn: recibo.firmadoEn || leida.firmadoEn,
        firma: worseOf(recibo.firma, leida.firma),
      }
    return
  }
  const { firma, firmadoEn } = leida
  for (const one of leida.recepciones) {
    const { estado: codigo, glosa } = one
    if (one.documentos.length === 0)
      yield {
        ...NADA,
        ...ofFile(one.nombre),
        rutEmisor: one.rutEmisor,
        clase: 'recepcion',
        codigo,
        posible: isIn(RECEPCION_ARCHIVO, codigo),
        glosa,
        firmadoEn,
        firma,
      }
    for (const d of one.documentos)
      yield {
        ...d,
        clase: 'recepcion',
        codigo: d.estado ?? codigo,
        posible: d.estado === null ? isIn(RECEPCION_ARCHIVO, codigo) : isIn(RECEPCION_DTE, d.estado),
        glosa: d.glosa || RECEPCION_DTE[d.estado ?? -1] || glosa,
        recinto: '',
        firmadoEn,
        firma,
      }
  }
  for (const d of leida.resultados)
    yield {
      ...d,
      clase: 'resultado',
      codigo: d.estado,
      posible: isIn(RESULTADO_DTE, d.estado),
      recinto: '',
      firmadoEn,
      firma,
    }
}

/** When it says that it was signed, ISO 8601 in UTC; null where it says no time that there is. */
export function firmadaEnOf({ firmadoEn }: Pick<Dicho, 'firmadoEn'>): string | null {
  const told = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.exec(firmadoEn)
  return told && isDate(told[1]!) ? chileInstant(firmadoEn).toISOString() : null
}

/** In the words of who answers, else in those of the code. */
export const glosaOf = ({ clase, codigo, glosa }: Dicho): string =>
  glosa ||
  (codigo === null ? '' : ((clase === 'resultado' ? RESULTADO_DTE : RECEPCION_ARCHIVO)[codigo] ?? ''))

// What an answer says, document by document (areas/recibidos/intercambio §4).

import {
  type ClaseRespuesta,
  RECEPCION_ARCHIVO,
  RECEPCION_DTE,
  RESULTADO_DTE,
} from '../../../domain/intercambio'
import type { FirmaRecibida } from '../../../domain/recibido'
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
  glosa: string
  recinto: string
  firma: FirmaRecibida
}

// By `nombreIntercambio`.
const EN_COPIA = /^EnvioDTE_\d{1,9}-[\dK]_T(\d{1,3})F(\d{1,10})\.xml$/i

/** A receipt of a whole file that lists no document: our copies hold one each, and are named after it. */
function ofFile(nombre: string): { tipoDte: number | null; folio: number | null } {
  const found = EN_COPIA.exec(nombre)
  return found ? { tipoDte: Number(found[1]), folio: Number(found[2]) } : { tipoDte: null, folio: null }
}

const NADA = { fechaEmision: '', montoTotal: 0, rutReceptor: '', recinto: '' }

/** Each of its statements, in order. */
export function* dichosOf(leida: Exclude<Intercambio, { clase: `resultado_${string}` }>): Generator<Dicho> {
  if (leida.clase === 'recibos') {
    // A receipt is as good as the worse of its own signature and the set's.
    for (const recibo of leida.recibos)
      yield {
        ...recibo,
        clase: 'recibo',
        codigo: null,
        glosa: '',
        firma: recibo.firma === 'valida' ? leida.firma : recibo.firma,
      }
    return
  }
  const { firma } = leida
  for (const one of leida.recepciones) {
    const { estado: codigo, glosa } = one
    if (one.documentos.length === 0)
      yield {
        ...NADA,
        ...ofFile(one.nombre),
        rutEmisor: one.rutEmisor,
        clase: 'recepcion',
        codigo,
        glosa,
        firma,
      }
    for (const d of one.documentos)
      yield {
        ...d,
        clase: 'recepcion',
        codigo: d.estado ?? codigo,
        glosa: d.glosa || RECEPCION_DTE[d.estado ?? -1] || glosa,
        recinto: '',
        firma,
      }
  }
  for (const d of leida.resultados) yield { ...d, clase: 'resultado', codigo: d.estado, recinto: '', firma }
}

/** In the words of who answers, else in those of the code. */
export const glosaOf = ({ clase, codigo, glosa }: Dicho): string =>
  glosa ||
  (codigo === null ? '' : ((clase === 'resultado' ? RESULTADO_DTE : RECEPCION_ARCHIVO)[codigo] ?? ''))

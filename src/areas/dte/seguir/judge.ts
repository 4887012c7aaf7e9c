// From what the SII says of an envelope to the verdict of each document (http §7.4; sii §4.2, §5.1). A
// verdict is written only when the SII's words carry it; where they do not, the document is asked for by itself.

import type { EstadoDte, EstadoEnvio } from '../../../sii'
import type { DocumentoRow, EstadoSii } from '../documento/documento-store'
import { isRechazoTotal } from '../envio/rechazo'

export interface Veredicto {
  estado: EstadoSii
  codigo: string | null
  glosa: string | null
}

/** Refused as a repeat: our own, when an answer was lost. What the first one came to, the SII says document by document. */
const REPETIDO = new Set(['RPT', 'DTE-3-100'])

const POR_CORREO = 'El SII informa el motivo sólo por correo, a la casilla registrada del contribuyente'

/** Whether the SII only says that it had the document before: what became of it then, may not be known yet. */
export const isRepetido = (estado: EstadoEnvio, row: DocumentoRow): boolean => {
  const named = namedIn(estado, row)
  return (
    REPETIDO.has(estado.codigo) ||
    (named !== undefined &&
      [named.estado, ...named.errores.map(({ codigo }) => codigo)].some((c) => REPETIDO.has(c)))
  )
}

const namedIn = ({ detalle }: EstadoEnvio, { tipo_dte, folio }: DocumentoRow) =>
  detalle.find((d) => d.tipoDte === tipo_dte && d.folio === folio)

/** Whether it is a rejection of one document by the counters of its envelope, which give no reason. */
export const isUnexplained = ({ estado, codigo }: Veredicto, envio: EstadoEnvio): boolean =>
  estado === 'rechazado' && codigo === envio.codigo && !isRechazoTotal(codigo)

/** The verdict that the state of the envelope carries for one document of it; null when the SII must be asked. */
export function judgeByEnvio(estado: EstadoEnvio, row: DocumentoRow, ofType: number): Veredicto | null {
  const { codigo, glosa } = estado
  if (isRechazoTotal(codigo)) return { estado: 'rechazado', codigo, glosa }
  if (isRepetido(estado, row)) return null
  const named = namedIn(estado, row)
  if (named) {
    const first = named.errores[0]?.codigo
    const reasons = named.errores.map(({ descripcion, detalle }) =>
      [...new Set([descripcion, detalle])].filter(Boolean).join(': '),
    )
    const verdict =
      named.estado === 'RCH' ? 'rechazado' : named.estado === 'DOK' ? 'aceptado' : 'aceptado_con_reparos'
    return { estado: verdict, codigo: first ?? named.estado, glosa: reasons.join(' · ') || glosa }
  }
  const counts = estado.resumen.find(({ tipoDte }) => tipoDte === row.tipo_dte)
  // Counters of another number of documents are not of our envelope.
  if (counts?.informados === ofType) {
    // DTEUpload's side never gives the reason of a rejection; saying «processed» alone would mislead.
    if (counts.rechazados === ofType) {
      return { estado: 'rechazado', codigo, glosa: `${glosa}: rechazado. ${POR_CORREO}` }
    }
    if (counts.reparos === ofType) return { estado: 'aceptado_con_reparos', codigo, glosa }
    if (counts.aceptados === ofType && counts.reparos === 0) return { estado: 'aceptado', codigo, glosa }
  }
  if (codigo === 'RPR' || codigo === 'RLV') return { estado: 'aceptado_con_reparos', codigo, glosa }
  if (codigo === 'RCH') return { estado: 'rechazado', codigo, glosa }
  return null
}

/**
 * The verdict of one document by what the SII says of it alone. `reparos`: how many of its type in the envelope have
 * objections; the SII never says which. Null when it says nothing final.
 */
export function judgeByDte(
  { codigo, glosa, recibido }: EstadoDte,
  reparos: number,
  processed: boolean,
): Veredicto | null {
  // DNK: the folio is at the SII with other data, so this document is not (it was rejected as a double).
  if (codigo === 'RCH' || codigo === 'DNK') return { estado: 'rechazado', codigo, glosa }
  if (codigo === 'RPR' || codigo === 'RLV') return { estado: 'aceptado_con_reparos', codigo, glosa }
  // Not received: a rejection only once the envelope was processed; before, it is merely not there yet.
  if (!recibido) return processed ? { estado: 'rechazado', codigo, glosa } : null
  if (reparos === 0) return { estado: 'aceptado', codigo, glosa }
  const note = `${reparos} documentos del envío tienen reparos; el SII informa cuáles por correo`
  return { estado: 'aceptado_con_reparos', codigo, glosa: `${glosa} (${note})` }
}

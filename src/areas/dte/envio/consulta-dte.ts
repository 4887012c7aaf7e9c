// How a document is asked for at the SII, and what its answer says of the folio (sii §5).

import { type ConsultaDte, type EstadoDte, SiiFault } from '../../../sii'
import type { Visto } from '../../folios'
import type { DocumentoRow, Documentos } from '../documento/documento-store'

type Reads = Pick<Documentos, 'contenido' | 'xml'>

/** The document by what it states: receiver, date and amount. */
export const consultaDe = (documentos: Reads, row: DocumentoRow): ConsultaDte => ({
  tipoDte: row.tipo_dte,
  folio: row.folio,
  rutReceptor: row.rut_receptor,
  fechaEmision: row.fecha_emision,
  montoTotal: documentos.contenido(row).dte.totales.montoTotal,
})

/** The same with its signature: what was signed anew, or is another document, differs in it. Without it where there is none yet. */
export function consultaFirmada(documentos: Reads, row: DocumentoRow): ConsultaDte {
  const xml = row.firmado_at === null ? null : documentos.xml(row)
  const firma = xml && /<SignatureValue>([\s\S]*?)<\/SignatureValue>/.exec(xml)?.[1]?.replace(/\s/g, '')
  return { ...consultaDe(documentos, row), ...(firma && { firma }) }
}

/**
 * The SII's record under the requested folio. DNK counts: it has another document there. Throws SiiFault
 * where the answer is not about the folio.
 */
export function vistoDe({ codigo, glosa, recibido }: EstadoDte): Visto {
  if (recibido) return 'emitido'
  if (codigo === 'FAN') return 'anulado'
  if (codigo === 'FAU' || codigo === 'FNA') return 'nada'
  throw new SiiFault('SII_ERROR', `El SII no dice si tiene el folio: ${glosa || codigo}`, {
    etapa: 'consulta',
    retryable: true,
    answered: true,
    codigo,
    glosa,
  })
}

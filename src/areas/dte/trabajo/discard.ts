// The folio of a discarded document: free again if the SII never saw it, else a gap to annul (http §7).

import type { NewId } from '../../../base/id'
import { AppError } from '../../../domain/errors'
import type { InsertJob } from '../../../jobs/insert'
import type { Folios } from '../../folios'
import type { Documentos } from '../documento/documento-store'
import type { Envios } from '../envio/envio-store'
import type { Guias } from '../referencias/guias'
import type { Reemplazos } from '../referencias/reemplazos'
import type { Referencias } from '../referencias/referencias'
import { insertVeredicto } from '../seguir/insert-veredicto'

interface Deps {
  insertJob: InsertJob
  newId: NewId
  folios: Folios
  documentos: Documentos
  envios: Envios
  referencias: Referencias
  guias: Guias
  reemplazos: Reemplazos
}

/** Lets go of a document that will not be sent. Runs in the transaction that discards its job. */
export function discardDocumento(
  { folios, documentos, envios, referencias, guias, reemplazos, insertJob, newId }: Deps,
  jobId: string,
  now: Date,
  liberarFolio: boolean,
): void {
  const row = documentos.byJob(jobId)
  // It waited for its hour, or failed then: no folio was taken.
  if (!row) return
  const envio = row.envio_id ? envios.get(row.envio_id)! : null
  if (envio?.estado === 'recibido') {
    throw new AppError(
      'INVALID_STATE',
      'El SII ya recibió el documento; para dejarlo sin efecto emita la nota que lo anula',
    )
  }
  // Sent with its answer lost: the SII may have it, so the folio can never be given to another document, and what the
  // document does to others stands until the SII, asked from now on, says.
  const seen = row.visto === 1
  // From an old copy: the document may be at the SII, sent from where the copy was made, or is known to be.
  const fuera = row.conciliar !== 0
  const issued = row.conciliar === 2 && row.codigo_sii !== 'DNK' && row.codigo_sii !== 'FAN'
  if (envio?.estado === 'armado') envios.discard(envio.id)
  if (!seen && !issued) {
    referencias.revert(row.id)
    reemplazos.release(row.id)
  } else if (seen && envio) insertVeredicto(insertJob, newId, now, envio)
  const free = liberarFolio && !seen && !fuera
  documentos.setFolioEstado(row.id, free ? 'libre' : 'por_anular')
  referencias.settled(row.id)
  guias.settled(row.id)
  if (free) {
    const { empresa_id: empresaId, ambiente, tipo_dte: tipoDte, folio, caf_id: cafId } = row
    folios.free({ empresaId, ambiente, tipoDte, folio, cafId })
  }
  const detalle = free
    ? 'Descartado; el folio queda libre'
    : row.conciliar === 2
      ? 'Descartado; el folio es de un documento emitido fuera de esta base'
      : 'Descartado; el folio queda por anular en el SII'
  documentos.addHistory(row.id, now.toISOString(), 'descartado', null, detalle)
}

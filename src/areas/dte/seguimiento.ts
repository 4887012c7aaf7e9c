// What others do when a document's state changes, told inside the transaction that changes it.

import type { DocumentoRow } from './documento-store'
import type { EnvioRow } from './envio-store'

export interface Seguimiento {
  /** The SII has the envelope: its documents are issued. */
  recibido(envio: EnvioRow): void
  /** The document has its final verdict, in its `estado_sii`. */
  juzgado(row: DocumentoRow): void
}

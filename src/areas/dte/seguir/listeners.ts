// The listeners of a document's changes of state, called inside their transaction.

import type { DocumentoRow } from '../documento/documento-store'
import type { EnvioRow } from '../envio/envio-store'

export interface DocumentoListener {
  /** The SII has the envelope: its documents are issued. */
  received(envio: EnvioRow): void
  /** The document has its final verdict, in its `estado_sii`. */
  judged?(row: DocumentoRow): void
  /** Something became of a set: it arrived, stopped, was given up, or a document of it was judged. `envioOfSet` tells what. */
  setMoved?(envioId: string): void
}

export type Listeners = ReturnType<typeof createListeners>

/** Nobody listens at first: who does is made with the documents, so after them. */
export function createListeners() {
  const listeners: DocumentoListener[] = []
  return {
    add: (listener: DocumentoListener): void => void listeners.push(listener),
    received(envio: EnvioRow): void {
      for (const listener of listeners) listener.received(envio)
    },
    judged(row: DocumentoRow): void {
      for (const listener of listeners) listener.judged?.(row)
    },
    setMoved(envioId: string): void {
      for (const listener of listeners) listener.setMoved?.(envioId)
    },
  }
}

// The memory of a step of the road (simulator §23.4): the envelope of the exchange, the samples that were taken.

/** A document of the envelope, as the answers must name it. */
export interface DocumentoIntercambio {
  tipo: number
  folio: number
  fecha: string
  emisor: string
  receptor: string
  total: number
  ajeno: boolean
}

export interface Intercambio {
  /** The number in the name of the file; each download has its own. */
  numero: number
  /** DigestValue of the signed set. */
  digest: string
  envioId: string
  documentos: DocumentoIntercambio[]
}

export interface DatosTramite {
  /** The envelope of the exchange that was fetched last. */
  intercambio?: Intercambio
  /** Its answers were good. */
  respondido?: true
  /** The samples that were taken, by type, folio and copy. */
  muestras?: string[]
}

// The register and the query of documents as the SII's applications tell them (sii §13, §14).

export { mayAskFor } from './autorizada'
export {
  type DocumentoSii,
  listDocumentos,
  type PreguntaDocumentos,
  type SumaDocumentos,
  sumDocumentos,
} from './documentos'
export type { TramoSii } from './pregunta'
export { createRcvSii, modifiedAt, type RcvSii, type ResumenSii, type TotalSii } from './rcv'

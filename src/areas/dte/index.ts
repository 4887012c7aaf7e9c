// The interface of documents for other areas.

export {
  acceptOnce,
  EmisionEnCola,
  ERRORES_EMISION,
  respuestasEnCola,
} from './aceptar/accepted-reply'
export type { IssueSet } from './aceptar/issue-set'
export { nombreDocumento, nombreIntercambio } from './archivo/file-names'
export { fileResponse } from './archivo/file-response'
export { renderCarta, toImpreso } from './archivo/impresion'
export { type Hojas, type Impresores, JOINED_MAX, joinedResponse } from './archivo/joined-pdf'
export { nombreNota, type SinEfecto, sinEfecto } from './archivo/sin-efecto'
export type { EmisionDte, OpcionesDte } from './create'
export { EMITIDO } from './documento/documento.schema'
export type { DocumentoRow, Documentos } from './documento/documento-store'
export { checkAjeno, type Emisores, loadFirmante } from './documento/emisor'
export { emitidoToJson } from './documento/emitido-json'
export { ExplicacionJson } from './documento/explicacion.schema'
export { documentoParams, findDocumento } from './documento/find-documento'
export { createSearch, HITS_MAX, type Hits, matching } from './documento/search'
export type { Envios } from './envio/envio-store'
export { CLOCK_LOOK_MS } from './envio/job-errors'
export { EMITIR, LINEA } from './envio/linea'
export type { Guias } from './referencias/guias'
export type { Reemplazos } from './referencias/reemplazos'
export type { Referencias } from './referencias/referencias'
export { SaldoComponentes, saldoToJson } from './referencias/saldo-json'
export { datosDocumento } from './seguir/eventos'
export type { FollowAgain } from './seguir/follow-again'
export { elapsedAt, nextLook, tryAgain } from './seguir/follow-schedule'
export type { DocumentoListener } from './seguir/listeners'
export type { ExplainLook } from './seguir/look-fault'
export { SolicitudEmitida } from './solicitud/solicitud-emitida.schema'
export { solicitudToJson } from './solicitud/solicitud-json'
export type { ExplainWait } from './trabajo/explain-wait'
export { Estado as EstadoTrabajo } from './trabajo/trabajo-json'

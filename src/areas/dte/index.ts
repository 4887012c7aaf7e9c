// What other areas may ask of documents.

export { fileResponse, findDocumento, renderCarta } from './archivo.route'
export { detalleToJson, referenciasToJson, totalesToJson } from './documento-json'
export type { DocumentoRow, Documentos } from './documento-store'
export { EMITIR } from './emision'
export { type Emisores, loadFirmante } from './emisor'
export type { EnvioRow, Envios } from './envio-store'
export type { Guias } from './guias'
export { createLatencia } from './latencia'
export { createEmisionDte, type EmisionDte } from './montaje'
export { nombreDocumento, nombreIntercambio } from './nombre-archivo'
export type { Referencias } from './referencias'
export type { Seguimiento } from './seguimiento'

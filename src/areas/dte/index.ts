// What other areas may ask of documents.

export { findDocumento } from './archivo.route'
export { detalleToJson, referenciasToJson, totalesToJson } from './documento-json'
export type { DocumentoRow, Documentos } from './documento-store'
export { EMITIR } from './emision'
export type { Emisores } from './emisor'
export type { Envios } from './envio-store'
export { createEmisionDte, type EmisionDte } from './montaje'

// The issued documents of a company (contract §10).

export { type DocumentosDeps, documentosRoute as documentosArea } from './documentos.route'

// What other areas may ask of the list of issued documents.

export { filters as filtrosDocumentos } from './documentos.route'
export { Fila as FilaDocumento, toJson as documentoToJson } from './fila-json'
export type { Filtros as FiltrosDocumentos } from './filtros'
export { createLista as createListaDocumentos } from './lista'

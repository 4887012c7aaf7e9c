// What other areas may ask of the list of issued documents.

export { createListado, type ListadoDeps } from './listado'
export { Listado, listadoDetail, listadoQuery } from './listado.schema'

// The interface of the list of issued documents for other areas.

export { createListado, type ListadoDeps } from './listado'
export { Listado, listadoDetail, listadoQuery } from './listado.schema'
export { createSolicitudOf, type SolicitudOf } from './solicitud-of'

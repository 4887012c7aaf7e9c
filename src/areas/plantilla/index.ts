// The interface of a company's paper for other areas.

export { createPlantillas, type Plantillas } from './plantillas'

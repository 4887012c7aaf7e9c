// What other areas may use of a company's paper.

export { createPlantillas, type Plantillas } from './plantillas'

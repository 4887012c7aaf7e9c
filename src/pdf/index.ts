// What others may call of the printed representation.
export { type OpcionesEscPos, renderEscPos } from './escpos/escpos'
export type { DatosEmisor, Formato, Impreso, OpcionesPdf } from './impreso'
export { readPlantilla } from './plantilla/leer'
export { type Logo, prepareLogo } from './plantilla/logo'
export { PLANTILLA_NORMAL, type Plantilla } from './plantilla/plantilla'
export { renderPdf } from './render'

// What others may call of the printed representation.

export { createArchivo } from './archivo'
export { type Compuesto, componer } from './componer'
export { totalEscrito } from './contenido-totales'
export { type OpcionesEscPos, renderEscPos } from './escpos/escpos'
export { componerFaltan } from './faltan'
export { formatFecha } from './formato'
export {
  admitePapel,
  type DatosEmisor,
  FORMATOS,
  type Formato,
  type Impreso,
  type Marca,
  type OpcionesPdf,
  type PapelRollo,
  papelFaults,
} from './impreso'
export type { Imprimir } from './imprimir'
export { createPlantilla, readConfig } from './plantilla/leer'
export { type Logo, type LogoPreparado, prepareLogo } from './plantilla/logo'
export { PLANTILLA_NORMAL, type Plantilla } from './plantilla/plantilla'
export { renderPdf } from './render'

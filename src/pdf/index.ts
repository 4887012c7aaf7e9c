// What others may call of the printed representation.
export { type OpcionesEscPos, renderEscPos } from './escpos/escpos'
export type { DatosEmisor, Formato, Impreso, OpcionesPdf } from './impreso'
export { renderPdf } from './render'

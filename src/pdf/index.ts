// What others may call of the printed representation.

export { createArchivo } from './archivo'
export { type Compuesto, compose } from './compose'
export { totalEscrito } from './contenido-totales'
export { renderEscPos } from './escpos/escpos'
export { formatFecha } from './formato'
export { admitsPapel, FORMATOS, type Formato, type Impreso, type Marca, papelFaults } from './impreso'
export { composeLeftOut } from './left-out'
export { type Logo, type LogoPreparado, prepareLogo } from './plantilla/logo'
export type { Plantilla } from './plantilla/plantilla'
export { createPlantilla, readConfig } from './plantilla/read-config'
export type { Printer } from './printer'
export { renderPdf } from './render'

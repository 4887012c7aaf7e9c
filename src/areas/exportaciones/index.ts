// The interface for the command line.

export { exportFiles } from './archivo'
export { createExportaciones } from './exportaciones'
export { type Cabecera, FORMATO, INDICE, INDICE_SHA256 } from './indice'

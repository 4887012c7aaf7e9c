// The interface for the command line.

export { exportFiles } from './archivo'
export { findObstacles, importArchivo } from './entrada'
export { createExportaciones } from './exportaciones'
export { isSignedBy, makeLlave, openCifrado } from './frase'
export { type Cabecera, FORMATO, INDICE, INDICE_FIRMA, INDICE_SHA256 } from './indice'

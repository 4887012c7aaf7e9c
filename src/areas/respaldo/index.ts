// Copies as other rooms may know them.

export { cuentaOperadora } from './operador'
export { hechosOf, type Labor, type RespaldoProgramado } from './programa'
export { createRespaldoStore, type Respaldo, type RespaldoStore } from './respaldo-store'
export { lastFailure, MOTIVOS, type Problema, problemasOf } from './situacion'

// Copies as other rooms may know them.

export type { Labor, RespaldoProgramado } from './programa'
export { createRespaldoStore, type Respaldo, type RespaldoStore } from './respaldo-store'
export { type Hechos, problemasOf } from './situacion'

// What other areas may ask of boletas de terceros.

export { type Bte, createBte } from './create'
export { summaryOf } from './resumen'

// What other areas may ask of boletas de terceros.

export { summaryOf } from './resumen'

// The interface of boletas de terceros for other areas.

export { summaryOf } from './resumen'

// Questions that leave for the SII (contract §19).

export { type ConsultasDeps, consultasRoute as consultasArea } from './consultas.route'

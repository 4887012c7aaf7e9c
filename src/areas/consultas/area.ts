// Questions that leave for the SII (http §19).

export { type ConsultasDeps, consultasRoute as consultasArea } from './consultas.route'

// Copies of documents for their receivers, by mail (http §17, `envio_receptor`).

export { type CopiaDeps, enviarRoute as copiaArea } from './enviar.route'

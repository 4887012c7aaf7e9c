// One call from a JSON body to the document it asks for, or to every fault in it.

import type { Advertencia, Fault } from '../../errors'
import type { Dte, Emisor, Impresion } from '../dte'
import { buildDte } from './armar'
import { Lectura } from './lectura'
import { readSolicitud } from './leer'
import { type Parcial, readParcial } from './parcial'
import { checkSolicitud } from './reglas'
import { type FechaPropia, withFechas } from './reglas-referencias'
import type { Solicitud } from './solicitud'

export { notaQueAnula, solicitudAnulacion } from './anulacion'
export { solicitudFactura } from './facturacion'
export { Lectura } from './lectura'
export type { Parcial } from './parcial'
export { type PedidoFactura, readPedidoFactura, warnFechas } from './pedido-factura'
export { type FechaPropia, isTributario } from './reglas-referencias'
export type { Solicitud } from './solicitud'

/** The document of a request, its folio 0 until one is taken, beside what never stands in the XML. */
export interface Documento {
  dte: Dte
  impresion: Impresion
  solicitud: Solicitud
  advertencias: Advertencia[]
}

type Leido =
  | { documento: Documento; faults?: undefined; lectura?: undefined }
  | { documento?: undefined; faults: Fault[]; lectura: Lectura; parcial: Parcial | null }

/**
 * Either the document, or all faults at once, beside what could be read in spite of them. `hoy` is Chile's date, `hora` its
 * time where one is to be written, `fechaPropia` what is known of the dates of documents that it may refer to.
 */
export function readDocumento(
  body: unknown,
  emisor: Emisor,
  hoy: string,
  hora?: string,
  lectura = new Lectura(),
  fechaPropia: FechaPropia = () => undefined,
): Leido {
  const solicitud = readSolicitud(body, lectura)
  return solicitud
    ? buildDocumento(solicitud, emisor, hoy, hora, lectura, fechaPropia)
    : { faults: lectura.faults, lectura, parcial: null }
}

/** The same from a request that was not read but derived from documents issued before. */
export function buildDocumento(
  pedida: Solicitud,
  emisor: Emisor,
  hoy: string,
  hora?: string,
  lectura = new Lectura(),
  fechaPropia: FechaPropia = () => undefined,
): Leido {
  const solicitud = withFechas(pedida, emisor, fechaPropia, lectura)
  checkSolicitud(solicitud, emisor, hoy, lectura)
  const { faults } = lectura
  if (faults.length) return { parcial: readParcial(solicitud, lectura), faults, lectura }
  const dte = buildDte(solicitud, emisor, { hoy, ...(hora && { hora }) }, lectura)
  if (faults.length) return { parcial: readParcial(solicitud, lectura), faults, lectura }
  const { observaciones } = solicitud
  const impresion = { ...solicitud.impresion, ...(observaciones && { observaciones }) }
  return { documento: { dte, impresion, solicitud, advertencias: lectura.advertencias } }
}

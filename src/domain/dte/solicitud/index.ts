// One call from a JSON body to the document it asks for, or to every fault in it.

import type { Advertencia, Fault } from '../../errors'
import type { Dte, Emisor, Impresion, Totales } from '../dte'
import { tipoDocumento } from '../tipos'
import { computeLineas } from '../totales'
import { UMBRALES, type Umbral } from '../umbral'
import { buildDte } from './build'
import { checkIdentificacion } from './identificacion'
import { Lectura } from './lectura'
import { type Parcial, readParcial } from './parcial'
import { readSolicitud } from './read-solicitud'
import { checkSolicitud } from './reglas'
import { type FechaPropia, withFechas } from './reglas-referencias'
import type { Solicitud } from './solicitud'

export { solicitudAnulacion } from './anulacion'
export { hasPreciosBrutos, informados, tasaCredito } from './derive'
export { withCliente } from './desde-cliente'
export { precioEnPesos, saidOf, withProducto } from './desde-producto'
export { solicitudFactura } from './facturacion'
export { Lectura } from './lectura'
export type { Parcial } from './parcial'
export { readPedidoFactura, warnFechas } from './pedido-factura'
export { type FechaPropia, isTributario } from './reglas-referencias'
export type { Reemplazado, Solicitud } from './solicitud'

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
 * time where one is to be written, `fechaPropia` what is known of the dates of documents that it may refer to, `umbrales` the
 * totals from which a boleta names its buyer.
 */
export function readDocumento(
  body: unknown,
  emisor: Emisor,
  hoy: string,
  hora?: string,
  lectura = new Lectura(),
  fechaPropia: FechaPropia = () => undefined,
  umbrales: readonly Umbral[] = UMBRALES,
): Leido {
  const solicitud = readSolicitud(body, lectura)
  return solicitud
    ? buildDocumento(solicitud, emisor, hoy, hora, lectura, fechaPropia, umbrales)
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
  umbrales: readonly Umbral[] = UMBRALES,
): Leido {
  const solicitud = withFechas(pedida, emisor, fechaPropia, lectura)
  const { tipoDte, detalle = [], exportacion } = solicitud
  const lineas = computeLineas(tipoDocumento(tipoDte), detalle, exportacion?.moneda)
  checkSolicitud(solicitud, lineas, emisor, hoy, lectura)
  const { faults } = lectura
  const identify = ({ montoTotal }: Totales): void =>
    checkIdentificacion(solicitud, solicitud.fechaEmision ?? hoy, montoTotal, umbrales, lectura)
  const refuse = (): Leido => {
    const parcial = readParcial(solicitud, lineas, hoy, lectura)
    if (parcial.montos) identify(parcial.montos.totales)
    return { parcial, faults, lectura }
  }
  if (faults.length) return refuse()
  const dte = buildDte(solicitud, lineas, emisor, { hoy, ...(hora && { hora }) }, lectura)
  if (!faults.length) identify(dte.totales)
  if (faults.length) return { parcial: readParcial(solicitud, lineas, hoy, lectura), faults, lectura }
  const { observaciones } = solicitud
  const impresion = { ...solicitud.impresion, ...(observaciones && { observaciones }) }
  return { documento: { dte, impresion, solicitud, advertencias: lectura.advertencias } }
}

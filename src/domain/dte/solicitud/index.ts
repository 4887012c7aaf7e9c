// One call from a JSON body to the document it asks for, or to every fault in it.

import type { Advertencia, Fault } from '../../errors'
import type { Dte, Emisor, Impresion } from '../dte'
import { buildDte } from './armar'
import { Lectura } from './lectura'
import { readSolicitud } from './leer'
import { checkSolicitud } from './reglas'
import type { Solicitud } from './solicitud'

export type { Solicitud } from './solicitud'

/** The document of a request, its folio 0 until one is taken, beside what never stands in the XML. */
export interface Documento {
  dte: Dte
  impresion: Impresion
  solicitud: Solicitud
  advertencias: Advertencia[]
}

/** Either the document, or all faults at once. `hoy` is Chile's date, `hora` its time where one is to be written. */
export function readDocumento(
  body: unknown,
  emisor: Emisor,
  hoy: string,
  hora?: string,
): { documento: Documento; faults?: undefined } | { documento?: undefined; faults: Fault[] } {
  const lectura = new Lectura()
  const solicitud = readSolicitud(body, lectura)
  if (solicitud) checkSolicitud(solicitud, emisor, hoy, lectura)
  if (!solicitud || lectura.faults.length) return { faults: lectura.faults }
  const dte = buildDte(solicitud, emisor, { hoy, ...(hora && { hora }) }, lectura)
  if (lectura.faults.length) return { faults: lectura.faults }
  const { observaciones } = solicitud
  const impresion = { ...solicitud.impresion, ...(observaciones && { observaciones }) }
  return { documento: { dte, impresion, solicitud, advertencias: lectura.advertencias } }
}

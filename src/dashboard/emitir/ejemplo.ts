// The first invoice of a company in simulation: to an invented customer, filled in for who wants to see one pass (`?ejemplo=1`),
// or what becomes of one to a receiver that the simulated SII treats its own way (`&receptor=90000002-2`).

import { FACTURA } from '../../domain/dte/tipos'
import type { SolicitudEmitida } from '../api/routes.gen'
import { parseRut } from '../ui/parse'

export const EJEMPLO: SolicitudEmitida = {
  tipo_dte: FACTURA,
  ambiente: 'simulacion',
  receptor: {
    rut: '77123456-9',
    razon_social: 'Constructora Río Claro SpA',
    giro: 'Obras de edificación',
    direccion: '2 Sur 1450',
    comuna: 'Talca',
  },
  detalle: [{ nombre: 'Saco de cemento 25 kg', cantidad: 10, precio: 4990 }],
}

/** To another receiver, when `rut` is one. */
export function exampleFor(rut: string | null): SolicitudEmitida {
  const read = parseRut(rut ?? '')
  if (!read.ok) return EJEMPLO
  const receptor = { ...EJEMPLO.receptor, rut: read.value, razon_social: 'Receptor de prueba' }
  return { ...EJEMPLO, receptor }
}

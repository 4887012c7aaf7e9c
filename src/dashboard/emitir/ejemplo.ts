// The first invoice of a company in simulation: to an invented customer, filled in for who wants to see one pass (`?ejemplo=1`).

import type { SolicitudEmitida } from '../api/routes.gen'

export const EJEMPLO: SolicitudEmitida = {
  tipo_dte: 33,
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

// codResp of the registry of acceptances and claims (sii §7.3).

import { type Codigo, definitivo, ESPERE, falla, pasajero, SIN_ACCION, type Tabla } from './codigo'

const reclamado = (
  solucion = 'Lo que se reclamó no se retira aquí; acuérdelo con el emisor, que puede anularlo con una nota',
) => definitivo('El documento ya está reclamado', solucion)
const noRecibido = (causa: string): Codigo =>
  pasajero(causa, 'Revise RUT, tipo y folio; si el emisor recién lo envió, espere a que el SII lo procese')

export const RECLAMO: Tabla = {
  0: definitivo('El SII lo registró', SIN_ACCION),
  1: definitivo('El SII no reconoce el RUT del emisor', 'Revise el RUT'),
  2: definitivo('El SII no reconoce el folio', 'Revise el folio'),
  3: definitivo(
    'El SII no lleva este registro para ese tipo de documento',
    'Sólo los tipos 33, 34 y 43 se aceptan o reclaman',
  ),
  4: definitivo('El SII no reconoce la acción', 'Actualice Timbre; si persiste, hágalo en el sitio del SII'),
  5: reclamado(),
  6: reclamado('No se puede dar el recibo de lo que se reclamó; acuérdelo con el emisor'),
  7: definitivo('Ya estaba registrado', SIN_ACCION),
  8: definitivo(
    'Pasaron más de 8 días desde que el SII lo recibió',
    'La ley lo da por aceptado; lo que falte se acuerda con el emisor',
  ),
  9: noRecibido('El SII no tiene registros de ese documento'),
  10: definitivo('El SII no recibió ese documento desde el 14-01-2017', 'Revise RUT, tipo y folio'),
  11: definitivo('Ya se aceptó su contenido y no se puede reclamar', 'Pida al emisor una nota de crédito'),
  12: reclamado('No se puede aceptar lo que se reclamó; acuérdelo con el emisor'),
  13: definitivo('Ya se dio el recibo y no se puede reclamar', 'Pida al emisor una nota de crédito'),
  14: definitivo(
    'Sólo el emisor o el receptor pueden consultarlo',
    'Revise a quién representa en el SII la persona del certificado',
  ),
  15: definitivo('El documento tiene eventos', SIN_ACCION),
  16: definitivo('El documento no tiene eventos', SIN_ACCION),
  17: definitivo(
    'Sólo el receptor puede registrarlo',
    'Revise que la empresa sea la receptora y a quién representa en el SII la persona del certificado',
  ),
  18: noRecibido('El SII no ha recibido ese documento'),
  19: definitivo('Ya se reclamó por las mercaderías o servicios', SIN_ACCION),
  20: definitivo('Ese tipo de documento no se puede ceder', SIN_ACCION),
  21: definitivo('No se puede ceder: una nota de crédito lo anuló dentro de los 8 días', SIN_ACCION),
  22: pasajero('Aún sin reclamo ni recibo', 'Espere el recibo, o que pasen los 8 días'),
  23: definitivo('Se puede ceder: no tiene reclamos', SIN_ACCION),
  24: definitivo('No se puede ceder: el receptor lo reclamó', 'Acuérdelo con el receptor'),
  25: definitivo('Se puede ceder: pasaron los 8 días y se presume el recibo', SIN_ACCION),
  27: definitivo('Al contado o gratuito: no se acepta ni reclama', 'La ley lo da por recibido'),
  '-1': falla(true, 'El registro de aceptaciones y reclamos del SII falló', ESPERE),
}

// How the goods of a document travel: the kind of transfer in words, the vehicle, who drives it, where to and when, and the
// sentence about what was not held (pdf §1.1 `Transporte`, `IndTraslado`, domain/dte §4.2; http §3).
import type { Dte } from '../domain/dte/dte'
import { traslado } from '../domain/dte/traslado'
import { formatRut } from '../domain/rut'
import { type Bloque, filled, joined } from './campo'
import { formatFecha } from './formato'
import { CDG_TRASLADO, TIPO_DESPACHO } from './glosas'

/** The transfer of a guide, or the transport of any other document. */
export function bloqueTraslado({ idDoc, emisor, transporte = {} }: Dte): Bloque {
  const { indTraslado, tipoDespacho } = idDoc
  const { guiaExportacion: guia } = emisor
  const { chofer, direccionDestino, comunaDestino, ciudadDestino } = transporte
  const salida = [
    transporte.fechaSalida && formatFecha(transporte.fechaSalida),
    transporte.horaSalida?.slice(0, 5),
  ]
  const autorizacion = [
    guia?.folioAutorizacion !== undefined && `N° ${guia.folioAutorizacion}`,
    guia?.fechaAutorizacion && `del ${formatFecha(guia.fechaAutorizacion)}`,
  ]
  return {
    titulo: indTraslado === undefined ? 'Transporte' : 'Traslado',
    campos: filled([
      ['Tipo de traslado', indTraslado && traslado(indTraslado).glosa],
      ['Despacho', tipoDespacho && TIPO_DESPACHO[tipoDespacho]],
      ['Traslada', guia && CDG_TRASLADO[guia.codigo]],
      ['Autorización SII', joined(autorizacion, ' ')],
      ['Patente', transporte.patente],
      ['Patente del carro', transporte.patenteCarro],
      ['Transportista', transporte.rutTransportista && `R.U.T. ${formatRut(transporte.rutTransportista)}`],
      ['Chofer', chofer && `${chofer.nombre}, R.U.T. ${formatRut(chofer.rut)}`],
      [
        'Destino',
        joined([direccionDestino, comunaDestino, ciudadDestino !== comunaDestino && ciudadDestino]),
      ],
      ['Salida', joined(salida, ' a las ')],
      ['Llegada', transporte.fechaLlegada && formatFecha(transporte.fechaLlegada)],
    ]),
    lineas: transporte.declaracion ? [transporte.declaracion] : [],
  }
}

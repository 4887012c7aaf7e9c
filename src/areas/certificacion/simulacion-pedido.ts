// The documents that a simulación is asked for: the company's own, those of the approved sets, or both (areas/certificacion §3).

import { Type } from '@sinclair/typebox'
import {
  buildSimulacion,
  completeSimulacion,
  type Propios,
  SIMULACION_MAX,
  SIMULACION_MIN,
} from '../../domain/certificacion/build-simulacion'
import type { SolicitudCaso } from '../../domain/certificacion/set'
import { FACTURA } from '../../domain/dte/tipos'
import { type Fault, faultsError } from '../../domain/errors'

const EJEMPLO = {
  tipo_dte: FACTURA,
  receptor: {
    rut: '76192083-9',
    razon_social: 'Comercial Sur SpA',
    giro: 'Comercio',
    direccion: 'Los Aromos 45',
    comuna: 'Osorno',
  },
  detalle: [{ nombre: 'Flete', cantidad: 1, precio: 45_000 }],
}

export interface PedidoSimulacion {
  documentos?: Record<string, unknown>[]
  completar?: boolean
  cantidad?: number
}

/** The fields of a body that asks for a simulación, or for its folios. */
export const PEDIDO_SIMULACION = {
  documentos: Type.Optional(
    Type.Array(Type.Record(Type.String(), Type.Unknown()), {
      minItems: 1,
      maxItems: SIMULACION_MAX,
      description: `Los propios: solicitudes de \`POST /v1/dte/emitir\`, en orden; ${SIMULACION_MIN} o más, salvo con \`completar\`. Una referencia puede ser \`{caso, codigo, razon}\`, de uno anterior de la lista, que se cuenta desde 1.`,
      examples: [Array.from({ length: SIMULACION_MIN }, () => EJEMPLO)],
    }),
  ),
  completar: Type.Optional(
    Type.Boolean({
      description:
        'Con `documentos`: detrás de ellos van, hechos de los sets aprobados, los tipos que les faltan y los que falten para `cantidad`.',
    }),
  ),
  cantidad: Type.Optional(
    Type.Integer({
      minimum: SIMULACION_MIN,
      maximum: SIMULACION_MAX,
      description: `Al menos cuántos se hacen de los sets aprobados, o son en total con \`completar\`; ${SIMULACION_MIN} si se omite.`,
    }),
  ),
}

const fault = (campo: string, regla: Fault['regla'], mensaje: string) =>
  faultsError([{ campo, regla, mensaje: `${campo}: ${mensaje}` }])

/** The requests of a simulación, `sets` those of each approved set. Throws VALIDATION_ERROR. */
export function readPedido(
  { documentos, completar = false, cantidad }: PedidoSimulacion,
  sets: () => readonly (readonly SolicitudCaso[])[],
): Propios {
  if (!documentos) {
    if (completar) throw fault('completar', 'sobra', 'va con documentos, que son los que se completan')
    return buildSimulacion(sets(), cantidad ?? SIMULACION_MIN)
  }
  const propios = documentos.map((solicitud, i) => ({ caso: i + 1, solicitud }))
  if (completar) {
    const all = completeSimulacion(propios, sets(), cantidad ?? SIMULACION_MIN)
    if (all.length <= SIMULACION_MAX) return all
    throw fault(
      'documentos',
      'cantidad_max',
      `con los que se completan son ${all.length}, y un envío lleva hasta ${SIMULACION_MAX}`,
    )
  }
  if (cantidad !== undefined)
    throw fault('cantidad', 'excluyente', 'va sin documentos, que ya dicen cuántos son, o con completar')
  if (propios.length < SIMULACION_MIN)
    throw fault(
      'documentos',
      'cantidad_min',
      `son ${propios.length}, y el SII pide al menos ${SIMULACION_MIN}: agregue más, o use completar`,
    )
  return propios
}

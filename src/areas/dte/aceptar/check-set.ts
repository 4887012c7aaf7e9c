// A set before any of it is accepted: its cases, where each stands in what is said of it, and its folios (jobs §10).

import type { Sobre } from '../../../domain/dte/fila'
import { tipoDocumento } from '../../../domain/dte/tipos'
import { type Fault, faultsError } from '../../../domain/errors'
import type { OnBehalfOf } from './on-behalf-of'
import type { Reviewed } from './review'
import type { CasoPedido } from './set-referencias'

export interface PedidoSet {
  titular: OnBehalfOf
  sobre: Sobre
  /** In the order of the envelope; a reference `{ caso, codigo, razon }` names a case that comes before. */
  solicitudes: readonly CasoPedido[]
  /** The place of a case in what is said of its faults; omitted, `caso 3`, as the SII counts them. */
  placeOf?: (index: number) => string
}

/** As many as the line of a company has travel together (enviar/linea.job.ts). */
const CASOS_MAX = 200

/** The folios that a type lacks. */
export interface Falta {
  tipo_dte: number
  necesarios: number
  disponibles: number
  faltan: number
}

export const faltasEscritas = (faltas: readonly Falta[]): string =>
  `Faltan folios para emitir el set entero: ${faltas
    .map(({ tipo_dte, necesarios, faltan }) => `${faltan} de ${necesarios} del tipo ${tipo_dte}`)
    .join(', ')}. No se tomó ninguno`

export const placeIn =
  ({ solicitudes, placeOf }: PedidoSet) =>
  (index: number): string =>
    placeOf?.(index) ?? `caso ${solicitudes[index]!.caso}`

export function checkLista({ solicitudes }: PedidoSet): void {
  const repetidos = solicitudes.flatMap(({ caso }, i): Fault[] =>
    solicitudes.findIndex((other) => other.caso === caso) < i
      ? [{ campo: `caso ${caso}`, regla: 'repetido', mensaje: `El caso ${caso} viene dos veces` }]
      : [],
  )
  if (repetidos.length) throw faultsError(repetidos)
  const fault = (regla: Fault['regla'], mensaje: string) => faultsError([{ campo: 'casos', regla, mensaje }])
  if (!solicitudes.length) throw fault('cantidad_min', 'El set no tiene casos')
  if (solicitudes.length > CASOS_MAX)
    throw fault('cantidad_max', `Un set lleva hasta ${CASOS_MAX} documentos en su envío`)
}

/** Throws what a document may not be in a set, whatever its kind. */
export function checkMiembro(reviewed: Reviewed, sobre: Sobre, hoy: string): Reviewed {
  const { documento, programado } = reviewed
  const { tipoDte, fechaEmision } = documento.dte.idDoc
  const faults: Fault[] = []
  if (tipoDocumento(tipoDte).sobre !== sobre) {
    const mensaje = `Un documento tipo ${tipoDte} no viaja en un ${sobre}`
    faults.push({ campo: 'tipo_dte', regla: 'valor', mensaje })
  }
  if (programado) {
    const mensaje = 'programar_para no va en un set: se emite entero, ahora'
    faults.push({ campo: 'programar_para', regla: 'sobra', mensaje })
  } else if (fechaEmision !== hoy) {
    const mensaje = `fecha_emision debe ser la de hoy, ${hoy}, en todos los documentos del set`
    faults.push({ campo: 'fecha_emision', regla: 'valor', mensaje })
  }
  if (faults.length) throw faultsError(faults)
  return reviewed
}

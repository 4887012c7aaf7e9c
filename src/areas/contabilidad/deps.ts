// The dependencies of this area.

import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import type { AreaDeps } from '../../http/deps'
import type { Store } from '../../store/store'
import type { Documentos } from '../dte'
import type { Eventos } from '../eventos'
import type { Rcv } from '../rcv'

/** A table of cells as an XLSX file, off the loop: the JSON of its name and rows. */
export type WriteXlsx = (owner: string, json: Uint8Array) => Promise<Uint8Array>

/** The parts that the work of this area asks. */
export interface ContabilidadDeps {
  store: Store
  clock: Clock
  newId: NewId
  rcv: Rcv
  documentos: Pick<Documentos, 'byId' | 'contenido'>
  eventos: Pick<Eventos, 'emit'>
  writeXlsx: WriteXlsx
}

export type RouteDeps = Pick<AreaDeps, 'credential' | 'audit' | 'idempotency' | 'clock'>

export const BASE = '/v1/contabilidad'
export const ASIENTOS = '/v1/libros/asientos'
export const tags = ['Contabilidad']

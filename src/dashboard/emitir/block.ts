// A part of the form that not every type has: what it holds, what it says in the body, what it takes from a document.

import type { TipoDte } from '../../domain/dte/tipos'
import type { SolicitudDte, SolicitudEmitida } from '../api/routes.gen'

/** The contribution of one part of the form to the body. */
export interface Part {
  body: Partial<SolicitudDte>
  /** The unreadable fields, by the path that the API would name. */
  faults?: Readonly<Record<string, string>>
}

/**
 * A part of the form that not every type has. `S` is what it holds, plain JSON. A list of it is sent whole: row `i` of the
 * state is row `i` of the body, so that a fault's path names its row.
 */
export interface Block<S = unknown> {
  id: string
  title: string
  /** `visible` after the references, or folded under "Más". */
  place: 'visible' | 'mas'
  initial: S
  toBody(state: S, tipo: TipoDte): Part
  /** Reads the block from a request that would issue a document again. */
  fromRequest(request: SolicitudEmitida): S
  /** Reads it from a draft, which goes on and is no repetition; as `fromRequest` unless defined. */
  fromDraft?(request: SolicitudDte): S
  /** Reads the block that a note inherits from its document; none unless defined. */
  forNote?(request: SolicitudEmitida): S
  /** It acts on the lines: a note that corrects a text has none of it. */
  deLineas?: true
  /** The keys of the request that it holds. */
  keys: readonly (keyof SolicitudDte)[]
}

/** A block with its state's type forgotten: the form keeps all in one record, each under its own id. */
export const asBlock = <S>(block: Block<S>): Block => block as unknown as Block

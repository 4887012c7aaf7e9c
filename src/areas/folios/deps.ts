// The dependencies of this area's routes.

import type { NewId } from '../../base/id'
import type { Titular } from '../../domain/titular'
import type { Pagador } from '../../http/cuota'
import type { AreaDeps } from '../../http/deps'
import type { Charge } from '../../sii/metered'
import type { AnswerDeps, TrabajosDeps } from '../trabajos'
import type { Folios } from './create'
import type { Adelante } from './preguntas'
import type { Visto } from './set-aside'
import type { FoliosSii } from './sii/create'
import type { PortalFolios } from './sii/deps'

/** How the SII is asked what it has of folios; it is asked as of documents, whose area hands it in. */
interface Conciliacion {
  /** Asks about a type behind whoever calls. */
  soon(titular: Titular, tipoDte: number): void
  /**
   * The SII's state of each folio. Throws CERTIFICATE_*, and what `createReconciliation` does where it does
   * not say.
   */
  vistos(
    titular: Titular,
    tipoDte: number,
    folios: readonly number[],
    para: 'saltar' | 'retomar',
  ): Promise<ReadonlyMap<number, Visto>>
  /**
   * The SII's state of a file from a folio on; null when the file is refused anyway, or the reason for
   * silence.
   */
  adelante(titular: Titular, bytes: Uint8Array, siguiente: number): Promise<Adelante | string | null>
}

export interface FoliosDeps
  extends Pick<AreaDeps, 'credential' | 'store' | 'clock' | 'idempotency' | 'audit'>,
    Omit<AnswerDeps, 'cola' | 'idempotency'>,
    Omit<TrabajosDeps, 'queue'>,
    PortalFolios {
  folios: Folios
  foliosSii: Pick<FoliosSii, 'emisorOf'>
  newId: NewId
  conciliacion: Conciliacion
  /** Runs a question in the name of who pays for it. */
  charge: Charge<Pagador>
}

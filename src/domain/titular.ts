// The word for whom a document, a folio, a register or a setting belongs to.

import type { Ambiente } from './ambiente'

/** A company in one environment. */
export interface Titular {
  empresaId: string
  ambiente: Ambiente
}

/** A company in one environment, with its account. */
export interface TitularDeCuenta extends Titular {
  cuentaId: string
}

// The props of a block's fields.

import type { TipoDte } from '../../../domain/dte/tipos'

export interface ViewProps<S> {
  state: S
  tipo: TipoDte
  /** The day of issue that was chosen; empty for today. */
  fecha: string
  onChange(state: S): void
}

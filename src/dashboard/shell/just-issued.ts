// The state that the form of emission hands to the page of the document that it issued. It stands in the
// entry of the browser's history: a reload has it again, another visit to the same address has not.

import { useHistoryState } from 'wouter/use-browser-location'
import type { Advertencia } from '../api/routes.gen'

export interface JustIssued {
  /** The server's remarks at acceptance. */
  advertencias: readonly Advertencia[]
  /** Nobody has asked yet whether it is printed at once. */
  porImprimir: boolean
}

/** For `navigate`. */
export const justIssuedState = (advertencias: JustIssued['advertencias']): { emitido: JustIssued } => ({
  emitido: { advertencias, porImprimir: true },
})

/** It is being printed: neither a reload nor whoever comes back does it again. */
export const printed = (): void => {
  const { emitido, ...rest } = history.state as ReturnType<typeof justIssuedState>
  history.replaceState({ ...rest, emitido: { ...emitido, porImprimir: false } }, '')
}

/** Null when one came to the page by another way. */
export const useJustIssued = (): JustIssued | null =>
  useHistoryState<Partial<ReturnType<typeof justIssuedState>> | null>()?.emitido ?? null

// The filters of the list of documents, in its address.

import { type InAddress, type Spelling, useInAddress } from '../shell/in-address'
import { type Filters, type Place, parseFilters, parsePlace, START, searchOf } from './filters'

const SPELLING: Spelling<Filters, Place> = {
  path: '/documentos',
  parseFilters,
  parsePlace,
  searchOf,
  start: START,
}

export interface Found extends Omit<InAddress<Filters, Place>, 'go'> {
  /** Rows before these, as far as this visit knows them; null when the address came from elsewhere. */
  before: number | null
  /** A step of the browser's history, so that its Back comes here again. */
  go(place: Place, before: number): void
}

export function useFilters(): Found {
  const found = useInAddress(SPELLING)
  return {
    ...found,
    before: beforeOf(history.state, found.place),
    go: (to, before) => found.go(to, { before }),
  }
}

function beforeOf(state: unknown, { cursor }: Place): number | null {
  if (!cursor) return 0
  const before = (state as { before?: unknown } | null)?.before
  return typeof before === 'number' ? before : null
}

// Which rows are in view: those of the answer that the person asked for; what events bring later waits (dashboard §9).

import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReplyOf } from '../api/client'
import type { Fault } from '../api/fault'
import { LIMITE } from './filters'
import { type Fila, merge, type Row } from './rows'

interface Held {
  asked: string
  rows: readonly Fila[]
  /** The answer to the asking is in: what comes after it is news. */
  settled: boolean
}

export interface Shown {
  rows: readonly Row[]
  news: number
  /** Shows the news. */
  showNews(): void
}

/** `asked` names filters and place; `ordered`: newest first. */
export function useShown(
  { data, isFetching, isPlaceholderData }: UseQueryResult<ReplyOf<'GET /v1/documentos'>, Fault>,
  asked: string,
  ordered: boolean,
): Shown {
  const [held, setHeld] = useState<Held | null>(null)
  const fresh = isPlaceholderData ? undefined : data?.data
  const mine = held?.asked === asked
  // An empty list has nothing that could move.
  const late = mine && (held.settled ? held.rows.length === 0 && fresh?.length : !isFetching)
  if (fresh && (!mine || late)) setHeld({ asked, rows: fresh, settled: !isFetching })
  const shown = held?.rows ?? fresh ?? []
  return {
    ...merge(shown, mine && fresh ? (held.settled ? fresh : shown) : shown, LIMITE, ordered),
    showNews: () => fresh && setHeld({ asked, rows: fresh, settled: true }),
  }
}

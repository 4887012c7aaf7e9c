// Which rows are in view: those that the person asked for. What comes by mail meanwhile waits (dashboard §9).

import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReplyOf } from '../api/client'
import type { Fault } from '../api/fault'
import type { Fila } from './words'

interface Held {
  asked: string
  rows: readonly Fila[]
  /** The answer to the asking is in: what comes after it is news. */
  settled: boolean
}

/** `asked` names filters and page. `rows` are as the last answer has them, in their places. */
export function useHeld(
  { data, isFetching, isPlaceholderData }: UseQueryResult<ReplyOf<'GET /v1/recibidos'>, Fault>,
  asked: string,
): { rows: readonly Fila[]; news: number; showNews(): void } {
  const [held, setHeld] = useState<Held | null>(null)
  const fresh = isPlaceholderData ? undefined : data?.data
  const mine = held?.asked === asked
  // An empty list has nothing that could move.
  const late = mine && (held.settled ? held.rows.length === 0 && fresh?.length : !isFetching)
  if (fresh && (!mine || late)) setHeld({ asked, rows: fresh, settled: !isFetching })
  const shown = held?.rows ?? fresh ?? []
  const now = new Map(mine ? fresh?.map((fila) => [fila.id, fila]) : [])
  const known = new Set(shown.map(({ id }) => id))
  return {
    rows: shown.map((fila) => now.get(fila.id) ?? fila),
    news: [...now.keys()].filter((id) => !known.has(id)).length,
    showNews: () => setHeld((before) => before && { ...before, settled: false }),
  }
}

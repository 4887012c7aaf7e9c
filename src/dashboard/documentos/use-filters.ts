// The filters live in the address: read from it, written to it, and whatever else stood there is dropped.

import { useEffect, useRef } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { type Filters, type Place, parseFilters, parsePlace, START, searchOf } from './filters'

const TYPING_MS = 300

const withoutAmbiente = (search: string): string => {
  const params = new URLSearchParams(search)
  params.delete('ambiente')
  return params.size ? `?${params}` : ''
}

export interface Found {
  filters: Filters
  place: Place
  /** Rows before these, as far as this visit knows them; null when the address came from elsewhere. */
  before: number | null
  /** Begins at the first page. */
  change(patch: Partial<Filters>): void
  /** The same once the person has stopped typing. */
  changeSoon(patch: Partial<Filters>): void
  /** A step of the browser's history, so that its Back comes here again. */
  go(place: Place, before: number): void
}

export function useFilters(): Found {
  const [, navigate] = useLocation()
  const [params] = useSearchParams()
  const filters = parseFilters(params)
  const place = parsePlace(params, filters)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const soon = useRef<Partial<Filters>>({})
  const here = withoutAmbiente(`?${params}`)
  const canonical = searchOf(filters, place)

  useEffect(() => {
    if (here !== canonical) navigate(`/documentos${canonical}`, { replace: true, state: history.state })
  }, [here, canonical, navigate])
  useEffect(() => () => clearTimeout(timer.current), [])

  // The address as it is by then: a pause of typing ends after other filters were chosen.
  const change = (patch: Partial<Filters>): void => {
    clearTimeout(timer.current)
    const now = parseFilters(new URLSearchParams(location.search))
    navigate(`/documentos${searchOf({ ...now, ...soon.current, ...patch }, START)}`, { replace: true })
    soon.current = {}
  }
  return {
    filters,
    place,
    before: beforeOf(history.state, place),
    change,
    changeSoon(patch) {
      soon.current = { ...soon.current, ...patch }
      clearTimeout(timer.current)
      timer.current = setTimeout(() => change({}), TYPING_MS)
    },
    go: (to, before) => navigate(`/documentos${searchOf(filters, to)}`, { state: { before } }),
  }
}

function beforeOf(state: unknown, { cursor }: Place): number | null {
  if (!cursor) return 0
  const before = (state as { before?: unknown } | null)?.before
  return typeof before === 'number' ? before : null
}

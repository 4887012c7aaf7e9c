// Filters that live in the address: read from it, written to it, and whatever else stood there is dropped.

import { useEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'

const TYPING_MS = 300

/** How a list has its filters, and where in it one is, in its address. */
export interface Spelling<F, P> {
  /** The path of the screen: `/documentos`. */
  path: string
  parseFilters(params: URLSearchParams): F
  parsePlace(params: URLSearchParams, filters: F): P
  /** `?…`, without what says nothing; empty for the whole list. */
  searchOf(filters: F, place: P): string
  start: P
}

export interface InAddress<F, P> {
  filters: F
  place: P
  /** Begins at the first page. */
  change(patch: Partial<F>): void
  /** The same once the person has stopped typing. */
  changeSoon(patch: Partial<F>): void
  /** A step of the browser's history, so that its Back comes here again. */
  go(place: P, state?: object): void
}

const withoutAmbiente = (search: string): string => {
  const params = new URLSearchParams(search)
  params.delete('ambiente')
  return params.size ? `?${params}` : ''
}

/** `spelling` is the same at every call. */
export function useInAddress<F extends object, P>(spelling: Spelling<F, P>): InAddress<F, P> {
  const { path, parseFilters, parsePlace, searchOf, start } = spelling
  const [, navigate] = useLocation()
  const [params] = useSearchParams()
  const filters = parseFilters(params)
  const place = parsePlace(params, filters)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const soon = useRef<Partial<F>>({})
  const here = withoutAmbiente(`?${params}`)
  const canonical = searchOf(filters, place)

  useEffect(() => {
    if (here !== canonical) navigate(path + canonical, { replace: true, state: history.state })
  }, [here, canonical, navigate, path])
  useEffect(() => () => clearTimeout(timer.current), [])

  // The address as it is by then: a pause of typing ends after other filters were chosen.
  const change = (patch: Partial<F>): void => {
    clearTimeout(timer.current)
    const now = parseFilters(new URLSearchParams(location.search))
    navigate(path + searchOf({ ...now, ...soon.current, ...patch }, start), { replace: true })
    soon.current = {}
  }
  return {
    filters,
    place,
    change,
    changeSoon(patch) {
      soon.current = { ...soon.current, ...patch }
      clearTimeout(timer.current)
      timer.current = setTimeout(() => change({}), TYPING_MS)
    },
    go: (to, state) => navigate(path + searchOf(filters, to), { state }),
  }
}

/** The text of a field whose value is in the address: as typed, until the address has it. */
export function useTyped(value: string, onChange: (text: string) => void) {
  const [typed, setTyped] = useState<string | null>(null)
  if (typed !== null && typed === value) setTyped(null)
  return {
    value: typed ?? value,
    onChange(text: string) {
      setTyped(text)
      onChange(text)
    },
  }
}

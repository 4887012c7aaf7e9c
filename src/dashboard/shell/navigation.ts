// Addresses within the dashboard: `?ambiente=` goes along, so that whoever looks at another environment stays there.

import type { BaseLocationHook } from 'wouter'
import { useBrowserLocation } from 'wouter/use-browser-location'

/**
 * The address with the environment that is looked at now, unless it names one or leaves the company. `?ambiente=` with nothing
 * behind it goes back to the company's own.
 */
export function withAmbiente(to: string, search: string): string {
  const [path = '', query = ''] = to.split('?')
  const params = new URLSearchParams(query)
  const ambiente = params.get('ambiente') ?? new URLSearchParams(search).get('ambiente')
  if (ambiente) params.set('ambiente', ambiente)
  else params.delete('ambiente')
  return params.size ? `${path}?${params}` : path
}

/** The first two steps of a path: `/app/76543210-3`. */
const companyOf = (path: string): string => path.split('/', 3).join('/')

const inSameCompany = (to: string): boolean => companyOf(to) === companyOf(location.pathname)

export const useLocationHook: BaseLocationHook = (options?: object) => {
  const [path, navigate] = useBrowserLocation(options)
  return [
    path,
    (to: string | URL, more?: { replace?: boolean; state?: unknown }) => {
      const text = String(to)
      navigate(inSameCompany(text) ? withAmbiente(text, location.search) : text, more)
    },
  ]
}

/** The same for the `href` that a link shows and that opens in another tab. */
export const hrefOf = (href: string): string =>
  inSameCompany(href) ? withAmbiente(href, location.search) : href

/** The same screen of another company, and never a thing of this one: paths with an id or a folio lose it. */
export function sameScreen(path: string): string {
  const [, section = ''] = path.split('/')
  return section ? `/${section}` : '/'
}

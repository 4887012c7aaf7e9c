// The SII's hosts: which world each belongs to and what it serves (sii §1.1). A request names its host by the
// Host header (`maullin.sii.cl`) or, where there is one address for all, by the first segment of the path.

/** The two worlds of the SII. Timbre's `simulacion` speaks to the side of certification. */
export type Lado = 'certificacion' | 'produccion'

export const LADOS: readonly Lado[] = ['certificacion', 'produccion']

/**
 * `soap`: authentication, uploads, queries, and pages of the portal beside them. `consulta`: the boleta REST but for uploads, which
 * `envio` takes. `reclamo`: claims. `portal`: pages and JSON for people who logged in.
 */
export type Clase = 'soap' | 'consulta' | 'envio' | 'reclamo' | 'portal'

type Host = { lado: Lado; clase: Exclude<Clase, 'portal'> } | { lado: Lado | null; clase: 'portal' }

/** `lado` null: there is one of it for both worlds. */
export const HOSTS: Readonly<Record<string, Host>> = {
  maullin: { lado: 'certificacion', clase: 'soap' },
  palena: { lado: 'produccion', clase: 'soap' },
  apicert: { lado: 'certificacion', clase: 'consulta' },
  api: { lado: 'produccion', clase: 'consulta' },
  pangal: { lado: 'certificacion', clase: 'envio' },
  rahue: { lado: 'produccion', clase: 'envio' },
  ws2: { lado: 'certificacion', clase: 'reclamo' },
  ws1: { lado: 'produccion', clase: 'reclamo' },
  zeusr: { lado: null, clase: 'portal' },
  herculesr: { lado: null, clase: 'portal' },
  misiir: { lado: null, clase: 'portal' },
  zeus: { lado: null, clase: 'portal' },
  www4c: { lado: 'certificacion', clase: 'portal' },
  www4: { lado: 'produccion', clase: 'portal' },
}

/** Host and path of a request; `host` null when it addresses none of the SII's. */
export function locate(request: Request): { host: string | null; path: string; query: URLSearchParams } {
  const url = new URL(request.url)
  const named = /^([a-z]+\d?[a-z]?)\.sii\.cl(?::\d+)?$/i
    .exec(request.headers.get('host') ?? url.host)?.[1]
    ?.toLowerCase()
  if (named && HOSTS[named]) return { host: named, path: url.pathname, query: url.searchParams }
  const [, first, rest] = /^\/([a-z]+\d?[a-z]?)(\/.*)$/.exec(url.pathname) ?? []
  if (first && rest && HOSTS[first]) return { host: first, path: rest, query: url.searchParams }
  return { host: null, path: url.pathname, query: url.searchParams }
}

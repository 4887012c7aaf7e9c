// Where the portal's pages live (sii §11.1). Its own links name the hosts of the SII; in `simulacion` the first path segment stands for one.

import type { Ambiente } from '../../domain/ambiente'
import { SIMULADOR_URL } from '../hosts'

const NOMBRES = ['zeusr', 'herculesr', 'misiir', 'zeus', 'www4', 'www4c', 'maullin', 'palena', 'www'] as const
type Nombre = (typeof NOMBRES)[number]

/** A host by what is there: `www4` the applications, `dte` the pages beside the services for documents. */
export type HostPortal = 'zeusr' | 'herculesr' | 'misiir' | 'zeus' | 'www4' | 'dte'

/** A page: the SII's name of its host, and path with query. */
export interface Destino {
  nombre: Nombre
  ruta: string
}

const nombreOf = (ambiente: Ambiente, host: HostPortal): Nombre => {
  if (host === 'www4') return ambiente === 'produccion' ? 'www4' : 'www4c'
  if (host === 'dte') return ambiente === 'produccion' ? 'palena' : 'maullin'
  return host
}

export const destinoOf = (ambiente: Ambiente, host: HostPortal, ruta: string): Destino => ({
  nombre: nombreOf(ambiente, host),
  ruta,
})

/** As the SII's own pages name it, whatever the environment. */
export const publicUrl = ({ nombre, ruta }: Destino): string => `https://${nombre}.sii.cl${ruta}`

/** Where a link or redirection of a page leads; null when that is no page of the SII's portal. */
export function follow(from: Destino, link: string): Destino | null {
  let url: URL
  try {
    url = new URL(link, publicUrl(from))
  } catch {
    return null
  }
  const nombre = NOMBRES.find((one) => url.hostname.toLowerCase() === `${one}.sii.cl`)
  return nombre && /^https?:$/.test(url.protocol) ? { nombre, ruta: `${url.pathname}${url.search}` } : null
}

/** Addresses to be asked, by environment; `simuladorUrl` is the base of a simulator in another process. */
export function portalUrls(simuladorUrl: string = SIMULADOR_URL) {
  const base = simuladorUrl.replace(/\/+$/, '')
  return (ambiente: Ambiente, destino: Destino): string =>
    ambiente === 'simulacion' ? `${base}/${destino.nombre}${destino.ruta}` : publicUrl(destino)
}

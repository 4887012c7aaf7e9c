// Where each service of the SII lives, by environment (sii §1.1). WSDL addresses are never believed (sii §1.1).

import type { Ambiente } from '../domain/ambiente'

/** Bases without trailing slash: SOAP and DTEUpload; boleta seed, token and queries; boleta envío alone. `reclamo` is a service. */
export interface Hosts {
  soap: string
  boletaConsulta: string
  boletaEnvio: string
  reclamo: string
}

/** The base of `simulacion` when no other process is named: no such host exists, the in-process fetch answers for it. */
export const SIMULADOR_URL = 'http://simulador.invalid'

const RECLAMO_CERT = 'WSREGISTRORECLAMODTECERT/registroreclamodteservice'

/**
 * The hosts of the three environments. The simulator listens in one place, so there the first path segment stands for
 * the SII's host; `simuladorUrl` is its base, for a simulator in another process.
 */
export function siiHosts(simuladorUrl: string = SIMULADOR_URL): Record<Ambiente, Hosts> {
  const base = simuladorUrl.replace(/\/+$/, '')
  return {
    simulacion: {
      soap: `${base}/maullin`,
      boletaConsulta: `${base}/apicert/recursos/v1`,
      boletaEnvio: `${base}/pangal/recursos/v1`,
      reclamo: `${base}/ws2/${RECLAMO_CERT}`,
    },
    certificacion: {
      soap: 'https://maullin.sii.cl',
      boletaConsulta: 'https://apicert.sii.cl/recursos/v1',
      boletaEnvio: 'https://pangal.sii.cl/recursos/v1',
      reclamo: `https://ws2.sii.cl/${RECLAMO_CERT}`,
    },
    produccion: {
      soap: 'https://palena.sii.cl',
      boletaConsulta: 'https://api.sii.cl/recursos/v1',
      boletaEnvio: 'https://rahue.sii.cl/recursos/v1',
      reclamo: 'https://ws1.sii.cl/WSREGISTRORECLAMODTE/registroreclamodteservice',
    },
  }
}

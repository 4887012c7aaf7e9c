// What `timbre doctor` sees of the SII from here: whether its hosts answer, and how far their clock stands from ours.

import type { Config } from '../config'
import { AMBIENTES } from '../domain/ambiente'
import { siiHosts } from '../sii'
import type { Revision } from './doctor-revision'

const PATIENCE_MS = 8_000
const DRIFT_MS = 60_000

/** One line a host of the environments given; the embedded simulator needs none. */
export async function* checkSii(
  { simuladorUrl }: Config,
  ambientes: readonly string[],
): AsyncGenerator<Revision> {
  const real = AMBIENTES.filter((ambiente) => ambiente !== 'simulacion' && ambientes.includes(ambiente))
  const bases = real.flatMap((ambiente) => Object.values(siiHosts()[ambiente]))
  const hosts = [...new Set(bases.map((base) => new URL(base).origin))]
  if (simuladorUrl) hosts.push(simuladorUrl)
  if (!hosts.length) {
    yield {
      estado: 'bien',
      que: 'SII',
      detalle: 'ninguna empresa sale de simulacion: basta el simulador propio',
    }
    return
  }
  // Side by side: each may take all of the patience.
  yield* await Promise.all(hosts.map(checkHost))
}

async function checkHost(url: string): Promise<Revision> {
  const que = `SII ${url}`
  try {
    const answer = await fetch(url, {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const date = Date.parse(answer.headers.get('date') ?? '')
    const drift = Math.abs(Date.now() - date)
    if (drift > DRIFT_MS)
      return {
        estado: 'aviso',
        que,
        detalle: `responde, y su reloj difiere del nuestro en ${Math.round(drift / 1000)} s`,
        remedio: 'ponga el reloj en hora (NTP)',
      }
    return { estado: 'bien', que, detalle: 'responde' }
  } catch (fault) {
    return {
      estado: 'falla',
      que,
      detalle: `no responde (${(fault as Error).message})`,
      remedio: 'revise la conexión y el cortafuegos; si el SII está caído, los documentos esperan en cola',
    }
  }
}

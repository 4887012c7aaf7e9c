// The checks of `timbre doctor` on the SII: whether its hosts answer, and how far their clock differs from
// ours.

import { whyUnreachable } from '../base/network-words'
import type { Config } from '../config'
import { AMBIENTES } from '../domain/ambiente'
import { DESFASE_MAX_S, desfaseOf, siiHosts } from '../sii'
import type { Revision } from './doctor-revision'

const PATIENCE_MS = 8_000

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
  const clase = 'Servidores del SII'
  try {
    const before = Date.now()
    const answer = await fetch(url, {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const ahead = desfaseOf(answer.headers.get('date'), before, Date.now()) ?? 0
    if (Math.abs(ahead) > DESFASE_MAX_S)
      return {
        estado: 'aviso',
        que,
        detalle: `responde; nuestro reloj está ${ahead > 0 ? 'adelantado' : 'atrasado'} ${Math.abs(ahead)} s respecto del suyo`,
        remedio: 'ponga el reloj en hora (NTP)',
      }
    return { estado: 'bien', clase, que, detalle: 'responde' }
  } catch (fault) {
    return {
      estado: 'falla',
      que,
      detalle: `no responde (${whyUnreachable(fault)})`,
      remedio: 'revise la conexión y el cortafuegos; si el SII está caído, los documentos esperan en cola',
    }
  }
}

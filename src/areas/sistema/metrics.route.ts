// GET /metrics (http §23): figures in Prometheus' text format, for the machine itself or whoever has the token.

import { createHash, timingSafeEqual } from 'node:crypto'
import type { Metrics } from '../../base/metrics'
import { AppError } from '../../domain/errors'
import { newArea } from '../../http/area'
import { isWithin, LOOPBACK } from '../../http/client-ip'
import type { AreaDeps } from '../../http/deps'
import { addFigures } from './figures'

export interface MetricsDeps extends Pick<AreaDeps, 'credential' | 'store' | 'clock'> {
  metrics: Metrics
  /** A caller with this token may read from anywhere; null, only this machine may. */
  metricsToken: string | null
  /** The address at the other end of the connection. */
  clientIp: (request: Request) => string | null
}

// A proxy on the same machine would else make the whole world local.
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

const DESCRIPCION =
  'Texto de Prometheus: trabajos por tipo y estado, antigüedad del más viejo por hacer, latencia de la emisión (del 202 al Track ID) ' +
  'y de los webhooks, folios disponibles por tipo sin decir de quién, fallas del SII, respuestas HTTP, memoria y atraso del ' +
  'proceso.\n\nSin credencial de la API. Con `TIMBRE_METRICS_TOKEN` definida se pide `Authorization: Bearer` con su valor; sin ' +
  'ella sólo se responde a conexiones del mismo equipo que no vengan de un proxy.'

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Figures for whoever may see them. */
export function metricsRoute({ credential, store, clock, metrics, metricsToken, clientIp }: MetricsDeps) {
  addFigures(metrics, store, clock)
  const expected = metricsToken && sha256(`Bearer ${metricsToken}`)

  function check(request: Request): void {
    if (expected) {
      if (timingSafeEqual(expected, sha256(request.headers.get('authorization') ?? ''))) return
      throw new AppError('UNAUTHORIZED', 'Envíe Authorization: Bearer con el valor de TIMBRE_METRICS_TOKEN')
    }
    const forwarded = FORWARDED.some((name) => request.headers.has(name))
    if (!forwarded && isWithin(clientIp(request) ?? '', LOOPBACK)) return
    throw new AppError(
      'FORBIDDEN',
      'Las métricas se leen desde el mismo equipo, o con TIMBRE_METRICS_TOKEN definida en el servidor',
    )
  }

  return newArea(credential).get(
    '/metrics',
    ({ request }) => {
      check(request)
      return new Response(metrics.text(), {
        headers: {
          'content-type': 'text/plain; version=0.0.4; charset=utf-8',
          'cache-control': 'no-store',
        },
      })
    },
    {
      publico: true,
      detail: {
        tags: ['Sistema'],
        summary: 'Métricas para Prometheus',
        description: DESCRIPCION,
        'x-contenido': 'text/plain',
        'x-errores': ['UNAUTHORIZED', 'FORBIDDEN'],
      },
    },
  )
}

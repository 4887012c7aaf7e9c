// The past of the document and its next steps, with the SII's words and ours.

import { isFinal } from '../../domain/dte/estados'
import { useApi } from '../api/query'
import { usePolling } from '../shell/connection'
import { Copy } from '../ui/copy'
import { type Step, Timeline } from '../ui/timeline'
import type { Documento } from './estado'
import { type Paso, stepsOf } from './steps'

const POLL_MS = 2500

export function TimelineSection({ documento }: { documento: Documento }) {
  const settled = isFinal(documento)
  const poll = usePolling(POLL_MS)
  // Only what has not come to the SII has more to tell than the document itself.
  const trabajo = useApi(
    'GET /v1/dte/emision/:jobId',
    { params: { jobId: documento.job_id ?? '' } },
    {
      activa: documento.estado_sii === 'no_enviado' && documento.job_id !== null,
      cada: settled ? false : poll,
    },
  )
  const steps = stepsOf(documento, trabajo.data?.data).map(
    (paso): Step => ({
      id: paso.id,
      title: paso.at ? <strong>{paso.titulo}</strong> : paso.titulo,
      at: paso.at,
      tone: paso.tone,
      icon: paso.icon,
      detail: <Detail paso={paso} />,
    }),
  )
  return (
    <section className="seccion hoja" aria-labelledby="historia">
      <h2 id="historia">Historia</h2>
      <Timeline label="Historia del documento" steps={steps} />
      <p className="solo-lector" role="status">
        {lastOf(steps)}
      </p>
    </section>
  )
}

/** The last step, for screen readers. */
const lastOf = (steps: readonly Step[]): Step['title'] => steps.filter(({ at }) => at !== null).at(-1)?.title

function Detail({ paso: { trackId, sii, detalle, explicacion } }: { paso: Paso }) {
  return (
    <>
      {trackId && (
        <div className="track">
          <small>Track ID</small> <Copy text={trackId} label="el Track ID" />
        </div>
      )}
      {sii && (sii.codigo || sii.glosa) && (
        <div>
          <small>
            SII: {sii.codigo && <code>{sii.codigo}</code>} {sii.glosa}
          </small>
        </div>
      )}
      {detalle && <div>{detalle}</div>}
      {explicacion?.causa && <div>{explicacion.causa}.</div>}
      {explicacion?.solucion && (
        <div>
          <small>Qué hacer: {explicacion.solucion}.</small>
        </div>
      )}
    </>
  )
}

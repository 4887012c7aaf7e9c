// Why a job does not go on: in one sentence, at which stage, what the SII said of it, and what to do.

import type { FallaTrabajo } from '../api/routes.gen'
import { LinkButton } from '../ui/button'
import { ETAPA, remedyOf, sentence } from './cause-words'

export function Cause({ error }: { error: FallaTrabajo }) {
  const { sii, etapa, accion } = error
  const remedy = remedyOf(error)
  const said = sii && [sii.codigo, sii.glosa].filter(Boolean).join(' · ')
  // Ours and the SII's words for it are often the same.
  const causa = sii?.causa && !error.error.includes(sii.causa) ? sii.causa : null
  const remedio = accion ?? sii?.solucion
  return (
    <>
      <p>
        <strong>{sentence(error.error)}</strong>
        {etapa && <span className="etapa"> Se detuvo {ETAPA[etapa]}.</span>}
      </p>
      {said && (
        <p>
          El SII dijo: <q>{said}</q>
        </p>
      )}
      {causa && <p>{sentence(causa)}</p>}
      {remedio && <p>Qué hacer: {sentence(remedio)}</p>}
      {remedy && (
        <div>
          <LinkButton href={remedy.href} small>
            {remedy.words}
          </LinkButton>
        </div>
      )}
    </>
  )
}

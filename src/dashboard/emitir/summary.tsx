// The faults, with links to their fields, and the server's remarks, which block nothing.

import { Link } from 'wouter'
import type { Advertencia } from '../api/routes.gen'
import { wordsOf } from '../shell/field-words'
import { plural } from '../ui/format'
import { Notice } from '../ui/notice'
import { type FieldFault, placeOf } from './faults'
import { fieldId } from './fields'
import type { Line } from './form'

const focusField = (key: string): void => {
  const list = key.split('.')[0] ?? key
  const found = document.getElementById(fieldId(key)) ?? document.getElementById(fieldId(list))
  found?.focus()
}

/** `insistent`: the person asked to issue, so it is said at once. */
export function FaultSummary({
  faults,
  lines,
  insistent,
}: {
  faults: readonly FieldFault[]
  lines: readonly Line[]
  insistent: boolean
}) {
  if (!faults.length) return null
  return (
    <Notice tone="mal" title={`Falta corregir ${plural(faults.length, 'dato')}`} quiet={!insistent}>
      <ul className="emitir-faltas">
        {faults.map(({ key, text }) => (
          <li key={key}>
            <button type="button" className="enlace" onClick={() => focusField(key)}>
              {placeOf(key, lines)}
            </button>
            : {text}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** Data that lines took from the catalogue were asked for: they are told beside what somebody should look at, not as that. */
export function Warnings({ warnings: all }: { warnings: readonly Advertencia[] }) {
  const taken = all.filter(({ code }) => code === 'LINE_FROM_CATALOG')
  const warnings = all.filter((one) => !taken.includes(one))
  return (
    <>
      {warnings.length > 0 && <Remarks warnings={warnings} />}
      {taken.length > 0 && (
        <Notice tone="neutro" title="Del catálogo" quiet>
          <ul className="emitir-faltas">
            {taken.map(({ campo, mensaje }) => (
              <li key={campo}>{mensaje}</li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  )
}

function Remarks({ warnings }: { warnings: readonly Advertencia[] }) {
  return (
    <Notice tone="aviso" title={plural(warnings.length, 'advertencia')} quiet>
      <ul className="emitir-faltas">
        {warnings.map((warning) => (
          <li key={`${warning.code} ${warning.campo} ${warning.mensaje}`}>
            {wordsOf({ campo: '', mensaje: warning.mensaje })}
            {warning.job_id && (
              <>
                {' '}
                <Link href={`/trabajos/${warning.job_id}`}>Ver el otro</Link>
              </>
            )}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

// The faults, with links to their fields, and the server's remarks, which block nothing.

import { Link } from 'wouter'
import type { Advertencia } from '../api/routes.gen'
import { plural } from '../ui/format'
import { Notice } from '../ui/notice'
import { type FieldFault, placeOf, wordsOf } from './faults'
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

export function Warnings({ warnings }: { warnings: readonly Advertencia[] }) {
  if (!warnings.length) return null
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

// The server's remarks on a document at acceptance; none of them stops it.

import { Link } from 'wouter'
import type { JustIssued } from '../shell/just-issued'
import { plural } from '../ui/format'
import { Notice } from '../ui/notice'

export function Remarks({ advertencias }: Pick<JustIssued, 'advertencias'>) {
  if (!advertencias.length) return null
  return (
    <Notice tone="aviso" title={plural(advertencias.length, 'advertencia')} quiet>
      <ul>
        {advertencias.map(({ code, campo, mensaje, job_id }) => (
          <li key={`${code} ${campo} ${mensaje}`}>
            {mensaje} {job_id && <Link href={`/trabajos/${job_id}`}>Ver el otro</Link>}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

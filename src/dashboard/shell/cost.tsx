// The cost of a question to the SII, and the month's remaining units, shown before it is asked.

import type { ReactNode } from 'react'
import { useApi } from '../api/query'
import { formatNumber } from '../ui/format'

/** `children` say what is spent. */
export function Cost({ children }: { children: ReactNode }) {
  const { data } = useApi('GET /v1/cuenta/uso')
  const consultas = data?.data.consultas
  return (
    <p>
      {children}{' '}
      {consultas &&
        (consultas.restantes === null
          ? 'No tienen límite.'
          : `Le quedan ${formatNumber(consultas.restantes)} de ${formatNumber(consultas.limite ?? 0)} este mes.`)}
    </p>
  )
}

// The plan does not go so far: used of its limit, the day on which it renews, and the way to another for who may (dashboard §6).

import type { Fault } from '../api/fault'
import { useApi } from '../api/query'
import { useSesionOrNull } from '../api/sesion'
import { LinkButton } from '../ui/button'
import { formatDate, formatNumber } from '../ui/format'
import { Notice } from '../ui/notice'
import { firstDayAfter } from './period'

export function PlanLimit({ fault }: { fault: Fault }) {
  const sesion = useSesionOrNull()
  const counts = fault.code !== 'PLAN_FEATURE'
  const { data } = useApi('GET /v1/cuenta/uso', undefined, { activa: counts && sesion !== null })
  const use = data && (fault.code === 'EMISSION_LIMIT' ? data.data.emisiones : data.data.consultas)
  return (
    <Notice tone="aviso" title="Límite del plan">
      <p>{fault.message}</p>
      {use && use.limite !== null && (
        <p>
          Usado este mes: {formatNumber(use.usadas)} de {formatNumber(use.limite)}. Se renueva el{' '}
          {formatDate(firstDayAfter(data.data.periodo))}.
        </p>
      )}
      {sesion?.puede('billing:administrar') ? (
        <div>
          <LinkButton href="/plan">Ver los planes</LinkButton>
        </div>
      ) : (
        <p>Un propietario de la cuenta puede cambiar de plan.</p>
      )}
    </Notice>
  )
}

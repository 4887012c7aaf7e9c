// A request that failed, said: the API's words, what to do about it by its code, and the id to report (dashboard §6).

import type { ReactNode } from 'react'
import { type Fault, headOf, isPlaced, withoutPath } from '../api/fault'
import { CONDUCTA } from '../api/faults'
import { useSesionOrNull } from '../api/sesion'
import { Button, LinkButton } from '../ui/button'
import { Copy } from '../ui/copy'
import { Notice } from '../ui/notice'
import { PlanLimit } from './plan-limit'

/**
 * `onRetry` offers to ask again. `fields`: faults of fields are shown at the fields, so only what has no place there is listed here
 * (`fields` names the paths that have one).
 */
export function FaultNotice({
  fault,
  onRetry,
  fields,
  children,
}: {
  fault: Fault
  onRetry?: () => void
  fields?: readonly string[]
  children?: ReactNode
}) {
  const sesion = useSesionOrNull()
  const { trato, agregado } = CONDUCTA[fault.code]
  if (trato === 'plan') return <PlanLimit fault={fault} />
  const listed = fault.detalles.filter(
    ({ campo, mensaje }) => mensaje && mensaje !== fault.message && !fields?.includes(campo),
  )
  return (
    <Notice tone={trato === 'esperar' ? 'aviso' : 'mal'}>
      <p>{headOf(fault, fields)}</p>
      {agregado && <p>{agregado}</p>}
      {listed.length > 0 && (
        <ul>
          {listed.map((detalle) => (
            <li key={`${detalle.campo} ${detalle.mensaje}`}>{withoutPath(detalle)}</li>
          ))}
        </ul>
      )}
      {trato === 'permiso' && <p>Pídalo a un propietario de la cuenta.</p>}
      {children}
      <div className="acciones">
        {onRetry && <Button onClick={onRetry}>Reintentar</Button>}
        {trato === 'folios' && sesion?.puede('folios:leer') && (
          <LinkButton href="/folios">Conseguir folios</LinkButton>
        )}
        {trato === 'portal' && sesion?.puede('empresa:leer') && (
          <LinkButton href="/acceso-sii">Ver el acceso al SII</LinkButton>
        )}
        {trato === 'certificado' && !isPlaced(fault, fields) && sesion?.puede('empresa:leer') && (
          <LinkButton href="/certificado">Ver el certificado</LinkButton>
        )}
      </div>
      {trato === 'informar' && fault.requestId && (
        <small>
          X-Request-Id: <Copy text={fault.requestId} label="el X-Request-Id" />
        </small>
      )}
    </Notice>
  )
}

// A refusal of a series: what is of the rule stands at its field, what is of the request is told by the place that it has in it.

import type { Fault } from '../../api/fault'
import { FaultNotice } from '../../shell/fault-notice'
import { Notice } from '../../ui/notice'
import { faultsOf } from '../borradores/words'
import { inRequest, isOfRequest, withDetalles } from './request-fault'
import { PLACED } from './rule-form'

export function SerieFault({
  fault,
  solicitud,
}: {
  fault: Fault
  solicitud: Readonly<Record<string, unknown>>
}) {
  const faltas = fault.detalles.filter((one) => one.mensaje && isOfRequest(one)).map(inRequest)
  if (!faltas.length) return <FaultNotice fault={fault} fields={PLACED} />
  const rest = fault.detalles.filter((one) => !isOfRequest(one))
  return (
    <>
      <Notice tone="mal" title="Así no se podría emitir en su próxima fecha">
        <ul className="emitir-faltas">
          {faultsOf({ solicitud, juicio: { faltas } }).map(([place, text]) => (
            <li key={`${place} ${text}`}>
              {place && <strong>{place}: </strong>}
              {text}
            </li>
          ))}
        </ul>
      </Notice>
      {rest.length > 0 && <FaultNotice fault={withDetalles(fault, rest)} fields={PLACED} />}
    </>
  )
}

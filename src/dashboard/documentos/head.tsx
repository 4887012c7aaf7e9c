// To whom, how much, one state.

import { formatAmount, formatDate, formatRut } from '../ui/format'
import { SiiStatus, Status } from '../ui/status'
import { Term } from '../ui/term'
import { DISPONIBLE, disponibleOf } from './disponible'
import { type Documento, estadoPropio } from './estado'

export function Head({ documento }: { documento: Documento }) {
  const disponible = disponibleOf(documento)
  const { receptor, rut_receptor, razon_social_receptor, fecha_emision, totales } = documento
  const own = estadoPropio(documento, documento.anulado_por !== null)
  const name = razon_social_receptor ?? receptor?.razon_social
  return (
    <div className="de-quien">
      <div>
        <strong>{name ?? 'Sin identificar'}</strong>
        <br />
        <small>
          {formatRut(rut_receptor)} · emitido el {formatDate(fecha_emision)}
        </small>
      </div>
      <div className="grande cifra">{formatAmount(totales.monto_total, totales.moneda)}</div>
      <div className="veredicto">
        {/* Told when it changes: of the document in view no notice is raised. */}
        <span role="status">
          {own ? (
            <Status tone={own.tone} icon={own.icon}>
              {own.word}
            </Status>
          ) : (
            <SiiStatus estado={documento.estado_sii} />
          )}
        </span>
        {disponible !== null &&
          disponible !== 0 &&
          disponible !== documento.monto_total &&
          !totales.moneda && (
            <small className="cifra">
              {' · '}
              <Term means={DISPONIBLE}>Disponible para notas de crédito</Term> {formatAmount(disponible)}
            </small>
          )}
      </div>
    </div>
  )
}

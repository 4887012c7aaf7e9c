// The action of a step, here or on its own screen.

import { FACTURA } from '../../domain/dte/tipos'
import { useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { Button, LinkButton } from '../ui/button'
import { formatPesos } from '../ui/format'
import { Notice } from '../ui/notice'
import { SiiStatus } from '../ui/status'
import { shortName } from '../ui/tipo'
import { type Documento, isAceptado } from './pasos'

/** The simulator gives what the SII gives to people alone. */
function useSimulado(): boolean {
  const { ambiente, soloMira } = useSesion()
  return ambiente === 'simulacion' && !soloMira
}

export function Certificado() {
  const { empresa } = useSesion()
  const simulado = useSimulado()
  const load = useWrite(
    'POST /v1/empresa/:id/certificado',
    'GET /v1/empresa/:id/certificado',
    'GET /v1/resumen',
  )
  return (
    <>
      {load.error && <FaultNotice fault={load.error} />}
      <div className="acciones">
        {simulado && (
          <Button
            tone="primario"
            busy={load.isPending}
            onClick={() => load.mutate({ params: { id: empresa.id }, body: { simulado: true } })}
          >
            Usar uno simulado
          </Button>
        )}
        <LinkButton href="/certificado" tone={simulado ? 'normal' : 'primario'}>
          Cargar un certificado
        </LinkButton>
      </div>
    </>
  )
}

const CANTIDAD = 100

export function Folios() {
  const simulado = useSimulado()
  const ask = useWrite(
    'POST /v1/dte/folios/solicitar',
    'GET /v1/dte/folios',
    'GET /v1/dte/folios/huecos',
    'GET /v1/resumen',
  )
  return (
    <>
      {ask.error && <FaultNotice fault={ask.error} />}
      <div className="acciones">
        {simulado && (
          <Button
            tone="primario"
            busy={ask.isPending}
            onClick={() => ask.mutate({ query: {}, body: { tipo_dte: FACTURA, cantidad: CANTIDAD } })}
          >
            Pedir {CANTIDAD} de factura
          </Button>
        )}
        <LinkButton href="/folios" tone={simulado ? 'normal' : 'primario'}>
          Cargar un archivo CAF
        </LinkButton>
      </div>
    </>
  )
}

export function Emision() {
  const simulado = useSimulado()
  return (
    <>
      <p>
        {simulado
          ? 'El formulario se abre con una factura de ejemplo, a un cliente inventado: revísela y emítala.'
          : 'En este ambiente el documento llega al SII: emita el primero a un cliente suyo.'}
      </p>
      <div>
        <LinkButton href={`/emitir/${FACTURA}${simulado ? '?ejemplo=1' : ''}`} tone="primario">
          Preparar la primera factura
        </LinkButton>
      </div>
    </>
  )
}

/** There whatever else is left: the company applies at the SII before it has a certificate here. */
export function Certificacion({ autorizada }: { autorizada: boolean }) {
  return (
    <div>
      <LinkButton href="/certificacion" tone="primario">
        {autorizada ? 'Ver lo que falta para producción' : 'Seguir con la certificación'}
      </LinkButton>
    </div>
  )
}

/** The newest document, on its way or turned away. */
export function Veredicto({ documento }: { documento: Documento }) {
  const { tipo_dte, folio, estado, estado_sii, glosa, monto_total, job_id } = documento
  const stopped = estado === 'failed' || estado === 'dlq'
  return (
    <>
      <p role="status">
        {shortName(tipo_dte)} N° {folio} por {formatPesos(monto_total)}: <SiiStatus estado={estado_sii} />
      </p>
      {stopped && (
        <Notice tone="mal" title="La emisión se detuvo">
          <div>
            <LinkButton href={`/trabajos/${job_id}`} small>
              Ver la causa
            </LinkButton>
          </div>
        </Notice>
      )}
      {estado_sii === 'rechazado' && (
        <Notice tone="mal" title="El SII la rechazó">
          {glosa && <p>{glosa}</p>}
          <p>Corrija la causa y emita otro documento: el rechazado no existe para el SII.</p>
        </Notice>
      )}
      {!stopped && estado_sii !== 'rechazado' && !isAceptado(documento) && (
        <p>El veredicto llega solo a esta página.</p>
      )}
    </>
  )
}

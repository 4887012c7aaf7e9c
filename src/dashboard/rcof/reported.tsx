// The report of a day that stands: how far it came, the SII's own words, its file, and the question of its verdict.

import { useMutation } from '@tanstack/react-query'
import { isObligatorio } from '../../domain/rcof'
import { api } from '../api/client'
import { type Fault, toFault } from '../api/fault'
import { useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import { Cost } from '../shell/cost'
import { FaultNotice } from '../shell/fault-notice'
import { WatchedOperation } from '../shell/operations'
import { Button } from '../ui/button'
import { Copy } from '../ui/copy'
import { Moment } from '../ui/moment'
import { saveFile } from '../ui/save'
import { StatusWord } from '../ui/status'
import { ESTADO, type Rcof, saidOf } from './days'

export function Reported({ fecha, last }: { fecha: string; last: Rcof | null }) {
  return (
    <section className="seccion" aria-labelledby="informado">
      <h2 id="informado">Lo informado</h2>
      {last ? (
        <Known last={last} />
      ) : (
        <p>
          De este día no se ha enviado ningún consumo de folios.{' '}
          {isObligatorio(fecha) ? 'En esa fecha era obligatorio.' : 'No es obligatorio desde el 01-08-2022.'}
        </p>
      )}
    </section>
  )
}

function Known({ last }: { last: Rcof }) {
  const { puede, soloMira, empresa, ambiente } = useSesion()
  const { fecha, secuencia, estado, track_id, enviado_en } = last
  const said = saidOf(last)
  const ask = useWrite('GET /v1/dte/rcof/:fecha/estado', 'GET /v1/dte/rcof', 'GET /v1/cuenta/uso')
  const save = useMutation<void, Fault, void>({
    async mutationFn() {
      const file: unknown = await api('GET /v1/dte/rcof/:fecha/xml', { params: { fecha } })
      if (!(file instanceof Blob)) throw toFault(file)
      saveFile(file, `RCOF_${empresa.rut}_${fecha}_${secuencia}_${ambiente}.xml`)
    },
  })
  const mayAsk = estado === 'enviado' && puede('consultas:ejecutar') && !soloMira
  const fault = ask.error ?? save.error
  return (
    <>
      <p role="status">
        <StatusWord of={ESTADO[estado]} />
      </p>
      <dl className="pares">
        <dt>Envío</dt>
        <dd>
          {secuencia}
          {enviado_en && (
            <>
              , el <Moment at={enviado_en} exact />
            </>
          )}
        </dd>
        {track_id && (
          <>
            <dt>Track ID</dt>
            <dd>
              <Copy text={track_id} label="el Track ID" />
            </dd>
          </>
        )}
        {said && (
          <>
            <dt>El SII dijo</dt>
            <dd>{said}</dd>
          </>
        )}
      </dl>
      {(estado === 'aceptado_con_reparos' || estado === 'rechazado') && (
        <p>Por qué, el SII lo explica sólo por correo, al contacto que tiene de la empresa.</p>
      )}
      {estado === 'preparado' && (
        <div className="tarjetas">
          <WatchedOperation key={last.job_id} base="/v1/dte/rcof" id={last.job_id} />
        </div>
      )}
      {mayAsk && (
        <Cost>Se le pregunta solo y sin costo; preguntarle ahora cuesta una consulta, si responde.</Cost>
      )}
      {ask.data?.data.estado === 'enviado' && <p role="status">El SII aún lo revisa.</p>}
      {fault && <FaultNotice fault={fault} />}
      <div className="acciones">
        {mayAsk && (
          <Button busy={ask.isPending} onClick={() => ask.mutate({ params: { fecha } })}>
            Preguntar el veredicto ahora
          </Button>
        )}
        {estado !== 'preparado' && (
          <Button busy={save.isPending} onClick={() => save.mutate()}>
            Guardar el XML
          </Button>
        )}
      </div>
    </>
  )
}

// Asks the SII itself: what it costs and what is left is said before (dashboard §8).

import { useWrite } from '../api/query'
import { Cost } from '../shell/cost'
import { FaultNotice } from '../shell/fault-notice'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { Notice } from '../ui/notice'
import type { Tone } from '../ui/status'
import type { Documento } from './estado'

const ENVIO = {
  en_proceso: ['espera', 'El SII aún revisa el envío'],
  procesado: ['bien', 'El SII terminó de revisar el envío'],
  dudoso: ['aviso', 'La respuesta del SII se contradice: no vale como veredicto'],
} as const satisfies Record<string, readonly [Tone, string]>

export function AskSii({ documento, onClose }: { documento: Documento; onClose: () => void }) {
  const { tipo_dte, folio, track_id } = documento
  // A question is no read that may be repeated by itself.
  const document = useWrite('GET /v1/dte/consulta/:tipo/:folio', 'GET /v1/cuenta/uso')
  const envelope = useWrite('GET /v1/dte/estado/:trackId', 'GET /v1/cuenta/uso')
  const fault = document.error ?? envelope.error
  const said = document.data?.data
  const sent = envelope.data?.data
  return (
    <Dialog title="Preguntar al SII" onClose={onClose}>
      <Cost>Cada pregunta cuesta una consulta.</Cost>
      <div className="acciones">
        <Button
          tone="primario"
          busy={document.isPending}
          waiting="Preguntando al SII…"
          onClick={() => {
            envelope.reset()
            document.mutate({ params: { tipo: String(tipo_dte), folio: String(folio) }, query: {} })
          }}
        >
          Preguntar por el documento
        </Button>
        {track_id && (
          <Button
            busy={envelope.isPending}
            waiting="Preguntando al SII…"
            onClick={() => {
              document.reset()
              envelope.mutate({ params: { trackId: track_id } })
            }}
          >
            Preguntar por el envío
          </Button>
        )}
      </div>
      {fault && <FaultNotice fault={fault} />}
      {said && (
        <Notice
          tone={said.recibido ? 'bien' : 'aviso'}
          title={said.recibido ? 'El SII lo recibió' : 'El SII no dice tenerlo'}
        >
          <Words codigo={said.codigo_sii} glosa={said.glosa} explicacion={said.explicacion} />
        </Notice>
      )}
      {sent && (
        <Notice tone={ENVIO[sent.estado][0]} title={ENVIO[sent.estado][1]}>
          <Words codigo={sent.codigo_sii} glosa={sent.glosa} explicacion={sent.explicacion} />
          {sent.estado === 'procesado' && (
            <p>
              Informados {sent.informados} · aceptados {sent.aceptados} · con reparos {sent.reparos} ·
              rechazados {sent.rechazados}
            </p>
          )}
          {sent.detalle.flatMap(({ errores }) =>
            errores.map(({ codigo, descripcion, detalle }) => (
              <p key={`${codigo} ${detalle}`}>
                <code>{codigo}</code> {descripcion} {detalle}
              </p>
            )),
          )}
        </Notice>
      )}
    </Dialog>
  )
}

function Words({
  codigo,
  glosa,
  explicacion,
}: {
  codigo: string
  glosa: string
  explicacion: { causa: string; solucion: string } | null
}) {
  return (
    <>
      <p>
        <code>{codigo}</code> {glosa}
      </p>
      {explicacion && (
        <p>
          {explicacion.causa}. {explicacion.solucion}.
        </p>
      )}
    </>
  )
}

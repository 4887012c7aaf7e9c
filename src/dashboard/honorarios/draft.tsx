// The SII's draft of a boleta de terceros, and the button that issues it, which nothing undoes but an annulment (areas/bte §2).

import type { BodyOf, DataOf } from '../api/client'
import { useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import type { useWish } from '../api/wish'
import { Cost } from '../shell/cost'
import { AMBIENTES } from '../shell/environment'
import { FaultNotice } from '../shell/fault-notice'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { Form } from '../ui/form'
import { formatDate, formatRut } from '../ui/format'
import { Notice } from '../ui/notice'
import { Montos } from './montos'

export function DraftDialog({
  body,
  borrador,
  wish,
  onStarted,
  onBack,
  onClose,
}: {
  body: BodyOf<'POST /v1/bte/emitir'>
  borrador: DataOf<'POST /v1/bte/previsualizar'>
  /**
   * The page's wish: the same boleta asked for again is the same one, after a lost answer and however the
   * person went back to it.
   */
  wish: ReturnType<typeof useWish>
  /** Told the job. */
  onStarted: (jobId: string) => void
  onBack: () => void
  onClose: () => void
}) {
  const { ambiente } = useSesion()
  const issue = useWrite('POST /v1/bte/emitir', 'GET /v1/bte/trabajos', 'GET /v1/bte')
  const submit = (): void => {
    if (issue.isPending) return
    issue.mutate(
      { query: { esperar: 0 }, body, clave: wish.keyOf(body) },
      {
        onSettled: (_, fault) => wish.settled(fault),
        onSuccess({ data }) {
          if (data.job_id) onStarted(data.job_id)
          onClose()
        },
      },
    )
  }
  return (
    <Dialog typed title="El borrador del SII" onClose={issue.isPending ? null : onClose}>
      <Form onSubmit={submit} fault={issue.error}>
        <p>
          {body.beneficiario.nombre} ({formatRut(body.beneficiario.rut)}), pagado el {formatDate(body.fecha)}.{' '}
          {AMBIENTES[ambiente].corto}: {AMBIENTES[ambiente].dicho}.
        </p>
        <Montos
          bruto={borrador.total_bruto}
          retencion={borrador.total_retencion}
          liquido={borrador.total_liquido}
          tasa={borrador.tasa_retencion}
        />
        {borrador.advertencias.map(({ code, mensaje }) => (
          <Notice key={code} tone="aviso" title={mensaje} />
        ))}
        <p>
          Al emitirla queda en el SII con su número, y sólo se deshace anulándola. Si la respuesta se pierde,
          Timbre no la pide otra vez: mira en el informe del mes si existe.
        </p>
        <Cost>Gasta otra consulta al SII.</Cost>
        {issue.error && <FaultNotice fault={issue.error} />}
        <div className="acciones">
          <Button type="submit" tone="primario" busy={issue.isPending} data-foco>
            {ambiente === 'produccion' ? 'Emitir boleta real' : 'Emitir la boleta'}
          </Button>
          <Button onClick={onBack}>Corregir</Button>
        </div>
      </Form>
    </Dialog>
  )
}

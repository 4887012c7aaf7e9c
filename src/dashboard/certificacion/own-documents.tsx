// The company's own documents for its simulación, out of a table as it keeps them; what they lack Timbre adds (areas/certificacion §3).

import { useMemo, useState } from 'react'
import { SIMULACION_MAX, SIMULACION_MIN } from '../../domain/certificacion/build-simulacion'
import { FaultNotice } from '../shell/fault-notice'
import { BatchTable } from '../shell/planilla/batch-table'
import { type BatchDocument, readBatch } from '../shell/planilla/documents'
import { Doubtful } from '../shell/planilla/doubtful'
import { Source } from '../shell/planilla/source'
import { Button, type ButtonTone } from '../ui/button'
import { CheckField } from '../ui/field'
import { plural } from '../ui/format'
import { Notice } from '../ui/notice'
import { shortName } from '../ui/tipo'
import { AskFolios } from './ask-folios'
import type { Camino } from './camino'
import { ConfirmSimulacion } from './confirm-simulacion'
import { refusedOf, requestsOf, typesLacking } from './propios'
import { useSimulacion } from './use-simulacion'

interface Props {
  camino: Camino
  tone: ButtonTone
}

export function OwnDocuments({ camino, tone }: Props) {
  const [text, setText] = useState<string | null>(null)
  const read = useMemo(() => (text === null ? null : readBatch(text)), [text])
  if (read && 'documentos' in read) {
    const dated = read.documentos.some(({ body }) => body.referencias?.some(({ fecha }) => fecha))
    return (
      <>
        {dated && read.dudosas && <Doubtful {...read.dudosas} />}
        <Review camino={camino} tone={tone} documentos={read.documentos} onOther={() => setText(null)} />
      </>
    )
  }
  return (
    <>
      <p>
        Traiga en una planilla ventas como las que la empresa hace. Con unas pocas basta: Timbre completa las
        que falten. Todas llevan la fecha de hoy, y se emiten en el ambiente de pruebas. Una nota nombra en{' '}
        <code>ref_folio</code> el <code>documento</code> de la planilla que corrige, y va después de él.
      </p>
      {read && (
        <Notice tone="mal">
          <p>{read.error}</p>
        </Notice>
      )}
      <Source onText={setText} />
    </>
  )
}

function Review({
  camino,
  tone,
  documentos,
  onOther,
}: Props & { documentos: readonly BatchDocument[]; onOther: () => void }) {
  const lacking = typesLacking(camino.sets, documentos)
  const short = documentos.length < SIMULACION_MIN
  const [completar, setCompletar] = useState(short || lacking.length > 0)
  const { issue, send, asking, setAsking, simulado } = useSimulacion(camino)
  const fault = issue.error
  const { outcomes, fields } = refusedOf(fault, documentos)
  const rows = documentos.map((documento, index) => ({
    ...{ key: `${index}`, documento, outcome: outcomes.get(index) },
  }))
  const wrong = rows.filter(({ documento, outcome }) => documento.faults.length > 0 || outcome !== undefined)
  const unread = documentos.some(({ faults }) => faults.length > 0)
  const may = !unread && (completar || !short) && documentos.length <= SIMULACION_MAX
  const pedido = { documentos: requestsOf(documentos), ...(completar && { completar }) }
  const said = [
    plural(documentos.length, 'documento'),
    wrong.length > 0 && `${plural(wrong.length, 'documento')} por corregir`,
    !completar && short && `el SII pide ${SIMULACION_MIN} o más`,
    documentos.length > SIMULACION_MAX && `un envío lleva hasta ${SIMULACION_MAX}`,
  ]
  return (
    <section className="seccion" aria-label="Documentos propios">
      <p role="status">{said.filter(Boolean).join(' · ')}</p>
      <BatchTable rows={rows} />
      {lacking.length > 0 && (
        <p>
          La planilla no trae de todo lo que se certifica: falta{' '}
          {lacking.map((tipo) => shortName(tipo).toLowerCase()).join(', ')}.
        </p>
      )}
      <CheckField
        label="Completar con los que hace Timbre"
        hint={`De los sets aprobados agrega los tipos que faltan, y documentos hasta llegar a ${SIMULACION_MIN}.`}
        checked={completar}
        onChange={setCompletar}
      />
      {fault && <FaultNotice fault={fault} fields={fields} />}
      {fault?.code === 'NO_FOLIOS' && (
        <AskFolios camino={camino} pedido={pedido} tone={tone} onAll={issue.reset} />
      )}
      <div className="acciones">
        <Button
          tone={tone}
          busy={issue.isPending}
          waiting="Emitiendo…"
          aria-disabled={!may || undefined}
          aria-haspopup={simulado ? undefined : 'dialog'}
          onClick={() => may && (simulado ? send(pedido) : setAsking(true))}
        >
          Emitir la simulación
        </Button>
        {!issue.isPending && <Button onClick={onOther}>Otra planilla</Button>}
      </div>
      {asking && (
        <ConfirmSimulacion
          folios="un folio nuevo por documento"
          busy={issue.isPending}
          onConfirm={() => send(pedido)}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}

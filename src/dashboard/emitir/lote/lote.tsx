// `/emitir/lote`: many documents out of a table, each taken or refused by itself (http §1).

import { useMemo, useState } from 'react'
import { useSesion } from '../../api/sesion'
import { AMBIENTES } from '../../shell/environment'
import { FaultNotice } from '../../shell/fault-notice'
import { Page } from '../../shell/page'
import { BatchTable, faultsOf, isTaken } from '../../shell/planilla/batch-table'
import { type BatchDocument, readBatch } from '../../shell/planilla/documents'
import { Doubtful } from '../../shell/planilla/doubtful'
import { Source } from '../../shell/planilla/source'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/dialog'
import { CheckField } from '../../ui/field'
import { plural } from '../../ui/format'
import { Notice } from '../../ui/notice'
import { useSend } from './use-send'

export default function Lote() {
  const [text, setText] = useState<string | null>(null)
  const read = useMemo(() => (text === null ? null : readBatch(text)), [text])
  const { soloMira } = useSesion()
  return (
    <Page title="Emitir un lote">
      {read && 'documentos' in read ? (
        <>
          {read.dudosas && <Doubtful {...read.dudosas} />}
          <Review documentos={read.documentos} onOther={() => setText(null)} />
        </>
      ) : (
        <>
          {read && (
            <Notice tone="mal">
              <p>{read.error}</p>
            </Notice>
          )}
          {soloMira ? <OnlyLooks /> : <Source onText={setText} />}
        </>
      )}
    </Page>
  )
}

function OnlyLooks() {
  const { ambiente } = useSesion()
  return (
    <Notice tone="aviso" quiet>
      <p>La empresa no trabaja en {AMBIENTES[ambiente].corto.toLowerCase()}: aquí sólo se mira.</p>
    </Notice>
  )
}

/** A batch is whole or nothing only as far as one request of the API goes. */
const WHOLE_MAX = 100

function Review({ documentos, onOther }: { documentos: readonly BatchDocument[]; onOther: () => void }) {
  const { ambiente } = useSesion()
  const { keys, outcomes, busy, fault, send } = useSend(documentos)
  const [whole, setWhole] = useState(false)
  const [confirming, setConfirming] = useState(false)
  const rows = documentos.map((documento, i) => {
    const key = keys[i] ?? String(i)
    return { key, documento, outcome: outcomes.get(key) }
  })
  const taken = rows.filter(isTaken)
  const open = rows.filter((row) => !isTaken(row))
  const sound = open.filter(({ documento }) => !documento.faults.length)
  const wrong = open.filter((row) => faultsOf(row).length > 0)
  const may = sound.length > 0 && (!whole || sound.length === open.length)
  const issue = (): void => {
    setConfirming(false)
    void send(
      sound.map(({ documento }) => documento),
      whole,
    )
  }
  const unsure = fault !== null && (fault.status === 0 || fault.status >= 500)
  const action = `Emitir ${plural(sound.length, 'documento')}${ambiente === 'produccion' ? (sound.length === 1 ? ' real' : ' reales') : ''}`
  return (
    <section className="seccion" aria-label="Documentos de la planilla">
      <p role="status">
        {[
          plural(documentos.length, 'documento'),
          taken.length > 0 && plural(taken.length, 'emitido'),
          wrong.length > 0 && `${plural(wrong.length, 'documento')} por corregir`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {fault && (
        <FaultNotice fault={fault}>
          {unsure && <p>No se sabe si alcanzó a emitirse. Al enviarlo de nuevo no se emite dos veces.</p>}
        </FaultNotice>
      )}
      <BatchTable rows={rows} />
      {open.length > 0 && documentos.length <= WHOLE_MAX && (
        <CheckField
          label="Emitir todos o ninguno"
          hint="Si no, se emiten los que están bien y los demás quedan con su falta."
          checked={whole}
          onChange={setWhole}
        />
      )}
      <div className="acciones">
        {sound.length > 0 && (
          <Button
            tone="primario"
            busy={busy}
            aria-disabled={!may || undefined}
            onClick={() => may && (ambiente === 'simulacion' ? issue() : setConfirming(true))}
          >
            {unsure ? 'Enviar de nuevo' : action}
          </Button>
        )}
        {/* Documents that may have been issued are settled before another table comes. */}
        {!busy && !unsure && <Button onClick={onOther}>Otra planilla</Button>}
      </div>
      {confirming && (
        <ConfirmDialog
          title={`${action}: ${AMBIENTES[ambiente].corto}`}
          action={action}
          danger={false}
          onConfirm={issue}
          onClose={() => setConfirming(false)}
        >
          <p>No se puede deshacer: cada uno se corrige con una nota. {AMBIENTES[ambiente].dicho}.</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

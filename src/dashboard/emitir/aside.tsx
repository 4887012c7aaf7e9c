// Beside the form: what is wrong, what it comes to, the button that issues, and what became of pressing it.

import type { ReactNode } from 'react'
import type { Fault } from '../api/fault'
import { CONDUCTA } from '../api/faults'
import { useSesion } from '../api/sesion'
import { AMBIENTES } from '../shell/environment'
import { FaultNotice } from '../shell/fault-notice'
import { Button, LinkButton } from '../ui/button'
import { Notice } from '../ui/notice'
import type { FieldFault } from './faults'
import type { Form } from './form'
import { NoFolios } from './no-folios'
import { SaveSerie } from './save-serie'
import { SaveShared } from './save-shared'
import { FaultSummary, Warnings } from './summary'
import { TotalsTable } from './totals'
import type { DraftKeeper } from './use-draft'
import type { Emission } from './use-emission'
import type { Judgement } from './use-judgement'
import type { SavingSerie } from './use-save-serie'
import type { Saving } from './use-save-shared'

export function Aside({
  form,
  judgement,
  shown,
  tried,
  emission,
  saving,
  intoSerie,
  draft,
  action,
  onIssue,
  preview,
}: {
  form: Form
  judgement: Judgement
  shown: readonly FieldFault[]
  tried: boolean
  emission: Emission
  saving: Saving
  intoSerie: SavingSerie
  draft: DraftKeeper['state']
  action: string
  onIssue: () => void
  preview: { open: boolean; toggle: () => void } | null
}) {
  const { soloMira, ambiente, puede } = useSesion()
  const issues = puede('dte:emitir') && !form.serie
  return (
    <aside className="emitir-lado" aria-label="Totales">
      <FaultSummary faults={shown} lines={form.lineas} insistent={tried} />
      {judgement.fault && judgement.fault.code !== 'ALREADY_REPLACED' && !emission.fault && (
        <FaultNotice
          fault={judgement.fault}
          // A form refused for its content would be refused again.
          {...(mayPass(judgement.fault) && { onRetry: judgement.retry })}
        />
      )}
      {puede('dte:emitir') ? (
        <TotalsTable totals={judgement.totals} stale={judgement.pending || !judgement.sound} />
      ) : (
        !form.serie && (
          <p className="ayuda">
            Usted propone y otra persona emite: guárdelo como borrador, y ahí verá el total y lo que falte.
          </p>
        )
      )}
      <Warnings warnings={form.serie ? ofSeries(judgement.warnings) : judgement.warnings} />
      <Failure {...{ form, emission }} />
      {soloMira ? (
        <Notice tone="aviso" quiet>
          <p>La empresa no trabaja en {AMBIENTES[ambiente].corto.toLowerCase()}: aquí sólo se mira.</p>
        </Notice>
      ) : (
        issues && (
          <div className="acciones">
            <Button
              tone="primario"
              busy={emission.busy}
              waiting="Emitiendo…"
              aria-keyshortcuts="Control+Enter"
              onClick={onIssue}
            >
              {action}
            </Button>
            <small className="ayuda-teclas">
              <kbd>Ctrl</kbd> <kbd>Enter</kbd>
            </small>
          </div>
        )
      )}
      {!soloMira && form.serie && <SaveSerie serie={form.serie} saving={intoSerie} onSave={onIssue} />}
      {!soloMira && !form.serie && puede('borradores:escribir') && (
        <SaveShared saving={saving} known={form.borrador !== undefined} primary={!issues} />
      )}
      {preview && (
        <div>
          <Button small aria-expanded={preview.open} onClick={preview.toggle}>
            Vista previa
          </Button>
        </div>
      )}
      <DraftState state={draft} />
    </aside>
  )
}

/** Dates of a series are alike: that is no mistake. */
const ofSeries = (warnings: Judgement['warnings']): Judgement['warnings'] =>
  warnings.filter(({ code }) => code !== 'POSSIBLE_DUPLICATE')

/** Nobody answered, the server could not, or too much was asked. */
const mayPass = ({ status }: Fault): boolean => status === 0 || status === 429 || status >= 500

function DraftState({ state }: { state: DraftKeeper['state'] }): ReactNode {
  if (state === 'nuevo') return null
  return (
    <small>
      {state === 'guardado'
        ? 'Borrador guardado en este equipo'
        : 'No se pudo guardar el borrador: el espacio de este navegador está lleno o cerrado. Puede seguir.'}
    </small>
  )
}

/** The failure of an attempt to issue, when no field is at fault. */
function Failure({ form, emission }: { form: Form; emission: Emission }) {
  const { fault } = emission
  const { borrador } = form
  // That one is asked about in the form.
  if (!fault || fault.code === 'ALREADY_REPLACED') return null
  const { trato } = CONDUCTA[fault.code]
  if (trato === 'folios') return <NoFolios tipo={form.tipo} fault={fault} onGot={emission.issue} />
  const unsure = fault.code === 'SIN_RESPUESTA' || fault.code === 'INTERNAL_ERROR'
  return (
    <FaultNotice fault={fault}>
      {fault.code === 'CONFLICT' && borrador && (
        <>
          <p>No se emitió. Lo que escribió sigue aquí.</p>
          <div>
            <LinkButton href={`/borradores/${borrador.id}`}>Ver el borrador</LinkButton>
          </div>
        </>
      )}
      {unsure && <p>No se sabe si alcanzó a emitirse. Al enviarlo de nuevo no se emite dos veces.</p>}
      {(unsure || trato === 'esperar' || trato === 'sin_conexion') && (
        <div>
          <Button busy={emission.busy} onClick={emission.issue}>
            Enviar de nuevo
          </Button>
        </div>
      )}
    </FaultNotice>
  )
}

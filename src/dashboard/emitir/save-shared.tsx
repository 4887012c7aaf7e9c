// The button that saves a shared draft, and the ways on where somebody else changed it meanwhile.

import { FaultNotice } from '../shell/fault-notice'
import { Button, LinkButton } from '../ui/button'
import { Notice } from '../ui/notice'
import { changedWords } from './shared-draft'
import type { Saving } from './use-save-shared'

export function SaveShared({
  saving,
  known,
  primary,
}: {
  saving: Saving
  /** It is one already. */
  known: boolean
  /** Nothing else is to be done with the form: the person does not issue. */
  primary: boolean
}) {
  const { busy, fault, changed } = saving
  return (
    <>
      <div className="acciones">
        <Button tone={primary ? 'primario' : 'normal'} busy={busy} waiting="Guardando…" onClick={saving.save}>
          {known ? 'Guardar el borrador' : 'Guardar como borrador'}
        </Button>
      </div>
      {fault && <FaultNotice fault={fault} />}
      {changed && (
        <Notice tone="aviso" title="Su borrador no se guardó">
          <p>{changedWords(changed)} Lo que escribió sigue aquí.</p>
          <div className="acciones">
            <LinkButton small href={`/borradores/${changed.id}`}>
              Ver cómo quedó
            </LinkButton>
            {changed.estado === 'abierto' && (
              <Button small busy={busy} onClick={saving.saveOver}>
                Guardar lo mío encima
              </Button>
            )}
            <Button small busy={busy} onClick={saving.saveAsNew}>
              Guardar como otro
            </Button>
          </div>
        </Notice>
      )}
    </>
  )
}

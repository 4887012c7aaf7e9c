// The button that saves into a series, what is kept that no field shows, and why it was refused.

import { FaultNotice } from '../shell/fault-notice'
import { Button, LinkButton } from '../ui/button'
import { formatDate } from '../ui/format'
import type { OfSerie } from './form'
import { relativeWords } from './of-serie'
import type { SavingSerie } from './use-save-serie'

export function SaveSerie({
  serie,
  saving,
  onSave,
}: {
  serie: OfSerie
  saving: SavingSerie
  onSave: () => void
}) {
  const { nombre, fecha, id } = serie
  return (
    <>
      <p>
        {fecha === null
          ? `Lo que emite la serie ${nombre} desde su próxima fecha.`
          : `Sólo el ${formatDate(fecha)} de la serie ${nombre}.`}{' '}
        En los textos, {'{mes}'}, {'{anio}'} y {'{n}'} los escribe cada fecha.
      </p>
      {relativeWords(serie).map((text) => (
        <p key={text} className="ayuda">
          {text}, salvo que lo escriba aquí.
        </p>
      ))}
      {saving.fault && <FaultNotice fault={saving.fault} />}
      <div className="acciones">
        <Button
          tone="primario"
          busy={saving.busy}
          waiting="Guardando…"
          aria-keyshortcuts="Control+Enter"
          onClick={onSave}
        >
          Guardar en la serie
        </Button>
        <LinkButton href={`/recurrentes/${id}`}>Volver a la serie</LinkButton>
      </div>
    </>
  )
}

// A series changed, paused, resumed, ended, done ahead of its day in simulation, and removed (areas/recurrentes §2, §5).

import { useState } from 'react'
import { useLocation } from 'wouter'
import { addDays, chileDate } from '../../../domain/fecha'
import { useWrite } from '../../api/query'
import type { Serie } from '../../api/routes.gen'
import { useSesion } from '../../api/sesion'
import { useWish } from '../../api/wish'
import { FaultNotice } from '../../shell/fault-notice'
import { notify } from '../../shell/notices'
import { Button } from '../../ui/button'
import { ConfirmDialog, Dialog } from '../../ui/dialog'
import { TextField } from '../../ui/field'
import { Form, FormActions } from '../../ui/form'
import { formatDate } from '../../ui/format'
import { EditDialog } from './edit-dialog'
import { AFTER_DATE, rightsOf, SERIES } from './words'

type Open = 'editar' | 'pausar' | 'terminar' | 'eliminar' | null

export function SerieActions({ serie, editing }: { serie: Serie; editing: boolean }) {
  const sesion = useSesion()
  const [, navigate] = useLocation()
  const rights = rightsOf(serie, sesion)
  const [open, setOpen] = useState<Open>(editing && rights.editar ? 'editar' : null)
  const { id } = serie
  const close = (): void => {
    setOpen(null)
    if (editing) navigate(`/recurrentes/${id}`, { replace: true })
  }
  const resume = useWrite('POST /v1/recurrentes/:id/reanudar', ...SERIES)
  return (
    <>
      {rights.editar && (
        <Button aria-haspopup="dialog" onClick={() => setOpen('editar')}>
          Editar
        </Button>
      )}
      {rights.pausar && (
        <Button aria-haspopup="dialog" onClick={() => setOpen('pausar')}>
          Pausar
        </Button>
      )}
      {rights.reanudar && (
        <Button tone="primario" busy={resume.isPending} onClick={() => resume.mutate({ params: { id } })}>
          Reanudar
        </Button>
      )}
      {rights.adelantar && sesion.ambiente === 'simulacion' && <Ahead serie={serie} />}
      {rights.terminar && (
        <Button tone="peligro" aria-haspopup="dialog" onClick={() => setOpen('terminar')}>
          Terminar
        </Button>
      )}
      {rights.eliminar && (
        <Button tone="peligro" aria-haspopup="dialog" onClick={() => setOpen('eliminar')}>
          Eliminar
        </Button>
      )}
      {resume.error && <FaultNotice fault={resume.error} />}
      {open === 'editar' && <EditDialog serie={serie} onClose={close} />}
      {open === 'pausar' && <PauseDialog serie={serie} onClose={close} />}
      {open === 'terminar' && <FinishDialog serie={serie} onClose={close} />}
      {open === 'eliminar' && <RemoveDialog serie={serie} onClose={close} />}
    </>
  )
}

function Ahead({ serie: { id, detenida, proxima } }: { serie: Serie }) {
  const ahead = useWrite('POST /v1/recurrentes/:id/adelantar', ...AFTER_DATE)
  const wish = useWish()
  const fecha = detenida?.fecha ?? proxima
  if (!fecha) return null
  const run = (): void => {
    ahead.mutate(
      { params: { id }, clave: wish.keyOf({ id, fecha }) },
      {
        onSettled: (_, fault) => wish.settled(fault),
        onSuccess: ({ data }) =>
          data.detenida?.fecha === fecha
            ? notify({
                tone: 'aviso',
                title: `${formatDate(fecha)}: espera`,
                text: data.detenida.mensaje ?? '',
              })
            : notify({ tone: 'bien', title: `Se hizo la fecha ${formatDate(fecha)}` }),
      },
    )
  }
  return (
    <>
      <Button busy={ahead.isPending} onClick={run}>
        Adelantar la próxima
      </Button>
      {ahead.error && <FaultNotice fault={ahead.error} />}
    </>
  )
}

interface DialogProps {
  serie: Serie
  onClose: () => void
}

function PauseDialog({ serie: { id, nombre }, onClose }: DialogProps) {
  const [hasta, setHasta] = useState('')
  const pause = useWrite('POST /v1/recurrentes/:id/pausar', ...SERIES)
  const atDay = pause.error?.of('hasta')
  const submit = (): void => {
    if (pause.isPending) return
    pause.mutate({ params: { id }, body: { hasta: hasta || null } }, { onSuccess: onClose })
  }
  return (
    <Dialog title={`Pausar ${nombre}`} onClose={onClose}>
      <Form onSubmit={submit} fault={pause.error}>
        <p>Lo que pasa en la pausa queda fuera: no se emite después.</p>
        <TextField
          label="Sigue sola el"
          optional
          hint="Sin día, hasta que alguien la reanude."
          type="date"
          min={addDays(chileDate(new Date()), 1)}
          value={hasta}
          onChange={setHasta}
          error={atDay}
        />
        {pause.error && !atDay && <FaultNotice fault={pause.error} />}
        <FormActions action="Pausar la serie" busy={pause.isPending} onClose={onClose} />
      </Form>
    </Dialog>
  )
}

function FinishDialog({ serie: { id, nombre }, onClose }: DialogProps) {
  const finish = useWrite('POST /v1/recurrentes/:id/terminar', ...SERIES)
  return (
    <ConfirmDialog
      title={`Terminar ${nombre}`}
      action="Terminar la serie"
      busy={finish.isPending}
      onConfirm={() => finish.mutate({ params: { id } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>Es para siempre, y lo que esperaba queda fuera. Sus documentos y borradores quedan como están.</p>
      {finish.error && <FaultNotice fault={finish.error} />}
    </ConfirmDialog>
  )
}

function RemoveDialog({ serie: { id, nombre }, onClose }: DialogProps) {
  const [, navigate] = useLocation()
  const remove = useWrite('DELETE /v1/recurrentes/:id', 'GET /v1/recurrentes')
  const done = (): void => {
    notify({ tone: 'bien', title: `${nombre} se eliminó` })
    navigate('/recurrentes', { replace: true })
  }
  return (
    <ConfirmDialog
      title={`Eliminar ${nombre}`}
      action="Eliminar la serie"
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id } }, { onSuccess: done })}
      onClose={onClose}
    >
      <p>Deja de estar en la lista. Sus documentos y borradores quedan como están.</p>
      {remove.error && <FaultNotice fault={remove.error} />}
    </ConfirmDialog>
  )
}

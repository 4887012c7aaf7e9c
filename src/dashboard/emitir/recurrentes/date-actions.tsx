// A person speaks of one date of a series: leave it out, move it, give it its own request, or take that back (areas/recurrentes §3).

import { useState } from 'react'
import { useLocation } from 'wouter'
import { addDays, chileDate } from '../../../domain/fecha'
import { useWrite } from '../../api/query'
import type { Serie } from '../../api/routes.gen'
import { useSesion } from '../../api/sesion'
import { FaultNotice } from '../../shell/fault-notice'
import { notify } from '../../shell/notices'
import { Dialog } from '../../ui/dialog'
import { TextField } from '../../ui/field'
import { Form, FormActions } from '../../ui/form'
import { formatDate } from '../../ui/format'
import { Menu, type MenuItem } from '../../ui/menu'
import { tipoOf } from '../from-draft'
import { emissionType } from '../types'
import { rightsOf, SERIES } from './words'

/** A date is moved no further from its own. */
const LEJOS = 366

interface Of {
  serie: Serie
  /** The rule's own. */
  fecha: string
  estado: string
}

export function DateActions({ serie, fecha, estado }: Of) {
  const sesion = useSesion()
  const [, navigate] = useLocation()
  const [moving, setMoving] = useState(false)
  const say = useWrite('PUT /v1/recurrentes/:id/ocurrencias/:fecha', ...SERIES)
  const undo = useWrite('DELETE /v1/recurrentes/:id/ocurrencias/:fecha', ...SERIES)
  const { omitir, mover, editar } = rightsOf(serie, sesion)
  const params = { id: serie.id, fecha }
  const tipo = tipoOf(serie.solicitud)
  const waits = estado === 'detenida'
  const omitida = estado === 'omitida'
  const done = (title: string) => ({
    onSuccess: () => notify({ tone: 'bien', title: `${formatDate(fecha)}: ${title}` }),
  })
  const items: MenuItem[] = [
    ...(omitir && !omitida
      ? [
          {
            id: 'omitir',
            label: 'Omitir',
            onChoose: () => say.mutate({ params, body: { omitir: true } }, done('no se hace')),
          },
        ]
      : []),
    ...(mover ? [{ id: 'mover', label: 'Mover a otro día', onChoose: () => setMoving(true) }] : []),
    ...(editar && !waits && !omitida && tipo !== null && emissionType(tipo)
      ? [
          {
            id: 'propia',
            label: 'Cambiar sólo ésta',
            onChoose: () => navigate(`/emitir/${tipo}?serie=${serie.id}&fecha=${fecha}`),
          },
        ]
      : []),
    ...(mover && (omitida || estado === 'cambiada') && fecha >= chileDate(new Date())
      ? [
          {
            id: 'deshacer',
            label: 'Deshacer el cambio',
            onChoose: () => undo.mutate({ params }, done('se hace como dice la regla')),
          },
        ]
      : []),
  ]
  const fault = say.error ?? undo.error
  return (
    <>
      {items.length > 0 && (
        <Menu label="Cambiar" items={items} aria-label={`Cambiar el ${formatDate(fecha)}`} />
      )}
      {fault && <FaultNotice fault={fault} />}
      {moving && <MoveDialog {...{ serie, fecha }} onClose={() => setMoving(false)} />}
    </>
  )
}

function MoveDialog({ serie: { id }, fecha, onClose }: Omit<Of, 'estado'> & { onClose: () => void }) {
  const hoy = chileDate(new Date())
  const [dia, setDia] = useState('')
  const [missing, setMissing] = useState<string>()
  const move = useWrite('PUT /v1/recurrentes/:id/ocurrencias/:fecha', ...SERIES)
  const atDay = move.error?.of('mover_a')
  const submit = (): void => {
    if (move.isPending) return
    const lack = !dia
      ? 'Elija el día'
      : dia === fecha
        ? 'Es su propia fecha: para volver a ella, deshaga'
        : undefined
    setMissing(lack)
    if (lack) return
    const done = (): void => {
      notify({ tone: 'bien', title: `${formatDate(fecha)}: se hace el ${formatDate(dia)}` })
      onClose()
    }
    move.mutate({ params: { id, fecha }, body: { mover_a: dia } }, { onSuccess: done })
  }
  return (
    <Dialog title={`Mover el ${formatDate(fecha)}`} onClose={onClose}>
      <Form onSubmit={submit} fault={missing ?? move.error}>
        <TextField
          label="Se hace el"
          hint="A la hora de la serie; si ya pasó, en un minuto. Sus textos dicen la fecha de la regla."
          type="date"
          min={hoy}
          max={addDays(fecha, LEJOS)}
          value={dia}
          onChange={setDia}
          error={missing ?? atDay}
        />
        {move.error && !atDay && <FaultNotice fault={move.error} />}
        <FormActions action="Mover" busy={move.isPending} onClose={onClose} />
      </Form>
    </Dialog>
  )
}

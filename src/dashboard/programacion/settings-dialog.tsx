// Sets what the API lets be set of a task: an hour of Chile, or how many.

import { useState } from 'react'
import type { BodyOf } from '../api/client'
import { useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { Dialog } from '../ui/dialog'
import { TextField } from '../ui/field'
import { Form, FormActions } from '../ui/form'
import { CountField } from '../ui/money-field'
import { fieldOf, type Task, wordsOf } from './tasks'

type Cambios = BodyOf<'PUT /v1/empresa/:id/programacion'>

export function SettingsDialog({ task, onClose }: { task: Task; onClose: () => void }) {
  const { empresa } = useSesion()
  const { tarea } = task.estado
  const { nombre } = wordsOf(tarea)
  const [values, setValues] = useState<Readonly<Record<string, string | number | boolean | null>>>(
    task.ajustes,
  )
  const [missing, setMissing] = useState(false)
  const save = useWrite('PUT /v1/empresa/:id/programacion', 'GET /v1/empresa/:id/programacion')
  const { campos } = task
  const isEmpty = (campo: string): boolean => values[campo] === null || values[campo] === ''
  const submit = (): void => {
    if (save.isPending) return
    const empty = campos.some(isEmpty)
    setMissing(empty)
    if (empty) return
    const changed = Object.fromEntries(campos.map((campo) => [campo, values[campo]]))
    // By the API's own names, as it listed them.
    save.mutate({ params: { id: empresa.id }, body: { [tarea]: changed } as Cambios }, { onSuccess: onClose })
  }
  const errorOf = (campo: string): string | undefined =>
    missing && isEmpty(campo) ? 'Falta' : save.error?.of(`${tarea}.${campo}`)
  const paths = campos.map((campo) => `${tarea}.${campo}`)
  const faults = save.error?.detalles ?? []
  const atFields = faults.length > 0 && faults.every(({ campo }) => paths.includes(campo))
  return (
    <Dialog title={`Cambiar: ${nombre}`} onClose={onClose}>
      <Form onSubmit={submit} fault={missing || save.error}>
        {campos.map((campo) => {
          const [label, hint] = fieldOf(campo)
          const value = values[campo]
          const common = { label, hint, error: errorOf(campo) }
          const set = (next: string | number | null) => setValues({ ...values, [campo]: next })
          return typeof task.ajustes[campo] === 'number' ? (
            <CountField
              key={campo}
              {...common}
              value={typeof value === 'number' ? value : null}
              onChange={set}
            />
          ) : (
            <TextField key={campo} {...common} type="time" value={String(value ?? '')} onChange={set} />
          )
        })}
        {save.error && !atFields && <FaultNotice fault={save.error} />}
        <FormActions action="Guardar" busy={save.isPending} onClose={onClose} />
      </Form>
    </Dialog>
  )
}

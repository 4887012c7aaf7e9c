// A purchase without a file: its data, typed.

import { useLocation } from 'wouter'
import { useWrite } from '../api/query'
import { useWish } from '../api/wish'
import { FaultNotice } from '../shell/fault-notice'
import { KeptWords } from '../shell/kept-notice'
import { useKeptForm, useKeptWishes } from '../shell/use-kept-form'
import { Dialog } from '../ui/dialog'
import { Form, FormActions } from '../ui/form'
import { LECTURAS } from './compra'
import { changesOf, DatosFields, draftOf, PATHS } from './datos'

const BLANK = draftOf()

export function NewByHand({ onClose }: { onClose: () => void }) {
  const [, navigate] = useLocation()
  const kept = useKeptForm('compra', '', BLANK)
  const draft = kept.form
  const create = useWrite('POST /v1/compras-internacionales', ...LECTURAS)
  const wish = useWish(useKeptWishes('compra'))
  const close = (): void => {
    kept.end()
    onClose()
  }
  const submit = (): void => {
    if (create.isPending) return
    const body = changesOf(draft, BLANK, [])
    create.mutate(
      { query: {}, body, clave: wish.keyOf(body) },
      {
        onSettled: (_, fault) => wish.settled(fault),
        onSuccess({ data }) {
          kept.end()
          if ('id' in data) navigate(`/compras-internacionales/${data.id}`)
        },
      },
    )
  }
  return (
    <Dialog wide title="Compra sin archivo" typed={kept.state !== 'igual' || undefined} onClose={close}>
      <KeptWords {...kept} />
      <Form onSubmit={submit} fault={create.error}>
        <DatosFields draft={draft} onChange={kept.change} fault={create.error} />
        {create.error && <FaultNotice fault={create.error} fields={PATHS} />}
        <FormActions action="Guardar la compra" busy={create.isPending} onClose={onClose} />
      </Form>
    </Dialog>
  )
}

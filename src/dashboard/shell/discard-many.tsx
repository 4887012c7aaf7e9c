// Several stopped operations of one base discarded at once: how many of which, and what becomes of them, is said before.

import { useState } from 'react'
import { useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import { Button } from '../ui/button'
import { CheckList } from '../ui/check-list'
import { Dialog } from '../ui/dialog'
import { CheckField } from '../ui/field'
import { Form, FormActions } from '../ui/form'
import { plural } from '../ui/format'
import { BASES, type Base } from './bases'
import { FaultNotice } from './fault-notice'
import { notify } from './notices'
import { claseOf, nameOf, type Operacion } from './operation'

/** `stopped`: those in sight. One by itself has a button of its own. */
export function DiscardMany({ base, stopped }: { base: Base; stopped: readonly Operacion[] }) {
  const { puede, soloMira } = useSesion()
  const [asking, setAsking] = useState(false)
  if (!asking && (stopped.length < 2 || !puede(BASES[base].actuar) || soloMira)) return null
  return (
    <div className="acciones">
      <Button small aria-haspopup="dialog" onClick={() => setAsking(true)}>
        Descartar varias de las {stopped.length} detenidas
      </Button>
      {asking && <Choose {...{ base, stopped }} onClose={() => setAsking(false)} />}
    </div>
  )
}

function Choose({
  base,
  stopped,
  onClose,
}: {
  base: Base
  stopped: readonly Operacion[]
  onClose: () => void
}) {
  const [selected, setSelected] = useState<readonly string[]>([])
  const discard = useWrite(
    `POST ${base}/trabajos/descartar`,
    `GET ${base}/trabajos`,
    `GET ${base}/trabajos/:jobId`,
    'GET /v1/resumen',
  )
  const ids = selected.filter((id) => stopped.some((one) => one.id === id))
  const kinds = new Set(stopped.filter(({ id }) => ids.includes(id)).map(({ tipo }) => tipo))
  const submit = (): void => {
    if (discard.isPending || !ids.length) return
    discard.mutate(
      { body: { ids } },
      {
        onSuccess({ data: { descartados, resultados } }) {
          const names = new Map(stopped.map((one) => [one.id, nameOf(one)]))
          const left = resultados.filter(({ descartado }) => !descartado)
          notify({
            tone: left.length ? 'aviso' : 'bien',
            title: `Se descartaron ${plural(descartados, 'operación', 'operaciones')}`,
            ...(left.length && {
              text: left.map(({ id, error }) => `${names.get(id) ?? id}: ${error}`).join(' '),
              stays: true,
            }),
          })
          onClose()
        },
      },
    )
  }
  return (
    <Dialog wide title="Descartar operaciones detenidas" onClose={discard.isPending ? null : onClose}>
      <Form onSubmit={submit} fault={discard.error}>
        <CheckField
          label={`Todas las de esta página (${stopped.length})`}
          checked={ids.length === stopped.length}
          onChange={(on) => setSelected(on ? stopped.map(({ id }) => id) : [])}
        />
        <CheckList
          legend="Cuáles"
          choices={stopped.map((one) => ({ id: one.id, label: nameOf(one), hint: one.error?.error }))}
          selected={ids}
          onChange={setSelected}
        />
        <ul>
          {[...kinds].map((tipo) => (
            <li key={tipo}>{claseOf(tipo).descartada}</li>
          ))}
        </ul>
        {discard.error && <FaultNotice fault={discard.error} />}
        <FormActions
          action={ids.length ? `Descartar ${plural(ids.length, 'operación', 'operaciones')}` : 'Descartar'}
          tone="peligro"
          busy={discard.isPending}
          onClose={onClose}
        />
      </Form>
    </Dialog>
  )
}

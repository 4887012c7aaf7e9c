// Drafts discarded, one or several: each stays to be seen, and nobody issues it.

import { useState } from 'react'
import { api, holdPlace } from '../../api/client'
import { type Fault, toFault } from '../../api/fault'
import { useInvalidate } from '../../api/query'
import { FaultNotice } from '../../shell/fault-notice'
import { notify } from '../../shell/notices'
import { ConfirmDialog } from '../../ui/dialog'
import { plural, upperFirst } from '../../ui/format'
import { DRAFTS } from './acts'
import { nameOf, type Row } from './words'

export function Discard({
  rows,
  onDone,
  onClose,
}: {
  rows: readonly Row[]
  onDone: () => void
  onClose: () => void
}) {
  const [done, setDone] = useState<ReadonlySet<string>>(new Set())
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<Fault | null>(null)
  const invalidate = useInvalidate()
  const [first] = rows
  const name =
    rows.length === 1 && first
      ? `el borrador de ${nameOf(first)}`
      : plural(rows.length, 'borrador', 'borradores')
  const run = async (): Promise<void> => {
    setBusy(true)
    setFault(null)
    const isSame = holdPlace()
    try {
      for (const { id } of rows) {
        if (done.has(id)) continue
        if (!isSame()) return
        await api('DELETE /v1/borradores/:id', { params: { id } })
        setDone((before) => new Set(before).add(id))
      }
      notify({
        tone: 'bien',
        title: rows.length === 1 ? 'Borrador descartado' : `${upperFirst(name)} descartados`,
      })
      onDone()
    } catch (thrown) {
      setFault(toFault(thrown))
    } finally {
      setBusy(false)
      void invalidate(...DRAFTS)
    }
  }
  return (
    <ConfirmDialog
      title={`Descartar ${name}`}
      action="Descartar"
      busy={busy}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <p>Nadie podrá emitirlo. Queda entre los descartados, de donde se puede copiar a otro.</p>
      {rows.length > 1 && busy && (
        <p role="status">
          {done.size} de {rows.length}
        </p>
      )}
      {fault && <FaultNotice fault={fault} />}
    </ConfirmDialog>
  )
}

// Asks before jobs are discarded, and says what becomes of their folios.

import { ConfirmDialog } from '../ui/dialog'
import { formatPesos, plural } from '../ui/format'
import { beforeDiscard, nameOf, type Trabajo } from './trabajo'

const sumOf = (trabajos: readonly Trabajo[]): number =>
  trabajos.reduce((sum, { monto_total }) => sum + monto_total, 0)

export function Discard({
  trabajos,
  onConfirm,
  onClose,
}: {
  trabajos: readonly Trabajo[]
  onConfirm: () => void
  onClose: () => void
}) {
  const [only] = trabajos
  const title =
    trabajos.length === 1 && only
      ? `Descartar ${nameOf(only)}`
      : `Descartar ${plural(trabajos.length, 'trabajo')}`
  return (
    <ConfirmDialog title={title} action={title} onConfirm={onConfirm} onClose={onClose}>
      {trabajos.length > 1 && <p>Suman {formatPesos(sumOf(trabajos))}.</p>}
      <ul>
        {trabajos.map((trabajo) => (
          <li key={trabajo.id}>
            {trabajos.length > 1 && <strong>{nameOf(trabajo)}: </strong>}
            {beforeDiscard(trabajo)}
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}

// The actions on the chosen rows, in a bar that stays in sight.

import { useState } from 'react'
import { useSesion } from '../api/sesion'
import { Button } from '../ui/button'
import { formatPesos, plural } from '../ui/format'
import { saveFile } from '../ui/save'
import { mailsHere } from './actions'
import { csvOf } from './csv'
import { nameOfList } from './file-names'
import { MailMany } from './mail-many'
import { PrintMany } from './print-many'
import type { Row } from './rows'

export function Selection({ rows, onClear }: { rows: readonly Row[]; onClear: () => void }) {
  const sesion = useSesion()
  const [mailing, setMailing] = useState<readonly Row[]>()
  const [printing, setPrinting] = useState<readonly Row[]>()
  if (!rows.length) return null
  const sum = rows.reduce((total, { monto_total }) => total + monto_total, 0)
  return (
    // biome-ignore lint/a11y/useSemanticElements: what a group of buttons is
    <div className="seleccion acciones" role="group" aria-label="Con lo seleccionado">
      <span role="status">
        {plural(rows.length, 'seleccionado')} · {formatPesos(sum)}
      </span>
      <Button
        onClick={() =>
          saveFile(
            new Blob([csvOf(rows)], { type: 'text/csv' }),
            nameOfList(sesion, { desde: 'seleccion', hasta: '' }, 'csv'),
          )
        }
      >
        CSV de lo seleccionado
      </Button>
      <Button onClick={() => setPrinting(rows)}>Imprimir</Button>
      {sesion.puede('dte:emitir') && !sesion.soloMira && mailsHere(sesion) && (
        <Button onClick={() => setMailing(rows)}>Enviar por correo</Button>
      )}
      <Button tone="liso" onClick={onClear}>
        Quitar la selección
      </Button>
      {printing && <PrintMany rows={printing} onClose={() => setPrinting(undefined)} />}
      {mailing && <MailMany rows={mailing} onClose={() => setMailing(undefined)} />}
    </div>
  )
}

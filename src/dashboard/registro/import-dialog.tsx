// Files of the SII's page taken over: each is tried first, and says what it would change or what is wrong with it, line by line.

import { useState } from 'react'
import { useLocation } from 'wouter'
import { chileDate } from '../../domain/fecha'
import { api, formOf, holdPlace } from '../api/client'
import { toFault } from '../api/fault'
import { useInvalidate } from '../api/query'
import { monthsUntil } from '../shell/period'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { SelectField } from '../ui/field'
import { FileDrop, useFileDrop } from '../ui/file-drop'
import { formatPeriod, plural } from '../ui/format'
import { type Importable, ImportedFile } from './imported-file'

const ENDS = ['.csv']
/** Made old by an import. */
const READ = [
  'GET /v1/rcv',
  'GET /v1/rcv/:periodo',
  'GET /v1/rcv/:periodo/cambios',
  'GET /v1/rcv/:periodo/cuadratura',
  'GET /v1/rcv/:periodo/f29',
  'GET /v1/rcv/:periodo/vinculaciones',
  'GET /v1/rcv/:periodo/nc-pendientes',
  'GET /v1/rcv/vinculaciones',
  'GET /v1/libros/ventas/:periodo',
  'GET /v1/libros/compras/:periodo',
] as const

let last = 0

async function send(one: Importable, periodo: string, simular: boolean): Promise<Importable> {
  const body = formOf({ archivo: one.file })
  try {
    // Whoever presses the button was told that the file would empty the slice.
    const empties = one.data?.documentos === 0 && one.data.ausentes > 0
    const query = simular ? { simular: 'true' as const } : empties ? { vaciar: 'true' as const } : {}
    const { data } = await api('POST /v1/rcv/:periodo/importar', { params: { periodo }, query, body })
    return { ...one, estado: simular ? 'lista' : 'hecha', data, fault: null }
  } catch (thrown) {
    return { ...one, estado: 'fallo', data: null, fault: toFault(thrown) }
  }
}

/** `periodo`: the month that is looked at; without one, last month, whose files are the ones that are read next. */
export function ImportDialog({ periodo: given, onClose }: { periodo?: string; onClose: () => void }) {
  const hoy = chileDate(new Date())
  const [, navigate] = useLocation()
  const invalidate = useInvalidate()
  const [periodo, setPeriodo] = useState(given ?? monthsUntil(hoy)[1] ?? '')
  const [files, setFiles] = useState<readonly Importable[]>([])
  const [busy, setBusy] = useState(false)

  /** One after the other: each counts on what the one before it brought. */
  const run = async (list: readonly Importable[], of: string, simular: boolean): Promise<boolean> => {
    setBusy(true)
    let good = true
    let shown = list
    const isSame = holdPlace()
    for (const one of list) {
      // No file says whose it is.
      if (!isSame()) return false
      const answered = await send(one, of, simular)
      good &&= answered.fault === null
      shown = shown.map((each) => (each.id === one.id ? answered : each))
      setFiles(shown)
    }
    setBusy(false)
    return good
  }
  const pending = (list: readonly Importable[]): Importable[] =>
    list.map((one) => ({ ...one, estado: 'probando', data: null, fault: null }))
  const drop = useFileDrop(ENDS, (chosen) => {
    const list = pending(
      chosen.map((file) => ({ id: ++last, file, estado: 'probando', data: null, fault: null })),
    )
    setFiles(list)
    void run(list, periodo, true)
  })
  const changeMonth = (next: string): void => {
    setPeriodo(next)
    if (!files.length) return
    const list = pending(files)
    setFiles(list)
    void run(list, next, true)
  }
  const ready = files.filter(({ estado }) => estado === 'lista')
  const importAll = async (): Promise<void> => {
    const good = await run(ready, periodo, false)
    await invalidate(...READ)
    if (!good) return
    onClose()
    navigate(`/registro/${periodo}`)
  }
  return (
    <Dialog wide title="Importar archivos del registro" onClose={busy ? null : onClose}>
      <div className="columna">
        <SelectField
          label="Mes de los archivos"
          hint="El archivo no lo dice por dentro, sólo su nombre: lo que trae queda en este mes."
          options={monthsUntil(hoy).map((one) => [one, formatPeriod(one)] as const)}
          value={periodo}
          disabled={busy}
          onChange={changeMonth}
          data-foco
        />
        <FileDrop
          label="Suelte aquí los archivos CSV del sitio del SII: ventas, y cada estado de las compras."
          action="Elegir archivos"
          multiple
          busy={busy}
          {...drop}
        />
        <div role="status" className="columna">
          {files.map((one) => (
            <ImportedFile key={one.id} {...one} />
          ))}
        </div>
        <div className="acciones">
          {ready.length > 0 && (
            <Button tone="primario" busy={busy} onClick={() => void importAll()}>
              Importar {plural(ready.length, 'archivo')} a {formatPeriod(periodo)}
            </Button>
          )}
          <Button busy={busy} onClick={onClose}>
            Volver
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

// The company's logo: as it is now, another in its place, or none. What is loaded is printed from then on.

import { useEffect, useMemo, useState } from 'react'
import { formOf } from '../api/client'
import { useApiOrNull, useWrite } from '../api/query'
import { FaultNotice } from '../shell/fault-notice'
import { Loaded } from '../shell/loaded'
import { notify } from '../shell/notices'
import { Button } from '../ui/button'
import { ConfirmDialog } from '../ui/dialog'
import { FileDrop, refuseFile } from '../ui/file-drop'

const ENDS = ['.png', '.jpg', '.jpeg']
const MAX_MB = 1
/** Answers that tell of the logo. */
const OLD = ['GET /v1/plantilla/logo', 'GET /v1/empresa/:id', 'GET /v1/empresa/actual'] as const

/** `onChanged`: another is printed now. */
export function LogoPart({ onChanged }: { onChanged: () => void }) {
  const query = useApiOrNull('GET /v1/plantilla/logo')
  return (
    <section className="seccion" aria-labelledby="logo">
      <h2 id="logo">Logo</h2>
      <Loaded query={query}>
        {(file) => (
          <>
            {file && <Shown file={file} onChanged={onChanged} />}
            <Load replaces={file !== null} onChanged={onChanged} />
          </>
        )}
      </Loaded>
    </section>
  )
}

function Shown({ file, onChanged }: { file: Blob; onChanged: () => void }) {
  const [removing, setRemoving] = useState(false)
  const url = useMemo(() => URL.createObjectURL(file), [file])
  useEffect(() => () => URL.revokeObjectURL(url), [url])
  return (
    <div className="plantilla-logo">
      <img src={url} alt="Logo de la empresa" />
      <Button tone="peligro" onClick={() => setRemoving(true)}>
        Borrar el logo
      </Button>
      {removing && <Remove onChanged={onChanged} onClose={() => setRemoving(false)} />}
    </div>
  )
}

function Remove({ onChanged, onClose }: { onChanged: () => void; onClose: () => void }) {
  const remove = useWrite('DELETE /v1/plantilla/logo', ...OLD)
  const done = (): void => {
    onChanged()
    notify({ tone: 'bien', title: 'El logo se borró' })
  }
  return (
    <ConfirmDialog
      title="Borrar el logo"
      action="Borrar el logo"
      busy={remove.isPending}
      onConfirm={() => remove.mutate({}, { onSuccess: done })}
      onClose={onClose}
    >
      <p>Desde ahora ningún documento lo lleva. Puede cargarlo de nuevo.</p>
      {remove.error && <FaultNotice fault={remove.error} />}
    </ConfirmDialog>
  )
}

function Load({ replaces, onChanged }: { replaces: boolean; onChanged: () => void }) {
  const [refused, setRefused] = useState<string | null>(null)
  const load = useWrite('POST /v1/plantilla/logo', ...OLD)
  const fault = load.error
  const send = ([file]: File[]): void => {
    if (!file) return
    load.reset()
    const reason = refuseFile(file, ENDS, MAX_MB)
    setRefused(reason)
    if (reason) return
    load.mutate(
      { body: formOf({ archivo: file }) },
      {
        onSuccess: () => {
          onChanged()
          notify({ tone: 'bien', title: 'El logo se imprime desde ahora' })
        },
      },
    )
  }
  const why = refused ?? fault?.of('archivo')
  return (
    <>
      <FileDrop
        label={`Suelte aquí una imagen PNG o JPEG de hasta ${MAX_MB} MB.`}
        action={replaces ? 'Elegir otra imagen' : 'Elegir la imagen'}
        ends={ENDS}
        busy={load.isPending}
        onFiles={send}
        error={why}
      />
      {fault && !why && <FaultNotice fault={fault} fields={['archivo']} />}
      <small>
        Se imprime en todos los documentos desde que se carga, salvo con una versión que no lo lleve y en las
        impresoras térmicas ESC/POS, que guardan el suyo.
      </small>
    </>
  )
}

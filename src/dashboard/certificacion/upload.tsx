// The set's file, by drop or by button; a line that cannot be read is told by its number (areas/certificacion §2).

import { formOf } from '../api/client'
import type { Fault } from '../api/fault'
import { useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { notify } from '../shell/notices'
import { FileDrop, useFileDrop } from '../ui/file-drop'
import { Notice } from '../ui/notice'
import { type Camino, ENVEJECE } from './camino'
import { AskSet } from './ensayo'

export function Upload({ camino }: { camino: Camino }) {
  const { ambiente } = useSesion()
  const load = useWrite('POST /v1/certificacion/:id/sets', ...ENVEJECE)
  const send = (file: File): void => {
    load.mutate(
      { params: { id: camino.id }, query: {}, body: formOf({ archivo: file }) },
      { onSuccess: () => notify({ tone: 'bien', title: 'El set de pruebas quedó cargado' }) },
    )
  }
  const drop = useFileDrop(['.txt'], ([file]) => file && send(file))
  return (
    <div className="columna">
      {ambiente === 'simulacion' && <AskSet alcance={camino.alcance} busy={load.isPending} onFile={send} />}
      <FileDrop
        {...drop}
        label="Suelte aquí el archivo TXT del set, tal como lo entrega el SII: sin abrirlo ni guardarlo con otro programa."
        action="Elegir el archivo"
        tone={ambiente === 'simulacion' ? 'normal' : 'primario'}
        busy={load.isPending}
      />
      {load.error && <Unread fault={load.error} />}
    </div>
  )
}

function Unread({ fault }: { fault: Fault }) {
  const lines = fault.detalles.filter(({ datos }) => typeof datos.linea === 'number')
  if (!lines.length) return <FaultNotice fault={fault} />
  return (
    <Notice tone="mal" title="El set no se cargó">
      <ul>
        {lines.map(({ mensaje, datos }) => (
          <li key={`${datos.linea} ${mensaje}`}>
            Línea {String(datos.linea)}: {mensaje}
          </li>
        ))}
      </ul>
      {fault.omitidos > 0 && <p>Y {fault.omitidos} más.</p>}
      <p>Nada se guardó. Descargue el archivo otra vez y cárguelo sin abrirlo.</p>
    </Notice>
  )
}

// Files of suppliers dropped or chosen: each is taken in by itself, and says what came of it.

import { useState } from 'react'
import { Link } from 'wouter'
import { api, formOf } from '../api/client'
import { type Fault, toFault } from '../api/fault'
import { useInvalidate } from '../api/query'
import { FaultNotice } from '../shell/fault-notice'
import { FileDrop, useFileDrop } from '../ui/file-drop'
import { plural } from '../ui/format'
import { Notice } from '../ui/notice'
import { nameOf } from './words'

const ENDS = ['.xml', '.eml']
const READ = ['GET /v1/recibidos', 'GET /v1/recibidos/:id', 'GET /v1/rcv/:periodo'] as const

type Carga = Awaited<ReturnType<typeof send>>

let last = 0

const send = (file: File) => api('POST /v1/recibidos', { body: formOf({ archivo: file }) })

interface Done {
  id: number
  nombre: string
  data?: Carga['data']
  fault?: Fault
}

/** `onTaken`: what came is in the list by now. */
export function Upload({ onTaken }: { onTaken: () => void }) {
  const invalidate = useInvalidate()
  const [done, setDone] = useState<readonly Done[]>([])
  const [busy, setBusy] = useState(false)

  const upload = async (files: readonly File[]): Promise<void> => {
    setBusy(true)
    setDone([])
    for (const file of files) {
      const one: Done = { id: ++last, nombre: file.name }
      try {
        one.data = (await send(file)).data
      } catch (thrown) {
        one.fault = toFault(thrown)
      }
      setDone((before) => [...before, one])
    }
    setBusy(false)
    await invalidate(...READ)
    onTaken()
  }
  const drop = useFileDrop(ENDS, (files) => void upload(files))
  return (
    <div className="columna">
      <FileDrop
        label="Suelte aquí los XML de sus proveedores, o los correos (EML) que los trajeron."
        action="Elegir archivos"
        multiple
        busy={busy}
        {...drop}
      />
      <div role="status" className="columna">
        {done.map((one) => (
          <Outcome key={one.id} {...one} />
        ))}
      </div>
    </div>
  )
}

function Outcome({ nombre, data, fault }: Done) {
  if (fault)
    return (
      <div>
        <strong>{nombre}</strong>
        <FaultNotice fault={fault} />
      </div>
    )
  if (!data) return null
  if ('id' in data)
    return (
      <Notice tone={data.repetido ? 'aviso' : 'bien'}>
        <p>
          {data.repetido ? 'Ya se tenía: ' : 'Se guardó: '}
          <Link href={`/recibidos/${data.id}`}>{nameOf(data)}</Link> de {data.razon_social_emisor}.
        </p>
        <Ignored ignorados={data.ignorados ?? []} />
      </Notice>
    )
  const fresh = data.documentos.filter(({ repetido }) => !repetido).length
  const told = [
    fresh ? plural(fresh, 'documento nuevo', 'documentos nuevos') : 'nada nuevo',
    ...(data.documentos.length > fresh ? [`${data.documentos.length - fresh} que ya se tenían`] : []),
    ...(data.respuestas ? [plural(data.respuestas, 'respuesta')] : []),
    ...(data.ajenos ? [`${data.ajenos} para otro receptor`] : []),
  ]
  return (
    <Notice tone={fresh || data.respuestas ? 'bien' : 'aviso'} title={nombre}>
      <p>Trajo {told.join(', ')}.</p>
      <Ignored ignorados={data.ignorados} />
    </Notice>
  )
}

const Ignored = ({ ignorados }: { ignorados: readonly { nombre: string; motivo: string }[] }) =>
  ignorados.length > 0 && (
    <ul>
      {ignorados.map(({ nombre, motivo }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change, and two logos may be called alike
        <li key={at}>
          {nombre}: {motivo}
        </li>
      ))}
    </ul>
  )

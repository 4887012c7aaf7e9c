// Files of suppliers, by drop or by button: each is sent by itself and says what came of it; one alone is opened.

import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { api, formOf, holdPlace } from '../api/client'
import { type Fault, toFault } from '../api/fault'
import { useInvalidate } from '../api/query'
import { useSesion } from '../api/sesion'
import { AMBIENTES } from '../shell/environment'
import { FaultNotice } from '../shell/fault-notice'
import { KeptNotices } from '../shell/kept-notice'
import { notify } from '../shell/notices'
import { Button } from '../ui/button'
import { FileDrop, useFileDrop } from '../ui/file-drop'
import { plural } from '../ui/format'
import { Notice } from '../ui/notice'
import { LECTURAS } from './compra'
import type { Draft } from './datos'
import { NewByHand } from './new-by-hand'

const ENDS = ['.pdf', '.xml', '.eml', '.png', '.jpg', '.jpeg']

interface Done {
  n: number
  nombre: string
  /** The purchase that the file became; absent while its reading goes on as a job. */
  id?: string
  fault?: Fault
}

async function send(file: File, n: number): Promise<Done> {
  const body = formOf({ archivo: file })
  try {
    const { data } = await api('POST /v1/compras-internacionales', { query: {}, body })
    return { n, nombre: file.name, ...('id' in data && { id: data.id }) }
  } catch (thrown) {
    return { n, nombre: file.name, fault: toFault(thrown) }
  }
}

export function Upload() {
  const { empresa, ambiente } = useSesion()
  const [, navigate] = useLocation()
  const invalidate = useInvalidate()
  const here = useRef(false)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  const [busy, setBusy] = useState('')
  const [done, setDone] = useState<readonly Done[]>([])
  const [byHand, setByHand] = useState(false)
  const upload = async (files: readonly File[]): Promise<void> => {
    const all: Done[] = []
    const isSame = holdPlace()
    for (const file of files) {
      // A file of a supplier does not say whose it is: what is left is not the company's to which the page went meanwhile.
      if (!isSame()) {
        const left = files.slice(all.length)
        const title = `${plural(left.length, 'archivo')} sin cargar en ${empresa.razon_social} · ${AMBIENTES[ambiente].corto}`
        notify({ tone: 'aviso', title, text: left.map(({ name }) => name).join(', '), stays: true })
        return
      }
      setBusy(file.name)
      all.push(await send(file, all.length))
      setDone([...all])
    }
    setBusy('')
    await invalidate(...LECTURAS)
    const [only] = all
    // Nobody is taken away from where they went.
    if (all.length === 1 && only?.id && here.current) navigate(`/compras-internacionales/${only.id}`)
  }
  const drop = useFileDrop(ENDS, (files) => void upload(files))
  return (
    <section className="columna" aria-label="Nuevas compras">
      <FileDrop
        label={
          busy ? `Leyendo ${busy}…` : 'Suelte aquí facturas de proveedores: PDF, XML, correos (EML) o fotos.'
        }
        action="Elegir archivos"
        multiple
        busy={busy !== ''}
        {...drop}
      />
      <div className="columna" role="status">
        {done.map((one) => (
          <Outcome key={one.n} {...one} />
        ))}
      </div>
      <div className="acciones">
        <Button tone="liso" aria-haspopup="dialog" onClick={() => setByHand(true)}>
          Escribir los datos sin archivo
        </Button>
      </div>
      {byHand ? (
        <NewByHand onClose={() => setByHand(false)} />
      ) : (
        <KeptNotices<Draft>
          kind="compra"
          nameOf={({ nombre, numero }, id) =>
            id === '' ? `compra${nombre ? ` a ${nombre}` : ''}${numero ? `, factura ${numero}` : ''}` : null
          }
          onResume={() => setByHand(true)}
        />
      )}
    </section>
  )
}

function Outcome({ nombre, id, fault }: Done) {
  if (fault)
    return (
      <div>
        <strong>{nombre}</strong>
        <FaultNotice fault={fault} />
      </div>
    )
  return (
    <Notice tone={id ? 'bien' : 'espera'} quiet>
      <p>
        {id ? (
          <>
            Se guardó <Link href={`/compras-internacionales/${id}`}>{nombre}</Link>.
          </>
        ) : (
          `${nombre} quedó guardado y se está leyendo: abajo se ve en qué va.`
        )}
      </p>
    </Notice>
  )
}

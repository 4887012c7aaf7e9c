// Files of suppliers, by drop or by button: each is sent and read, and what was read is opened where it was one alone.

import { useState } from 'react'
import { useLocation } from 'wouter'
import { api } from '../api/client'
import { type Fault, toFault } from '../api/fault'
import { useInvalidate } from '../api/query'
import { FaultNotice } from '../shell/fault-notice'
import { Button } from '../ui/button'
import { FileDrop, refuseFile } from '../ui/file-drop'
import { LECTURAS } from './compra'
import { NewByHand } from './new-by-hand'

const ENDS = ['.pdf', '.xml', '.eml', '.png', '.jpg', '.jpeg']

export function Upload() {
  const [, navigate] = useLocation()
  const invalidate = useInvalidate()
  const [busy, setBusy] = useState('')
  const [refused, setRefused] = useState<string | null>(null)
  const [fault, setFault] = useState<Fault | null>(null)
  const [byHand, setByHand] = useState(false)
  const send = async (files: readonly File[]): Promise<void> => {
    const bad = files.map((file) => refuseFile(file, ENDS)).find((reason) => reason !== null)
    setRefused(bad ?? null)
    setFault(null)
    if (bad) return
    let last: string | null = null
    try {
      for (const file of files) {
        setBusy(file.name)
        const cuerpo = new FormData()
        cuerpo.set('archivo', file)
        const { data } = await api('POST /v1/compras-internacionales', { consulta: {}, cuerpo })
        last = 'id' in data ? data.id : null
      }
      if (files.length === 1 && last) navigate(`/compras-internacionales/${last}`)
    } catch (thrown) {
      setFault(toFault(thrown))
    } finally {
      setBusy('')
      await invalidate(...LECTURAS)
    }
  }
  return (
    <section className="columna" aria-label="Nuevas compras">
      <FileDrop
        label={
          busy ? `Leyendo ${busy}…` : 'Suelte aquí facturas de proveedores: PDF, XML, correos (EML) o fotos.'
        }
        action="Elegir archivos"
        ends={ENDS}
        multiple
        busy={busy !== ''}
        onFiles={(files) => void send(files)}
        error={refused}
      />
      {fault && <FaultNotice fault={fault} />}
      <div className="acciones">
        <Button tone="liso" onClick={() => setByHand(true)}>
          Escribir los datos sin archivo
        </Button>
      </div>
      {byHand && <NewByHand onClose={() => setByHand(false)} />}
    </section>
  )
}

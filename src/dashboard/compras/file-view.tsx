// The file as it came: a PDF or a picture in sight, anything else to be saved. It is fetched as any answer is, for a frame cannot say
// for which company it asks.

import { useEffect, useState } from 'react'
import { api } from '../api/client'
import { Notice } from '../ui/notice'
import type { Compra } from './compra'

const VISIBLE = ['application/pdf', 'image/png', 'image/jpeg']

export function FileView({ compra: { id, archivo } }: { compra: Compra }) {
  const [shown, setShown] = useState<{ url: string; type: string } | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    const ended = new AbortController()
    let url = ''
    api('GET /v1/compras-internacionales/:id/archivo', {
      ruta: { id },
      consulta: {},
      signal: ended.signal,
    })
      .then((blob) => {
        const file = blob as unknown as Blob
        url = URL.createObjectURL(file)
        setShown({ url, type: file.type })
      })
      .catch(() => !ended.signal.aborted && setFailed(true))
    return () => {
      ended.abort()
      if (url) URL.revokeObjectURL(url)
    }
  }, [id])
  const nombre = archivo?.nombre ?? 'archivo'
  return (
    <section className="columna archivo" aria-label="El archivo del proveedor">
      {failed && (
        <Notice tone="mal" quiet>
          <p>El archivo no se pudo traer.</p>
        </Notice>
      )}
      {shown?.type.startsWith('image/') && <img src={shown.url} alt={nombre} />}
      {shown && shown.type === 'application/pdf' && <iframe src={shown.url} title={nombre} />}
      {shown && !VISIBLE.includes(shown.type) && <p>Este archivo no se muestra aquí: guárdelo para verlo.</p>}
      {shown && (
        <a className="boton" href={shown.url} download={nombre}>
          Guardar {nombre}
        </a>
      )}
    </section>
  )
}

// The file as it came: a PDF or a picture in sight, anything else to be saved. It is fetched as any answer is, for a frame cannot say
// for which company it asks.

import { useEffect, useState } from 'react'
import { api } from '../api/client'
import { Button } from '../ui/button'
import { Notice } from '../ui/notice'
import { Skeleton } from '../ui/skeleton'
import type { Compra } from './compra'

const VISIBLE = ['application/pdf', 'image/png', 'image/jpeg']

type Shown = { url: string; type: string } | 'falló' | null

export function FileView({ compra: { id, archivo } }: { compra: Compra }) {
  const [shown, setShown] = useState<Shown>(null)
  const [asked, setAsked] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` asks again
  useEffect(() => {
    const ended = new AbortController()
    let url = ''
    setShown(null)
    api('GET /v1/compras-internacionales/:id/archivo', {
      params: { id },
      query: {},
      signal: ended.signal,
    })
      .then((blob) => {
        const file = blob as unknown as Blob
        url = URL.createObjectURL(file)
        setShown({ url, type: file.type })
      })
      .catch(() => !ended.signal.aborted && setShown('falló'))
    return () => {
      ended.abort()
      if (url) URL.revokeObjectURL(url)
    }
  }, [id, asked])
  const nombre = archivo?.nombre ?? 'archivo'
  return (
    <section className="columna archivo" aria-label="El archivo del proveedor">
      {shown === null ? (
        <Skeleton />
      ) : shown === 'falló' ? (
        <Notice tone="mal" quiet>
          <p>El archivo no se pudo traer.</p>
          <div className="acciones">
            <Button onClick={() => setAsked(asked + 1)}>Reintentar</Button>
          </div>
        </Notice>
      ) : (
        <>
          {shown.type.startsWith('image/') && <img src={shown.url} alt={nombre} />}
          {shown.type === 'application/pdf' && <iframe src={shown.url} title={nombre} />}
          {!VISIBLE.includes(shown.type) && <p>Este archivo no se muestra aquí: guárdelo para verlo.</p>}
          <a className="boton" href={shown.url} download={nombre}>
            Guardar {nombre}
          </a>
        </>
      )}
    </section>
  )
}

// The stream of events, put to use: what is kept becomes old, and what needs somebody is said. A script of its own: the first
// view does not wait for it.

import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { contexto } from '../api/client'
import { openLive } from '../api/live'
import { useSesion } from '../api/sesion'
import { isOldAfter, isOldAfterAny } from '../api/stale'
import { connection } from './connection'
import { isInView, noticeOf } from './event-notice'
import { notify } from './notices'
import type { Screen } from './screen'

export default function Live({ screens }: { screens: readonly Screen[] }) {
  const client = useQueryClient()
  const { empresa, puede } = useSesion()
  const { id } = empresa
  const may = puede('dte:leer')
  useEffect(() => {
    if (!may) return
    const otherCompany = (): void => {
      // A page that is going to another company itself has changed it.
      if (contexto.empresaId !== id) return
      stream.pause()
      void contexto.volverAEmpresa().then(stream.resume, () => {})
    }
    const stream = openLive({
      evento(evento) {
        void client.invalidateQueries({ predicate: ({ queryKey }) => isOldAfter(evento.evento, queryKey) })
        // The stream is of the company's own environment: a page of another is of another document.
        if (!location.search.includes('ambiente=') && isInView(evento, location.pathname)) return
        const notice = noticeOf(evento, (ruta) => screens.some((screen) => screen.ruta === ruta))
        if (notice) notify(notice)
      },
      reinicio: () => void client.invalidateQueries(),
      conectado(empresaId, servidor) {
        // The stream is of the session's company: nothing of another may be taken for this one's.
        if (empresaId !== id) return otherCompany()
        // Answers from before the stream ran may have become old unnoticed.
        void client.invalidateQueries({
          predicate: ({ state, queryKey }) => state.dataUpdatedAt > 0 && isOldAfterAny(queryKey),
        })
        connection.live(true)
        connection.version(servidor)
      },
      empresaCambiada: otherCompany,
      cortado() {
        connection.live(false)
        void connection.check()
      },
    })
    return () => {
      stream.end()
      connection.live(false)
    }
  }, [client, id, may, screens])
  return null
}

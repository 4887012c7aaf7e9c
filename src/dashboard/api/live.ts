// The stream of events of the company (dashboard §9): one EventSource while the tab is visible, opened again where it ended, so that
// open tabs never use up the browser's connections nor the server's streams of a person.

import { EVENTOS, type TipoEvento } from '../../domain/eventos'

const HIDDEN_MS = 5000
const GONE_MS = 10_000

/** An event, with the fields of its webhook (http §12.5). */
export interface Evento {
  evento: TipoEvento
  data: Record<string, unknown>
}

interface Oyente {
  evento(evento: Evento): void
  /** Something was missed: everything shown is to be asked again. */
  reinicio(): void
  /** The company that the stream is of, and the version of the server that answers. */
  conectado(empresaId: string, servidor: string): void
  empresaCambiada(): void
  /** The stream has been gone for ten seconds; `conectado` follows when it is back. */
  cortado(): void
}

export interface Live {
  /** Reads no more until `resume`. */
  pause(): void
  resume(): void
  /** For good. */
  end(): void
}

/** Opens now when the tab is seen. */
export function openLive(oyente: Oyente): Live {
  let source: EventSource | null = null
  let paused = false
  let lastId = ''
  let hiding: ReturnType<typeof setTimeout> | undefined
  let gone: ReturnType<typeof setTimeout> | undefined

  function open(): void {
    clearTimeout(hiding)
    if (source && source.readyState !== EventSource.CLOSED) return
    const query = lastId ? `?last_event_id=${lastId}` : ''
    const opened = new EventSource(`/v1/events/stream${query}`)
    source = opened
    const on = (name: string, take: (data: unknown) => void): void =>
      opened.addEventListener(name, (event: MessageEvent<string>) => {
        if (event.lastEventId) lastId = event.lastEventId
        take(JSON.parse(event.data))
      })
    on('conectado', (data) => {
      clearTimeout(gone)
      gone = undefined
      const { empresa_id, servidor } = data as { empresa_id: string; servidor: string }
      oyente.conectado(empresa_id, servidor)
    })
    on('reinicio', oyente.reinicio)
    on('empresa_cambiada', oyente.empresaCambiada)
    // Other tabs of the person took its place: it comes back when this one is looked at again.
    on('reemplazada', () => {
      close()
      oyente.cortado()
    })
    for (const name of EVENTOS) on(name, (data) => oyente.evento(data as Evento))
    opened.onerror = () => {
      gone ??= setTimeout(() => oyente.cortado(), GONE_MS)
      // A refusal ends it for good; a lost connection it takes up by itself.
      if (opened.readyState === EventSource.CLOSED && source === opened)
        hiding = setTimeout(() => document.visibilityState === 'visible' && open(), HIDDEN_MS)
    }
  }

  function close(): void {
    clearTimeout(gone)
    gone = undefined
    source?.close()
    source = null
  }

  const look = (): void => {
    clearTimeout(hiding)
    if (paused) return
    if (document.visibilityState === 'visible') open()
    else hiding = setTimeout(close, HIDDEN_MS)
  }
  document.addEventListener('visibilitychange', look)
  look()
  return {
    pause() {
      paused = true
      // The number of another company's event says nothing of this one's.
      lastId = ''
      clearTimeout(hiding)
      close()
    },
    resume() {
      paused = false
      look()
    },
    end() {
      document.removeEventListener('visibilitychange', look)
      clearTimeout(hiding)
      close()
    },
  }
}

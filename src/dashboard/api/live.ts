// The stream of events of the company (dashboard.md §10): one EventSource while the tab is visible, opened again where it ended, so that
// open tabs never use up the browser's connections nor the server's streams of a person.

import { EVENTOS, type EventoEmitido } from '../../domain/eventos'

const HIDDEN_MS = 5000
const GONE_MS = 10_000

/** What an event says, as its webhook does (contract §12). */
export interface Evento {
  evento: EventoEmitido
  data: Record<string, unknown>
}

export interface Oyente {
  evento(evento: Evento): void
  /** Something was missed: everything shown is to be asked again. */
  reinicio(): void
  /** The version of the server that answers. */
  conectado(servidor: string): void
  empresaCambiada(): void
  /** The stream has been gone for ten seconds; `conectado` follows when it is back. */
  cortado(): void
}

/** Opens now when the tab is seen; returns what ends it. */
export function openLive(oyente: Oyente): () => void {
  let source: EventSource | null = null
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
      oyente.conectado(String((data as { servidor?: unknown }).servidor ?? ''))
    })
    on('reinicio', oyente.reinicio)
    on('empresa_cambiada', () => {
      close()
      oyente.empresaCambiada()
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
    if (document.visibilityState === 'visible') open()
    else hiding = setTimeout(close, HIDDEN_MS)
  }
  document.addEventListener('visibilitychange', look)
  look()
  return () => {
    document.removeEventListener('visibilitychange', look)
    clearTimeout(hiding)
    close()
  }
}

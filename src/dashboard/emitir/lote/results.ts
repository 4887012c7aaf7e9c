// The results of a batch, kept in this tab, so that sending the table again issues nothing twice.

import type { SolicitudDte } from '../../api/routes.gen'
import type { Taken } from '../../shell/planilla/outcome'
import { nameOf } from '../drafts'

/** The name of each document among equal ones: two boletas of the same thing are two. */
export function keysOf(documentos: readonly { body: SolicitudDte }[]): string[] {
  const seen = new Map<string, number>()
  return documentos.map(({ body }) => {
    const name = nameOf(body)
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    return `${name}#${times}`
  })
}

/** As `sessionStorage` is. */
type Kept = Pick<Storage, 'getItem' | 'setItem'>

export interface Ledger {
  /** The document already issued from this tab's tables under that key. */
  find(key: string): Taken | undefined
  add(entries: readonly (readonly [key: string, taken: Taken])[]): void
  /** The key of a request on its way; the same request has the same until somebody said what became of it. */
  keyOf(body: unknown, create: () => string): string
  settle(body: unknown): void
}

interface State {
  emitidos: Record<string, Taken>
  enviados: Record<string, string>
}

/** `name`: of the person, company and environment. A storage that is shut keeps what it is told while the page lasts. */
export function createLedger(storage: Kept | null, name: string): Ledger {
  let state: State = { emitidos: {}, enviados: {} }
  try {
    state = { ...state, ...(JSON.parse(storage?.getItem(name) ?? '{}') as Partial<State>) }
  } catch {
    // Shut, or not ours.
  }
  const keep = (): void => {
    try {
      storage?.setItem(name, JSON.stringify(state))
    } catch {
      // Shut or full.
    }
  }
  return {
    find: (key) => state.emitidos[key],
    add(entries) {
      for (const [key, taken] of entries) state.emitidos[key] = taken
      keep()
    },
    keyOf(body, create) {
      const request = nameOf(body)
      const clave = state.enviados[request] ?? create()
      state.enviados[request] = clave
      keep()
      return clave
    },
    settle(body) {
      delete state.enviados[nameOf(body)]
      keep()
    },
  }
}

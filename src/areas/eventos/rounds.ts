// The shared work of one round over many readers: those at the same place get the same bytes, and a
// credential with several streams is checked once.

import { nextTurn } from '../../base/turn'
import type { Tenant } from '../../http/tenant'
import { FRAMES, type History } from './history'
import type { Standing } from './standing'
import type { EventoLeido } from './statements'

/** The next events of a reader. */
interface Frames {
  bytes: Uint8Array
  /** Number of the last event in it. */
  hasta: number
  /** Whether nothing came after it. */
  todo: boolean
}

/** Data read in one turn of the event loop; good for that turn alone. */
export interface Round {
  /** The events after `cursor`; null when there are none. */
  frames(tenant: Tenant, cursor: number): Frames | null
  standing(tenant: Tenant): Standing
}

const UTF8 = new TextEncoder()
export const bytes = (text: string): Uint8Array => UTF8.encode(text)

export const frame = (evento: string, data: object | string, id?: number): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${evento}\ndata: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`

const eventFrame = ({ numero, evento, cuerpo }: EventoLeido): string => frame(evento, cuerpo, numero)

/** Makes rounds, nothing read yet. */
export function createRounds(history: History, standing: (tenant: Tenant) => Standing): () => Round {
  function read({ empresaId, ambiente }: Tenant, cursor: number): Frames | null {
    const found = history.after(empresaId, cursor, ambiente)
    if (found.length === 0) return null
    return {
      bytes: bytes(found.map(eventFrame).join('')),
      hasta: found.at(-1)!.numero,
      todo: found.length < FRAMES,
    }
  }
  return () => {
    const leidas = new Map<string, Frames | null>()
    const vigencias = new Map<string, Standing>()
    return {
      frames: (tenant, cursor) =>
        once(leidas, `${tenant.empresaId} ${tenant.ambiente} ${cursor}`, () => read(tenant, cursor)),
      standing: (tenant) =>
        once(vigencias, `${tenant.apiKeyId ?? tenant.sesionId} ${tenant.empresaId}`, () => standing(tenant)),
    }
  }
}

function once<T>(known: Map<string, T>, key: string, find: () => T): T {
  const before = known.get(key)
  if (before !== undefined || known.has(key)) return before as T
  const found = find()
  known.set(key, found)
  return found
}

/** Readers of one round: a millisecond or two of writing. */
const POR_TURNO = 100

/** Does `work` for each, in rounds, so that thousands do not hold the event loop; the first round at once. */
export async function inRounds<T>(
  each: Iterable<T>,
  begin: () => Round,
  work: (one: T, round: Round) => void,
) {
  let round = begin()
  let n = 0
  for (const one of [...each]) {
    if (n++ === POR_TURNO) {
      await nextTurn()
      round = begin()
      n = 1
    }
    work(one, round)
  }
}

// How many bytes of bodies the server holds at once, of each credential and in all: sixty uploads of 10 MiB took 800 MB of memory
//. A body is given its place before it is read and leaves it once its request is answered.

import { AppError } from '../domain/errors'

const MIB = 1024 * 1024

/** Room for two of the largest uploads of one credential, and for a few credentials' in all. */
const EN_VUELO = { porLlave: 20 * MIB, total: 32 * MIB }

/** A body no larger than this is always let in: a server full of uploads goes on taking documents. */
const PEQUENO = 64 * 1024

/** Seconds after which a place may be free: an upload is in within a minute, most within a second. */
const ESPERA_S = 2

export type Uploads = ReturnType<typeof createUploads>

export function createUploads({ porLlave, total } = EN_VUELO) {
  const byOwner = new Map<string, number>()
  const held = new Map<Request, { owner: string; bytes: number }>()
  let all = 0

  return {
    /** Takes the place of a body of `owner`, or makes it larger. Throws SERVER_BUSY, nothing more taken. */
    hold(request: Request, owner: string, bytes: number): void {
      const before = held.get(request)?.bytes ?? 0
      if (bytes <= PEQUENO || bytes <= before) return
      const own = (byOwner.get(owner) ?? 0) + bytes - before
      if (own > porLlave || all + bytes - before > total) throw busy(own > porLlave)
      byOwner.set(owner, own)
      all += bytes - before
      held.set(request, { owner, bytes })
    },

    /** Gives the place of an answered request back; of one that has none, nothing. */
    release(request: Request): void {
      const place = held.get(request)
      if (!place) return
      held.delete(request)
      all -= place.bytes
      const rest = byOwner.get(place.owner)! - place.bytes
      if (rest > 0) byOwner.set(place.owner, rest)
      else byOwner.delete(place.owner)
    },

    /** Bytes that hold a place. */
    bytes: (): number => all,
  }
}

const busy = (own: boolean): AppError =>
  new AppError(
    'SERVER_BUSY',
    `${own ? 'Esta credencial' : 'El servidor'} tiene demasiados bytes en subida a la vez; repita en ${ESPERA_S} segundos`,
    { headers: { 'retry-after': String(ESPERA_S) } },
  )

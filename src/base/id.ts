// Opaque identifiers: a prefix that names the kind and a ULID, so that ids of one kind sort by creation (http §0).

/** Makes a new id of a kind: `newId('job')` → `job_01JD3Q…`. An argument everywhere. */
export type NewId = (prefix: string) => string

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A generator of ids; within one millisecond they still ascend. `random` fills bytes, `now` is milliseconds since 1970. */
export function createNewId(random: (bytes: Uint8Array) => Uint8Array, now: () => number): NewId {
  let lastTime = -1
  const tail = new Uint8Array(16)
  return (prefix) => {
    const time = now()
    if (time > lastTime) {
      lastTime = time
      random(tail)
      for (let i = 0; i < tail.length; i++) tail[i] = tail[i]! & 31
    } else {
      for (let i = tail.length - 1; i >= 0; i--) {
        tail[i] = (tail[i]! + 1) & 31
        if (tail[i] !== 0) break
      }
    }
    let head = ''
    for (let t = lastTime, i = 0; i < 10; i++, t = Math.floor(t / 32)) head = ALPHABET[t % 32]! + head
    let text = `${prefix}_${head}`
    for (const value of tail) text += ALPHABET[value]!
    return text
  }
}

/** The header that names a request in answers and logs (http §0). */
export const REQUEST_ID = 'x-request-id'
const SAFE = /^[\w.:+/=@-]{1,128}$/

/** The client's own id of a request when it is safe to repeat, else a new one. */
export const requestIdFor = (given: string | null, newId: NewId): string =>
  given !== null && SAFE.test(given) ? given : newId('req')

// Bodies that nobody will read, because their request was refused first. Behind an answer to `Connection: close` the runtime closes at
// once: a client that is still writing, as many do to the end before they read, would see its connection break and no answer.

/** Four times the largest upload. */
const BYTES_MAX = 40 * 1024 * 1024
const LLEGADA_MS = 60_000

export const closes = ({ headers }: Request): boolean => headers.get('connection')?.toLowerCase() === 'close'

/** Bytes of a body too large that a client may send to its end: none where it hears the answer meanwhile. */
export const discardable = (request: Request): number => (closes(request) ? BYTES_MAX : 0)

/** Takes in what a client sends of a body that was never looked at, and keeps none of it; nothing where it says that too much comes. */
export async function discardUnread(request: Request): Promise<void> {
  const { body, bodyUsed, headers } = request
  if (!body || bodyUsed || !closes(request) || Number(headers.get('content-length')) > BYTES_MAX) return
  const reader = body.getReader()
  // Also one that comes a byte at a time ends.
  const late = setTimeout(() => void reader.cancel().catch(() => {}), LLEGADA_MS)
  const gone = () => void reader.cancel().catch(() => {})
  request.signal.addEventListener('abort', gone, { once: true })
  try {
    for (let size = 0; size <= BYTES_MAX; ) {
      const { done, value } = await reader.read()
      if (done) return
      size += value.length
    }
  } catch {
    // Whoever is gone needs no answer.
  } finally {
    clearTimeout(late)
    request.signal.removeEventListener('abort', gone)
  }
}

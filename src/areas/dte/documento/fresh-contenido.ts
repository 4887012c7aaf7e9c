// Contents of documents just accepted, kept until their line signs them: nearly all are signed within seconds by this very process,
// and to read one back, open it and check it costs a twentieth of what a document takes. What is not here is read from the disk.

/**
 * Limits on the documents kept and on the length of each: at most sixteen megabytes, six with ordinary
 * documents.
 */
const DOCUMENTS = 2000
const CHARS = 8192
/** So many that found no room: what is here waits for something, and may not be the next. */
const STALE = 10 * DOCUMENTS

interface FreshContenido {
  /** Remembers what is being written; whoever is undone is never asked for. */
  put(id: string, text: string): void
  /** The text, once. */
  consume(id: string): string | undefined
}

export function createFreshContenido(): FreshContenido {
  const texts = new Map<string, string>()
  let left = 0
  return {
    put(id, text) {
      if (text.length > CHARS) return
      // The oldest are signed first: those that came stay, and the rest goes by the disk.
      if (texts.size >= DOCUMENTS) {
        if (++left < STALE) return
        texts.clear()
      }
      left = 0
      texts.set(id, text)
    },
    consume(id) {
      const text = texts.get(id)
      if (text !== undefined) texts.delete(id)
      return text
    },
  }
}

// The cookies of one session, which hold for every host of the SII (sii §11.2).

export interface Jar {
  /** Value of a cookie; null without it. */
  get(name: string): string | null
  /** Takes what an answer sets, and takes away what it deletes; whether anything changed. */
  storeFrom(headers: Headers): boolean
  /** The header of a request; empty without cookies. */
  header(): string
  /** To be kept. */
  entries(): [name: string, value: string][]
}

export function createJar(kept: readonly (readonly [string, string])[] = []): Jar {
  const cookies = new Map(kept)
  return {
    get: (name) => cookies.get(name) ?? null,
    storeFrom(headers) {
      const before = JSON.stringify([...cookies])
      for (const line of headers.getSetCookie()) {
        const [, name, value = ''] = /^\s*([^=;\s]+)\s*=\s*([^;]*)/.exec(line) ?? []
        if (!name) continue
        // The SII deletes a cookie by this value, and others by its age.
        const gone = value === 'DEL' || value === '' || /;\s*max-age\s*=\s*(?:0|-\d+)\s*(?:;|$)/i.test(line)
        if (gone) cookies.delete(name)
        else cookies.set(name, value.trim())
      }
      return JSON.stringify([...cookies]) !== before
    },
    header: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    entries: () => [...cookies],
  }
}

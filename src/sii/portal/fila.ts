// One at a time, people first.

interface Waiting {
  persona: boolean
  go(): void
}

export interface Fila {
  /** Resolves in its turn; `bear` says how long that is waited for: what it throws leaves the line. Each that entered leaves. */
  enter(persona: boolean, bear: (turn: Promise<void>) => Promise<void>): Promise<void>
  leave(): void
  /** People who wait. */
  people(): number
  isFree(): boolean
}

export function createFila(): Fila {
  const waiting: Waiting[] = []
  let busy = false

  function leave(): void {
    const at = waiting.findIndex(({ persona }) => persona)
    const [first] = waiting.splice(Math.max(0, at), 1)
    if (first) first.go()
    else busy = false
  }

  return {
    async enter(persona, bear) {
      if (!busy) {
        busy = true
        return
      }
      const turn = Promise.withResolvers<void>()
      const own = { persona, go: turn.resolve }
      waiting.push(own)
      try {
        await bear(turn.promise)
      } catch (fault) {
        const at = waiting.indexOf(own)
        if (at >= 0) waiting.splice(at, 1)
        // Its turn came while it gave up.
        else leave()
        throw fault
      }
    },
    leave,
    people: () => waiting.filter(({ persona }) => persona).length,
    isFree: () => !busy,
  }
}

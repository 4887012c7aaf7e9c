// The order among batches of one group in flight: what was leased first goes out first, though prepared side by side.

export interface Ticket {
  /** Resolves when every earlier ticket of the group has passed. */
  reached: Promise<void>
  pass(): void
  /** Holds this ticket and those taken after it until then, milliseconds since 1970; undefined lets them go. */
  hold(until: number | undefined): void
  /** What `hold` said last, also when that is past: what was held for goes first all the same. */
  heldUntil(): number | undefined
}

export interface Turns {
  take(grupo: string): Ticket
}

interface Place {
  passed: Promise<void>
  heldUntil: number | undefined
}

/** Lines of tickets by group; a group without tickets costs nothing. */
export function createTurns(): Turns {
  const lines = new Map<string, Set<Place>>()
  return {
    take(grupo) {
      const line = lines.get(grupo) ?? new Set()
      lines.set(grupo, line)
      const earlier = [...line]
      const reached = Promise.all(earlier.map(({ passed }) => passed)).then(() => undefined)
      const { promise, resolve } = Promise.withResolvers<void>()
      const place: Place = { passed: promise, heldUntil: undefined }
      line.add(place)
      return {
        reached,
        pass() {
          resolve()
          line.delete(place)
          if (line.size === 0 && lines.get(grupo) === line) lines.delete(grupo)
        },
        hold(until) {
          place.heldUntil = until
          for (const other of line) if (!earlier.includes(other)) other.heldUntil = until
        },
        heldUntil: () => place.heldUntil,
      }
    },
  }
}

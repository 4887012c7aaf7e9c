// The order among batches of one group in flight: what was leased first goes out first, though prepared side by side.

export interface Ticket {
  /** Resolves when every earlier ticket of the group has passed. */
  reached: Promise<void>
  pass(): void
}

export interface Turns {
  take(grupo: string): Ticket
}

/** Lines of tickets by group; a group without tickets costs nothing. */
export function createTurns(): Turns {
  const lines = new Map<string, Set<Promise<void>>>()
  return {
    take(grupo) {
      const line = lines.get(grupo) ?? new Set()
      lines.set(grupo, line)
      const reached = Promise.all(line).then(() => undefined)
      const { promise, resolve } = Promise.withResolvers<void>()
      line.add(promise)
      return {
        reached,
        pass() {
          resolve()
          line.delete(promise)
          if (line.size === 0 && lines.get(grupo) === line) lines.delete(grupo)
        },
      }
    },
  }
}

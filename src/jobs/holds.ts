// Groups whose way out is blocked: while their oldest jobs wait for another attempt, younger ones wait behind them, so that
// all go out in the order in which they came. Kept in memory: a new process finds out for itself.

export interface Holds {
  /** Nothing more of the group is leased before `until`, milliseconds since 1970. */
  hold(grupo: string, until: number): void
  /** The way is free again. */
  free(grupo: string): void
  /** Until when the group is held at `now`; undefined when it is not. */
  until(grupo: string, now: number): number | undefined
  clear(): void
}

/** No group is held at first. */
export function createHolds(): Holds {
  const held = new Map<string, number>()
  return {
    hold: (grupo, until) => void held.set(grupo, Math.max(until, held.get(grupo) ?? 0)),
    free: (grupo) => void held.delete(grupo),
    until(grupo, now) {
      const until = held.get(grupo)
      if (until === undefined || until > now) return until
      held.delete(grupo)
      return undefined
    },
    clear: () => held.clear(),
  }
}

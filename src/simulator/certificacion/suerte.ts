// Chance by which sets are drawn: whole numbers, and some of a list (simulator §23.1).

/** A source of chance: whole numbers below `max`. */
export type Dado = (max: number) => number

/** From `desde` to `hasta`, both included. */
export const between = (dado: Dado, desde: number, hasta: number): number => desde + dado(hasta - desde + 1)

/** So many of a list, each once. */
export function pick<T>(dado: Dado, list: readonly T[], count: number): T[] {
  const rest = [...list]
  return Array.from({ length: count }, () => rest.splice(dado(rest.length), 1)[0]!)
}

export const one = <T>(dado: Dado, list: readonly T[]): T => list[dado(list.length)]!

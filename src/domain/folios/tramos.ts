// Runs of folios.

/** First and last folio of a run. */
export type Tramo = [desde: number, hasta: number]

/** Runs as few and as long as they can be, in order. */
export function joinTramos(tramos: readonly Tramo[]): Tramo[] {
  const joint: Tramo[] = []
  for (const [desde, hasta] of [...tramos].sort(([a], [b]) => a - b)) {
    const last = joint.at(-1)
    if (last && desde === last[1] + 1) last[1] = hasta
    else joint.push([desde, hasta])
  }
  return joint
}
